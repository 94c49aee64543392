package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"

	"vitrine/internal/texture"
)

const (
	maxSide     = 4096 // pixels of the main picture's longer side
	mainQuality = 88   // of JPEG
	thumbnail   = 85
	maxClear    = 16 << 20 // bytes of a main picture that can be seen through; a larger one is halved
)

// boxes are what thumbnails fit into, in pixels, the larger one first.
var boxes = [...]image.Point{{800, 600}, {320, 240}}

// fit is the size of a picture in a box: that which it has, if it fits.
func fit(width, height int, box image.Point) (int, int) {
	if width <= box.X && height <= box.Y {
		return width, height
	}
	scale := min(float64(box.X)/float64(width), float64(box.Y)/float64(height))
	return max(1, int(float64(width)*scale+0.5)), max(1, int(float64(height)*scale+0.5))
}

// render makes all renditions, each from the next larger one.
func render(picture *image.NRGBA, kind texture.Kind) (Result, error) {
	var result Result
	var err error
	if result.Main, err = encodeMain(picture, kind); err != nil {
		return Result{}, err
	}
	smaller := onWhite(picture)
	for _, box := range boxes {
		if width, height := fit(smaller.Rect.Dx(), smaller.Rect.Dy(), box); width < smaller.Rect.Dx() || height < smaller.Rect.Dy() {
			smaller = asRGBA(reduce(texture.NewRows(smaller), width, height))
		}
		rendition, err := encodeJPEG(smaller, thumbnail)
		if err != nil {
			return Result{}, err
		}
		result.Thumbnails = append(result.Thumbnails, rendition)
	}
	return result, nil
}

// encodeMain keeps transparency as PNG; all else becomes JPEG.
func encodeMain(picture *image.NRGBA, kind texture.Kind) (Rendition, error) {
	if kind == texture.JPEG || picture.Opaque() {
		return encodeJPEG(onWhite(picture), mainQuality)
	}
	for {
		clear, err := encodePNG(picture)
		if err != nil || len(clear.Bytes) <= maxClear {
			return clear, err
		}
		picture = reduce(texture.NewRows(picture), (picture.Rect.Dx()+1)/2, (picture.Rect.Dy()+1)/2)
	}
}

func encodePNG(picture *image.NRGBA) (Rendition, error) {
	var encoded bytes.Buffer
	if err := png.Encode(&encoded, picture); err != nil {
		return Rendition{}, fmt.Errorf("encode the picture: %w", err)
	}
	return rendition(encoded.Bytes(), picture, "image/png"), nil
}

func encodeJPEG(picture *image.RGBA, quality int) (Rendition, error) {
	var encoded bytes.Buffer
	if err := jpeg.Encode(&encoded, picture, &jpeg.Options{Quality: quality}); err != nil {
		return Rendition{}, fmt.Errorf("encode the picture: %w", err)
	}
	return rendition(encoded.Bytes(), picture, "image/jpeg"), nil
}

func rendition(encoded []byte, picture image.Image, kind string) Rendition {
	return Rendition{Bytes: encoded, Width: picture.Bounds().Dx(), Height: picture.Bounds().Dy(), Type: kind}
}

// asRGBA is the same picture, for encoders that know this form; opaque, both have the
// same bytes.
func asRGBA(picture *image.NRGBA) *image.RGBA {
	return &image.RGBA{Pix: picture.Pix, Stride: picture.Stride, Rect: picture.Rect}
}

// onWhite puts a transparent picture on white; JPEG has no transparency.
func onWhite(picture *image.NRGBA) *image.RGBA {
	if picture.Opaque() {
		return asRGBA(picture)
	}
	ground := image.NewRGBA(image.Rect(0, 0, picture.Rect.Dx(), picture.Rect.Dy()))
	draw.Draw(ground, ground.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(ground, ground.Rect, picture, picture.Rect.Min, draw.Over)
	return ground
}
