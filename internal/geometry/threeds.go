package geometry

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
)

// The chunks that are read.
const (
	tdsMain      = 0x4D4D
	tdsEdit      = 0x3D3D
	tdsObject    = 0x4000
	tdsMesh      = 0x4100
	tdsVertices  = 0x4110
	tdsFaces     = 0x4120
	tdsFaceGroup = 0x4130
	tdsUVs       = 0x4140
	tdsMatrix    = 0x4160
	tdsMaterial  = 0xAFFF
	tdsKeyframer = 0xB000
)

// read3DS reads 3D Studio files (Autodesk, "3D Studio File Format", release 3):
// chunks of an id and a length, one in the other. Vertices are stored where they
// stand, so that what the keyframer says of places is needed only for a mesh
// that stands in several.
func read3DS(in Input) (*Model, error) {
	data, err := in.readAll(maxArray)
	if err != nil {
		return nil, err
	}
	r := &tdsReader{in: in, model: &Model{UpAxis: "z"}, materials: map[string]int{}}
	sections := map[uint16][][]byte{}
	err = tdsEach(data, func(id uint16, body []byte) error {
		if id != tdsMain {
			return nil
		}
		return tdsEach(body, func(id uint16, body []byte) error {
			if (id == tdsEdit || id == tdsKeyframer) && len(sections[id]) < 100 {
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
		return nil, refuse(codeNoGeometry, "the file holds no mesh")
	}
	return r.model, nil
}

type tdsReader struct {
	in        Input
	model     *Model
	materials map[string]int
	locals    [][16]float64 // of each mesh: the axes that it was made in
	vertices  int
	triangles int
}

// read takes materials before the meshes that name them, and then their places.
func (r *tdsReader) read(sections map[uint16][][]byte) error {
	for _, want := range []uint16{tdsMaterial, tdsObject} {
		for _, section := range sections[tdsEdit] {
			err := tdsEach(section, func(id uint16, body []byte) error {
				switch {
				case id != want:
					return nil
				case id == tdsMaterial:
					return r.readMaterial(body)
				}
				return r.readObject(body)
			})
			if err != nil {
				return err
			}
		}
	}
	var keys tdsKeys
	for _, section := range sections[tdsKeyframer] {
		if err := keys.read(section); err != nil {
			return err
		}
	}
	r.model.Animated = keys.animated
	return r.place(&keys)
}

// tdsEach goes through chunks. Zeros behind them are padding.
func tdsEach(data []byte, use func(id uint16, body []byte) error) error {
	for len(data) >= 6 {
		id, length := binary.LittleEndian.Uint16(data), int64(binary.LittleEndian.Uint32(data[2:]))
		switch {
		case id == 0 && length == 0:
			return nil
		case length < 6:
			return refuse(codeMalformed, "the chunk %04X has %d bytes, less than its head", id, length)
		case length > int64(len(data)):
			return refuse(codeTruncated, "the chunk %04X has %d bytes and room for %d", id, length, len(data))
		}
		if err := use(id, data[6:length]); err != nil {
			return err
		}
		data = data[length:]
	}
	return nil
}

// tdsName cuts a name off its zero byte.
func tdsName(data []byte) (name string, rest []byte, err error) {
	text, rest, ok := bytes.Cut(data, []byte{0})
	if !ok || len(text) > 1024 {
		return "", nil, refuse(codeMalformed, "a name does not end")
	}
	return strings.ToValidUTF8(string(text), "\uFFFD"), rest, nil
}

// tdsList cuts a list of as many records off its count.
func tdsList(what string, data []byte, size int) (list, rest []byte, err error) {
	if len(data) < 2 {
		return nil, nil, refuse(codeTruncated, "the file has no room for the number of %s", what)
	}
	n := int(binary.LittleEndian.Uint16(data))
	data = data[2:]
	if err := checkCount(what, int64(n), int64(size), int64(len(data)), math.MaxUint16); err != nil {
		return nil, nil, err
	}
	return data[:n*size], data[n*size:], nil
}

// tdsFloats reads numbers.
func tdsFloats(data []byte) []float32 {
	numbers := make([]float32, len(data)/4)
	for i := range numbers {
		numbers[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return numbers
}

// is3DS: the main chunk 0x4D4D with the length of the file; under its own
// extension also with a greater one, as the reader will say.
func is3DS(head []byte, size int64, extension string) bool {
	if len(head) < 6 || head[0] != 'M' || head[1] != 'M' {
		return false
	}
	length := int64(binary.LittleEndian.Uint32(head[2:6]))
	return length == size || extension == "3ds" && length > size
}
