package collada

import (
	"bytes"
	"encoding/hex"
	"io"
	"math"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// readMaterials reads the materials with their textures.
func (r *reader) readMaterials() error {
	for library := range r.children(0) {
		if !r.is(library, "library_materials") {
			continue
		}
		for element := range r.children(library) {
			if !r.is(element, "material") {
				continue
			}
			if len(r.model.Materials) >= source.MaxNodes {
				return source.Refuse(source.Limit, "the file has more than %d materials", source.MaxNodes)
			}
			material, err := r.material(element)
			if err != nil {
				return err
			}
			r.materials[element] = len(r.model.Materials)
			r.model.Materials = append(r.model.Materials, material)
		}
	}
	return nil
}

// look is the shader of an effect (section "Rendering").
type look struct {
	*reader
	profile int // of which the parameters are
	effect  int
	shader  int
}

func (r *reader) material(element int) (geometry.Material, error) {
	m := geometry.Material{Name: r.attribute(element, "name"), Color: [4]float32{0.6, 0.6, 0.6, 1}, Roughness: 1}
	if m.Name == "" {
		m.Name = r.attribute(element, "id")
	}
	instance := r.find(element, "instance_effect")
	if instance == 0 {
		return m, nil
	}
	effect, err := r.refer(instance, "url", "effect")
	if err != nil || effect == 0 {
		return m, err
	}
	profile := r.find(effect, "profile_COMMON")
	technique := r.find(profile, "technique")
	if profile == 0 || technique == 0 {
		return m, nil
	}
	look := look{reader: r, effect: effect, profile: profile}
	for _, name := range []string{"phong", "blinn", "lambert", "constant"} {
		if shader := r.find(technique, name); shader > 0 {
			look.shader = shader
			err = look.take(&m, name)
			break
		}
	}
	if err != nil {
		return m, err
	}
	for double := range r.inside(effect, "double_sided") {
		m.DoubleSided = m.DoubleSided || r.word(double) == "1"
	}
	return m, look.pictures(&m)
}

// take puts the old models of light into the terms of the new one.
func (l *look) take(m *geometry.Material, shader string) error {
	color, glow := "diffuse", [4]float64{0, 0, 0, 1}
	l.color("emission", &glow)
	if shader == "constant" {
		color = "emission"
	}
	shown := [4]float64{0.6, 0.6, 0.6, 1}
	l.color(color, &shown)
	for i := range 3 {
		m.Color[i] = geometry.LinearOf(geometry.ShareOf(shown[i]))
		if shader != "constant" {
			m.Emissive[i] = geometry.LinearOf(geometry.ShareOf(glow[i]))
		}
	}
	if m.Color[3] = l.alpha(); m.Color[3] < 1 {
		m.AlphaMode = "BLEND"
	}
	if shininess, ok := l.number("shininess"); ok && (shader == "phong" || shader == "blinn") {
		if shader == "blinn" && shininess > 0 && shininess <= 1 {
			shininess *= 128 // as a share, by some programs
		}
		m.Roughness = geometry.ShareOf(math.Sqrt(2 / (math.Max(shininess, 0) + 2)))
	}
	var err error
	if texture := l.find(l.shader, color, "texture"); texture > 0 {
		m.Texture, m.Wrap, err = l.texture(l.attribute(texture, "texture"))
		m.Color[0], m.Color[1], m.Color[2] = 1, 1, 1
	}
	return err
}

// color reads the colour of a term, or that of the parameter which it names.
func (l *look) color(term string, to *[4]float64) {
	element := l.find(l.shader, term)
	if element == 0 {
		return
	}
	color := l.find(element, "color")
	if param := l.find(element, "param"); param > 0 {
		if of := l.param(l.attribute(param, "ref")); of > 0 {
			for value := range l.children(of) {
				color = value
			}
		}
	}
	if color > 0 {
		l.list(color, to[:])
	}
}

func (l *look) number(term string) (float64, bool) {
	element := l.find(l.shader, term)
	if element == 0 {
		return 0, false
	}
	value := l.find(element, "float")
	if param := l.find(element, "param"); param > 0 {
		if of := l.param(l.attribute(param, "ref")); of > 0 {
			value = l.find(of, "float")
		}
	}
	var number [1]float64
	ok := value > 0 && l.list(value, number[:]) == 1
	return number[0], ok
}

// alpha is how much of the surface is seen (section "Determining
// Transparency"). Some programs write 0 for what is not transparent at all, and
// what is not seen at all is not for sale: such a surface is opaque.
func (l *look) alpha() float32 {
	element := l.find(l.shader, "transparent")
	share, said := l.number("transparency")
	if !said {
		share = 1
	}
	color := [4]float64{1, 1, 1, 1}
	mode := "A_ONE"
	if element > 0 {
		l.color("transparent", &color)
		if text := l.attribute(element, "opaque"); text != "" {
			mode = text
		}
	}
	luminance := 0.212671*color[0] + 0.71516*color[1] + 0.072169*color[2]
	alpha := color[3] * share
	switch mode {
	case "RGB_ZERO":
		alpha = 1 - luminance*share
	case "RGB_ONE":
		alpha = luminance * share
	case "A_ZERO":
		alpha = 1 - color[3]*share
	}
	if !(alpha > 0) {
		return 1
	}
	return geometry.ShareOf(alpha)
}

// param finds a parameter of the profile or of the effect by its sid; 0 is none.
func (l *look) param(sid string) int {
	for _, scope := range []int{l.profile, l.effect} {
		for child := range l.children(scope) {
			if l.is(child, "newparam") && l.attribute(child, "sid") == sid {
				return child
			}
		}
	}
	return 0
}

// pictures asks for all that the effect names, so that it is known what is
// missing.
func (l *look) pictures(m *geometry.Material) error {
	count := 0
	for element := range l.inside(l.effect, "texture") {
		if count++; count > maxTextures {
			break
		}
		m.Textured = true
		if _, _, err := l.texture(l.attribute(element, "texture")); err != nil {
			return err
		}
	}
	return nil
}

// maxTextures bounds the textures of an effect.
const maxTextures = 100

// texture follows a name: that of a sampler, of its surface, of an image; since
// 1.5 of a sampler and an image. Some programs write the image's at once.
func (l *look) texture(name string) (texture *geometry.Texture, wrap geometry.Wrap, err error) {
	for range 3 {
		param := l.param(name)
		if param == 0 {
			break
		}
		if sampler := l.find(param, "sampler2D"); sampler > 0 {
			wrap = l.wrap(sampler)
		}
		if instance := l.find(param, "sampler2D", "instance_image"); instance > 0 {
			image, err := l.refer(instance, "url", "image")
			if err == nil && image > 0 {
				texture, err = l.image(image)
			}
			return texture, wrap, err
		}
		if source := l.find(param, "sampler2D", "source"); source > 0 {
			name = l.word(source)
		} else if from := l.find(param, "surface", "init_from"); from > 0 {
			name = l.word(from)
		}
	}
	if image := l.named(name, "image"); image > 0 {
		texture, err = l.image(image)
	}
	return texture, wrap, err
}

// wrap is what a sampler says (section "fx_sampler_common").
func (l *look) wrap(sampler int) (wrap geometry.Wrap) {
	for i, name := range []string{"wrap_s", "wrap_t"} {
		if element := l.find(sampler, name); element > 0 {
			wrap[i] = geometry.WrapOf(l.word(element), []string{"CLAMP", "BORDER", "NONE"}, []string{"MIRROR", "MIRROR_ONCE"})
		}
	}
	return wrap
}

// image finds a picture: beside the file or, in hexadecimal digits, in it.
func (r *reader) image(element int) (*geometry.Texture, error) {
	if known, ok := r.images[element]; ok {
		return known, nil
	}
	from := r.find(element, "init_from")
	data := r.find(element, "data")
	if from > 0 {
		if inside := r.find(from, "hex"); inside > 0 {
			data = inside
		}
		if ref := r.find(from, "ref"); ref > 0 {
			from = ref
		}
	}
	texture := &geometry.Texture{Name: r.attribute(element, "id")}
	r.images[element] = texture
	switch {
	case data > 0:
		digits := bytes.TrimSpace(r.content(data))
		texture.Size = int64(len(digits) / 2)
		texture.Open = func() (io.Reader, error) { return hex.NewDecoder(bytes.NewReader(digits)), nil }
	case from > 0 && r.word(from) != "":
		texture.Name = r.word(from)
		source, ok, err := r.beside(texture.Name)
		if err != nil {
			return nil, err
		}
		if ok {
			texture.Size = source.Size
			texture.Open = func() (io.Reader, error) { return source.Reader(), nil }
		}
	}
	return texture, nil
}
