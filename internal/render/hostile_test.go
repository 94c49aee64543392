package render_test

import (
	"context"
	"encoding/binary"
	"errors"
	"image/color"
	"math"
	"testing"

	"vitrine/internal/geometry"
	"vitrine/internal/render"
)

// TestHostile: one good box among what is none is still seen.
func TestHostile(t *testing.T) {
	t.Parallel()
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	matrix := func(change func(m *[16]float64)) [16]float64 {
		m := identity
		change(&m)
		return m
	}
	for name, add := range map[string]func(m *geometry.Model){
		"no numbers": func(m *geometry.Model) {
			m.Meshes = append(m.Meshes, geometry.Mesh{Positions: []float32{nan, 0, 0, inf, 1, 0, 0, -inf, nan}, Indices: []uint32{0, 1, 2}})
			m.Instances = append(m.Instances, geometry.Instance{Mesh: 1, Matrix: identity})
		},
		"indices": func(m *geometry.Model) {
			m.Meshes[0].Indices = append(m.Meshes[0].Indices, 8, 1<<31, math.MaxUint32, 1)
		},
		"groups": func(m *geometry.Model) {
			m.Meshes[0].Groups = []geometry.Group{{Material: 0, First: -5, End: 3}, {Material: 77, First: 2, End: 4},
				{Material: 0, First: 4, End: 1 << 40}, {First: 9, End: 2}}
		},
		"lengths": func(m *geometry.Model) {
			m.Meshes[0].UVs, m.Meshes[0].Normals, m.Meshes[0].Colors = make([]float32, 3), make([]float32, 4), make([]uint8, 5)
			m.Meshes[0].Positions = append(m.Meshes[0].Positions, 1, 2)
		},
		"normals": func(m *geometry.Model) {
			for range 8 {
				m.Meshes[0].Normals = append(m.Meshes[0].Normals, nan, inf, -inf)
			}
		},
		"matrices": func(m *geometry.Model) {
			for _, change := range []func(m *[16]float64){
				func(m *[16]float64) { m[0] = math.NaN() }, func(m *[16]float64) { m[5] = 1e300; m[12] = math.Inf(-1) },
				func(m *[16]float64) { *m = [16]float64{} }, func(m *[16]float64) { m[0], m[5] = 1e-300, -1e-300 },
			} {
				m.Instances = append(m.Instances, geometry.Instance{Matrix: matrix(change)})
			}
		},
		"material": func(m *geometry.Model) {
			m.Materials[0].Roughness, m.Materials[0].Metallic, m.Materials[0].AlphaCutoff = nan, -inf, nan
			m.Materials[0].Emissive = [3]float32{0, nan, -1}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := modelOf("z", painted(box(1, 1, 1), 0))
			m.Materials = []geometry.Material{paint(0.8, 0.02, 0.02, 1)}
			add(m)
			if box, n := extent(picture(t, m), "red"); n < 50_000 {
				t.Errorf("%d pixels in %v", n, box)
			}
		})
	}
}

// TestTooMuch: triangles that each fill the picture are more work than a
// picture may be; some of them are drawn.
func TestTooMuch(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	mesh := geometry.Mesh{Vertices: 3}
	for i := range 5000 {
		y := float32(i) / 5000
		mesh.Positions = append(mesh.Positions, -9, y, -9, 9, y, -9, 0, y, 9)
		mesh.Indices = append(mesh.Indices, uint32(3*i), uint32(3*i+1), uint32(3*i+2))
	}
	m := modelOf("z", painted(mesh, 0))
	m.Materials = []geometry.Material{paint(0.8, 0.02, 0.02, 1)}
	if box, n := extent(shot(t, front, m), "red"); n < 80_000 {
		t.Errorf("%d pixels in %v", n, box)
	}
	if stride, err := render.Thinning(t.Context(), m); stride < 2 || err != nil {
		t.Errorf("of every %d triangles one is drawn, %v", stride, err)
	}
	if stride, err := render.Thinning(t.Context(), modelOf("z", ball(40))); stride != 1 || err != nil {
		t.Errorf("of a small mesh one of every %d triangles is drawn, %v", stride, err)
	}
}

// TestThinned: a mesh drawn from every few triangles stays without holes.
func TestThinned(t *testing.T) {
	t.Parallel()
	m := modelOf("z", painted(ball(300), 0))
	m.Materials = []geometry.Material{paint(0.8, 0.02, 0.02, 1)}
	whole, n := extent(picture(t, m), "red")
	for _, stride := range []int{3, 10} {
		img, err := render.PictureThinned(t.Context(), m, stride)
		if err != nil {
			t.Fatal(err)
		}
		if box, k := extent(img, "red"); k < n*97/100 || k > n*112/100 {
			t.Errorf("of every %d triangles: %d pixels in %v, want %d in %v", stride, k, box, n, whole)
		}
	}
}

// FuzzPicture makes models of bytes: they give a picture or ErrEmpty.
func FuzzPicture(f *testing.F) {
	numbers := func(values ...float32) (data []byte) {
		for _, v := range values {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
		}
		return data
	}
	f.Add(numbers(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1), []byte{0, 1, 2, 0, 2, 3, 1, 2, 3}, numbers(1, 0, 0, 0), uint8(0))
	f.Add(numbers(0, 0, 0, 1e30, 0, 0, 0, float32(math.NaN()), 0, 0, 0, 1), []byte{0, 1, 200, 3, 3, 3}, numbers(1e30, -1, 1e-30), uint8(7))
	f.Add(numbers(0, 1, 2, 3, 4, 5, 6, 7, 8), []byte{}, numbers(float32(math.Inf(1))), uint8(255))
	f.Add(numbers(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1), []byte{0, 1, 2, 0, 2, 3, 1, 2, 3},
		numbers(1, 0, 0.5, float32(math.NaN()), 1e30, 2, 3, 4), uint8(8+16+128))
	checks := textureOf(f, 16, 16, func(x, y int) color.NRGBA { return color.NRGBA{uint8(16 * x), uint8(16 * y), 128, uint8(x * y)} })
	f.Fuzz(func(t *testing.T, positions, indices, matrix []byte, kind uint8) {
		m := fuzzed(positions, indices, matrix, kind)
		if kind&128 != 0 {
			chart(&m.Materials[0], checks, floats(matrix))
		}
		if _, err := render.Picture(context.Background(), m); err != nil && !errors.Is(err, render.ErrEmpty) {
			t.Error(err)
		}
	})
}

// fuzzed uses each bit of kind for something that models have or lack.
func fuzzed(positions, indices, matrix []byte, kind uint8) *geometry.Model {
	mesh := geometry.Mesh{Positions: floats(positions), Points: kind&1 != 0, Welded: kind&2 != 0, Vertices: int64(kind&4) - 1}
	for _, i := range indices {
		mesh.Indices = append(mesh.Indices, uint32(i))
	}
	if kind&8 != 0 {
		mesh.UVs, mesh.Normals, mesh.Colors = mesh.Positions, mesh.Positions, positions
		mesh.Groups = []geometry.Group{{Material: int(kind) - 10, First: 0, End: len(indices) / 6},
			{Material: 0, First: len(indices) / 6, End: len(indices)}}
	}
	placed := geometry.Instance{Matrix: identity}
	for i, v := range floats(matrix) {
		placed.Matrix[(5*i)%16] = float64(v)
	}
	m := &geometry.Model{Meshes: []geometry.Mesh{mesh}, Instances: []geometry.Instance{placed, {Mesh: 0, Matrix: identity}}}
	m.Materials = []geometry.Material{{Color: [4]float32{1, 0, 0, float32(kind) / 255}, DoubleSided: kind&16 != 0}}
	if kind&32 != 0 {
		m.Materials[0].AlphaMode = "BLEND"
	}
	if kind&64 != 0 {
		n := len(mesh.Positions) / 4 * 4
		m.Instances, m.Splats = nil, &geometry.Splats{Positions: mesh.Positions[:n/4*3], Scales: mesh.Positions[n/4 : n],
			Rotations: mesh.Positions[:n], Colors: positions[:n]}
	}
	return m
}

// chart gives a material all maps, and numbers for where they lie and how strong
// they are.
func chart(m *geometry.Material, texture *geometry.Texture, numbers []float32) {
	all := geometry.Map{Texture: texture, Strength: 1, Move: &geometry.Move{1, 0, 0, 0, 1, 0}}
	for i, v := range numbers {
		all.Move[i%6], all.Strength = float64(v), v
	}
	m.Texture, m.Move, m.Emissive, m.Metallic = texture, all.Move, [3]float32{1, 1, 1}, 1
	m.Surface, m.Normal, m.Occlusion, m.Glow = all, all, all, all
}

func floats(data []byte) (values []float32) {
	for ; len(data) >= 4; data = data[4:] {
		values = append(values, math.Float32frombits(binary.LittleEndian.Uint32(data)))
	}
	return values
}
