package fbx

import (
	"io"
	"math"
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// imageContent is a picture inside the file.
type imageContent struct{ at, size int64 }

// picture is what was found for a texture; nil inside when it names none.
type picture struct {
	*geometry.Texture
	wrap geometry.Wrap
}

// maxLooks bounds how many links are followed to textures.
const maxLooks = 10_000_000

// readMaterials reads the materials with their textures.
func (r *reader) readMaterials() error {
	if err := r.findContents(); err != nil {
		return err
	}
	for i := range r.objects {
		object := &r.objects[i]
		if object.kind != kindMaterial {
			continue
		}
		material, err := r.material(object)
		if err != nil {
			return err
		}
		if err := r.textures(object, &material, 1, true); err != nil {
			return err
		}
		object.number = int32(len(r.model.Materials))
		r.model.Materials = append(r.model.Materials, material)
	}
	return r.modelTextures()
}

// modelTextures finds the textures of files before version 7, where they belong to the model, not to its
// material.
func (r *reader) modelTextures() error {
	for i := range r.objects {
		model := &r.objects[i]
		if model.kind != kindModel {
			continue
		}
		for _, number := range r.linked(model, kindMaterial) {
			if err := r.textures(model, &r.model.Materials[r.objects[number].number], 1, true); err != nil {
				return err
			}
		}
	}
	return nil
}

// look is what a material says of itself, in whatever words its maker has.
type look struct {
	diffuse, emissive             [3]float64
	diffuseFactor, emissiveFactor float64
	opacity, shininess            float64
	metallic, roughness           float64
	pbr                           bool
}

func (r *reader) material(o *object) (geometry.Material, error) {
	look := look{diffuse: [3]float64{0.8, 0.8, 0.8}, diffuseFactor: 1, emissiveFactor: 1, opacity: 1, shininess: 20, roughness: -1}
	err := r.each(o.record, func(child node) error {
		if child.name != "ShadingModel" {
			return nil
		}
		model, err := r.values(child).text()
		look.pbr = physical(model)
		return err
	})
	if err != nil {
		return geometry.Material{}, err
	}
	if err := r.properties(o.record, look.take); err != nil {
		return geometry.Material{}, err
	}
	return look.material(o.name), nil
}

// physical reports whether the name of a shading model is that of a physically
// based one.
func physical(name string) bool {
	low := plain(name)
	for _, word := range []string{"pbr", "physical", "stingray", "standardsurface", "metallicroughness", "openpbr"} {
		if strings.Contains(low, word) {
			return true
		}
	}
	return false
}

// plain makes "Maya|base_color" and "3dsMax|Parameters|baseColor" the same.
func plain(name string) string {
	name = name[strings.LastIndexByte(name, '|')+1:]
	return strings.ToLower(strings.NewReplacer("_", "", " ", "").Replace(name))
}

// stingray is Maya's type number of a Stingray PBS material.
const stingray = 1166017

func (l *look) take(name string, v *values) (err error) {
	color := func(into *[3]float64) (err error) {
		*into, err = v.vector()
		return err
	}
	number := func(into *float64) (err error) {
		*into, err = v.number()
		return err
	}
	if name == "Maya|TypeId" {
		var id float64
		err = number(&id)
		l.pbr = l.pbr || id == stingray
		return err
	}
	switch plain(name) {
	case "diffusecolor", "basecolor":
		return color(&l.diffuse)
	case "diffusefactor":
		return number(&l.diffuseFactor)
	case "emissivecolor":
		return color(&l.emissive)
	case "emissivefactor":
		return number(&l.emissiveFactor)
	case "opacity":
		return number(&l.opacity)
	case "shininessexponent", "shininess":
		return number(&l.shininess)
	case "metallic", "metalness", "metallicfactor":
		l.pbr = true
		return number(&l.metallic)
	case "roughness", "roughnessfactor", "specularroughness":
		return number(&l.roughness)
	}
	return nil
}

// material puts the old models of light into the terms of the new one.
func (l *look) material(name string) geometry.Material {
	m := geometry.Material{Name: name, PBR: l.pbr, Roughness: geometry.ShareOf(l.roughness), Metallic: geometry.ShareOf(l.metallic)}
	for i := range 3 {
		m.Color[i] = geometry.ShareOf(l.diffuse[i] * l.diffuseFactor)
		m.Emissive[i] = geometry.ShareOf(l.emissive[i] * l.emissiveFactor)
	}
	m.Color[3] = geometry.ShareOf(l.opacity)
	if m.Color[3] < 1 {
		m.AlphaMode = "BLEND"
	}
	if l.roughness < 0 {
		m.Roughness = geometry.ShareOf(math.Sqrt(2 / (math.Max(l.shininess, 0) + 2)))
	}
	return m
}

// textures finds what a material names, also through a stack of layers.
func (r *reader) textures(o *object, material *geometry.Material, depth int, colors bool) error {
	if depth > 4 {
		return nil
	}
	if r.looked += len(o.inside); r.looked > maxLooks {
		return source.Refuse(source.Limit, "the file's materials name more than %d textures", maxLooks)
	}
	for _, link := range o.inside {
		texture := &r.objects[link.object]
		if texture.kind != kindTexture {
			continue
		}
		material.Textured = true
		if texture.picture == nil {
			found, err := r.picture(texture)
			if err != nil {
				return err
			}
			wrap, err := r.wrap(texture)
			if err != nil {
				return err
			}
			texture.picture = &picture{found, wrap}
		}
		colors := colors && colorsOf(link.property)
		if material.Texture == nil && colors {
			material.Texture, material.Wrap = texture.picture.Texture, texture.picture.wrap
		}
		if err := r.textures(texture, material, depth+1, colors); err != nil {
			return err
		}
	}
	return nil
}

// colorsOf reports whether a texture that is connected to a property gives the
// colour. Layers and models name none.
func colorsOf(property string) bool {
	plain := plain(property)
	for _, word := range []string{"diffuse", "basecolor", "colormap", "albedo"} {
		if strings.Contains(plain, word) && !strings.Contains(plain, "roughness") && !strings.Contains(plain, "factor") {
			return true
		}
	}
	return property == ""
}

// wrap reads what a texture does beyond its edges: 0 is to repeat, 1 to clamp.
func (r *reader) wrap(texture *object) (wrap geometry.Wrap, err error) {
	err = r.properties(texture.record, func(name string, v *values) error {
		along := map[string]int{"WrapModeU": 0, "WrapModeV": 1}
		i, known := along[name]
		if !known {
			return nil
		}
		mode, err := v.number()
		wrap[i] = geometry.WrapOf(mode, []float64{1}, nil)
		return err
	})
	return wrap, err
}

// picture finds the picture of a texture: inside the file, or beside it.
func (r *reader) picture(texture *object) (*geometry.Texture, error) {
	other := ""
	for _, number := range r.linked(texture, kindVideo) {
		other = r.objects[number].file
		if video := &r.objects[number]; video.content.size > 0 {
			return r.content(video.file, video.content), nil
		}
	}
	name, _, err := r.video(texture.record)
	if err != nil {
		return nil, err
	}
	if name == "" {
		name = other
	}
	if name == "" {
		return nil, nil
	}
	if safe, err := source.SiblingName(name); err == nil {
		if content, ok := r.embedded[safe]; ok {
			return r.content(safe, content), nil
		}
	}
	found := &geometry.Texture{Name: name}
	source, ok, err := r.model.LooseSibling(r.in, name)
	if err != nil || !ok {
		return found, err
	}
	found.Size = source.Size
	found.Open = func() (io.Reader, error) { return source.Reader(), nil }
	return found, nil
}

func (r *reader) content(name string, content imageContent) *geometry.Texture {
	return &geometry.Texture{Name: name, Size: content.size, Open: func() (io.Reader, error) {
		return io.NewSectionReader(r.File, content.at, content.size), nil
	}}
}

// findContents finds the pictures inside the file. One that several textures
// have is there once.
func (r *reader) findContents() error {
	for i := range r.objects {
		object := &r.objects[i]
		if object.kind != kindVideo {
			continue
		}
		var err error
		if object.file, object.content, err = r.video(object.record); err != nil {
			return err
		}
		if safe, err := source.SiblingName(object.file); err == nil && object.content.size > 0 {
			r.embedded[safe] = object.content
		}
	}
	return nil
}

// video reads the file name of a video or a texture, and the place of a picture
// inside the file.
func (r *reader) video(record node) (name string, content imageContent, err error) {
	absolute := ""
	err = r.each(record, func(child node) (err error) {
		switch child.name {
		case "RelativeFilename":
			name, err = r.values(child).text()
		case "FileName", "Filename":
			absolute, err = r.values(child).text()
		case "Content":
			var value value
			value, err = r.values(child).next()
			content = imageContent{value.at, value.size}
		}
		return err
	})
	if strings.TrimSpace(name) == "" {
		name = absolute
	}
	return strings.TrimSpace(strings.ToValidUTF8(name, "\uFFFD")), content, err
}
