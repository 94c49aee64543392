package render

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
	"golang.org/x/image/webp"

	"vitrine/internal/dds"
	"vitrine/internal/geometry"
	"vitrine/internal/tga"
)

// The limits of textures.
const (
	maxTexturePixels = 64_000_000
	maxTextureBytes  = 256 << 20   // of one while it is decoded
	maxTexturesSum   = 400_000_000 // pixels of a model
	maxMapsSum       = 40_000_000  // pixels of what is no colour
	maxTexels        = 24_000_000  // kept of a model
	maxTextureSide   = 2048        // kept of one
)

// loader reads textures, one at a time and each once.
type loader struct {
	known map[wanted]*texture
	left  int // pixels
	side  int // texels that are kept in each direction
}

// wanted is a texture, and whether its bytes are plain numbers.
type wanted struct {
	*geometry.Texture
	plain bool
}

func newLoader(m *geometry.Model, used []bool) *loader {
	l := &loader{known: map[wanted]*texture{}, left: maxTexturesSum, side: maxTextureSide}
	distinct, further := map[*geometry.Texture]bool{}, map[*geometry.Texture]bool{}
	for i := range m.Materials {
		if t := m.Materials[i].Texture; used[i] && t != nil {
			distinct[t] = true
		}
		for _, t := range mapsOf(&m.Materials[i]) {
			if used[i] && t.Texture != nil {
				further[t.Texture] = true
			}
		}
	}
	for l.side > 64 && l.side*l.side*(len(distinct)+len(further)/4) > maxTexels {
		l.side /= 2
	}
	return l
}

// texture gives nil for what is missing or broken.
func (l *loader) texture(ctx context.Context, from *geometry.Texture, plain bool) *texture {
	if from == nil || from.Open == nil || ctx.Err() != nil {
		return nil
	}
	key := wanted{from, plain}
	if known, ok := l.known[key]; ok {
		return known
	}
	l.known[key] = nil
	if reduced, err := l.decode(from); err == nil {
		linear := &sRGB().linear
		if plain {
			linear = plainBytes()
		}
		l.known[key] = newTexture(reduced, linear)
	}
	return l.known[key]
}

// toMaps goes over to the maps, which tell less than colours: they get smaller, and
// may cost less.
func (l *loader) toMaps() { l.left, l.side = min(l.left, maxMapsSum), l.side/2 }

// codec is a way of coding pictures that is known by how a file begins.
type codec struct {
	mark   string
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

func codecOf(head []byte) (codec, bool) {
	for _, c := range []codec{
		{"\xff\xd8", jpeg.DecodeConfig, jpeg.Decode},
		{"\x89PNG", png.DecodeConfig, png.Decode},
		{"RIFF", webp.DecodeConfig, webp.Decode},
		{"GIF8", gif.DecodeConfig, gif.Decode},
		{"BM", bmp.DecodeConfig, bmp.Decode},
		{dds.Mark, dds.DecodeConfig, dds.Decode},
		{"II*\x00", tiff.DecodeConfig, tiff.Decode},
		{"MM\x00*", tiff.DecodeConfig, tiff.Decode},
	} {
		if bytes.HasPrefix(head, []byte(c.mark)) {
			return c, true
		}
	}
	return codec{"", tga.DecodeConfig, tga.Decode}, tga.Is(head)
}

var errTexture = errors.New("no texture that can be read")

func (l *loader) decode(from *geometry.Texture) (reduced level, err error) {
	// Decoders of others get what anybody uploads: what they cannot bear costs
	// the texture alone.
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("decode %s: %v", from.Name, broken)
		}
	}()
	r, err := open(from)
	if err != nil {
		return level{}, err
	}
	head, _ := r.Peek(tga.HeadSize)
	codec, ok := codecOf(head)
	if !ok {
		return level{}, errTexture
	}
	config, err := codec.config(r)
	if err != nil {
		return level{}, fmt.Errorf("decode %s: %w", from.Name, err)
	}
	if err := l.admit(from, config, codec.mark); err != nil {
		return level{}, err
	}
	if r, err = open(from); err != nil {
		return level{}, err
	}
	picture, err := codec.decode(r)
	if err != nil {
		return level{}, fmt.Errorf("decode %s: %w", from.Name, err)
	}
	return reduce(picture, l.side), nil
}

func open(from *geometry.Texture) (*bufio.Reader, error) {
	r, err := from.Open()
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", from.Name, err)
	}
	return bufio.NewReaderSize(r, 64<<10), nil
}

// admit holds a picture's size against what is left.
func (l *loader) admit(from *geometry.Texture, c image.Config, mark string) error {
	if c.Width <= 0 || c.Height <= 0 || c.Width > maxTexturePixels/c.Height {
		return errTexture
	}
	pixels, bytesEach := c.Width*c.Height, 4
	switch c.ColorModel {
	case color.NRGBA64Model, color.RGBA64Model:
		bytesEach = 8
	}
	if mark == "\xff\xd8" && isProgressive(from) {
		bytesEach = 15 // the coefficients of all scans are kept
	}
	if pixels > l.left || pixels > maxTextureBytes/bytesEach {
		return errTexture
	}
	l.left -= pixels
	return nil
}

// isProgressive looks for the frame of a JPEG that comes in several scans (ITU-T
// T.81, B.1.1.3).
func isProgressive(from *geometry.Texture) bool {
	r, err := open(from)
	if err != nil {
		return false
	}
	for _, err = r.Discard(2); err == nil; {
		var marker [4]byte
		if _, err = io.ReadFull(r, marker[:]); err != nil || marker[0] != 0xff {
			return true // unusual: the worst is taken for granted
		}
		if kind := marker[1]; kind == 0xc0 || kind == 0xc1 || kind == 0xc2 {
			return kind == 0xc2
		}
		_, err = r.Discard(max(int(marker[2])<<8|int(marker[3]), 2) - 2)
	}
	return true
}

// reduce averages a picture over squares, so that neither side is longer.
func reduce(picture image.Image, side int) level {
	b := picture.Bounds()
	by := (max(b.Dx(), b.Dy()) + side - 1) / side
	l := level{width: (b.Dx() + by - 1) / by, height: (b.Dy() + by - 1) / by}
	l.pix = make([]uint8, 4*l.width*l.height)
	palette := paletteOf(picture)
	if by == 1 {
		for y := range l.height {
			readRow(picture, palette, b.Min.Y+y, l.pix[4*y*l.width:4*(y+1)*l.width])
		}
		return l
	}
	row, sums := make([]uint8, 4*b.Dx()), make([]uint32, 4*l.width)
	for y := range l.height {
		clear(sums)
		first, end := y*by, min((y+1)*by, b.Dy())
		for from := first; from < end; from++ {
			readRow(picture, palette, b.Min.Y+from, row)
			for x := range b.Dx() {
				to, at := sums[4*(x/by):][:4:4], row[4*x:][:4:4]
				to[0], to[1], to[2], to[3] = to[0]+uint32(at[0]), to[1]+uint32(at[1]), to[2]+uint32(at[2]), to[3]+uint32(at[3])
			}
		}
		for i, sum := range sums {
			n := uint32((min((i/4+1)*by, b.Dx()) - i/4*by) * (end - first))
			l.pix[4*y*l.width+i] = uint8((sum + n/2) / n)
		}
	}
	return l
}

// paletteOf are a picture's colours, where it has a table of them.
func paletteOf(picture image.Image) (colors [][4]uint8) {
	p, ok := picture.(*image.Paletted)
	if !ok {
		return nil
	}
	for _, from := range p.Palette {
		c, _ := color.NRGBAModel.Convert(from).(color.NRGBA)
		colors = append(colors, [4]uint8{c.R, c.G, c.B, c.A})
	}
	return colors
}

// readRow gives red, green, blue and alpha of a row, not multiplied.
func readRow(picture image.Image, palette [][4]uint8, y int, row []uint8) {
	b := picture.Bounds()
	switch p := picture.(type) {
	case *image.NRGBA:
		copy(row, p.Pix[p.PixOffset(b.Min.X, y):])
		return
	case *image.YCbCr:
		for x := range b.Dx() {
			at, of := p.YOffset(b.Min.X+x, y), p.COffset(b.Min.X+x, y)
			row[4*x], row[4*x+1], row[4*x+2] = color.YCbCrToRGB(p.Y[at], p.Cb[of], p.Cr[of])
			row[4*x+3] = 255
		}
		return
	case *image.Paletted:
		for x, i := range p.Pix[p.PixOffset(b.Min.X, y):][:b.Dx()] {
			if int(i) < len(palette) {
				copy(row[4*x:4*x+4], palette[i][:])
			}
		}
		return
	case *image.RGBA:
		if copy(row, p.Pix[p.PixOffset(b.Min.X, y):]); isOpaque(row) {
			return
		}
	}
	for x := range b.Dx() {
		c, _ := color.NRGBAModel.Convert(picture.At(b.Min.X+x, y)).(color.NRGBA)
		row[4*x], row[4*x+1], row[4*x+2], row[4*x+3] = c.R, c.G, c.B, c.A
	}
}

func isOpaque(row []uint8) bool {
	for i := 3; i < len(row); i += 4 {
		if row[i] != 255 {
			return false
		}
	}
	return true
}
