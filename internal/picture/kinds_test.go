package picture_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"strings"
	"testing"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"

	"vitrine"
)

// chunk is one of a RIFF file.
func chunk(name string, data ...string) string {
	body := strings.Join(data, "")
	return name + string(binary.LittleEndian.AppendUint32(nil, uint32(len(body)))) + body + strings.Repeat("\x00", len(body)&1)
}

func asWebP(chunks ...string) []byte { return []byte(chunk("RIFF", "WEBP", strings.Join(chunks, ""))) }

// red8 is the picture of a WebP without loss, 8 × 8 red pixels: its codes have one symbol
// each, so that pixels take no bits (WebP Lossless Bitstream, section 3.7).
func red8() string {
	data, n := []byte{0x2f}, 0
	for _, field := range [][2]int{
		{7, 14}, {7, 14}, {0, 4}, {0, 3}, // the size; no alpha, no transform, no cache of colours
		{1, 4}, {5, 3}, {255, 8}, {1, 4}, {5, 3}, {255, 8}, {1, 4}, // green 0, red 255, blue 0, alpha 255, distance 0
	} {
		for i := range field[1] {
			if n%8 == 0 {
				data = append(data, 0)
			}
			data[len(data)-1] |= byte(field[0] >> i & 1 << (n % 8))
			n++
		}
	}
	return string(append(data, 0, 0))
}

// extended is the head of a WebP of a size, less one.
func extended(flags byte, side byte) string {
	return chunk("VP8X", string([]byte{flags, 0, 0, 0, side - 1, 0, 0, side - 1, 0, 0}))
}

// framed is a frame of an animated WebP, 8 × 8, at twice x and y.
func framed(picture string, x, y byte) string {
	return chunk("ANMF", string([]byte{x, 0, 0, y, 0, 0, 7, 0, 0, 7, 0, 0, 100, 0, 0, 0}), chunk("VP8L", picture))
}

// TestKinds: all kinds that are accepted; of what is animated the first frame, in its
// place.
func TestKinds(t *testing.T) {
	t.Parallel()
	encode := func(encode func(*bytes.Buffer) error) []byte {
		var b bytes.Buffer
		if err := encode(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	red := image.NewNRGBA(image.Rect(0, 0, 16, 16))
	for i := range red.Pix {
		red.Pix[i] = []uint8{255, 0, 0, 255}[i%4]
	}
	palette := color.Palette{color.NRGBA{}, color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 0, 255, 255}}
	frame := func(r image.Rectangle, index uint8) *image.Paletted {
		m := image.NewPaletted(r, palette)
		for i := range m.Pix {
			m.Pix[i] = index
		}
		return m
	}
	moving := encode(func(b *bytes.Buffer) error {
		return gif.EncodeAll(b, &gif.GIF{
			Image: []*image.Paletted{frame(image.Rect(8, 8, 16, 16), 1), frame(image.Rect(0, 0, 16, 16), 2)}, Delay: []int{9, 9},
			Config: image.Config{ColorModel: palette, Width: 16, Height: 16},
		})
	})
	picture := red8()
	for name, test := range map[string]struct {
		data  []byte
		side  int
		red   image.Point
		clear bool // at 1, 1
	}{
		"BMP":  {encode(func(b *bytes.Buffer) error { return bmp.Encode(b, red) }), 16, image.Pt(12, 12), false},
		"TIFF": {encode(func(b *bytes.Buffer) error { return tiff.Encode(b, red, nil) }), 16, image.Pt(12, 12), false},
		"TIFF, deflated": {encode(func(b *bytes.Buffer) error {
			return tiff.Encode(b, red, &tiff.Options{Compression: tiff.Deflate, Predictor: true})
		}), 16, image.Pt(12, 12), false},
		"WebP": {asWebP(chunk("VP8L", picture)), 8, image.Pt(4, 4), false},
		"animated WebP": {asWebP(extended(2, 8), chunk("ANIM", "\x00\x00\x00\x00\x00\x00"), framed(picture, 0, 0),
			framed("no picture", 0, 0)), 8, image.Pt(4, 4), false},
		"a small frame": {asWebP(extended(2|16, 16), chunk("ICCP", "abc"), chunk("ANIM", "\x00\x00\x00\x00\x00\x00"),
			framed(picture, 4, 4)), 16, image.Pt(12, 12), true},
		"GIF, a small first frame": {moving, 16, image.Pt(12, 12), true},
	} {
		result, err := process(t, test.data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		m := decode(t, result.Main)
		if m.Bounds().Dx() != test.side || m.Bounds().Dy() != test.side || !isRed(m.At(test.red.X, test.red.Y)) {
			t.Errorf("%s: %v, %v", name, m.Bounds(), m.At(test.red.X, test.red.Y))
		}
		if _, _, _, alpha := m.At(1, 1).RGBA(); (alpha == 0) != test.clear {
			t.Errorf("%s: at the corner alpha is %d", name, alpha)
		}
	}
	for name, data := range map[string][]byte{
		"no frame":                  asWebP(extended(2, 8), chunk("ANIM", "\x00\x00\x00\x00\x00\x00")),
		"a frame out of the canvas": asWebP(extended(2, 8), framed(picture, 1, 0)),
		"a frame of another size":   asWebP(extended(2, 16), strings.Replace(framed(picture, 0, 0), "\x07\x00\x00\x07", "\x08\x00\x00\x07", 1)),
		"a frame without end":       asWebP(extended(2, 8), framed(picture, 0, 0)[:20]),
	} {
		if _, err := process(t, data); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// exif is a directory with one entry.
func exif(orientation uint16) string {
	tiff := []byte("MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01")
	return string(binary.BigEndian.AppendUint16(tiff, orientation)) + "\x00\x00\x00\x00\x00\x00"
}

// TestTurnsAllKinds: not only a JPEG says how its camera was held.
func TestTurnsAllKinds(t *testing.T) {
	t.Parallel()
	plain := string(asPNG(t, halves(40, 20)))
	part := "eXIf" + exif(6)
	part = string(binary.BigEndian.AppendUint32(nil, uint32(len(part)-4))) + part + string(binary.BigEndian.AppendUint32(nil,
		crc32.ChecksumIEEE([]byte(part))))
	turned := "II*\x00" + string(binary.LittleEndian.AppendUint32(nil, 8+3*40*20))
	for i := range 40 * 20 {
		if i%40 < 20 {
			turned += "\xff\x00\x00"
		} else {
			turned += "\x00\x00\xff"
		}
	}
	bits := len(turned) + 2 + 12*10 + 4
	directory := []byte{10, 0}
	for _, tag := range [][4]uint32{{256, 3, 1, 40}, {257, 3, 1, 20}, {258, 3, 3, uint32(bits)}, {259, 3, 1, 1}, {262, 3, 1, 2},
		{273, 4, 1, 8}, {274, 3, 1, 6}, {277, 3, 1, 3}, {278, 3, 1, 20}, {279, 4, 1, 3 * 40 * 20}} {
		directory = binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(directory, uint16(tag[0])), uint16(tag[1]))
		directory = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(directory, tag[2]), tag[3])
	}
	turned += string(directory) + "\x00\x00\x00\x00\x08\x00\x08\x00\x08\x00"
	for name, data := range map[string]string{"PNG": plain[:33] + part + plain[33:], "TIFF": turned} {
		result, err := process(t, []byte(data))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if m := decode(t, result.Main); m.Bounds().Dx() != 20 || !isRed(m.At(10, 5)) || isRed(m.At(10, 35)) {
			t.Errorf("%s: it is %v", name, m.Bounds())
		}
	}
	if result, err := process(t, asWebP(extended(8, 8), chunk("VP8L", red8()), chunk("EXIF", exif(3)))); err != nil ||
		!isRed(decode(t, result.Main).At(4, 4)) {
		t.Errorf("WebP: %v", err)
	}
}

// TestTooMuch: what a picture takes is known from its head, and the refusal says what
// to do.
func TestTooMuch(t *testing.T) {
	t.Parallel()
	scans := func(frame byte) []byte {
		return append([]byte("\xff\xd8\xff\xe0\x00\x07JFIF\x00\xff"), frame, 0, 17, 8, 8, 0, 8, 0, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0)
	}
	interlaced := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00\x08\x00\x00\x00\x08\x00\x10\x06\x00\x00\x01")
	interlaced = binary.BigEndian.AppendUint32(interlaced, crc32.ChecksumIEEE(interlaced[12:]))
	for name, test := range map[string]struct {
		data         []byte
		pixels       int
		code, advice string
	}{
		"many scans":         {scans(0xc2), 5_000_000, "too_large", "not progressive"},
		"one scan":           {scans(0xc0), 5_000_000, "broken_picture", "damaged"},
		"interlaced 16 bits": {interlaced, 5_000_000, "too_large", "without interlacing"},
		"pixels":             {scans(0xc0), 4_000_000, "too_many_pixels", "scale it down"},
	} {
		_, err := processWithin(test.data, test.pixels)
		e, ok := errors.AsType[*vitrine.Error](err)
		if !ok || e.Fields[0].Code != test.code || !strings.Contains(e.Message, test.advice) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
