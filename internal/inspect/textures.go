package inspect

import (
	"context"
	"errors"
	"fmt"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/source"
	"vitrine/internal/render"
	"vitrine/internal/texture"
)

// The limits of checking textures: how many are looked at, and how many pixels all may
// have to be decoded for it. How large they may be to be shown, texture.Reader says, and
// of all together render.MaxTexturePixels.
const (
	maxTextures      = 1000
	maxCheckedPixels = 128 << 20
)

// The codes of textures that are there and can't be shown.
const (
	codeTexture      = "texture_unread"
	codeTextureLimit = "texture_limit"
)

// candidate is a texture whose head is good.
type candidate struct {
	*geometry.Texture
	head texture.Head
}

// checkTextures looks at the heads of a model's textures. What can't be shown is named
// in a note, and that there are textures is then the file's word alone. If it is not, the
// textures are given that decodeTextures has to confirm it by.
func checkTextures(model *geometry.Model, report *detect.Report) (good []candidate) {
	seen, pixels := map[*geometry.Texture]bool{}, 0
	for i := range model.Materials {
		for _, t := range texturesOf(&model.Materials[i]) {
			if t == nil || t.Open == nil || seen[t] {
				continue
			}
			if seen[t] = true; len(seen) > maxTextures {
				doubt(report, codeTextureLimit, "the file has more than %d textures; no more were looked at", maxTextures)
				return nil
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
				return nil
			}
			good = append(good, candidate{t, head})
		}
	}
	if pixels > maxCheckedPixels {
		doubt(report, codeTextureLimit, "the textures have more than %d pixels together; whether they are whole was not checked",
			maxCheckedPixels)
	}
	if fact := report.Facts.Textures; !fact.Value || fact.Certainty != geometry.Verified {
		return nil
	}
	return good
}

// decodeTextures notes which textures are damaged behind their heads. It takes as long as
// drawing them, so those that are known to be whole are not decoded again.
func decodeTextures(ctx context.Context, textures []candidate, whole map[*geometry.Texture]bool, report *detect.Report) error {
	for _, t := range textures {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !whole[t.Texture] && !t.whole() {
			doubt(report, codeTexture, "%q is damaged", t.Name)
		}
	}
	return nil
}

// whole reports whether a texture can be decoded. One that makes its decoder panic can't.
func (c candidate) whole() (whole bool) {
	defer func() {
		if recover() != nil {
			whole = false
		}
	}()
	_, err := c.head.Decode(c.Open)
	return err == nil
}

// unconfirmed is a report before its textures are decoded: that there are any is the
// file's word until then, also if the child does not live to see it.
func unconfirmed(report detect.Report, textures []candidate) detect.Report {
	if len(textures) > 0 {
		report.Facts.Textures.Certainty = geometry.Declared
	}
	return report
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
func doubt(report *detect.Report, code, format string, args ...any) {
	if fact := report.Facts.Textures; fact.Known() && fact.Value {
		report.Facts.Textures.Certainty = geometry.Declared
	}
	for _, note := range report.Notes {
		if note.Code == code {
			return
		}
	}
	report.Notes = append(report.Notes, source.Problem{Code: code, Detail: fmt.Sprintf(format, args...)})
}
