package prints

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// BraidedRing is a finger ring of three strands.
func BraidedRing() []sculpt.Part {
	return one("ring", braidRing().Paint(filament(0xe5b94f)))
}

// GinkgoEarrings is a pair of leaves on one plate.
func GinkgoEarrings() []sculpt.Part {
	return one("earrings", ginkgoLeaf().TurnZ(-24).Move(22, 0, 0).Mirror().Paint(filament(0xdfae3a)))
}

// braidRing is three strands braided between two bands, 17.2 mm wide inside,
// standing on its edge as a casting house prints it.
func braidRing() *sculpt.Mesh {
	const inner, turns = 8.6, 7
	parts := []*sculpt.Mesh{}
	for strand := range 3 {
		parts = append(parts, sculpt.Loop(sculpt.RingPath(168, func(t float64) sculpt.Vec {
			braid := 2 * math.Pi * (turns*t + float64(strand)/3)
			return sculpt.Polar(inner+1.55+0.62*math.Sin(2*braid), 2*math.Pi*t, 1.75*math.Sin(braid))
		}), 0.86, 10))
	}
	band := sculpt.Torus(inner+1.1, 0.62, 96, 10).Scale(1, 1, 1.1)
	sleeve := sculpt.Hoop(96, []sculpt.Pt{{inner, -3}, {inner + 0.8, -3}, {inner + 0.8, 3}, {inner, 3}})
	parts = append(parts, sleeve, band.Copy().Move(0, 0, 3.1), band.Copy().Move(0, 0, -3.1))
	return sculpt.Join(parts...).TurnX(90).Rest()
}

// ginkgoLeaf is an earring of 2 mm: a fan with a notch and fine veins, hung
// from an eye.
func ginkgoLeaf() *sculpt.Mesh {
	outline := []sculpt.Pt{{1.1, -1}, {1.2, 3}}
	const steps = 60
	for i := range steps + 1 {
		t := float64(i) / steps
		angle := sculpt.Radians(2 + 176*t)
		notch := func(at, wide float64) float64 { return math.Exp(-sq((t - at) / wide)) }
		r := 21 + 2.2*math.Sin(math.Pi*t) + 0.7*math.Sin(t*31) - 8.5*notch(0.5, 0.028) - 1.5*notch(0.25, 0.03) - 1.5*notch(0.74, 0.03)
		p := sculpt.Polar(r, angle, 0)
		outline = append(outline, sculpt.Pt{p.X, p.Y + 5 - 3.2*math.Abs(math.Cos(angle))})
	}
	outline = append(outline, sculpt.Pt{-1.2, 3}, sculpt.Pt{-1.1, -1})
	parts := []*sculpt.Mesh{sculpt.Prism(1.3, outline), ginkgoStem()}
	for i := range 15 {
		t := (float64(i) + 0.5) / 15
		angle := sculpt.Radians(10 + 160*t)
		long := 17.2 + 1.4*math.Sin(math.Pi*t)
		if i == 7 {
			long = 10
		}
		tip := sculpt.Polar(long, angle, 1.25).Add(sculpt.V(0, 4.4-2.6*math.Abs(math.Cos(angle)), 0))
		parts = append(parts, sculpt.Taper(sculpt.V(0, 1.5, 1.2), tip, 0.62, 0.28, 8))
	}
	return sculpt.Join(parts...)
}

func ginkgoStem() *sculpt.Mesh {
	stem := sculpt.Sweep{
		Outline: sculpt.Circle(1.2, 10), Path: sculpt.Path(20, func(t float64) sculpt.Vec { return sculpt.V(2.6*math.Sin(2.6*t), 2-19*t, 1.2) }),
		Size: func(t float64) float64 { return 1 - 0.25*t },
	}.Mesh()
	return sculpt.Join(stem, sculpt.Torus(2.3, 0.75, 32, 10).Move(1.6, -19, 1.2)).
		Each(func(p sculpt.Vec) sculpt.Vec { return sculpt.V(p.X, p.Y, max(p.Z, 0)) })
}

func sq(x float64) float64 { return x * x }
