package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"

	"vitrine/internal/texture"
)

// Shrink returns a rendition that fits into a box, in pixels: the same one where it does.
// It is for what Process made: nothing is held against limits.
func Shrink(r Rendition, width, height int) (Rendition, error) {
	w, h := fit(r.Width, r.Height, image.Pt(width, height))
	if w == r.Width && h == r.Height {
		return r, nil
	}
	decoded, _, err := image.Decode(bytes.NewReader(r.Bytes))
	if err != nil {
		return Rendition{}, fmt.Errorf("decode what was made of a picture: %w", err)
	}
	small := reduce(texture.NewRows(decoded), w, h)
	if r.Type == "image/png" {
		return encodePNG(small)
	}
	opaque := image.NewRGBA(small.Rect)
	draw.Draw(opaque, opaque.Rect, small, image.Point{}, draw.Src)
	return encodeJPEG(opaque, mainQuality)
}
