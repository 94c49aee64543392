package render_test

import (
	"image/color"
	"io"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry"
)

// halves is a texture of one colour to the left and one to the right.
func halves(t testing.TB, left, right color.NRGBA) *geometry.Texture {
	return textureOf(t, 64, 64, func(x, _ int) color.NRGBA {
		if x < 32 {
			return left
		}
		return right
	})
}

// TestMaps: a sheet whose halves differ in one map alone looks different there.
func TestMaps(t *testing.T) {
	t.Parallel()
	mapOf := func(left, right color.NRGBA, strength float32) geometry.Map {
		return geometry.Map{Texture: halves(t, left, right), Strength: strength}
	}
	flat := color.NRGBA{128, 128, 255, 255}
	for name, test := range map[string]struct {
		change     func(m *geometry.Material)
		brightLeft bool
	}{
		"no metal and metal": {func(m *geometry.Material) {
			m.Metallic, m.Surface = 1, mapOf(color.NRGBA{0, 255, 0, 255}, color.NRGBA{0, 255, 255, 255}, 1)
		}, true},
		"mirror colours": {func(m *geometry.Material) {
			m.Color, m.Specular, m.Surface = [4]float32{0, 0, 0, 1}, &[3]float32{1, 1, 1}, mapOf(color.NRGBA{255, 255, 255, 0},
				color.NRGBA{0, 0, 0, 0}, 1)
		}, true},
		"glow": {func(m *geometry.Material) {
			m.Emissive, m.Glow = [3]float32{1, 1, 1}, mapOf(color.NRGBA{0, 0, 0, 255}, color.NRGBA{99, 99, 99, 255}, 1)
		}, false},
		"occlusion": {func(m *geometry.Material) {
			m.Occlusion = mapOf(color.NRGBA{0, 0, 0, 255}, color.NRGBA{255, 0, 0, 255}, 1)
		}, false},
		// Red is along u and green along v: what leans up is nearer to the light.
		"bumps up":   {func(m *geometry.Material) { m.Normal = mapOf(color.NRGBA{128, 230, 180, 255}, flat, 1) }, true},
		"bumps down": {func(m *geometry.Material) { m.Normal = mapOf(color.NRGBA{128, 25, 180, 255}, flat, 1) }, false},
		"a moved picture": {func(m *geometry.Material) {
			m.Move = &geometry.Move{-1, 0, 1, 0, 1, 0}
			m.Texture = halves(t, color.NRGBA{50, 50, 50, 255}, color.NRGBA{120, 120, 120, 255})
		}, true},
		"and a moved map": {func(m *geometry.Material) {
			m.Emissive, m.Glow = [3]float32{1, 1, 1}, mapOf(color.NRGBA{0, 0, 0, 255}, color.NRGBA{99, 99, 99, 255}, 1)
			m.Glow.Move = &geometry.Move{-1, 0, 1, 0, 1, 0}
		}, true},
	} {
		m := modelOf("z", quad(-1, -1, 1, 1, 0, 0))
		m.Materials = []geometry.Material{paint(0.3, 0.3, 0.3, 1)}
		m.Materials[0].Textured = true
		test.change(&m.Materials[0])
		img := shot(t, front, m)
		left, right := int(img.RGBAAt(300, 300).G), int(img.RGBAAt(500, 300).G)
		if d := left - right; d < 15 && test.brightLeft || d > -15 && !test.brightLeft {
			t.Errorf("%s: %d to the left and %d to the right", name, left, right)
		}
	}
}

// TestUnlit: what is unlit has its own colour on all sides.
func TestUnlit(t *testing.T) {
	t.Parallel()
	m := modelOf("z", painted(box(1, 1, 1), 0))
	m.Materials = []geometry.Material{paint(0.8, 0.02, 0.02, 1)}
	m.Materials[0].Unlit = true
	img := picture(t, m)
	want := color.RGBA{231, 39, 39, 255} // sRGB of it
	for _, at := range [][2]int{{400, 180}, {320, 350}, {520, 350}} {
		got := img.RGBAAt(at[0], at[1])
		if d := int(got.R) - int(want.R); d < -2 || d > 2 || math.Abs(float64(got.G)-float64(want.G)) > 2 {
			t.Errorf("%v at %v", got, at)
		}
	}
}

// TestHiddenTextures: what can't be seen, or can't be told, costs no decoding.
func TestHiddenTextures(t *testing.T) {
	t.Parallel()
	opened := map[string]int{}
	watched := func(name string) *geometry.Texture {
		from := halves(t, color.NRGBA{90, 90, 90, 255}, color.NRGBA{99, 99, 99, 255})
		return &geometry.Texture{Name: name, Open: func() (io.Reader, error) {
			opened[name]++
			return from.Open()
		}}
	}
	m := modelOf("z", quad(-1, -1, 1, 1, -0.1, 0), quad(-1, -1, 1, 1, 0.1, 1))
	m.Materials = []geometry.Material{paint(1, 1, 1, 1), paint(1, 1, 1, 1)}
	packed := geometry.Map{Texture: watched("seen"), Strength: 1}
	m.Materials[0].Texture, m.Materials[0].Surface, m.Materials[0].Occlusion = packed.Texture, packed, packed
	m.Materials[0].Glow.Texture, m.Materials[0].Normal.Texture = watched("dark"), watched("flat")
	m.Materials[1].Texture, m.Materials[1].Surface.Texture = watched("behind"), watched("map behind")
	shot(t, front, m)
	if diff := cmp.Diff(map[string]int{"seen": 2}, opened); diff != "" { // its head, and it
		t.Errorf("opened (-want +got):\n%s", diff)
	}
}

// TestEdges: a mesh is three times as wide as its picture, which is red to the left and
// blue to the right: what comes beside the middle says how it goes on.
func TestEdges(t *testing.T) {
	t.Parallel()
	red, blue := color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 0, 255, 255}
	for mode, want := range map[geometry.WrapMode]string{geometry.Repeat: "rb rb rb", geometry.Clamp: "rr rb bb",
		geometry.Mirror: "br rb br"} {
		sheet := quad(-1, -1, 1, 1, 0, 0)
		sheet.UVs = []float32{-1, 0, 2, 0, 2, 1, -1, 1}
		m := modelOf("z", sheet)
		m.Materials = []geometry.Material{paint(1, 1, 1, 1)}
		m.Materials[0].Texture, m.Materials[0].Wrap = halves(t, red, blue), geometry.Wrap{mode, geometry.Repeat}
		img, got := shot(t, front, m), ""
		first, _ := extent(img, "red")
		second, _ := extent(img, "blue")
		whole := first.Union(second)
		for i := range 6 {
			if at := img.RGBAAt(whole.Min.X+(2*i+1)*whole.Dx()/12, 300); at.R > at.B {
				got += "r"
			} else {
				got += "b"
			}
			if i%2 == 1 && i < 5 {
				got += " "
			}
		}
		if got != want {
			t.Errorf("mode %d: %s, want %s", mode, got, want)
		}
	}
}
