// Package threeds reads 3DS: meshes, materials, and the places that keyframes give to
// objects.
//
// The file is a tree of chunks, each of which says its length; a chunk never reaches beyond
// the one that it is in. It knows no other format.
package threeds

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// The chunks that are read.
const (
	chunkMain      = 0x4D4D
	chunkEdit      = 0x3D3D
	chunkObject    = 0x4000
	chunkMesh      = 0x4100
	chunkVertices  = 0x4110
	chunkFaces     = 0x4120
	chunkFaceGroup = 0x4130
	chunkUVs       = 0x4140
	chunkMatrix    = 0x4160
	chunkMaterial  = 0xAFFF
	chunkKeyframer = 0xB000
)

// Read reads 3D Studio files (Autodesk, "3D Studio File Format", release 3):
// chunks of an id and a length, one in the other. Vertices are stored where they
// stand, so that what the keyframer says of places is needed only for a mesh
// that stands in several.
func Read(in source.Input) (*geometry.Model, error) {
	data, err := in.ReadAll(source.MaxArray)
	if err != nil {
		return nil, err
	}
	r := &reader{in: in, model: &geometry.Model{UpAxis: "z"}, materials: map[string]int{}}
	sections := map[uint16][][]byte{}
	err = each(data, func(id uint16, body []byte) error {
		if id != chunkMain {
			return nil
		}
		return each(body, func(id uint16, body []byte) error {
			if (id == chunkEdit || id == chunkKeyframer) && len(sections[id]) < 100 {
				sections[id] = append(sections[id], body)
			}
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	if err := r.read(sections); err != nil {
		return nil, err
	}
	if len(r.model.Meshes) == 0 {
		return nil, source.Refuse(source.NoContent, "the file holds no mesh")
	}
	return r.model, nil
}

type reader struct {
	in        source.Input
	model     *geometry.Model
	materials map[string]int
	locals    [][16]float64 // of each mesh: the axes that it was made in
	vertices  int
	triangles int
}

// read takes materials before the meshes that name them, and then their places.
func (r *reader) read(sections map[uint16][][]byte) error {
	for _, want := range []uint16{chunkMaterial, chunkObject} {
		for _, section := range sections[chunkEdit] {
			err := each(section, func(id uint16, body []byte) error {
				switch {
				case id != want:
					return nil
				case id == chunkMaterial:
					return r.readMaterial(body)
				}
				return r.readObject(body)
			})
			if err != nil {
				return err
			}
		}
	}
	var keys keys
	for _, section := range sections[chunkKeyframer] {
		if err := keys.read(section); err != nil {
			return err
		}
	}
	r.model.Animated = keys.animated
	return r.place(&keys)
}

// each goes through chunks. Zeros behind them are padding.
func each(data []byte, use func(id uint16, body []byte) error) error {
	for len(data) >= 6 {
		id, length := binary.LittleEndian.Uint16(data), int64(binary.LittleEndian.Uint32(data[2:]))
		switch {
		case id == 0 && length == 0:
			return nil
		case length < 6:
			return source.Refuse(source.Malformed, "the chunk %04X has %d bytes, less than its head", id, length)
		case length > int64(len(data)):
			return source.Refuse(source.Truncated, "the chunk %04X has %d bytes and room for %d", id, length, len(data))
		}
		if err := use(id, data[6:length]); err != nil {
			return err
		}
		data = data[length:]
	}
	return nil
}

// name cuts a name off its zero byte.
func name(data []byte) (name string, rest []byte, err error) {
	text, rest, ok := bytes.Cut(data, []byte{0})
	if !ok || len(text) > 1024 {
		return "", nil, source.Refuse(source.Malformed, "a name does not end")
	}
	return strings.ToValidUTF8(string(text), "\uFFFD"), rest, nil
}

// list cuts a list of as many records off its count.
func list(what string, data []byte, size int) (list, rest []byte, err error) {
	if len(data) < 2 {
		return nil, nil, source.Refuse(source.Truncated, "the file has no room for the number of %s", what)
	}
	n := int(binary.LittleEndian.Uint16(data))
	data = data[2:]
	if err := source.CheckCount(what, int64(n), int64(size), int64(len(data)), math.MaxUint16); err != nil {
		return nil, nil, err
	}
	return data[:n*size], data[n*size:], nil
}

// floats reads numbers.
func floats(data []byte) []float32 {
	numbers := make([]float32, len(data)/4)
	for i := range numbers {
		numbers[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return numbers
}
