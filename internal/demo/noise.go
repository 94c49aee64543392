package demo

import "math"

// hash gives a number from 0 to 1 that looks random, the same for the same
// lattice point everywhere.
func hash(x, y, z, seed int) float64 {
	h := uint32(x)*0x9e3779b1 ^ uint32(y)*0x85ebca77 ^ uint32(z)*0xc2b2ae3d ^ uint32(seed)*0x27d4eb2f
	h = (h ^ h>>15) * 0x2c1b3c6d
	h = (h ^ h>>12) * 0x297a2d39
	return float64(h^h>>15) / math.MaxUint32
}

// noise is smooth and lies between -1 and 1; features are about 1 wide.
func noise(p Vec, seed int) float64 {
	x, tx := latticeCell(p.x)
	y, ty := latticeCell(p.y)
	z, tz := latticeCell(p.z)
	var sum float64
	for corner := range 8 {
		dx, dy, dz := corner&1, corner>>1&1, corner>>2
		weight := lattice(tx, dx) * lattice(ty, dy) * lattice(tz, dz)
		sum += weight * hash(x+dx, y+dy, z+dz, seed)
	}
	return 2*sum - 1
}

// latticeCell gives the lattice point below x, and how far x is on the way to
// the next, eased at both ends.
func latticeCell(x float64) (cell int, t float64) {
	floor := math.Floor(x)
	t = x - floor
	return int(floor), t * t * (3 - 2*t)
}

func lattice(t float64, far int) float64 {
	if far == 1 {
		return t
	}
	return 1 - t
}

// fractal adds octaves of noise, each twice as fine and half as strong.
func fractal(p Vec, octaves, seed int) float64 {
	sum, strength := 0.0, 0.5
	for i := range octaves {
		sum += strength * noise(p, seed+i)
		p, strength = p.mul(2.03), strength/2
	}
	return sum
}

// rough moves every point along its direction from the origin by noise.
func (m *Mesh) rough(strength, size float64, seed int) *Mesh {
	return m.each(func(p Vec) Vec { return p.mul(1 + strength*fractal(p.mul(1/size), 3, seed)) })
}
