package blend_test

import (
	"errors"
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/geometrytest"
	"vitrine/internal/geometry/source"
)

// packers are the ways in which Blender compresses files.
var packers = map[string]func(string) string{
	"gzip": func(text string) string { return geometrytest.Gzipped([]byte(text)) },
	"zstd": zstandard,
}

// zstandard packs a file in frames of their own, as Blender does, with a table
// of them at the end that says nothing here.
func zstandard(text string) string {
	packer, err := zstd.NewWriter(nil)
	if err != nil {
		panic(err)
	}
	half := len(text) / 2
	packed := packer.EncodeAll([]byte(text[half:]), packer.EncodeAll([]byte(text[:half]), nil))
	return string(packed) + "\x5e\x2a\x4d\x18\x04\x00\x00\x00\x01\x02\x03\x04"
}

func TestPacked(t *testing.T) {
	t.Parallel()
	for kind, pack := range packers {
		for name, form := range forms {
			plain, packed := geometrytest.Inspect(t, "a.blend", form.box()), geometrytest.Inspect(t, "a.blend", pack(form.box()))
			if diff := cmp.Diff(plain, packed); diff != "" || packed.Facts.Polygons.Value != 18 {
				t.Errorf("%s, %s (-plain +packed):\n%s", name, kind, diff)
			}
		}
	}
}

func TestPackedRefused(t *testing.T) {
	t.Parallel()
	form := forms["3.0"]
	box := form.file(form.mesh(8, 6, 0), form.table(vertStruct, 8, 20), form.table(polyStruct, 6, 12),
		form.block("TX", 0, 1, []byte(geometrytest.Random(200_000))))
	for kind, pack := range packers {
		packed := pack(box)
		for i := range 50 {
			if got := geometrytest.Inspect(t, "a.blend", packed[:len(packed)*i/60]); !got.Rejected() {
				t.Errorf("%s: %d/60 of the file are read as whole", kind, i)
			}
		}
		for name, test := range map[string]struct{ content, code string }{
			"a magic alone":    {packed[:4], "truncated"},
			"damaged":          {geometrytest.Patched(packed, len(packed)/3, 0, 255, 0, 255, 0, 255, 0, 255), "malformed"},
			"something else":   {pack("hello"), "truncated"},
			"a long other one": {pack(strings.Repeat("hello", 100)), "malformed"},
			"packed twice":     {pack(pack(box)), "malformed"},
		} {
			if got := geometrytest.Inspect(t, "a.blend", test.content); geometrytest.ProblemOf(got) != test.code {
				t.Errorf("%s, %s: %+v, want %s", kind, name, got.Problems, test.code)
			}
		}
	}
}

// A place that can't be read is no fault of the file.
func TestPackedUnreadable(t *testing.T) {
	t.Parallel()
	for kind, pack := range packers {
		content := pack(forms["3.0"].file(forms["3.0"].block("TX", 0, 1, []byte(geometrytest.Random(200_000)))))
		from := source.File{Name: "a.blend", Size: int64(len(content)),
			ReaderAt: geometrytest.FailingAt{ReaderAt: strings.NewReader(content), From: 100_000}}
		if report, _, err := detect.Inspect(source.Input{File: from}); !errors.Is(err, geometrytest.ErrDisk) {
			t.Errorf("%s: %+v, %v", kind, report, err)
		}
	}
}

// thumbnail is a picture of so many pixels, each with its number as its red; cut
// takes bytes off its end.
func (f form) thumbnail(width, height, cut int) []byte {
	data := f.order.AppendUint32(f.order.AppendUint32(nil, uint32(width)), uint32(height))
	for i := range width * height {
		data = append(data, byte(i), 20, 30, 255)
	}
	return f.block("TEST", 0, 1, data[:len(data)-cut])
}

func TestThumbnail(t *testing.T) {
	t.Parallel()
	for name, form := range forms {
		_, model := geometrytest.InspectBeside(t, "a.blend", form.file(form.thumbnail(3, 2, 0), form.thumbnail(1, 1, 0)), nil)
		picture := model.Thumbnail
		if picture == nil || picture.Bounds() != image.Rect(0, 0, 3, 2) {
			t.Fatalf("%s: %v", name, picture)
		}
		if diff := cmp.Diff(color.NRGBA{R: 4, G: 20, B: 30, A: 255}, picture.At(1, 0)); diff != "" {
			t.Errorf("%s: the middle of the highest line (-want +got):\n%s", name, diff)
		}
		for odd, block := range map[string][]byte{"none": nil, "cut": form.thumbnail(3, 2, 1), "huge": form.thumbnail(1025, 1, 0),
			"empty": form.thumbnail(0, 5, 0), "of no size": form.block("TEST", 0, 1, []byte{1, 2})} {
			if _, model := geometrytest.InspectBeside(t, "a.blend", form.file(block), nil); model == nil || model.Thumbnail != nil {
				t.Errorf("%s, a picture that is %s: %+v", name, odd, model)
			}
		}
	}
}
