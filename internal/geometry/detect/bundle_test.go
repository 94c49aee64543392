package detect_test

import (
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/geometrytest"
	"vitrine/internal/geometry/source"
	"vitrine/internal/geometry/threemf/threemftest"
)

func TestZip(t *testing.T) {
	t.Parallel()
	stl, ascii := geometrytest.STL(geometrytest.BoxTriangles()), geometrytest.ASCIISTL(geometrytest.BoxTriangles())
	box := threemftest.Package(t, threemftest.Text(threemftest.Box(`id="1"`, nil), threemftest.Item))
	two := geometrytest.STL(append(geometrytest.BoxTriangles(), geometrytest.BoxTriangles()...))
	const cube, unknown = "12/12/8 polygonal_mesh true 1000 ", "0/0/0  false 0 "
	crowd := strings.Replace(threemftest.Ring(12), "</object>",
		"</object>"+threemftest.Components(2, 1, 48)+threemftest.Components(3, 2, 48)+threemftest.Components(4, 3, 48), 1)
	crowd = threemftest.Package(t, strings.Replace(crowd, threemftest.Item, `<item objectid="4"/>`, 1))
	if got := geometrytest.Inspect(t, "a.3mf", crowd); geometrytest.ProblemOf(got) != "limit" {
		t.Errorf("63 million triangles: %+v", got)
	}
	for name, test := range map[string]struct {
		files []string
		want  string
	}{
		"nothing":                         {nil, unknown},
		"no model":                        {[]string{"readme.txt", "hello", "a.png", "\x89PNG\r\n\x1a\n"}, unknown},
		"an STL":                          {[]string{"x/a.STL", stl}, cube},
		"two of one format":               {[]string{"a.stl", stl, "b.stl", ascii}, "24/24/16 polygonal_mesh true 2000 "},
		"two, one of them open":           {[]string{"a.stl", stl, "b.stl", two}, "36/36/16 polygonal_mesh false 0 "},
		"two, one of them damaged":        {[]string{"a.stl", stl, "b.stl", two[:200]}, unknown},
		"an OBJ beside a larger STL":      {[]string{"a.stl", two, "b.obj", geometrytest.PlainBox()}, "6/12/8 polygonal_mesh true 1000 "},
		"a 3MF":                           {[]string{"a.stl", two, "a.3mf", box}, "12/12/8 polygonal_mesh true 1000 mm"},
		"one that is damaged":             {[]string{"a.glb", "glTF\x02\x00\x00\x00", "b.stl", stl}, cube},
		"one that is not what it says":    {[]string{"a.glb", ascii, "b.stl", stl}, cube},
		"one of which no counts are read": {[]string{"a.fbx", "; FBX 7.3.0 project file\nFBXHeaderExtension:  {\n}\n", "b.stl", ascii}, cube},
		"four that are not what they say": {[]string{"1.glb", "x", "2.glb", "x", "3.glb", "x", "4.glb", "x", "5.stl", stl}, cube},
		"a Blender file that is gzip":     {[]string{"a.blend", "\x1f\x8b\x08 of a blend", "b.stl", stl}, cube},
		"a document":                      {[]string{"readme.docx", geometrytest.Zip(t, "word/document.xml", ""), "b.stl", stl}, cube},
		"a 3MF that leads out":            {[]string{"a.3mf", geometrytest.Zip(t, "../a", "", "3D/3dmodel.model", "")}, unknown},
		"more than can be measured":       {[]string{"a.3mf", crowd}, unknown},
		"what macOS adds":                 {[]string{"__MACOSX/a.stl", two, "._b.stl", two, "c.stl", stl}, cube},
		"a model without its parts":       {[]string{"a.gltf", `{"asset":{"version":"2.0"}}`}, unknown},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			report, model := geometrytest.InspectBeside(t, "a.zip", geometrytest.Zip(t, test.files...), nil)
			if got := threemftest.Summary(report); got != test.want || report.Format != geometry.Zip || report.Rejected() {
				t.Errorf("got %s, want %s: %v", got, test.want, report.Problems)
			}
			geometrytest.CheckMeshes(t, model)
		})
	}
}

// The files that a model names are those nearest to it in the archive, then those
// uploaded beside the archive.
func TestZipSiblings(t *testing.T) {
	t.Parallel()
	library := func(color, picture string) string { return "newmtl skin\nKd " + color + "\nmap_Kd " + picture + "\n" }
	box := "mtllib box.mtl\nusemtl skin\n" + geometrytest.TexturedBox()
	content := geometrytest.Zip(t, "other/box.mtl", library("0 0 0", "z.png"), "a/b/deep/box.mtl", library("1 1 0", "x.png"),
		"a/b/box.mtl", library("1 1 1", "tex\\Skin.PNG"), "a/b/box.obj", box, "a/skin.png", "\x89PNG near", "skin.png", "\x89PNG far")
	report, model := geometrytest.InspectBeside(t, "a.zip", content, nil)
	if len(report.Missing) != 0 || !report.Facts.Textures.Value || len(model.Materials) != 1 {
		t.Fatalf("%+v", report)
	}
	if got := geometrytest.PictureOf(t, model.Materials[0].Texture); got != "\x89PNG near" {
		t.Errorf("the picture is %q", got)
	}
	lone := geometrytest.Zip(t, "box.obj", box)
	if report, _ := geometrytest.InspectBeside(t, "a.zip", lone, nil); cmp.Diff([]string{"box.mtl"}, report.Missing) != "" ||
		report.Rejected() {
		t.Errorf("alone: %+v", report)
	}
	beside := map[string]string{"box.mtl": library("1 1 1", "skin.png"), "skin.png": "\x89PNG"}
	if report, model := geometrytest.InspectBeside(t, "a.zip", lone, beside); len(report.Missing) != 0 || !model.Materials[0].Textured {
		t.Errorf("with the library beside the archive: %+v", report)
	}
}

// zipPatched changes both heads of the only file of an archive: at is a place in
// the one of the list (APPNOTE.TXT, section 4.3.12), where two bytes more stand in
// front than in the other.
func zipPatched(content string, at int, bytes ...byte) string {
	list := strings.LastIndex(content, "PK\x01\x02")
	return geometrytest.Patched(geometrytest.Patched(content, list+at, bytes...), at-2, bytes...)
}

func TestZipRefused(t *testing.T) {
	t.Parallel()
	plain := geometrytest.Zip(t, "a.stl", geometrytest.STL(geometrytest.BoxTriangles()))
	list := strings.LastIndex(plain, "PK\x01\x02")
	huge := binary.LittleEndian.AppendUint32(nil, 1<<31)
	for name, test := range map[string]struct{ file, content, code string }{
		"a password":                       {"a.zip", zipPatched(plain, 8, 9), "archive_encrypted"},
		"a password of a 3MF":              {"a.3mf", zipPatched(geometrytest.Zip(t, threemftest.Main, "x"), 8, 9), "archive_encrypted"},
		"more packed bytes than there are": {"a.zip", geometrytest.Patched(plain, list+20, huge...), "archive_ratio"},
		"more bytes than its size allows":  {"a.zip", geometrytest.Patched(plain, list+24, huge...), "archive_ratio"},
		"names that are one without dots":  {"a.zip", geometrytest.Zip(t, "a.stl", "", "./a.stl", ""), "archive_names"},
		"names that are one in other case": {"a.zip", geometrytest.Zip(t, "x/a.stl", "", "X//A.stl", ""), "archive_names"},
		"an address":                       {"a.zip", geometrytest.Zip(t, "http://a/b.stl", ""), "archive_names"},
		"an absolute name":                 {"a.zip", geometrytest.Zip(t, "/etc/a.stl", ""), "archive_names"},
		"a way out in the middle":          {"a.zip", geometrytest.Zip(t, "a/../../b.stl", ""), "archive_names"},
		"a zero in a name":                 {"a.zip", geometrytest.Zip(t, "a\x00.stl", ""), "archive_names"},
		"a 3MF that explodes":              {"a.3mf", geometrytest.Zip(t, threemftest.Main, strings.Repeat(" ", 4<<20)), "archive_ratio"},
		"a 3MF that explodes beside much": {"a.3mf", geometrytest.Zip(t, threemftest.Main, threemftest.Open+strings.Repeat(" ", 4<<20), "z",
			geometrytest.Random(200_000)), "archive_ratio"},
		"a model that explodes": {"a.zip",
			geometrytest.Zip(t, "a.obj", strings.Repeat("#\n", 2<<20), "z", geometrytest.Random(200_000)), "archive_ratio"},
		"a 3MF packed by an unknown method": {"a.3mf", zipPatched(geometrytest.Zip(t, threemftest.Main, "xxxx"), 10, 97), "malformed"},
		"a 3MF that is longer than it says": {"a.3mf",
			zipLonger(geometrytest.Zip(t, threemftest.Main, threemftest.Text(threemftest.Box(`id="1"`, nil), threemftest.Item))), "malformed"},
	} {
		if got := geometrytest.Inspect(t, test.file, test.content); geometrytest.ProblemOf(got) != test.code {
			t.Errorf("%s: %+v, want %s", name, got.Problems, test.code)
		}
	}
}

// zipLonger lets the list say that a file has a byte less than it has.
func zipLonger(content string) string {
	list := strings.LastIndex(content, "PK\x01\x02")
	size := binary.LittleEndian.Uint32([]byte(content[list+24:]))
	return geometrytest.Patched(content, list+24, binary.LittleEndian.AppendUint32(nil, size-1)...)
}

func TestZipTruncated(t *testing.T) {
	t.Parallel()
	content := geometrytest.Zip(t, "a.stl", geometrytest.STL(geometrytest.BoxTriangles()))
	for i := range 50 {
		if got := geometrytest.Inspect(t, "a.zip", content[:len(content)*i/50]); !got.Rejected() {
			t.Errorf("%d/50 of the file are read as whole", i)
		}
	}
}

// A place that can't be read is no fault of the archive.
func TestZipUnreadable(t *testing.T) {
	t.Parallel()
	for file, content := range map[string]string{
		"a.3mf": geometrytest.Zip(t, threemftest.Main, threemftest.Open+"<!--"+geometrytest.Random(200_000)+"-->", "z",
			geometrytest.Random(200_000)),
		"a.zip": geometrytest.Zip(t, "a.obj", "v 0 0 0\n#"+geometrytest.Random(200_000), "z", geometrytest.Random(200_000)),
	} {
		reader := failingIn{strings.NewReader(content), 80_000, 90_000}
		from := source.File{Name: file, Size: int64(len(content)), ReaderAt: reader}
		if report, _, err := detect.Inspect(source.Input{File: from}); !errors.Is(err, geometrytest.ErrDisk) {
			t.Errorf("%s: %+v, %v", file, report, err)
		}
		from.ReaderAt = geometrytest.FailingAt{ReaderAt: strings.NewReader(content), From: int64(len(content)) - 100}
		if report, _, err := detect.Inspect(source.Input{File: from}); !errors.Is(err, geometrytest.ErrDisk) {
			t.Errorf("%s, its list: %+v, %v", file, report, err)
		}
	}
}

// failingIn fails between two places.
type failingIn struct {
	io.ReaderAt
	from, to int64
}

// ReadAt reads what lies elsewhere.
func (f failingIn) ReadAt(p []byte, at int64) (int, error) {
	if at < f.to && at+int64(len(p)) > f.from {
		return 0, geometrytest.ErrDisk
	}
	return f.ReaderAt.ReadAt(p, at)
}

// FuzzBundle looks for archives that panic, or fail otherwise than by a refusal.
func FuzzBundle(f *testing.F) {
	for _, data := range geometrytest.Seeds(f, "3mf") {
		f.Add(data)
	}
	f.Add([]byte(geometrytest.Zip(f, "a.stl", geometrytest.STL(geometrytest.BoxTriangles()), "b.obj", geometrytest.PlainBox())))
	f.Add([]byte(geometrytest.Zip(f, "a/box.obj", "mtllib box.mtl\nusemtl skin\n"+geometrytest.TexturedBox(), "box.mtl",
		"newmtl skin\nmap_Kd a.png\n")))
	f.Add([]byte(geometrytest.Zip(f, "a.3mf", threemftest.Package(f, threemftest.Text(threemftest.Box(`id="1"`, nil), threemftest.Item)))))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, model := geometrytest.InspectBeside(t, "a.zip", string(data), nil)
		geometrytest.CheckMeshes(t, model)
	})
}

// An archive inside an archive is refused by its first bytes, whatever it is called.
func TestZipNested(t *testing.T) {
	t.Parallel()
	stl := geometrytest.STL(geometrytest.BoxTriangles())
	tar := "a.stl" + strings.Repeat("\x00", 252) + "ustar\x0000" + strings.Repeat("\x00", 248)
	for name, files := range map[string][]string{
		"a ZIP":                      {"a.zip", geometrytest.Zip(t, "a.stl", stl)},
		"a ZIP beside a model":       {"a.stl", stl, "deep/inside/Textures.ZIP", geometrytest.Zip(t, "a.png", "\x89PNG")},
		"an empty ZIP":               {"a.zip", geometrytest.Zip(t)},
		"a ZIP that is called STL":   {"a.stl", geometrytest.Zip(t, "a.stl", stl)},
		"a ZIP without an extension": {"a", geometrytest.Zip(t, "a.stl", stl)},
		"RAR":                        {"a.rar", "Rar!\x1a\x07\x01\x00"},
		"7z":                         {"a.7z", "7z\xbc\xaf\x27\x1c\x00\x04"},
		"gzip":                       {"a.tar.gz", "\x1f\x8b\x08\x00\x00\x00"},
		"bzip2":                      {"a.tar.bz2", "BZh91AY&SY"},
		"xz":                         {"a.tar.xz", "\xfd7zXZ\x00\x00"},
		"zstd":                       {"a.tar.zst", "\x28\xb5\x2f\xfd\x00"},
		"tar":                        {"a.tar", tar},
		"no backup of Blender's":     {"a.blender", "\x1f\x8b\x08\x00\x00\x00"},
	} {
		got := geometrytest.Inspect(t, "a.zip", geometrytest.Zip(t, files...))
		if geometrytest.ProblemOf(got) != "archive_nested" || got.Format != geometry.Zip {
			t.Errorf("%s: %s %+v, want archive_nested", name, got.Format, got.Problems)
		}
	}
	detail := geometrytest.Inspect(t, "a.zip", geometrytest.Zip(t, "x/skins.zip", geometrytest.Zip(t))).Problems[0].Detail
	if want := `the archive holds another one ("x/skins.zip"): unpack that and put its files into this one, or upload it by itself`; detail != want {
		t.Errorf("the detail is %s", detail)
	}
}

// Formats that are packed by design, and texts that begin like an archive, are sold
// inside archives.
func TestZipPackedByDesign(t *testing.T) {
	t.Parallel()
	inner := geometrytest.Zip(t, "a", "b")
	for _, name := range []string{"a.3mf", "a.usdz", "a.SOG", "a.fcstd", "a.f3d", "a.docx", "a.ora"} {
		if got := geometrytest.Inspect(t, "a.zip", geometrytest.Zip(t, "models/"+name, inner)); got.Rejected() {
			t.Errorf("%s: %+v", name, got.Problems)
		}
	}
	for name, content := range map[string]string{
		"readme.txt": "PK is a maker's mark", "BZ.txt": "BZ", "empty.zip": "", "chair.blend1": "\x28\xb5\x2f\xfd\x00",
		"chair.BLEND12": "\x1f\x8b\x08\x00",
	} {
		if got := geometrytest.Inspect(t, "a.zip", geometrytest.Zip(t, name, content)); got.Rejected() {
			t.Errorf("%s: %+v", name, got.Problems)
		}
	}
}

// What is packed by a method that is not read says nothing against an archive.
func TestZipUnseenIsNotNested(t *testing.T) {
	t.Parallel()
	if got := geometrytest.Inspect(t, "a.zip", zipPatched(geometrytest.Zip(t, "a.zip", geometrytest.Zip(t)), 10, 97)); got.Rejected() {
		t.Errorf("%+v", got.Problems)
	}
}
