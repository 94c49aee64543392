package preview_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry"
	"vitrine/internal/preview"
)

// crane has a block that stands, one that a clip turns, about a place of its own, and
// a beam that two joints bend.
func crane() *geometry.Model {
	sin, cos := math.Sincos(0.4)
	turned := [16]float64{cos, sin, 0, 0, -sin, cos, 0, 0, 0, 0, 1, 0, 30, 10, 5, 1}
	aside := [16]float64{0: 1, 5: 1, 10: 1, 12: 7, 13: -3, 14: 4, 15: 1}
	beam := cuboid(40, 2, 2)
	for i := range 8 {
		share := beam.Positions[3*i] / 40
		beam.Joints = append(beam.Joints, 0, math.MaxUint16, 0, 0)
		beam.Weights = append(beam.Weights, share, 1-share, 0, 0)
	}
	return &geometry.Model{
		UpAxis: "y", Meshes: []geometry.Mesh{cuboid(10, 20, 10), beam},
		Instances: []geometry.Instance{{Matrix: aside}, {Matrix: turned, Node: 1}, {Mesh: 1, Matrix: aside}},
		Motion: &geometry.Motion{
			Nodes: []geometry.Node{{Parent: -1, Translation: [3]float64{30, 10, 5}, Rotation: [4]float64{0, 0, math.Sin(0.2), math.Cos(0.2)},
				Scale: [3]float64{1, 1, 1}, World: turned}},
			Clips: []geometry.Clip{{Name: "turn", Channels: []geometry.Channel{
				{Path: "rotation", Interpolation: "LINEAR", Times: []float32{0, 1}, Values: []float32{0, 0, 0, 1, 0, 0, 1, 0}},
			}}},
		},
	}
}

// TestMotionIsKept writes clips into full previews, which stand as they do without: all
// that joints hold is where it was, until they move.
func TestMotionIsKept(t *testing.T) {
	t.Parallel()
	still := crane()
	still.Motion = nil
	_, want := reread(t, still)
	_, got := reread(t, crane())
	if got.Motion == nil || cmp.Diff(crane().Motion.Clips[0].Channels[0].Values, got.Motion.Clips[0].Channels[0].Values) != "" ||
		got.Motion.Clips[0].Name != "turn" {
		t.Fatalf("the preview moves by %+v", got.Motion)
	}
	if diff := farthest(placesOf(want), placesOf(got)); diff > 1e-4 {
		t.Errorf("before it moves, the preview is %v away from where it stands without clips", diff)
	}
	joints := got.Meshes[len(got.Meshes)-1].Joints
	moved := 0
	for i := 0; i+3 < len(joints); i += 4 {
		if joints[i] == uint16(len(got.Motion.Nodes)-1) || joints[i+1] == uint16(len(got.Motion.Nodes)-1) {
			moved++
		}
	}
	if vertices := len(joints) / 4; moved == 0 || moved == vertices {
		t.Errorf("%d of %d vertices hang on what moves", moved, vertices)
	}

	var to bytes.Buffer
	if made, err := preview.Write(t.Context(), &to, crane(), preview.Reduced); err != nil || made.Plays ||
		bytes.Contains(to.Bytes(), []byte("animations")) {
		t.Errorf("a reduced preview plays: %+v, %v", made, err)
	}
	flat := crane()
	flat.Motion.Nodes[0].World[0], flat.Motion.Nodes[0].World[1] = 0, 0
	to.Reset()
	if made, err := preview.Write(t.Context(), &to, flat, preview.Full); err != nil || made.Plays {
		t.Errorf("what can't come back to its place plays: %+v, %v", made, err)
	}
}

// placesOf are the places of all vertices that a model shows.
func placesOf(m *geometry.Model) (places [][3]float64) {
	for _, instance := range m.Instances {
		positions := m.Meshes[instance.Mesh].Positions
		for i := 0; i+2 < len(positions); i += 3 {
			var at [3]float64
			for row := range at {
				at[row] = instance.Matrix[12+row]
				for k := range 3 {
					at[row] += instance.Matrix[4*k+row] * float64(positions[i+k])
				}
			}
			places = append(places, at)
		}
	}
	return places
}

// farthest is how far a place may be from the nearest of others.
func farthest(from, to [][3]float64) (far float64) {
	for _, a := range from {
		near := math.Inf(1)
		for _, b := range to {
			near = min(near, math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2]))
		}
		far = max(far, near)
	}
	return far
}
