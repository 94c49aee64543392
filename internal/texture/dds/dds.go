// Package dds decodes DirectDraw Surface pictures (Microsoft, "Programming Guide
// for DDS"), which games use for textures: BC1 to BC5 and uncompressed pixels of
// 16 to 32 bits. If a file has several sizes, sides or layers, the first is
// decoded. BC6 and BC7 are not decoded.
package dds

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
)

// Mark is how files begin.
const Mark = "DDS "

const (
	headSize  = 128
	moreSize  = 20 // of the head that "DX10" adds
	maxPixels = 1 << 27
)

var (
	errFormat  = errors.New("dds: not a picture of this format")
	errUnknown = errors.New("dds: the pixels are of a format that is not decoded")
)

// head is what a file begins with (sections "DDS_HEADER", "DDS_PIXELFORMAT" and
// "DDS_HEADER_DXT10").
type head struct {
	width, height int
	block         func(block []byte, to *[16]color.NRGBA) // nil: the pixels are as masks say
	blockSize     int
	bits          int
	masks         [4]uint32 // red, green, blue and alpha
	grey          bool
}

// The flags of a pixel format.
const (
	flagAlpha  = 0x1
	flagCode   = 0x4
	flagColors = 0x40
	flagGrey   = 0x20000
)

func readHead(r io.Reader) (h head, err error) {
	var raw [headSize + moreSize]byte
	if _, err := io.ReadFull(r, raw[:headSize]); err != nil {
		return h, fmt.Errorf("dds: read the head: %w", err)
	}
	word := func(at int) uint32 { return binary.LittleEndian.Uint32(raw[at:]) }
	if string(raw[:4]) != Mark || word(4) != 124 || word(76) != 32 {
		return h, errFormat
	}
	height, width := word(12), word(16)
	if width == 0 || height == 0 || uint64(width)*uint64(height) > maxPixels {
		return h, errFormat
	}
	h.width, h.height = int(width), int(height)
	flags := word(80)
	switch code := string(raw[84:88]); {
	case flags&flagCode == 0:
		h.bits, h.grey = int(word(88)), flags&flagGrey != 0
		h.masks = [4]uint32{word(92), word(96), word(100), word(104)}
		// Files have masks for alpha that they do not have: without the flag those bits are padding.
		if flags&flagAlpha == 0 {
			h.masks[3] = 0
		}
		if flags&(flagColors|flagGrey) == 0 {
			return h, errUnknown
		}
	case code == "DX10":
		if _, err := io.ReadFull(r, raw[headSize:]); err != nil {
			return h, fmt.Errorf("dds: read the head: %w", err)
		}
		h.kind(kinds[word(headSize)])
	default:
		h.kind(codes[code])
	}
	if h.block == nil && h.bits != 8 && h.bits != 16 && h.bits != 24 && h.bits != 32 {
		return h, errUnknown
	}
	return h, nil
}

// The numbers of DXGI_FORMAT and the four letters that stand for the same.
var (
	kinds = map[uint32]string{
		70: "1", 71: "1", 72: "1", 73: "2", 74: "2", 75: "2", 76: "3", 77: "3", 78: "3", 79: "4", 80: "4", 82: "5", 83: "5",
		27: "rgba", 28: "rgba", 29: "rgba", 87: "bgra", 90: "bgra", 91: "bgra", 88: "bgr", 92: "bgr", 93: "bgr",
	}
	codes = map[string]string{"DXT1": "1", "DXT2": "2", "DXT3": "2", "DXT4": "3", "DXT5": "3", "ATI1": "4", "BC4U": "4", "ATI2": "5",
		"BC5U": "5"}
)

func (h *head) kind(kind string) {
	switch kind {
	case "1":
		h.block, h.blockSize = block1, 8
	case "2":
		h.block, h.blockSize = block2, 16
	case "3":
		h.block, h.blockSize = block3, 16
	case "4":
		h.block, h.blockSize = block4, 8
	case "5":
		h.block, h.blockSize = block5, 16
	case "rgba":
		h.bits, h.masks = 32, [4]uint32{0xff, 0xff00, 0xff0000, 0xff000000}
	case "bgra":
		h.bits, h.masks = 32, [4]uint32{0xff0000, 0xff00, 0xff, 0xff000000}
	case "bgr":
		h.bits, h.masks = 32, [4]uint32{0xff0000, 0xff00, 0xff, 0}
	}
}

// DecodeConfig reads a picture's size.
func DecodeConfig(r io.Reader) (image.Config, error) {
	h, err := readHead(r)
	if err != nil {
		return image.Config{}, err
	}
	return image.Config{ColorModel: color.NRGBAModel, Width: h.width, Height: h.height}, nil
}

// Decode reads a picture of up to 128 million pixels.
func Decode(r io.Reader) (image.Image, error) {
	from := bufio.NewReader(r)
	h, err := readHead(from)
	if err != nil {
		return nil, err
	}
	picture := image.NewNRGBA(image.Rect(0, 0, h.width, h.height))
	if h.block != nil {
		return picture, h.blocks(from, picture)
	}
	return picture, h.pixels(from, picture)
}

// blocks reads squares of four by four pixels; those at the edges reach over.
func (h *head) blocks(from io.Reader, to *image.NRGBA) error {
	row := make([]byte, (h.width+3)/4*h.blockSize)
	var block [16]color.NRGBA
	for y := 0; y < h.height; y += 4 {
		if _, err := io.ReadFull(from, row); err != nil {
			return fmt.Errorf("dds: read the pixels: %w", err)
		}
		for x := 0; x < h.width; x += 4 {
			h.block(row[x/4*h.blockSize:][:h.blockSize], &block)
			for i, c := range block {
				if x+i%4 < h.width && y+i/4 < h.height {
					to.SetNRGBA(x+i%4, y+i/4, c)
				}
			}
		}
	}
	return nil
}

func (h *head) pixels(from io.Reader, to *image.NRGBA) error {
	size := h.bits / 8
	row := make([]byte, h.width*size)
	for y := range h.height {
		if _, err := io.ReadFull(from, row); err != nil {
			return fmt.Errorf("dds: read the pixels: %w", err)
		}
		for x := range h.width {
			var pixel uint32
			for i, b := range row[x*size : (x+1)*size] {
				pixel |= uint32(b) << (8 * i)
			}
			to.SetNRGBA(x, y, h.color(pixel))
		}
	}
	return nil
}

func (h *head) color(pixel uint32) color.NRGBA {
	c := color.NRGBA{part(pixel, h.masks[0], 0), part(pixel, h.masks[1], 0), part(pixel, h.masks[2], 0), part(pixel, h.masks[3], 255)}
	if h.grey {
		c.G, c.B = c.R, c.R
	}
	return c
}

// part is what a mask takes of a pixel, from 0 to 255.
func part(pixel, mask uint32, otherwise uint8) uint8 {
	if mask == 0 {
		return otherwise
	}
	lowest := mask & -mask
	most := uint64(mask / lowest)
	// In 64 bits, as a mask of 32 bits times 255 needs more than those.
	return uint8((uint64(pixel&mask/lowest)*255 + most/2) / most)
}
