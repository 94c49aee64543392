package texture_test

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"runtime"
	"testing"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"

	"vitrine/internal/texture"
)

// TestCost: decoding takes no more than a picture's head said before. It may not run
// beside others, which would be counted.
func TestCost(t *testing.T) {
	const side = 1200
	box := image.Rect(0, 0, side, side)
	gray, deep, clear, mapped := image.NewGray(box), image.NewNRGBA64(box), image.NewNRGBA(box),
		image.NewPaletted(box, color.Palette{color.Black, color.White})
	deepGray, cmyk := image.NewGray16(box), image.NewCMYK(box)
	for name, encode := range map[string]func(io.Writer) error{
		"PNG, gray":         func(w io.Writer) error { return png.Encode(w, gray) },
		"PNG, alpha":        func(w io.Writer) error { return png.Encode(w, clear) },
		"PNG, palette":      func(w io.Writer) error { return png.Encode(w, mapped) },
		"PNG, 16 bits":      func(w io.Writer) error { return png.Encode(w, deep) },
		"PNG, 16 bits gray": func(w io.Writer) error { return png.Encode(w, deepGray) },
		"JPEG":              func(w io.Writer) error { return jpeg.Encode(w, clear, nil) },
		"JPEG, gray":        func(w io.Writer) error { return jpeg.Encode(w, gray, nil) },
		"GIF":               func(w io.Writer) error { return gif.Encode(w, mapped, nil) },
		"BMP":               func(w io.Writer) error { return bmp.Encode(w, clear) },
		"TIFF":              func(w io.Writer) error { return tiff.Encode(w, clear, nil) },
		"TIFF, 16 bits":     func(w io.Writer) error { return tiff.Encode(w, deep, &tiff.Options{Compression: tiff.Deflate}) },
		"TIFF, from CMYK": func(w io.Writer) error {
			return tiff.Encode(w, cmyk, &tiff.Options{Compression: tiff.Deflate, Predictor: true})
		},
	} {
		var data bytes.Buffer
		if err := encode(&data); err != nil {
			t.Fatal(err)
		}
		open := func() (io.Reader, error) { return bytes.NewReader(data.Bytes()), nil }
		head, err := texture.Look(open)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		picture, err := head.Decode(open)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		const small = 2 << 20 // buffers, tables
		if took := int64(after.TotalAlloc - before.TotalAlloc); took > head.Bytes+small {
			t.Errorf("%s: decoding took %d bytes, its head said %d (%T)", name, took, head.Bytes, picture)
		}
	}
}
