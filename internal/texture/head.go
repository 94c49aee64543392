package texture

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"

	"vitrine/internal/texture/tga"
)

// ErrUnknown is of what is no picture of a known kind, ErrTooLarge of one that is over
// a limit.
var (
	ErrUnknown  = errors.New("texture: no picture of a known kind")
	ErrTooLarge = errors.New("texture: the picture is too large")
)

// Head is what a picture says of itself before it is decoded.
type Head struct {
	Kind          Kind
	Width, Height int
	Bytes         int64 // that decoding takes at most, the picture itself among them
	decode        func(io.Reader) (image.Image, error)
}

// Look reads the head of a picture. Of what is damaged it gives the kind.
func Look(open Open) (Head, error) {
	from, err := begin(open)
	if err != nil {
		return Head{}, err
	}
	first, _ := from.Peek(headSize) // some are shorter
	c, ok := codecOf(first)
	if !ok {
		return Head{}, ErrUnknown
	}
	interlaced := c.kind == PNG && len(first) > pngInterlace && first[pngInterlace] == 1
	config, err := c.config(from)
	if err != nil {
		return Head{Kind: c.kind}, fmt.Errorf("decode the head of a picture: %w", err)
	}
	// Divided, as the product of two hostile numbers could overflow.
	if config.Width <= 0 || config.Height <= 0 || config.Width > maxArea/config.Height {
		return Head{Kind: c.kind}, ErrTooLarge
	}
	head := Head{Kind: c.kind, Width: config.Width, Height: config.Height, decode: c.decode}
	head.Bytes = int64(float64(head.Pixels()) * pixelBytes(config.ColorModel, c.kind, interlaced, open))
	return head, nil
}

// Decode decodes the picture whose head it is.
func (h Head) Decode(open Open) (image.Image, error) {
	from, err := begin(open)
	if err != nil {
		return nil, err
	}
	picture, err := h.decode(from)
	if err != nil {
		return nil, fmt.Errorf("decode a picture: %w", err)
	}
	if picture.Bounds().Empty() {
		return nil, ErrUnknown
	}
	return picture, nil
}

// Pixels is the area.
func (h Head) Pixels() int { return h.Width * h.Height }

// Fits reports whether a Reader decodes the picture, as far as its budget goes.
func (h Head) Fits() bool { return h.Pixels() <= MaxPixels && h.Bytes <= MaxBytes }

const (
	headSize     = max(tga.HeadSize, pngInterlace+1)
	pngInterlace = 28      // the byte that says so (PNG, section 11.2.1)
	maxArea      = 1 << 40 // of which nothing overflows
)

// pixelBytes is what a pixel takes while the decoders of this package's kinds are at
// work, by what they allocate.
func pixelBytes(model color.Model, kind Kind, interlaced bool, open Open) float64 {
	deep := model == color.NRGBA64Model || model == color.RGBA64Model || model == color.Gray16Model
	plain := 4.0
	if deep {
		plain = 8
	}
	switch kind {
	case JPEG:
		return jpegBytes(model, open)
	case PNG:
		if interlaced { // the passes stand beside the whole
			return 2 * plain
		}
	case GIF:
		return 6 // a palette's numbers twice, and the canvas
	case WebP:
		return 12 // numbers of colours, colours, and the canvas
	case TIFF:
		return 4 * plain // a strip may be all of it, and grows while it is unpacked
	}
	return plain
}

// jpegBytes: the planes by how they are sampled, what their colours are turned into
// and, of one that comes in several scans, four bytes for each coefficient.
func jpegBytes(model color.Model, open Open) float64 {
	frame := frameOf(open)
	bytes := frame.samples
	switch model {
	case color.RGBAModel:
		bytes += 4
	case color.CMYKModel:
		bytes += 5
	}
	if frame.progressive {
		bytes += 4 * frame.samples
	}
	return bytes
}

// frame is how a JPEG is made up.
type frame struct {
	progressive bool
	samples     float64 // of a pixel
}

// frameOf looks for the frame of a JPEG (ITU-T T.81, B.2.2). What is unusual counts as
// the worst.
func frameOf(open Open) frame {
	worst := frame{true, 4}
	r, err := begin(open)
	if err != nil {
		return worst
	}
	for _, err = r.Discard(2); err == nil; {
		var marker [4]byte
		if _, err = io.ReadFull(r, marker[:]); err != nil || marker[0] != 0xff {
			return worst
		}
		// A length counts its own two bytes (B.1.1.4); a damaged one below that must not lead backwards.
		length := max(int(marker[2])<<8|int(marker[3]), 2) - 2
		if kind := marker[1]; kind == 0xc0 || kind == 0xc1 || kind == 0xc2 {
			body := make([]byte, length)
			if _, err := io.ReadFull(r, body); err != nil {
				return worst
			}
			return frame{kind == 0xc2, samplesOf(body)}
		}
		_, err = r.Discard(length)
	}
	return worst
}

// samplesOf reads the sampling factors of a frame.
func samplesOf(body []byte) float64 {
	const first, size = 6, 3
	sum, widest, tallest := 0, 1, 1
	for i := first; i+size <= len(body); i += size {
		h, v := int(body[i+1]>>4), int(body[i+1]&15)
		sum, widest, tallest = sum+h*v, max(widest, h), max(tallest, v)
	}
	if sum == 0 || len(body) == first+size { // one plane alone is never sampled
		return 1
	}
	return float64(sum) / float64(widest*tallest)
}
