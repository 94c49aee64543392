package geometry_test

import (
	"errors"
	"image"
	"image/color"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"vitrine/internal/geometry"
)

// blendPackers are the ways in which Blender compresses files.
var blendPackers = map[string]func(string) string{
	"gzip": func(text string) string { return gzipped([]byte(text)) },
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

func TestBlendPacked(t *testing.T) {
	t.Parallel()
	for kind, pack := range blendPackers {
		for name, form := range blendForms {
			plain, packed := inspect(t, "a.blend", form.box()), inspect(t, "a.blend", pack(form.box()))
			if diff := cmp.Diff(plain, packed); diff != "" || packed.Facts.Polygons.Value != 18 {
				t.Errorf("%s, %s (-plain +packed):\n%s", name, kind, diff)
			}
		}
	}
}

func TestBlendPackedRefused(t *testing.T) {
	t.Parallel()
	form := blendForms["3.0"]
	box := form.file(form.mesh(8, 6, 0), form.table(blendMVert, 8, 20), form.table(blendMPoly, 6, 12), form.block("TX", 0, 1, []byte(random(200_000))))
	for kind, pack := range blendPackers {
		packed := pack(box)
		for i := range 50 {
			if got := inspect(t, "a.blend", packed[:len(packed)*i/60]); !got.Rejected() {
				t.Errorf("%s: %d/60 of the file are read as whole", kind, i)
			}
		}
		for name, test := range map[string]struct{ content, code string }{
			"a magic alone":    {packed[:4], "truncated"},
			"damaged":          {patched(packed, len(packed)/3, 0, 255, 0, 255, 0, 255, 0, 255), "malformed"},
			"something else":   {pack("hello"), "truncated"},
			"a long other one": {pack(strings.Repeat("hello", 100)), "malformed"},
			"packed twice":     {pack(pack(box)), "malformed"},
		} {
			if got := inspect(t, "a.blend", test.content); problemOf(got) != test.code {
				t.Errorf("%s, %s: %+v, want %s", kind, name, got.Problems, test.code)
			}
		}
	}
}

// A place that can't be read is no fault of the file.
func TestBlendPackedUnreadable(t *testing.T) {
	t.Parallel()
	for kind, pack := range blendPackers {
		content := pack(blendForms["3.0"].file(blendForms["3.0"].block("TX", 0, 1, []byte(random(200_000)))))
		source := geometry.Source{Name: "a.blend", Size: int64(len(content)), ReaderAt: failingAt{strings.NewReader(content), 100_000}}
		if report, _, err := geometry.Inspect(geometry.Input{Source: source}); !errors.Is(err, errDisk) {
			t.Errorf("%s: %+v, %v", kind, report, err)
		}
	}
}

var errDisk = errors.New("the disk is gone")

// failingAt fails from a place on.
type failingAt struct {
	io.ReaderAt
	from int64
}

// ReadAt reads what lies in front of it.
func (f failingAt) ReadAt(p []byte, at int64) (int, error) {
	if at+int64(len(p)) > f.from {
		return 0, errDisk
	}
	return f.ReaderAt.ReadAt(p, at)
}

// thumbnail is a picture of so many pixels, each with its number as its red; cut
// takes bytes off its end.
func (f blendForm) thumbnail(width, height, cut int) []byte {
	data := f.order.AppendUint32(f.order.AppendUint32(nil, uint32(width)), uint32(height))
	for i := range width * height {
		data = append(data, byte(i), 20, 30, 255)
	}
	return f.block("TEST", 0, 1, data[:len(data)-cut])
}

func TestBlendThumbnail(t *testing.T) {
	t.Parallel()
	for name, form := range blendForms {
		_, model := inspectBeside(t, "a.blend", form.file(form.thumbnail(3, 2, 0), form.thumbnail(1, 1, 0)), nil)
		picture := model.Thumbnail
		if picture == nil || picture.Bounds() != image.Rect(0, 0, 3, 2) {
			t.Fatalf("%s: %v", name, picture)
		}
		if diff := cmp.Diff(color.NRGBA{R: 4, G: 20, B: 30, A: 255}, picture.At(1, 0)); diff != "" {
			t.Errorf("%s: the middle of the highest line (-want +got):\n%s", name, diff)
		}
		for odd, block := range map[string][]byte{"none": nil, "cut": form.thumbnail(3, 2, 1), "huge": form.thumbnail(1025, 1, 0), "empty": form.thumbnail(0, 5, 0), "of no size": form.block("TEST", 0, 1, []byte{1, 2})} {
			if _, model := inspectBeside(t, "a.blend", form.file(block), nil); model == nil || model.Thumbnail != nil {
				t.Errorf("%s, a picture that is %s: %+v", name, odd, model)
			}
		}
	}
}
