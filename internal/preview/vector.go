package preview

import "math"

type vector [3]float64

func (a vector) sub(b vector) vector { return vector{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func (a vector) dot(b vector) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func (a vector) cross(b vector) vector {
	return vector{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func (a vector) length() float64 { return math.Sqrt(a.dot(a)) }

func (a vector) times(f float64) vector { return vector{a[0] * f, a[1] * f, a[2] * f} }

// unit gives the direction; that of no length is zero.
func (a vector) unit() vector {
	// The largest part is taken out first: squares of the smallest vanish.
	largest := max(math.Abs(a[0]), math.Abs(a[1]), math.Abs(a[2]))
	if !(largest > 0) || math.IsInf(largest, 0) {
		return vector{}
	}
	a = vector{a[0] / largest, a[1] / largest, a[2] / largest}
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
	for i, v := range p {
		b.min[i], b.max[i] = min(b.min[i], v), max(b.max[i], v)
	}
}

// longest is the longest side; of a single point 1, so that all may divide by it.
func (b *box) longest() float64 {
	size := b.max.sub(b.min)
	if longest := max(size[0], size[1], size[2]); longest > 0 {
		return longest
	}
	return 1
}

// fit scales a point into the box of 0 to 1.
func (b *box) fit(p vector) vector { return p.sub(b.min).times(1 / b.longest()) }

// farthest is where no coordinate may lie: products of three stay finite.
const farthest = 1e90

func (a vector) bounded() bool {
	return math.Abs(a[0]) < farthest && math.Abs(a[1]) < farthest && math.Abs(a[2]) < farthest
}
