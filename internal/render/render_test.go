package render_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/image/tiff"

	"vitrine/internal/geometry"
	"vitrine/internal/render"
)

func picture(t testing.TB, m *geometry.Model) *image.RGBA {
	t.Helper()
	return shot(t, render.Shot{}, m)
}

func shot(t testing.TB, s render.Shot, m *geometry.Model) *image.RGBA {
	t.Helper()
	img, err := s.Picture(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := img.Rect, image.Rect(0, 0, render.Width, render.Height); got != want {
		t.Fatalf("the picture is %v", got)
	}
	return img
}

// front looks straight at the front.
var front = render.Shot{View: &render.View{}}

// TestSilhouette: whatever a shape's proportions and size, it fills the frame in
// one direction and stands in the middle.
func TestSilhouette(t *testing.T) {
	t.Parallel()
	for name, mesh := range map[string]geometry.Mesh{
		"cube": box(1, 1, 1), "tower": box(1, 1, 20), "wall": box(30, 1, 8), "rod": box(1, 40, 1), "plate": box(20, 20, 0.1),
		"tiny": box(1e-20, 1e-20, 2e-20), "huge": box(1e30, 1e30, 1e30), "ball": ball(40),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := modelOf("z", painted(mesh, 0))
			m.Materials = []geometry.Material{paint(0.8, 0.02, 0.02, 1)}
			seen, n := extent(picture(t, m), "red")
			wide, high := seen.Dx() > render.Width*3/4, seen.Dy() > render.Height*3/4
			if !wide && !high || seen.Dx() > render.Width*4/5 || seen.Dy() > render.Height*4/5 {
				t.Errorf("the model takes %v", seen)
			}
			if x, y := (seen.Min.X+seen.Max.X)/2, (seen.Min.Y+seen.Max.Y)/2; x < 390 || x > 410 || y < 280 || y > 310 {
				t.Errorf("its middle is at %d, %d", x, y)
			}
			if n < seen.Dx()*seen.Dy()/40 {
				t.Errorf("it has %d pixels of %v", n, seen)
			}
		})
	}
}

// TestUp: the same shape is the same picture whichever axis its file calls up.
func TestUp(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	turned := func(up string, vertices int64, turn func(x, y, z float32) [3]float32) *geometry.Model {
		mesh := box(1, 2, 3)
		mesh.Vertices = vertices
		for i := 0; i < len(mesh.Positions); i += 3 {
			p := turn(mesh.Positions[i], mesh.Positions[i+1], mesh.Positions[i+2])
			copy(mesh.Positions[i:], p[:])
		}
		return modelOf(up, mesh)
	}
	asIs := func(x, y, z float32) [3]float32 { return [3]float32{x, y, z} }
	yUp := func(x, y, z float32) [3]float32 { return [3]float32{x, z, -y} }
	want := picture(t, turned("z", 8, asIs))
	for name, m := range map[string]*geometry.Model{
		"y":    turned("y", 8, yUp),
		"x":    turned("x", 8, func(x, y, z float32) [3]float32 { return [3]float32{z, x, y} }),
		"none": turned("", 8, yUp),
		"STL":  turned("", -1, asIs),
	} {
		if got := picture(t, m); !cmp.Equal(got.Pix, want.Pix) {
			t.Errorf("%s up: another picture", name)
		}
	}
}

// TestTextureOrientation: v grows upwards, u to the right, and pictures repeat.
func TestTextureOrientation(t *testing.T) {
	t.Parallel()
	texture := textureOf(t, 64, 64, func(x, y int) color.NRGBA {
		switch {
		case x < 32 && y < 32:
			return color.NRGBA{230, 10, 10, 255}
		case x >= 32 && y < 32:
			return color.NRGBA{10, 200, 10, 255}
		case x < 32:
			return color.NRGBA{10, 10, 230, 255}
		}
		return color.NRGBA{128, 128, 128, 255}
	})
	for name, moved := range map[string]float32{"once": 0, "repeated": 3, "negative": -2} {
		mesh := quad(-1, -1, 1, 1, 0, 0)
		for i := range mesh.UVs {
			mesh.UVs[i] += moved
		}
		m := modelOf("z", mesh)
		m.Materials = []geometry.Material{{Color: [4]float32{1, 1, 1, 1}, Roughness: 1, DoubleSided: true, Texture: texture, Textured: true}}
		img := shot(t, front, m)
		var got []string
		for _, at := range []image.Point{{320, 220}, {480, 220}, {320, 380}, {480, 380}} {
			got = append(got, hue(img.RGBAAt(at.X, at.Y)))
		}
		if diff := cmp.Diff([]string{"red", "green", "blue", "grey"}, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestTextureKinds draws textures that Go itself does not read: TGA, which has no
// mark at its beginning, DDS with a block of BC1, and TIFF.
func TestTextureKinds(t *testing.T) {
	t.Parallel()
	red := image.NewNRGBA(image.Rect(0, 0, 4, 4))
	draw.Draw(red, red.Rect, image.NewUniform(color.NRGBA{230, 10, 10, 255}), image.Point{}, draw.Src)
	var inTIFF bytes.Buffer
	if err := tiff.Encode(&inTIFF, red, nil); err != nil {
		t.Fatal(err)
	}
	nothing := func(n int) string { return strings.Repeat("\x00", n) }
	for name, data := range map[string]string{
		"red.tga": "\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x01\x00\x18\x00" + "\x0a\x0a\xe6",
		"red.dds": "DDS \x7c" + nothing(7) + "\x04\x00\x00\x00\x04" + nothing(59) + "\x20\x00\x00\x00\x04\x00\x00\x00DXT1" + nothing(40) +
			"\x00\xf8" + nothing(6),
		"red.tiff": inTIFF.String(),
	} {
		m := modelOf("z", quad(-1, -1, 1, 1, 0, 0))
		m.Materials = []geometry.Material{{Color: [4]float32{1, 1, 1, 1}, Roughness: 1, Texture: &geometry.Texture{
			Name: name, Open: func() (io.Reader, error) { return strings.NewReader(data), nil },
		}}}
		if got := hue(shot(t, front, m).RGBAAt(400, 300)); got != "red" {
			t.Errorf("%s: it is %s", name, got)
		}
	}
}

// TestDecoded tells of the textures that are whole, once each, and of no broken one.
func TestDecoded(t *testing.T) {
	t.Parallel()
	whole := textureOf(t, 4, 4, func(int, int) color.NRGBA { return color.NRGBA{230, 10, 10, 255} })
	broken := &geometry.Texture{Name: "broken.png", Open: func() (io.Reader, error) {
		from, err := whole.Open()
		return io.LimitReader(from, 40), err
	}}
	for _, texture := range []*geometry.Texture{whole, broken} {
		m := modelOf("z", quad(-1, -1, 1, 1, 0, 0))
		m.Materials = []geometry.Material{{Texture: texture, Normal: geometry.Map{Texture: texture}}}
		var told, want []*geometry.Texture
		if texture == whole {
			want = append(want, whole)
		}
		shot(t, render.Shot{View: &render.View{}, Decoded: func(t *geometry.Texture) { told = append(told, t) }}, m)
		if !slices.Equal(told, want) {
			t.Errorf("%s: told of %d, want %d", texture.Name, len(told), len(want))
		}
	}
}

// TestBrokenTextures: the colour takes their place.
func TestBrokenTextures(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func() (io.Reader, error){
		"missing": nil,
		"unread":  func() (io.Reader, error) { return nil, io.ErrUnexpectedEOF },
		"text":    func() (io.Reader, error) { return strings.NewReader("no picture"), nil },
		"cut":     func() (io.Reader, error) { return strings.NewReader("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR"), nil },
		"endless": func() (io.Reader, error) { return strings.NewReader("\xff\xd8\xff\xff\xff\xff\xff"), nil },
		"huge": func() (io.Reader, error) {
			// A head of 60,000 × 60,000 in 24 bits, with its checksum.
			return strings.NewReader("BM" + strings.Repeat("\x00", 8) +
				"\x36\x00\x00\x00\x28\x00\x00\x00\x60\xea\x00\x00\x60\xea\x00\x00\x01\x00\x18\x00" + strings.Repeat("\x00", 24)), nil
		},
	} {
		m := modelOf("z", quad(-1, -1, 1, 1, 0, 0))
		m.Materials = []geometry.Material{paint(0.02, 0.02, 0.8, 1)}
		m.Materials[0].Texture = &geometry.Texture{Name: name, Open: open}
		if got := hue(shot(t, front, m).RGBAAt(400, 300)); got != "blue" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestBlend: panes are laid over each other from behind, in whatever order they
// come.
func TestBlend(t *testing.T) {
	t.Parallel()
	ahead, behind := quad(-1, -1, 1, 1, -0.2, 0), quad(-1, -1, 1, 1, 0.2, 1)
	for name, meshes := range map[string][]geometry.Mesh{"from behind": {behind, ahead}, "from ahead": {ahead, behind}} {
		m := modelOf("z", meshes...)
		m.Materials = []geometry.Material{paint(0.8, 0, 0, 0.75), paint(0, 0, 0.8, 0.75)}
		if got := hue(shot(t, front, m).RGBAAt(400, 300)); got != "red" {
			t.Errorf("%s: %s is ahead", name, got)
		}
		m.Materials[0].Color[3], m.Materials[0].AlphaMode = 0.1, "BLEND"
		if got := hue(shot(t, front, m).RGBAAt(400, 300)); got != "blue" {
			t.Errorf("%s: through a faint pane is seen %s", name, got)
		}
		m.Materials[1].AlphaMode, m.Materials[1].Color[3] = "", 1
		m.Materials[0].Color[3] = 0.9
		if got := hue(shot(t, render.Shot{View: &render.View{Around: 180}}, m).RGBAAt(400, 300)); got != "blue" {
			t.Errorf("%s: before a pane stands %s", name, got)
		}
	}
}

// TestMask: where a texture is transparent, what is behind is seen.
func TestMask(t *testing.T) {
	t.Parallel()
	holed := textureOf(t, 64, 64, func(x, _ int) color.NRGBA {
		if x < 32 {
			return color.NRGBA{230, 10, 10, 100}
		}
		return color.NRGBA{230, 10, 10, 200}
	})
	m := modelOf("z", quad(-1, -1, 1, 1, -0.1, 0), quad(-1, -1, 1, 1, 0.1, 1))
	m.Materials = []geometry.Material{
		{Color: [4]float32{1, 1, 1, 1}, Roughness: 1, DoubleSided: true, Texture: holed, AlphaMode: "MASK", AlphaCutoff: 0.5},
		paint(0, 0, 0.8, 1),
	}
	img := shot(t, front, m)
	got := []string{hue(img.RGBAAt(300, 300)), hue(img.RGBAAt(500, 300))}
	m.Materials[0].AlphaCutoff = 0.9
	img = shot(t, front, m)
	got = append(got, hue(img.RGBAAt(300, 300)), hue(img.RGBAAt(500, 300)))
	m.Materials[0].AlphaMode = ""
	got = append(got, hue(shot(t, front, m).RGBAAt(300, 300)))
	if diff := cmp.Diff([]string{"blue", "red", "blue", "blue", "red"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestSides: of two faces back to back at one place, that is seen which turns to
// the eye; a back that nothing stands before is seen too.
func TestSides(t *testing.T) {
	t.Parallel()
	away := quad(-1, -1, 1, 1, 0, 1)
	away.Indices = []uint32{0, 2, 1, 0, 3, 2}
	single := []geometry.Material{paint(0.8, 0, 0, 1), paint(0, 0, 0.8, 1)}
	single[0].DoubleSided, single[1].DoubleSided = false, false
	for _, around := range []float64{0, 180} {
		m := modelOf("z", away, quad(-1, -1, 1, 1, 0, 0))
		m.Materials = single
		want := map[float64]string{0: "red", 180: "blue"}[around]
		from := render.Shot{View: &render.View{Around: around}}
		if got := hue(shot(t, from, m).RGBAAt(400, 300)); got != want {
			t.Errorf("from %v: %s", around, got)
		}
		m = modelOf("z", quad(-1, -1, 1, 1, 0, 0))
		m.Materials = single
		if got := hue(shot(t, from, m).RGBAAt(400, 300)); got != "red" {
			t.Errorf("alone, from %v: %s", around, got)
		}
	}
}

// TestMirrored: a matrix that mirrors does not turn a model inside out.
func TestMirrored(t *testing.T) {
	t.Parallel()
	m := modelOf("z", painted(box(2, 2, 2), 0), painted(box(0.5, 0.5, 0.5), 1))
	m.Materials = []geometry.Material{paint(0.8, 0, 0, 1), paint(0, 0, 0.8, 1)}
	m.Materials[0].DoubleSided, m.Materials[1].DoubleSided = false, false
	for i := range m.Instances {
		m.Instances[i].Matrix[0] = -1 // the small box is inside the large one
	}
	if box, n := extent(picture(t, m), "blue"); n > 0 {
		t.Errorf("the inside is seen at %v", box)
	}
}

// TestMetalTexture: a factor of 1 beside a texture does not make dark plastic a
// black mirror.
func TestMetalTexture(t *testing.T) {
	t.Parallel()
	light := func(textured bool, metallic float32) int {
		m := modelOf("z", painted(ball(40), 0))
		m.Materials = []geometry.Material{paint(0.02, 0.02, 0.02, 1)}
		m.Materials[0].Textured, m.Materials[0].Metallic, m.Materials[0].Roughness = textured, metallic, 1
		at := picture(t, m).RGBAAt(render.Width/2, render.Height/2)
		return int(at.R) + int(at.G) + int(at.B)
	}
	if metal, plastic := light(false, 1), light(true, 1); plastic <= metal+10 {
		t.Errorf("metal has the light %d, what a texture makes one has %d", metal, plastic)
	}
	if half, told := light(false, 0.5), light(true, 0.5); half != told {
		t.Errorf("a factor of its own is not kept: %d and %d", half, told)
	}
}

func TestVertexColors(t *testing.T) {
	t.Parallel()
	mesh := quad(-1, -1, 1, 1, 0, -1)
	mesh.Colors = []uint8{255, 0, 0, 255, 0, 0, 255, 255, 0, 0, 255, 255, 255, 0, 0, 255}
	img := shot(t, front, modelOf("z", mesh))
	if left, right := hue(img.RGBAAt(260, 300)), hue(img.RGBAAt(540, 300)); left != "red" || right != "blue" {
		t.Errorf("%s at the left, %s at the right", left, right)
	}
}

// TestPlainPoints: points without a colour stand out from the backdrop.
func TestPlainPoints(t *testing.T) {
	t.Parallel()
	cloud := ball(60)
	cloud.Points = true
	if got := picture(t, modelOf("z", cloud)).RGBAAt(400, 300); got.G > 130 {
		t.Errorf("%v", got)
	}
}

func TestPoints(t *testing.T) {
	t.Parallel()
	mesh := geometry.Mesh{Points: true}
	for i := range 3000 {
		sin, cos := math.Sincos(float64(i))
		mesh.Positions = append(mesh.Positions, float32(cos), float32(sin), float32(i)/1000)
		mesh.Colors = append(mesh.Colors, 255, 0, 0, 255)
	}
	box, n := extent(picture(t, modelOf("z", mesh)), "red")
	if n < 20_000 || box.Dy() < render.Height*3/4 {
		t.Errorf("%d pixels in %v", n, box)
	}
}

func TestSplats(t *testing.T) {
	t.Parallel()
	s := &geometry.Splats{}
	for i := range 200 {
		x, y := float32(i%20)/10-1, float32(i/20)/5-1
		splat(s, [3]float32{x, y, -1}, [3]float32{0.15, 0.15, 0.01}, [4]uint8{0, 0, 255, 255}) // behind: y is up, the front towards z
		splat(s, [3]float32{x, y, 1}, [3]float32{0.15, 0.15, 0.01}, [4]uint8{255, 0, 0, 255})
	}
	splat(s, [3]float32{1e7, 0, 0}, [3]float32{1, 1, 1}, [4]uint8{0, 255, 0, 255}) // a floater
	m := &geometry.Model{Splats: s}
	img := shot(t, front, m)
	if got := hue(img.RGBAAt(400, 300)); got != "red" {
		t.Errorf("from the front: %s", got)
	}
	if box, n := extent(img, "red"); n < 100_000 {
		t.Errorf("%d pixels in %v", n, box)
	}
	if got := hue(shot(t, render.Shot{View: &render.View{Around: 180}}, m).RGBAAt(400, 300)); got != "blue" {
		t.Errorf("from behind: %s", got)
	}
}

// TestBackdrop: light, without colour, lighter in the middle; a shadow lies on it.
func TestBackdrop(t *testing.T) {
	t.Parallel()
	img := picture(t, modelOf("z", box(1, 1, 1)))
	for _, at := range []image.Point{{2, 2}, {797, 2}, {2, 597}, {797, 597}, {400, 20}} {
		if c := img.RGBAAt(at.X, at.Y); hue(c) != "grey" || c.G < 160 || c.A != 255 {
			t.Errorf("at %v: %v", at, c)
		}
	}
	if middle, corner := img.RGBAAt(400, 20), img.RGBAAt(2, 2); middle.G <= corner.G {
		t.Errorf("%v in the middle, %v in the corner", middle, corner)
	}
	tinted := shot(t, render.Shot{Backdrop: color.RGBA{120, 200, 120, 255}}, modelOf("z", box(1, 1, 1)))
	if got := hue(tinted.RGBAAt(400, 20)); got != "green" {
		t.Errorf("the tinted backdrop is %s", got)
	}
	darkest := uint8(255)
	for x := range render.Width {
		if c := img.RGBAAt(x, 470); hue(c) == "grey" && x > 560 {
			darkest = min(darkest, c.G)
		}
	}
	if light := img.RGBAAt(790, 470).G; darkest > light-20 {
		t.Errorf("the ground is %d in the shadow, %d in the light", darkest, light)
	}
}

// TestFallback: what is not there has no picture, and what ends has none either.
func TestFallback(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]*geometry.Model{
		"nothing":   {},
		"no splats": {Splats: &geometry.Splats{}},
		"a point":   modelOf("z", geometry.Mesh{Positions: make([]float32, 300), Indices: []uint32{0, 1, 2, 3, 4, 5}}),
		"unused":    modelOf("z", geometry.Mesh{Positions: []float32{0, 0, 0, 1, 1, 1}, Indices: []uint32{7, 8, 9}}),
		"nowhere":   {Meshes: []geometry.Mesh{box(1, 1, 1)}, Instances: []geometry.Instance{{Mesh: 3}, {Mesh: -1}}},
		"flattened": {Meshes: []geometry.Mesh{box(1, 1, 1)}, Instances: []geometry.Instance{{}}},
	} {
		if img, err := render.Picture(t.Context(), m); !errors.Is(err, render.ErrEmpty) || img != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := render.Picture(ended, modelOf("z", box(1, 1, 1))); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}
