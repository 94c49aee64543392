package preview

import "math"

// vector is a point or a direction. The compiler keeps the fields in registers,
// which it doesn't do for an array.
type vector struct{ x, y, z float64 }

// list returns the coordinates, for what is done with each of them alike.
func (a vector) list() [3]float64 { return [3]float64{a.x, a.y, a.z} }

func (a vector) add(b vector) vector { return vector{a.x + b.x, a.y + b.y, a.z + b.z} }

func (a vector) sub(b vector) vector { return vector{a.x - b.x, a.y - b.y, a.z - b.z} }

func (a vector) dot(b vector) float64 { return a.x*b.x + a.y*b.y + a.z*b.z }

func (a vector) cross(b vector) vector {
	return vector{a.y*b.z - a.z*b.y, a.z*b.x - a.x*b.z, a.x*b.y - a.y*b.x}
}

func (a vector) length() float64 { return math.Sqrt(a.dot(a)) }

func (a vector) times(f float64) vector { return vector{a.x * f, a.y * f, a.z * f} }

// unit returns the direction; that of no length is zero.
func (a vector) unit() vector {
	// The largest part is taken out first: squares of the smallest vanish.
	largest := max(math.Abs(a.x), math.Abs(a.y), math.Abs(a.z))
	if !(largest > 0) || math.IsInf(largest, 0) {
		return vector{}
	}
	a = vector{a.x / largest, a.y / largest, a.z / largest}
	return a.times(1 / a.length())
}

// matrix is an affine map: three rows of four.
type matrix [3][4]float64

func (m *matrix) point(x, y, z float64) vector {
	return vector{
		m[0][0]*x + m[0][1]*y + m[0][2]*z + m[0][3],
		m[1][0]*x + m[1][1]*y + m[1][2]*z + m[1][3],
		m[2][0]*x + m[2][1]*y + m[2][2]*z + m[2][3],
	}
}

// cofactors map normals, but for their length, and for their sign where the
// determinant is negative.
func (m *matrix) cofactors() (c [3]vector) {
	row := func(i int) vector { return vector{m[i][0], m[i][1], m[i][2]} }
	for i := range c {
		c[i] = row((i + 1) % 3).cross(row((i + 2) % 3))
	}
	return c
}

func (m *matrix) determinant() float64 {
	return vector{m[0][0], m[0][1], m[0][2]}.dot(m.cofactors()[0])
}

// newMatrix takes a column-major one and turns it so that y is upwards.
func newMatrix(from *[16]float64, up string) (m matrix) {
	for row := range m {
		for column := range m[row] {
			m[row][column] = from[4*column+row]
		}
	}
	x, y, z := m[0], m[1], m[2]
	negative := func(v [4]float64) [4]float64 { return [4]float64{-v[0], -v[1], -v[2], -v[3]} }
	// Axes are turned and not only exchanged, which would mirror the model.
	switch up {
	case "x":
		return matrix{negative(y), x, z}
	case "z":
		return matrix{x, z, negative(y)}
	}
	return m
}

// box is the extent of what is shown.
type box struct{ min, max vector }

func emptyBox() box {
	inf := math.Inf(1)
	return box{vector{inf, inf, inf}, vector{-inf, -inf, -inf}}
}

func (b *box) add(p vector) {
	// The builtin min minds what is no number, and is slower for it.
	grow := func(low, high *float64, v float64) {
		if v < *low {
			*low = v
		}
		if v > *high {
			*high = v
		}
	}
	grow(&b.min.x, &b.max.x, p.x)
	grow(&b.min.y, &b.max.y, p.y)
	grow(&b.min.z, &b.max.z, p.z)
}

// longest is the longest side; of a single point 1, so that all may divide by it.
func (b *box) longest() float64 {
	size := b.max.sub(b.min)
	if longest := max(size.x, size.y, size.z); longest > 0 {
		return longest
	}
	return 1
}

// fit scales a point into the box of 0 to 1.
func (b *box) fit(p vector) vector { return p.sub(b.min).times(1 / b.longest()) }

// farthest is where no coordinate may lie: products of three stay finite.
const farthest = 1e90

func (a vector) bounded() bool {
	return math.Abs(a.x) < farthest && math.Abs(a.y) < farthest && math.Abs(a.z) < farthest
}
