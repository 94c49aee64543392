package render_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"testing"

	"vitrine/internal/geometry"
)

var identity = [16]float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}

func modelOf(up string, meshes ...geometry.Mesh) *geometry.Model {
	m := &geometry.Model{Meshes: meshes, UpAxis: up}
	for i := range meshes {
		m.Instances = append(m.Instances, geometry.Instance{Mesh: i, Matrix: identity})
	}
	return m
}

// quad faces negative y, where the viewer of z up stands, between two corners
// in the plane of x and z, with all of a texture.
func quad(x0, z0, x1, z1, y float32, material int) geometry.Mesh {
	return geometry.Mesh{
		Positions: []float32{x0, y, z0, x1, y, z0, x1, y, z1, x0, y, z1},
		UVs:       []float32{0, 0, 1, 0, 1, 1, 0, 1},
		Indices:   []uint32{0, 1, 2, 0, 2, 3},
		Groups:    []geometry.Group{{Material: material, First: 0, End: 2}},
		Polygons:  1, Vertices: 4,
	}
}

// box is closed, with vertices that its faces share.
func box(dx, dy, dz float32) geometry.Mesh {
	m := geometry.Mesh{Vertices: 8, Polygons: 12, Welded: true}
	for i := range 8 {
		m.Positions = append(m.Positions, dx*float32(i&1), dy*float32(i>>1&1), dz*float32(i>>2))
	}
	m.Indices = []uint32{
		0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
		2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
	}
	return m
}

// turn is a point of a circle, in about even steps; math.Sincos is not the same
// on all machines.
func turn(share float64) (sin, cos float64) {
	quarter := math.Floor(4 * share)
	t := 4*share - quarter
	square := float64(t * t)
	sin, cos = 2*t/(1+square), (1-square)/(1+square)
	for range int(quarter) % 4 {
		sin, cos = cos, -sin
	}
	return sin, cos
}

// ball has 2 n² triangles with shared vertices, and bumps.
func ball(n int) geometry.Mesh {
	m := geometry.Mesh{Vertices: -1, Welded: true}
	for j := range n + 1 {
		for i := range n {
			sinA, cosA := turn(float64(i) / float64(n))
			sinB, cosB := turn(float64(j) / float64(2*n))
			r := 10 + float64(0.5*sinA*sinB)
			m.Positions = append(m.Positions, float32(r*sinB*cosA), float32(r*sinB*sinA), float32(-r*cosB))
			a, b := uint32(j*n+i), uint32(j*n+(i+1)%n)
			if j < n {
				m.Indices = append(m.Indices, a, b, b+uint32(n), a, b+uint32(n), a+uint32(n))
			}
		}
	}
	return m
}

func paint(r, g, b, a float32) geometry.Material {
	m := geometry.Material{Color: [4]float32{r, g, b, a}, Roughness: 0.9, DoubleSided: true}
	if a < 1 {
		m.AlphaMode = "BLEND"
	}
	return m
}

// painted gives all of a mesh one material.
func painted(m geometry.Mesh, material int) geometry.Mesh {
	m.Groups = []geometry.Group{{Material: material, First: 0, End: len(m.Indices) / 3}}
	return m
}

func textureOf(t testing.TB, width, height int, at func(x, y int) color.NRGBA) *geometry.Texture {
	t.Helper()
	picture := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			picture.SetNRGBA(x, y, at(x, y))
		}
	}
	var data bytes.Buffer
	if err := png.Encode(&data, picture); err != nil {
		t.Fatal(err)
	}
	return &geometry.Texture{
		Name: "a.png", Size: int64(data.Len()),
		Open: func() (io.Reader, error) { return bytes.NewReader(data.Bytes()), nil },
	}
}

// splat adds one to a cloud.
func splat(s *geometry.Splats, place, scale [3]float32, rgba [4]uint8) {
	s.Positions = append(s.Positions, place[:]...)
	s.Scales = append(s.Scales, scale[:]...)
	s.Rotations = append(s.Rotations, 1, 0, 0, 0)
	s.Colors = append(s.Colors, rgba[:]...)
}

// hue returns which of red, green and blue is by far the strongest, or grey.
func hue(c color.RGBA) string {
	least, most := min(c.R, c.G, c.B), max(c.R, c.G, c.B)
	switch {
	case int(most)-int(least) < 40:
		return "grey"
	case c.R == most && int(c.R) > int(max(c.G, c.B))+30:
		return "red"
	case c.G == most && int(c.G) > int(max(c.R, c.B))+30:
		return "green"
	case c.B == most && int(c.B) > int(max(c.R, c.G))+30:
		return "blue"
	}
	return "mixed"
}

// extent is the box around the pixels of a hue, and how many they are.
func extent(img *image.RGBA, of string) (box image.Rectangle, n int) {
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if hue(img.RGBAAt(x, y)) == of {
				box, n = box.Union(image.Rect(x, y, x+1, y+1)), n+1
			}
		}
	}
	return box, n
}
