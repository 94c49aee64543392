package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// islandRadius is about half the width of the island, in metres.
const islandRadius = 5.0

// FloatingIsland returns a piece of land in the air with a cottage, trees and a
// stream that falls over its edge, and two rocks beside it.
func FloatingIsland() []sculpt.Part {
	return []sculpt.Part{
		{Name: "land", Mesh: sculpt.Join(islandTop(), islandRock(), islandStream())},
		{Name: "cottage", Mesh: islandCottage().TurnZ(-24).Move(-1.1, 0.7, islandHeight(-1.1, 0.7)-0.05)},
		{Name: "trees", Mesh: islandTrees()},
		{Name: "details", Mesh: sculpt.Join(islandFence(), islandStones())},
		{Name: "small rocks", Mesh: sculpt.Join(islandSatellite(0.75, 5).Move(-5.3, -1.6, -1.3), islandSatellite(0.5, 9).Move(5.4, 0.4, -2.2))},
	}
}

func islandEdge(angle float64) float64 {
	p := sculpt.Polar(1.7, angle, 0)
	return islandRadius * (0.9 + 0.22*sculpt.Fractal(p, 3, 5))
}

// islandHeight is the ground's height; the stream runs along x = 2.
func islandHeight(x, y float64) float64 {
	hill := 0.5*sculpt.Fractal(sculpt.V(x*0.4, y*0.4, 0), 3, 9) + 0.55*math.Exp(-((x+2.2)*(x+2.2)+(y-2.4)*(y-2.4))/3)
	flat := sculpt.Smoothstep(1.2, 2.2, math.Hypot(x+1.1, y-0.7))
	bed := math.Exp(-math.Pow((x-islandBrook(y))/0.42, 2))
	return 0.25 + hill*flat - 0.42*bed
}

func islandBrook(y float64) float64 { return 1.9 + 0.5*math.Sin(y*0.8+0.6) }

func islandTop() *sculpt.Mesh {
	const rings = 16
	top := sculpt.Grid{NU: 56, NV: rings, WrapU: true, At: func(u, v float64) sculpt.Vec {
		angle := 2 * math.Pi * u
		p := sculpt.Polar(islandEdge(angle)*(1-v), angle, 0)
		return sculpt.V(p.X, p.Y, islandHeight(p.X, p.Y)-0.12*sculpt.Smoothstep(0.15, 0, v))
	}}.Mesh()
	lip := sculpt.Grid{NU: 56, NV: 2, WrapU: true, At: func(u, v float64) sculpt.Vec {
		angle := 2 * math.Pi * u
		p := sculpt.Polar(islandEdge(angle)*(1-0.06*(1-v)), angle, 0)
		edge := sculpt.Polar(islandEdge(angle), angle, 0)
		return sculpt.V(p.X, p.Y, islandHeight(edge.X, edge.Y)-0.12-(0.4+0.12*float64(int(u*56+0.5)%2))*(1-v))
	}}.Mesh()
	grass := sculpt.Join(top, lip).Paint(sculpt.Matte("grass", 0x86b553))
	return grass.Dye(sculpt.Matte("light grass", 0x9cc765),
		func(p sculpt.Vec) bool { return sculpt.Hash(int(p.X*3), int(p.Y*3), 0, 4) > 0.72 })
}

// islandRock hangs below the grass and ends in a few spikes.
func islandRock() *sculpt.Mesh {
	rock := sculpt.Grid{NU: 40, NV: 12, WrapU: true, At: func(u, v float64) sculpt.Vec {
		angle := 2 * math.Pi * u
		if v == 0 {
			return sculpt.V(0.4, -0.2, -6.2)
		}
		r := islandEdge(angle) * 0.95 * math.Pow(v, 0.6)
		p := sculpt.Polar(r, angle, 0)
		jag := 1.1 * sculpt.Fractal(sculpt.V(p.X*0.9, p.Y*0.9, v*5), 2, 14) * (1 - v*v)
		return sculpt.V(p.X*(1+0.4*jag), p.Y*(1+0.4*jag), 0.05-6.1*math.Pow(1-v, 1.35)+jag*2)
	}}.Mesh()
	rock.Paint(sculpt.Matte("rock", 0x8d7c6c))
	return rock.Dye(sculpt.Matte("earth", 0xa67c52), func(p sculpt.Vec) bool { return p.Z > -0.9 }).Dye(sculpt.Matte("dark rock", 0x75675b),
		func(p sculpt.Vec) bool {
			return p.Z < -0.9 && sculpt.Hash(int(p.X*4), int(p.Y*4), int(p.Z*3), 6) > 0.6
		})
}

func islandStream() *sculpt.Mesh {
	water := sculpt.Glossy("water", 0x5cb8d6)
	end := -3.9
	for math.Hypot(islandBrook(end), end) < islandEdge(math.Atan2(end, islandBrook(end)))+0.05 {
		end -= 0.05
	}
	surface := sculpt.Grid{NU: 2, NV: 30, At: func(u, v float64) sculpt.Vec {
		y := end + (2.9-end)*v
		return sculpt.V(islandBrook(y)+(u-0.5)*0.85, y, 0.05+0.02*math.Sin(9*y))
	}}.Mesh()
	fall := sculpt.Grid{NU: 6, NV: 16, At: func(u, v float64) sculpt.Vec {
		drop := 1 - v
		return sculpt.V(islandBrook(end)+(u-0.5)*0.85*(1-0.35*drop)+0.03*math.Sin(20*u+9*v), end-0.75*math.Sqrt(drop),
			0.05+0.03*math.Sin(30*u)-3.6*drop*drop)
	}}.Mesh()
	mist := sculpt.Repeat(5, sculpt.Ball(0.22, 1), func(i int, c *sculpt.Mesh) {
		c.Zoom(0.7+0.6*sculpt.Hash(i, 1, 1, 1)).Move(islandBrook(end)+0.5*(sculpt.Hash(i, 2, 1, 1)-0.5),
			end-0.8+0.3*(sculpt.Hash(i, 3, 1, 1)-0.5), -3.6+0.2*sculpt.Hash(i, 4, 1, 1))
	})
	pond := sculpt.Disc(2, 20, 0.85, func(x, y float64) float64 { return 0.06 }).Scale(1.1, 0.8, 1).Move(islandBrook(2.9), 2.95, 0)
	return sculpt.Join(surface.Paint(water), fall.Paint(water), fall.Copy().Flip().Move(0, 0.02, 0), pond.Paint(water),
		mist.Paint(sculpt.Matte("mist", 0xeef6f8)))
}

func islandCottage() *sculpt.Mesh {
	wall, roof, wood := sculpt.Matte("plaster", 0xf2e6cf), sculpt.Matte("roof tiles", 0xc4533d), sculpt.Matte("cottage wood", 0x7a5236)
	gable := bodyPlate(1.5, []sculpt.Pt{{-0.8, 0}, {0.8, 0}, {0.8, 0.95}, {0, 1.75}, {-0.8, 0.95}})
	slope := sculpt.Box(1.35, 1.85, 0.1, 0.02).TurnY(45).Move(0.5, 0, 1.2)
	chimney := sculpt.Join(sculpt.Box(0.26, 0.26, 0.9, 0.02).Move(0.45, 0.35, 1.2).Paint(granite()),
		sculpt.Box(0.32, 0.32, 0.08, 0.02).Move(0.45, 0.35, 2.08).Paint(granite()))
	door := bodyPlate(0.06, append([]sculpt.Pt{{-0.19, 0}, {0.19, 0}}, sculpt.Shift(circleArc(0.19, 0, 180, 6), 0, 0.5)...)).Move(-0.3, -0.76,
		0)
	window := func() *sculpt.Mesh {
		return sculpt.Join(sculpt.Box(0.4, 0.06, 0.4, 0.01).Paint(wood),
			sculpt.Box(0.32, 0.07, 0.32, 0).Move(0, 0, 0.04).Paint(sculpt.Glowing("warm window", 0xffd98a)),
			sculpt.Box(0.03, 0.08, 0.32, 0).Move(0, 0, 0.04).Paint(wood), sculpt.Box(0.32, 0.08, 0.03, 0).Move(0, 0, 0.185).Paint(wood))
	}
	smoke := sculpt.Join(sculpt.Ball(0.13, 1).Move(0.48, 0.35, 2.4), sculpt.Ball(0.18, 1).Move(0.6, 0.35, 2.72),
		sculpt.Ball(0.24, 1).Move(0.8, 0.35, 3.1)).Paint(sculpt.Matte("mist", 0xeef6f8))
	ridge := sculpt.Box(0.2, 1.9, 0.1, 0.03).Move(0, 0, 1.74)
	return sculpt.Join(gable.Paint(wall), slope.Mirror().Paint(roof), ridge.Paint(roof), chimney, smoke, door.Paint(wood),
		sculpt.Sphere(0.03, 8).Move(-0.2, -0.8, 0.32).Paint(brass()), window().Move(0.35, -0.74, 0.4), window().TurnZ(90).Move(0.79, 0, 0.4),
		window().TurnZ(90).Move(-0.79, 0.1, 0.4), window().Zoom(0.7).Move(0, -0.74, 1.12), sculpt.Box(1.7, 1.6, 0.12, 0.02).Paint(granite()))
}

func islandTrees() *sculpt.Mesh {
	places := []sculpt.Vec{sculpt.V(-3.4, 1.3, 1.1), sculpt.V(-2.8, 2.6, 1.35), sculpt.V(-1.7, 3.3, 1.2), sculpt.V(-3.3, -0.4, 0.8),
		sculpt.V(-0.3, 3.4, 1), sculpt.V(3.3, 1.3, 1.15), sculpt.V(3.5, -0.9, 0.9),
		sculpt.V(0.4, 2.2, 0.75), sculpt.V(-3.7, -1.5, 0.95), sculpt.V(3.0, 2.5, 0.85), sculpt.V(0.4, -3.4, 0.7), sculpt.V(-3.9, 0.4, 0.7)}
	var trees []*sculpt.Mesh
	for i, at := range places {
		tree := islandPine()
		if i%3 == 2 {
			tree = islandOak(i)
		}
		trees = append(trees, tree.TurnZ(50*float64(i)).Zoom(at.Z).Move(at.X, at.Y, islandHeight(at.X, at.Y)-0.05))
	}
	return sculpt.Join(trees...)
}

func islandPine() *sculpt.Mesh {
	trunk := sculpt.Cylinder(0.1, 0.08, 0.6, 7).Paint(bark())
	var cones []*sculpt.Mesh
	for i := range 3 {
		k := 1 - 0.24*float64(i)
		cones = append(cones, sculpt.Cylinder(0.62*k, 0, 0.85*k, 8).TurnZ(22*float64(i)).Move(0, 0, 0.4+0.48*float64(i)))
	}
	return sculpt.Join(trunk, sculpt.Join(cones...).Paint(sculpt.Matte("pine", 0x3f7d4f)))
}

func islandOak(seed int) *sculpt.Mesh {
	crown := sculpt.Join(sculpt.Ball(0.5, 1).Rough(0.25, 0.3, seed).Move(0, 0, 1.05),
		sculpt.Ball(0.36, 1).Rough(0.25, 0.3, seed+1).Move(0.3, 0.1, 0.82),
		sculpt.Ball(0.32, 1).Rough(0.25, 0.3, seed+2).Move(-0.28, -0.12, 0.86))
	return sculpt.Join(sculpt.Cylinder(0.1, 0.07, 0.75, 7).Paint(bark()), crown.Paint(sculpt.Matte("blossom", 0xe79bb0)))
}

func islandFence() *sculpt.Mesh {
	var posts []*sculpt.Mesh
	var last sculpt.Vec
	for i := range 9 {
		p := sculpt.Polar(2.35, sculpt.Radians(205+15*float64(i)), 0).Add(sculpt.V(-1.0, 0.6, 0))
		p.Z = islandHeight(p.X, p.Y)
		posts = append(posts, sculpt.Box(0.09, 0.09, 0.5, 0.015).Move(p.X, p.Y, p.Z-0.08))
		if i > 0 && i != 5 {
			posts = append(posts, sculpt.Rod(last.Add(sculpt.V(0, 0, 0.3)), p.Add(sculpt.V(0, 0, 0.3)), 0.025, 6),
				sculpt.Rod(last.Add(sculpt.V(0, 0, 0.15)), p.Add(sculpt.V(0, 0, 0.15)), 0.025, 6))
		}
		last = p
	}
	return sculpt.Join(posts...).Paint(sculpt.Matte("cottage wood", 0x7a5236))
}

// islandStones are a bridge over the stream, stepping stones and boulders.
func islandStones() *sculpt.Mesh {
	var stones []*sculpt.Mesh
	for i := range 7 {
		t := float64(i) / 6
		x, y := -0.95+1.6*t, -0.5-0.9*t
		stones = append(stones, sculpt.Puck(0.17, 0.07, 0.03, 7).TurnZ(40*float64(i)).Move(x, y+0.1*math.Sin(9*t), islandHeight(x, y)-0.01))
	}
	for i := range 9 {
		a := float64(i) * 2.4
		p := sculpt.Polar(islandEdge(a)*0.84, a, 0)
		if math.Abs(p.X-islandBrook(p.Y)) > 0.7 {
			stones = append(stones, sculpt.Ball(0.16+0.14*sculpt.Hash(i, 4, 4, 4), 1).Rough(0.4, 0.3, i).Scale(1.2, 1, 0.7).
				Move(p.X, p.Y, islandHeight(p.X, p.Y)))
		}
	}
	var boards []*sculpt.Mesh
	y := -1.5
	for i := range 9 {
		t := float64(i)/8*2 - 1
		boards = append(boards, sculpt.Box(0.15, 0.8, 0.05, 0.01).TurnY(16*t).Move(islandBrook(y)+0.62*t, y, 0.42-0.14*t*t))
	}
	rail := sculpt.Tube(sculpt.Path(8, func(t float64) sculpt.Vec {
		t = 2*t - 1
		return sculpt.V(islandBrook(y)+0.68*t, y+0.38,
			0.8-0.14*t*t)
	}), 0.03, 6)
	post := sculpt.Box(0.07, 0.07, 0.45, 0.01)
	return sculpt.Join(sculpt.Join(stones...).Paint(granite()),
		sculpt.Join(sculpt.Join(boards...), rail, rail.Copy().Move(0, -0.76, 0), post.Copy().Move(islandBrook(y)-0.6, y+0.38, 0.25),
			post.Copy().Move(islandBrook(y)+0.6, y+0.38, 0.25),
			post.Copy().Move(islandBrook(y)-0.6, y-0.38, 0.25),
			post.Move(islandBrook(y)+0.6, y-0.38, 0.25)).Paint(sculpt.Matte("cottage wood", 0x7a5236)))
}

func islandSatellite(size float64, seed int) *sculpt.Mesh {
	rock := sculpt.Ball(1, 2).Rough(0.3, 0.7, seed).Each(func(p sculpt.Vec) sculpt.Vec {
		if p.Z > 0.15 {
			return sculpt.V(p.X, p.Y, 0.15+0.15*(p.Z-0.15))
		}
		return sculpt.V(p.X*(1+0.2*p.Z), p.Y*(1+0.2*p.Z), p.Z*1.4)
	})
	rock.Paint(sculpt.Matte("rock", 0x8d7c6c)).Dye(sculpt.Matte("grass", 0x86b553), func(p sculpt.Vec) bool { return p.Z > 0.1 })
	return sculpt.Join(rock, islandPine().Zoom(0.6/size*0.9).Move(0.1, 0, 0.2)).Zoom(size)
}
