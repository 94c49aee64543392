package inspect

import (
	"errors"
	"fmt"

	"vitrine/internal/geometry"
	"vitrine/internal/render"
	"vitrine/internal/texture"
)

// maxTextures is how many textures are looked at. How large they may be, texture.Reader
// says, and of all together render.MaxTexturePixels.
const maxTextures = 1000

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
			switch {
			case errors.Is(err, texture.ErrTooLarge) || err == nil && !head.Fits():
				doubt(report, codeTextureLimit, "%q has more than %d pixels, or takes more than %d MiB of memory, which is more than is shown",
					t.Name, texture.MaxPixels, texture.MaxBytes>>20)
				continue
			case err != nil:
				doubt(report, codeTexture, "%q is damaged or no picture of a kind that is read", t.Name)
				continue
			}
			if pixels += head.Pixels(); pixels > render.MaxTexturePixels {
				doubt(report, codeTextureLimit, "the textures have more than %d pixels together, which is more than is shown", render.MaxTexturePixels)
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

// doubt notes once for each code what is wrong with the textures. That nothing seen has
// any stays as it is.
func doubt(report *geometry.Report, code, format string, args ...any) {
	if fact := report.Facts.Textures; fact.Known() && fact.Value {
		report.Facts.Textures.Certainty = geometry.Declared
	}
	for _, note := range report.Notes {
		if note.Code == code {
			return
		}
	}
	report.Notes = append(report.Notes, geometry.Problem{Code: code, Detail: fmt.Sprintf(format, args...)})
}
