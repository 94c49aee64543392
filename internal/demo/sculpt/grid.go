package sculpt

import "math"

// Grid is a surface of NU × NV patches over u, v from 0 to 1. Where it wraps,
// the last row of points is the first. Rows that shrink to a point (poles)
// become one. The outside is to the right-hand side of u × v.
type Grid struct {
	NU, NV       int
	WrapU, WrapV bool
	At           func(u, v float64) Vec
}

// Mesh builds the surface. Texture coordinates are u and v.
func (g Grid) Mesh() *Mesh {
	m := &Mesh{}
	index := g.points(m)
	uv := func(i, j int) Pt { return Pt{float64(i) / float64(g.NU), float64(j) / float64(g.NV)} }
	for j := range g.NV {
		for i := range g.NU {
			a, b, c, d := index(i, j), index(i+1, j), index(i+1, j+1), index(i, j+1)
			m.Face(a, b, c, uv(i, j), uv(i+1, j), uv(i+1, j+1))
			m.Face(a, c, d, uv(i, j), uv(i+1, j+1), uv(i, j+1))
		}
	}
	return m
}

// points adds the grid's points and returns the lookup from column and row.
func (g Grid) points(m *Mesh) func(i, j int) uint32 {
	columns, rows := g.NU+1, g.NV+1
	if g.WrapU {
		columns--
	}
	if g.WrapV {
		rows--
	}
	index := make([]uint32, columns*rows)
	for j := range rows {
		row := index[j*columns : (j+1)*columns]
		for i := range row {
			p := g.At(float64(i)/float64(g.NU), float64(j)/float64(g.NV))
			if i > 0 && g.WrapU && p.Sub(m.Points[row[0]]).Length() < 1e-9 {
				row[i] = row[0]
				continue
			}
			row[i] = m.Point(p)
		}
	}
	return func(i, j int) uint32 {
		if j == g.NV && g.WrapV {
			j = 0
		}
		if g.WrapU {
			i %= g.NU
		}
		return index[j*columns+i]
	}
}

// Lathe turns a profile of radius and height, given upwards along the outside,
// about the Z axis. One that begins and ends on the axis gives a closed solid.
func Lathe(segments int, profile []Pt) *Mesh {
	n := len(profile) - 1
	return Grid{NU: segments, NV: n, WrapU: true, At: func(u, v float64) Vec {
		p := profile[int(math.Round(v*float64(n)))]
		return Polar(p[0], 2*math.Pi*u, p[1])
	}}.Mesh()
}

// Hoop turns a closed profile, counter-clockwise in radius and height, about
// the Z axis.
func Hoop(segments int, profile []Pt) *Mesh {
	n := len(profile)
	return Grid{NU: segments, NV: n, WrapU: true, WrapV: true, At: func(u, v float64) Vec {
		p := profile[int(math.Round(v*float64(n)))%n]
		return Polar(p[0], 2*math.Pi*u, p[1])
	}}.Mesh()
}

// Cylinder stands on the ground; a cone has top 0.
func Cylinder(bottom, top, height float64, segments int) *Mesh {
	return Lathe(segments, []Pt{{0, 0}, {bottom, 0}, {top, height}, {0, height}})
}

// Puck is a cylinder with rounded edges, standing on the ground.
func Puck(radius, height, edge float64, segments int) *Mesh {
	profile := []Pt{{0, 0}}
	for i := range 4 {
		sin, cos := math.Sincos(math.Pi / 2 * float64(i) / 3)
		profile = append(profile, Pt{radius - edge + edge*sin, edge - edge*cos})
	}
	for i := range 4 {
		sin, cos := math.Sincos(math.Pi / 2 * float64(i) / 3)
		profile = append(profile, Pt{radius - edge + edge*cos, height - edge + edge*sin})
	}
	return Lathe(segments, append(profile, Pt{0, height}))
}

// Sphere lies about the origin.
func Sphere(radius float64, segments int) *Mesh {
	rings := max(segments/2, 3)
	return Grid{NU: segments, NV: rings, WrapU: true, At: func(u, v float64) Vec {
		sin, cos := math.Sincos(math.Pi * v)
		if v == 0 || v == 1 {
			sin = 0
		}
		return Polar(radius*sin, 2*math.Pi*u, -radius*cos)
	}}.Mesh()
}

// Torus lies flat about the origin.
func Torus(radius, thickness float64, nu, nv int) *Mesh {
	return Grid{NU: nu, NV: nv, WrapU: true, WrapV: true, At: func(u, v float64) Vec {
		sin, cos := math.Sincos(2 * math.Pi * v)
		return Polar(radius+thickness*cos, 2*math.Pi*u, thickness*sin)
	}}.Mesh()
}

// Rod is a round bar from a to b.
func Rod(a, b Vec, radius float64, segments int) *Mesh {
	return Taper(a, b, radius, radius, segments)
}

// Taper is a round bar that changes its radius on the way.
func Taper(a, b Vec, from, to float64, segments int) *Mesh {
	return Cylinder(from, to, b.Sub(a).Length(), segments).Aim(b.Sub(a)).Move(a.X, a.Y, a.Z)
}

// Aim turns what stands upright so that it points along a direction.
func (m *Mesh) Aim(direction Vec) *Mesh {
	z := direction.Unit()
	x := Perpendicular(z)
	if math.Abs(z.Z) > 0.9999 {
		x = Vec{1, 0, 0}
	}
	y := z.Cross(x)
	return m.Each(func(p Vec) Vec { return x.Mul(p.X).Add(y.Mul(p.Y)).Add(z.Mul(p.Z)) })
}
