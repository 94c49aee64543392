package preview_test

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry"
)

// cloud is a box of splats of which later ones are larger.
func cloud(n int) *geometry.Splats {
	s := &geometry.Splats{}
	for i := range n {
		s.Positions = append(s.Positions, float32(i%10), float32(i/10%20), float32(i/200%5))
		size := 0.01 + float32(i)/float32(n)
		s.Scales = append(s.Scales, size, size, 0)
		s.Rotations = append(s.Rotations, 0.5, -0.5, 0.5, -0.5)
		s.Colors = append(s.Colors, 10, 20, 30, 255)
	}
	return s
}

func TestSplats(t *testing.T) {
	t.Parallel()
	s := cloud(250_000)
	s.Colors[4*249_999+3] = 0                     // nothing is seen of the largest
	s.Positions[3*249_998] = float32(math.NaN())  // nor of this one
	s.Scales[3*249_997] = float32(math.Inf(1))    // nor this
	s.Positions[3*249_996+1], s.Scales[0] = 0, 20 // and one that was small is large, but thin
	facts, got := reread(t, &geometry.Model{Splats: s})
	if facts.Splats.Value != 100_000 {
		t.Errorf("%d splats are left, want 100,000", facts.Splats.Value)
	}
	last := got.Splats.Scales[3*99_999] * 19 // the longest side was 19
	if want := s.Scales[3*(250_000-100_003)]; math.Abs(float64(last-want)) > 1e-4 {
		t.Errorf("the least splat has the size %v, want %v: not the largest were chosen", last, want)
	}
	box := facts.BoundingBox.Value
	want := geometry.Box{Min: [3]float64{-4.5 / 19, -0.5, -2. / 19}, Max: [3]float64{4.5 / 19, 0.5, 2. / 19}}
	if diff := cmp.Diff(want, box, cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-5 })); diff != "" {
		t.Errorf("the box (-want +got):\n%s", diff)
	}
}

// A .splat has y downwards: a splat above lies at a negative y.
func TestSplatRecord(t *testing.T) {
	t.Parallel()
	s := &geometry.Splats{
		Positions: []float32{0, 0, 0, 0, 4, 2}, Scales: []float32{1, 1, 1, 2, 1, 1},
		Rotations: []float32{1, 0, 0, 0, 0.5, -0.5, 0.5, -0.5}, Colors: []uint8{1, 2, 3, 255, 4, 5, 6, 255},
	}
	kind, data := write(t, &geometry.Model{Splats: s})
	if kind != "splat" || len(data) != 64 {
		t.Fatalf("%d bytes of %s, want 64 of splat", len(data), kind)
	}
	var numbers [6]float32
	for i := range numbers {
		numbers[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	if diff := cmp.Diff([6]float32{0, -0.5, -0.25, 0.5, 0.25, 0.25}, numbers); diff != "" {
		t.Errorf("position and scale (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]byte{4, 5, 6, 255, 192, 64, 64, 192}, data[24:32]); diff != "" {
		t.Errorf("colour and rotation (-want +got):\n%s", diff)
	}
}

// A few splats far away must not make a dot of the rest.
func TestSplatsFarAway(t *testing.T) {
	t.Parallel()
	s := cloud(10_000)
	for i := range 20 {
		s.Positions[3*500*i] = 9000
	}
	_, got := reread(t, &geometry.Model{Splats: s})
	within := 0
	for _, v := range got.Splats.Positions[:3*9000] {
		if v >= -0.6 && v <= 0.6 {
			within++
		}
	}
	least, most := float32(1), float32(-1)
	for i := range 9000 {
		least, most = min(least, got.Splats.Positions[3*i+1]), max(most, got.Splats.Positions[3*i+1])
	}
	if most-least < 0.9 || within < 26_000 {
		t.Errorf("the cloud is %v high, %d numbers are within", most-least, within)
	}
}
