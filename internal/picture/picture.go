// Package picture turns photos that sellers upload into pictures for the
// catalogue: upright, without metadata, in a size that pages can use, with
// thumbnails.
//
// It accepts JPEG, PNG, WebP and the first frame of a GIF, recognised by content
// and never by name. The dimensions are read before anything is decoded, so that
// a small file that claims to be huge costs nothing. One picture is processed at
// a time, because decoding a large one takes hundreds of megabytes.
//
// The package knows only pixels: no model, no file system, no HTTP.
package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	_ "image/gif" // registers the decoder
	"image/jpeg"
	"image/png"
	"io"

	"github.com/kovidgoyal/imaging"
	_ "golang.org/x/image/webp" // registers the decoder

	"vitrine"
)

// DefaultPixels is how many pixels a picture may have: 100 megapixels.
const DefaultPixels = 100_000_000

const (
	maxSide     = 4096 // pixels of the main picture's longer side
	mainQuality = 88   // of JPEG
	thumbnail   = 85
)

// boxes are what thumbnails fit into, in pixels, the larger one first.
var boxes = [...]image.Point{{800, 600}, {320, 240}}

// Result is a picture, ready to be stored.
type Result struct {
	Main       Rendition
	Thumbnails []Rendition // the larger one first
}

// Rendition is an encoded picture.
type Rendition struct {
	Bytes  []byte
	Width  int // pixels
	Height int
	Type   string // media type
}

// Processor works on one picture at a time.
type Processor struct {
	pixels int
	turn   chan struct{}
}

// NewProcessor makes a Processor that refuses pictures of more pixels; 0 means
// DefaultPixels.
func NewProcessor(pixels int) *Processor {
	if pixels <= 0 {
		pixels = DefaultPixels
	}
	return &Processor{pixels: pixels, turn: make(chan struct{}, 1)}
}

// Process reads a picture. It waits for its turn until ctx ends. A picture that
// is too large, damaged or of another format is Invalid, and the error says why.
func (p *Processor) Process(ctx context.Context, r io.ReadSeeker) (Result, error) {
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return Result{}, fmt.Errorf("wait to process a picture: %w", ctx.Err())
	}
	return p.process(r)
}

func (p *Processor) process(r io.ReadSeeker) (result Result, err error) {
	defer func() {
		// A decoder's panic is a broken picture, not a broken server.
		if fault := recover(); fault != nil {
			result, err = Result{}, broken(fmt.Errorf("panic: %v", fault))
		}
	}()
	config, format, err := image.DecodeConfig(r)
	switch {
	case errors.Is(err, image.ErrFormat):
		return Result{}, refuse("unsupported_picture", "this is not a JPEG, PNG, WebP or GIF picture", err)
	case err != nil:
		return Result{}, broken(err)
	case config.Width < 1 || config.Height < 1:
		return Result{}, broken(fmt.Errorf("%d × %d pixels", config.Width, config.Height))
	case config.Width > p.pixels/config.Height:
		return Result{}, refuse("too_many_pixels", fmt.Sprintf("the picture has %d × %d pixels, at most %d million are allowed",
			config.Width, config.Height, p.pixels/1_000_000), nil)
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return Result{}, fmt.Errorf("read the picture: %w", err)
	}
	decoded, err := imaging.Decode(r, imaging.AutoOrientation(true))
	if err != nil {
		return Result{}, broken(err)
	}
	return render(decoded, format)
}

func broken(cause error) error {
	return refuse("broken_picture", "the picture is damaged: it can't be decoded", cause)
}

func refuse(code, detail string, cause error) error {
	return &vitrine.Error{Code: vitrine.Invalid, Message: detail, Err: cause,
		Fields: []vitrine.Field{{Pointer: "/file", Code: code, Detail: detail}}}
}

// render makes all renditions, each from the next larger one.
func render(decoded image.Image, format string) (Result, error) {
	bounds := decoded.Bounds()
	if bounds.Dx() > maxSide || bounds.Dy() > maxSide {
		decoded = imaging.Fit(decoded, maxSide, maxSide, imaging.Lanczos)
	}
	var result Result
	var err error
	if result.Main, err = encodeMain(decoded, format); err != nil {
		return Result{}, err
	}
	smaller := onWhite(decoded)
	for _, box := range boxes {
		if smaller.Bounds().Dx() > box.X || smaller.Bounds().Dy() > box.Y {
			smaller = imaging.Fit(smaller, box.X, box.Y, imaging.Lanczos)
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
func encodeMain(picture image.Image, format string) (Rendition, error) {
	if format == "jpeg" || opaque(picture) {
		return encodeJPEG(onWhite(picture), mainQuality)
	}
	var encoded bytes.Buffer
	if err := png.Encode(&encoded, picture); err != nil {
		return Rendition{}, fmt.Errorf("encode the picture: %w", err)
	}
	return rendition(encoded.Bytes(), picture, "image/png"), nil
}

func encodeJPEG(picture image.Image, quality int) (Rendition, error) {
	var encoded bytes.Buffer
	if err := jpeg.Encode(&encoded, picture, &jpeg.Options{Quality: quality}); err != nil {
		return Rendition{}, fmt.Errorf("encode the picture: %w", err)
	}
	return rendition(encoded.Bytes(), picture, "image/jpeg"), nil
}

func rendition(encoded []byte, picture image.Image, kind string) Rendition {
	return Rendition{Bytes: encoded, Width: picture.Bounds().Dx(), Height: picture.Bounds().Dy(), Type: kind}
}

func opaque(picture image.Image) bool {
	known, ok := picture.(interface{ Opaque() bool })
	return ok && known.Opaque()
}

// onWhite puts a transparent picture on white; JPEG has no transparency.
func onWhite(picture image.Image) image.Image {
	if opaque(picture) {
		return picture
	}
	ground := image.NewRGBA(image.Rect(0, 0, picture.Bounds().Dx(), picture.Bounds().Dy()))
	draw.Draw(ground, ground.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(ground, ground.Bounds(), picture, picture.Bounds().Min, draw.Over)
	return ground
}
