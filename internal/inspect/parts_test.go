package inspect_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/geometry"
	"vitrine/internal/inspect"
)

var everything = inspect.Want{Picture: true, Preview: inspect.Full}

// named writes a file and opens it.
func named(t *testing.T, name, content string) inspect.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return open(t, path)
}

func wantPicture(t *testing.T, result inspect.Result) {
	t.Helper()
	for _, size := range []struct {
		data          []byte
		width, height int
	}{{result.Picture, inspect.PictureWidth, inspect.PictureHeight}, {result.Thumbnail, inspect.ThumbnailWidth, inspect.ThumbnailHeight}} {
		config, err := jpeg.DecodeConfig(bytes.NewReader(size.data))
		if err != nil || config.Width != size.width || config.Height != size.height {
			t.Errorf("a picture of %d bytes: %+v, %v, want %d × %d", len(size.data), config, err, size.width, size.height)
		}
	}
}

// TestPictureAndPreview asks a child for all that it can give; the same process
// gives the same.
func TestPictureAndPreview(t *testing.T) {
	t.Parallel()
	everything := everything
	everything.Views = []inspect.View{inspect.Front, "behind", inspect.Top}
	result, err := runner(t).Read(t.Context(), open(t, "../../docs/tour/cube.stl"), nil, everything)
	if err != nil || result.Rejected() {
		t.Fatalf("%+v, %v", result.Report, err)
	}
	wantPicture(t, result)
	if result.PreviewKind != "glb" || !bytes.HasPrefix(result.Preview, []byte("glTF")) {
		t.Errorf("the preview is %q", result.PreviewKind)
	}
	here, err := inspect.InProcess(t.Context(), open(t, "../../docs/tour/cube.stl"), nil, everything)
	if err != nil || !bytes.Equal(here.Picture, result.Picture) || !bytes.Equal(here.Preview, result.Preview) {
		t.Errorf("here it is drawn in another way: %v", err)
	}
	if len(result.Views) != 2 || result.Views[1].View != inspect.Top || bytes.Equal(result.Views[0].Picture, result.Views[1].Picture) ||
		bytes.Equal(result.Views[0].Picture, result.Picture) || len(here.Views) != 2 ||
		!bytes.Equal(here.Views[1].Picture, result.Views[1].Picture) {
		t.Errorf("%d views, here %d", len(result.Views), len(here.Views))
	}
	for _, view := range result.Views {
		wantPicture(t, inspect.Result{Picture: view.Picture, Thumbnail: view.Thumbnail})
	}
}

// TestNothingUnasked draws nothing when nobody asks for it.
func TestNothingUnasked(t *testing.T) {
	t.Parallel()
	result, err := inspect.InProcess(t.Context(), open(t, "../../docs/tour/cube.stl"), nil, inspect.Want{})
	if err != nil || result.Picture != nil || result.Thumbnail != nil || result.Preview != nil {
		t.Errorf("%d bytes of a picture, %d of a preview, %v", len(result.Picture), len(result.Preview), err)
	}
}

// TestCard draws a card for what has no geometry that is read, and none for a
// file that belongs to another or is refused.
func TestCard(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		content string
		want    bool
	}{
		"a.dxf":  {"  0\nSECTION\n  2\nHEADER\n  0\nENDSEC\n  0\nEOF\n", true},
		"a.bin":  {"\x01\x02\x03\x04", false},
		"a.stl":  {"no STL at all", false},
		"a.step": {"ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\n#1=ADVANCED_FACE('',(),#2,.T.);\nENDSEC;\nEND-ISO-10303-21;\n", true},
	} {
		result, err := inspect.InProcess(t.Context(), named(t, name, test.content), nil, everything)
		if err != nil || (result.Picture != nil) != test.want {
			t.Errorf("%s: %d bytes of a picture, %v: %+v", name, len(result.Picture), err, result.Report)
		}
		if test.want {
			wantPicture(t, result)
		}
	}
}

const square = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nusemtl m\nf 1/1 2/2 3/3\n"

// TestSiblings has a file whose material library names pictures: each comes in a
// round of its own, and what is not there is missing.
func TestSiblings(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	library := named(t, "a.mtl", "newmtl m\nmap_Kd there.png\nmap_Ks gone.png\n")
	picture := open(t, "../../docs/tour/cube.png")
	var asked []string
	find := func(name string) (inspect.File, bool) {
		asked = append(asked, name)
		path := map[string]string{"a.mtl": library.File.Name(), "there.png": picture.File.Name()}[name]
		if path == "" {
			return inspect.File{}, false
		}
		file, err := os.Open(path)
		return inspect.File{Name: name, File: file}, err == nil
	}
	result, err := runner(t).Read(t.Context(), named(t, "a.obj", square), find, everything)
	if err != nil || !slices.Equal(result.Missing, []string{"gone.png"}) || !result.Facts.Textures.Value {
		t.Fatalf("missing %q, %+v, %v", result.Missing, result.Problems, err)
	}
	if !slices.Contains(asked, "a.mtl") || !slices.Contains(asked, "there.png") {
		t.Errorf("it asked for %q", asked)
	}
	wantPicture(t, result)
}

// TestCrowd has more siblings than a child may have open: it gets them all the same.
func TestCrowd(t *testing.T) {
	t.Parallel()
	var library strings.Builder
	files := map[string]string{}
	text := "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\n"
	for i := range 20 {
		name := string(rune('a' + i))
		files[name+".png"] = colored(t, uint8(10*i))
		library.WriteString("newmtl " + name + "\nmap_Kd " + name + ".png\n")
		text += "usemtl " + name + "\nf 1/1 2/1 3/1\n"
	}
	files["a.mtl"] = named(t, "a.mtl", library.String()).File.Name()
	find := func(name string) (inspect.File, bool) {
		file, err := os.Open(files[name])
		return inspect.File{Name: name, File: file}, err == nil
	}
	result, err := runner(t).Read(t.Context(), named(t, "a.obj", text), find, everything)
	if err != nil || len(result.Missing) != 0 || result.Facts.Triangles.Value != 20 || result.Facts.Textures.Certainty != geometry.Verified {
		t.Fatalf("missing %q, %+v, %v", result.Missing, result.Report, err)
	}
	if n := bytes.Count(result.Preview, []byte(`"mimeType"`)); n != 20 {
		t.Errorf("%d of 20 textures were read", n)
	}
}

// colored writes a picture of one colour, and gives its path.
func colored(t *testing.T, red uint8) string {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, 8, 8))
	draw.Draw(picture, picture.Rect, image.NewUniform(color.RGBA{red, 100, 100, 255}), image.Point{}, draw.Src)
	var data bytes.Buffer
	if err := png.Encode(&data, picture); err != nil {
		t.Fatal(err)
	}
	return named(t, "a.png", data.String()).File.Name()
}

// TestDeadChild ends children in many ways: the parent always has an answer.
func TestDeadChild(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"silent":   "exit 0",
		"failed":   "echo no >&2; exit 3",
		"babbling": "yes",
		"half":     `printf 'report 900\n{"format"'`,
		"strange":  `printf 'report -5\n{}'`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			program := filepath.Join(t.TempDir(), "child")
			if err := os.WriteFile(program, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			result, err := (&inspect.Runner{Program: program}).Read(t.Context(), stl(t, 10), nil, everything)
			if err != nil || !result.Rejected() || result.Problems[0].Detail == "" || result.Picture != nil {
				t.Errorf("%+v, %v", result.Report, err)
			}
		})
	}
}

// TestKilledChild is ended by somebody else before it has done anything: that says
// nothing of the file.
func TestKilledChild(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "child")
	if err := os.WriteFile(program, []byte("#!/bin/sh\nkill -KILL $$\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if result, err := (&inspect.Runner{Program: program}).Read(t.Context(), stl(t, 10), nil, everything); err == nil {
		t.Errorf("%+v", result.Report)
	}
}

// TestStarvedChild gets no work done within its time: that is no fault of the
// file, which is read again later.
func TestStarvedChild(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "child")
	if err := os.WriteFile(program, []byte("#!/bin/sh\nexec sleep 60\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	r := &inspect.Runner{Program: program, Wall: 200 * time.Millisecond}
	if result, err := r.Read(t.Context(), stl(t, 10), nil, everything); err == nil {
		t.Errorf("%+v", result.Report)
	}
}

// TestDeadOverThePicture keeps the facts of a child that told them and died.
func TestDeadOverThePicture(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "child")
	script := "#!/bin/sh\nprintf 'report 16\\n{\"format\":\"stl\"}picture 90000\\nhalf of it'\nkill -KILL $$\n"
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	result, err := (&inspect.Runner{Program: program}).Read(t.Context(), stl(t, 10), nil, everything)
	if err != nil || result.Rejected() || result.Format != geometry.STL {
		t.Fatalf("%+v, %v", result.Report, err)
	}
	wantPicture(t, result) // a card
}
