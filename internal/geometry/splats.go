package geometry

import "math"

// maxSplats keeps a cloud, of 44 bytes a splat, within the memory of a child.
const maxSplats = 12_000_000

// Splats are a cloud of gaussians, with y upwards.
type Splats struct {
	Positions []float32 // x, y, z
	Scales    []float32 // x, y, z: standard deviations
	Rotations []float32 // quaternions w, x, y, z
	Colors    []uint8   // r, g, b and opacity
}

// Len is the number of splats.
func (s *Splats) Len() int { return len(s.Positions) / 3 }

// splat is one gaussian of a cloud.
type splat struct {
	position, scale [3]float32
	rotation        [4]float32 // w, x, y, z
	color           [4]uint8
}

// turn brings a splat from y downwards to y upwards, half a turn about x. Taken
// from zero, zero stays without a sign.
func (s *splat) turn() {
	s.position[1], s.position[2] = 0-s.position[1], 0-s.position[2]
	s.rotation[2], s.rotation[3] = 0-s.rotation[2], 0-s.rotation[3]
}

// newSplats are n splats to be set; n was held against the file's size.
func newSplats(n int64) *Splats {
	return &Splats{
		Positions: make([]float32, 3*n), Scales: make([]float32, 3*n),
		Rotations: make([]float32, 4*n), Colors: make([]uint8, 4*n),
	}
}

// set puts a splat in its place, with its rotation made a unit. False: it is no
// number.
func (s *Splats) set(i int, one *splat) bool {
	length := normalise(&one.rotation)
	sum := length * 0 // of zeros, or no number
	for k, v := range one.position {
		one.scale[k] = float32(math.Abs(float64(one.scale[k])))
		sum += float64(v)*0 + float64(one.scale[k])*0
	}
	if sum != 0 {
		return false
	}
	*(*[3]float32)(s.Positions[3*i:]) = one.position
	*(*[3]float32)(s.Scales[3*i:]) = one.scale
	*(*[4]float32)(s.Rotations[4*i:]) = one.rotation
	*(*[4]uint8)(s.Colors[4*i:]) = one.color
	return true
}

// normalise makes a quaternion a unit, none at all the one that turns nothing,
// and gives its length.
func normalise(q *[4]float32) float64 {
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

// firstHarmonic is how far the first spherical harmonic takes a colour from grey: half
// the square root of one over pi.
const firstHarmonic = 0.28209479177387814

// colorByte makes a share of 0 to 1 a byte; what is no number is 0.
func colorByte(v float64) uint8 {
	switch {
	case !(v > 0):
		return 0
	case v >= 1:
		return 255
	}
	return uint8(v*255 + 0.5)
}
