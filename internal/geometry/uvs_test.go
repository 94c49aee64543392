package geometry_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/geometrytest"
)

// cards is a mesh of n quads, each with the texture coordinates that corner
// returns for its number, of its lower left and its upper right corner.
func cards(n int, corner func(card int) (left, low, right, high float32)) *geometry.Model {
	mesh := geometry.Mesh{Polygons: int64(n)}
	for i := range n {
		left, low, right, high := corner(i)
		at, first := float32(i), uint32(4*i)
		mesh.Positions = append(mesh.Positions, at, 0, 0, at+1, 0, 0, at+1, 1, 0, at, 1, 0)
		mesh.UVs = append(mesh.UVs, left, low, right, low, right, high, left, high)
		mesh.Indices = append(mesh.Indices, first, first+1, first+2, first, first+2, first+3)
	}
	return &geometry.Model{Meshes: []geometry.Mesh{mesh}}
}

// Each card of these has the whole picture or a large part of it. To draw them
// all takes 2,048 rows a card; what is known after a few is not drawn again.
func TestUVsOfManyCards(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for name, corner := range map[string]func(int) (left, low, right, high float32){
		"the whole picture":  func(int) (left, low, right, high float32) { return 0, 0, 1, 1 },
		"a leaf of an atlas": func(i int) (left, low, right, high float32) { return 0, 0, 0.5, 0.5 + 0.25*float32(i%2) },
		"each a little larger than that": func(int) (left, low, right, high float32) {
			return -random.Float32() / 2e4, 0, 1, 1 + random.Float32()/2e4
		},
	} {
		got := geometry.Unwrapped(cards(20_000, corner), 100_000)
		if got.Value != "overlapping" || got.Certainty != geometry.Verified {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// What takes more work than a file is worth is unknown, and the file is fine.
func TestUVsOverBudget(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	model := cards(100, func(int) (left, low, right, high float32) {
		low = random.Float32() / 2
		return random.Float32() / 2, low, 0.5 + random.Float32()/2, low + 0.4
	})
	if got := geometry.Unwrapped(model, 10_000); got.Known() {
		t.Errorf("with too little work: %+v", got)
	}
	if got := geometry.Unwrapped(model, 100_000); got.Value != "overlapping" || got.Certainty != geometry.Verified {
		t.Errorf("with enough: %+v", got)
	}
}

// A raster that is used for one material after the other begins empty each time.
func TestUVsOfManyMaterials(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		place func(card int) (left, low float32)
		want  string
	}{
		"each in its own material at one place": {func(int) (left, low float32) { return 0.1, 0.1 }, "non_overlapping"},
		"each at a place of its own": {func(i int) (left, low float32) { return float32(i%30) / 30, float32(i/30) / 40 },
			"non_overlapping"},
	} {
		model := cards(1000, func(i int) (left, low, right, high float32) {
			left, low = test.place(i)
			return left, low, left + 1.0/64, low + 1.0/64
		})
		for i := range 1000 {
			model.Meshes[0].Groups = append(model.Meshes[0].Groups, geometry.Group{Material: i, First: 2 * i, End: 2*i + 2})
		}
		if got := geometry.Unwrapped(model, 1<<30); got.Value != test.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Ten thousand quads that each show the whole picture, and as many leaves again: a
// file as trees and crowds are.
func TestLeafCardsAreAccepted(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	text.WriteString("vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n")
	for i := range 20_000 {
		fmt.Fprintf(&text, "v %d 0 0\nv %d 0 1\nv %d 1 1\nv %d 1 0\nf -4/1 -3/2 -2/3 -1/4\n", i, i, i, i)
	}
	report := geometrytest.Inspect(t, "tree.obj", text.String())
	if report.Rejected() || report.Facts.UnwrappedUVs.Value != "overlapping" || report.Facts.Polygons.Value != 20_000 {
		t.Errorf("%v, %+v, %+v", report.Problems, report.Facts.UnwrappedUVs, report.Facts.Polygons)
	}
}
