package demo

import "math"

// clay is a solid as a field: positive inside, about the distance to the
// surface near it. Pieces of clay melt into each other.
type clay func(Vec) float64

func clayEgg(middle, radii Vec) clay {
	inverse := Vec{1 / radii.x, 1 / radii.y, 1 / radii.z}
	return func(p Vec) float64 {
		near := p.sub(middle).scale(inverse)
		k := near.length()
		if k < 1e-6 {
			return min(radii.x, radii.y, radii.z)
		}
		return k * (1 - k) / near.scale(inverse).length()
	}
}

// clayLimb is a bar with round ends of two radii.
func clayLimb(a, b Vec, from, to float64) clay {
	along := b.sub(a)
	square := along.dot(along)
	return func(p Vec) float64 {
		t := clamp(p.sub(a).dot(along)/square, 0, 1)
		return from + (to-from)*t - p.sub(a.mix(b, t)).length()
	}
}

// clayTail is a chain of limbs along a path that thins towards its end.
func clayTail(path []Vec, from, to float64) []clay {
	var limbs []clay
	at := func(i int) float64 { return from + (to-from)*float64(i)/float64(len(path)-1) }
	for i := range len(path) - 1 {
		limbs = append(limbs, clayLimb(path[i], path[i+1], at(i), at(i+1)))
	}
	return limbs
}

// melt joins pieces with fillets of about the given size.
func melt(fillet float64, pieces ...clay) clay {
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

// standing cuts what is below the ground off.
func (c clay) standing() clay {
	return func(p Vec) float64 { return min(c(p), p.z) }
}

// mesh is the surface of the clay within a box, a surface net: a point in each
// cell of a lattice that the surface runs through, and a quadrangle between the
// four cells around each lattice edge that it cuts. It has a quarter of the
// triangles that isosurface has for the same cell.
func (c clay) mesh(low, high Vec, cell float64) *Mesh {
	size := high.sub(low).mul(1 / cell)
	net := &clayNet{low: low.sub(Vec{cell, cell, cell}), cell: cell, mesh: &Mesh{}, points: map[int]uint32{}}
	net.n = [3]int{int(size.x) + 4, int(size.y) + 4, int(size.z) + 4}
	net.sample(c)
	for i := range net.values {
		for axis := range 3 {
			net.edge(i, axis)
		}
	}
	return c.settle(c.settle(net.mesh))
}

// settle moves the points of a mesh onto the surface of the clay.
func (c clay) settle(m *Mesh) *Mesh { return m.each(c.nearest) }

// onto is settle for points from further away.
func (c clay) onto(points []Vec) []Vec {
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
func (c clay) nearest(p Vec) Vec {
	const step = 1e-3
	slope := Vec{
		c(p.add(Vec{step, 0, 0})) - c(p.sub(Vec{step, 0, 0})),
		c(p.add(Vec{0, step, 0})) - c(p.sub(Vec{0, step, 0})),
		c(p.add(Vec{0, 0, step})) - c(p.sub(Vec{0, 0, step})),
	}.mul(0.5 / step)
	return p.sub(slope.mul(clamp(c(p)/max(slope.dot(slope), 0.25), -1, 1)))
}

// relax evens a mesh out: every point moves towards the middle of its
// neighbours, some times over.
func (m *Mesh) relax(times int) *Mesh {
	for range times {
		sum, count := make([]Vec, len(m.Points)), make([]float64, len(m.Points))
		for _, f := range m.Faces {
			for k, v := range f.V {
				sum[v] = sum[v].add(m.Points[f.V[(k+1)%3]])
				count[v]++
			}
		}
		for i := range m.Points {
			m.Points[i] = m.Points[i].mix(sum[i].mul(1/count[i]), 0.5)
		}
	}
	return m
}
