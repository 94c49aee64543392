package preview_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"vitrine/internal/geometry"
	"vitrine/internal/preview"
)

func reduce(t testing.TB, m *geometry.Model) (facts geometry.Facts, reduced *geometry.Model, size int) {
	t.Helper()
	var to bytes.Buffer
	made, err := preview.Write(t.Context(), &to, m, preview.Reduced)
	if err != nil {
		t.Fatal(err)
	}
	facts, reduced = inspect(t, made.Kind, to.Bytes())
	return facts, reduced, to.Len()
}

// TestReducedIsNotWhatIsSold holds reduced previews of closed bodies, many and few,
// large and small, to their limits: at most a quarter and 20,000 of the triangles,
// and nothing that is closed.
func TestReducedIsNotWhatIsSold(t *testing.T) {
	t.Parallel()
	two := modelOf(cuboid(1, 2, 3))
	two.Meshes = append(two.Meshes, cuboid(1, 1, 1))
	aside := identity
	aside[12] = 5
	two.Instances = append(two.Instances, geometry.Instance{Mesh: 1, Matrix: aside})
	for name, model := range map[string]*geometry.Model{
		"a box": modelOf(cuboid(1, 2, 3)), "two boxes": two, "a ball": modelOf(sphere(40, 30)), "a fine ball": modelOf(sphere(300, 200)),
		"a dense ball": modelOf(sphere(600, 400)),
	} {
		sold := int64(0)
		for _, instance := range model.Instances {
			sold += int64(len(model.Meshes[instance.Mesh].Indices) / 3)
		}
		facts, _, _ := reduce(t, model)
		if n := facts.Triangles.Value; n == 0 || n > sold/4 || n > 20_000 {
			t.Errorf("%s: %d of %d triangles are left", name, n, sold)
		}
		if facts.Watertight.Value || facts.BoundaryEdges.Value == 0 {
			t.Errorf("%s is closed: %d open edges", name, facts.BoundaryEdges.Value)
		}
	}
}

// TestReducedPlacesAreCoarse sees that positions lie on a grid that is too coarse to
// print from.
func TestReducedPlacesAreCoarse(t *testing.T) {
	t.Parallel()
	_, m, _ := reduce(t, modelOf(sphere(300, 200)))
	for i, v := range m.Meshes[0].Positions {
		// Positions come as shares of 65,535 with the box's middle at 0.
		if place := (float64(v)/65535 + 0) * 2047; len(m.Meshes[0].Positions) > i && math.Abs(place-math.Round(place)) > 0.02 && v > 1 {
			t.Fatalf("position %v is between the places of the grid", v)
		}
	}
}

// TestReducedPoints leaves a quarter of points and splats at most.
func TestReducedPoints(t *testing.T) {
	t.Parallel()
	cloud := &geometry.Model{Splats: &geometry.Splats{}}
	for i := range 1000 {
		at := float32(i) / 1000
		cloud.Splats.Positions = append(cloud.Splats.Positions, at, at*at, 0)
		cloud.Splats.Scales = append(cloud.Splats.Scales, 0.1, 0.1, 0.1)
		cloud.Splats.Rotations = append(cloud.Splats.Rotations, 1, 0, 0, 0)
		cloud.Splats.Colors = append(cloud.Splats.Colors, 255, 255, 255, 255)
	}
	if _, _, size := reduce(t, cloud); size != 250*32 {
		t.Errorf("%d bytes of splats are left of 32,000", size)
	}
	var one bytes.Buffer
	if _, err := preview.Write(t.Context(), &one, modelOf(geometry.Mesh{Points: true, Positions: []float32{0, 0, 0, 1, 1, 1}}),
		preview.Reduced); !errors.Is(err, preview.ErrNothing) {
		t.Errorf("a quarter of two points: %v, want nothing", err)
	}
}

// TestReducedEndsWhereNothingMoves reduces a box whose sides each have a colour of their
// own: seams meet at every corner, so no edge may be collapsed.
func TestReducedEndsWhereNothingMoves(t *testing.T) {
	t.Parallel()
	whole := cuboid(1, 2, 3)
	unfolded := geometry.Mesh{Indices: make([]uint32, len(whole.Indices))}
	for i, v := range whole.Indices {
		side := uint8(i / 6)
		unfolded.Positions = append(unfolded.Positions, whole.Positions[3*v:3*v+3]...)
		unfolded.Colors = append(unfolded.Colors, 40*side, 255-40*side, 0, 255)
		unfolded.Indices[i] = uint32(i)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var to bytes.Buffer
	if _, err := preview.Write(ctx, &to, modelOf(unfolded), preview.Reduced); err != nil {
		t.Fatal(err)
	}
}
