//go:build linux && !amd64 && !arm64

package sandbox

const machine = 0

var machineCalls map[uint32]uint32
