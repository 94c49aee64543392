package demo

import "math"

// islandRadius is about half the width of the island, in metres.
const islandRadius = 5.0

// floatingIsland gives a piece of land in the air with a cottage, trees and a
// stream that falls over its edge, and two rocks beside it.
func floatingIsland() []Part {
	return []Part{
		{Name: "land", Mesh: join(islandTop(), islandRock(), islandStream())},
		{Name: "cottage", Mesh: islandCottage().turnZ(-24).move(-1.1, 0.7, islandHeight(-1.1, 0.7)-0.05)},
		{Name: "trees", Mesh: islandTrees()},
		{Name: "details", Mesh: join(islandFence(), islandStones())},
		{Name: "small rocks", Mesh: join(islandSatellite(0.75, 5).move(-5.3, -1.6, -1.3), islandSatellite(0.5, 9).move(5.4, 0.4, -2.2))},
	}
}

func islandEdge(angle float64) float64 {
	p := polar(1.7, angle, 0)
	return islandRadius * (0.9 + 0.22*fractal(p, 3, 5))
}

// islandHeight is the ground's height; the stream runs along x = 2.
func islandHeight(x, y float64) float64 {
	hill := 0.5*fractal(Vec{x * 0.4, y * 0.4, 0}, 3, 9) + 0.55*math.Exp(-((x+2.2)*(x+2.2)+(y-2.4)*(y-2.4))/3)
	flat := smoothstep(1.2, 2.2, math.Hypot(x+1.1, y-0.7))
	bed := math.Exp(-math.Pow((x-islandBrook(y))/0.42, 2))
	return 0.25 + hill*flat - 0.42*bed
}

func islandBrook(y float64) float64 { return 1.9 + 0.5*math.Sin(y*0.8+0.6) }

func islandTop() *Mesh {
	const rings = 16
	top := grid{nu: 56, nv: rings, wrapU: true, at: func(u, v float64) Vec {
		angle := 2 * math.Pi * u
		p := polar(islandEdge(angle)*(1-v), angle, 0)
		return Vec{p.x, p.y, islandHeight(p.x, p.y) - 0.12*smoothstep(0.15, 0, v)}
	}}.mesh()
	lip := grid{nu: 56, nv: 2, wrapU: true, at: func(u, v float64) Vec {
		angle := 2 * math.Pi * u
		p := polar(islandEdge(angle)*(1-0.06*(1-v)), angle, 0)
		edge := polar(islandEdge(angle), angle, 0)
		return Vec{p.x, p.y, islandHeight(edge.x, edge.y) - 0.12 - (0.4+0.12*float64(int(u*56+0.5)%2))*(1-v)}
	}}.mesh()
	grass := join(top, lip).paint(matte("grass", 0x86b553))
	return grass.dye(matte("light grass", 0x9cc765), func(p Vec) bool { return hash(int(p.x*3), int(p.y*3), 0, 4) > 0.72 })
}

// islandRock hangs below the grass and ends in a few spikes.
func islandRock() *Mesh {
	rock := grid{nu: 40, nv: 12, wrapU: true, at: func(u, v float64) Vec {
		angle := 2 * math.Pi * u
		if v == 0 {
			return Vec{0.4, -0.2, -6.2}
		}
		r := islandEdge(angle) * 0.95 * math.Pow(v, 0.6)
		p := polar(r, angle, 0)
		jag := 1.1 * fractal(Vec{p.x * 0.9, p.y * 0.9, v * 5}, 2, 14) * (1 - v*v)
		return Vec{p.x * (1 + 0.4*jag), p.y * (1 + 0.4*jag), 0.05 - 6.1*math.Pow(1-v, 1.35) + jag*2}
	}}.mesh()
	rock.paint(matte("rock", 0x8d7c6c))
	return rock.dye(matte("earth", 0xa67c52), func(p Vec) bool { return p.z > -0.9 }).dye(matte("dark rock", 0x75675b), func(p Vec) bool {
		return p.z < -0.9 && hash(int(p.x*4), int(p.y*4), int(p.z*3), 6) > 0.6
	})
}

func islandStream() *Mesh {
	water := glossy("water", 0x5cb8d6)
	end := -3.9
	for math.Hypot(islandBrook(end), end) < islandEdge(math.Atan2(end, islandBrook(end)))+0.05 {
		end -= 0.05
	}
	surface := grid{nu: 2, nv: 30, at: func(u, v float64) Vec {
		y := end + (2.9-end)*v
		return Vec{islandBrook(y) + (u-0.5)*0.85, y, 0.05 + 0.02*math.Sin(9*y)}
	}}.mesh()
	fall := grid{nu: 6, nv: 16, at: func(u, v float64) Vec {
		drop := 1 - v
		return Vec{islandBrook(end) + (u-0.5)*0.85*(1-0.35*drop) + 0.03*math.Sin(20*u+9*v), end - 0.75*math.Sqrt(drop), 0.05 + 0.03*math.Sin(30*u) - 3.6*drop*drop}
	}}.mesh()
	mist := repeat(5, ball(0.22, 1), func(i int, c *Mesh) {
		c.zoom(0.7+0.6*hash(i, 1, 1, 1)).move(islandBrook(end)+0.5*(hash(i, 2, 1, 1)-0.5), end-0.8+0.3*(hash(i, 3, 1, 1)-0.5), -3.6+0.2*hash(i, 4, 1, 1))
	})
	pond := disc(2, 20, 0.85, func(x, y float64) float64 { return 0.06 }).scale(1.1, 0.8, 1).move(islandBrook(2.9), 2.95, 0)
	return join(surface.paint(water), fall.paint(water), fall.copy().flip().move(0, 0.02, 0), pond.paint(water), mist.paint(matte("mist", 0xeef6f8)))
}

func islandCottage() *Mesh {
	wall, roof, wood := matte("plaster", 0xf2e6cf), matte("roof tiles", 0xc4533d), matte("cottage wood", 0x7a5236)
	gable := bodyPlate(1.5, []Pt{{-0.8, 0}, {0.8, 0}, {0.8, 0.95}, {0, 1.75}, {-0.8, 0.95}})
	slope := box(1.35, 1.85, 0.1, 0.02).turnY(45).move(0.5, 0, 1.2)
	chimney := join(box(0.26, 0.26, 0.9, 0.02).move(0.45, 0.35, 1.2).paint(granite()), box(0.32, 0.32, 0.08, 0.02).move(0.45, 0.35, 2.08).paint(granite()))
	door := bodyPlate(0.06, append([]Pt{{-0.19, 0}, {0.19, 0}}, shift(circleArc(0.19, 0, 180, 6), 0, 0.5)...)).move(-0.3, -0.76, 0)
	window := func() *Mesh {
		return join(box(0.4, 0.06, 0.4, 0.01).paint(wood), box(0.32, 0.07, 0.32, 0).move(0, 0, 0.04).paint(glowing("warm window", 0xffd98a)),
			box(0.03, 0.08, 0.32, 0).move(0, 0, 0.04).paint(wood), box(0.32, 0.08, 0.03, 0).move(0, 0, 0.185).paint(wood))
	}
	smoke := join(ball(0.13, 1).move(0.48, 0.35, 2.4), ball(0.18, 1).move(0.6, 0.35, 2.72), ball(0.24, 1).move(0.8, 0.35, 3.1)).paint(matte("mist", 0xeef6f8))
	ridge := box(0.2, 1.9, 0.1, 0.03).move(0, 0, 1.74)
	return join(gable.paint(wall), slope.mirror().paint(roof), ridge.paint(roof), chimney, smoke, door.paint(wood),
		sphere(0.03, 8).move(-0.2, -0.8, 0.32).paint(brass()), window().move(0.35, -0.74, 0.4), window().turnZ(90).move(0.79, 0, 0.4),
		window().turnZ(90).move(-0.79, 0.1, 0.4), window().zoom(0.7).move(0, -0.74, 1.12), box(1.7, 1.6, 0.12, 0.02).paint(granite()))
}

func islandTrees() *Mesh {
	places := []Vec{{-3.4, 1.3, 1.1}, {-2.8, 2.6, 1.35}, {-1.7, 3.3, 1.2}, {-3.3, -0.4, 0.8}, {-0.3, 3.4, 1}, {3.3, 1.3, 1.15}, {3.5, -0.9, 0.9},
		{0.4, 2.2, 0.75}, {-3.7, -1.5, 0.95}, {3.0, 2.5, 0.85}, {0.4, -3.4, 0.7}, {-3.9, 0.4, 0.7}}
	var trees []*Mesh
	for i, at := range places {
		tree := islandPine()
		if i%3 == 2 {
			tree = islandOak(i)
		}
		trees = append(trees, tree.turnZ(50*float64(i)).zoom(at.z).move(at.x, at.y, islandHeight(at.x, at.y)-0.05))
	}
	return join(trees...)
}

func islandPine() *Mesh {
	trunk := cylinder(0.1, 0.08, 0.6, 7).paint(bark())
	var cones []*Mesh
	for i := range 3 {
		k := 1 - 0.24*float64(i)
		cones = append(cones, cylinder(0.62*k, 0, 0.85*k, 8).turnZ(22*float64(i)).move(0, 0, 0.4+0.48*float64(i)))
	}
	return join(trunk, join(cones...).paint(matte("pine", 0x3f7d4f)))
}

func islandOak(seed int) *Mesh {
	crown := join(ball(0.5, 1).rough(0.25, 0.3, seed).move(0, 0, 1.05), ball(0.36, 1).rough(0.25, 0.3, seed+1).move(0.3, 0.1, 0.82),
		ball(0.32, 1).rough(0.25, 0.3, seed+2).move(-0.28, -0.12, 0.86))
	return join(cylinder(0.1, 0.07, 0.75, 7).paint(bark()), crown.paint(matte("blossom", 0xe79bb0)))
}

func islandFence() *Mesh {
	var posts []*Mesh
	var last Vec
	for i := range 9 {
		p := polar(2.35, radians(205+15*float64(i)), 0).add(Vec{-1.0, 0.6, 0})
		p.z = islandHeight(p.x, p.y)
		posts = append(posts, box(0.09, 0.09, 0.5, 0.015).move(p.x, p.y, p.z-0.08))
		if i > 0 && i != 5 {
			posts = append(posts, rod(last.add(Vec{0, 0, 0.3}), p.add(Vec{0, 0, 0.3}), 0.025, 6), rod(last.add(Vec{0, 0, 0.15}), p.add(Vec{0, 0, 0.15}), 0.025, 6))
		}
		last = p
	}
	return join(posts...).paint(matte("cottage wood", 0x7a5236))
}

// islandStones are a bridge over the stream, stepping stones and boulders.
func islandStones() *Mesh {
	var stones []*Mesh
	for i := range 7 {
		t := float64(i) / 6
		x, y := -0.95+1.6*t, -0.5-0.9*t
		stones = append(stones, puck(0.17, 0.07, 0.03, 7).turnZ(40*float64(i)).move(x, y+0.1*math.Sin(9*t), islandHeight(x, y)-0.01))
	}
	for i := range 9 {
		a := float64(i) * 2.4
		p := polar(islandEdge(a)*0.84, a, 0)
		if math.Abs(p.x-islandBrook(p.y)) > 0.7 {
			stones = append(stones, ball(0.16+0.14*hash(i, 4, 4, 4), 1).rough(0.4, 0.3, i).scale(1.2, 1, 0.7).move(p.x, p.y, islandHeight(p.x, p.y)))
		}
	}
	var boards []*Mesh
	y := -1.5
	for i := range 9 {
		t := float64(i)/8*2 - 1
		boards = append(boards, box(0.15, 0.8, 0.05, 0.01).turnY(16*t).move(islandBrook(y)+0.62*t, y, 0.42-0.14*t*t))
	}
	rail := tube(path(8, func(t float64) Vec { t = 2*t - 1; return Vec{islandBrook(y) + 0.68*t, y + 0.38, 0.8 - 0.14*t*t} }), 0.03, 6)
	post := box(0.07, 0.07, 0.45, 0.01)
	return join(join(stones...).paint(granite()), join(join(boards...), rail, rail.copy().move(0, -0.76, 0), post.copy().move(islandBrook(y)-0.6, y+0.38, 0.25),
		post.copy().move(islandBrook(y)+0.6, y+0.38, 0.25),
		post.copy().move(islandBrook(y)-0.6, y-0.38, 0.25), post.move(islandBrook(y)+0.6, y-0.38, 0.25)).paint(matte("cottage wood", 0x7a5236)))
}

func islandSatellite(size float64, seed int) *Mesh {
	rock := ball(1, 2).rough(0.3, 0.7, seed).each(func(p Vec) Vec {
		if p.z > 0.15 {
			return Vec{p.x, p.y, 0.15 + 0.15*(p.z-0.15)}
		}
		return Vec{p.x * (1 + 0.2*p.z), p.y * (1 + 0.2*p.z), p.z * 1.4}
	})
	rock.paint(matte("rock", 0x8d7c6c)).dye(matte("grass", 0x86b553), func(p Vec) bool { return p.z > 0.1 })
	return join(rock, islandPine().zoom(0.6/size*0.9).move(0.1, 0, 0.2)).zoom(size)
}
