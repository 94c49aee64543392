package demo

import "math"

// teaSet is a teapot with two cups on a tray.
func teaSet(glaze Material) []Part {
	tea := glossy("tea", 0x8a4a1e)
	tray := hoop(72, Pt{0, 0}, Pt{0.235, 0}, Pt{0.25, 0.03}, Pt{0.243, 0.032}, Pt{0.228, 0.01}, Pt{0, 0.01}).scale(1, 0.72, 1)
	cup := join(teaCup(glaze), lathe(36, Pt{0, 0.05}, Pt{0.0375, 0.05}, Pt{0, 0.0505}).paint(tea))
	return []Part{
		{Name: "tray", Mesh: tray.paint(oak())},
		{Name: "teapot", Mesh: teapot(glaze).turnZ(-20).move(-0.065, 0.035, 0.01)},
		{Name: "cup left", Mesh: cup.copy().turnZ(-35).move(0.055, -0.075, 0.01)},
		{Name: "cup right", Mesh: cup.turnZ(40).move(0.14, 0.03, 0.01)},
	}
}

// teapot pours towards +x.
func teapot(glaze Material) *Mesh {
	belly := smooth(5, Pt{0.042, 0}, Pt{0.046, 0.008}, Pt{0.074, 0.035}, Pt{0.08, 0.065}, Pt{0.066, 0.1}, Pt{0.042, 0.118})
	body := lathe(48, append(append([]Pt{{0, 0}}, belly...), Pt{0, 0.119})...)
	lid := lathe(48, smooth(4, Pt{0, 0.112}, Pt{0.044, 0.117}, Pt{0.0445, 0.1205}, Pt{0.03, 0.129}, Pt{0, 0.133})...)
	spout := sweep{
		outline: circle(1, 16),
		path:    smoothPath(6, Vec{0.055, 0, 0.04}, Vec{0.085, 0, 0.052}, Vec{0.105, 0, 0.085}, Vec{0.128, 0, 0.112}),
		size:    func(t float64) float64 { return 0.021 - 0.0125*smoothstep(0, 0.9, t) },
	}.mesh()
	hole := puck(0.0062, 0.001, 0.0003, 16).aim(Vec{0.65, 0, 0.76}).move(0.1278, 0, 0.1118)
	handle := path(28, func(t float64) Vec {
		sin, cos := math.Sincos(radians(-100 + 212*t))
		return Vec{-0.06 - 0.055*cos, 0, 0.066 + 0.046*sin}
	})
	knob := sphere(0.0095, 20).move(0, 0, 0.141)
	return join(join(body, lid, spout, tube(handle, 0.0065, 12)).paint(glaze), knob.paint(brass()),
		rod(Vec{0, 0, 0.13}, Vec{0, 0, 0.138}, 0.004, 12).paint(brass()), hole.paint(black()))
}

// teaCup stands on its saucer.
func teaCup(glaze Material) *Mesh {
	outer := smooth(4, Pt{0.02, 0.006}, Pt{0.022, 0.012}, Pt{0.036, 0.03}, Pt{0.041, 0.062})
	profile := append([]Pt{{0, 0.006}}, outer...)
	profile = append(profile, Pt{0.0385, 0.062}, Pt{0.0335, 0.031}, Pt{0.018, 0.014}, Pt{0, 0.014})
	saucer := lathe(48, Pt{0, 0}, Pt{0.03, 0}, Pt{0.034, 0.004}, Pt{0.064, 0.012}, Pt{0.0645, 0.0138}, Pt{0.03, 0.0075}, Pt{0, 0.0068})
	handle := path(20, func(t float64) Vec {
		sin, cos := math.Sincos(radians(-95 + 190*t))
		return Vec{0.036 + 0.02*cos, 0, 0.038 + 0.015*sin}
	})
	return join(lathe(48, profile...), saucer, tube(handle, 0.0036, 10)).paint(glaze)
}
