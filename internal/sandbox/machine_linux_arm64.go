package sandbox

import "golang.org/x/sys/unix"

const machine = unix.AUDIT_ARCH_AARCH64

// machineCalls are what only this kind of processor needs.
var machineCalls map[uint32]uint32
