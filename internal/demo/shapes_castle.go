package demo

import "math"

const castleHill = 8.0 // metres above the plain

// castle crowns a hill: four round towers, curtain walls, a gate and a keep.
// The gate looks towards -y.
func castle() []Part {
	stone, roof := matte("castle stone", 0xb9ae9b), matte("slate", 0x54708a)
	const half = 15.0
	var walls []*Mesh
	for i, c := range []Vec{{-half, -half, 0}, {half, -half, 0}, {half, half, 0}, {-half, half, 0}} {
		tower := castleTower(3.4, 13+2*hash(i, 1, 1, 1), stone, roof)
		walls = append(walls, tower.turnZ(30*float64(i)).move(c.x, c.y, 0))
	}
	walls = append(walls,
		castleWall(Vec{half, -half, 0}, Vec{half, half, 0}, stone), castleWall(Vec{half, half, 0}, Vec{-half, half, 0}, stone), castleWall(Vec{-half, half, 0}, Vec{-half, -half, 0}, stone),
		castleWall(Vec{-half, -half, 0}, Vec{-4, -half, 0}, stone), castleWall(Vec{4, -half, 0}, Vec{half, -half, 0}, stone), castleGate(stone, roof).move(0, -half, 0))
	return []Part{
		{Name: "walls", Mesh: join(walls...).move(0, 0, castleHill)},
		{Name: "keep", Mesh: castleKeep(stone, roof).move(-2.5, 5, castleHill)},
		{Name: "yard", Mesh: castleYard(roof).move(0, 0, castleHill)},
		{Name: "hill", Mesh: castleGround()},
	}
}

// castleTower carries battlements, a slate cone and a pennant.
func castleTower(radius, height float64, stone, roof Material) *Mesh {
	body := lathe(28, Pt{0, -3}, Pt{radius * 1.25, -3}, Pt{radius, 2.5}, Pt{radius, height - 2}, Pt{radius * 1.17, height - 1}, Pt{radius * 1.17, height + 0.4}, Pt{0, height + 0.4})
	merlon := box(0.55, radius*0.3, 1.1, 0).move(radius*1.17-0.28, 0, height+0.35)
	corbel := box(0.5, 0.35, 0.8, 0).move(radius*1.05, 0, height-1.9)
	drum := lathe(28, Pt{0, height}, Pt{radius * 0.86, height}, Pt{radius * 0.86, height + 1.7}, Pt{0, height + 1.7})
	cone := lathe(28, Pt{0, height + 1.5}, Pt{radius * 1.08, height + 1.4}, Pt{radius * 0.8, height + 2.5}, Pt{0.05, height + 1.6 + 2.3*radius}, Pt{0, height + 1.6 + 2.3*radius})
	slit := box(0.22, 0.42, 1.5, 0)
	slits := join(repeat(5, slit, func(i int, c *Mesh) { c.move(radius, 0, height*0.3+float64(i%2)*height*0.3).turnZ(72 * float64(i)) }),
		repeat(6, box(0.2, 0.5, 0.8, 0), func(i int, c *Mesh) { c.move(radius*0.86, 0, height+0.75).turnZ(60*float64(i) + 12) }))
	return join(join(body, around(11, merlon), around(16, corbel), drum).paint(stone), cone.paint(roof),
		slits.paint(matte("window dark", 0x2c2a2c)), castleFlag().move(0, 0, height+1.5+2.3*radius))
}

func castleFlag() *Mesh {
	cloth := sheet(10, 2, 0.02, func(u, v float64) Vec {
		return Vec{0.16 * math.Sin(7*u) * u, 2.1 * u, 1.5 + (v-0.5)*1.0*(1-0.85*u) - 0.1*u}
	}).turnZ(-62)
	return join(rod(Vec{0, 0, -0.2}, Vec{0, 0, 2.2}, 0.07, 8).paint(walnut()), cloth.paint(matte("pennant", 0xc23b3b)))
}

// castleWall runs from a to b with its outer side on the right.
func castleWall(a, b Vec, stone Material) *Mesh {
	const high, thick = 8.5, 1.8
	along := b.sub(a)
	long := along.length()
	n := int(long / 1.9)
	merlon := box(1.05, 0.55, 1.1, 0)
	wall := join(
		box(long, thick, high+3, 0).move(0, 0, -3),
		box(long, 0.55, 0.9, 0.02).move(0, -thick/2+0.1, high), box(long, 0.4, 0.5, 0.02).move(0, -thick/2-0.05, high-1.2),
		hull(Vec{-long / 2, -thick / 2, 2.5}, Vec{long / 2, -thick / 2, 2.5}, Vec{-long / 2, -thick/2 - 0.9, -3}, Vec{long / 2, -thick/2 - 0.9, -3}, Vec{-long / 2, 0, -3}, Vec{long / 2, 0, -3}, Vec{-long / 2, 0, 2.5}, Vec{long / 2, 0, 2.5}),
		repeat(n, merlon, func(i int, c *Mesh) { c.move((float64(i)-float64(n-1)/2)*long/float64(n), -thick/2+0.1, high+0.85) })).paint(stone)
	slits := repeat(n/3, box(0.3, 0.2, 1.3, 0), func(i int, c *Mesh) {
		c.move((float64(i)-float64(n/3-1)/2)*5.2, -thick/2, high*0.55)
	}).paint(matte("window dark", 0x2c2a2c))
	m := a.mix(b, 0.5)
	return join(wall, slits).turnZ(math.Atan2(along.y, along.x)*180/math.Pi).move(m.x, m.y, 0)
}

// castleGate is a vaulted passage between two turrets.
func castleGate(stone, roof Material) *Mesh {
	outline := []Pt{{-3.2, 0}, {-1.7, 0}}
	for i := range 13 {
		sin, cos := math.Sincos(math.Pi * (1 - float64(i)/12))
		outline = append(outline, Pt{1.7 * cos, 3.2 + 1.7*sin})
	}
	outline = append(outline, Pt{1.7, 0}, Pt{3.2, 0}, Pt{3.2, 10.5}, Pt{-3.2, 10.5})
	passage := bodyPlate(4, outline)
	top := repeat(4, box(0.95, 0.55, 1.1, 0.05), func(i int, c *Mesh) { c.move(1.55*(float64(i)-1.5), -1.75, 10.4) })
	bars := join(repeat(7, box(0.16, 0.16, 4.6, 0.02), func(i int, c *Mesh) { c.move(0.5*(float64(i)-3), -1, 0.9) }),
		repeat(5, box(3.4, 0.14, 0.16, 0.02), func(i int, c *Mesh) { c.move(0, -1, 1.3+0.75*float64(i)) }))
	turret := castleTower(1.7, 11.2, stone, roof).turnZ(20)
	shield := prism(0.25, []Pt{{-0.7, 0.8}, {-0.7, -0.1}, {0, -0.95}, {0.7, -0.1}, {0.7, 0.8}}).turnX(90).move(0, -1.95, 7.2).paint(matte("pennant", 0xc23b3b))
	return join(join(passage, top).paint(stone), bars.paint(iron()), shield, turret.copy().move(-4.2, -1, 0), turret.move(4.2, -1, 0))
}

// castleKeep is the great square tower with a hipped roof.
func castleKeep(stone, roof Material) *Mesh {
	const high, half = 19.0, 4.6
	merlon := box(1.1, 0.6, 1.1, 0.05)
	edge := repeat(5, merlon, func(i int, c *Mesh) { c.move(2.1*(float64(i)-2), -half-0.3, high+1.4) })
	body := join(box(2*half, 2*half, high+2, 0.15).move(0, 0, -2), box(2*half+1.2, 2*half+1.2, 1.6, 0.1).move(0, 0, high), around(4, edge),
		around(4, box(1.4, 1.4, high+1, 0.1).move(half, half, -1)))
	hip := hull(Vec{-4.1, -4.1, high + 2}, Vec{4.1, -4.1, high + 2}, Vec{4.1, 4.1, high + 2}, Vec{-4.1, 4.1, high + 2}, Vec{-1.4, 0, high + 7.5}, Vec{1.4, 0, high + 7.5},
		Vec{-4.1, -4.1, high + 1.5}, Vec{4.1, -4.1, high + 1.5}, Vec{4.1, 4.1, high + 1.5}, Vec{-4.1, 4.1, high + 1.5})
	window := join(box(0.9, 0.25, 1.5, 0.03), cylinder(0.45, 0.45, 0.25, 16).turnX(90).move(0, 0.125, 1.5))
	windows := around(4, repeat(6, window, func(i int, c *Mesh) { c.move(2.6*float64(i%3-1), -half, 8.5+4.5*float64(i/3)) }))
	return join(body.paint(stone), hip.paint(roof), windows.paint(matte("window dark", 0x2c2a2c)), castleFlag().zoom(1.3).move(-1.2, 0, high+7.3))
}

// castleYard has three houses that lean on the walls, and a well.
func castleYard(roof Material) *Mesh {
	tiles, plaster := matte("tiles", 0xb5603f), matte("plaster", 0xe3d7bf)
	house := func(long, deep, high float64) *Mesh {
		ridge := hull(Vec{-long/2 - 0.3, -deep/2 - 0.4, high - 0.2}, Vec{long/2 + 0.3, -deep/2 - 0.4, high - 0.2}, Vec{-long/2 - 0.3, deep/2 + 0.4, high - 0.2}, Vec{long/2 + 0.3, deep/2 + 0.4, high - 0.2},
			Vec{-long/2 - 0.3, 0, high + deep*0.55}, Vec{long/2 + 0.3, 0, high + deep*0.55})
		return join(box(long, deep, high, 0.05).paint(plaster), ridge.paint(tiles), box(0.8, 0.8, 2, 0.05).move(long/4, 0, high+deep*0.3).paint(plaster))
	}
	return join(house(9, 5, 4).turnZ(90).move(10.5, 1, 0), house(7, 5, 4.5).turnZ(90).move(-10.8, -3, 0), house(8, 4.5, 4).move(7, 10.5, 0),
		hoop(18, Pt{0.9, 0}, Pt{1.3, 0}, Pt{1.3, 1.1}, Pt{0.9, 1.1}).move(3, -5, 0).paint(granite()), cylinder(1.7, 0, 1.4, 8).move(3, -5, 3).paint(roof),
		repeat(2, box(0.2, 0.2, 3.2, 0), func(i int, c *Mesh) { c.move(2+2*float64(i), -5, 0) }).paint(walnut()))
}

// castleRoad says how far x lies from the middle of the winding road.
func castleRoad(x, y float64) float64 {
	return math.Abs(x - 3.5*math.Sin((y+19)/4.5)*smoothstep(-19, -25, y))
}

func castleSlope(x, y float64) float64 {
	r := math.Hypot(x, y)
	road := smoothstep(5, 2, castleRoad(x, y)) * smoothstep(-16, -19, y)
	crags := 1.6 * noise(Vec{x, y, 0}.unit().mul(3.1), 31) * (1 - road)
	edge := smoothstep(33.5, 26.5+crags-5*road, r)
	rocky := 2.4 * fractal(Vec{x, y, 0}.mul(0.3), 3, 33) * smoothstep(25, 28, r) * (1 - smoothstep(32, 34, r)) * (1 - road)
	return max(0.9+(castleHill-0.9)*edge+rocky+0.3*noise(Vec{x, y, 0}.mul(0.3), 35)*(1-edge), 0.4)
}

// castleGround is the hill with its crags and its road, and trees at its foot.
func castleGround() *Mesh {
	const radius = 36.0
	ground := disc(46, 120, radius, castleSlope).paint(matte("grass", 0x8ba659))
	ground.dye(matte("crag", 0x9a9084), func(p Vec) bool {
		return p.z > 1.3+noise(p.mul(0.4), 37) && p.z < castleHill-0.6+noise(p.mul(0.5), 36) && math.Hypot(p.x, p.y) < radius-0.5
	})
	ground.dye(matte("earth", 0xa48b68), func(p Vec) bool {
		return p.y < -14 && castleRoad(p.x, p.y) < 2 || math.Max(math.Abs(p.x), math.Abs(p.y)) < 14 || math.Hypot(p.x, p.y) > radius-0.1
	})
	parts := []*Mesh{ground}
	for i := range 34 {
		at := polar(32.2+2.6*hash(i, 2, 1, 34), 6.28*float64(i)/34+0.2*hash(i, 1, 1, 34), 0)
		if at.y < -20 && castleRoad(at.x, at.y) < 4.5 || hash(i, 4, 1, 34) < 0.2 {
			continue
		}
		tree := pine(3.4+2.8*hash(i, 3, 1, 34), 4, []Material{matte("fir green", 0x4b7d4f), matte("light fir", 0x69935a)}[i%2], false)
		parts = append(parts, tree.move(at.x, at.y, castleSlope(at.x, at.y)-0.3))
	}
	return join(parts...)
}
