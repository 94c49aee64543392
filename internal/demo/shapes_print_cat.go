package demo

import "math"

// cat sits upright, 113 mm high, eyes closed, its tail around its feet.
func cat() *Mesh {
	body := melt(6, append(catHead(), catBody()...)...).standing()
	parts := []*Mesh{body.mesh(Vec{-34, -46, 0}, Vec{50, 56, 116}, 2.2)}
	for _, side := range []float64{-1, 1} {
		lid := path(14, func(t float64) Vec {
			return Vec{side * (5 + 9*t), -32, 88.5 - 2.6*math.Sin(math.Pi*t)}
		})
		parts = append(parts, tube(body.onto(lid), 0.8, 8))
	}
	nose := body.onto([]Vec{{0, -36, 82.5}})[0]
	return join(append(parts, sphere(1.7, 14).scale(1.3, 0.8, 0.9).move(nose.x, nose.y, nose.z))...)
}

func catHead() []clay {
	head := []clay{clayEgg(Vec{0, -14, 86}, Vec{21.5, 17.5, 16.5}), clayEgg(Vec{0, -29, 80}, Vec{8.5, 4.5, 5})}
	for _, side := range []float64{-1, 1} {
		head = append(head, clayLimb(Vec{side * 10.5, -11, 92}, Vec{side * 17.5, -10, 113}, 9, 1))
	}
	return head
}

func catBody() []clay {
	pieces := []clay{clayEgg(Vec{0, 16, 24}, Vec{27, 30, 26}), clayLimb(Vec{0, 12, 34}, Vec{0, -8, 64}, 21, 14.5)}
	for _, side := range []float64{-1, 1} {
		pieces = append(pieces,
			clayLimb(Vec{side * 8, -15, 52}, Vec{side * 8, -21, 7}, 9, 6),
			clayEgg(Vec{side * 8.5, -25, 4}, Vec{6.5, 9, 6}),
			clayEgg(Vec{side * 22, 6, 20}, Vec{10, 21, 19}),
			clayEgg(Vec{side * 23, -15, 4}, Vec{7, 12, 6}))
	}
	tail := path(18, func(t float64) Vec {
		sin, cos := math.Sincos(radians(100 - 182*t))
		return Vec{3 + 37*cos, 3 + 40*sin, 6}
	})
	return append(pieces, clayTail(tail, 7, 5)...)
}
