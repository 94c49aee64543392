package texture_test

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"

	"vitrine/internal/texture"
)

func of(data string) texture.Open {
	return func() (io.Reader, error) { return strings.NewReader(data), nil }
}

func encoded(t testing.TB, encode func(io.Writer) error) string {
	t.Helper()
	var to bytes.Buffer
	if err := encode(&to); err != nil {
		t.Fatal(err)
	}
	return to.String()
}

func inPNG(t testing.TB, picture image.Image) string {
	return encoded(t, func(w io.Writer) error { return png.Encode(w, picture) })
}

// filled is a picture of one colour.
func filled(width, height int, c color.NRGBA) *image.NRGBA {
	picture := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := range width * height {
		picture.SetNRGBA(i%width, i/width, c)
	}
	return picture
}

func read(t testing.TB, open texture.Open, side int, alpha texture.Alpha) *image.NRGBA {
	t.Helper()
	r := texture.Reader{Budget: texture.MaxPixels}
	picture, err := r.Read(open, side, alpha)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

func TestKinds(t *testing.T) {
	t.Parallel()
	want := color.NRGBA{230, 10, 10, 255}
	red, nothing := filled(4, 4, want), func(n int) string { return strings.Repeat("\x00", n) }
	deep := image.NewNRGBA64(image.Rect(0, 0, 1, 1))
	deep.Set(0, 0, want)
	mapped := image.NewPaletted(red.Rect, color.Palette{want})
	for name, data := range map[string]string{
		"PNG":          inPNG(t, red),
		"PNG, palette": inPNG(t, mapped),
		"JPEG":         encoded(t, func(w io.Writer) error { return jpeg.Encode(w, red, nil) }),
		"GIF":          encoded(t, func(w io.Writer) error { return gif.Encode(w, mapped, nil) }),
		"BMP":          encoded(t, func(w io.Writer) error { return bmp.Encode(w, red) }),
		"TIFF":         encoded(t, func(w io.Writer) error { return tiff.Encode(w, red, nil) }),
		"TGA":          "\x00\x00\x02" + nothing(9) + "\x01\x00\x01\x00\x18\x00" + "\x0a\x0a\xe6",
		"DDS": "DDS \x7c" + nothing(7) + "\x04\x00\x00\x00\x04" + nothing(59) + "\x20\x00\x00\x00\x04\x00\x00\x00DXT1" + nothing(40) +
			"\x00\xe0" + nothing(6),
		"PNG, 16 bits": inPNG(t, deep),
	} {
		got := read(t, of(data), 64, texture.Plain).NRGBAAt(0, 0)
		if d := int(got.R) - int(want.R); d < -6 || d > 6 || got.G > 20 || got.B > 20 || got.A != 255 {
			t.Errorf("%s: the colour is %v", name, got)
		}
	}
}

// TestMeans: each pixel is the mean of those that it stands for, and alpha counts
// as it was asked to.
func TestMeans(t *testing.T) {
	t.Parallel()
	striped := filled(128, 64, color.NRGBA{200, 100, 50, 255})
	for y := range 64 {
		for x := 0; x < 128; x += 2 {
			striped.SetNRGBA(x, y, color.NRGBA{0, 255, 0, 0})
		}
	}
	for alpha, want := range map[texture.Alpha]color.NRGBA{
		texture.Plain: {100, 178, 25, 128}, texture.Weighted: {200, 100, 50, 128}, texture.Ignored: {100, 178, 25, 255},
	} {
		got := read(t, of(inPNG(t, striped)), 32, alpha)
		if diff := cmp.Diff(filled(32, 16, want), got); diff != "" {
			t.Errorf("alpha %d (-want +got):\n%s", alpha, diff)
		}
	}
	whole := read(t, of(inPNG(t, striped)), 128, texture.Plain)
	if diff := cmp.Diff(striped, whole); diff != "" {
		t.Errorf("a picture that fits has changed (-want +got):\n%s", diff)
	}
}

// TestOdd: sides that are no multiples of each other.
func TestOdd(t *testing.T) {
	t.Parallel()
	c := color.NRGBA{9, 80, 200, 77}
	for _, size := range [][2]int{{101, 7}, {7, 101}, {1, 300}, {33, 33}} {
		got := read(t, of(inPNG(t, filled(size[0], size[1], c))), 32, texture.Plain)
		if longest := max(got.Rect.Dx(), got.Rect.Dy()); longest != 32 {
			t.Errorf("%v: it is %v", size, got.Rect)
		}
		if diff := cmp.Diff(filled(got.Rect.Dx(), got.Rect.Dy(), c), got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", size, diff)
		}
	}
}

func TestBudget(t *testing.T) {
	t.Parallel()
	small, r := of(inPNG(t, filled(10, 10, color.NRGBA{1, 2, 3, 255}))), texture.Reader{Budget: 250}
	for i, want := range []bool{true, true, false} {
		if _, err := r.Read(small, 64, texture.Plain); (err == nil) != want {
			t.Errorf("picture %d: %v", i, err)
		}
	}
	if r.Budget != 50 {
		t.Errorf("of the budget %d are left", r.Budget)
	}
}

// scans is the head of a JPEG of a size, whose frame is baseline or progressive.
func scans(frame string, side uint16) string {
	size := string([]byte{byte(side >> 8), byte(side)})
	return "\xff\xd8\xff\xe0\x00\x07JFIF\x00\xff" + frame + "\x00\x11\x08" + size + size + "\x03\x01\x11\x00\x02\x11\x01\x03\x11\x01"
}

// TestHostile: what can't be read, or would take too much, is refused by its head.
func TestHostile(t *testing.T) {
	t.Parallel()
	panics := func() (io.Reader, error) { return explosive{}, nil }
	unread := func() (io.Reader, error) { return nil, io.ErrUnexpectedEOF }
	for name, test := range map[string]struct {
		open   texture.Open
		budget int // that is left
	}{
		"empty": {of(""), 1 << 30}, "text": {of("no picture, but a line of text"), 1 << 30}, "unread": {unread, 1 << 30},
		"panics": {panics, 1 << 30},
		"cut":    {of("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR"), 1 << 30},
		"huge": {of("BM" + strings.Repeat("\x00", 8) +
			"\x36\x00\x00\x00\x28\x00\x00\x00\x60\xea\x00\x00\x60\xea\x00\x00\x01\x00\x18\x00" + strings.Repeat("\x00", 24)), 1 << 30},
		"baseline":     {of(scans("\xc0", 5000)), 1<<30 - 5000*5000}, // it is cut, which only decoding tells
		"many scans":   {of(scans("\xc2", 5000)), 1 << 30},
		"fewer pixels": {of(scans("\xc2", 4000)), 1<<30 - 4000*4000},
	} {
		r := texture.Reader{Budget: 1 << 30}
		if picture, err := r.Read(test.open, 64, texture.Plain); err == nil || picture != nil {
			t.Errorf("%s: %v", name, err)
		}
		if r.Budget != test.budget {
			t.Errorf("%s: %d pixels were taken", name, 1<<30-r.Budget)
		}
	}
}

type explosive struct{}

func (explosive) Read([]byte) (int, error) { panic("a decoder's fault") }

func FuzzRead(f *testing.F) {
	f.Add([]byte(inPNG(f, filled(3, 2, color.NRGBA{1, 2, 3, 4}))))
	f.Add([]byte(scans("\xc2", 8)))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := texture.Reader{Budget: 1 << 20}
		if picture, err := r.Read(of(string(data)), 16, texture.Weighted); err == nil && max(picture.Rect.Dx(), picture.Rect.Dy()) > 16 {
			t.Errorf("the picture is %v", picture.Rect)
		}
	})
}
