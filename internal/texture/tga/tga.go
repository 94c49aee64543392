// Package tga decodes Truevision TGA pictures (Truevision, "TGA File Format
// Specification", version 2.0), which games and older 3D programs use for
// textures: true colour, grey and mapped colours of 8 to 32 bits, run-length
// encoded or not.
//
// The format has no signature. Is recognises it by the fields of its header.
package tga

import (
	"bufio"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
)

// HeadSize is how many bytes Is needs.
const HeadSize = 18

// The kinds of pictures; packed ones are 8 more.
const (
	kindMapped = 1
	kindColor  = 2
	kindGrey   = 3
	packed     = 8
)

var errFormat = errors.New("tga: not a picture of this format")

// head is what a file begins with (section "TGA File Header").
type head struct {
	id            int
	mapped        bool
	kind          int
	packed        bool
	first, colors int // of the colour map
	colorBits     int
	width, height int
	bits          int
	alpha         bool // its bits are alpha
	down, left    bool // rows go downwards, columns to the left
}

func parse(h []byte) (head, bool) {
	if len(h) < HeadSize {
		return head{}, false
	}
	word := func(at int) int { return int(h[at]) | int(h[at+1])<<8 }
	parsed := head{
		id: int(h[0]), mapped: h[1] == 1, kind: int(h[2]) &^ packed, packed: h[2]&packed != 0,
		first: word(3), colors: word(5), colorBits: int(h[7]), width: word(12), height: word(14), bits: int(h[16]),
		alpha: h[17]&15 > 0, left: h[17]&16 != 0, down: h[17]&32 != 0,
	}
	// With no signature to go by, every field that can be wrong must be
	// right, or other files would pass for pictures.
	known := h[1] <= 1 && h[17]&0xC0 == 0 && h[17]&15 <= 8 && parsed.width > 0 && parsed.height > 0
	switch parsed.kind {
	case kindMapped:
		known = known && parsed.mapped && parsed.bits == 8 && parsed.colors > 0 && parsed.colors <= 256 && colorBits(parsed.colorBits)
	case kindColor:
		known = known && colorBits(parsed.bits)
	case kindGrey:
		known = known && parsed.bits == 8
	default:
		known = false
	}
	return parsed, known && (!parsed.mapped || colorBits(parsed.colorBits))
}

func colorBits(n int) bool { return n == 15 || n == 16 || n == 24 || n == 32 }

// Is reports whether a file that begins so is such a picture.
func Is(beginning []byte) bool {
	_, ok := parse(beginning)
	return ok
}

// DecodeConfig reads a picture's size.
func DecodeConfig(r io.Reader) (image.Config, error) {
	h, err := readHead(r)
	if err != nil {
		return image.Config{}, err
	}
	return image.Config{ColorModel: color.NRGBAModel, Width: h.width, Height: h.height}, nil
}

func readHead(r io.Reader) (head, error) {
	var bytes [HeadSize]byte
	if _, err := io.ReadFull(r, bytes[:]); err != nil {
		return head{}, fmt.Errorf("tga: read the head: %w", err)
	}
	h, ok := parse(bytes[:])
	if !ok {
		return head{}, errFormat
	}
	return h, nil
}

// Decode reads a picture. What it returns is as large as its head says: ask
// DecodeConfig before.
func Decode(r io.Reader) (image.Image, error) {
	h, err := readHead(r)
	if err != nil {
		return nil, err
	}
	d := decoder{head: h, r: bufio.NewReader(r)}
	if err := d.readMap(); err != nil {
		return nil, fmt.Errorf("tga: read the colour map: %w", err)
	}
	picture := image.NewNRGBA(image.Rect(0, 0, h.width, h.height))
	for i := range h.height {
		y := i
		if !h.down {
			y = h.height - 1 - i
		}
		if err := d.row(picture.Pix[y*picture.Stride:][:4*h.width]); err != nil {
			return nil, fmt.Errorf("tga: read row %d: %w", i, err)
		}
	}
	if h.alpha && (h.bits == 32 || h.colorBits == 32) {
		clearEmptyAlpha(picture)
	}
	return picture, nil
}

// clearEmptyAlpha makes a picture opaque whose alpha is zero everywhere: programs
// wrote it so that had none.
func clearEmptyAlpha(picture *image.NRGBA) {
	for i := 3; i < len(picture.Pix); i += 4 {
		if picture.Pix[i] != 0 {
			return
		}
	}
	for i := 3; i < len(picture.Pix); i += 4 {
		picture.Pix[i] = 255
	}
}

type decoder struct {
	head
	r      *bufio.Reader
	colors [][4]uint8

	run   int // pixels that are left of a packet
	same  bool
	pixel [4]uint8
}

// readMap reads the colours that pixels name. Pictures of other kinds may have
// some too.
func (d *decoder) readMap() error {
	if _, err := d.r.Discard(d.id); err != nil || !d.mapped {
		return err
	}
	if d.kind != kindMapped {
		_, err := d.r.Discard(d.head.colors * ((d.colorBits + 7) / 8))
		return err
	}
	for range d.head.colors {
		c, err := d.color(d.colorBits)
		if err != nil {
			return err
		}
		d.colors = append(d.colors, c)
	}
	return nil
}

// row reads the pixels of a row; packets may go on into the next.
func (d *decoder) row(to []uint8) (err error) {
	for x := range d.width {
		if err = d.next(); err != nil {
			return err
		}
		at := x
		if d.left {
			at = d.width - 1 - x
		}
		copy(to[4*at:4*at+4], d.pixel[:])
	}
	return nil
}

// next reads a pixel, or repeats the one before.
func (d *decoder) next() (err error) {
	if d.packed && d.run == 0 {
		packet, err := d.r.ReadByte()
		if err != nil {
			return io.ErrUnexpectedEOF
		}
		d.run, d.same = int(packet&127)+1, packet&128 != 0
		if d.same {
			d.pixel, err = d.value()
		}
		if err != nil {
			return err
		}
	}
	d.run--
	if d.packed && d.same {
		return nil
	}
	d.pixel, err = d.value()
	return err
}

// value reads what a pixel is written as.
func (d *decoder) value() ([4]uint8, error) {
	if d.kind == kindColor {
		return d.color(d.bits)
	}
	b, err := d.r.ReadByte()
	if err != nil {
		return [4]uint8{}, io.ErrUnexpectedEOF
	}
	if d.kind == kindGrey {
		return [4]uint8{b, b, b, 255}, nil
	}
	if i := int(b) - d.first; i >= 0 && i < len(d.colors) {
		return d.colors[i], nil
	}
	return [4]uint8{}, errFormat
}

// color reads blue, green, red and alpha, of a byte each or of five bits.
func (d *decoder) color(bits int) (c [4]uint8, err error) {
	var b [4]uint8
	if _, err := io.ReadFull(d.r, b[:(bits+7)/8]); err != nil {
		return c, io.ErrUnexpectedEOF
	}
	switch bits {
	case 15, 16:
		v := int(b[0]) | int(b[1])<<8
		five := func(v int) uint8 { return uint8((v & 31) * 255 / 31) }
		return [4]uint8{five(v >> 10), five(v >> 5), five(v), 255}, nil
	case 32:
		if d.alpha {
			return [4]uint8{b[2], b[1], b[0], b[3]}, nil
		}
	}
	return [4]uint8{b[2], b[1], b[0], 255}, nil
}
