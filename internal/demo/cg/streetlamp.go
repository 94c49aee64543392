package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// LampAndBench is a corner of a promenade: a gas lantern beside a bench.
func LampAndBench() []sculpt.Part {
	return []sculpt.Part{
		{Name: "lamp post", Mesh: streetLamp().Move(-1.25, 0.25, 0.06)},
		{Name: "bench", Mesh: parkBench().Move(0.25, 0.15, 0.06)},
		{Name: "pavement", Mesh: streetPavement()},
	}
}

func streetLamp() *sculpt.Mesh {
	green := sculpt.Satin("bottle green", 0x23453a)
	foot := sculpt.Smooth(3, []sculpt.Pt{{0.17, 0}, {0.17, 0.06}, {0.13, 0.1}, {0.125, 0.36}, {0.145, 0.4}, {0.09, 0.5}, {0.075, 0.62},
		{0.09, 0.66}, {0.06, 0.72}})
	base := sculpt.Lathe(24, append(append([]sculpt.Pt{{0, 0}}, foot...), sculpt.Pt{0, 0.72}))
	flutes := make([]sculpt.Pt, 64)
	for i := range flutes {
		a := 2 * math.Pi * float64(i) / 64
		r := 0.047 + 0.006*math.Cos(16*a)
		flutes[i] = sculpt.Pt{r * math.Cos(a), r * math.Sin(a)}
	}
	post := sculpt.Prism(1.75, flutes).Move(0, 0, 0.7)
	head := sculpt.Lathe(24, sculpt.Smooth(3,
		[]sculpt.Pt{{0, 2.42}, {0.05, 2.42}, {0.085, 2.47}, {0.045, 2.53}, {0.035, 2.68}, {0.07, 2.76}, {0, 2.77}}))
	bar := sculpt.Join(sculpt.Rod(sculpt.V(-0.32, 0, 2.58), sculpt.V(0.32, 0, 2.58), 0.016, 12),
		sculpt.Sphere(0.03, 16).Move(0.33, 0, 2.58).Mirror())
	return sculpt.Join(sculpt.Join(base, post, head, bar).Paint(green), streetLantern(green).Move(0, 0, 2.76))
}

// streetLantern has six panes between bars, and a hood.
func streetLantern(frame sculpt.Material) *sculpt.Mesh {
	pane := sculpt.Lathe(6, []sculpt.Pt{{0, 0.02}, {0.115, 0.02}, {0.195, 0.44}, {0, 0.44}}).Paint(sculpt.Glowing("lantern glass", 0xffe3a3))
	bars := sculpt.Around(6, sculpt.Join(sculpt.Taper(sculpt.V(0.118, 0, 0.02), sculpt.V(0.2, 0, 0.44), 0.011, 0.011, 8),
		sculpt.Sphere(0.018, 12).Move(0.212, 0, 0.47)))
	rims := sculpt.Join(sculpt.Lathe(6, []sculpt.Pt{{0, 0}, {0.12, 0}, {0.13, 0.035}, {0, 0.035}}),
		sculpt.Lathe(6, []sculpt.Pt{{0, 0.43}, {0.212, 0.43}, {0.222, 0.465}, {0, 0.465}}))
	hood := sculpt.Lathe(6, []sculpt.Pt{{0, 0.46}, {0.225, 0.46}, {0.12, 0.57}, {0.085, 0.63}, {0, 0.63}})
	chimney := sculpt.Lathe(20, []sculpt.Pt{{0, 0.6}, {0.07, 0.6}, {0.07, 0.67}, {0.1, 0.68}, {0.06, 0.73}, {0.015, 0.76}, {0.03, 0.79},
		{0.012, 0.84}, {0, 0.9}})
	return sculpt.Join(pane, sculpt.Join(bars, rims, hood, chimney).Paint(frame))
}

// parkBench has slats between two cast ends.
func parkBench() *sculpt.Mesh {
	slat := sculpt.RoundBox(1.75, 0.075, 0.035, 0.012)
	seat := sculpt.Repeat(5, slat, func(i int, c *sculpt.Mesh) { c.Move(0, -0.2+0.092*float64(i), 0.43-0.006*float64(i)) })
	back := sculpt.Repeat(4, slat, func(i int, c *sculpt.Mesh) { c.TurnX(80).Move(0, 0.215+0.018*float64(i), 0.53+0.105*float64(i)) })
	end := sculpt.Join(
		sculpt.Tube(smoothPath(5, sculpt.V(0, -0.27, 0.02), sculpt.V(0, -0.22, 0.12), sculpt.V(0, -0.2, 0.3), sculpt.V(0, -0.235, 0.42),
			sculpt.V(0, -0.23, 0.6), sculpt.V(0, -0.16, 0.66), sculpt.V(0, 0.05, 0.64), sculpt.V(0, 0.25, 0.66)), 0.02, 10),
		sculpt.Tube(smoothPath(5, sculpt.V(0, 0.36, 0.02), sculpt.V(0, 0.27, 0.14), sculpt.V(0, 0.2, 0.4), sculpt.V(0, 0.25, 0.6),
			sculpt.V(0, 0.31, 0.92), sculpt.V(0, 0.36, 0.97)), 0.02, 10),
		sculpt.Rod(sculpt.V(0, -0.235, 0.42), sculpt.V(0, 0.21, 0.395), 0.018, 10),
		sculpt.Tube(smoothPath(5, sculpt.V(0, -0.21, 0.26), sculpt.V(0, -0.02, 0.36), sculpt.V(0, 0.22, 0.26)), 0.013, 8),
		sculpt.Torus(0.06, 0.011, 28, 8).TurnY(90).Move(0, 0, 0.52), sculpt.Sphere(0.03, 14).Move(0, -0.27, 0.025),
		sculpt.Sphere(0.03, 14).Move(0, 0.36, 0.025))
	return sculpt.Join(sculpt.Join(seat, back).Paint(sculpt.Satin("teak", 0xa9703d)),
		sculpt.Join(end.Copy().Move(-0.78, 0, 0), end.Move(0.78, 0, 0)).Paint(sculpt.Satin("cast iron", 0x2a2f31)))
}

func streetPavement() *sculpt.Mesh {
	tones := []sculpt.Material{sculpt.Matte("sett", 0x8f8b86), sculpt.Matte("light sett", 0xa19c95), sculpt.Matte("dark sett", 0x7c7975)}
	var setts []*sculpt.Mesh
	for i := range 19 {
		for k := range 9 {
			x := 0.19*(float64(i)-9) + 0.095*float64(k%2) - 0.05
			setts = append(setts, sculpt.Box(0.18, 0.18, 0.05, 0.014).Move(x, 0.19*(float64(k)-4),
				0.01+0.008*sculpt.Hash(i, k, 1, 41)).Paint(tones[int(2.999*sculpt.Hash(i, k, 2, 41))]))
		}
	}
	return sculpt.Join(append(setts, sculpt.Box(3.75, 1.78, 0.045, 0.01).Paint(sculpt.Matte("sand joint", 0x6a655e)))...)
}
