package sandbox

import "golang.org/x/sys/unix"

const machine = unix.AUDIT_ARCH_X86_64

// machineCalls are what only this kind of processor needs, by their first argument:
// a new thread sets where its own variables are.
var machineCalls = map[uint32]uint32{unix.SYS_ARCH_PRCTL: 0x1002} // ARCH_SET_FS
