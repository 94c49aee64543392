package obj

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// The limits of material libraries.
const (
	maxLibraries = 100      // of a file
	maxLibrary   = 16 << 20 // bytes
)

// mtlMaterial is a material as MTL writes it (Wavefront, "MTL material format",
// 1995), with the physically based terms of Exocortex, which many programs write.
type mtlMaterial struct {
	diffuse, emissive    [3]float32
	hasDiffuse, hasAlpha bool
	alpha, exponent      float32
	metallic, roughness  float32 // below 0: not said
	pbr                  bool
	picture, mask        string        // of the colour, of the opacity
	wrap                 geometry.Wrap // of the colour's picture
	pictures             []string      // all
}

// readMaterials makes materials of the names that faces have. A library or a
// picture that is missing is noted.
func (r *reader) readMaterials(in source.Input, m *geometry.Model) error {
	if len(r.names) > source.MaxNodes {
		return source.Refuse(source.Limit, "the file has %d materials, at most %d are read", len(r.names), source.MaxNodes)
	}
	defined := map[string]*mtlMaterial{}
	seen := map[string]bool{}
	for _, library := range r.libraries {
		if err := source.CheckInside(library); err != nil {
			return err
		}
		for _, name := range libraries(in, library) {
			if seen[name] || len(seen) == maxLibraries {
				continue
			}
			seen[name] = true
			source, ok, err := m.LooseSibling(in, name)
			if err != nil {
				return err
			}
			if ok {
				if err := readMTL(source, defined); err != nil {
					return err
				}
			}
		}
	}
	textures := map[string]*geometry.Texture{}
	for _, name := range r.names {
		m.Materials = append(m.Materials, defined[name].material(in, m, name, textures))
	}
	return nil
}

// libraries are the names of a mtllib line: one, or several between blanks,
// which names may have too.
func libraries(in source.Input, line string) []string {
	if safe, err := source.SiblingName(line); err == nil && in.Sibling != nil {
		if _, ok := in.Sibling(safe); ok {
			return []string{line}
		}
	}
	var names []string
	for start, at := 0, 0; at < len(line) && len(names) < maxLibraries; at++ {
		end := at + len(".mtl")
		if last := at == len(line)-1; last || end < len(line) && line[end] <= ' ' && strings.EqualFold(line[at:end], ".mtl") {
			if last {
				end = len(line)
			}
			names = append(names, strings.TrimSpace(line[start:end]))
			start, at = end, end-1
		}
	}
	return names
}

// readMTL adds a library's materials. It is as lenient as programs are: a line
// that says nothing is none.
func readMTL(file source.File, defined map[string]*mtlMaterial) error {
	if file.Size > maxLibrary {
		return source.Refuse(source.Limit, "%s has %d bytes, at most %d are read", source.Shorten(file.Name), file.Size, maxLibrary)
	}
	lines := source.NewLines(file.Reader())
	var material *mtlMaterial
	for {
		line, err := lines.Logical()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		line = bytes.TrimSpace(line)
		end := bytes.IndexAny(line, " \t")
		if end < 0 {
			continue
		}
		keyword, rest := strings.ToLower(string(line[:end])), bytes.TrimSpace(line[end:])
		if keyword == "newmtl" {
			material = &mtlMaterial{alpha: 1, metallic: -1, roughness: -1}
			defined[string(rest)] = material
		} else if material != nil {
			material.statement(keyword, rest)
		}
	}
}

func (m *mtlMaterial) statement(keyword string, text []byte) {
	number := func() (float32, bool) {
		v := loose(nil, text, 1)[0]
		_, _, ok := source.ReadNumber(text, 0)
		return v, ok
	}
	switch keyword {
	case "kd":
		m.diffuse, m.hasDiffuse = color(text)
	case "ke":
		m.emissive, _ = color(text)
	case "ns":
		m.exponent, _ = number()
	case "d":
		m.alpha, m.hasAlpha = number()
	case "tr":
		// Some programs write 1 for what is opaque.
		if v, ok := number(); ok && !m.hasAlpha && v < 1 {
			m.alpha = 1 - v
		}
	case "pr":
		m.pbr = true
		m.roughness, _ = number()
	case "pm":
		m.pbr = true
		m.metallic, _ = number()
	case "ps", "pc", "pcr", "aniso", "anisor":
		m.pbr = true
	case "bump", "disp", "decal", "refl", "norm":
		m.addPicture(keyword, text)
	default:
		if strings.HasPrefix(keyword, "map_") && keyword != "map_aat" {
			m.addPicture(keyword, text)
		}
	}
}

func (m *mtlMaterial) addPicture(keyword string, text []byte) {
	name, clamped := picture(text)
	if name == "" {
		return
	}
	switch keyword {
	case "map_kd":
		m.picture, m.wrap = name, geometry.Wrap{}
		if clamped {
			m.wrap = geometry.Wrap{geometry.Clamp, geometry.Clamp}
		}
	case "map_d", "map_opacity":
		m.mask = name
	case "map_pr", "map_pm", "map_ps", "map_pc", "map_pcr", "map_rma", "map_orm":
		m.pbr = true
	}
	m.pictures = append(m.pictures, name)
}

// options are the options of pictures, with the numbers or words that follow.
var options = map[string]int{
	"-blendu": 1, "-blendv": 1, "-bm": 1, "-boost": 1, "-cc": 1, "-clamp": 1, "-colorspace": 1, "-imfchan": 1, "-mm": 2,
	"-o": 3, "-s": 3, "-t": 3, "-texres": 1, "-type": 1,
}

// picture leaves a name, which may have blanks, without the options before it;
// clamped is one of them.
func picture(text []byte) (name string, clamped bool) {
	for len(text) > 0 && text[0] == '-' {
		word, rest := wordOf(text)
		count, known := options[strings.ToLower(string(word))]
		if !known {
			break
		}
		for i := range count {
			value, after := wordOf(rest)
			// Of three numbers the last two may be left out.
			if _, _, ok := source.ReadNumber(value, 0); count == 3 && i > 0 && !ok {
				break
			}
			rest = after
			if strings.EqualFold(string(word), "-clamp") {
				clamped = strings.EqualFold(string(value), "on")
			}
		}
		text = rest
	}
	return string(bytes.Trim(text, " \t\"")), clamped
}

func wordOf(text []byte) (word, rest []byte) {
	end := bytes.IndexAny(text, " \t")
	if end < 0 {
		return text, nil
	}
	return text[:end], bytes.TrimLeft(text[end:], " \t")
}

// color reads red, green and blue, or one number for all. Spectral curves
// and CIE values are not read.
func color(text []byte) (rgb [3]float32, ok bool) {
	at := 0
	for i := range rgb {
		v, next, isNumber := source.ReadNumber(text, at)
		if !isNumber || v-v != 0 {
			if i == 1 {
				return [3]float32{rgb[0], rgb[0], rgb[0]}, true
			}
			return [3]float32{}, false
		}
		rgb[i], at = float32(min(max(v, 0), 1)), next
	}
	return rgb, true
}

// material makes a material in the terms of pictures; one that is nil is in no
// library.
func (m *mtlMaterial) material(in source.Input, model *geometry.Model, name string,
	textures map[string]*geometry.Texture) geometry.Material {
	to := geometry.Material{Name: name, Color: [4]float32{0.8, 0.8, 0.8, 1}, Roughness: 1, DoubleSided: true}
	if m == nil {
		return to
	}
	to.Textured, to.PBR = len(m.pictures) > 0, m.pbr
	for _, picture := range m.pictures {
		if textures[picture] == nil {
			textures[picture] = model.TextureBeside(in, picture)
		}
	}
	to.Texture, to.Wrap = textures[m.picture], m.wrap
	if m.hasDiffuse {
		diffuse := geometry.LinearColor(m.diffuse)
		copy(to.Color[:3], diffuse[:])
	}
	// Some programs write black below a picture.
	if m.picture != "" && (!m.hasDiffuse || m.diffuse == [3]float32{}) {
		to.Color = [4]float32{1, 1, 1, 1}
	}
	to.Emissive = geometry.LinearColor(m.emissive)
	to.Metallic, to.Roughness = min(max(m.metallic, 0), 1), m.roughness
	if m.roughness < 0 {
		// Phong's exponent as the width of Beckmann's highlight (B. Walter et al.,
		// "Microfacet Models for Refraction through Rough Surfaces", 2007).
		to.Roughness = float32(math.Sqrt(2 / (float64(max(m.exponent, 0)) + 2)))
	}
	to.Roughness = min(to.Roughness, 1)
	if to.Color[3] = min(max(m.alpha, 0), 1); to.Color[3] < 1 {
		to.AlphaMode = "BLEND"
	} else if m.mask != "" && m.mask == m.picture {
		to.AlphaMode, to.AlphaCutoff = "MASK", 0.5
	}
	return to
}
