package sculpt

import "math"

// Clay is a solid as a field: positive inside, about the distance to the
// surface near it. Pieces of clay melt into each other.
type Clay func(Vec) float64

// Egg is an ellipsoid.
func Egg(middle, radii Vec) Clay {
	inverse := Vec{1 / radii.X, 1 / radii.Y, 1 / radii.Z}
	return func(p Vec) float64 {
		near := p.Sub(middle).Scale(inverse)
		k := near.Length()
		if k < 1e-6 {
			return min(radii.X, radii.Y, radii.Z)
		}
		return k * (1 - k) / near.Scale(inverse).Length()
	}
}

// Limb is a bar with round ends of two radii.
func Limb(a, b Vec, from, to float64) Clay {
	along := b.Sub(a)
	square := along.Dot(along)
	return func(p Vec) float64 {
		t := Clamp(p.Sub(a).Dot(along)/square, 0, 1)
		return from + (to-from)*t - p.Sub(a.Mix(b, t)).Length()
	}
}

// Tail is a chain of limbs along a path that thins towards its end.
func Tail(path []Vec, from, to float64) []Clay {
	var limbs []Clay
	at := func(i int) float64 { return from + (to-from)*float64(i)/float64(len(path)-1) }
	for i := range len(path) - 1 {
		limbs = append(limbs, Limb(path[i], path[i+1], at(i), at(i+1)))
	}
	return limbs
}

// Melt joins pieces with fillets of about the given size.
func Melt(fillet float64, pieces ...Clay) Clay {
	return func(p Vec) float64 {
		sum := math.Inf(-1)
		for _, piece := range pieces {
			f := piece(p)
			h := max(fillet-math.Abs(f-sum), 0) / fillet
			sum = max(f, sum) + h*h*fillet/4
		}
		return sum
	}
}

// Standing cuts what is below the ground off.
func (c Clay) Standing() Clay {
	return func(p Vec) float64 { return min(c(p), p.Z) }
}

// Mesh is the surface of the clay within a box, a surface net: a point in each
// cell of a lattice that the surface runs through, and a quadrangle between the
// four cells around each lattice edge that it cuts.
func (c Clay) Mesh(low, high Vec, cell float64) *Mesh {
	size := high.Sub(low).Mul(1 / cell)
	net := &clayNet{low: low.Sub(Vec{cell, cell, cell}), cell: cell, mesh: &Mesh{}, points: map[int]uint32{}}
	net.n = [3]int{int(size.X) + 4, int(size.Y) + 4, int(size.Z) + 4}
	net.sample(c)
	for i := range net.values {
		for axis := range 3 {
			net.edge(i, axis)
		}
	}
	return c.settle(c.settle(net.mesh))
}

// settle moves the points of a mesh onto the surface of the clay.
func (c Clay) settle(m *Mesh) *Mesh { return m.Each(c.nearest) }

// Onto is settle for points from further away.
func (c Clay) Onto(points []Vec) []Vec {
	settled := make([]Vec, len(points))
	for i, p := range points {
		for range 12 {
			p = c.nearest(p)
		}
		settled[i] = p
	}
	return settled
}

// nearest takes one step, of a millimetre at most, towards the surface.
func (c Clay) nearest(p Vec) Vec {
	const step = 1e-3
	slope := Vec{
		c(p.Add(Vec{step, 0, 0})) - c(p.Sub(Vec{step, 0, 0})),
		c(p.Add(Vec{0, step, 0})) - c(p.Sub(Vec{0, step, 0})),
		c(p.Add(Vec{0, 0, step})) - c(p.Sub(Vec{0, 0, step})),
	}.Mul(0.5 / step)
	return p.Sub(slope.Mul(Clamp(c(p)/max(slope.Dot(slope), 0.25), -1, 1)))
}
