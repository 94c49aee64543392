package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// CeladonTeaSet is a pot and two cups on an oak tray.
func CeladonTeaSet() []sculpt.Part { return teaSet(sculpt.Glossy("celadon", 0x8fb8a2)) }

// teaSet is a teapot with two cups on a tray.
func teaSet(glaze sculpt.Material) []sculpt.Part {
	tea := sculpt.Glossy("tea", 0x8a4a1e)
	tray := sculpt.Hoop(72, []sculpt.Pt{{0, 0}, {0.235, 0}, {0.25, 0.03}, {0.243, 0.032}, {0.228, 0.01}, {0, 0.01}}).Scale(1, 0.72, 1)
	cup := sculpt.Join(teaCup(glaze), sculpt.Lathe(36, []sculpt.Pt{{0, 0.05}, {0.0375, 0.05}, {0, 0.0505}}).Paint(tea))
	return []sculpt.Part{
		{Name: "tray", Mesh: tray.Paint(oak())},
		{Name: "teapot", Mesh: teapot(glaze).TurnZ(-20).Move(-0.065, 0.035, 0.01)},
		{Name: "cup left", Mesh: cup.Copy().TurnZ(-35).Move(0.055, -0.075, 0.01)},
		{Name: "cup right", Mesh: cup.TurnZ(40).Move(0.14, 0.03, 0.01)},
	}
}

// teapot pours towards +x.
func teapot(glaze sculpt.Material) *sculpt.Mesh {
	belly := sculpt.Smooth(5, []sculpt.Pt{{0.042, 0}, {0.046, 0.008}, {0.074, 0.035}, {0.08, 0.065}, {0.066, 0.1}, {0.042, 0.118}})
	body := sculpt.Lathe(48, append(append([]sculpt.Pt{{0, 0}}, belly...), sculpt.Pt{0, 0.119}))
	lid := sculpt.Lathe(48, sculpt.Smooth(4, []sculpt.Pt{{0, 0.112}, {0.044, 0.117}, {0.0445, 0.1205}, {0.03, 0.129}, {0, 0.133}}))
	spout := sculpt.Sweep{
		Outline: sculpt.Circle(1, 16),
		Path:    smoothPath(6, sculpt.V(0.055, 0, 0.04), sculpt.V(0.085, 0, 0.052), sculpt.V(0.105, 0, 0.085), sculpt.V(0.128, 0, 0.112)),
		Size:    func(t float64) float64 { return 0.021 - 0.0125*sculpt.Smoothstep(0, 0.9, t) },
	}.Mesh()
	hole := sculpt.Puck(0.0062, 0.001, 0.0003, 16).Aim(sculpt.V(0.65, 0, 0.76)).Move(0.1278, 0, 0.1118)
	handle := sculpt.Path(28, func(t float64) sculpt.Vec {
		sin, cos := math.Sincos(sculpt.Radians(-100 + 212*t))
		return sculpt.V(-0.06-0.055*cos, 0, 0.066+0.046*sin)
	})
	knob := sculpt.Sphere(0.0095, 20).Move(0, 0, 0.141)
	return sculpt.Join(sculpt.Join(body, lid, spout, sculpt.Tube(handle, 0.0065, 12)).Paint(glaze), knob.Paint(brass()),
		sculpt.Rod(sculpt.V(0, 0, 0.13), sculpt.V(0, 0, 0.138), 0.004, 12).Paint(brass()), hole.Paint(black()))
}

// teaCup stands on its saucer.
func teaCup(glaze sculpt.Material) *sculpt.Mesh {
	outer := sculpt.Smooth(4, []sculpt.Pt{{0.02, 0.006}, {0.022, 0.012}, {0.036, 0.03}, {0.041, 0.062}})
	profile := append([]sculpt.Pt{{0, 0.006}}, outer...)
	profile = append(profile, sculpt.Pt{0.0385, 0.062}, sculpt.Pt{0.0335, 0.031}, sculpt.Pt{0.018, 0.014}, sculpt.Pt{0, 0.014})
	saucer := sculpt.Lathe(48, []sculpt.Pt{{0, 0}, {0.03, 0}, {0.034, 0.004}, {0.064, 0.012}, {0.0645, 0.0138}, {0.03, 0.0075}, {0, 0.0068}})
	handle := sculpt.Path(20, func(t float64) sculpt.Vec {
		sin, cos := math.Sincos(sculpt.Radians(-95 + 190*t))
		return sculpt.V(0.036+0.02*cos, 0, 0.038+0.015*sin)
	})
	return sculpt.Join(sculpt.Lathe(48, profile), saucer, sculpt.Tube(handle, 0.0036, 10)).Paint(glaze)
}
