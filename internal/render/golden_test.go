package render_test

import (
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"math"
	"os"
	"os/exec"
	"regexp"
	"testing"

	"vitrine/internal/geometry"
	"vitrine/internal/render"
)

// golden are the hashes of pictures, the same on all machines. Who changes how
// pictures look writes the new ones here, and looks at some pictures.
var golden = map[string]string{
	"card":      "c0df107e1cfbe190",
	"clay":      "b2c033ce077009c5",
	"maps":      "636e984f009c5d07",
	"materials": "ad14d53aed1ef902",
	"points":    "a51fbf459cdcda66",
	"splats":    "b00f5755c8b2fdae",
	"thumbnail": "4c40aa735d5f3b2f",
}

// scenes use all ways of drawing.
func scenes(t testing.TB) map[string]*geometry.Model {
	t.Helper()
	clay := modelOf("z", ball(60), box(12, 12, 3))
	clay.Instances[1].Matrix = [16]float64{1, 0.2, 0, 0, -0.2, 1, 0.1, 0, 0, 0, 1.5, 0, 3, 1, 2, 1}

	checks := textureOf(t, 96, 48, func(x, y int) color.NRGBA {
		return color.NRGBA{uint8(2 * x), uint8(5 * y), uint8((x/8 + y/8) % 2 * 200), uint8(255 - x)}
	})
	materials := modelOf("y", quad(-1, -1, 1, 1, 0, 0), quad(-0.5, -1, 1.5, 1, -0.5, 1), painted(box(1, 1, 1), 2), quad(0, 0, 2, 2, 0.3, 3))
	materials.Materials = []geometry.Material{paint(1, 1, 1, 1), paint(0.9, 0.9, 0.9, 0.9), paint(0.9, 0.6, 0.2, 1), paint(0.1, 0.5, 0.3, 0.4)}
	materials.Materials[0].Texture, materials.Materials[0].AlphaMode, materials.Materials[0].AlphaCutoff = checks, "MASK", 0.7
	materials.Materials[1].Texture = checks
	materials.Materials[2].Metallic, materials.Materials[2].Roughness, materials.Materials[2].Emissive = 1, 0.2, [3]float32{0, 0, 0.2}
	materials.Materials[2].DoubleSided, materials.Materials[3].Roughness = false, 0.05

	maps := modelOf("y", painted(ball(30), 0))
	maps.Meshes[0].UVs = maps.Meshes[0].Positions[:2*len(maps.Meshes[0].Positions)/3]
	maps.Materials = []geometry.Material{paint(0.7, 0.6, 0.5, 1)}
	maps.Materials[0].Metallic, maps.Materials[0].Emissive = 0.9, [3]float32{0.4, 0.1, 0}
	all := geometry.Map{Texture: checks, Strength: 0.8, Move: &geometry.Move{0.3, 0.1, 0, -0.1, 0.3, 0.2}}
	maps.Materials[0].Surface, maps.Materials[0].Normal, maps.Materials[0].Occlusion, maps.Materials[0].Glow = all, all, all, all

	points := geometry.Mesh{Points: true}
	splats := &geometry.Splats{}
	for i := range 500 {
		x, y := float32(i*37%100)/100, float32(i%23)/23
		points.Positions, points.Colors = append(points.Positions, x, y, x*y), append(points.Colors, uint8(i), uint8(2*i), 99, 255)
		splat(splats, [3]float32{x, y, x * y}, [3]float32{0.01 + x/30, 0.02, 0.05 * y}, [4]uint8{uint8(i), 120, uint8(3 * i), uint8(60 + i%190)})
		copy(splats.Rotations[4*i:], []float32{0.5, 0.5, -0.5, float32(math.Sqrt(0.25))})
	}
	return map[string]*geometry.Model{"clay": clay, "materials": materials, "maps": maps, "points": modelOf("z", points),
		"splats": {Splats: splats}}
}

func hashOf(img *image.RGBA) string { return fmt.Sprintf("%x", sha256.Sum256(img.Pix))[:16] }

// TestSameBytes draws everything twice.
func TestSameBytes(t *testing.T) {
	t.Parallel()
	for round := range 2 {
		for name, m := range scenes(t) {
			if got := hashOf(picture(t, m)); got != golden[name] {
				t.Errorf("%s, round %d: the hash is %q", name, round, got)
			}
		}
	}
	small := render.Thumbnail(picture(t, scenes(t)["clay"]))
	card := render.Card(render.CardText{Format: "step", Name: "Gehäuse.step", Lines: []string{"1,204 faces"}})
	for name, img := range map[string]*image.RGBA{"thumbnail": small, "card": card} {
		if got := hashOf(img); got != golden[name] {
			t.Errorf("%s: the hash is %q", name, got)
		}
	}
}

// TestRoundedAlone compiles for a machine that fuses products and sums, and
// looks for such instructions: they would give other pictures there.
func TestRoundedAlone(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("compiles for another machine")
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-gcflags=-S", "-o", os.DevNull, "vitrine/internal/render")
	build.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
	listing, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, listing)
	}
	if !regexp.MustCompile(`\bFMULD\b`).Match(listing) {
		t.Fatal("the listing has no products")
	}
	for _, line := range regexp.MustCompile(`(?m)^.*\bFN?M(ADD|SUB)[SD]?\b.*$`).FindAll(listing, 10) {
		t.Errorf("fused: %s", line)
	}
}

func BenchmarkPicture(b *testing.B) {
	for name, m := range map[string]*geometry.Model{
		"small": modelOf("z", ball(40)), "2 M triangles": modelOf("z", ball(1000)),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				picture(b, m)
			}
		})
	}
}
