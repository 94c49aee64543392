package demo

import "math"

// amethyst is a cluster of six-sided crystals on its mother rock.
func amethyst() []Part {
	rock := ball(1, 3).each(func(p Vec) Vec { return p.mul(1 + 0.28*fractal(p.mul(2.2), 3, 9)) }).scale(0.12, 0.1, 0.05).move(0, 0, 0.03)
	rock.each(func(p Vec) Vec { p.z = max(p.z, 0); return p })
	tones := []Material{glossy("amethyst", 0x7d4bb0), glossy("pale amethyst", 0xb795d8), glossy("deep amethyst", 0x55308a)}
	var points []*Mesh
	for i := range 46 {
		out := math.Sqrt((float64(i) + 0.5) / 46)
		angle := 2.39996*float64(i) + 0.5*hash(i, 1, 1, 4)
		length := 0.17 - 0.115*out + 0.035*(hash(i, 2, 1, 4)-0.5)
		radius := length * (0.13 + 0.05*hash(i, 3, 1, 4))
		lean := polar(math.Sin(0.95*out), angle, math.Cos(0.95*out))
		crystal := crystalPoint(radius, length, i).aim(lean)
		from := polar(0.088*out, angle, 0.055-0.03*out*out)
		points = append(points, crystal.move(from.x, from.y*0.85, from.z).paint(tones[int(2.999*hash(i, 4, 1, 4))]))
	}
	return []Part{{Name: "rock", Mesh: rock.paint(matte("mother rock", 0x6e675f))}, {Name: "crystals", Mesh: join(points...)}}
}

// crystalPoint stands upright and ends in a pyramid a little off its middle.
func crystalPoint(radius, length float64, seed int) *Mesh {
	m := lathe(6, Pt{0, -0.02}, Pt{radius * 0.85, -0.02}, Pt{radius, length * 0.72}, Pt{0, length})
	off := Vec{hash(seed, 1, 5, 5) - 0.5, hash(seed, 2, 5, 5) - 0.5, 0}.mul(0.7 * radius)
	m.each(func(p Vec) Vec {
		if p.z == length {
			return p.add(off)
		}
		if p.z > 0 {
			p.z += radius * 0.6 * (hash(int(p.x*1e5), int(p.y*1e5), seed, 6) - 0.5)
		}
		return p
	})
	return m.turnZ(60 * hash(seed, 3, 5, 5))
}
