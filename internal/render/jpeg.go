package render

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
)

// JPEG encodes a picture; quality is 1 to 100.
func JPEG(img image.Image, quality int) ([]byte, error) {
	var data bytes.Buffer
	if err := jpeg.Encode(&data, img, &jpeg.Options{Quality: quality}); err != nil {
		return nil, fmt.Errorf("encode picture: %w", err)
	}
	return data.Bytes(), nil
}

// The size of thumbnails.
const (
	ThumbnailWidth  = 320
	ThumbnailHeight = 240
)

// Thumbnail makes a picture small, 320 × 240. One of other proportions stands
// whole in the middle of a backdrop.
func Thumbnail(img image.Image) *image.RGBA {
	small := image.NewRGBA(image.Rect(0, 0, ThumbnailWidth, ThumbnailHeight))
	for i := range small.Pix {
		small.Pix[i] = [4]uint8{paper.R, paper.G, paper.B, paper.A}[i%4]
	}
	b := img.Bounds()
	if b.Empty() {
		return small
	}
	width, height := ThumbnailWidth, (ThumbnailWidth*b.Dy()+b.Dx()/2)/b.Dx()
	if height > ThumbnailHeight {
		width, height = (ThumbnailHeight*b.Dx()+b.Dy()/2)/b.Dy(), ThumbnailHeight
	}
	shrink(small, img, image.Rect(0, 0, max(width, 1), max(height, 1)).Add(image.Pt((ThumbnailWidth-width)/2, (ThumbnailHeight-height)/2)))
	return small
}

// shrink averages over areas, in whole numbers: of from, pixels are to.Dx() wide,
// and of to from.Dx(), so that both rows are as long.
func shrink(on *image.RGBA, from image.Image, to image.Rectangle) {
	b := from.Bounds()
	whole := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(whole, whole.Rect, image.NewUniform(paper), image.Point{}, draw.Src)
	draw.Draw(whole, whole.Rect, from, b.Min, draw.Over)
	for y := range to.Dy() {
		for x := range to.Dx() {
			var sum [3]int
			y0, y1 := y*b.Dy(), (y+1)*b.Dy()
			x0, x1 := x*b.Dx(), (x+1)*b.Dx()
			for sy := y0 / to.Dy(); sy*to.Dy() < y1; sy++ {
				high := min(y1, (sy+1)*to.Dy()) - max(y0, sy*to.Dy())
				for sx := x0 / to.Dx(); sx*to.Dx() < x1; sx++ {
					share := high * (min(x1, (sx+1)*to.Dx()) - max(x0, sx*to.Dx()))
					pix := whole.Pix[whole.PixOffset(sx, sy):][:3:3]
					sum[0], sum[1], sum[2] = sum[0]+share*int(pix[0]), sum[1]+share*int(pix[1]), sum[2]+share*int(pix[2])
				}
			}
			pix := on.Pix[on.PixOffset(to.Min.X+x, to.Min.Y+y):][:3:3]
			area := b.Dx() * b.Dy()
			for k := range pix {
				pix[k] = uint8((sum[k] + area/2) / area)
			}
		}
	}
}
