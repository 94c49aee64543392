package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// stoneArch is an opening of the bridge: the middle and half width of an
// ellipse over its springing.
type stoneArch struct{ x, half, spring, rise float64 }

func stoneArches() []stoneArch {
	return []stoneArch{{-6.5, 1.5, 0.9, 1.5}, {0, 4.1, 0.5, 3.5}, {6.5, 1.5, 0.9, 1.5}}
}

const stoneBridgeHalf = 1.7 // half its breadth

// StoneBridge crosses a stream along x by one great arch and two small ones.
func StoneBridge() []sculpt.Part {
	return []sculpt.Part{
		{Name: "bridge", Mesh: sculpt.Join(stoneBridgeBody(), stoneBridgeParapets(), stoneBridgePaving())},
		{Name: "valley", Mesh: stoneBridgeValley()},
		{Name: "water", Mesh: stoneBridgeWater()},
	}
}

// stoneBridgeTop is the height of the road.
func stoneBridgeTop(x float64) float64 { return 3.2 + 1.5*math.Pow(math.Cos(x*math.Pi/22), 2) }

func stoneBridgeBody() *sculpt.Mesh {
	outline := []sculpt.Pt{{-10, 0.2}}
	parts := []*sculpt.Mesh{}
	for _, a := range stoneArches() {
		outline = append(outline, sculpt.Pt{a.x - a.half, 0.2})
		for i := range 21 {
			outline = append(outline, a.at(float64(i)/20, 0))
		}
		outline = append(outline, sculpt.Pt{a.x + a.half, 0.2})
		parts = append(parts, a.stones())
	}
	outline = append(outline, sculpt.Pt{10, 0.2})
	for i := range 41 {
		x := 10 - float64(i)/2
		outline = append(outline, sculpt.Pt{x, stoneBridgeTop(x)})
	}
	wall := bodyPlate(2*stoneBridgeHalf, outline).Paint(sculpt.Matte("wall stone", 0xa39b8b))
	return sculpt.Join(append(parts, wall, stoneBridgeCourses(), stoneBridgeCutwaters())...)
}

// at is a point on the ellipse, from left to right, so far outside it.
func (a stoneArch) at(t, out float64) sculpt.Pt {
	sin, cos := math.Sincos(math.Pi * (1 - t))
	return sculpt.Pt{a.x + (a.half+out)*cos, a.spring + (a.rise+out)*sin}
}

// stones are the ring of wedges around the opening.
func (a stoneArch) stones() *sculpt.Mesh {
	n := 9 + 2*int(2*a.half)
	tones := []sculpt.Material{sculpt.Matte("pale stone", 0xc9c0ac), sculpt.Matte("grey stone", 0xb3ab9c)}
	var ring []*sculpt.Mesh
	for i := range n {
		t, next := float64(i)/float64(n), (float64(i)+0.94)/float64(n)
		deep, out := stoneBridgeHalf+0.08, 0.42
		if i == n/2 {
			deep, out = deep+0.06, 0.55
		}
		var corners []sculpt.Vec
		for _, p := range []sculpt.Pt{a.at(t, -0.02), a.at(next, -0.02), a.at(t, out), a.at(next, out)} {
			corners = append(corners, sculpt.V(p[0], -deep, p[1]), sculpt.V(p[0], deep, p[1]))
		}
		ring = append(ring, sculpt.Hull(corners...).Paint(tones[i%2]))
	}
	return sculpt.Join(ring...)
}

// solid reports whether a stone of the wall may stand at x and z.
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
func stoneBridgeCourses() *sculpt.Mesh {
	tones := []sculpt.Material{sculpt.Matte("pale stone", 0xc9c0ac), sculpt.Matte("grey stone", 0xb3ab9c),
		sculpt.Matte("dark stone", 0x8d8577)}
	var stones []*sculpt.Mesh
	for row := range 15 {
		z := 0.35 + 0.29*float64(row)
		for i, x := 0, -9.6; x < 9.6; i++ {
			long := 0.4 + 0.35*sculpt.Hash(i, row, 1, 14)
			middle := x + long/2
			x += long + 0.03
			if sculpt.Hash(i, row, 2, 14) < 0.4 || !stoneBridgeSolid(middle-long/2, z) || !stoneBridgeSolid(middle+long/2, z+0.26) ||
				!stoneBridgeSolid(middle+long/2, z) || !stoneBridgeSolid(middle-long/2, z+0.26) {
				continue
			}
			deep := 2*stoneBridgeHalf + 0.04 + 0.06*sculpt.Hash(i, row, 3, 14)
			stones = append(stones, sculpt.Box(long, deep, 0.26, 0.02).Move(middle, 0, z).Paint(tones[int(2.999*sculpt.Hash(i, row, 4, 14))]))
		}
	}
	return sculpt.Join(stones...)
}

// stoneBridgeCutwaters part the stream before the piers.
func stoneBridgeCutwaters() *sculpt.Mesh {
	pier := func(x float64) *sculpt.Mesh {
		foot := sculpt.Prism(1.5, []sculpt.Pt{{-0.4, -1}, {0, -stoneBridgeHalf - 0.85}, {0.4, -1}, {0.4, 1}, {0, stoneBridgeHalf + 0.85},
			{-0.4, 1}})
		var slope []sculpt.Vec
		for _, p := range []sculpt.Pt{{-0.4, -1.7}, {0, -stoneBridgeHalf - 0.85}, {0.4, -1.7}} {
			slope = append(slope, sculpt.V(p[0], p[1], 1.49))
		}
		hat := sculpt.Hull(append(slope, sculpt.V(-0.3, -1.69, 2.2), sculpt.V(0.3, -1.69, 2.2))...)
		return sculpt.Join(foot, hat, hat.Copy().Scale(1, -1, 1)).Move(x, 0, 0.1)
	}
	return sculpt.Join(pier(-4.55), pier(4.55)).Paint(sculpt.Matte("pale stone", 0xc9c0ac))
}

// stoneBridgeParapets follow the road on both sides, each stone a little
// different.
func stoneBridgeParapets() *sculpt.Mesh {
	tones := []sculpt.Material{sculpt.Matte("pale stone", 0xc9c0ac), sculpt.Matte("grey stone", 0xb3ab9c),
		sculpt.Matte("wall stone", 0xa39b8b)}
	var side []*sculpt.Mesh
	for i := range 36 {
		x := -9.72 + 0.555*float64(i)
		lean := math.Atan2(stoneBridgeTop(x+0.1)-stoneBridgeTop(x-0.1), 0.2) * 180 / math.Pi
		place := func(m *sculpt.Mesh, z float64) *sculpt.Mesh {
			return m.TurnY(-lean).Move(x, 1-stoneBridgeHalf-0.88, stoneBridgeTop(x)+z)
		}
		side = append(side,
			place(sculpt.Box(0.55, 0.3, 0.42, 0), 0.02).Paint(tones[int(2.999*sculpt.Hash(i, 1, 1, 15))]),
			place(sculpt.Box(0.54, 0.3+0.03*sculpt.Hash(i, 2, 1, 15), 0.32, 0.025), 0.43).Paint(tones[int(2.999*sculpt.Hash(i, 3, 1, 15))]),
			place(sculpt.Box(0.56, 0.42, 0.13, 0.03), 0.74).Paint(tones[0]),
			place(sculpt.Box(0.56, 0.44, 0.13, 0), -0.16).Paint(tones[0]))
	}
	one := sculpt.Join(side...)
	return sculpt.Join(one, one.Copy().Scale(1, -1, 1))
}

func stoneBridgePaving() *sculpt.Mesh {
	tones := []sculpt.Material{sculpt.Matte("paving", 0xb7ab95), sculpt.Matte("light paving", 0xc8bda8), sculpt.Matte("dark paving", 0x9d917d)}
	var stones []*sculpt.Mesh
	for i := range 44 {
		for k := range 6 {
			x := -9.9 + 0.46*float64(i) + 0.12*float64(k%2)
			stones = append(stones, sculpt.Box(0.44, 0.45, 0.1, 0).Move(x, -1.2+0.48*float64(k),
				stoneBridgeTop(x)-0.07+0.03*sculpt.Hash(i, k, 1, 16)).Paint(tones[int(2.999*sculpt.Hash(i, k, 2, 16))]))
		}
	}
	return sculpt.Join(stones...)
}

// stoneBridgeValley is a piece of land with the stream's bed along y.
func stoneBridgeValley() *sculpt.Mesh {
	height := func(x, y float64) float64 {
		bend := x - 0.5*math.Sin(y*0.45)
		bank := sculpt.Smoothstep(3.4, 9.8, math.Abs(bend))
		return 0.1 + 3.05*bank + (0.25*bank+0.06)*sculpt.Noise(sculpt.V(x, y, 0).Mul(0.7), 21)*(1-0.85*sculpt.Smoothstep(3, 1.5, math.Abs(y)))
	}
	land := sculpt.Block(64, 30, 22, 9, func(x, y float64) float64 { return max(height(x, y), 0.05) }).Paint(sculpt.Matte("grass", 0x86a353))
	land.Dye(sculpt.Matte("earth", 0x7d6850), func(p sculpt.Vec) bool { return math.Abs(p.Y) > 4.49 || math.Abs(p.X) > 10.99 || p.Z < 0.03 })
	land.Dye(sculpt.Matte("pebbles", 0xa5987f), func(p sculpt.Vec) bool { return p.Z < 0.75 && math.Abs(p.Y) < 4.49 && math.Abs(p.X) < 10.99 })
	parts := []*sculpt.Mesh{land}
	for i := range 16 {
		x, y := 9*(2*sculpt.Hash(i, 1, 1, 22)-1), 2.6+1.5*sculpt.Hash(i, 2, 1, 22)
		if i%2 == 0 {
			y = -y
		}
		if math.Abs(x) < 4.6 {
			parts = append(parts, boulder(0.2+0.3*sculpt.Hash(i, 3, 1, 22), i).Move(x, y, 0.1))
			continue
		}
		bush := sculpt.Ball(1, 2).Each(func(p sculpt.Vec) sculpt.Vec { return p.Mul(1 + 0.3*sculpt.Noise(p.Mul(2.2), i)) }).Zoom(0.4 +
			0.35*sculpt.Hash(i, 4, 1, 22))
		parts = append(parts, bush.Move(x, y, height(x, y)+0.2).Paint([]sculpt.Material{leaves(), sculpt.Matte("dark leaves", 0x4d7a3a)}[i/2%2]))
	}
	return sculpt.Join(parts...)
}

func stoneBridgeWater() *sculpt.Mesh {
	return sculpt.Block(32, 24, 11.6, 8.98,
		func(x, y float64) float64 { return 0.6 + 0.025*sculpt.Noise(sculpt.V(2.2*x, 0.9*y, 0), 23) }).Paint(sculpt.Glossy("water", 0x5f9aa8))
}
