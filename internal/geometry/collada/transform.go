package collada

import (
	"math"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// transforms are the lists that a node's place is made of, in their order, with
// how many numbers each has.
var transforms = map[string]int{"matrix": 16, "translate": 3, "rotate": 4, "scale": 3, "lookat": 9, "skew": 7}

// local is where a node stands in its parent.
func (r *reader) local(node int) ([16]float64, error) {
	matrix := geometry.Identity
	for child := range r.children(node) {
		size, ok := transforms[string(r.name(child))]
		if !ok {
			continue
		}
		var v [16]float64
		if n := r.list(child, v[:size]); n < size {
			return matrix, source.Refuse(source.Malformed, "a <%s> has %d of %d numbers", r.name(child), n, size)
		}
		var step [16]float64
		switch string(r.name(child)) {
		case "matrix":
			step = geometry.Transposed(v) // written row by row
		case "translate":
			step = geometry.Translation([3]float64(v[:3]))
		case "rotate":
			step = geometry.Turn(v[3]*math.Pi/180, [3]float64(v[:3]))
		case "scale":
			step = geometry.Scaling([3]float64(v[:3]))
		case "lookat":
			step = lookAt([3]float64(v[:3]), [3]float64(v[3:6]), [3]float64(v[6:9]))
		case "skew":
			step = skew(v[0], [3]float64(v[1:4]), [3]float64(v[4:7]))
		}
		matrix = geometry.Multiply(&matrix, &step)
	}
	return matrix, nil
}

// lookAt stands at a point and turns -z to another one (section "lookat").
func lookAt(eye, interest, up [3]float64) [16]float64 {
	back := unit([3]float64{eye[0] - interest[0], eye[1] - interest[1], eye[2] - interest[2]})
	right := unit(cross(up, back))
	up = cross(back, right)
	if right == [3]float64{} {
		return geometry.Translation(eye) // it looks along what is up
	}
	return [16]float64{right[0], right[1], right[2], 0, up[0], up[1], up[2], 0, back[0], back[1], back[2], 0, eye[0], eye[1], eye[2], 1}
}

// skew leans what stands along one axis over along another, by an angle between
// them (section "skew", after RenderMan's). The plane across is kept.
func skew(degrees float64, rotated, along [3]float64) [16]float64 {
	along = unit(along)
	flat := dot(rotated, along)
	across := unit([3]float64{rotated[0] - flat*along[0], rotated[1] - flat*along[1], rotated[2] - flat*along[2]})
	high := dot(rotated, across)
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	x, y := high*cos-flat*sin, high*sin+flat*cos
	if !(high > 0 && x > 0) {
		return geometry.Identity // it would lie flat
	}
	amount := y/x - flat/high
	matrix := geometry.Identity
	for column := range 3 {
		for row := range 3 {
			matrix[4*column+row] += amount * along[row] * across[column]
		}
	}
	return matrix
}

func dot(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// unit makes a vector one long, and zeros of one without length.
func unit(v [3]float64) [3]float64 {
	length := math.Sqrt(dot(v, v))
	if !(length > 0) || math.IsInf(length, 0) {
		return [3]float64{}
	}
	return [3]float64{v[0] / length, v[1] / length, v[2] / length}
}
