package demo

import "math"

// grid is a surface of nu × nv patches over u, v from 0 to 1. Where it wraps,
// the last row of points is the first. Rows that shrink to a point (poles)
// become one. The outside is to the right-hand side of u × v.
type grid struct {
	nu, nv       int
	wrapU, wrapV bool
	twistV       int // by how many columns the wrapped row is turned
	at           func(u, v float64) Vec
}

func (g grid) mesh() *Mesh {
	m := &Mesh{}
	index := g.points(m)
	uv := func(i, j int) Pt { return Pt{float64(i) / float64(g.nu), float64(j) / float64(g.nv)} }
	for j := range g.nv {
		for i := range g.nu {
			a, b, c, d := index(i, j), index(i+1, j), index(i+1, j+1), index(i, j+1)
			m.face(a, b, c, uv(i, j), uv(i+1, j), uv(i+1, j+1))
			m.face(a, c, d, uv(i, j), uv(i+1, j+1), uv(i, j+1))
		}
	}
	return m
}

// points adds the grid's points and gives the lookup from column and row.
func (g grid) points(m *Mesh) func(i, j int) uint32 {
	columns, rows := g.nu+1, g.nv+1
	if g.wrapU {
		columns--
	}
	if g.wrapV {
		rows--
	}
	index := make([]uint32, columns*rows)
	for j := range rows {
		row := index[j*columns : (j+1)*columns]
		for i := range row {
			p := g.at(float64(i)/float64(g.nu), float64(j)/float64(g.nv))
			if i > 0 && g.wrapU && p.sub(m.Points[row[0]]).length() < 1e-9 {
				row[i] = row[0]
				continue
			}
			row[i] = m.point(p)
		}
	}
	return func(i, j int) uint32 {
		if j == g.nv && g.wrapV {
			i, j = i+g.twistV, 0
		}
		if g.wrapU {
			i %= g.nu
		}
		return index[j*columns+i]
	}
}

// lathe turns a profile of radius and height, given upwards along the outside,
// about the Z axis. One that begins and ends on the axis gives a closed solid.
func lathe(segments int, profile ...Pt) *Mesh {
	n := len(profile) - 1
	return grid{nu: segments, nv: n, wrapU: true, at: func(u, v float64) Vec {
		p := profile[int(math.Round(v*float64(n)))]
		return polar(p[0], 2*math.Pi*u, p[1])
	}}.mesh()
}

// hoop turns a closed profile, counter-clockwise in radius and height, about
// the Z axis.
func hoop(segments int, profile ...Pt) *Mesh {
	n := len(profile)
	return grid{nu: segments, nv: n, wrapU: true, wrapV: true, at: func(u, v float64) Vec {
		p := profile[int(math.Round(v*float64(n)))%n]
		return polar(p[0], 2*math.Pi*u, p[1])
	}}.mesh()
}

// cylinder stands on the ground; a cone has top 0.
func cylinder(bottom, top, height float64, segments int) *Mesh {
	return lathe(segments, Pt{0, 0}, Pt{bottom, 0}, Pt{top, height}, Pt{0, height})
}

// puck is a cylinder with rounded edges, standing on the ground.
func puck(radius, height, edge float64, segments int) *Mesh {
	profile := []Pt{{0, 0}}
	for i := range 4 {
		sin, cos := math.Sincos(math.Pi / 2 * float64(i) / 3)
		profile = append(profile, Pt{radius - edge + edge*sin, edge - edge*cos})
	}
	for i := range 4 {
		sin, cos := math.Sincos(math.Pi / 2 * float64(i) / 3)
		profile = append(profile, Pt{radius - edge + edge*cos, height - edge + edge*sin})
	}
	return lathe(segments, append(profile, Pt{0, height})...)
}

// sphere lies about the origin.
func sphere(radius float64, segments int) *Mesh {
	rings := max(segments/2, 3)
	return grid{nu: segments, nv: rings, wrapU: true, at: func(u, v float64) Vec {
		sin, cos := math.Sincos(math.Pi * v)
		if v == 0 || v == 1 {
			sin = 0
		}
		return polar(radius*sin, 2*math.Pi*u, -radius*cos)
	}}.mesh()
}

// torus lies flat about the origin.
func torus(radius, thickness float64, nu, nv int) *Mesh {
	return grid{nu: nu, nv: nv, wrapU: true, wrapV: true, at: func(u, v float64) Vec {
		sin, cos := math.Sincos(2 * math.Pi * v)
		return polar(radius+thickness*cos, 2*math.Pi*u, thickness*sin)
	}}.mesh()
}

// rod is a round bar from a to b.
func rod(a, b Vec, radius float64, segments int) *Mesh {
	return taper(a, b, radius, radius, segments)
}

// taper is a round bar that changes its radius on the way.
func taper(a, b Vec, from, to float64, segments int) *Mesh {
	return cylinder(from, to, b.sub(a).length(), segments).aim(b.sub(a)).move(a.x, a.y, a.z)
}

// aim turns what stands upright so that it points along a direction.
func (m *Mesh) aim(direction Vec) *Mesh {
	z := direction.unit()
	x := perpendicular(z)
	if math.Abs(z.z) > 0.9999 {
		x = Vec{1, 0, 0}
	}
	y := z.cross(x)
	return m.each(func(p Vec) Vec { return x.mul(p.x).add(y.mul(p.y)).add(z.mul(p.z)) })
}
