// Package threedstest writes the chunks of 3DS files for tests. No program imports it.
package threedstest

import (
	"encoding/binary"

	"vitrine/internal/geometry/geometrytest"
)

// Chunk is a chunk of a 3DS file around texts, numbers and other chunks.
func Chunk(id uint16, parts ...any) string {
	var body []byte
	for _, part := range parts {
		if text, ok := part.(string); ok {
			body = append(body, text...)
			continue
		}
		var err error
		if body, err = binary.Append(body, binary.LittleEndian, part); err != nil {
			panic(err)
		}
	}
	head := binary.LittleEndian.AppendUint16(nil, id)
	return string(binary.LittleEndian.AppendUint32(head, uint32(6+len(body)))) + string(body)
}

// Points is the chunk of the corners of the box.
func Points() string { return Chunk(0x4110, uint16(8), geometrytest.BoxCorners) }

// Faces are the twelve of the box, with more chunks in theirs.
func Faces(more ...any) string {
	var faces []uint16
	for _, f := range geometrytest.BoxFaces {
		faces = append(faces, uint16(f[0]), uint16(f[1]), uint16(f[2]), 7)
	}
	return Chunk(0x4120, append([]any{uint16(12), faces}, more...)...)
}

// Object is a named object with the chunks of its mesh.
func Object(name string, parts ...any) string {
	return Chunk(0x4000, name+"\x00", Chunk(0x4100, parts...))
}

// Material is a named material with further chunks.
func Material(name string, parts ...any) string {
	return Chunk(0xAFFF, append([]any{Chunk(0xA000, name+"\x00")}, parts...)...)
}

// Scene is a file of objects and materials, and of nodes of the keyframer.
func Scene(edit, keys string) string {
	content := Chunk(0x3D3D, edit)
	if keys != "" {
		content += Chunk(0xB000, keys)
	}
	return Chunk(0x4D4D, Chunk(0x0002, uint32(3)), content)
}
