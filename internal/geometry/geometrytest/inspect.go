// Package geometrytest has what the tests of several formats share: boxes in some formats,
// archives, sources that fail, and the ways to have a file read. No program imports it.
package geometrytest

import (
	"io"
	"math"
	"strings"
	"testing"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/source"
)

// PictureOf returns the bytes of a texture, which must be as many as it says.
func PictureOf(t *testing.T, texture *geometry.Texture) string {
	t.Helper()
	if texture == nil || texture.Open == nil {
		return ""
	}
	reader, err := texture.Open()
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(reader)
	if err != nil || int64(len(data)) != texture.Size {
		t.Fatal(err, len(data), texture.Size)
	}
	return string(data)
}

// CheckMeshes looks for what would make a renderer stumble.
func CheckMeshes(t testing.TB, model *geometry.Model) {
	t.Helper()
	if model == nil {
		return
	}
	for _, mesh := range model.Meshes {
		n := len(mesh.Positions) / 3
		if len(mesh.Normals) != 0 && len(mesh.Normals) != 3*n || len(mesh.UVs) != 0 && len(mesh.UVs) != 2*n ||
			len(mesh.Colors) != 0 && len(mesh.Colors) != 4*n {
			t.Errorf("%d positions, %d normals, %d UVs, %d colours", n, len(mesh.Normals)/3, len(mesh.UVs)/2, len(mesh.Colors)/4)
		}
		for _, index := range mesh.Indices {
			if int(index) >= n {
				t.Fatalf("vertex %d of %d", index, n)
			}
		}
		for at, group := range mesh.Groups {
			if at > 0 && group.First != mesh.Groups[at-1].End {
				t.Errorf("groups: %v", mesh.Groups)
			}
			if group.First >= group.End || group.End > len(mesh.Indices)/3 || group.Material < -1 || group.Material >= len(model.Materials) {
				t.Errorf("a group %v of %d triangles and %d materials", group, len(mesh.Indices)/3, len(model.Materials))
			}
		}
	}
}

// Posed reads a file and returns the places of the vertices that its last instance
// shows.
func Posed(t *testing.T, in source.Input) (points []float32, whole *geometry.Model) {
	t.Helper()
	report, m, err := detect.Inspect(in)
	if err != nil || report.Rejected() {
		t.Fatal(err, report.Problems)
	}
	last := m.Instances[len(m.Instances)-1]
	for i := 0; i+2 < len(m.Meshes[last.Mesh].Positions); i += 3 {
		p := m.Meshes[last.Mesh].Positions[i:]
		for row := range 3 {
			at := last.Matrix[row]*float64(p[0]) + last.Matrix[4+row]*float64(p[1]) + last.Matrix[8+row]*float64(p[2]) + last.Matrix[12+row]
			points = append(points, float32(at))
		}
	}
	if len(m.Instances) == 1 {
		for k := range 3 {
			low, high := math.Inf(1), math.Inf(-1)
			for i := k; i < len(points); i += 3 {
				low, high = min(low, float64(points[i])), max(high, float64(points[i]))
			}
			if box := report.Facts.BoundingBox.Value; math.Abs(box.Min[k]-low) > 1e-4 || math.Abs(box.Max[k]-high) > 1e-4 {
				t.Errorf("the box is %v, want %v to %v along axis %d", box, low, high, k)
			}
		}
	}
	return points, m
}

// Inspect reads a file that stands alone.
func Inspect(t testing.TB, name, content string) detect.Report {
	t.Helper()
	report, _, err := detect.Inspect(source.Input{File: source.File{Name: name, Size: int64(len(content)),
		ReaderAt: strings.NewReader(content)}})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// ProblemOf returns the code of the first problem; "" for a file that is fine.
func ProblemOf(report detect.Report) string {
	if len(report.Problems) == 0 {
		return ""
	}
	return report.Problems[0].Code
}

// InspectBeside reads a file with others beside it, which it must ask for by safe names.
func InspectBeside(t testing.TB, name, content string, beside map[string]string) (detect.Report, *geometry.Model) {
	t.Helper()
	file := func(name, content string) source.File {
		return source.File{Name: name, Size: int64(len(content)), ReaderAt: strings.NewReader(content)}
	}
	report, model, err := detect.Inspect(source.Input{File: file(name, content), Sibling: func(name string) (source.File, bool) {
		if strings.ContainsAny(name, `/\`) || name == ".." {
			t.Errorf("%q is asked for, which is no safe name", name)
		}
		found, ok := beside[name]
		return file(name, found), ok
	}})
	if err != nil {
		t.Fatal(err)
	}
	return report, model
}
