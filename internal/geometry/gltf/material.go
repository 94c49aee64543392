package gltf

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// The extensions of materials that are told apart.
const (
	unlit    = "KHR_materials_unlit"
	specGlos = "KHR_materials_pbrSpecularGlossiness"
	common   = "KHR_materials_common"
	glow     = "KHR_materials_emissive_strength"
)

// readMaterials takes the factors and the textures (section 3.9).
func (r *reader) readMaterials() error {
	for i := range r.doc.Materials {
		material, texCoord, err := r.material(&r.doc.Materials[i])
		if err != nil {
			return err
		}
		r.model.Materials = append(r.model.Materials, material)
		r.texCoords = append(r.texCoords, texCoord)
	}
	return nil
}

func (r *reader) material(from *material) (m geometry.Material, texCoord integer, err error) {
	surface, mirror := from.surface()
	_, unlit := from.Extra[unlit]
	m = geometry.Material{
		Name: from.Name, Color: or(surface.Color, [4]float32{1, 1, 1, 1}), Emissive: from.Emissive,
		Metallic: or(surface.Metallic, 1), Roughness: or(surface.Roughness, 1),
		AlphaMode: from.Alpha, AlphaCutoff: or(from.Cutoff, 0.5), DoubleSided: from.TwoSided, PBR: from.isPBR(),
		Unlit: unlit, Specular: mirror,
	}
	if surface.Base != nil {
		m.Textured, m.Move, m.Wrap, texCoord = true, surface.Base.move(), r.wrap(surface.Base), surface.Base.coordinates()
		if m.Texture, err = r.texture(surface.Base); err != nil {
			return m, texCoord, err
		}
	}
	for i, info := range []*textureInfo{surface.Surface, from.Normal, from.Occlusion, from.Glow} {
		if info == nil {
			continue
		}
		to := []*geometry.Map{&m.Surface, &m.Normal, &m.Occlusion, &m.Glow}[i]
		m.Textured = true
		if info.coordinates() == texCoord {
			*to = r.mapOf(info)
		}
	}
	return m, texCoord, nil
}

// mapOf finds a map. One that speaks of no picture is not there: models were
// always read without.
func (r *reader) mapOf(info *textureInfo) geometry.Map {
	texture, err := r.texture(info)
	if err != nil || texture == nil {
		return geometry.Map{}
	}
	return geometry.Map{Texture: texture, Move: info.move(), Wrap: r.wrap(info), Strength: or(info.Scale, 1) * or(info.Strength, 1)}
}

// coordinates are the number of a texture's coordinates.
func (info *textureInfo) coordinates() integer {
	if t := info.Extensions.Transform; t != nil {
		return or(t.TexCoord, info.TexCoord)
	}
	return info.TexCoord
}

// move is KHR_texture_transform: scaled, turned and moved, with v downwards. Ours
// is upwards.
func (info *textureInfo) move() *geometry.Move {
	t := info.Extensions.Transform
	if t == nil {
		return nil
	}
	sin, cos := math.Sincos(t.Rotation)
	scale := or(t.Scale, [2]float64{1, 1})
	return &geometry.Move{
		cos * scale[0], -sin * scale[1], t.Offset[0] + sin*scale[1],
		sin * scale[0], cos * scale[1], 1 - cos*scale[1] - t.Offset[1],
	}
}

// isPBR reports whether the material says how metallic or rough it is, or has an extension that goes
// on from there. That the metallic-roughness model is named says nothing: each
// glTF material names it, for its colour alone as well.
func (from *material) isPBR() bool {
	pbr := from.Metallic != nil && from.Metallic.says()
	for name := range from.Extra {
		switch name {
		case unlit:
			return false
		case common, glow:
		default:
			pbr = pbr || strings.HasPrefix(name, "KHR_materials_")
		}
	}
	return pbr
}

// says reports whether something is said by a map, or by a value that is not what converters write for a surface of
// which they know nothing: not metallic or all of it, and as rough as can be.
func (m *metallicRoughness) says() bool {
	metallic, roughness := or(m.Metallic, 1), or(m.Roughness, 1)
	return m.Surface != nil || roughness != 1 || metallic != 0 && metallic != 1
}

// surface is a material's metallic-roughness model; the older model of gloss is
// made one, beside its mirror colour.
func (from *material) surface() (surface *metallicRoughness, mirror *[3]float32) {
	if from.Metallic != nil {
		return from.Metallic, nil
	}
	var specular specular
	text, ok := from.Extra[specGlos]
	if !ok || json.Unmarshal(text, &specular) != nil {
		return &metallicRoughness{}, nil
	}
	if mirror = specular.Mirror; mirror == nil && specular.Surface != nil {
		mirror = &[3]float32{1, 1, 1}
	}
	metallic, roughness := float32(0), 1-or(specular.Gloss, 1)
	return &metallicRoughness{Color: specular.Color, Base: specular.Base, Metallic: &metallic, Roughness: &roughness,
		Surface: specular.Surface}, mirror
}

func or[T any](value *T, otherwise T) T {
	if value == nil {
		return otherwise
	}
	return *value
}

// texture finds a texture's picture; nil when only an extension that is not
// read knows it.
func (r *reader) texture(info *textureInfo) (*geometry.Texture, error) {
	i := info.Index.in(len(r.doc.Textures))
	if i < 0 {
		return nil, source.Refuse(source.Malformed, "a material refers to texture %d, of only %d", info.Index-1, len(r.doc.Textures))
	}
	texture := &r.doc.Textures[i]
	other := &texture.Extensions
	for _, file := range []ref{texture.Source, other.WebP.Source, other.AVIF.Source, other.Basis.Source, other.DDS.Source} {
		if file == 0 {
			continue
		}
		image := file.in(len(r.images))
		if image < 0 {
			return nil, source.Refuse(source.Malformed, "texture %d refers to image %d, of only %d", i, file-1, len(r.images))
		}
		return r.images[image], nil
	}
	return nil, nil
}

// wrap is what a texture's sampler says (section 5.26); without one it repeats.
func (r *reader) wrap(info *textureInfo) geometry.Wrap {
	texture := info.Index.in(len(r.doc.Textures))
	if texture < 0 {
		return geometry.Wrap{}
	}
	sampler := r.doc.Textures[texture].Sampler.in(len(r.doc.Samplers))
	if sampler < 0 {
		return geometry.Wrap{}
	}
	const clamp, mirror = 33071, 33648
	from := r.doc.Samplers[sampler]
	return geometry.Wrap{geometry.WrapOf(from.S, []integer{clamp}, []integer{mirror}),
		geometry.WrapOf(from.T, []integer{clamp}, []integer{mirror})}
}

// openImages finds the pictures: in the JSON, in a buffer or in another file.
func (r *reader) openImages() error {
	for i := range r.doc.Images {
		texture, err := r.image(&r.doc.Images[i])
		if err != nil {
			return err
		}
		r.images = append(r.images, texture)
	}
	return nil
}

func (r *reader) image(from *image) (*geometry.Texture, error) {
	texture := &geometry.Texture{Name: from.Name}
	switch {
	case from.URI.data != nil:
		texture.Size = int64(len(from.URI.data))
		texture.Open = func() (io.Reader, error) { return bytes.NewReader(from.URI.data), nil }
	case from.URI.name != "":
		texture.Name = from.URI.name
		source, ok, err := r.sibling(from.URI.name)
		if err != nil || !ok {
			return texture, err
		}
		texture.Size = source.Size
		texture.Open = func() (io.Reader, error) { return source.Reader(), nil }
	case from.BufferView > 0:
		view, buffer, err := r.view(from.BufferView)
		if err != nil || buffer.source == nil {
			return texture, err
		}
		texture.Size = int64(view.ByteLength)
		source, at, size := buffer.source, int64(view.ByteOffset), texture.Size
		texture.Open = func() (io.Reader, error) { return io.NewSectionReader(source, at, size), nil }
	}
	return texture, nil
}
