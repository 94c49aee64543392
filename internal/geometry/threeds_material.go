package geometry

import (
	"encoding/binary"
	"io"
)

// The chunks of a material.
const (
	tdsMaterialName = 0xA000
	tdsDiffuse      = 0xA020
	tdsShininess    = 0xA040
	tdsTransparency = 0xA050
	tdsTwoSided     = 0xA081
	tdsSelfGlow     = 0xA084
	tdsMapName      = 0xA300
	tdsMapTiling    = 0xA351

	tdsColorFloat  = 0x0010
	tdsColorByte   = 0x0011
	tdsLinearByte  = 0x0012
	tdsLinearFloat = 0x0013
	tdsShareInt    = 0x0030
	tdsShareFloat  = 0x0031
)

// tdsMaps are the chunks of textures: the colour's, its second, and those of
// opacity, bumps, gloss, reflections and glow.
var tdsMaps = map[uint16]bool{
	0xA200: true, 0xA33A: true, 0xA210: true, 0xA230: true, 0xA204: true, 0xA33C: true, 0xA220: true, 0xA33D: true,
}

// readMaterial reads a material with its textures.
func (r *tdsReader) readMaterial(body []byte) error {
	if len(r.model.Materials) >= maxNodes {
		return refuse(codeLimit, "the file has more than %d materials", maxNodes)
	}
	m := Material{Color: [4]float32{0.6, 0.6, 0.6, 1}, Roughness: 0.7}
	glow := float32(0)
	err := tdsEach(body, func(id uint16, body []byte) (err error) {
		switch id {
		case tdsMaterialName:
			m.Name, _, err = tdsName(body)
		case tdsDiffuse:
			var color [3]float32
			color, err = tdsColor(body)
			copy(m.Color[:3], color[:])
		case tdsShininess:
			var share float32
			share, err = tdsShare(body)
			m.Roughness = 1 - share
		case tdsTransparency:
			var share float32
			share, err = tdsShare(body)
			m.Color[3] = 1 - share
		case tdsTwoSided:
			m.DoubleSided = true
		case tdsSelfGlow:
			glow, err = tdsShare(body)
		default:
			if tdsMaps[id] {
				return r.readMap(&m, id == 0xA200, body)
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	for i := range m.Emissive {
		m.Emissive[i] = m.Color[i] * glow
	}
	if m.Color[3] < 1 {
		m.AlphaMode = "BLEND"
	}
	if _, twice := r.materials[m.Name]; !twice {
		r.materials[m.Name] = len(r.model.Materials)
	}
	r.model.Materials = append(r.model.Materials, m)
	return nil
}

// readMap finds the picture of a texture.
func (r *tdsReader) readMap(m *Material, color bool, body []byte) error {
	return tdsEach(body, func(id uint16, body []byte) error {
		if id == tdsMapTiling && color && len(body) >= 2 {
			m.Wrap = tdsWrap(binary.LittleEndian.Uint16(body))
		}
		if id != tdsMapName {
			return nil
		}
		name, _, err := tdsName(body)
		if err != nil || name == "" {
			return err
		}
		m.Textured = true
		texture := &Texture{Name: name}
		source, ok, err := r.model.looseSibling(r.in, name)
		if err != nil {
			return err
		}
		if ok {
			texture.Size = source.Size
			texture.Open = func() (io.Reader, error) { return source.reader(), nil }
		}
		if color && m.Texture == nil {
			m.Texture = texture
		}
		return nil
	})
}

// tdsWrap reads the flags of a texture: a decal and one that does not tile end at
// their edges.
func tdsWrap(flags uint16) Wrap {
	const decal, mirror, untiled = 0x1, 0x2, 0x10
	switch {
	case flags&(decal|untiled) != 0:
		return Wrap{Clamp, Clamp}
	case flags&mirror != 0:
		return Wrap{Mirror, Mirror}
	}
	return Wrap{}
}

// tdsColor reads a colour as linear light. A linear one comes after the other,
// for those who know it, and is the same.
func tdsColor(data []byte) (color [3]float32, err error) {
	err = tdsEach(data, func(id uint16, body []byte) error {
		bytes, linear := id == tdsColorByte || id == tdsLinearByte, id == tdsLinearByte || id == tdsLinearFloat
		switch {
		case bytes && len(body) >= 3:
			for i := range color {
				color[i] = float32(body[i]) / 255
			}
		case (id == tdsColorFloat || id == tdsLinearFloat) && len(body) >= 12:
			for i, v := range tdsFloats(body[:12]) {
				color[i] = shareOf(float64(v))
			}
		default:
			return nil
		}
		for i, v := range color {
			if !linear {
				color[i] = linearOf(v)
			}
		}
		return nil
	})
	return color, err
}

// tdsShare reads a percentage as a number between 0 and 1.
func tdsShare(data []byte) (share float32, err error) {
	err = tdsEach(data, func(id uint16, body []byte) error {
		switch {
		case id == tdsShareInt && len(body) >= 2:
			share = shareOf(float64(int16(binary.LittleEndian.Uint16(body))) / 100)
		case id == tdsShareFloat && len(body) >= 4:
			share = shareOf(float64(tdsFloats(body[:4])[0]) / 100)
		}
		return nil
	})
	return share, err
}
