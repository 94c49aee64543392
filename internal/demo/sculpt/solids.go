package sculpt

import (
	"math"
	"slices"
)

// Box has its middle over the origin and stands on the ground. Its edges are
// cut by bevel, so that they catch the light.
func Box(width, depth, height, bevel float64) *Mesh {
	var points []Vec
	for _, x := range []float64{-1, 1} {
		for _, y := range []float64{-1, 1} {
			for _, z := range []float64{-1, 1} {
				a, b, c := x*width/2, y*depth/2, z*height/2
				if bevel == 0 {
					points = append(points, Vec{a, b, c})
					continue
				}
				points = append(points, Vec{a, b - y*bevel, c - z*bevel}, Vec{a - x*bevel, b, c - z*bevel}, Vec{a - x*bevel, b - y*bevel, c})
			}
		}
	}
	return Hull(points...).Move(0, 0, height/2)
}

// RoundBox is a box with well rounded edges.
func RoundBox(width, depth, height, radius float64) *Mesh {
	const around, rings = 16, 9
	return Grid{NU: around, NV: rings, WrapU: true, At: func(u, v float64) Vec {
		sin, cos := math.Sincos(math.Pi * v)
		if v == 0 || v == 1 {
			return Vec{0, 0, v * height}
		}
		n := Polar(sin, 2*math.Pi*(u+0.5/around), -cos)
		middle := Vec{math.Copysign(width/2-radius, n.X), math.Copysign(depth/2-radius, n.Y), math.Copysign(height/2-radius, n.Z)}
		return n.Mul(radius).Add(middle).Add(Vec{0, 0, height / 2})
	}}.Mesh()
}

// Hull is the convex solid around a few points, none of them inside. It tries
// every plane through three of them.
func Hull(points ...Vec) *Mesh {
	m := &Mesh{Points: points}
	var middle Vec
	for _, p := range points {
		middle = middle.Add(p.Mul(1 / float64(len(points))))
	}
	done := map[[3]int]bool{}
	for i := range points {
		for j := i + 1; j < len(points); j++ {
			for k := j + 1; k < len(points); k++ {
				if side := hullSide(points, middle, i, j, k); side != nil && !done[[3]int(side[:3])] {
					done[[3]int(side[:3])] = true
					m.side(side, middle)
				}
			}
		}
	}
	return m
}

// hullSide returns the points, ascending, in the plane through three of them when
// all others lie behind it.
func hullSide(points []Vec, middle Vec, i, j, k int) []int {
	normal := points[j].Sub(points[i]).Cross(points[k].Sub(points[i])).Unit()
	if normal == (Vec{}) {
		return nil
	}
	d := normal.Dot(points[i])
	if normal.Dot(middle) > d {
		normal, d = normal.Mul(-1), -d
	}
	size := points[i].Sub(middle).Length()
	var side []int
	for n, p := range points {
		distance := normal.Dot(p) - d
		if distance > 1e-7*size {
			return nil
		}
		if distance > -1e-7*size {
			side = append(side, n)
		}
	}
	return side
}

// side adds a convex polygon of the points, in whatever order they come.
func (m *Mesh) side(points []int, inside Vec) {
	var centre Vec
	for _, i := range points {
		centre = centre.Add(m.Points[i].Mul(1 / float64(len(points))))
	}
	x := m.Points[points[0]].Sub(centre).Unit()
	normal := x.Cross(m.Points[points[1]].Sub(centre))
	if x.Cross(m.Points[points[1]].Sub(centre)).Length() < 1e-9*centre.Sub(inside).Length() {
		normal = x.Cross(m.Points[points[2]].Sub(centre))
	}
	normal = normal.Unit()
	if normal.Dot(centre.Sub(inside)) < 0 {
		normal = normal.Mul(-1)
	}
	y := normal.Cross(x)
	angle := func(i int) float64 {
		p := m.Points[i].Sub(centre)
		return math.Atan2(p.Dot(y), p.Dot(x))
	}
	order := slices.SortedFunc(slices.Values(points), func(a, b int) int {
		if angle(a) < angle(b) {
			return -1
		}
		return 1
	})
	for i := 1; i+1 < len(order); i++ {
		m.Face(uint32(order[0]), uint32(order[i]), uint32(order[i+1]))
	}
}

const golden = 1.618033988749895

// Tetrahedron has its corners at every other corner of a cube of side 2.
func Tetrahedron() *Mesh {
	return Hull(Vec{1, 1, 1}, Vec{1, -1, -1}, Vec{-1, 1, -1}, Vec{-1, -1, 1})
}

// Octahedron has its corners at 1 on the axes.
func Octahedron() *Mesh {
	return Hull(Vec{1, 0, 0}, Vec{-1, 0, 0}, Vec{0, 1, 0}, Vec{0, -1, 0}, Vec{0, 0, 1}, Vec{0, 0, -1})
}

// Icosahedron has edges of length 2.
func Icosahedron() *Mesh {
	var points []Vec
	for _, a := range []float64{-1, 1} {
		for _, b := range []float64{-golden, golden} {
			points = append(points, Vec{0, a, b}, Vec{a, b, 0}, Vec{b, 0, a})
		}
	}
	return Hull(points...)
}

// Ball is a sphere of equal triangles: an icosahedron divided so many times.
func Ball(radius float64, divisions int) *Mesh {
	m := Icosahedron()
	for range divisions {
		m = m.divide()
	}
	return m.Each(func(p Vec) Vec { return p.Unit().Mul(radius) })
}

// divide cuts every face into four.
func (m *Mesh) divide() *Mesh {
	fine := &Mesh{Points: slices.Clone(m.Points), Materials: m.Materials}
	middles := map[[2]uint32]uint32{}
	middle := func(a, b uint32) uint32 {
		key := [2]uint32{min(a, b), max(a, b)}
		if _, known := middles[key]; !known {
			middles[key] = fine.Point(m.Points[a].Mix(m.Points[b], 0.5))
		}
		return middles[key]
	}
	for _, f := range m.Faces {
		ab, bc, ca := middle(f.V[0], f.V[1]), middle(f.V[1], f.V[2]), middle(f.V[2], f.V[0])
		for _, t := range [][3]uint32{{f.V[0], ab, ca}, {ab, f.V[1], bc}, {ca, bc, f.V[2]}, {ab, bc, ca}} {
			fine.Faces = append(fine.Faces, Face{V: t, Material: f.Material})
		}
	}
	return fine
}
