package dds_test

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/texture/dds"
)

// file is a picture with a pixel format and data.
func file(width, height uint32, format [8]uint32, data ...byte) []byte {
	head := make([]uint32, 31)
	head[0], head[2], head[3] = 124, height, width
	copy(head[18:], format[:])
	raw, _ := binary.Append([]byte("DDS "), binary.LittleEndian, head)
	return append(raw, data...)
}

func coded(code string) [8]uint32 {
	return [8]uint32{32, 4, binary.LittleEndian.Uint32([]byte(code))}
}

// dx10 are pixels of a number of DXGI_FORMAT.
func dx10(number byte, data ...byte) []byte {
	more := make([]byte, 20)
	more[0] = number
	return append(more, data...)
}

var (
	// redBlue are red, blue, and steps of a third; the first row has all four.
	redBlue = []byte{0x00, 0xf8, 0x1f, 0x00, 0b11_10_01_00, 0, 0, 0}
	// blueRed are the other way round: a half, and nothing.
	blueRed = []byte{0x1f, 0x00, 0x00, 0xf8, 0b11_10_01_00, 0, 0, 0}
	// falling are 255, 0 and steps of a seventh; rising 0, 255 and steps of a fifth.
	falling = []byte{255, 0, 0b10_001_000, 0b1_100_011_0, 0, 0, 0, 0}
	rising  = []byte{0, 255, 0b10_001_000, 0b1_111_110_0, 0, 0, 0, 0}
)

func TestDecode(t *testing.T) {
	t.Parallel()
	red, blue := color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 0, 255, 255}
	third, other := color.NRGBA{170, 0, 85, 255}, color.NRGBA{85, 0, 170, 255}
	faint := func(c color.NRGBA, a uint8) color.NRGBA { c.A = a; return c }
	grey := func(v uint8) color.NRGBA { return color.NRGBA{v, v, v, 255} }
	alphas := []byte{0x10, 0xf8, 0, 0, 0, 0, 0, 0}
	for name, test := range map[string]struct {
		data []byte
		want []color.NRGBA // of the first row
	}{
		"BC1":            {file(4, 4, coded("DXT1"), redBlue...), []color.NRGBA{red, blue, third, other}},
		"BC1 with holes": {file(4, 4, coded("DXT1"), blueRed...), []color.NRGBA{blue, red, {128, 0, 128, 255}, {}}},
		"BC2": {file(4, 4, coded("DXT3"), append(alphas, redBlue...)...),
			[]color.NRGBA{faint(red, 0), faint(blue, 17), faint(third, 136), other}},
		"BC3": {file(4, 4, coded("DXT5"), append(slices.Clone(falling), redBlue...)...),
			[]color.NRGBA{red, faint(blue, 0), faint(third, 219), faint(other, 182)}},
		"BC4 falling": {file(4, 4, coded("ATI1"), falling...), []color.NRGBA{grey(255), grey(0), grey(219), grey(182)}},
		"BC4 rising":  {file(4, 4, coded("BC4U"), rising...), []color.NRGBA{grey(0), grey(255), grey(51), grey(0)}},
		"BC5": {file(4, 4, coded("ATI2"), append([]byte{128, 0, 0, 0, 0, 0, 0, 0}, 255, 0, 0, 0, 0, 0, 0, 0)...),
			slices.Repeat([]color.NRGBA{{128, 255, 127, 255}}, 4)},
		"DX10 BC1":  {file(3, 2, coded("DX10"), dx10(71, redBlue...)...), []color.NRGBA{red, blue, third}},
		"DX10 RGBA": {file(1, 1, coded("DX10"), dx10(28, 1, 2, 3, 4)...), []color.NRGBA{{1, 2, 3, 4}}},
		"DX10 BGRX": {file(1, 1, coded("DX10"), dx10(88, 1, 2, 3, 4)...), []color.NRGBA{{3, 2, 1, 255}}},
		"24 bits": {file(2, 1, [8]uint32{32, 0x40, 0, 24, 0xff0000, 0xff00, 0xff, 0}, 1, 2, 3, 4, 5, 6),
			[]color.NRGBA{{3, 2, 1, 255}, {6, 5, 4, 255}}},
		"16 bits":        {file(1, 1, [8]uint32{32, 0x41, 0, 16, 0xf00, 0xf0, 0xf, 0xf000}, 0x4f, 0x80), []color.NRGBA{{0, 68, 255, 136}}},
		"32 bits, alpha": {file(1, 1, [8]uint32{32, 0x41, 0, 32, 0xff0000, 0xff00, 0xff, 0xff000000}, 1, 2, 3, 4), []color.NRGBA{{3, 2, 1, 4}}},
		"alpha of no use": {file(1, 1, [8]uint32{32, 0x40, 0, 32, 0xff0000, 0xff00, 0xff, 0xff000000}, 1, 2, 3, 4),
			[]color.NRGBA{{3, 2, 1, 255}}},
		"grey": {file(1, 1, [8]uint32{32, 0x20000, 0, 8, 0xff}, 9), []color.NRGBA{grey(9)}},
	} {
		picture, err := dds.Decode(bytes.NewReader(test.data))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []color.NRGBA
		for x := range picture.Bounds().Dx() {
			got = append(got, picture.(*image.NRGBA).NRGBAAt(x, 0))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	for name, data := range map[string][]byte{
		"nothing":      {},
		"another mark": append([]byte("PNG "), file(4, 4, coded("DXT1"), redBlue...)[4:]...),
		"no width":     file(0, 4, coded("DXT1"), redBlue...),
		"far too wide": file(1<<31, 1<<31, coded("DXT1"), redBlue...),
		"cut":          file(4, 8, coded("DXT1"), redBlue...),
		"BC7":          file(4, 4, coded("DX10"), dx10(98, make([]byte, 16)...)...),
		"a cut head":   file(4, 4, coded("DX10"), 71, 0, 0, 0),
		"12 bits":      file(1, 1, [8]uint32{32, 0x40, 0, 12, 0xf00, 0xf0, 0xf}, 1, 2),
		"bump maps":    file(1, 1, [8]uint32{32, 0x80000, 0, 16, 0xff, 0xff00}, 1, 2),
	} {
		if picture, err := dds.Decode(bytes.NewReader(data)); err == nil {
			t.Errorf("%s: %v", name, picture.Bounds())
		}
	}
}

// FuzzDecode: whatever the bytes are, there is a picture of the announced size or
// an error.
func FuzzDecode(f *testing.F) {
	for _, code := range []string{"DXT1", "DXT3", "DXT5", "ATI1", "ATI2"} {
		f.Add(file(5, 3, coded(code), make([]byte, 64)...))
	}
	f.Add(file(2, 1, coded("DX10"), dx10(87, make([]byte, 8)...)...))
	f.Add(file(2, 1, [8]uint32{32, 0x41, 0, 16, 0xf800, 0x7e0, 0x1f, 1 << 31}, 1, 2, 3, 4))
	f.Fuzz(func(t *testing.T, data []byte) {
		config, err := dds.DecodeConfig(bytes.NewReader(data))
		if err != nil || config.Width*config.Height > 1<<20 {
			return
		}
		if picture, err := dds.Decode(bytes.NewReader(data)); err == nil && picture.Bounds() != image.Rect(0, 0, config.Width, config.Height) {
			t.Errorf("%v of %v", picture.Bounds(), config)
		}
	})
}
