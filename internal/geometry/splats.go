package geometry

import (
	"math"
)

// MaxSplats keeps a cloud, of 44 bytes a splat, within the memory of a child.
const MaxSplats = 12_000_000

// Splats are a cloud of gaussians, with y upwards.
type Splats struct {
	Positions []float32 // x, y, z
	Scales    []float32 // x, y, z: standard deviations
	Rotations []float32 // quaternions w, x, y, z
	Colors    []uint8   // r, g, b and opacity
}

// Len is the number of splats.
func (s *Splats) Len() int { return len(s.Positions) / 3 }

// Gaussian is one gaussian of a cloud.
type Gaussian struct {
	Position, Scale [3]float32
	Rotation        [4]float32 // w, x, y, z
	Color           [4]uint8
}

// Turn brings a splat from y downwards to y upwards, half a turn about x. Taken
// from zero, zero stays without a sign.
func (s *Gaussian) Turn() {
	s.Position[1], s.Position[2] = 0-s.Position[1], 0-s.Position[2]
	s.Rotation[2], s.Rotation[3] = 0-s.Rotation[2], 0-s.Rotation[3]
}

// NewSplats are n splats to be set; n was held against the file's size.
func NewSplats(n int64) *Splats {
	return &Splats{
		Positions: make([]float32, 3*n), Scales: make([]float32, 3*n),
		Rotations: make([]float32, 4*n), Colors: make([]uint8, 4*n),
	}
}

// Set puts a splat in its place, with its rotation made a unit. False: it is no
// number.
func (s *Splats) Set(i int, one *Gaussian) bool {
	length := Normalise(&one.Rotation)
	sum := length * 0 // of zeros, or no number
	for k, v := range one.Position {
		one.Scale[k] = float32(math.Abs(float64(one.Scale[k])))
		sum += float64(v)*0 + float64(one.Scale[k])*0
	}
	if sum != 0 {
		return false
	}
	*(*[3]float32)(s.Positions[3*i:]) = one.Position
	*(*[3]float32)(s.Scales[3*i:]) = one.Scale
	*(*[4]float32)(s.Rotations[4*i:]) = one.Rotation
	*(*[4]uint8)(s.Colors[4*i:]) = one.Color
	return true
}

// Normalise makes a quaternion a unit, none at all the one that turns nothing,
// and returns its length.
func Normalise(q *[4]float32) float64 {
	sum := 0.0
	for _, v := range q {
		sum += float64(v) * float64(v)
	}
	if sum == 0 {
		*q = [4]float32{1, 0, 0, 0}
		return 0
	}
	length := math.Sqrt(sum)
	for i := range q {
		q[i] = float32(float64(q[i]) / length)
	}
	return length
}

// FirstHarmonic is how far the first spherical harmonic takes a colour from grey: half
// the square root of one over pi.
const FirstHarmonic = 0.28209479177387814

// ColorByte makes a share of 0 to 1 a byte; what is no number is 0.
func ColorByte(v float64) uint8 {
	switch {
	case !(v > 0):
		return 0
	case v >= 1:
		return 255
	}
	return uint8(v*255 + 0.5)
}
