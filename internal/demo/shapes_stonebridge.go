package demo

import "math"

// stoneArch is an opening of the bridge: the middle and half width of an
// ellipse over its springing.
type stoneArch struct{ x, half, spring, rise float64 }

func stoneArches() []stoneArch {
	return []stoneArch{{-6.5, 1.5, 0.9, 1.5}, {0, 4.1, 0.5, 3.5}, {6.5, 1.5, 0.9, 1.5}}
}

const stoneBridgeHalf = 1.7 // half its breadth

// stoneBridge crosses a stream along x by one great arch and two small ones.
func stoneBridge() []Part {
	return []Part{
		{Name: "bridge", Mesh: join(stoneBridgeBody(), stoneBridgeParapets(), stoneBridgePaving())},
		{Name: "valley", Mesh: stoneBridgeValley()},
		{Name: "water", Mesh: stoneBridgeWater()},
	}
}

// stoneBridgeTop is the height of the road.
func stoneBridgeTop(x float64) float64 { return 3.2 + 1.5*math.Pow(math.Cos(x*math.Pi/22), 2) }

func stoneBridgeBody() *Mesh {
	outline := []Pt{{-10, 0.2}}
	parts := []*Mesh{}
	for _, a := range stoneArches() {
		outline = append(outline, Pt{a.x - a.half, 0.2})
		for i := range 21 {
			outline = append(outline, a.at(float64(i)/20, 0))
		}
		outline = append(outline, Pt{a.x + a.half, 0.2})
		parts = append(parts, a.stones())
	}
	outline = append(outline, Pt{10, 0.2})
	for i := range 41 {
		x := 10 - float64(i)/2
		outline = append(outline, Pt{x, stoneBridgeTop(x)})
	}
	wall := bodyPlate(2*stoneBridgeHalf, outline).paint(matte("wall stone", 0xa39b8b))
	return join(append(parts, wall, stoneBridgeCourses(), stoneBridgeCutwaters())...)
}

// at is a point on the ellipse, from left to right, so far outside it.
func (a stoneArch) at(t, out float64) Pt {
	sin, cos := math.Sincos(math.Pi * (1 - t))
	return Pt{a.x + (a.half+out)*cos, a.spring + (a.rise+out)*sin}
}

// stones are the ring of wedges around the opening.
func (a stoneArch) stones() *Mesh {
	n := 9 + 2*int(2*a.half)
	tones := []Material{matte("pale stone", 0xc9c0ac), matte("grey stone", 0xb3ab9c)}
	var ring []*Mesh
	for i := range n {
		t, next := float64(i)/float64(n), (float64(i)+0.94)/float64(n)
		deep, out := stoneBridgeHalf+0.08, 0.42
		if i == n/2 {
			deep, out = deep+0.06, 0.55
		}
		var corners []Vec
		for _, p := range []Pt{a.at(t, -0.02), a.at(next, -0.02), a.at(t, out), a.at(next, out)} {
			corners = append(corners, Vec{p[0], -deep, p[1]}, Vec{p[0], deep, p[1]})
		}
		ring = append(ring, hull(corners...).paint(tones[i%2]))
	}
	return join(ring...)
}

// solid says whether a stone of the wall may stand at x and z.
func stoneBridgeSolid(x, z float64) bool {
	if z > stoneBridgeTop(x)-0.3 || math.Abs(x) > 9.6 {
		return false
	}
	for _, a := range stoneArches() {
		if math.Hypot((x-a.x)/(a.half+0.6), max(z-a.spring, 0)/(a.rise+0.6)) < 1 {
			return false
		}
	}
	return true
}

// stoneBridgeCourses lets some stones stand out of the wall.
func stoneBridgeCourses() *Mesh {
	tones := []Material{matte("pale stone", 0xc9c0ac), matte("grey stone", 0xb3ab9c), matte("dark stone", 0x8d8577)}
	var stones []*Mesh
	for row := range 15 {
		z := 0.35 + 0.29*float64(row)
		for i, x := 0, -9.6; x < 9.6; i++ {
			long := 0.4 + 0.35*hash(i, row, 1, 14)
			middle := x + long/2
			x += long + 0.03
			if hash(i, row, 2, 14) < 0.4 || !stoneBridgeSolid(middle-long/2, z) || !stoneBridgeSolid(middle+long/2, z+0.26) || !stoneBridgeSolid(middle+long/2, z) || !stoneBridgeSolid(middle-long/2, z+0.26) {
				continue
			}
			deep := 2*stoneBridgeHalf + 0.04 + 0.06*hash(i, row, 3, 14)
			stones = append(stones, box(long, deep, 0.26, 0.02).move(middle, 0, z).paint(tones[int(2.999*hash(i, row, 4, 14))]))
		}
	}
	return join(stones...)
}

// stoneBridgeCutwaters part the stream before the piers.
func stoneBridgeCutwaters() *Mesh {
	pier := func(x float64) *Mesh {
		foot := prism(1.5, []Pt{{-0.4, -1}, {0, -stoneBridgeHalf - 0.85}, {0.4, -1}, {0.4, 1}, {0, stoneBridgeHalf + 0.85}, {-0.4, 1}})
		var slope []Vec
		for _, p := range []Pt{{-0.4, -1.7}, {0, -stoneBridgeHalf - 0.85}, {0.4, -1.7}} {
			slope = append(slope, Vec{p[0], p[1], 1.49})
		}
		hat := hull(append(slope, Vec{-0.3, -1.69, 2.2}, Vec{0.3, -1.69, 2.2})...)
		return join(foot, hat, hat.copy().scale(1, -1, 1)).move(x, 0, 0.1)
	}
	return join(pier(-4.55), pier(4.55)).paint(matte("pale stone", 0xc9c0ac))
}

// stoneBridgeParapets follow the road on both sides, each stone a little
// different.
func stoneBridgeParapets() *Mesh {
	tones := []Material{matte("pale stone", 0xc9c0ac), matte("grey stone", 0xb3ab9c), matte("wall stone", 0xa39b8b)}
	var side []*Mesh
	for i := range 36 {
		x := -9.72 + 0.555*float64(i)
		lean := math.Atan2(stoneBridgeTop(x+0.1)-stoneBridgeTop(x-0.1), 0.2) * 180 / math.Pi
		place := func(m *Mesh, z float64) *Mesh {
			return m.turnY(-lean).move(x, 1-stoneBridgeHalf-0.88, stoneBridgeTop(x)+z)
		}
		side = append(side,
			place(box(0.55, 0.3, 0.42, 0), 0.02).paint(tones[int(2.999*hash(i, 1, 1, 15))]),
			place(box(0.54, 0.3+0.03*hash(i, 2, 1, 15), 0.32, 0.025), 0.43).paint(tones[int(2.999*hash(i, 3, 1, 15))]),
			place(box(0.56, 0.42, 0.13, 0.03), 0.74).paint(tones[0]),
			place(box(0.56, 0.44, 0.13, 0), -0.16).paint(tones[0]))
	}
	one := join(side...)
	return join(one, one.copy().scale(1, -1, 1))
}

func stoneBridgePaving() *Mesh {
	tones := []Material{matte("paving", 0xb7ab95), matte("light paving", 0xc8bda8), matte("dark paving", 0x9d917d)}
	var stones []*Mesh
	for i := range 44 {
		for k := range 6 {
			x := -9.9 + 0.46*float64(i) + 0.12*float64(k%2)
			stones = append(stones, box(0.44, 0.45, 0.1, 0).move(x, -1.2+0.48*float64(k), stoneBridgeTop(x)-0.07+0.03*hash(i, k, 1, 16)).paint(tones[int(2.999*hash(i, k, 2, 16))]))
		}
	}
	return join(stones...)
}

// stoneBridgeValley is a piece of land with the stream's bed along y.
func stoneBridgeValley() *Mesh {
	height := func(x, y float64) float64 {
		bend := x - 0.5*math.Sin(y*0.45)
		bank := smoothstep(3.4, 9.8, math.Abs(bend))
		return 0.1 + 3.05*bank + (0.25*bank+0.06)*noise(Vec{x, y, 0}.mul(0.7), 21)*(1-0.85*smoothstep(3, 1.5, math.Abs(y)))
	}
	land := block(64, 30, 22, 9, func(x, y float64) float64 { return max(height(x, y), 0.05) }).paint(matte("grass", 0x86a353))
	land.dye(matte("earth", 0x7d6850), func(p Vec) bool { return math.Abs(p.y) > 4.49 || math.Abs(p.x) > 10.99 || p.z < 0.03 })
	land.dye(matte("pebbles", 0xa5987f), func(p Vec) bool { return p.z < 0.75 && math.Abs(p.y) < 4.49 && math.Abs(p.x) < 10.99 })
	parts := []*Mesh{land}
	for i := range 16 {
		x, y := 9*(2*hash(i, 1, 1, 22)-1), 2.6+1.5*hash(i, 2, 1, 22)
		if i%2 == 0 {
			y = -y
		}
		if math.Abs(x) < 4.6 {
			parts = append(parts, boulder(0.2+0.3*hash(i, 3, 1, 22), i).move(x, y, 0.1))
			continue
		}
		bush := ball(1, 2).each(func(p Vec) Vec { return p.mul(1 + 0.3*noise(p.mul(2.2), i)) }).zoom(0.4 + 0.35*hash(i, 4, 1, 22))
		parts = append(parts, bush.move(x, y, height(x, y)+0.2).paint([]Material{leaves(), matte("dark leaves", 0x4d7a3a)}[i/2%2]))
	}
	return join(parts...)
}

func stoneBridgeWater() *Mesh {
	return block(32, 24, 11.6, 8.98, func(x, y float64) float64 { return 0.6 + 0.025*noise(Vec{2.2 * x, 0.9 * y, 0}, 23) }).paint(glossy("water", 0x5f9aa8))
}
