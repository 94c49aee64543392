package stl_test

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"vitrine/internal/geometry/geometrytest"
)

func TestRead(t *testing.T) {
	t.Parallel()
	box := geometrytest.BoxTriangles()
	flipped := geometrytest.BoxTriangles()
	flipped[3][1], flipped[3][2] = flipped[3][2], flipped[3][1]
	gap := geometrytest.BoxTriangles()
	gap[0][0][0] += 1e-5 // of a size of 17: closed when snapped
	for name, content := range map[string]string{"binary": geometrytest.STL(box), "ASCII": geometrytest.ASCIISTL(box),
		"almost closed": geometrytest.STL(gap), "upper case": strings.ToUpper(geometrytest.ASCIISTL(box))} {
		f := geometrytest.Inspect(t, "box.stl", content).Facts
		if f.Polygons.Value != 12 || f.Triangles.Value != 12 || !f.Watertight.Value || f.BoundaryEdges.Value != 0 {
			t.Errorf("%s: %+v", name, f)
		}
		if math.Abs(f.Volume.Value-1000) > 0.01 || math.Abs(f.SurfaceArea.Value-600) > 0.01 || f.BoundingBox.Value.Max != [3]float64{10, 10, 10} {
			t.Errorf("%s: volume %v, area %v, box %v", name, f.Volume, f.SurfaceArea, f.BoundingBox)
		}
		if name != "almost closed" && f.Vertices.Value != 8 {
			t.Errorf("%s: %d vertices", name, f.Vertices.Value)
		}
		if f.Units.Known() || f.UpAxis.Known() {
			t.Errorf("%s: STL says nothing of units and axes", name)
		}
	}
	hole := geometrytest.Inspect(t, "hole.stl", geometrytest.STL(box[1:])).Facts
	if hole.Watertight.Value || hole.BoundaryEdges.Value != 3 || hole.Volume.Known() {
		t.Errorf("with a hole: %+v", hole)
	}
	turned := geometrytest.Inspect(t, "flipped.stl", geometrytest.STL(flipped)).Facts
	if turned.Watertight.Value || turned.FlippedEdges.Value != 3 || turned.BoundaryEdges.Value != 0 {
		t.Errorf("with a face turned: %+v", turned)
	}
	double := geometrytest.Inspect(t, "double.stl", geometrytest.STL(append(box, box[0]))).Facts
	if double.Watertight.Value || double.NonManifoldEdges.Value != 3 {
		t.Errorf("with a face twice: %+v", double)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	box := geometrytest.STL(geometrytest.BoxTriangles())
	nan := []byte(box)
	binary.LittleEndian.PutUint32(nan[96:], math.Float32bits(float32(math.NaN())))
	many := []byte(box)
	binary.LittleEndian.PutUint32(many[80:], math.MaxUint32)
	ascii := geometrytest.ASCIISTL(geometrytest.BoxTriangles())
	for name, test := range map[string]struct{ content, code string }{
		"cut":                  {box[:300], "truncated"},
		"cut in the head":      {box[:60], "type_mismatch"},
		"a count of 4 billion": {string(many), "limit"},
		"no triangles":         {box[:80] + "\x00\x00\x00\x00", "no_content"},
		"not a number":         {string(nan), "malformed"},
		"ASCII, cut":           {ascii[:400], "truncated"},
		"ASCII, second cut":    {ascii + ascii[:strings.Index(ascii, "endsolid")], "truncated"},
		"ASCII, no numbers":    {strings.Replace(ascii, "vertex 0 0 0", "vertex a b c", 1), "malformed"},
		"ASCII, two corners":   {strings.Replace(ascii, "  vertex 0 0 0\n", "", 1), "malformed"},
		"ASCII, a long line":   {"solid x\nfacet\n" + strings.Repeat("x", 2<<20), "limit"},
		"ASCII, nothing":       {"solid empty\nfacet\nendfacet\nendsolid empty\n", "malformed"},
	} {
		if got := geometrytest.Inspect(t, "a.stl", test.content); geometrytest.ProblemOf(got) != test.code {
			t.Errorf("%s: %+v, want %s", name, got.Problems, test.code)
		}
	}
	for _, content := range []string{box, ascii} {
		for i := range 50 {
			cut := geometrytest.Inspect(t, "a.stl", content[:len(content)*i/50])
			if len(cut.Problems) == 0 {
				t.Errorf("%d/50 of the file is read as whole", i)
			}
		}
	}
}

// FuzzRead looks for content that panics, or fails otherwise than by a refusal.
func FuzzRead(f *testing.F) {
	for _, data := range geometrytest.Seeds(f, "stl") {
		f.Add(data)
	}
	f.Add([]byte(geometrytest.STL(geometrytest.BoxTriangles())))
	f.Add([]byte(geometrytest.ASCIISTL(geometrytest.BoxTriangles())))
	f.Add([]byte("solid x\nfacet normal\nvertex 1e39 0 0\nendsolid"))
	f.Fuzz(func(t *testing.T, data []byte) { geometrytest.Inspect(t, "a.stl", string(data)) })
}

// BenchmarkRead reads and measures a torus; bytes a second of one core.
func BenchmarkRead(b *testing.B) {
	const rings = 700
	at := func(i, j int) [3]float32 {
		theta, phi := 2*math.Pi*float64(i%rings)/rings, 2*math.Pi*float64(j%rings)/rings
		radius := 3 + math.Cos(theta)
		return [3]float32{float32(radius * math.Cos(phi)), float32(radius * math.Sin(phi)), float32(math.Sin(theta))}
	}
	var triangles [][3][3]float32
	for i := range rings {
		for j := range rings {
			triangles = append(triangles, [3][3]float32{at(i, j), at(i+1, j), at(i+1, j+1)}, [3][3]float32{at(i, j), at(i+1, j+1), at(i, j+1)})
		}
	}
	for name, content := range map[string]string{"binary": geometrytest.STL(triangles), "ASCII": geometrytest.ASCIISTL(triangles)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(content)))
			for b.Loop() {
				if report := geometrytest.Inspect(b, "torus.stl", content); !report.Facts.Watertight.Value {
					b.Fatal("the torus is not closed")
				}
			}
		})
	}
}
