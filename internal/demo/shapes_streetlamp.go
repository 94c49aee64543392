package demo

import "math"

// lampAndBench is a corner of a promenade: a gas lantern beside a bench.
func lampAndBench() []Part {
	return []Part{
		{Name: "lamp post", Mesh: streetLamp().move(-1.25, 0.25, 0.06)},
		{Name: "bench", Mesh: parkBench().move(0.25, 0.15, 0.06)},
		{Name: "pavement", Mesh: streetPavement()},
	}
}

func streetLamp() *Mesh {
	green := satin("bottle green", 0x23453a)
	foot := smooth(3, Pt{0.17, 0}, Pt{0.17, 0.06}, Pt{0.13, 0.1}, Pt{0.125, 0.36}, Pt{0.145, 0.4}, Pt{0.09, 0.5}, Pt{0.075, 0.62}, Pt{0.09, 0.66}, Pt{0.06, 0.72})
	base := lathe(24, append(append([]Pt{{0, 0}}, foot...), Pt{0, 0.72})...)
	flutes := make([]Pt, 64)
	for i := range flutes {
		a := 2 * math.Pi * float64(i) / 64
		r := 0.047 + 0.006*math.Cos(16*a)
		flutes[i] = Pt{r * math.Cos(a), r * math.Sin(a)}
	}
	post := prism(1.75, flutes).move(0, 0, 0.7)
	head := lathe(24, smooth(3, Pt{0, 2.42}, Pt{0.05, 2.42}, Pt{0.085, 2.47}, Pt{0.045, 2.53}, Pt{0.035, 2.68}, Pt{0.07, 2.76}, Pt{0, 2.77})...)
	bar := join(rod(Vec{-0.32, 0, 2.58}, Vec{0.32, 0, 2.58}, 0.016, 12), sphere(0.03, 16).move(0.33, 0, 2.58).mirror())
	return join(join(base, post, head, bar).paint(green), streetLantern(green).move(0, 0, 2.76))
}

// streetLantern has six panes between bars, and a hood.
func streetLantern(frame Material) *Mesh {
	pane := lathe(6, Pt{0, 0.02}, Pt{0.115, 0.02}, Pt{0.195, 0.44}, Pt{0, 0.44}).paint(glowing("lantern glass", 0xffe3a3))
	bars := around(6, join(taper(Vec{0.118, 0, 0.02}, Vec{0.2, 0, 0.44}, 0.011, 0.011, 8), sphere(0.018, 12).move(0.212, 0, 0.47)))
	rims := join(lathe(6, Pt{0, 0}, Pt{0.12, 0}, Pt{0.13, 0.035}, Pt{0, 0.035}), lathe(6, Pt{0, 0.43}, Pt{0.212, 0.43}, Pt{0.222, 0.465}, Pt{0, 0.465}))
	hood := lathe(6, Pt{0, 0.46}, Pt{0.225, 0.46}, Pt{0.12, 0.57}, Pt{0.085, 0.63}, Pt{0, 0.63})
	chimney := lathe(20, Pt{0, 0.6}, Pt{0.07, 0.6}, Pt{0.07, 0.67}, Pt{0.1, 0.68}, Pt{0.06, 0.73}, Pt{0.015, 0.76}, Pt{0.03, 0.79}, Pt{0.012, 0.84}, Pt{0, 0.9})
	return join(pane, join(bars, rims, hood, chimney).paint(frame))
}

// parkBench has slats between two cast ends.
func parkBench() *Mesh {
	slat := roundBox(1.75, 0.075, 0.035, 0.012)
	seat := repeat(5, slat, func(i int, c *Mesh) { c.move(0, -0.2+0.092*float64(i), 0.43-0.006*float64(i)) })
	back := repeat(4, slat, func(i int, c *Mesh) { c.turnX(80).move(0, 0.215+0.018*float64(i), 0.53+0.105*float64(i)) })
	end := join(
		tube(smoothPath(5, Vec{0, -0.27, 0.02}, Vec{0, -0.22, 0.12}, Vec{0, -0.2, 0.3}, Vec{0, -0.235, 0.42}, Vec{0, -0.23, 0.6}, Vec{0, -0.16, 0.66}, Vec{0, 0.05, 0.64}, Vec{0, 0.25, 0.66}), 0.02, 10),
		tube(smoothPath(5, Vec{0, 0.36, 0.02}, Vec{0, 0.27, 0.14}, Vec{0, 0.2, 0.4}, Vec{0, 0.25, 0.6}, Vec{0, 0.31, 0.92}, Vec{0, 0.36, 0.97}), 0.02, 10),
		rod(Vec{0, -0.235, 0.42}, Vec{0, 0.21, 0.395}, 0.018, 10), tube(smoothPath(5, Vec{0, -0.21, 0.26}, Vec{0, -0.02, 0.36}, Vec{0, 0.22, 0.26}), 0.013, 8),
		torus(0.06, 0.011, 28, 8).turnY(90).move(0, 0, 0.52), sphere(0.03, 14).move(0, -0.27, 0.025), sphere(0.03, 14).move(0, 0.36, 0.025))
	return join(join(seat, back).paint(satin("teak", 0xa9703d)), join(end.copy().move(-0.78, 0, 0), end.move(0.78, 0, 0)).paint(satin("cast iron", 0x2a2f31)))
}

func streetPavement() *Mesh {
	tones := []Material{matte("sett", 0x8f8b86), matte("light sett", 0xa19c95), matte("dark sett", 0x7c7975)}
	var setts []*Mesh
	for i := range 19 {
		for k := range 9 {
			x := 0.19*(float64(i)-9) + 0.095*float64(k%2) - 0.05
			setts = append(setts, box(0.18, 0.18, 0.05, 0.014).move(x, 0.19*(float64(k)-4), 0.01+0.008*hash(i, k, 1, 41)).paint(tones[int(2.999*hash(i, k, 2, 41))]))
		}
	}
	return join(append(setts, box(3.75, 1.78, 0.045, 0.01).paint(matte("sand joint", 0x6a655e)))...)
}
