package picture_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"testing"

	"vitrine"
	"vitrine/internal/picture"
)

// halves is a picture whose left half is red and whose right half is blue.
func halves(width, height int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.NRGBA{255, 0, 0, 255}
			if x >= width/2 {
				c = color.NRGBA{0, 0, 255, 255}
			}
			m.SetNRGBA(x, y, c)
		}
	}
	return m
}

func asJPEG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// withEXIF puts an orientation and a secret into a JPEG (Exif 2.3, section 4.5).
func withEXIF(data []byte, orientation uint16) []byte {
	tiff := []byte("MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01")
	tiff = binary.BigEndian.AppendUint16(tiff, orientation)
	tiff = append(tiff, 0, 0, 0, 0, 0, 0)
	body := append([]byte("Exif\x00\x00"), append(tiff, "GPS 52.5 N 13.4 E"...)...)
	segment := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(body)+2))
	return append(append(append([]byte{}, data[:2]...), append(segment, body...)...), data[2:]...)
}

func process(t testing.TB, data []byte) (picture.Result, error) {
	t.Helper()
	return processWithin(data, 1_000_000)
}

func processWithin(data []byte, pixels int) (picture.Result, error) {
	return picture.Process(io.NewSectionReader(bytes.NewReader(data), 0, int64(len(data))), picture.Limits{Pixels: pixels, Bytes: 40 << 20},
		image.Rectangle{})
}

func decode(t testing.TB, r picture.Rendition) image.Image {
	t.Helper()
	m, _, err := image.Decode(bytes.NewReader(r.Bytes))
	if err != nil {
		t.Fatal(err)
	}
	if m.Bounds().Dx() != r.Width || m.Bounds().Dy() != r.Height {
		t.Errorf("the rendition says %d × %d, it is %v", r.Width, r.Height, m.Bounds())
	}
	return m
}

func isRed(c color.Color) bool {
	r, _, b, _ := c.RGBA()
	return r > 0xb000 && b < 0x5000
}

func TestTurnsUpright(t *testing.T) {
	t.Parallel()
	// Where red stands in the upright picture, for each orientation of a picture
	// that is stored with red on the left.
	red := map[uint16]string{1: "left", 2: "right", 3: "right", 4: "left", 5: "top", 6: "top", 7: "bottom", 8: "bottom"}
	for orientation, want := range red {
		result, err := process(t, withEXIF(asJPEG(t, halves(200, 100)), orientation))
		if err != nil {
			t.Fatal(err)
		}
		m := decode(t, result.Main)
		w, h := m.Bounds().Dx(), m.Bounds().Dy()
		places := map[string]image.Point{"left": {w / 8, h / 2}, "right": {w * 7 / 8, h / 2}, "top": {w / 2, h / 8}, "bottom": {w / 2, h * 7 / 8}}
		for place, p := range places {
			opposite := map[string]string{"left": "right", "right": "left", "top": "bottom", "bottom": "top"}[want]
			if place == want && !isRed(m.At(p.X, p.Y)) || place == opposite && isRed(m.At(p.X, p.Y)) {
				t.Errorf("orientation %d: red is not at the %s", orientation, want)
			}
		}
		if bytes.Contains(result.Main.Bytes, []byte("GPS")) || bytes.Contains(result.Main.Bytes, []byte("Exif")) {
			t.Errorf("orientation %d: metadata is left", orientation)
		}
	}
}

func TestThumbnails(t *testing.T) {
	t.Parallel()
	result, err := process(t, asPNG(t, halves(1000, 500)))
	if err != nil {
		t.Fatal(err)
	}
	got := [][2]int{{result.Main.Width, result.Main.Height}}
	for _, r := range result.Thumbnails {
		decode(t, r)
		got = append(got, [2]int{r.Width, r.Height})
	}
	want := [][2]int{{1000, 500}, {800, 400}, {320, 160}}
	if len(got) != len(want) || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("sizes %v, want %v", got, want)
	}
	small, err := process(t, asPNG(t, halves(1, 1)))
	if err != nil || small.Thumbnails[0].Width != 1 || small.Thumbnails[1].Height != 1 {
		t.Errorf("a single pixel: %+v, %v", small.Thumbnails, err)
	}
}

func TestTransparencyStaysInTheMainPicture(t *testing.T) {
	t.Parallel()
	m := image.NewNRGBA(image.Rect(0, 0, 10, 10))
	result, err := process(t, asPNG(t, m))
	if err != nil || result.Main.Type != "image/png" {
		t.Fatalf("%s, %v", result.Main.Type, err)
	}
	if r, g, b, _ := decode(t, result.Thumbnails[0]).At(5, 5).RGBA(); r < 0xf000 || g < 0xf000 || b < 0xf000 {
		t.Error("the thumbnail's ground is not white")
	}
	if opaque, err := process(t, asPNG(t, halves(10, 10))); err != nil || opaque.Main.Type != "image/jpeg" {
		t.Errorf("without transparency: %s, %v", opaque.Main.Type, err)
	}
}

func TestFirstFrameOfGIF(t *testing.T) {
	t.Parallel()
	palette := color.Palette{color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 0, 255, 255}}
	frames := &gif.GIF{Delay: []int{1, 1}, Config: image.Config{ColorModel: palette, Width: 20, Height: 20}}
	for i := range 2 {
		frame := image.NewPaletted(image.Rect(0, 0, 20, 20), palette)
		for p := range frame.Pix {
			frame.Pix[p] = uint8(i)
		}
		frames.Image = append(frames.Image, frame)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, frames); err != nil {
		t.Fatal(err)
	}
	result, err := process(t, b.Bytes())
	if err != nil || !isRed(decode(t, result.Main).At(10, 10)) {
		t.Errorf("not the first frame: %v", err)
	}
}

// bomb is a PNG of a few bytes that claims to be huge.
func bomb() []byte {
	header := binary.BigEndian.AppendUint32([]byte("IHDR"), 60_000)
	header = append(binary.BigEndian.AppendUint32(header, 60_000), 8, 2, 0, 0, 0)
	data := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), header...)
	return binary.BigEndian.AppendUint32(data, crc32.ChecksumIEEE(header))
}

func TestRefuses(t *testing.T) {
	t.Parallel()
	whole := asJPEG(t, halves(200, 200))
	for name, test := range map[string]struct {
		data []byte
		code string
	}{
		"bomb":                 {bomb(), "too_many_pixels"},
		"over the limit":       {asPNG(t, image.NewGray(image.Rect(0, 0, 1001, 1000))), "too_many_pixels"},
		"truncated":            {whole[:len(whole)/2], "broken_picture"},
		"truncated header":     {whole[:20], "broken_picture"},
		"empty":                {nil, "unsupported_picture"},
		"text":                 {[]byte("<svg onload=alert(1)>"), "unsupported_picture"},
		"PNG without its data": {asPNG(t, halves(50, 50))[:60], "broken_picture"},
	} {
		_, err := process(t, test.data)
		e, ok := errors.AsType[*vitrine.Error](err)
		if !ok || e.Code != vitrine.Invalid || len(e.Fields) != 1 || e.Fields[0].Code != test.code {
			t.Errorf("%s: %v, want %s", name, err, test.code)
		}
	}
}

func TestKindsOfColour(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]image.Image{
		"gray": image.NewGray(image.Rect(0, 0, 9, 9)), "gray 16": image.NewGray16(image.Rect(0, 0, 9, 9)),
		"16 bit":  image.NewNRGBA64(image.Rect(0, 0, 9, 9)),
		"palette": image.NewPaletted(image.Rect(0, 0, 9, 9), color.Palette{color.Black, color.White}),
	} {
		if _, err := process(t, asPNG(t, m)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPart crops a picture as it stands upright, and takes nothing from beside it.
func TestPart(t *testing.T) {
	t.Parallel()
	turned := withEXIF(asJPEG(t, halves(200, 100)), 6) // upright it is 100 wide, and red above
	data := io.NewSectionReader(bytes.NewReader(turned), 0, int64(len(turned)))
	limits := picture.Limits{Pixels: 1_000_000, Bytes: 40 << 20}
	for _, test := range []struct {
		part image.Rectangle
		red  bool
	}{{image.Rect(0, 0, 70, 90), true}, {image.Rect(30, 120, 100, 200), false}} {
		result, err := picture.Process(data, limits, test.part)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range append(result.Thumbnails, result.Main) {
			if m := decode(t, r); m.Bounds().Size() != test.part.Size() || isRed(m.At(30, 40)) != test.red {
				t.Errorf("%v is %v, red: %t", test.part, m.Bounds(), isRed(m.At(30, 40)))
			}
		}
	}
	if _, err := picture.Process(data, limits, image.Rect(50, 0, 101, 50)); vitrine.CodeOf(err) != vitrine.Invalid {
		t.Errorf("a part beside the picture: %v", err)
	}
}

func FuzzProcess(f *testing.F) {
	f.Add(asPNG(f, halves(8, 8)))
	f.Add(withEXIF(asJPEG(f, halves(8, 8)), 6))
	f.Add(bomb())
	f.Fuzz(func(t *testing.T, data []byte) {
		result, err := picture.Process(io.NewSectionReader(bytes.NewReader(data), 0, int64(len(data))),
			picture.Limits{Pixels: 10_000, Bytes: 1 << 20}, image.Rect(0, 0, len(data)%2, len(data)%3))
		if err == nil && (result.Main.Width < 1 || len(result.Thumbnails) != 2) {
			t.Fatalf("%+v", result)
		}
		if err != nil && vitrine.CodeOf(err) != vitrine.Invalid {
			t.Fatal(err)
		}
	})
}

func BenchmarkProcess24Megapixels(b *testing.B) {
	data := asJPEG(b, halves(6000, 4000))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := picture.Process(io.NewSectionReader(bytes.NewReader(data), 0, int64(len(data))),
			picture.Limits{Pixels: picture.DefaultPixels, Bytes: 1 << 30}, image.Rectangle{}); err != nil {
			b.Fatal(err)
		}
	}
}
