package sculpt

import "math"

// Hash returns a number from 0 to 1 that looks random, the same for the same
// lattice point everywhere.
func Hash(x, y, z, seed int) float64 {
	// The primes of xxHash part the coordinates; two rounds of mixing hide that neighbours are close.
	h := uint32(x)*0x9e3779b1 ^ uint32(y)*0x85ebca77 ^ uint32(z)*0xc2b2ae3d ^ uint32(seed)*0x27d4eb2f
	h = (h ^ h>>15) * 0x2c1b3c6d
	h = (h ^ h>>12) * 0x297a2d39
	return float64(h^h>>15) / math.MaxUint32
}

// Noise is smooth and lies between -1 and 1; features are about 1 wide.
func Noise(p Vec, seed int) float64 {
	x, tx := LatticeCell(p.X)
	y, ty := LatticeCell(p.Y)
	z, tz := LatticeCell(p.Z)
	var sum float64
	for corner := range 8 {
		dx, dy, dz := corner&1, corner>>1&1, corner>>2
		weight := lattice(tx, dx) * lattice(ty, dy) * lattice(tz, dz)
		sum += weight * Hash(x+dx, y+dy, z+dz, seed)
	}
	return 2*sum - 1
}

// LatticeCell returns the lattice point below x, and how far x is on the way to
// the next, eased at both ends.
func LatticeCell(x float64) (cell int, t float64) {
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

// Fractal adds octaves of noise, each twice as fine and half as strong.
func Fractal(p Vec, octaves, seed int) float64 {
	sum, strength := 0.0, 0.5
	for i := range octaves {
		sum += strength * Noise(p, seed+i)
		// Not quite twice, so that the lattices of two octaves never coincide.
		p, strength = p.Mul(2.03), strength/2
	}
	return sum
}

// Rough moves every point along its direction from the origin by noise.
func (m *Mesh) Rough(strength, size float64, seed int) *Mesh {
	return m.Each(func(p Vec) Vec { return p.Mul(1 + strength*Fractal(p.Mul(1/size), 3, seed)) })
}
