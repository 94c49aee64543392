package preview_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/source"
	"vitrine/internal/preview"
)

var identity = [16]float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}

func modelOf(mesh geometry.Mesh) *geometry.Model {
	return &geometry.Model{Meshes: []geometry.Mesh{mesh}, Instances: []geometry.Instance{{Matrix: identity}}}
}

// sheet is a grid of triangles over parameters of 0 to 1, with those as
// coordinates of textures.
func sheet(columns, rows int, at func(u, v float64) [3]float64) geometry.Mesh {
	var m geometry.Mesh
	for i := range columns + 1 {
		for k := range rows + 1 {
			u, v := float64(i)/float64(columns), float64(k)/float64(rows)
			p := at(u, v)
			m.Positions = append(m.Positions, float32(p[0]), float32(p[1]), float32(p[2]))
			m.UVs = append(m.UVs, float32(u), float32(v))
		}
	}
	for i := range uint32(columns) {
		for k := range uint32(rows) {
			a := i*uint32(rows+1) + k
			b := a + uint32(rows+1)
			m.Indices = append(m.Indices, a, b, b+1, a, b+1, a+1)
		}
	}
	return m
}

// sphere has the radius 1 and its poles on the y axis; u goes around from -x
// over z.
func sphere(columns, rows int) geometry.Mesh {
	return sheet(columns, rows, func(u, v float64) [3]float64 {
		sin, cos := math.Sincos(2 * math.Pi * u)
		ring, y := math.Sincos(math.Pi * v)
		return [3]float64{-cos * ring, -y, sin * ring}
	})
}

// cuboid is closed and wound outwards.
func cuboid(x, y, z float32) geometry.Mesh {
	return geometry.Mesh{
		Positions: []float32{0, 0, 0, x, 0, 0, x, y, 0, 0, y, 0, 0, 0, z, x, 0, z, x, y, z, 0, y, z},
		Indices: []uint32{
			0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6, 1, 2, 6, 1, 6, 5, 0, 4, 7, 0, 7, 3,
		},
	}
}

func write(t testing.TB, m *geometry.Model) (kind string, data []byte) {
	t.Helper()
	var to bytes.Buffer
	made, err := preview.Write(t.Context(), &to, m, preview.Full)
	if err != nil {
		t.Fatal(err)
	}
	return made.Kind, to.Bytes()
}

// reread writes a preview and reads it as any other file.
func reread(t testing.TB, m *geometry.Model) (geometry.Facts, *geometry.Model) {
	t.Helper()
	kind, data := write(t, m)
	return inspect(t, kind, data)
}

func inspect(t testing.TB, kind string, data []byte) (geometry.Facts, *geometry.Model) {
	t.Helper()
	file := source.File{Name: "preview." + kind, Size: int64(len(data)), ReaderAt: bytes.NewReader(data)}
	report, model, err := detect.Inspect(source.Input{File: file})
	if err != nil || report.Rejected() || model == nil {
		t.Fatalf("the preview can't be read: %v %v", err, report.Problems)
	}
	return report.Facts, model
}

func within(t *testing.T, what string, got, want, share float64) {
	t.Helper()
	if !(math.Abs(got-want) <= share*math.Abs(want)) {
		t.Errorf("%s is %v, want %v within %v %%", what, got, want, 100*share)
	}
}

func TestReducedKeepsItsShape(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		columns, rows int
		least         int64
	}{
		"as it is":          {200, 100, 39_600},
		"collapsed":         {400, 200, 45_000},
		"clustered as well": {500, 250, 45_000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			facts, _ := reread(t, modelOf(sphere(test.columns, test.rows)))
			if n := facts.Triangles.Value; n > 50_000 || n < test.least {
				t.Errorf("%d triangles are left, want %d to 50,000", n, test.least)
			}
			within(t, "the area", facts.SurfaceArea.Value, math.Pi, 0.02)
			for i := range 3 {
				within(t, "the least of the box", facts.BoundingBox.Value.Min[i], -0.5, 0.01)
				within(t, "the most of the box", facts.BoundingBox.Value.Max[i], 0.5, 0.01)
			}
		})
	}
}

// A wall much thinner than the cells of the grid keeps both its sides, be it two
// meshes or one whose vertices are its points.
func TestReducedKeepsThinWalls(t *testing.T) {
	t.Parallel()
	tube := func(radius float64) geometry.Mesh {
		return sheet(700, 100, func(u, v float64) [3]float64 {
			sin, cos := math.Sincos(2 * math.Pi * u)
			return [3]float64{radius * cos, 1.5 * v, radius * sin}
		})
	}
	outside, inside := tube(0.5), tube(0.497)
	for i := 0; i < len(inside.Indices); i += 3 {
		inside.Indices[i], inside.Indices[i+1] = inside.Indices[i+1], inside.Indices[i]
	}
	two := modelOf(outside)
	two.Meshes = append(two.Meshes, inside)
	two.Instances = append(two.Instances, geometry.Instance{Mesh: 1, Matrix: identity})
	for name, m := range map[string]*geometry.Model{"two meshes": two, "one mesh": modelOf(welded(outside, inside))} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			facts, got := reread(t, m)
			within(t, "the area", facts.SurfaceArea.Value, math.Pi*1.5*(1+0.994)/1.5/1.5, 0.03)
			between, all := 0, len(got.Meshes[0].Positions)/3
			for i := range all {
				p := got.Meshes[0].Positions[3*i:]
				radius := 1.5 * math.Hypot(float64(p[0])-1./3, float64(p[2])-1./3)
				if radius > 0.4978 && radius < 0.4992 {
					between++
				}
			}
			if between > all/50 {
				t.Errorf("%d of %d vertices lie between the sides of the wall", between, all)
			}
		})
	}
}

// welded makes one mesh of some, without coordinates of textures, in which no two
// vertices have the same position.
func welded(meshes ...geometry.Mesh) geometry.Mesh {
	whole := geometry.Mesh{Welded: true}
	numbers := map[[3]float32]uint32{}
	for _, m := range meshes {
		for _, vertex := range m.Indices {
			at := [3]float32(m.Positions[3*vertex:])
			if _, ok := numbers[at]; !ok {
				numbers[at] = uint32(len(numbers))
				whole.Positions = append(whole.Positions, at[:]...)
			}
			whole.Indices = append(whole.Indices, numbers[at])
		}
	}
	return whole
}

// Each instance of a mesh is clustered where it stands, and each group in its own
// material, though they share their vertices.
func TestClusteredInstancesAndGroups(t *testing.T) {
	t.Parallel()
	ball := sphere(300, 200)
	ball.UVs = nil
	half := len(ball.Indices) / 6
	ball.Groups = []geometry.Group{{Material: 0, End: half}, {Material: 1, First: half, End: 2 * half}}
	m := modelOf(ball)
	m.Materials = []geometry.Material{{Color: [4]float32{1, 0, 0, 1}}, {Color: [4]float32{0, 0, 1, 1}}}
	m.Instances = append(m.Instances, geometry.Instance{Matrix: identity})
	m.Instances[1].Matrix[12] = 3 // the longest side is 5
	facts, got := reread(t, m)
	within(t, "the area", facts.SurfaceArea.Value, 2*4*math.Pi/25, 0.02)
	areas := make([]float64, len(got.Materials))
	if len(areas) != 2 {
		t.Fatalf("%d materials are left, want 2", len(areas))
	}
	for _, mesh := range got.Meshes {
		for _, group := range mesh.Groups {
			areas[group.Material] += areaOf(&mesh, group)
		}
	}
	for _, area := range areas {
		within(t, "the area of a material", area, 4*math.Pi/25, 0.03)
	}
}

func areaOf(mesh *geometry.Mesh, group geometry.Group) (sum float64) {
	for i := 3 * group.First; i < 3*group.End; i += 3 {
		var p [3][3]float64
		for k := range p {
			for axis := range 3 {
				p[k][axis] = float64(mesh.Positions[3*mesh.Indices[i+k]+uint32(axis)])
			}
		}
		var way [2][3]float64
		for axis := range 3 {
			way[0][axis], way[1][axis] = p[1][axis]-p[0][axis], p[2][axis]-p[0][axis]
		}
		a, b := way[0], way[1]
		sum += math.Hypot(math.Hypot(a[1]*b[2]-a[2]*b[1], a[2]*b[0]-a[0]*b[2]), a[0]*b[1]-a[1]*b[0]) / 2
	}
	return sum
}

// A closed surface stays closed where it is folded within the cells of the grid.
func TestReducedTearsNoHoles(t *testing.T) {
	t.Parallel()
	facts, _ := reread(t, modelOf(sheet(800, 400, func(u, v float64) [3]float64 {
		around, y := math.Sincos(2 * math.Pi * v)
		sin, cos := math.Sincos(2 * math.Pi * u)
		bump := 1 + 0.05*math.Sin(38*math.Pi*u)*math.Sin(14*math.Pi*v)
		ring := 3 + bump*around
		return [3]float64{ring * cos, bump * y, ring * sin}
	})))
	if n := facts.BoundaryEdges.Value; n > 0 {
		t.Errorf("%d edges have one face, want none", n)
	}
}

// Waves that are collapsed have no face turned over.
func TestReducedTurnsNothingOver(t *testing.T) {
	t.Parallel()
	_, got := reread(t, modelOf(sheet(250, 250, func(u, v float64) [3]float64 {
		return [3]float64{u, v, 0.004 * math.Sin(60*u) * math.Sin(70*v)}
	})))
	mesh := got.Meshes[0]
	for i := 0; i < len(mesh.Indices); i += 3 {
		at := func(k, axis int) float64 { return float64(mesh.Positions[3*int(mesh.Indices[i+k])+axis]) }
		if area := (at(1, 0)-at(0, 0))*(at(2, 1)-at(0, 1)) - (at(1, 1)-at(0, 1))*(at(2, 0)-at(0, 0)); area < -1e-7 {
			t.Fatalf("triangle %d is turned over: %v", i/3, area)
		}
	}
}

// What can't be collapsed is clustered: loose triangles have only fixed points.
func TestLooseTrianglesAreBounded(t *testing.T) {
	t.Parallel()
	var m geometry.Mesh
	for i := range uint32(60_000) {
		x, y, z := float32(i%50), float32(i/50%50), float32(i/2500)
		m.Positions = append(m.Positions, x, y, z, x+0.9, y, z, x, y+0.9, z)
		m.Indices = append(m.Indices, 3*i, 3*i+1, 3*i+2)
	}
	facts, _ := reread(t, modelOf(m))
	if n := facts.Triangles.Value; n == 0 || n > 50_000 {
		t.Errorf("%d triangles are left, want 1 to 50,000", n)
	}
}

func TestUpIsY(t *testing.T) {
	t.Parallel()
	for up, want := range map[string][3]float64{
		"": {0.25, 0.5, 0.125}, "y": {0.25, 0.5, 0.125}, "z": {0.25, 0.125, 0.5}, "x": {0.5, 0.25, 0.125},
	} {
		m := modelOf(cuboid(20, 40, 10))
		m.UpAxis = up
		facts, _ := reread(t, m)
		box := geometry.Box{Min: [3]float64{-want[0], -want[1], -want[2]}, Max: want}
		if diff := cmp.Diff(box, facts.BoundingBox.Value, cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-5 })); diff != "" {
			t.Errorf("up is %q (-want +got):\n%s", up, diff)
		}
		if !facts.Watertight.Value || facts.Volume.Value < 0.06 {
			t.Errorf("up is %q: closed %v, volume %v", up, facts.Watertight.Value, facts.Volume.Value)
		}
	}
}

// An instance that is mirrored must not be turned inside out.
func TestMirroredInstanceFacesOut(t *testing.T) {
	t.Parallel()
	m := modelOf(cuboid(1, 1, 1))
	m.Instances[0].Matrix[0] = -1
	_, got := reread(t, m)
	mesh, volume := got.Meshes[0], 0.0
	for i := 0; i < len(mesh.Indices); i += 3 {
		var p [3][3]float64
		for k := range p {
			for axis := range 3 {
				p[k][axis] = float64(mesh.Positions[3*mesh.Indices[i+k]+uint32(axis)]) - 0.5
			}
		}
		volume += p[0][0]*(p[1][1]*p[2][2]-p[1][2]*p[2][1]) + p[0][1]*(p[1][2]*p[2][0]-p[1][0]*p[2][2]) +
			p[0][2]*(p[1][0]*p[2][1]-p[1][1]*p[2][0])
	}
	within(t, "the volume", volume/6, 1, 0.001)
}

// Normals are of length 1, and made anew where there are none: those of a cube's
// corners belong to one side each, those of a sphere point from its middle.
func TestNormals(t *testing.T) {
	t.Parallel()
	_, cube := reread(t, modelOf(cuboid(1, 1, 1)))
	for i := 0; i < len(cube.Meshes[0].Normals); i += 3 {
		n := cube.Meshes[0].Normals[i : i+3]
		if sum := math.Abs(float64(n[0])) + math.Abs(float64(n[1])) + math.Abs(float64(n[2])); math.Abs(sum-1) > 0.01 {
			t.Errorf("a corner of a cube has the normal %v", n)
		}
	}
	_, ball := reread(t, modelOf(sphere(600, 300)))
	mesh, lean := ball.Meshes[0], 0
	for i := 0; i < len(mesh.Normals); i += 3 {
		dot := 0.0
		for k := range 3 {
			dot += 2 * (float64(mesh.Positions[i+k]) - 0.5) * float64(mesh.Normals[i+k])
		}
		if dot < 0.97 {
			lean++
		}
	}
	// Of slivers without a width it can't be said where they look.
	if lean > 10 {
		t.Errorf("%d of %d vertices of a sphere lean", lean, len(mesh.Normals)/3)
	}
}

func TestSameBytesEachTime(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]*geometry.Model{
		"cube": modelOf(cuboid(1, 2, 3)), "sphere": modelOf(sphere(450, 230)), "splats": {Splats: cloud(3000)},
	} {
		_, first := write(t, m)
		if _, second := write(t, m); !bytes.Equal(first, second) {
			t.Errorf("%s: two runs give different bytes", name)
		}
	}
}

func TestNothing(t *testing.T) {
	t.Parallel()
	huge := cuboid(1, 1, 1)
	huge.Positions = []float32{float32(math.NaN()), 0, 0}
	flat := cuboid(0, 0, 0)
	for name, m := range map[string]*geometry.Model{
		"an empty model": {}, "no instance": {Meshes: []geometry.Mesh{cuboid(1, 1, 1)}}, "no numbers": modelOf(huge),
		"no vertices": modelOf(geometry.Mesh{}), "no splats": {Splats: &geometry.Splats{}},
		"an instance of nothing": {Instances: []geometry.Instance{{Mesh: 3}}},
	} {
		if _, err := preview.Write(t.Context(), &bytes.Buffer{}, m, preview.Full); !errors.Is(err, preview.ErrNothing) {
			t.Errorf("%s: %v, want ErrNothing", name, err)
		}
	}
	if _, model := reread(t, modelOf(flat)); !model.Meshes[0].Points {
		t.Error("a mesh of a single point is shown with faces")
	}
}

func TestHostileMeshes(t *testing.T) {
	t.Parallel()
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	far := cuboid(1, 1, 1)
	far.Positions = append(far.Positions, nan, 0, 0, 1e30, 0, 0, inf, 0, 0, 1e30, 1e30, 0)
	far.Indices = append(far.Indices, 0, 1, 8, 0, 1, 10, 0, 9, 11, 0, 0, 1, 5, 6, 400)
	far.UVs, far.Colors, far.Normals = []float32{nan, inf}, []uint8{1}, []float32{nan, nan, nan, inf, 0, 0}
	far.Groups = []geometry.Group{{Material: 7, First: -3, End: 90}, {Material: -8, First: 5, End: 2}}
	m := modelOf(far)
	if facts, _ := reread(t, m); facts.Triangles.Value > 2 {
		t.Errorf("%d triangles are left beside one of 1e30", facts.Triangles.Value)
	}
	m.Instances[0].Matrix = [16]float64{math.NaN(), math.Inf(1), 1e300}
	if _, err := preview.Write(t.Context(), &bytes.Buffer{}, m, preview.Full); !errors.Is(err, preview.ErrNothing) {
		t.Errorf("a matrix of no numbers: %v, want ErrNothing", err)
	}
}

// A fan of very many triangles around one point takes no time of its square.
func TestManyFacesAtAPoint(t *testing.T) {
	t.Parallel()
	m := geometry.Mesh{Positions: []float32{0, 0, 0}}
	for i := range uint32(60_000) {
		sin, cos := math.Sincos(float64(i) * 2 * math.Pi / 60_000)
		m.Positions = append(m.Positions, float32(cos), float32(sin), float32(i%2))
		m.Indices = append(m.Indices, 0, i+1, (i+1)%60_000+1)
	}
	facts, _ := reread(t, modelOf(m))
	if n := facts.Triangles.Value; n == 0 || n > 50_000 {
		t.Errorf("%d triangles are left, want 1 to 50,000", n)
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, m := range map[string]*geometry.Model{"a mesh": modelOf(sphere(300, 300)), "splats": {Splats: cloud(10)}} {
		if _, err := preview.Write(ctx, &bytes.Buffer{}, m, preview.Full); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want the context's error", name, err)
		}
	}
}

func TestPoints(t *testing.T) {
	t.Parallel()
	var mesh geometry.Mesh
	for i := range 250_000 {
		mesh.Positions = append(mesh.Positions, float32(i%500), float32(i/500), 0)
		mesh.Colors = append(mesh.Colors, 200, 100, 0, 255)
	}
	mesh.Points = true
	facts, got := reread(t, modelOf(mesh))
	if n := len(got.Meshes[0].Positions) / 3; n > 100_000 || n < 80_000 || !got.Meshes[0].Points {
		t.Errorf("%d points are left, want at most 100,000: %+v", n, facts)
	}
	if c := got.Meshes[0].Colors[:4]; !nearColor(c, []uint8{200, 100, 0, 255}) {
		t.Errorf("a point has the colour %v", c)
	}
}

func nearColor(got, want []uint8) bool {
	for i := range want {
		if math.Abs(float64(got[i])-float64(want[i])) > 3 {
			return false
		}
	}
	return true
}

func BenchmarkWrite(b *testing.B) {
	for _, size := range [][2]int{{400, 200}, {2000, 500}} {
		m := modelOf(sphere(size[0], size[1]))
		b.Run(fmt.Sprintf("%d", len(m.Meshes[0].Indices)/3), func(b *testing.B) {
			for b.Loop() {
				_, data := write(b, m)
				b.ReportMetric(float64(len(data)), "bytes")
			}
		})
	}
}

func FuzzWrite(f *testing.F) {
	f.Add([]byte{0, 0, 0, 127, 0, 0, 0, 127, 0, 255, 255, 255}, []byte{0, 1, 2, 2, 1, 3}, "z", false)
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9}, []byte{0, 1, 2}, "", true)
	f.Fuzz(func(t *testing.T, positions, indices []byte, up string, wide bool) {
		var mesh geometry.Mesh
		for i, v := range positions[:len(positions)/3*3] {
			mesh.Positions = append(mesh.Positions, float32(int8(v)))
			if wide {
				mesh.Positions[i] = math.Float32frombits(uint32(v)<<24 | uint32(positions[(i*7)%len(positions)])<<16)
			}
			mesh.Colors = append(mesh.Colors, v)
		}
		for _, v := range indices[:len(indices)/3*3] {
			mesh.Indices = append(mesh.Indices, uint32(v))
		}
		m := modelOf(mesh)
		m.UpAxis = up
		var to bytes.Buffer
		made, err := preview.Write(t.Context(), &to, m, preview.Full)
		if errors.Is(err, preview.ErrNothing) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		facts, _ := inspect(t, made.Kind, to.Bytes())
		if facts.Triangles.Value > int64(len(indices)/3) {
			t.Errorf("%d triangles became %d", len(indices)/3, facts.Triangles.Value)
		}
	})
}
