package tga_test

import (
	"bytes"
	"image"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/texture/tga"
)

// file is a picture of 2 × 2 with a name of three bytes.
func file(kind, bits, flags byte, data ...byte) []byte {
	colors := byte(0)
	if kind&7 == 1 {
		colors = 1
	}
	return append([]byte{3, colors, kind, 0, 0, 2 * colors, 0, 24 * colors, 0, 0, 0, 0, 2, 0, 2, 0, bits, flags, 'i', 'd', '!'}, data...)
}

// The pixels of the pictures below, from the upper left: red, green, blue, white.
var rgbw = []uint8{255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255}

var (
	upwards = file(2, 24, 0, 255, 0, 0, 255, 255, 255, 0, 0, 255, 0, 255, 0)
	mixed   = file(10, 32, 32|8, 0, 0, 0, 255, 255, 0x80, 0, 255, 0, 255, 0x01, 255, 0, 0, 255, 255, 255, 255, 128)
)

func TestDecode(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		data []byte
		want []uint8
	}{
		"rows upwards":        {upwards, rgbw},
		"rows downwards":      {file(2, 24, 32, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255), rgbw},
		"columns to the left": {file(2, 24, 48, 0, 255, 0, 0, 0, 255, 255, 255, 255, 255, 0, 0), rgbw},
		"16 bits":             {file(2, 16, 33, 0x00, 0x7C, 0xE0, 0x03, 0x1F, 0x00, 0xFF, 0xFF), rgbw},
		"a run over rows":     {file(10, 24, 32, 0x82, 1, 2, 3, 0x00, 4, 5, 6), []uint8{3, 2, 1, 255, 3, 2, 1, 255, 3, 2, 1, 255, 6, 5, 4, 255}},
		"packets of both":     {mixed, []uint8{255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 128}},
		"grey":                {file(3, 8, 32, 0, 1, 2, 255), []uint8{0, 0, 0, 255, 1, 1, 1, 255, 2, 2, 2, 255, 255, 255, 255, 255}},
		"grey, packed":        {file(11, 8, 32, 0x83, 7), slices.Repeat([]uint8{7, 7, 7, 255}, 4)},
		"mapped": {file(1, 8, 32, 0, 0, 255, 255, 0, 0, 0, 1, 1, 0),
			[]uint8{255, 0, 0, 255, 0, 0, 255, 255, 0, 0, 255, 255, 255, 0, 0, 255}},
		"alpha of nothing": {file(2, 32, 40, slices.Repeat([]byte{1, 2, 3, 0}, 4)...), slices.Repeat([]uint8{3, 2, 1, 255}, 4)},
		"no alpha":         {file(2, 32, 32, slices.Repeat([]byte{1, 2, 3, 9}, 4)...), slices.Repeat([]uint8{3, 2, 1, 255}, 4)},
	} {
		picture, err := tga.Decode(bytes.NewReader(test.data))
		if err != nil || !tga.Is(test.data) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(test.want, picture.(*image.NRGBA).Pix); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		config, err := tga.DecodeConfig(bytes.NewReader(test.data))
		if err != nil || config.Width != 2 || config.Height != 2 {
			t.Errorf("%s: %+v, %v", name, config, err)
		}
		for n := range test.data {
			if _, err := tga.Decode(bytes.NewReader(test.data[:n])); err == nil {
				t.Errorf("%s: its first %d bytes are a picture", name, n)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	for name, data := range map[string][]byte{
		"a PNG":  []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01"),
		"a JPEG": []byte("\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00"),
		"zeros":  make([]byte, 40), "words": []byte("some words and no picture at all"), "9 bits": file(2, 9, 0),
		"no width": append([]byte{0, 0, 2, 12: 0, 14: 2, 16: 24}, 0),
		"kind 4":   file(4, 24, 0), "interleaved": file(2, 24, 0x40),
		"a map of 8 bits": func() []byte { f := file(1, 8, 0); f[7] = 8; return f }(),
	} {
		if _, err := tga.Decode(bytes.NewReader(data)); err == nil || tga.Is(data) {
			t.Errorf("%s is a picture", name)
		}
	}
	if _, err := tga.Decode(bytes.NewReader(file(1, 8, 32, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0))); err == nil {
		t.Error("a colour that the map lacks is one")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(upwards)
	f.Add(mixed)
	f.Add(file(1, 8, 32, 0, 0, 255, 255, 0, 0, 0, 1, 1, 0))
	f.Fuzz(func(t *testing.T, data []byte) {
		config, err := tga.DecodeConfig(bytes.NewReader(data))
		if err != nil || config.Width*config.Height > 1<<20 {
			return
		}
		if picture, err := tga.Decode(bytes.NewReader(data)); err == nil &&
			(picture.Bounds().Dx() != config.Width || picture.Bounds().Dy() != config.Height) {
			t.Errorf("%+v is %v", config, picture.Bounds())
		}
	})
}
