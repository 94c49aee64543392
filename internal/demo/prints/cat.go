package prints

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// PatientCat is a sculpture of a sitting cat.
func PatientCat() []sculpt.Part {
	return one("cat", cat().Paint(filament(0x55606e)))
}

// cat sits upright, 113 mm high, eyes closed, its tail around its feet.
func cat() *sculpt.Mesh {
	body := sculpt.Melt(6, append(catHead(), catBody()...)...).Standing()
	parts := []*sculpt.Mesh{body.Mesh(sculpt.V(-34, -46, 0), sculpt.V(50, 56, 116), 2.2)}
	for _, side := range []float64{-1, 1} {
		lid := sculpt.Path(14, func(t float64) sculpt.Vec {
			return sculpt.V(side*(5+9*t), -32, 88.5-2.6*math.Sin(math.Pi*t))
		})
		parts = append(parts, sculpt.Tube(body.Onto(lid), 0.8, 8))
	}
	nose := body.Onto([]sculpt.Vec{sculpt.V(0, -36, 82.5)})[0]
	return sculpt.Join(append(parts, sculpt.Sphere(1.7, 14).Scale(1.3, 0.8, 0.9).Move(nose.X, nose.Y, nose.Z))...)
}

func catHead() []sculpt.Clay {
	head := []sculpt.Clay{sculpt.Egg(sculpt.V(0, -14, 86), sculpt.V(21.5, 17.5, 16.5)),
		sculpt.Egg(sculpt.V(0, -29, 80), sculpt.V(8.5, 4.5, 5))}
	for _, side := range []float64{-1, 1} {
		head = append(head, sculpt.Limb(sculpt.V(side*10.5, -11, 92), sculpt.V(side*17.5, -10, 113), 9, 1))
	}
	return head
}

func catBody() []sculpt.Clay {
	pieces := []sculpt.Clay{sculpt.Egg(sculpt.V(0, 16, 24), sculpt.V(27, 30, 26)),
		sculpt.Limb(sculpt.V(0, 12, 34), sculpt.V(0, -8, 64), 21, 14.5)}
	for _, side := range []float64{-1, 1} {
		pieces = append(pieces,
			sculpt.Limb(sculpt.V(side*8, -15, 52), sculpt.V(side*8, -21, 7), 9, 6),
			sculpt.Egg(sculpt.V(side*8.5, -25, 4), sculpt.V(6.5, 9, 6)),
			sculpt.Egg(sculpt.V(side*22, 6, 20), sculpt.V(10, 21, 19)),
			sculpt.Egg(sculpt.V(side*23, -15, 4), sculpt.V(7, 12, 6)))
	}
	tail := sculpt.Path(18, func(t float64) sculpt.Vec {
		sin, cos := math.Sincos(sculpt.Radians(100 - 182*t))
		return sculpt.V(3+37*cos, 3+40*sin, 6)
	})
	return append(pieces, sculpt.Tail(tail, 7, 5)...)
}
