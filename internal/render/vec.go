package render

import (
	"math"
	"sync"
)

// vec is a point, a direction or a colour in linear light.
//
// Go may fuse x*y + z into one operation, with one rounding less, and does so on
// some machines only. A conversion forbids it, so every product that goes into a
// sum is made by mul or by a method of vec. For the same reason nothing here
// calls math.Exp, math.Pow or math.Sincos: some machines have their own.
type vec struct{ x, y, z float64 }

func vecOf(a [3]float64) vec { return vec{a[0], a[1], a[2]} }

// mul is a product that is rounded by itself.
func mul(a, b float64) float64 { return float64(a * b) }

func (a vec) add(b vec) vec            { return vec{a.x + b.x, a.y + b.y, a.z + b.z} }
func (a vec) sub(b vec) vec            { return vec{a.x - b.x, a.y - b.y, a.z - b.z} }
func (a vec) mul(s float64) vec        { return vec{mul(a.x, s), mul(a.y, s), mul(a.z, s)} }
func (a vec) scale(b vec) vec          { return vec{mul(a.x, b.x), mul(a.y, b.y), mul(a.z, b.z)} }
func (a vec) dot(b vec) float64        { return mul(a.x, b.x) + mul(a.y, b.y) + mul(a.z, b.z) }
func (a vec) length() float64          { return math.Sqrt(a.dot(a)) }
func (a vec) mix(b vec, t float64) vec { return a.add(b.sub(a).mul(t)) }

func (a vec) cross(b vec) vec {
	return vec{mul(a.y, b.z) - mul(a.z, b.y), mul(a.z, b.x) - mul(a.x, b.z), mul(a.x, b.y) - mul(a.y, b.x)}
}

// lowest and highest take each coordinate on its own.
func (a vec) lowest(b vec) vec  { return vec{min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)} }
func (a vec) highest(b vec) vec { return vec{max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)} }

// unit returns the zero vector for what has no direction.
func (a vec) unit() vec {
	l := a.length()
	if !(l > 0) || l > math.MaxFloat64 {
		return vec{}
	}
	return vec{a.x / l, a.y / l, a.z / l}
}

// affine is the upper three rows of a matrix.
type affine [3][4]float64

func (m *affine) point(x, y, z float64) vec {
	return vec{
		mul(m[0][0], x) + mul(m[0][1], y) + mul(m[0][2], z) + m[0][3],
		mul(m[1][0], x) + mul(m[1][1], y) + mul(m[1][2], z) + m[1][3],
		mul(m[2][0], x) + mul(m[2][1], y) + mul(m[2][2], z) + m[2][3],
	}
}

// after returns m × n: first n, then m.
func (m *affine) after(n *affine) (product affine) {
	for i := range 3 {
		for j := range 4 {
			product[i][j] = mul(m[i][0], n[0][j]) + mul(m[i][1], n[1][j]) + mul(m[i][2], n[2][j])
		}
		product[i][3] += m[i][3]
	}
	return product
}

func (m *affine) column(j int) vec { return vec{m[0][j], m[1][j], m[2][j]} }

// cofactors turn normals as m turns points, but for their length.
func (m *affine) cofactors() (c affine, mirrored bool) {
	x, y, z := m.column(0), m.column(1), m.column(2)
	for j, v := range [3]vec{y.cross(z), z.cross(x), x.cross(y)} {
		c[0][j], c[1][j], c[2][j] = v.x, v.y, v.z
	}
	mirrored = x.dot(y.cross(z)) < 0
	if mirrored {
		for i := range 3 {
			for j := range 3 {
				c[i][j] = -c[i][j]
			}
		}
	}
	return c, mirrored
}

func clamp(x, low, high float64) float64 { return min(max(x, low), high) }

func lerp(a, b, t float64) float64 { return a + mul(b-a, t) }

func smoothstep(low, high, x float64) float64 {
	t := clamp((x-low)/(high-low), 0, 1)
	return mul(mul(t, t), 3-mul(2, t))
}

// sincos sums the series of an angle in degrees.
func sincos(degrees float64) (sin, cos float64) {
	degrees -= mul(360, math.Floor(degrees/360+0.5))
	x := mul(degrees, math.Pi/180)
	square := mul(x, x)
	sin, cos = 1, 1
	// The angle is at most π, where the first term that is left out is about 2e-14.
	for n := 24.0; n > 0; n -= 2 {
		sin = 1 - mul(sin, square)/mul(n, n+1)
		cos = 1 - mul(cos, square)/mul(n, n-1)
	}
	return mul(sin, x), cos
}

// exp is e to the power of x, 0 for what is very small.
func exp(x float64) float64 {
	if !(x > -700) {
		return 0
	}
	whole := math.Floor(mul(min(x, 700), math.Log2E) + 0.5)
	// ln 2 in two parts, the first with zeros at its end, so that its product with a whole number is exact.
	rest := (min(x, 700) - mul(whole, 0.6931471803691238)) - mul(whole, 1.9082149292705877e-10)
	sum := 1.0
	for _, share := range [...]float64{1.0 / 11, 1.0 / 10, 1.0 / 9, 1.0 / 8, 1.0 / 7, 1.0 / 6, 1.0 / 5, 1.0 / 4, 1.0 / 3, 1.0 / 2, 1} {
		sum = 1 + mul(mul(sum, rest), share)
	}
	return math.Ldexp(sum, int(whole))
}

// root returns the nth root of x from 0 to 1 by Newton's way.
func root(x float64, n int) float64 {
	if x <= 0 {
		return 0
	}
	y := 1.0
	for range 80 {
		power := 1.0
		for range n - 1 {
			power = mul(power, y)
		}
		next := (mul(float64(n-1), y) + x/power) / float64(n)
		// From above, each of Newton's steps goes down; the first that does not is only rounding.
		if next >= y {
			break
		}
		y = next
	}
	return y
}

// curve is the transfer curve of sRGB (IEC 61966-2-1).
type curve struct {
	linear [256]float64 // of a byte
	bytes  [4097]uint8  // of linear light in 4,096 steps
}

var sRGB = sync.OnceValue(func() *curve {
	c := &curve{}
	for i := range c.linear {
		v := float64(i) / 255
		if v <= 0.04045 {
			c.linear[i] = v / 12.92
			continue
		}
		v = (v + 0.055) / 1.055
		fifth := root(v, 5)
		c.linear[i] = mul(mul(v, v), mul(fifth, fifth)) // v to the power of 2.4
	}
	for i := range c.bytes {
		v := float64(i) / 4096
		if v <= 0.0031308 {
			v = mul(12.92, v)
		} else {
			twelfth := root(math.Sqrt(math.Sqrt(v)), 3)
			square := mul(twelfth, twelfth)
			v = mul(1.055, mul(mul(square, square), twelfth)) - 0.055
		}
		c.bytes[i] = uint8(mul(clamp(v, 0, 1), 255) + 0.5)
	}
	return c
})

// plainBytes are the shares of what is no colour.
var plainBytes = sync.OnceValue(func() *[256]float64 {
	shares := &[256]float64{}
	for i := range shares {
		shares[i] = float64(i) / 255
	}
	return shares
})

func (c *curve) byte(light float64) uint8 { return c.bytes[int(mul(clamp(light, 0, 1), 4096)+0.5)] }

// color takes the curve off a colour.
func (c *curve) color(r, g, b uint8) vec { return vec{c.linear[r], c.linear[g], c.linear[b]} }
