package inspect

import (
	"errors"
	"fmt"

	"vitrine/internal/geometry"
	"vitrine/internal/texture"
)

// The limits of looking at textures: how many, and the pixels of all of them.
const (
	maxTextures      = 1000
	maxTexturePixels = 1 << 30
)

// The codes of textures that are there and can't be shown.
const (
	codeTexture      = "texture_unread"
	codeTextureLimit = "texture_limit"
)

// checkTextures looks at the heads of a model's textures. What can't be shown is named
// in a note, and that there are textures is then the file's word alone.
func checkTextures(model *geometry.Model, report *geometry.Report) {
	seen, pixels := map[*geometry.Texture]bool{}, 0
	for i := range model.Materials {
		for _, t := range texturesOf(&model.Materials[i]) {
			if t == nil || t.Open == nil || seen[t] {
				continue
			}
			if seen[t] = true; len(seen) > maxTextures {
				doubt(report, codeTextureLimit, "the file has more than %d textures; no more were looked at", maxTextures)
				return
			}
			head, err := lookAt(t)
			pixels += head.Pixels()
			switch {
			case errors.Is(err, texture.ErrTooLarge) || err == nil && head.Pixels() > texture.MaxPixels:
				doubt(report, codeTextureLimit, "%q has more than %d pixels, which is more than is shown", t.Name, texture.MaxPixels)
			case err != nil:
				doubt(report, codeTexture, "%q is damaged or no picture of a kind that is read", t.Name)
			case pixels > maxTexturePixels:
				doubt(report, codeTextureLimit, "the textures have more than %d pixels together, which is more than is shown", maxTexturePixels)
				return
			}
		}
	}
}

func texturesOf(m *geometry.Material) [5]*geometry.Texture {
	return [...]*geometry.Texture{m.Texture, m.Surface.Texture, m.Normal.Texture, m.Occlusion.Texture, m.Glow.Texture}
}

// lookAt reads a texture's head. One that makes its decoder panic is damaged.
func lookAt(t *geometry.Texture) (head texture.Head, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			head, err = texture.Head{}, fmt.Errorf("look at a texture: %v", broken)
		}
	}()
	return texture.Look(t.Open)
}

// doubt notes once for each code what is wrong with the textures.
func doubt(report *geometry.Report, code, format string, args ...any) {
	if report.Facts.Textures.Known() {
		report.Facts.Textures.Certainty = geometry.Declared
	}
	for _, note := range report.Notes {
		if note.Code == code {
			return
		}
	}
	report.Notes = append(report.Notes, geometry.Problem{Code: code, Detail: fmt.Sprintf(format, args...)})
}
