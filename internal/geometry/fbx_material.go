package geometry

import (
	"io"
	"math"
	"strings"
)

// fbxContent is a picture inside the file.
type fbxContent struct{ at, size int64 }

// fbxPicture is what was found for a texture; nil inside when it names none.
type fbxPicture struct {
	*Texture
	wrap Wrap
}

// maxFBXLooks bounds how many links are followed to textures.
const maxFBXLooks = 10_000_000

// readMaterials reads the materials with their textures.
func (r *fbxReader) readMaterials() error {
	if err := r.findContents(); err != nil {
		return err
	}
	for i := range r.objects {
		object := &r.objects[i]
		if object.kind != fbxMaterial {
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

// modelTextures: before version 7 textures belong to the model, not to its
// material.
func (r *fbxReader) modelTextures() error {
	for i := range r.objects {
		model := &r.objects[i]
		if model.kind != fbxModel {
			continue
		}
		for _, number := range r.linked(model, fbxMaterial) {
			if err := r.textures(model, &r.model.Materials[r.objects[number].number], 1, true); err != nil {
				return err
			}
		}
	}
	return nil
}

// fbxLook is what a material says of itself, in whatever words its maker has.
type fbxLook struct {
	diffuse, emissive             [3]float64
	diffuseFactor, emissiveFactor float64
	opacity, shininess            float64
	metallic, roughness           float64
	pbr                           bool
}

func (r *fbxReader) material(object *fbxObject) (Material, error) {
	look := fbxLook{diffuse: [3]float64{0.8, 0.8, 0.8}, diffuseFactor: 1, emissiveFactor: 1, opacity: 1, shininess: 20, roughness: -1}
	err := r.each(object.record, func(child fbxRecord) error {
		if child.name != "ShadingModel" {
			return nil
		}
		model, err := r.values(child).text()
		look.pbr = fbxPhysical(model)
		return err
	})
	if err != nil {
		return Material{}, err
	}
	if err := r.properties(object.record, look.take); err != nil {
		return Material{}, err
	}
	return look.material(object.name), nil
}

// fbxPhysical says whether the name of a shading model is that of a physically
// based one.
func fbxPhysical(name string) bool {
	low := fbxPlain(name)
	for _, word := range []string{"pbr", "physical", "stingray", "standardsurface", "metallicroughness", "openpbr"} {
		if strings.Contains(low, word) {
			return true
		}
	}
	return false
}

// fbxPlain makes "Maya|base_color" and "3dsMax|Parameters|baseColor" the same.
func fbxPlain(name string) string {
	name = name[strings.LastIndexByte(name, '|')+1:]
	return strings.ToLower(strings.NewReplacer("_", "", " ", "").Replace(name))
}

// fbxStingray is Maya's type number of a Stingray PBS material.
const fbxStingray = 1166017

func (look *fbxLook) take(name string, values *fbxValues) (err error) {
	color := func(into *[3]float64) (err error) {
		*into, err = values.vector()
		return err
	}
	number := func(into *float64) (err error) {
		*into, err = values.number()
		return err
	}
	if name == "Maya|TypeId" {
		var id float64
		err = number(&id)
		look.pbr = look.pbr || id == fbxStingray
		return err
	}
	switch fbxPlain(name) {
	case "diffusecolor", "basecolor":
		return color(&look.diffuse)
	case "diffusefactor":
		return number(&look.diffuseFactor)
	case "emissivecolor":
		return color(&look.emissive)
	case "emissivefactor":
		return number(&look.emissiveFactor)
	case "opacity":
		return number(&look.opacity)
	case "shininessexponent", "shininess":
		return number(&look.shininess)
	case "metallic", "metalness", "metallicfactor":
		look.pbr = true
		return number(&look.metallic)
	case "roughness", "roughnessfactor", "specularroughness":
		return number(&look.roughness)
	}
	return nil
}

// material puts the old models of light into the terms of the new one.
func (look *fbxLook) material(name string) Material {
	m := Material{Name: name, PBR: look.pbr, Roughness: shareOf(look.roughness), Metallic: shareOf(look.metallic)}
	for i := range 3 {
		m.Color[i] = shareOf(look.diffuse[i] * look.diffuseFactor)
		m.Emissive[i] = shareOf(look.emissive[i] * look.emissiveFactor)
	}
	m.Color[3] = shareOf(look.opacity)
	if m.Color[3] < 1 {
		m.AlphaMode = "BLEND"
	}
	if look.roughness < 0 {
		m.Roughness = shareOf(math.Sqrt(2 / (math.Max(look.shininess, 0) + 2)))
	}
	return m
}

// textures finds what a material names, also through a stack of layers.
func (r *fbxReader) textures(object *fbxObject, material *Material, depth int, colors bool) error {
	if depth > 4 {
		return nil
	}
	if r.looked += len(object.inside); r.looked > maxFBXLooks {
		return refuse(codeLimit, "the file's materials name more than %d textures", maxFBXLooks)
	}
	for _, link := range object.inside {
		texture := &r.objects[link.object]
		if texture.kind != fbxTexture {
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
			texture.picture = &fbxPicture{found, wrap}
		}
		colors := colors && fbxColors(link.property)
		if material.Texture == nil && colors {
			material.Texture, material.Wrap = texture.picture.Texture, texture.picture.wrap
		}
		if err := r.textures(texture, material, depth+1, colors); err != nil {
			return err
		}
	}
	return nil
}

// fbxColors says whether a texture that is connected to a property gives the
// colour. Layers and models name none.
func fbxColors(property string) bool {
	plain := fbxPlain(property)
	for _, word := range []string{"diffuse", "basecolor", "colormap", "albedo"} {
		if strings.Contains(plain, word) && !strings.Contains(plain, "roughness") && !strings.Contains(plain, "factor") {
			return true
		}
	}
	return property == ""
}

// wrap reads what a texture does beyond its edges: 0 is to repeat, 1 to clamp.
func (r *fbxReader) wrap(texture *fbxObject) (wrap Wrap, err error) {
	err = r.properties(texture.record, func(name string, values *fbxValues) error {
		along := map[string]int{"WrapModeU": 0, "WrapModeV": 1}
		i, known := along[name]
		if !known {
			return nil
		}
		mode, err := values.number()
		wrap[i] = wrapOf(mode, []float64{1}, nil)
		return err
	})
	return wrap, err
}

// picture finds the picture of a texture: inside the file, or beside it.
func (r *fbxReader) picture(texture *fbxObject) (*Texture, error) {
	other := ""
	for _, number := range r.linked(texture, fbxVideo) {
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
	if safe, err := siblingName(name); err == nil {
		if content, ok := r.embedded[safe]; ok {
			return r.content(safe, content), nil
		}
	}
	found := &Texture{Name: name}
	source, ok, err := r.model.looseSibling(r.in, name)
	if err != nil || !ok {
		return found, err
	}
	found.Size = source.Size
	found.Open = func() (io.Reader, error) { return source.reader(), nil }
	return found, nil
}

func (r *fbxReader) content(name string, content fbxContent) *Texture {
	return &Texture{Name: name, Size: content.size, Open: func() (io.Reader, error) {
		return io.NewSectionReader(r.Source, content.at, content.size), nil
	}}
}

// findContents finds the pictures inside the file. One that several textures
// have is there once.
func (r *fbxReader) findContents() error {
	for i := range r.objects {
		object := &r.objects[i]
		if object.kind != fbxVideo {
			continue
		}
		var err error
		if object.file, object.content, err = r.video(object.record); err != nil {
			return err
		}
		if safe, err := siblingName(object.file); err == nil && object.content.size > 0 {
			r.embedded[safe] = object.content
		}
	}
	return nil
}

// video reads the file name of a video or a texture, and the place of a picture
// inside the file.
func (r *fbxReader) video(record fbxRecord) (name string, content fbxContent, err error) {
	absolute := ""
	err = r.each(record, func(child fbxRecord) (err error) {
		switch child.name {
		case "RelativeFilename":
			name, err = r.values(child).text()
		case "FileName", "Filename":
			absolute, err = r.values(child).text()
		case "Content":
			var value fbxValue
			value, err = r.values(child).next()
			content = fbxContent{value.at, value.size}
		}
		return err
	})
	if strings.TrimSpace(name) == "" {
		name = absolute
	}
	return strings.TrimSpace(strings.ToValidUTF8(name, "\uFFFD")), content, err
}
