package source

import (
	"encoding/binary"
	"unsafe"
)

// Memory returns what numbers take in memory, so that a file that has them as they
// are can be read right there. It is nil on a machine that does not have the lowest byte
// first, as the formats do.
func Memory[N float32 | uint32](numbers []N) []byte {
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(numbers))), len(numbers)*int(unsafe.Sizeof(N(0))))
}

// Unsigned returns numbers where they are. None may be below zero.
func Unsigned(numbers []int32) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(numbers))), len(numbers))
}
