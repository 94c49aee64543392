package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// Spaceship is a landed spaceship of 26 metres.
func Spaceship() []sculpt.Part {
	return []sculpt.Part{{Name: "explorer", Mesh: explorer(sculpt.Satin("hull plating", 0xdcdfe2), sculpt.Satin("signal orange", 0xe2702a))}}
}

// Rocket is a picture-book rocket on four fins.
func Rocket() []sculpt.Part {
	return []sculpt.Part{{Name: "rocket", Mesh: retroRocket(sculpt.Satin("cream white", 0xf3eee2), sculpt.Glossy("rocket red", 0xcf3a30))}}
}

// explorer is a spaceship for a small crew, landed on three legs. Its nose looks
// to -Y; it is 26 metres long.
func explorer(skin, accent sculpt.Material) *sculpt.Mesh {
	dark := sculpt.Matte("dark panels", 0x4a5058)
	hull := body(40, 6, bodySection{-13.5, 0, 3.0, 3.1, 2.2}, bodySection{-12.4, 0.6, 2.6, 3.5, 2.4}, bodySection{-8.5, 1.55, 2.1, 4.4, 2.8},
		bodySection{-3, 2.2, 1.9, 5.0, 3}, bodySection{4, 2.5, 1.9, 5.0, 3.4}, bodySection{9.5, 2.0, 2.2, 4.7, 3.2},
		bodySection{11, 1.7, 2.5, 4.4, 3})
	hull.Paint(skin).Dye(accent, func(p sculpt.Vec) bool { return p.Y > -11 && p.Y < -9.6 || p.Y > 5.2 && p.Y < 6.1 })
	hull.Dye(dark, func(p sculpt.Vec) bool { return p.Z < 2.25 && p.Y > -9 })
	canopy := body(28, 6, bodySection{-11.0, 0, 3.7, 3.8, 2}, bodySection{-10, 0.75, 3.3, 4.35, 2.2}, bodySection{-7.8, 1.0, 3.6, 5.2, 2.2},
		bodySection{-5.4, 0.85, 4.1, 5.25, 2.2}, bodySection{-4.4, 0.3, 4.6, 4.95, 2})
	spine := body(20, 5, bodySection{-5.2, 0.35, 4.7, 5.1, 4}, bodySection{-2, 0.8, 4.6, 5.55, 4}, bodySection{7, 0.9, 4.4, 5.45, 4},
		bodySection{10.4, 0.5, 4.2, 4.8, 4})
	frames := sculpt.Join(shipHoop(-8.6, 0.99, 4.9), shipHoop(-6.4, 0.96, 5.23))
	return sculpt.Join(hull, canopy.Paint(sculpt.Glossy("canopy", 0x2b5674)), spine.Paint(dark), frames.Paint(skin),
		shipWings(skin, accent, dark),
		shipEngines(skin, accent, dark), shipDetails(skin, dark), shipLegs(dark)).Rest()
}

// shipHoop is a frame over the canopy.
func shipHoop(y, half, top float64) *sculpt.Mesh {
	return sculpt.Tube(sculpt.Path(14, func(t float64) sculpt.Vec {
		p := sculpt.Polar(1.02, math.Pi*t, 0)
		return sculpt.V(half*p.X, y, 4.35+(top-4.35)*p.Y)
	}), 0.06, 6)
}

func shipWings(skin, accent, dark sculpt.Material) *sculpt.Mesh {
	plank := func(a, b, c, d sculpt.Vec, root, tip float64) *sculpt.Mesh {
		up := func(p sculpt.Vec, h float64) []sculpt.Vec {
			return []sculpt.Vec{p.Add(sculpt.V(0, 0, h)), p.Add(sculpt.V(0, 0, -h))}
		}
		points := append(append(up(a, root), up(b, tip)...), append(up(c, tip), up(d, root)...)...)
		return sculpt.Hull(points...)
	}
	main := plank(sculpt.V(1.8, -3.5, 3.1), sculpt.V(8.6, 6.4, 2.5), sculpt.V(8.6, 9.0, 2.5), sculpt.V(1.8, 9.0, 3.1), 0.32, 0.1)
	edge := plank(sculpt.V(1.8, -3.9, 3.1), sculpt.V(8.65, 6.0, 2.5), sculpt.V(8.65, 6.5, 2.5), sculpt.V(1.8, -3.3, 3.1), 0.2, 0.07)
	band := plank(sculpt.V(6.3, 2.9, 2.72), sculpt.V(7.4, 4.55, 2.61), sculpt.V(7.4, 9.02, 2.61), sculpt.V(6.3, 9.02, 2.72), 0.19, 0.165)
	flap := plank(sculpt.V(2.6, 8.6, 3.04), sculpt.V(6.0, 8.6, 2.74), sculpt.V(6.0, 9.8, 2.74), sculpt.V(2.6, 9.8, 3.04), 0.12, 0.1)
	pod := body(16, 4, bodySection{4.4, 0, 2.45, 2.55, 2}, bodySection{5.2, 0.22, 2.28, 2.72, 2}, bodySection{8.6, 0.26, 2.24, 2.76, 2},
		bodySection{9.6, 0.1, 2.4, 2.6, 2}).Move(8.65, 0, 0)
	fin := plank(sculpt.V(2.2, 5.6, 4.4), sculpt.V(3.6, 8.9, 7.6), sculpt.V(3.6, 10.4, 7.6), sculpt.V(2.2, 10.4, 4.4), 0.1, 0.04)
	return sculpt.Join(main.Paint(skin), edge.Paint(dark), band.Paint(accent), flap.Paint(dark), pod.Paint(accent),
		fin.Scale(1, 1, 1).Paint(skin)).Mirror()
}

func shipEngines(skin, accent, dark sculpt.Material) *sculpt.Mesh {
	nacelle := locoRound(32, []sculpt.Pt{{0, 1.2}, {0.7, 1.2}, {0.95, 1.5}, {1.08, 3}, {1.1, 8.6},
		{0.95, 9.4}, {0, 9.4}})
	nacelle.Paint(skin).Dye(dark, func(p sculpt.Vec) bool { return p.Y < 1.3 || p.Y > 8.7 })
	ring := locoRound(32, []sculpt.Pt{{0, 3.3}, {1.13, 3.3}, {1.13, 3.9}, {0, 3.9}}).Paint(accent)
	bell := sculpt.Lathe(32, []sculpt.Pt{{0.55, 9.3}, {0.8, 9.8}, {0.92, 11.1}, {0.85, 11.1}, {0.72, 10}, {0, 9.9}}).TurnX(-90)
	glow := sculpt.Lathe(28, []sculpt.Pt{{0.79, 10.45}, {0.4, 10.5}, {0, 10.55}}).TurnX(-90)
	blades := sculpt.Repeat(10, sculpt.Box(0.07, 0.5, 0.75, 0).Move(0, 1.2, 0.0), func(i int, c *sculpt.Mesh) { c.TurnY(36 * float64(i)) })
	engine := sculpt.Join(nacelle, ring, bell.Paint(iron()), glow.Paint(sculpt.Glowing("drive glow", 0x66d9ff)), blades.Paint(iron()))
	centre := sculpt.Join(sculpt.Lathe(32, []sculpt.Pt{{1.1, 10.9}, {1.3, 12.4}, {1.2, 12.4}, {1.0, 11.2},
		{0, 11.2}}).TurnX(-90).Paint(iron()),
		sculpt.Lathe(28, []sculpt.Pt{{1.08, 11.7}, {0, 11.8}}).TurnX(-90).Paint(sculpt.Glowing("drive glow", 0x66d9ff)))
	return sculpt.Join(engine.Move(3.3, -0.4, 3.5).Mirror(), centre.Move(0, 0, 3.45))
}

// shipDetails are hatches, plates and aerials strewn over the back.
func shipDetails(skin, dark sculpt.Material) *sculpt.Mesh {
	var plates []*sculpt.Mesh
	for i := range 34 {
		w, d := 0.2+0.5*sculpt.Hash(i, 1, 0, 21), 0.25+0.9*sculpt.Hash(i, 2, 0, 21)
		plate := sculpt.Box(w, d, 0.1+0.12*sculpt.Hash(i, 3, 0, 21), 0.02).Move(1.3*(sculpt.Hash(i, 4, 0, 21)-0.5),
			-2+11.5*sculpt.Hash(i, 5, 0, 21), 5.36)
		plates = append(plates, plate)
	}
	var side []*sculpt.Mesh
	for i := range 9 {
		y := -2.6 + 0.85*float64(i)
		side = append(side, sculpt.Box(0.1, 0.5, 0.34, 0.03).Move(2.28+0.03*float64(min(i, 6)), y, 3.95))
	}
	aerial := sculpt.Join(sculpt.Rod(sculpt.V(0, 1.5, 5.4), sculpt.V(0, 2.2, 7.0), 0.04, 6),
		sculpt.Rod(sculpt.V(0.3, 4, 5.4), sculpt.V(0.3, 4.2, 6.3), 0.03, 6),
		sculpt.Puck(0.55, 0.12, 0.05, 20).TurnX(40).Move(-0.2, 3.0, 5.75))
	lamp := sculpt.Sphere(0.13, 10).Move(8.92, 7.6, 2.5).Mirror()
	return sculpt.Join(sculpt.Join(plates...).Paint(skin), sculpt.Join(side...).Mirror().Paint(sculpt.Glowing("windows", 0xffdf9a)),
		aerial.Paint(dark), lamp.Paint(sculpt.Glowing("beacon", 0xff5a44)))
}

func shipLegs(dark sculpt.Material) *sculpt.Mesh {
	leg := sculpt.Join(sculpt.Taper(sculpt.V(0, 0, 2.4), sculpt.V(0.25, 0.1, 0.5), 0.28, 0.2, 12).Paint(dark),
		sculpt.Rod(sculpt.V(0.25, 0.1, 0.7), sculpt.V(0.3, 0.12, 0.15), 0.12, 10).Paint(steel()),
		sculpt.Rod(sculpt.V(0, 0.9, 2.3), sculpt.V(0.25, 0.12, 0.8), 0.1, 8).Paint(steel()),
		sculpt.Puck(0.55, 0.2, 0.07, 20).Move(0.3, 0.12, 0).Paint(dark))
	return sculpt.Join(leg.Copy().Move(0, -7.6, 0), leg.Copy().Move(1.6, 4.6, 0).Mirror())
}

// retroRocket stands on its four fins, as rockets did in old picture books.
func retroRocket(skin, accent sculpt.Material) *sculpt.Mesh {
	profile := append([]sculpt.Pt{{0, 1.5}, {0.8, 1.5}},
		sculpt.Smooth(5, []sculpt.Pt{{0.95, 1.7}, {1.38, 3.4}, {1.5, 5.2}, {1.36, 7.2}, {0.98, 9.0}, {0.48, 10.5}, {0, 11.5}})...)
	hull := sculpt.Lathe(48, profile).Paint(skin)
	hull.Dye(accent, func(p sculpt.Vec) bool {
		quarter := int(math.Floor((math.Atan2(p.Y, p.X) + math.Pi) / (math.Pi / 4)))
		return p.Z > 9.05 || p.Z > 1.6 && p.Z < 2.9 && quarter%2 == 0
	})
	fin := sculpt.Smooth(5, []sculpt.Pt{{0.9, 3.9}, {1.8, 3.2}, {2.55, 1.9}, {2.8, 0.2}, {2.75, 0}})
	fin = append(fin, sculpt.Pt{2.45, 0}, sculpt.Pt{2.2, 0.85}, sculpt.Pt{1.6, 1.65}, sculpt.Pt{0.8, 1.9})
	fins := sculpt.Around(4, bodyPlate(0.16, fin)).TurnZ(45).Paint(accent)
	nozzle := sculpt.Hoop(32, []sculpt.Pt{{0.45, 1.6}, {0.42, 1.3}, {0.75, 0.75}, {0.85, 0.75}, {0.55, 1.35}, {0.6, 1.6}}).Paint(iron())
	bands := sculpt.Join(sculpt.Torus(1.0, 0.05, 48, 8).Move(0, 0, 1.72), sculpt.Torus(1.01, 0.05, 48, 8).Move(0, 0, 8.97)).Paint(brass())
	needle := sculpt.Join(sculpt.Taper(sculpt.V(0, 0, 11.35), sculpt.V(0, 0, 12.9), 0.06, 0.02, 10),
		sculpt.Sphere(0.11, 14).Move(0, 0, 12.9)).Paint(brass())
	return sculpt.Join(hull, fins, nozzle, bands, needle, rocketPorts(), rocketDoor(accent))
}

func rocketPorts() *sculpt.Mesh {
	port := sculpt.Join(sculpt.Torus(0.34, 0.085, 32, 10).Paint(brass()),
		sculpt.Sphere(0.34, 24).Scale(1, 1, 0.3).Paint(sculpt.Glossy("porthole", 0x3d7fa8)),
		sculpt.Around(8, sculpt.Sphere(0.035, 8).Move(0.34, 0, 0.08)).Paint(iron()))
	port = port.TurnX(90)
	return sculpt.Join(port.Copy().TurnX(-11).Move(0, -1.31, 7.4), port.TurnX(-3).Zoom(0.75).Move(0, -1.46, 5.85))
}

func rocketDoor(accent sculpt.Material) *sculpt.Mesh {
	door := []sculpt.Pt{{-0.42, 0}, {0.42, 0}, {0.42, 0.9}, {0.3, 1.17}, {0, 1.3}, {-0.3, 1.17}, {-0.42, 0.9}}
	ladder := []*sculpt.Mesh{sculpt.Rod(sculpt.V(0.22, -1.42, 3.1), sculpt.V(0.22, -2.0, 0), 0.035, 8).Mirror()}
	for i := range 9 {
		t := (float64(i) + 0.5) / 9
		ladder = append(ladder, sculpt.Rod(sculpt.V(-0.22, -2.0+0.58*t, 3.1*t), sculpt.V(0.22, -2.0+0.58*t, 3.1*t), 0.025, 6))
	}
	return sculpt.Join(bodyPlate(0.3, door).TurnX(6).Move(0, -1.27, 3.1).Paint(accent),
		sculpt.Sphere(0.05, 10).Move(0.28, -1.5, 3.7).Paint(brass()), sculpt.Join(ladder...).Paint(steel()))
}
