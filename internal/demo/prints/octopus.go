package prints

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// CableOctopus is an octopus that holds cables.
func CableOctopus() []sculpt.Part {
	return one("octopus", octopus(spool("coral", 0xe8735f), spool("white", 0xf6f2ea), spool("night", 0x2a2b35)))
}

// octopus sits on the desk; the tips of its eight arms curl around cables of up
// to 4 mm.
func octopus(skin, eyes, pupils sculpt.Material) *sculpt.Mesh {
	parts := []*sculpt.Mesh{
		octopusHead().Paint(skin),
		sculpt.Around(8, octopusArm()).TurnZ(22.5).Paint(skin),
	}
	for _, side := range []float64{-1, 1} {
		parts = append(parts,
			sculpt.Sphere(7.6, 24).Move(side*11.5, -25.5, 38).Paint(eyes),
			sculpt.Sphere(4.6, 20).Move(side*12.2, -29.6, 38.4).Paint(pupils))
	}
	smile := sculpt.Path(14, func(t float64) sculpt.Vec {
		return sculpt.Polar(21.4, sculpt.Radians(-112+44*t), 24-2.6*math.Sin(math.Pi*t)).Add(sculpt.V(0, -3, 0))
	})
	return sculpt.Join(append(parts, sculpt.Tube(smile, 1.1, 8).Paint(pupils))...)
}

func octopusHead() *sculpt.Mesh {
	profile := []sculpt.Pt{{0, 0}}
	profile = append(profile, sculpt.Smooth(5,
		[]sculpt.Pt{{30, 0}, {29, 5}, {22, 13}, {20, 20}, {25, 32}, {29, 47}, {25, 62}, {13, 72}, {4, 74}})...)
	return sculpt.Lathe(48, append(profile, sculpt.Pt{0, 74.3})).TurnX(7).
		Each(func(p sculpt.Vec) sculpt.Vec { return sculpt.V(p.X, p.Y, max(p.Z, 0)) })
}

// octopusArm leaves the body along the ground and curls up and back at its end.
func octopusArm() *sculpt.Mesh {
	const curl = 8.2
	arm := sculpt.Path(46, func(t float64) sculpt.Vec {
		if t < 0.45 {
			k := t / 0.45
			return sculpt.V(16+34*k, 5*math.Sin(math.Pi*k), 8.5-2.2*sculpt.Smoothstep(0, 1, k))
		}
		k := (t - 0.45) / 0.55
		angle := -math.Pi/2 + 1.34*math.Pi*k
		r := curl - 2.4*k
		return sculpt.V(50+r*math.Cos(angle), 3.5*k, 6.3+curl+r*math.Sin(angle))
	})
	size := func(t float64) float64 { return 1 - 0.66*t }
	body := sculpt.Sweep{Outline: sculpt.Circle(7.6, 12), Path: arm, Size: size}.Mesh()
	tip := sculpt.Sphere(7.6*size(1), 12).Move(arm[46].X, arm[46].Y, arm[46].Z)
	return sculpt.Join(body, tip).Each(func(p sculpt.Vec) sculpt.Vec { return sculpt.V(p.X, p.Y, max(p.Z, 0)) })
}
