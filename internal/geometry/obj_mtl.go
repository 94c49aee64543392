package geometry

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
)

// The limits of material libraries.
const (
	objMaxLibraries = 100      // of a file
	objMaxLibrary   = 16 << 20 // bytes
)

// objMaterial is a material as MTL writes it (Wavefront, "MTL material format",
// 1995), with the physically based terms of Exocortex, which many programs write.
type objMaterial struct {
	diffuse, emissive    [3]float32
	hasDiffuse, hasAlpha bool
	alpha, exponent      float32
	metallic, roughness  float32 // below 0: not said
	pbr                  bool
	picture, mask        string   // of the colour, of the opacity
	wrap                 Wrap     // of the colour's picture
	pictures             []string // all
}

// readMaterials makes materials of the names that faces have. A library or a
// picture that is missing is noted.
func (r *objReader) readMaterials(in Input, m *Model) error {
	if len(r.names) > maxNodes {
		return refuse(codeLimit, "the file has %d materials, at most %d are read", len(r.names), maxNodes)
	}
	defined := map[string]*objMaterial{}
	seen := map[string]bool{}
	for _, library := range r.libraries {
		if err := staysInside(library); err != nil {
			return err
		}
		for _, name := range objLibraries(in, library) {
			if seen[name] || len(seen) == objMaxLibraries {
				continue
			}
			seen[name] = true
			source, ok, err := m.looseSibling(in, name)
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
	textures := map[string]*Texture{}
	for _, name := range r.names {
		m.Materials = append(m.Materials, defined[name].material(in, m, name, textures))
	}
	return nil
}

// objLibraries are the names of a mtllib line: one, or several between blanks,
// which names may have too.
func objLibraries(in Input, line string) []string {
	if safe, err := siblingName(line); err == nil && in.Sibling != nil {
		if _, ok := in.Sibling(safe); ok {
			return []string{line}
		}
	}
	var names []string
	for start, at := 0, 0; at < len(line) && len(names) < objMaxLibraries; at++ {
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
func readMTL(source Source, defined map[string]*objMaterial) error {
	if source.Size > objMaxLibrary {
		return refuse(codeLimit, "%s has %d bytes, at most %d are read", shorten(source.Name), source.Size, objMaxLibrary)
	}
	lines := newTextLines(source.reader())
	var material *objMaterial
	for {
		line, err := lines.logical()
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
			material = &objMaterial{alpha: 1, metallic: -1, roughness: -1}
			defined[string(rest)] = material
		} else if material != nil {
			material.statement(keyword, rest)
		}
	}
}

func (m *objMaterial) statement(keyword string, text []byte) {
	number := func() (float32, bool) {
		v := objLoose(nil, text, 1)[0]
		_, _, ok := readNumber(text, 0)
		return v, ok
	}
	switch keyword {
	case "kd":
		m.diffuse, m.hasDiffuse = objColor(text)
	case "ke":
		m.emissive, _ = objColor(text)
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

func (m *objMaterial) addPicture(keyword string, text []byte) {
	name, clamped := objPicture(text)
	if name == "" {
		return
	}
	switch keyword {
	case "map_kd":
		m.picture, m.wrap = name, Wrap{}
		if clamped {
			m.wrap = Wrap{Clamp, Clamp}
		}
	case "map_d", "map_opacity":
		m.mask = name
	case "map_pr", "map_pm", "map_ps", "map_pc", "map_pcr", "map_rma", "map_orm":
		m.pbr = true
	}
	m.pictures = append(m.pictures, name)
}

// objOptions are the options of pictures, with the numbers or words that follow.
var objOptions = map[string]int{
	"-blendu": 1, "-blendv": 1, "-bm": 1, "-boost": 1, "-cc": 1, "-clamp": 1, "-colorspace": 1, "-imfchan": 1, "-mm": 2,
	"-o": 3, "-s": 3, "-t": 3, "-texres": 1, "-type": 1,
}

// objPicture leaves a name, which may have blanks, without the options before it;
// clamped is one of them.
func objPicture(text []byte) (name string, clamped bool) {
	for len(text) > 0 && text[0] == '-' {
		word, rest := objWord(text)
		count, known := objOptions[strings.ToLower(string(word))]
		if !known {
			break
		}
		for i := range count {
			value, after := objWord(rest)
			// Of three numbers the last two may be left out.
			if _, _, ok := readNumber(value, 0); count == 3 && i > 0 && !ok {
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

func objWord(text []byte) (word, rest []byte) {
	end := bytes.IndexAny(text, " \t")
	if end < 0 {
		return text, nil
	}
	return text[:end], bytes.TrimLeft(text[end:], " \t")
}

// objColor reads red, green and blue, or one number for all. Spectral curves
// and CIE values are not read.
func objColor(text []byte) (rgb [3]float32, ok bool) {
	at := 0
	for i := range rgb {
		v, next, isNumber := readNumber(text, at)
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
func (from *objMaterial) material(in Input, m *Model, name string, textures map[string]*Texture) Material {
	to := Material{Name: name, Color: [4]float32{0.8, 0.8, 0.8, 1}, Roughness: 1, DoubleSided: true}
	if from == nil {
		return to
	}
	to.Textured, to.PBR = len(from.pictures) > 0, from.pbr
	for _, picture := range from.pictures {
		if textures[picture] == nil {
			textures[picture] = m.textureBeside(in, picture)
		}
	}
	to.Texture, to.Wrap = textures[from.picture], from.wrap
	if from.hasDiffuse {
		diffuse := linearColor(from.diffuse)
		copy(to.Color[:3], diffuse[:])
	}
	// Some programs write black below a picture.
	if from.picture != "" && (!from.hasDiffuse || from.diffuse == [3]float32{}) {
		to.Color = [4]float32{1, 1, 1, 1}
	}
	to.Emissive = linearColor(from.emissive)
	to.Metallic, to.Roughness = min(max(from.metallic, 0), 1), from.roughness
	if from.roughness < 0 {
		to.Roughness = float32(math.Sqrt(2 / (float64(max(from.exponent, 0)) + 2)))
	}
	to.Roughness = min(to.Roughness, 1)
	if to.Color[3] = min(max(from.alpha, 0), 1); to.Color[3] < 1 {
		to.AlphaMode = "BLEND"
	} else if from.mask != "" && from.mask == from.picture {
		to.AlphaMode, to.AlphaCutoff = "MASK", 0.5
	}
	return to
}
