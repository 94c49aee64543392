package geometry

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strings"
)

// The extensions of materials that are told apart.
const (
	gltfUnlit    = "KHR_materials_unlit"
	gltfSpecGlos = "KHR_materials_pbrSpecularGlossiness"
	gltfCommon   = "KHR_materials_common"
	gltfGlow     = "KHR_materials_emissive_strength"
)

// readMaterials takes the factors and the textures (section 3.9).
func (r *gltfReader) readMaterials() error {
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

func (r *gltfReader) material(from *gltfMaterial) (m Material, texCoord gltfInt, err error) {
	surface, mirror := from.surface()
	_, unlit := from.Extra[gltfUnlit]
	m = Material{
		Name: from.Name, Color: gltfOr(surface.Color, [4]float32{1, 1, 1, 1}), Emissive: from.Emissive,
		Metallic: gltfOr(surface.Metallic, 1), Roughness: gltfOr(surface.Roughness, 1),
		AlphaMode: from.Alpha, AlphaCutoff: gltfOr(from.Cutoff, 0.5), DoubleSided: from.TwoSided, PBR: from.isPBR(),
		Unlit: unlit, Specular: mirror,
	}
	if surface.Base != nil {
		m.Textured, m.Move, m.Wrap, texCoord = true, surface.Base.move(), r.wrap(surface.Base), surface.Base.coordinates()
		if m.Texture, err = r.texture(surface.Base); err != nil {
			return m, texCoord, err
		}
	}
	for i, info := range []*gltfTextureInfo{surface.Surface, from.Normal, from.Occlusion, from.Glow} {
		if info == nil {
			continue
		}
		to := []*Map{&m.Surface, &m.Normal, &m.Occlusion, &m.Glow}[i]
		m.Textured = true
		if info.coordinates() == texCoord {
			*to = r.mapOf(info)
		}
	}
	return m, texCoord, nil
}

// mapOf finds a map. One that speaks of no picture is not there: models were
// always read without.
func (r *gltfReader) mapOf(info *gltfTextureInfo) Map {
	texture, err := r.texture(info)
	if err != nil || texture == nil {
		return Map{}
	}
	return Map{texture, info.move(), r.wrap(info), gltfOr(info.Scale, 1) * gltfOr(info.Strength, 1)}
}

// coordinates are the number of a texture's coordinates.
func (info *gltfTextureInfo) coordinates() gltfInt {
	if t := info.Extensions.Transform; t != nil {
		return gltfOr(t.TexCoord, info.TexCoord)
	}
	return info.TexCoord
}

// move is KHR_texture_transform: scaled, turned and moved, with v downwards. Ours
// is upwards.
func (info *gltfTextureInfo) move() *Move {
	t := info.Extensions.Transform
	if t == nil {
		return nil
	}
	sin, cos := math.Sincos(t.Rotation)
	scale := gltfOr(t.Scale, [2]float64{1, 1})
	return &Move{
		cos * scale[0], -sin * scale[1], t.Offset[0] + sin*scale[1],
		sin * scale[0], cos * scale[1], 1 - cos*scale[1] - t.Offset[1],
	}
}

// isPBR: the material says how metallic or rough it is, or has an extension that goes
// on from there. That the metallic-roughness model is named says nothing: each
// glTF material names it, for its colour alone as well.
func (from *gltfMaterial) isPBR() bool {
	pbr := from.Metallic != nil && from.Metallic.says()
	for name := range from.Extra {
		switch name {
		case gltfUnlit:
			return false
		case gltfCommon, gltfGlow:
		default:
			pbr = pbr || strings.HasPrefix(name, "KHR_materials_")
		}
	}
	return pbr
}

// says: by a map, or by a value that is not what converters write for a surface of
// which they know nothing: not metallic or all of it, and as rough as can be.
func (m *gltfMetallic) says() bool {
	metallic, roughness := gltfOr(m.Metallic, 1), gltfOr(m.Roughness, 1)
	return m.Surface != nil || roughness != 1 || metallic != 0 && metallic != 1
}

// surface is a material's metallic-roughness model; the older model of gloss is
// made one, beside its mirror colour.
func (from *gltfMaterial) surface() (surface *gltfMetallic, mirror *[3]float32) {
	if from.Metallic != nil {
		return from.Metallic, nil
	}
	var specular gltfSpecular
	text, ok := from.Extra[gltfSpecGlos]
	if !ok || json.Unmarshal(text, &specular) != nil {
		return &gltfMetallic{}, nil
	}
	if mirror = specular.Mirror; mirror == nil && specular.Surface != nil {
		mirror = &[3]float32{1, 1, 1}
	}
	metallic, roughness := float32(0), 1-gltfOr(specular.Gloss, 1)
	return &gltfMetallic{Color: specular.Color, Base: specular.Base, Metallic: &metallic, Roughness: &roughness, Surface: specular.Surface}, mirror
}

func gltfOr[T any](value *T, otherwise T) T {
	if value == nil {
		return otherwise
	}
	return *value
}

// texture finds a texture's picture; nil when only an extension that is not
// read knows it.
func (r *gltfReader) texture(info *gltfTextureInfo) (*Texture, error) {
	i := info.Index.in(len(r.doc.Textures))
	if i < 0 {
		return nil, refuse(codeMalformed, "a material refers to texture %d, of only %d", info.Index-1, len(r.doc.Textures))
	}
	texture := &r.doc.Textures[i]
	other := &texture.Extensions
	for _, source := range []gltfRef{texture.Source, other.WebP.Source, other.AVIF.Source, other.Basis.Source, other.DDS.Source} {
		if source == 0 {
			continue
		}
		image := source.in(len(r.images))
		if image < 0 {
			return nil, refuse(codeMalformed, "texture %d refers to image %d, of only %d", i, source-1, len(r.images))
		}
		return r.images[image], nil
	}
	return nil, nil
}

// wrap is what a texture's sampler says (section 5.26); without one it repeats.
func (r *gltfReader) wrap(info *gltfTextureInfo) Wrap {
	texture := info.Index.in(len(r.doc.Textures))
	if texture < 0 {
		return Wrap{}
	}
	sampler := r.doc.Textures[texture].Sampler.in(len(r.doc.Samplers))
	if sampler < 0 {
		return Wrap{}
	}
	const clamp, mirror = 33071, 33648
	from := r.doc.Samplers[sampler]
	return Wrap{wrapOf(from.S, []gltfInt{clamp}, []gltfInt{mirror}), wrapOf(from.T, []gltfInt{clamp}, []gltfInt{mirror})}
}

// openImages finds the pictures: in the JSON, in a buffer or in another file.
func (r *gltfReader) openImages() error {
	for i := range r.doc.Images {
		texture, err := r.image(&r.doc.Images[i])
		if err != nil {
			return err
		}
		r.images = append(r.images, texture)
	}
	return nil
}

func (r *gltfReader) image(from *gltfImage) (*Texture, error) {
	texture := &Texture{Name: from.Name}
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
		texture.Open = func() (io.Reader, error) { return source.reader(), nil }
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
