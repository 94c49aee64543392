package detect_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/geometrytest"
	"vitrine/internal/geometry/geometrytest/toy"
	"vitrine/internal/geometry/source"
	"vitrine/internal/preview"
	"vitrine/internal/render"
)

// tetrahedron is a file of the toy format.
const tetrahedron = "toy 1\n0 0 0 0 1 0 1 0 0\n0 0 0 1 0 0 0 0 1\n0 0 0 0 0 1 0 1 0\n1 0 0 0 1 0 0 0 1\n"

func inspectToy(t *testing.T, name, content string) (detect.Report, *geometry.Model) {
	t.Helper()
	report, model, err := detect.New(toy.Format()).Inspect(source.Input{
		File: source.File{Name: name, Size: int64(len(content)), ReaderAt: strings.NewReader(content)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return report, model
}

// TestAnotherFormat has a format that is not in the list added to it: it is told and
// measured, by itself, in UTF-16 and in a ZIP.
func TestAnotherFormat(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{
		"a.toy": tetrahedron, "b.toy": inUTF16(tetrahedron, binary.LittleEndian), "a.zip": geometrytest.Zip(t, "in/a.toy", tetrahedron),
	} {
		report, model := inspectToy(t, name, content)
		if report.Rejected() || model == nil {
			t.Fatalf("%s: %+v", name, report)
		}
		f := report.Facts
		got := []any{f.Polygons.Value, f.Vertices.Value, f.Watertight.Value, f.Volume.Value, f.Units.Value}
		if diff := cmp.Diff([]any{int64(4), int64(4), true, 1.0 / 6, "mm"}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if report, _ := inspectToy(t, "a.zip", geometrytest.Zip(t, "in/a.toy", tetrahedron)); !cmp.Equal(report.Inside, []string{"toy"}) {
		t.Errorf("inside: %v", report.Inside)
	}
	if report := geometrytest.Inspect(t, "a.toy", tetrahedron); report.Format != geometry.Unknown {
		t.Errorf("without it: %+v", report)
	}
}

func TestAnotherFormatRefused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ file, content, want string }{
		"words for numbers":      {"a.toy", "toy 1\n0 0 0 a b c 0 0 0\n", source.Malformed},
		"cut within a line":      {"a.toy", tetrahedron[:len(tetrahedron)-9], source.Malformed},
		"infinite":               {"a.toy", "toy 1\n0 0 0 1e39 0 0 0 0 0\n", source.Malformed},
		"nothing":                {"a.toy", "toy 1\n", source.NoContent},
		"another format's name":  {"a.stl", tetrahedron, "type_mismatch"},
		"another format's bytes": {"a.toy", "glTF\x02\x00\x00\x00", "type_mismatch"},
	} {
		if report, _ := inspectToy(t, test.file, test.content); geometrytest.ProblemOf(report) != test.want {
			t.Errorf("%s: %+v, want %s", name, report.Problems, test.want)
		}
	}
	detected, err := detect.New(toy.Format()).Detect(strings.NewReader(tetrahedron), int64(len(tetrahedron)), "a.max")
	if err != nil || !detected.Contradicts("max") {
		t.Errorf("under a name that is not known: %+v, %v", detected, err)
	}
}

func TestAnotherFormatDrawn(t *testing.T) {
	t.Parallel()
	_, model := inspectToy(t, "a.toy", tetrahedron)
	picture, err := render.Shot{Width: 64, Height: 48}.Picture(t.Context(), model)
	if err != nil {
		t.Fatal(err)
	}
	if corner, middle := picture.RGBAAt(0, 0), picture.RGBAAt(32, 24); corner == middle {
		t.Errorf("the middle of the picture is %v like its corner", middle)
	}
	var file bytes.Buffer
	if made, err := preview.Write(t.Context(), io.Writer(&file), model, preview.Full); err != nil || made.Kind != preview.KindGLB {
		t.Errorf("preview: %+v, %v", made, err)
	}
}

var codeBlock = regexp.MustCompile("(?s)```go\n(.*?)```")

// TestAnotherFormatPage holds the page that tells how a format is added against the code.
func TestAnotherFormatPage(t *testing.T) {
	t.Parallel()
	read := func(path string) string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	code, registry := read("../geometrytest/toy/toy.go"), read("registry.go")
	blocks := codeBlock.FindAllStringSubmatch(read("../../../docs/another-format.md"), -1)
	if len(blocks) < 6 {
		t.Fatalf("%d blocks of code", len(blocks))
	}
	for _, block := range blocks {
		if line := strings.TrimSpace(block[1]); line == "toy.Format()," {
			if !strings.Contains(registry, "\t\t"+strings.Replace(line, "toy", "stl", 1)+"\n") {
				t.Errorf("formats are not listed as the page says: %s", line)
			}
		} else if !strings.Contains(code, block[1]) {
			t.Errorf("the page quotes what is not there:\n%s", block[1])
		}
	}
}
