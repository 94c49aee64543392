package demo

import "math"

// The measures of the chest, in metres; its front looks to -Y.
const (
	chestWidth = 0.9
	chestDepth = 0.56
	chestWall  = 0.4 // height without the lid
)

// treasureChest stands open and full of gold.
func treasureChest(wood, bands Material) []Part {
	lid := chestLid(wood, bands).move(0, -chestDepth/2, 0).turnX(-104).move(0, chestDepth/2, chestWall)
	return []Part{
		{Name: "chest", Mesh: chestBox(wood, bands)}, {Name: "lid", Mesh: lid}, {Name: "treasure", Mesh: chestTreasure()},
	}
}

func chestBox(wood, bands Material) *Mesh {
	var planks []*Mesh
	for i := range 4 {
		z := 0.03 + 0.093*float64(i)
		front := box(chestWidth-0.02, 0.04, 0.089, 0.007).move(0, -chestDepth/2+0.02, z)
		side := box(0.04, chestDepth-0.02, 0.089, 0.007).move(chestWidth/2-0.02, 0, z)
		planks = append(planks, front, front.copy().scale(1, -1, 1), side.mirror())
	}
	planks = append(planks, box(chestWidth-0.03, chestDepth-0.03, 0.04, 0.006).move(0, 0, 0.02))
	post := box(0.07, 0.07, chestWall+0.005, 0.012).move(chestWidth/2-0.02, chestDepth/2-0.02, 0)
	strap := box(0.065, 0.012, chestWall-0.02, 0.004).move(0.22, -chestDepth/2-0.004, 0.015)
	rim := join(box(chestWidth+0.03, 0.012, 0.05, 0.004).move(0, -chestDepth/2-0.002, chestWall-0.05),
		box(0.012, chestDepth, 0.05, 0.004).move(chestWidth/2+0.002, 0, chestWall-0.05).mirror())
	var rivets []*Mesh
	for i := range 4 {
		rivets = append(rivets, sphere(0.012, 8).move(0.22, -chestDepth/2-0.011, 0.06+0.085*float64(i)))
	}
	handle := join(tube(path(14, func(t float64) Vec {
		p := polar(0.075, math.Pi*(1+t), 0)
		return Vec{chestWidth/2 + 0.03 + 0.03*math.Sin(math.Pi*t), p.x, 0.27 + 1.1*p.y}
	}), 0.011, 8), box(0.03, 0.2, 0.04, 0.008).move(chestWidth/2+0.015, 0, 0.255)).mirror()
	lock := join(bodyPlate(0.02, roundRect(0.13, 0.15, 0.03, 4)).move(0, -chestDepth/2-0.01, 0.315).paint(brass()),
		bodyPlate(0.012, append(circleArc(0.016, -50, 230, 12), Pt{-0.008, -0.05}, Pt{0.008, -0.05})).move(0, -chestDepth/2-0.018, 0.325).paint(black()))
	foot := box(0.1, 0.1, 0.035, 0.01).move(chestWidth/2-0.02, chestDepth/2-0.02, -0.005)
	posts, feet := join(post, post.copy().scale(1, -1, 1)).mirror(), join(foot, foot.copy().scale(1, -1, 1)).mirror()
	return join(join(planks...).paint(wood), join(posts, feet, rim, handle, strap.mirror(), join(rivets...).mirror()).paint(bands), lock)
}

// chestLid is closed: its rim lies at 0, and its hinge at y = chestDepth / 2.
func chestLid(wood, bands Material) *Mesh {
	const planks, flat = 7, 0.62 // flat squeezes the half circle
	var wooden, iron []*Mesh
	radius := chestDepth / 2
	for i := range planks {
		angle := 180 * (float64(i) + 0.5) / planks
		plank := box(chestWidth-0.04, 0.122, 0.035, 0.006).move(0, 0, radius-0.035).turnX(90 - angle)
		wooden = append(wooden, plank)
	}
	cap := append(circleArc(radius-0.012, 0, 180, 14), Pt{-radius + 0.012, 0})
	end := prism(0.03, cap).each(func(p Vec) Vec { return Vec{p.z + chestWidth/2 - 0.06, p.x, p.y} }).mirror()
	for _, x := range []float64{-chestWidth/2 + 0.02, -0.22, 0.22, chestWidth/2 - 0.02} {
		arc := path(22, func(t float64) Vec {
			p := polar(radius+0.003, math.Pi*t, 0)
			return Vec{x, p.x, p.y}
		})
		iron = append(iron, sweep{outline: roundRect(0.065, 0.016, 0.004, 2), path: arc, roll: func(float64) float64 { return math.Pi / 2 }}.mesh())
	}
	rim := join(box(chestWidth+0.01, 0.03, 0.05, 0.006).move(0, -radius+0.012, 0), box(chestWidth+0.01, 0.03, 0.05, 0.006).move(0, radius-0.012, 0))
	hasp := box(0.07, 0.02, 0.12, 0.006).move(0, -radius-0.006, -0.07).paint(brass())
	whole := join(join(wooden...).paint(wood), end.paint(wood), join(iron...).paint(bands), rim.paint(bands))
	return join(whole.scale(1, 1, flat), hasp)
}

// chestTreasure is a heap of coins with gems, a cup and a string of pearls.
func chestTreasure() *Mesh {
	heap := func(x, y float64) float64 {
		middle := (1 - x*x/(0.42*0.42)) * (1 - y*y/(0.25*0.25))
		return chestWall - 0.07 + middle*(0.17+0.03*noise(Vec{x * 9, y * 9, 0}, 6))
	}
	ground := grid{nu: 18, nv: 12, at: func(u, v float64) Vec {
		x, y := (u-0.5)*(chestWidth-0.09), (v-0.5)*(chestDepth-0.09)
		return Vec{x, y, heap(x, y) - 0.008}
	}}.mesh()
	coin := join(cylinder(0.03, 0.03, 0.006, 16), cylinder(0.022, 0.021, 0.008, 12))
	parts := []*Mesh{ground.paint(gold())}
	for i := range 190 {
		x, y := (hash(i, 0, 0, 31)-0.5)*(chestWidth-0.13), (hash(i, 1, 0, 31)-0.5)*(chestDepth-0.12)
		c := coin.copy().turnX(70*(hash(i, 2, 0, 31)-0.5)).turnY(70*(hash(i, 3, 0, 31)-0.5)).move(x, y, heap(x, y)+0.004)
		parts = append(parts, c.paint(gold()))
	}
	for i, hex := range []uint32{0xc0213d, 0x1f8f5f, 0x2757c4, 0x8e3fb8, 0xc0213d, 0x1f8f5f} {
		x, y := (hash(i, 5, 0, 31)-0.5)*0.62, -0.2+0.3*hash(i, 6, 0, 31)
		gem := cylinder(0.012, 0.036, 0.03, 8).turnX(40*hash(i, 7, 0, 31)-10).turnY(30*hash(i, 8, 0, 31)).move(x, y, heap(x, y)+0.012)
		parts = append(parts, gem.paint(glossy("gem "+string(rune('a'+i%4)), hex)))
	}
	pearls := repeat(26, sphere(0.015, 10), func(i int, c *Mesh) {
		t := float64(i) / 25
		x, y := -0.34+0.3*t, -0.16+0.05*math.Sin(7*t)
		c.move(x, y, heap(x, y)+0.016)
	})
	cup := lathe(28, Pt{0, 0}, Pt{0.055, 0}, Pt{0.05, 0.012}, Pt{0.014, 0.03}, Pt{0.012, 0.08}, Pt{0.03, 0.1}, Pt{0.058, 0.13}, Pt{0.064, 0.2}, Pt{0.058, 0.2},
		Pt{0.05, 0.135}, Pt{0, 0.115})
	spilled := []*Mesh{coin.copy().move(-0.3, -0.42, 0), coin.copy().move(-0.22, -0.47, 0), coin.copy().turnX(24).move(-0.26, -0.44, 0.012),
		coin.copy().move(0.33, -0.4, 0), coin.copy().move(0.1, -0.5, 0)}
	return join(append(parts, pearls.paint(glossy("pearl", 0xf3ece0)), cup.turnY(24).turnX(-12).move(0.14, 0.04, heap(0.14, 0.04)-0.03).paint(gold()),
		join(spilled...).paint(gold()))...)
}
