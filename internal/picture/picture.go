// Package picture turns photos that sellers upload into pictures for the
// catalogue: upright, without metadata, in a size that pages can use, with
// thumbnails.
//
// It accepts JPEG, PNG, WebP, GIF, BMP and TIFF, recognised by content and never by
// name; of what is animated, the first frame. What decoding takes is known from the
// head, before anything is decoded, so that a small file that claims to be huge costs
// nothing, and what is made of the decoded picture is made row by row. A large one
// takes hundreds of megabytes all the same: a server has package inspect call Process
// in a child.
//
// The package knows only pixels: no model, no file system, no HTTP.
package picture

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"slices"

	"github.com/kovidgoyal/imaging"

	"vitrine"
	"vitrine/internal/texture"
)

// The limits of a picture, unless others are set: 100 megapixels, in what a gibibyte of
// memory has room for.
const (
	DefaultPixels = 100_000_000
	DefaultMemory = 1 << 30
)

// Overhead is what a process that makes a picture ready needs beside the decoded
// picture: the program, and what it makes of the picture.
const Overhead = 160 << 20

// Limits are those of a picture.
type Limits struct {
	Pixels int   `json:"pixels"`
	Bytes  int64 `json:"bytes"` // that decoding it may take
}

// Result is a picture, ready to be stored.
type Result struct {
	Main       Rendition
	Thumbnails []Rendition // the larger one first
}

// Rendition is an encoded picture.
type Rendition struct {
	Bytes  []byte `json:"-"`
	Width  int    `json:"width"` // pixels
	Height int    `json:"height"`
	Type   string `json:"type"` // media type
}

// Processor makes pictures ready in this process: for tests, and for pictures that can
// be trusted.
type Processor struct{ limits Limits }

// NewProcessor makes a Processor that refuses pictures of more pixels; 0 means
// DefaultPixels.
func NewProcessor(pixels int) *Processor {
	if pixels <= 0 {
		pixels = DefaultPixels
	}
	return &Processor{Limits{pixels, DefaultMemory - Overhead}}
}

// Process makes a part of a picture ready, in pixels of what Process makes of it as Main; an
// empty one stands for all of it.
func (p *Processor) Process(_ context.Context, file *os.File, part image.Rectangle) (Result, error) {
	info, err := file.Stat()
	if err != nil {
		return Result{}, fmt.Errorf("read the picture: %w", err)
	}
	return Process(io.NewSectionReader(file, 0, info.Size()), p.limits, part)
}

// accepted are the kinds of pictures that are taken.
var accepted = []texture.Kind{texture.JPEG, texture.PNG, texture.WebP, texture.GIF, texture.BMP, texture.TIFF}

// Process makes a part of a picture ready; an empty one stands for all of it. A picture that
// is too large, damaged or of another format is Invalid, and the error says why.
func Process(data *io.SectionReader, limits Limits, part image.Rectangle) (result Result, err error) {
	defer func() {
		// A decoder's panic is a broken picture, not a broken reader.
		if fault := recover(); fault != nil {
			result, err = Result{}, broken(fmt.Errorf("panic: %v", fault))
		}
	}()
	open := func() (io.Reader, error) { return io.NewSectionReader(data, 0, data.Size()), nil }
	head, err := texture.Look(open)
	switch {
	case errors.Is(err, texture.ErrUnknown), err != nil && !slices.Contains(accepted, head.Kind):
		return Result{}, Refuse("unsupported_picture", "this is not a JPEG, PNG, WebP, GIF, BMP or TIFF picture", err)
	case err != nil:
		return Result{}, broken(err)
	case head.Pixels() > limits.Pixels:
		return Result{}, Refuse("too_many_pixels", fmt.Sprintf("the picture has %d × %d pixels, at most %d million are allowed: scale it down",
			head.Width, head.Height, limits.Pixels/1_000_000), nil)
	case head.Bytes > limits.Bytes:
		return Result{}, Refuse("too_large", fmt.Sprintf("the picture takes %d MB to be decoded, at most %d are allowed: %s",
			head.Bytes/1_000_000, limits.Bytes/1_000_000, lighter(head)), nil)
	}
	decoded, err := head.Decode(open)
	if err != nil {
		return Result{}, broken(err)
	}
	rows := texture.NewRows(decoded)
	width, height := fit(rows.Width, rows.Height, image.Pt(maxSide, maxSide))
	whole := upright(reduce(rows, width, height), orientation(data, head.Kind))
	if !part.Empty() {
		if !part.In(whole.Rect) {
			return Result{}, Refuse("not_allowed", fmt.Sprintf("the part is not in the picture, which has %d × %d pixels",
				whole.Rect.Dx(), whole.Rect.Dy()), nil)
		}
		whole = imaging.Crop(whole, part)
	}
	return render(whole, head.Kind)
}

// lighter returns how a picture that takes too much can be saved to take less.
func lighter(head texture.Head) string {
	switch head.Kind {
	case texture.JPEG:
		return "scale it down, or save it as a JPEG that is not progressive"
	case texture.PNG:
		return "scale it down, or save it with 8 bits a channel and without interlacing"
	}
	return "scale it down, or save it as a JPEG that is not progressive, or as a PNG with 8 bits a channel"
}

func broken(cause error) error {
	return Refuse("broken_picture", "the picture is damaged: it can't be decoded", cause)
}

// Refuse is the error of a picture that is not taken.
func Refuse(code, detail string, cause error) error {
	return &vitrine.Error{Code: vitrine.Invalid, Message: detail, Err: cause,
		Fields: []vitrine.Field{{Pointer: "/file", Code: code, Detail: detail}}}
}
