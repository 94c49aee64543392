// Package meshfile writes 3D files: GLB, OBJ with its materials, and STL, binary and
// as text. The demonstration, the benchmarks and tests make their files with it.
//
// It writes what it is given, in the coordinates and the order of the format, and
// does not weld, turn or check anything. It knows no meshes but numbers, and nothing
// of how files are read.
package meshfile

import (
	"encoding/binary"
	"slices"
)

// GLB returns a file of a glTF document and the data of its buffer.
func GLB(document, data []byte) []byte {
	// Clipped, so that padding never writes into what the caller has behind it.
	data = padded(slices.Clip(data), 0)
	return append(GLBHead(document, len(data)), data...)
}

// GLBHead returns all of a file but its data, which are so many bytes, a multiple
// of four (Khronos, "glTF 2.0 Specification", section 4).
func GLBHead(document []byte, data int) []byte {
	// JSON is padded with blanks, data with zeros (section 4.4.3).
	document = padded(slices.Clip(document), ' ')
	head := binary.LittleEndian.AppendUint32([]byte("glTF"), 2)
	head = binary.LittleEndian.AppendUint32(head, uint32(12+8+len(document)+8+data))
	head = binary.LittleEndian.AppendUint32(head, uint32(len(document)))
	head = append(append(head, "JSON"...), document...)
	head = binary.LittleEndian.AppendUint32(head, uint32(data))
	return append(head, "BIN\x00"...)
}

// padded fills up to a multiple of four bytes.
func padded(data []byte, with byte) []byte {
	for len(data)%4 != 0 {
		data = append(data, with)
	}
	return data
}
