// Package texture decodes the pictures that models have on their surfaces, and
// scales them down: PNG, JPEG, WebP, GIF, BMP, TIFF, DDS and TGA.
//
// The pictures are what anybody uploads. Each is held against limits by what its
// head says before anything is decoded, all of a model against a budget, and a
// decoder that panics costs its picture alone. The package knows no models and no
// files: a picture is a function that opens it.
package texture

import (
	"bufio"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"

	"vitrine/internal/tga"
)

// The limits of one picture: its pixels, and the memory that it may take while it
// is decoded.
const (
	MaxPixels = 64 << 20
	maxBytes  = 256 << 20
)

// Alpha says what becomes of a picture's alpha.
type Alpha int

// Plain averages alpha like the colours. Weighted has each colour count as much as
// it is seen. Ignored gives the colours as they are, all opaque, even where nothing
// would be seen of them.
const (
	Plain Alpha = iota
	Weighted
	Ignored
)

var (
	errUnknown  = errors.New("texture: no picture of a known kind")
	errTooLarge = errors.New("texture: the picture is too large")
)

// Open begins a picture anew.
type Open func() (io.Reader, error)

// Reader reads the pictures of one model, one after the other.
type Reader struct {
	Budget int // pixels that may still be decoded
}

// Read decodes a picture and scales it down so that neither side is longer than
// side. The result begins at 0, 0, its rows without gaps. It fails for what is
// damaged, too large or of an unknown kind.
func (r *Reader) Read(open Open, side int, alpha Alpha) (reduced *image.NRGBA, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			reduced, err = nil, fmt.Errorf("texture: %v", broken)
		}
	}()
	codec, err := r.admit(open)
	if err != nil {
		return nil, err
	}
	from, err := begin(open)
	if err != nil {
		return nil, err
	}
	picture, err := codec.decode(from)
	if err != nil {
		return nil, fmt.Errorf("decode a texture: %w", err)
	}
	if picture.Bounds().Empty() {
		return nil, errUnknown
	}
	return shrink(picture, side, alpha), nil
}

func begin(open Open) (*bufio.Reader, error) {
	from, err := open()
	if err != nil {
		return nil, fmt.Errorf("open a texture: %w", err)
	}
	return bufio.NewReaderSize(from, 64<<10), nil
}

// admit finds a picture's codec, and takes its pixels from the budget.
func (r *Reader) admit(open Open) (codec, error) {
	from, err := begin(open)
	if err != nil {
		return codec{}, err
	}
	head, _ := from.Peek(tga.HeadSize) // some are shorter
	c, ok := codecOf(head)
	if !ok {
		return codec{}, errUnknown
	}
	config, err := c.config(from)
	if err != nil {
		return codec{}, fmt.Errorf("decode the head of a texture: %w", err)
	}
	if config.Width <= 0 || config.Height <= 0 || config.Width > MaxPixels/config.Height {
		return codec{}, errTooLarge
	}
	pixels := config.Width * config.Height
	if pixels > r.Budget || pixels > maxBytes/pixelBytes(config.ColorModel, c, open) {
		return codec{}, errTooLarge
	}
	r.Budget -= pixels
	return c, nil
}

// pixelBytes is what a pixel takes while it is decoded. A progressive JPEG keeps
// the coefficients of all scans, of four bytes for each plane, beside the picture.
func pixelBytes(model color.Model, c codec, open Open) int {
	if c.magic == jpegMagic && isProgressive(open) {
		if model == color.CMYKModel {
			return 20
		}
		return 15
	}
	switch model {
	case color.NRGBA64Model, color.RGBA64Model:
		return 8
	}
	return 4
}
