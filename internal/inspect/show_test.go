package inspect_test

import (
	"bytes"
	"image/jpeg"
	"math"
	"os"
	"path/filepath"
	"testing"

	"vitrine/internal/inspect"
	"vitrine/internal/meshfile"
)

// written is a file of some content.
func written(t *testing.T, name string, content []byte) inspect.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return inspect.File{Name: name, File: file}
}

// ballOBJ is a smooth ball of many faces, which survives being reduced.
func ballOBJ(columns, rows int) []byte {
	var file bytes.Buffer
	obj := meshfile.NewOBJ(&file, 5)
	for row := range rows + 1 {
		for column := range columns {
			sin, cos := math.Sincos(2 * math.Pi * float64(column) / float64(columns))
			ring, y := math.Sincos(math.Pi * float64(row) / float64(rows))
			obj.Vertex(ring*cos, -y, -ring*sin)
		}
	}
	for row := range rows {
		for column := range columns {
			a, b := row*columns+column+1, row*columns+(column+1)%columns+1
			obj.Polygon(a, b, b+columns, a+columns)
		}
	}
	_ = obj.Flush()
	return file.Bytes()
}

// TestFitting chooses what is shown of a paid model: a reduced preview of what
// survives it, and a turntable of what does not, and of what has no faces.
func TestFitting(t *testing.T) {
	t.Parallel()
	cube, err := os.ReadFile("../../docs/tour/cube.stl")
	if err != nil {
		t.Fatal(err)
	}
	splat := bytes.Repeat([]byte{0, 0, 0, 0, 0, 0, 128, 63, 0, 0, 0, 0, 0, 0, 128, 61, 0, 0, 128, 61, 0, 0, 128, 61, 255, 0, 0, 255, 255, 128,
		128, 128}, 40)
	for i := range 40 {
		splat[32*i+2] = byte(i)
		splat[32*i+3] = 60
	}
	for name, test := range map[string]struct {
		content []byte
		want    inspect.Form
	}{
		"cube.stl": {cube, inspect.Turntable}, "ball.obj": {ballOBJ(160, 80), inspect.Reduced}, "cloud.splat": {splat, inspect.Turntable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := inspect.InProcess(t.Context(), written(t, name, test.content), nil, inspect.Want{Preview: inspect.Fitting})
			if err != nil || result.PreviewForm != test.want {
				t.Fatalf("the preview is %q of %d bytes, %v: want %s", result.PreviewForm, len(result.Preview), err, test.want)
			}
			if test.want != inspect.Turntable {
				return
			}
			sheet, err := jpeg.Decode(bytes.NewReader(result.Preview))
			if err != nil || result.PreviewKind != "turntable" {
				t.Fatalf("a %s that is no JPEG: %v", result.PreviewKind, err)
			}
			if got := sheet.Bounds(); got.Dx() != inspect.TurntableColumns*inspect.TurntableWidth ||
				got.Dy()*inspect.TurntableColumns != inspect.TurntableViews*inspect.TurntableHeight {
				t.Errorf("the sheet is %v", got)
			}
		})
	}
}
