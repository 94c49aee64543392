// Package texture decodes the pictures that models have on their surfaces, and
// scales them down: PNG, JPEG, WebP, GIF, BMP, TIFF, DDS and TGA.
//
// The pictures are what anybody uploads. Each is held against limits by what its
// head says before anything is decoded, all of a model against a budget, and a
// decoder that panics costs its picture alone. The package knows no models and no
// files: a picture is a function that opens it. What uploaded photographs need of this,
// their heads, codecs and rows, is used by package picture too.
package texture

import (
	"bufio"
	"fmt"
	"image"
	"io"
)

// The limits of one picture: its pixels, and the memory that it may take while it
// is decoded.
const (
	MaxPixels = 64 << 20
	MaxBytes  = 256 << 20
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
	head, err := r.admit(open)
	if err != nil {
		return nil, err
	}
	picture, err := head.Decode(open)
	if err != nil {
		return nil, err
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

// admit reads a picture's head, and takes its pixels from the budget.
func (r *Reader) admit(open Open) (Head, error) {
	head, err := Look(open)
	if err != nil {
		return Head{}, err
	}
	if !head.Fits() || head.Pixels() > r.Budget {
		return Head{}, ErrTooLarge
	}
	r.Budget -= head.Pixels()
	return head, nil
}
