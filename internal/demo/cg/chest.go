package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// Chest is an open treasure chest full of gold.
func Chest() []sculpt.Part {
	return treasureChest(sculpt.Satin("chest planks", 0x8a5a33), iron())
}

// The measures of the chest, in metres; its front looks to -Y.
const (
	chestWidth = 0.9
	chestDepth = 0.56
	chestWall  = 0.4 // height without the lid
)

// treasureChest stands open and full of gold.
func treasureChest(wood, bands sculpt.Material) []sculpt.Part {
	lid := chestLid(wood, bands).Move(0, -chestDepth/2, 0).TurnX(-104).Move(0, chestDepth/2, chestWall)
	return []sculpt.Part{
		{Name: "chest", Mesh: chestBox(wood, bands)}, {Name: "lid", Mesh: lid}, {Name: "treasure", Mesh: chestTreasure()},
	}
}

func chestBox(wood, bands sculpt.Material) *sculpt.Mesh {
	var planks []*sculpt.Mesh
	for i := range 4 {
		z := 0.03 + 0.093*float64(i)
		front := sculpt.Box(chestWidth-0.02, 0.04, 0.089, 0.007).Move(0, -chestDepth/2+0.02, z)
		side := sculpt.Box(0.04, chestDepth-0.02, 0.089, 0.007).Move(chestWidth/2-0.02, 0, z)
		planks = append(planks, front, front.Copy().Scale(1, -1, 1), side.Mirror())
	}
	planks = append(planks, sculpt.Box(chestWidth-0.03, chestDepth-0.03, 0.04, 0.006).Move(0, 0, 0.02))
	post := sculpt.Box(0.07, 0.07, chestWall+0.005, 0.012).Move(chestWidth/2-0.02, chestDepth/2-0.02, 0)
	strap := sculpt.Box(0.065, 0.012, chestWall-0.02, 0.004).Move(0.22, -chestDepth/2-0.004, 0.015)
	rim := sculpt.Join(sculpt.Box(chestWidth+0.03, 0.012, 0.05, 0.004).Move(0, -chestDepth/2-0.002, chestWall-0.05),
		sculpt.Box(0.012, chestDepth, 0.05, 0.004).Move(chestWidth/2+0.002, 0, chestWall-0.05).Mirror())
	var rivets []*sculpt.Mesh
	for i := range 4 {
		rivets = append(rivets, sculpt.Sphere(0.012, 8).Move(0.22, -chestDepth/2-0.011, 0.06+0.085*float64(i)))
	}
	handle := sculpt.Join(sculpt.Tube(sculpt.Path(14, func(t float64) sculpt.Vec {
		p := sculpt.Polar(0.075, math.Pi*(1+t), 0)
		return sculpt.V(chestWidth/2+0.03+0.03*math.Sin(math.Pi*t), p.X, 0.27+1.1*p.Y)
	}), 0.011, 8), sculpt.Box(0.03, 0.2, 0.04, 0.008).Move(chestWidth/2+0.015, 0, 0.255)).Mirror()
	lock := sculpt.Join(bodyPlate(0.02, sculpt.RoundRect(0.13, 0.15, 0.03, 4)).Move(0, -chestDepth/2-0.01, 0.315).Paint(brass()),
		bodyPlate(0.012, append(circleArc(0.016, -50, 230, 12), sculpt.Pt{-0.008, -0.05}, sculpt.Pt{0.008, -0.05})).
			Move(0, -chestDepth/2-0.018, 0.325).Paint(black()))
	foot := sculpt.Box(0.1, 0.1, 0.035, 0.01).Move(chestWidth/2-0.02, chestDepth/2-0.02, -0.005)
	posts, feet := sculpt.Join(post, post.Copy().Scale(1, -1, 1)).Mirror(), sculpt.Join(foot, foot.Copy().Scale(1, -1, 1)).Mirror()
	return sculpt.Join(sculpt.Join(planks...).Paint(wood),
		sculpt.Join(posts, feet, rim, handle, strap.Mirror(), sculpt.Join(rivets...).Mirror()).Paint(bands), lock)
}

// chestLid is closed: its rim lies at 0, and its hinge at y = chestDepth / 2.
func chestLid(wood, bands sculpt.Material) *sculpt.Mesh {
	const planks, flat = 7, 0.62 // flat squeezes the half circle
	var wooden, iron []*sculpt.Mesh
	radius := chestDepth / 2
	for i := range planks {
		angle := 180 * (float64(i) + 0.5) / planks
		plank := sculpt.Box(chestWidth-0.04, 0.122, 0.035, 0.006).Move(0, 0, radius-0.035).TurnX(90 - angle)
		wooden = append(wooden, plank)
	}
	cap := append(circleArc(radius-0.012, 0, 180, 14), sculpt.Pt{-radius + 0.012, 0})
	end := sculpt.Prism(0.03, cap).Each(func(p sculpt.Vec) sculpt.Vec { return sculpt.V(p.Z+chestWidth/2-0.06, p.X, p.Y) }).Mirror()
	for _, x := range []float64{-chestWidth/2 + 0.02, -0.22, 0.22, chestWidth/2 - 0.02} {
		arc := sculpt.Path(22, func(t float64) sculpt.Vec {
			p := sculpt.Polar(radius+0.003, math.Pi*t, 0)
			return sculpt.V(x, p.X, p.Y)
		})
		iron = append(iron, sculpt.Sweep{Outline: sculpt.RoundRect(0.065, 0.016, 0.004, 2), Path: arc,
			Roll: func(float64) float64 { return math.Pi / 2 }}.Mesh())
	}
	rim := sculpt.Join(sculpt.Box(chestWidth+0.01, 0.03, 0.05, 0.006).Move(0, -radius+0.012, 0),
		sculpt.Box(chestWidth+0.01, 0.03, 0.05, 0.006).Move(0, radius-0.012, 0))
	hasp := sculpt.Box(0.07, 0.02, 0.12, 0.006).Move(0, -radius-0.006, -0.07).Paint(brass())
	whole := sculpt.Join(sculpt.Join(wooden...).Paint(wood), end.Paint(wood), sculpt.Join(iron...).Paint(bands), rim.Paint(bands))
	return sculpt.Join(whole.Scale(1, 1, flat), hasp)
}

// chestTreasure is a heap of coins with gems, a cup and a string of pearls.
func chestTreasure() *sculpt.Mesh {
	heap := func(x, y float64) float64 {
		middle := (1 - x*x/(0.42*0.42)) * (1 - y*y/(0.25*0.25))
		return chestWall - 0.07 + middle*(0.17+0.03*sculpt.Noise(sculpt.V(x*9, y*9, 0), 6))
	}
	ground := sculpt.Grid{NU: 18, NV: 12, At: func(u, v float64) sculpt.Vec {
		x, y := (u-0.5)*(chestWidth-0.09), (v-0.5)*(chestDepth-0.09)
		return sculpt.V(x, y, heap(x, y)-0.008)
	}}.Mesh()
	coin := sculpt.Join(sculpt.Cylinder(0.03, 0.03, 0.006, 16), sculpt.Cylinder(0.022, 0.021, 0.008, 12))
	parts := []*sculpt.Mesh{ground.Paint(gold())}
	for i := range 190 {
		x, y := (sculpt.Hash(i, 0, 0, 31)-0.5)*(chestWidth-0.13), (sculpt.Hash(i, 1, 0, 31)-0.5)*(chestDepth-0.12)
		c := coin.Copy().TurnX(70*(sculpt.Hash(i, 2, 0, 31)-0.5)).TurnY(70*(sculpt.Hash(i, 3, 0, 31)-0.5)).Move(x, y, heap(x, y)+0.004)
		parts = append(parts, c.Paint(gold()))
	}
	for i, hex := range []uint32{0xc0213d, 0x1f8f5f, 0x2757c4, 0x8e3fb8, 0xc0213d, 0x1f8f5f} {
		x, y := (sculpt.Hash(i, 5, 0, 31)-0.5)*0.62, -0.2+0.3*sculpt.Hash(i, 6, 0, 31)
		gem := sculpt.Cylinder(0.012, 0.036, 0.03, 8).TurnX(40*sculpt.Hash(i, 7, 0, 31)-10).TurnY(30*sculpt.Hash(i, 8, 0, 31)).Move(x, y,
			heap(x, y)+0.012)
		parts = append(parts, gem.Paint(sculpt.Glossy("gem "+string(rune('a'+i%4)), hex)))
	}
	pearls := sculpt.Repeat(26, sculpt.Sphere(0.015, 10), func(i int, c *sculpt.Mesh) {
		t := float64(i) / 25
		x, y := -0.34+0.3*t, -0.16+0.05*math.Sin(7*t)
		c.Move(x, y, heap(x, y)+0.016)
	})
	cup := sculpt.Lathe(28, []sculpt.Pt{{0, 0}, {0.055, 0}, {0.05, 0.012}, {0.014, 0.03}, {0.012, 0.08}, {0.03, 0.1}, {0.058, 0.13},
		{0.064, 0.2}, {0.058, 0.2},
		{0.05, 0.135}, {0, 0.115}})
	spilled := []*sculpt.Mesh{coin.Copy().Move(-0.3, -0.42, 0), coin.Copy().Move(-0.22, -0.47, 0),
		coin.Copy().TurnX(24).Move(-0.26, -0.44, 0.012),
		coin.Copy().Move(0.33, -0.4, 0), coin.Copy().Move(0.1, -0.5, 0)}
	return sculpt.Join(append(parts, pearls.Paint(sculpt.Glossy("pearl", 0xf3ece0)),
		cup.TurnY(24).TurnX(-12).Move(0.14, 0.04, heap(0.14, 0.04)-0.03).Paint(gold()),
		sculpt.Join(spilled...).Paint(gold()))...)
}
