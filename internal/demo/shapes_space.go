package demo

import "math"

// explorer is a spaceship for a small crew, landed on three legs. Its nose looks
// to -Y; it is 26 metres long.
func explorer(skin, accent Material) *Mesh {
	dark := matte("dark panels", 0x4a5058)
	hull := body(40, 6, bodySection{-13.5, 0, 3.0, 3.1, 2.2}, bodySection{-12.4, 0.6, 2.6, 3.5, 2.4}, bodySection{-8.5, 1.55, 2.1, 4.4, 2.8},
		bodySection{-3, 2.2, 1.9, 5.0, 3}, bodySection{4, 2.5, 1.9, 5.0, 3.4}, bodySection{9.5, 2.0, 2.2, 4.7, 3.2}, bodySection{11, 1.7, 2.5, 4.4, 3})
	hull.paint(skin).dye(accent, func(p Vec) bool { return p.y > -11 && p.y < -9.6 || p.y > 5.2 && p.y < 6.1 })
	hull.dye(dark, func(p Vec) bool { return p.z < 2.25 && p.y > -9 })
	canopy := body(28, 6, bodySection{-11.0, 0, 3.7, 3.8, 2}, bodySection{-10, 0.75, 3.3, 4.35, 2.2}, bodySection{-7.8, 1.0, 3.6, 5.2, 2.2},
		bodySection{-5.4, 0.85, 4.1, 5.25, 2.2}, bodySection{-4.4, 0.3, 4.6, 4.95, 2})
	spine := body(20, 5, bodySection{-5.2, 0.35, 4.7, 5.1, 4}, bodySection{-2, 0.8, 4.6, 5.55, 4}, bodySection{7, 0.9, 4.4, 5.45, 4}, bodySection{10.4, 0.5, 4.2, 4.8, 4})
	frames := join(shipHoop(-8.6, 0.99, 4.9), shipHoop(-6.4, 0.96, 5.23))
	return join(hull, canopy.paint(glossy("canopy", 0x2b5674)), spine.paint(dark), frames.paint(skin), shipWings(skin, accent, dark),
		shipEngines(skin, accent, dark), shipDetails(skin, dark), shipLegs(dark)).rest()
}

// shipHoop is a frame over the canopy.
func shipHoop(y, half, top float64) *Mesh {
	return tube(path(14, func(t float64) Vec {
		p := polar(1.02, math.Pi*t, 0)
		return Vec{half * p.x, y, 4.35 + (top-4.35)*p.y}
	}), 0.06, 6)
}

func shipWings(skin, accent, dark Material) *Mesh {
	plank := func(a, b, c, d Vec, root, tip float64) *Mesh {
		up := func(p Vec, h float64) []Vec { return []Vec{p.add(Vec{0, 0, h}), p.add(Vec{0, 0, -h})} }
		points := append(append(up(a, root), up(b, tip)...), append(up(c, tip), up(d, root)...)...)
		return hull(points...)
	}
	main := plank(Vec{1.8, -3.5, 3.1}, Vec{8.6, 6.4, 2.5}, Vec{8.6, 9.0, 2.5}, Vec{1.8, 9.0, 3.1}, 0.32, 0.1)
	edge := plank(Vec{1.8, -3.9, 3.1}, Vec{8.65, 6.0, 2.5}, Vec{8.65, 6.5, 2.5}, Vec{1.8, -3.3, 3.1}, 0.2, 0.07)
	band := plank(Vec{6.3, 2.9, 2.72}, Vec{7.4, 4.55, 2.61}, Vec{7.4, 9.02, 2.61}, Vec{6.3, 9.02, 2.72}, 0.19, 0.165)
	flap := plank(Vec{2.6, 8.6, 3.04}, Vec{6.0, 8.6, 2.74}, Vec{6.0, 9.8, 2.74}, Vec{2.6, 9.8, 3.04}, 0.12, 0.1)
	pod := body(16, 4, bodySection{4.4, 0, 2.45, 2.55, 2}, bodySection{5.2, 0.22, 2.28, 2.72, 2}, bodySection{8.6, 0.26, 2.24, 2.76, 2},
		bodySection{9.6, 0.1, 2.4, 2.6, 2}).move(8.65, 0, 0)
	fin := plank(Vec{2.2, 5.6, 4.4}, Vec{3.6, 8.9, 7.6}, Vec{3.6, 10.4, 7.6}, Vec{2.2, 10.4, 4.4}, 0.1, 0.04)
	return join(main.paint(skin), edge.paint(dark), band.paint(accent), flap.paint(dark), pod.paint(accent), fin.scale(1, 1, 1).paint(skin)).mirror()
}

func shipEngines(skin, accent, dark Material) *Mesh {
	nacelle := locoRound(32, Pt{0, 1.2}, Pt{0.7, 1.2}, Pt{0.95, 1.5}, Pt{1.08, 3}, Pt{1.1, 8.6}, Pt{0.95, 9.4}, Pt{0, 9.4})
	nacelle.paint(skin).dye(dark, func(p Vec) bool { return p.y < 1.3 || p.y > 8.7 })
	ring := locoRound(32, Pt{0, 3.3}, Pt{1.13, 3.3}, Pt{1.13, 3.9}, Pt{0, 3.9}).paint(accent)
	bell := lathe(32, Pt{0.55, 9.3}, Pt{0.8, 9.8}, Pt{0.92, 11.1}, Pt{0.85, 11.1}, Pt{0.72, 10}, Pt{0, 9.9}).turnX(-90)
	glow := lathe(28, Pt{0.79, 10.45}, Pt{0.4, 10.5}, Pt{0, 10.55}).turnX(-90)
	blades := repeat(10, box(0.07, 0.5, 0.75, 0).move(0, 1.2, 0.0), func(i int, c *Mesh) { c.turnY(36 * float64(i)) })
	engine := join(nacelle, ring, bell.paint(iron()), glow.paint(glowing("drive glow", 0x66d9ff)), blades.paint(iron()))
	centre := join(lathe(32, Pt{1.1, 10.9}, Pt{1.3, 12.4}, Pt{1.2, 12.4}, Pt{1.0, 11.2}, Pt{0, 11.2}).turnX(-90).paint(iron()),
		lathe(28, Pt{1.08, 11.7}, Pt{0, 11.8}).turnX(-90).paint(glowing("drive glow", 0x66d9ff)))
	return join(engine.move(3.3, -0.4, 3.5).mirror(), centre.move(0, 0, 3.45))
}

// shipDetails are hatches, plates and aerials strewn over the back.
func shipDetails(skin, dark Material) *Mesh {
	var plates []*Mesh
	for i := range 34 {
		w, d := 0.2+0.5*hash(i, 1, 0, 21), 0.25+0.9*hash(i, 2, 0, 21)
		plate := box(w, d, 0.1+0.12*hash(i, 3, 0, 21), 0.02).move(1.3*(hash(i, 4, 0, 21)-0.5), -2+11.5*hash(i, 5, 0, 21), 5.36)
		plates = append(plates, plate)
	}
	var side []*Mesh
	for i := range 9 {
		y := -2.6 + 0.85*float64(i)
		side = append(side, box(0.1, 0.5, 0.34, 0.03).move(2.28+0.03*float64(min(i, 6)), y, 3.95))
	}
	aerial := join(rod(Vec{0, 1.5, 5.4}, Vec{0, 2.2, 7.0}, 0.04, 6), rod(Vec{0.3, 4, 5.4}, Vec{0.3, 4.2, 6.3}, 0.03, 6),
		puck(0.55, 0.12, 0.05, 20).turnX(40).move(-0.2, 3.0, 5.75))
	lamp := sphere(0.13, 10).move(8.92, 7.6, 2.5).mirror()
	return join(join(plates...).paint(skin), join(side...).mirror().paint(glowing("windows", 0xffdf9a)), aerial.paint(dark), lamp.paint(glowing("beacon", 0xff5a44)))
}

func shipLegs(dark Material) *Mesh {
	leg := join(taper(Vec{0, 0, 2.4}, Vec{0.25, 0.1, 0.5}, 0.28, 0.2, 12).paint(dark), rod(Vec{0.25, 0.1, 0.7}, Vec{0.3, 0.12, 0.15}, 0.12, 10).paint(steel()),
		rod(Vec{0, 0.9, 2.3}, Vec{0.25, 0.12, 0.8}, 0.1, 8).paint(steel()), puck(0.55, 0.2, 0.07, 20).move(0.3, 0.12, 0).paint(dark))
	return join(leg.copy().move(0, -7.6, 0), leg.copy().move(1.6, 4.6, 0).mirror())
}

// retroRocket stands on its four fins, as rockets did in old picture books.
func retroRocket(skin, accent Material) *Mesh {
	profile := append([]Pt{{0, 1.5}, {0.8, 1.5}}, smooth(5, Pt{0.95, 1.7}, Pt{1.38, 3.4}, Pt{1.5, 5.2}, Pt{1.36, 7.2}, Pt{0.98, 9.0}, Pt{0.48, 10.5}, Pt{0, 11.5})...)
	hull := lathe(48, profile...).paint(skin)
	hull.dye(accent, func(p Vec) bool {
		quarter := int(math.Floor((math.Atan2(p.y, p.x) + math.Pi) / (math.Pi / 4)))
		return p.z > 9.05 || p.z > 1.6 && p.z < 2.9 && quarter%2 == 0
	})
	fin := smooth(5, Pt{0.9, 3.9}, Pt{1.8, 3.2}, Pt{2.55, 1.9}, Pt{2.8, 0.2}, Pt{2.75, 0})
	fin = append(fin, Pt{2.45, 0}, Pt{2.2, 0.85}, Pt{1.6, 1.65}, Pt{0.8, 1.9})
	fins := around(4, bodyPlate(0.16, fin)).turnZ(45).paint(accent)
	nozzle := hoop(32, Pt{0.45, 1.6}, Pt{0.42, 1.3}, Pt{0.75, 0.75}, Pt{0.85, 0.75}, Pt{0.55, 1.35}, Pt{0.6, 1.6}).paint(iron())
	bands := join(torus(1.0, 0.05, 48, 8).move(0, 0, 1.72), torus(1.01, 0.05, 48, 8).move(0, 0, 8.97)).paint(brass())
	needle := join(taper(Vec{0, 0, 11.35}, Vec{0, 0, 12.9}, 0.06, 0.02, 10), sphere(0.11, 14).move(0, 0, 12.9)).paint(brass())
	return join(hull, fins, nozzle, bands, needle, rocketPorts(), rocketDoor(accent))
}

func rocketPorts() *Mesh {
	port := join(torus(0.34, 0.085, 32, 10).paint(brass()), sphere(0.34, 24).scale(1, 1, 0.3).paint(glossy("porthole", 0x3d7fa8)),
		around(8, sphere(0.035, 8).move(0.34, 0, 0.08)).paint(iron()))
	port = port.turnX(90)
	return join(port.copy().turnX(-11).move(0, -1.31, 7.4), port.turnX(-3).zoom(0.75).move(0, -1.46, 5.85))
}

func rocketDoor(accent Material) *Mesh {
	door := []Pt{{-0.42, 0}, {0.42, 0}, {0.42, 0.9}, {0.3, 1.17}, {0, 1.3}, {-0.3, 1.17}, {-0.42, 0.9}}
	ladder := []*Mesh{rod(Vec{0.22, -1.42, 3.1}, Vec{0.22, -2.0, 0}, 0.035, 8).mirror()}
	for i := range 9 {
		t := (float64(i) + 0.5) / 9
		ladder = append(ladder, rod(Vec{-0.22, -2.0 + 0.58*t, 3.1 * t}, Vec{0.22, -2.0 + 0.58*t, 3.1 * t}, 0.025, 6))
	}
	return join(bodyPlate(0.3, door).turnX(6).move(0, -1.27, 3.1).paint(accent), sphere(0.05, 10).move(0.28, -1.5, 3.7).paint(brass()), join(ladder...).paint(steel()))
}
