package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

const castleHill = 8.0 // metres above the plain

// Castle crowns a hill: four round towers, curtain walls, a gate and a keep.
// The gate looks towards -y.
func Castle() []sculpt.Part {
	stone, roof := sculpt.Matte("castle stone", 0xb9ae9b), sculpt.Matte("slate", 0x54708a)
	const half = 15.0
	var walls []*sculpt.Mesh
	for i, c := range []sculpt.Vec{sculpt.V(-half, -half, 0), sculpt.V(half, -half, 0), sculpt.V(half, half, 0), sculpt.V(-half, half, 0)} {
		tower := castleTower(3.4, 13+2*sculpt.Hash(i, 1, 1, 1), stone, roof)
		walls = append(walls, tower.TurnZ(30*float64(i)).Move(c.X, c.Y, 0))
	}
	walls = append(walls,
		castleWall(sculpt.V(half, -half, 0), sculpt.V(half, half, 0), stone),
		castleWall(sculpt.V(half, half, 0), sculpt.V(-half, half, 0), stone),
		castleWall(sculpt.V(-half, half, 0), sculpt.V(-half, -half, 0), stone),
		castleWall(sculpt.V(-half, -half, 0), sculpt.V(-4, -half, 0), stone), castleWall(sculpt.V(4, -half, 0), sculpt.V(half, -half, 0), stone),
		castleGate(stone, roof).Move(0, -half, 0))
	return []sculpt.Part{
		{Name: "walls", Mesh: sculpt.Join(walls...).Move(0, 0, castleHill)},
		{Name: "keep", Mesh: castleKeep(stone, roof).Move(-2.5, 5, castleHill)},
		{Name: "yard", Mesh: castleYard(roof).Move(0, 0, castleHill)},
		{Name: "hill", Mesh: castleGround()},
	}
}

// castleTower carries battlements, a slate cone and a pennant.
func castleTower(radius, height float64, stone, roof sculpt.Material) *sculpt.Mesh {
	body := sculpt.Lathe(28, []sculpt.Pt{{0, -3}, {radius * 1.25, -3}, {radius, 2.5}, {radius, height - 2}, {radius * 1.17, height - 1},
		{radius * 1.17, height + 0.4}, {0, height + 0.4}})
	merlon := sculpt.Box(0.55, radius*0.3, 1.1, 0).Move(radius*1.17-0.28, 0, height+0.35)
	corbel := sculpt.Box(0.5, 0.35, 0.8, 0).Move(radius*1.05, 0, height-1.9)
	drum := sculpt.Lathe(28, []sculpt.Pt{{0, height}, {radius * 0.86, height}, {radius * 0.86, height + 1.7}, {0, height + 1.7}})
	cone := sculpt.Lathe(28, []sculpt.Pt{{0, height + 1.5}, {radius * 1.08, height + 1.4}, {radius * 0.8, height + 2.5},
		{0.05, height + 1.6 + 2.3*radius}, {0, height + 1.6 + 2.3*radius}})
	slit := sculpt.Box(0.22, 0.42, 1.5, 0)
	slits := sculpt.Join(sculpt.Repeat(5, slit, func(i int, c *sculpt.Mesh) {
		c.Move(radius, 0, height*0.3+float64(i%2)*height*0.3).TurnZ(72 * float64(i))
	}),
		sculpt.Repeat(6, sculpt.Box(0.2, 0.5, 0.8, 0),
			func(i int, c *sculpt.Mesh) { c.Move(radius*0.86, 0, height+0.75).TurnZ(60*float64(i) + 12) }))
	return sculpt.Join(sculpt.Join(body, sculpt.Around(11, merlon), sculpt.Around(16, corbel), drum).Paint(stone), cone.Paint(roof),
		slits.Paint(sculpt.Matte("window dark", 0x2c2a2c)), castleFlag().Move(0, 0, height+1.5+2.3*radius))
}

func castleFlag() *sculpt.Mesh {
	cloth := sheet(10, 2, 0.02, func(u, v float64) sculpt.Vec {
		return sculpt.V(0.16*math.Sin(7*u)*u, 2.1*u, 1.5+(v-0.5)*1.0*(1-0.85*u)-0.1*u)
	}).TurnZ(-62)
	return sculpt.Join(sculpt.Rod(sculpt.V(0, 0, -0.2), sculpt.V(0, 0, 2.2), 0.07, 8).Paint(walnut()),
		cloth.Paint(sculpt.Matte("pennant", 0xc23b3b)))
}

// castleWall runs from a to b with its outer side on the right.
func castleWall(a, b sculpt.Vec, stone sculpt.Material) *sculpt.Mesh {
	const high, thick = 8.5, 1.8
	along := b.Sub(a)
	long := along.Length()
	n := int(long / 1.9)
	merlon := sculpt.Box(1.05, 0.55, 1.1, 0)
	wall := sculpt.Join(
		sculpt.Box(long, thick, high+3, 0).Move(0, 0, -3),
		sculpt.Box(long, 0.55, 0.9, 0.02).Move(0, -thick/2+0.1, high), sculpt.Box(long, 0.4, 0.5, 0.02).Move(0, -thick/2-0.05, high-1.2),
		sculpt.Hull(sculpt.V(-long/2, -thick/2, 2.5), sculpt.V(long/2, -thick/2, 2.5), sculpt.V(-long/2, -thick/2-0.9, -3),
			sculpt.V(long/2, -thick/2-0.9, -3), sculpt.V(-long/2, 0, -3), sculpt.V(long/2, 0, -3), sculpt.V(-long/2, 0, 2.5),
			sculpt.V(long/2, 0, 2.5)),
		sculpt.Repeat(n, merlon, func(i int, c *sculpt.Mesh) {
			c.Move((float64(i)-float64(n-1)/2)*long/float64(n), -thick/2+0.1, high+0.85)
		})).Paint(stone)
	slits := sculpt.Repeat(n/3, sculpt.Box(0.3, 0.2, 1.3, 0), func(i int, c *sculpt.Mesh) {
		c.Move((float64(i)-float64(n/3-1)/2)*5.2, -thick/2, high*0.55)
	}).Paint(sculpt.Matte("window dark", 0x2c2a2c))
	m := a.Mix(b, 0.5)
	return sculpt.Join(wall, slits).TurnZ(math.Atan2(along.Y, along.X)*180/math.Pi).Move(m.X, m.Y, 0)
}

// castleGate is a vaulted passage between two turrets.
func castleGate(stone, roof sculpt.Material) *sculpt.Mesh {
	outline := []sculpt.Pt{{-3.2, 0}, {-1.7, 0}}
	for i := range 13 {
		sin, cos := math.Sincos(math.Pi * (1 - float64(i)/12))
		outline = append(outline, sculpt.Pt{1.7 * cos, 3.2 + 1.7*sin})
	}
	outline = append(outline, sculpt.Pt{1.7, 0}, sculpt.Pt{3.2, 0}, sculpt.Pt{3.2, 10.5}, sculpt.Pt{-3.2, 10.5})
	passage := bodyPlate(4, outline)
	top := sculpt.Repeat(4, sculpt.Box(0.95, 0.55, 1.1, 0.05), func(i int, c *sculpt.Mesh) { c.Move(1.55*(float64(i)-1.5), -1.75, 10.4) })
	bars := sculpt.Join(sculpt.Repeat(7, sculpt.Box(0.16, 0.16, 4.6, 0.02),
		func(i int, c *sculpt.Mesh) { c.Move(0.5*(float64(i)-3), -1, 0.9) }),
		sculpt.Repeat(5, sculpt.Box(3.4, 0.14, 0.16, 0.02), func(i int, c *sculpt.Mesh) { c.Move(0, -1, 1.3+0.75*float64(i)) }))
	turret := castleTower(1.7, 11.2, stone, roof).TurnZ(20)
	shield := sculpt.Prism(0.25, []sculpt.Pt{{-0.7, 0.8}, {-0.7, -0.1}, {0, -0.95}, {0.7, -0.1}, {0.7, 0.8}}).TurnX(90).Move(0, -1.95, 7.2).
		Paint(sculpt.Matte("pennant", 0xc23b3b))
	return sculpt.Join(sculpt.Join(passage, top).Paint(stone), bars.Paint(iron()), shield, turret.Copy().Move(-4.2, -1, 0),
		turret.Move(4.2, -1, 0))
}

// castleKeep is the great square tower with a hipped roof.
func castleKeep(stone, roof sculpt.Material) *sculpt.Mesh {
	const high, half = 19.0, 4.6
	merlon := sculpt.Box(1.1, 0.6, 1.1, 0.05)
	edge := sculpt.Repeat(5, merlon, func(i int, c *sculpt.Mesh) { c.Move(2.1*(float64(i)-2), -half-0.3, high+1.4) })
	body := sculpt.Join(sculpt.Box(2*half, 2*half, high+2, 0.15).Move(0, 0, -2), sculpt.Box(2*half+1.2, 2*half+1.2, 1.6, 0.1).Move(0, 0, high),
		sculpt.Around(4, edge),
		sculpt.Around(4, sculpt.Box(1.4, 1.4, high+1, 0.1).Move(half, half, -1)))
	hip := sculpt.Hull(sculpt.V(-4.1, -4.1, high+2), sculpt.V(4.1, -4.1, high+2), sculpt.V(4.1, 4.1, high+2), sculpt.V(-4.1, 4.1, high+2),
		sculpt.V(-1.4, 0, high+7.5), sculpt.V(1.4, 0, high+7.5),
		sculpt.V(-4.1, -4.1, high+1.5), sculpt.V(4.1, -4.1, high+1.5), sculpt.V(4.1, 4.1, high+1.5), sculpt.V(-4.1, 4.1, high+1.5))
	window := sculpt.Join(sculpt.Box(0.9, 0.25, 1.5, 0.03), sculpt.Cylinder(0.45, 0.45, 0.25, 16).TurnX(90).Move(0, 0.125, 1.5))
	windows := sculpt.Around(4, sculpt.Repeat(6, window,
		func(i int, c *sculpt.Mesh) { c.Move(2.6*float64(i%3-1), -half, 8.5+4.5*float64(i/3)) }))
	return sculpt.Join(body.Paint(stone), hip.Paint(roof), windows.Paint(sculpt.Matte("window dark", 0x2c2a2c)),
		castleFlag().Zoom(1.3).Move(-1.2, 0, high+7.3))
}

// castleYard has three houses that lean on the walls, and a well.
func castleYard(roof sculpt.Material) *sculpt.Mesh {
	tiles, plaster := sculpt.Matte("tiles", 0xb5603f), sculpt.Matte("plaster", 0xe3d7bf)
	house := func(long, deep, high float64) *sculpt.Mesh {
		ridge := sculpt.Hull(sculpt.V(-long/2-0.3, -deep/2-0.4, high-0.2), sculpt.V(long/2+0.3, -deep/2-0.4, high-0.2),
			sculpt.V(-long/2-0.3, deep/2+0.4, high-0.2), sculpt.V(long/2+0.3, deep/2+0.4, high-0.2),
			sculpt.V(-long/2-0.3, 0, high+deep*0.55), sculpt.V(long/2+0.3, 0, high+deep*0.55))
		return sculpt.Join(sculpt.Box(long, deep, high, 0.05).Paint(plaster), ridge.Paint(tiles),
			sculpt.Box(0.8, 0.8, 2, 0.05).Move(long/4, 0, high+deep*0.3).Paint(plaster))
	}
	return sculpt.Join(house(9, 5, 4).TurnZ(90).Move(10.5, 1, 0), house(7, 5, 4.5).TurnZ(90).Move(-10.8, -3, 0),
		house(8, 4.5, 4).Move(7, 10.5, 0),
		sculpt.Hoop(18, []sculpt.Pt{{0.9, 0}, {1.3, 0}, {1.3, 1.1}, {0.9, 1.1}}).Move(3, -5, 0).Paint(granite()),
		sculpt.Cylinder(1.7, 0, 1.4, 8).Move(3, -5, 3).Paint(roof),
		sculpt.Repeat(2, sculpt.Box(0.2, 0.2, 3.2, 0), func(i int, c *sculpt.Mesh) { c.Move(2+2*float64(i), -5, 0) }).Paint(walnut()))
}

// castleRoad returns how far x lies from the middle of the winding road.
func castleRoad(x, y float64) float64 {
	return math.Abs(x - 3.5*math.Sin((y+19)/4.5)*sculpt.Smoothstep(-19, -25, y))
}

func castleSlope(x, y float64) float64 {
	r := math.Hypot(x, y)
	road := sculpt.Smoothstep(5, 2, castleRoad(x, y)) * sculpt.Smoothstep(-16, -19, y)
	crags := 1.6 * sculpt.Noise(sculpt.V(x, y, 0).Unit().Mul(3.1), 31) * (1 - road)
	edge := sculpt.Smoothstep(33.5, 26.5+crags-5*road, r)
	rocky := 2.4 * sculpt.Fractal(sculpt.V(x, y, 0).Mul(0.3), 3, 33) * sculpt.Smoothstep(25, 28,
		r) * (1 - sculpt.Smoothstep(32, 34, r)) * (1 - road)
	return max(0.9+(castleHill-0.9)*edge+rocky+0.3*sculpt.Noise(sculpt.V(x, y, 0).Mul(0.3), 35)*(1-edge), 0.4)
}

// castleGround is the hill with its crags and its road, and trees at its foot.
func castleGround() *sculpt.Mesh {
	const radius = 36.0
	ground := sculpt.Disc(46, 120, radius, castleSlope).Paint(sculpt.Matte("grass", 0x8ba659))
	ground.Dye(sculpt.Matte("crag", 0x9a9084), func(p sculpt.Vec) bool {
		return p.Z > 1.3+sculpt.Noise(p.Mul(0.4), 37) && p.Z < castleHill-0.6+sculpt.Noise(p.Mul(0.5), 36) && math.Hypot(p.X, p.Y) < radius-0.5
	})
	ground.Dye(sculpt.Matte("earth", 0xa48b68), func(p sculpt.Vec) bool {
		return p.Y < -14 && castleRoad(p.X, p.Y) < 2 || math.Max(math.Abs(p.X), math.Abs(p.Y)) < 14 || math.Hypot(p.X, p.Y) > radius-0.1
	})
	parts := []*sculpt.Mesh{ground}
	for i := range 34 {
		at := sculpt.Polar(32.2+2.6*sculpt.Hash(i, 2, 1, 34), 6.28*float64(i)/34+0.2*sculpt.Hash(i, 1, 1, 34), 0)
		if at.Y < -20 && castleRoad(at.X, at.Y) < 4.5 || sculpt.Hash(i, 4, 1, 34) < 0.2 {
			continue
		}
		tree := pine(3.4+2.8*sculpt.Hash(i, 3, 1, 34), 4,
			[]sculpt.Material{sculpt.Matte("fir green", 0x4b7d4f), sculpt.Matte("light fir", 0x69935a)}[i%2], false)
		parts = append(parts, tree.Move(at.X, at.Y, castleSlope(at.X, at.Y)-0.3))
	}
	return sculpt.Join(parts...)
}
