package threeds

import (
	"encoding/binary"
	"io"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// The chunks of a material.
const (
	chunkMaterialName = 0xA000
	chunkDiffuse      = 0xA020
	chunkShininess    = 0xA040
	chunkTransparency = 0xA050
	chunkTwoSided     = 0xA081
	chunkSelfGlow     = 0xA084
	chunkMapName      = 0xA300
	chunkMapTiling    = 0xA351

	chunkColorFloat  = 0x0010
	chunkColorByte   = 0x0011
	chunkLinearByte  = 0x0012
	chunkLinearFloat = 0x0013
	chunkShareInt    = 0x0030
	chunkShareFloat  = 0x0031
)

// maps are the chunks of textures: the colour's, its second, and those of
// opacity, bumps, gloss, reflections and glow.
var maps = map[uint16]bool{
	0xA200: true, 0xA33A: true, 0xA210: true, 0xA230: true, 0xA204: true, 0xA33C: true, 0xA220: true, 0xA33D: true,
}

// readMaterial reads a material with its textures.
func (r *reader) readMaterial(body []byte) error {
	if len(r.model.Materials) >= source.MaxNodes {
		return source.Refuse(source.Limit, "the file has more than %d materials", source.MaxNodes)
	}
	m := geometry.Material{Color: [4]float32{0.6, 0.6, 0.6, 1}, Roughness: 0.7}
	glow := float32(0)
	err := each(body, func(id uint16, body []byte) (err error) {
		switch id {
		case chunkMaterialName:
			m.Name, _, err = name(body)
		case chunkDiffuse:
			var color [3]float32
			color, err = readColor(body)
			copy(m.Color[:3], color[:])
		case chunkShininess:
			var share float32
			share, err = readShare(body)
			m.Roughness = 1 - share
		case chunkTransparency:
			var share float32
			share, err = readShare(body)
			m.Color[3] = 1 - share
		case chunkTwoSided:
			m.DoubleSided = true
		case chunkSelfGlow:
			glow, err = readShare(body)
		default:
			if maps[id] {
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
func (r *reader) readMap(m *geometry.Material, color bool, body []byte) error {
	return each(body, func(id uint16, body []byte) error {
		if id == chunkMapTiling && color && len(body) >= 2 {
			m.Wrap = wrap(binary.LittleEndian.Uint16(body))
		}
		if id != chunkMapName {
			return nil
		}
		name, _, err := name(body)
		if err != nil || name == "" {
			return err
		}
		m.Textured = true
		texture := &geometry.Texture{Name: name}
		source, ok, err := r.model.LooseSibling(r.in, name)
		if err != nil {
			return err
		}
		if ok {
			texture.Size = source.Size
			texture.Open = func() (io.Reader, error) { return source.Reader(), nil }
		}
		if color && m.Texture == nil {
			m.Texture = texture
		}
		return nil
	})
}

// wrap reads the flags of a texture: a decal and one that does not tile end at
// their edges.
func wrap(flags uint16) geometry.Wrap {
	const decal, mirror, untiled = 0x1, 0x2, 0x10
	switch {
	case flags&(decal|untiled) != 0:
		return geometry.Wrap{geometry.Clamp, geometry.Clamp}
	case flags&mirror != 0:
		return geometry.Wrap{geometry.Mirror, geometry.Mirror}
	}
	return geometry.Wrap{}
}

// readColor reads a colour as linear light. A linear one comes after the other,
// for those who know it, and is the same.
func readColor(data []byte) (color [3]float32, err error) {
	err = each(data, func(id uint16, body []byte) error {
		bytes, linear := id == chunkColorByte || id == chunkLinearByte, id == chunkLinearByte || id == chunkLinearFloat
		switch {
		case bytes && len(body) >= 3:
			for i := range color {
				color[i] = float32(body[i]) / 255
			}
		case (id == chunkColorFloat || id == chunkLinearFloat) && len(body) >= 12:
			for i, v := range floats(body[:12]) {
				color[i] = geometry.ShareOf(float64(v))
			}
		default:
			return nil
		}
		for i, v := range color {
			if !linear {
				color[i] = geometry.LinearOf(v)
			}
		}
		return nil
	})
	return color, err
}

// readShare reads a percentage as a number between 0 and 1.
func readShare(data []byte) (share float32, err error) {
	err = each(data, func(id uint16, body []byte) error {
		switch {
		case id == chunkShareInt && len(body) >= 2:
			share = geometry.ShareOf(float64(int16(binary.LittleEndian.Uint16(body))) / 100)
		case id == chunkShareFloat && len(body) >= 4:
			share = geometry.ShareOf(float64(floats(body[:4])[0]) / 100)
		}
		return nil
	})
	return share, err
}
