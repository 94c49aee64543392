package geometry

import (
	"math"
)

// Identity is the matrix that moves nothing.
var Identity = [16]float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}

// maxMatrix bounds the numbers of a matrix, so that what is measured with them
// stays finite.
const maxMatrix = 1e30

// Bounded reports whether what is measured with a matrix stays finite.
func Bounded(m *[16]float64) bool {
	for _, v := range m {
		if !(math.Abs(v) <= maxMatrix) {
			return false
		}
	}
	return true
}

// Multiply returns a × b. Most places are not moved at all.
func Multiply(a, b *[16]float64) (product [16]float64) {
	switch Identity {
	case *a:
		return *b
	case *b:
		return *a
	}
	for column := range 4 {
		for row := range 4 {
			product[4*column+row] = a[row]*b[4*column] + a[4+row]*b[4*column+1] + a[8+row]*b[4*column+2] + a[12+row]*b[4*column+3]
		}
	}
	return product
}

// MatrixOf takes the 16 numbers of a matrix.
func MatrixOf(numbers []float32) (matrix [16]float64) {
	for i, v := range numbers {
		matrix[i] = float64(v)
	}
	return matrix
}

// Product multiplies matrices from the left to the right.
func Product(list ...[16]float64) [16]float64 {
	matrix := Identity
	for i := range list {
		matrix = Multiply(&matrix, &list[i])
	}
	return matrix
}

// Translation is the matrix that moves by a vector.
func Translation(v [3]float64) [16]float64 {
	return [16]float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, v[0], v[1], v[2], 1}
}

// Scaling is the matrix that stretches along the axes.
func Scaling(v [3]float64) [16]float64 {
	return [16]float64{v[0], 0, 0, 0, 0, v[1], 0, 0, 0, 0, v[2], 0, 0, 0, 0, 1}
}

// Turn is the matrix of a turn about an axis, in radians.
func Turn(angle float64, axis [3]float64) [16]float64 {
	length := math.Sqrt(axis[0]*axis[0] + axis[1]*axis[1] + axis[2]*axis[2])
	if !(length > 0) {
		return Identity
	}
	x, y, z := axis[0]/length, axis[1]/length, axis[2]/length
	s, c := math.Sincos(angle)
	t := 1 - c
	return [16]float64{
		t*x*x + c, t*x*y + s*z, t*x*z - s*y, 0,
		t*x*y - s*z, t*y*y + c, t*y*z + s*x, 0,
		t*x*z + s*y, t*y*z - s*x, t*z*z + c, 0,
		0, 0, 0, 1,
	}
}

// Transposed swaps rows and columns, for formats that write matrices row by row.
func Transposed(m [16]float64) (t [16]float64) {
	for i := range 4 {
		for k := range 4 {
			t[4*i+k] = m[4*k+i]
		}
	}
	return t
}

func transform(m *[16]float64, x, y, z float64) (float64, float64, float64) {
	return m[0]*x + m[4]*y + m[8]*z + m[12], m[1]*x + m[5]*y + m[9]*z + m[13], m[2]*x + m[6]*y + m[10]*z + m[14]
}

// mirrors reports whether a matrix makes a left hand of a right one: its determinant
// is negative.
func mirrors(m *[16]float64) bool {
	return m[0]*(m[5]*m[10]-m[6]*m[9])-m[4]*(m[1]*m[10]-m[2]*m[9])+m[8]*(m[1]*m[6]-m[2]*m[5]) < 0
}
