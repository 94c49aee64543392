package sculpt

import "math"

// Vec is a point or a direction.
type Vec struct{ X, Y, Z float64 }

// V returns the vector of three coordinates.
func V(x, y, z float64) Vec { return Vec{x, y, z} }

// Add returns a + b.
func (a Vec) Add(b Vec) Vec { return Vec{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }

// Sub returns a - b.
func (a Vec) Sub(b Vec) Vec { return Vec{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }

// Mul returns a, s times as long.
func (a Vec) Mul(s float64) Vec { return Vec{a.X * s, a.Y * s, a.Z * s} }

// Scale multiplies coordinate by coordinate.
func (a Vec) Scale(b Vec) Vec { return Vec{a.X * b.X, a.Y * b.Y, a.Z * b.Z} }

// Dot returns the scalar product.
func (a Vec) Dot(b Vec) float64 { return a.X*b.X + a.Y*b.Y + a.Z*b.Z }

// Length returns how long a is.
func (a Vec) Length() float64 { return math.Sqrt(a.Dot(a)) }

// Mix goes from a (t = 0) to b (t = 1).
func (a Vec) Mix(b Vec, t float64) Vec { return a.Add(b.Sub(a).Mul(t)) }

// Cross returns the vector product.
func (a Vec) Cross(b Vec) Vec {
	return Vec{a.Y*b.Z - a.Z*b.Y, a.Z*b.X - a.X*b.Z, a.X*b.Y - a.Y*b.X}
}

// lowest and highest take each coordinate on its own.
func (a Vec) lowest(b Vec) Vec  { return Vec{min(a.X, b.X), min(a.Y, b.Y), min(a.Z, b.Z)} }
func (a Vec) highest(b Vec) Vec { return Vec{max(a.X, b.X), max(a.Y, b.Y), max(a.Z, b.Z)} }

// Unit returns the zero vector for the zero vector.
func (a Vec) Unit() Vec {
	l := a.Length()
	if l == 0 {
		return a
	}
	return a.Mul(1 / l)
}

// Turn rotates about an axis of length 1 through the origin, by the right hand.
func (a Vec) Turn(axis Vec, angle float64) Vec {
	sin, cos := math.Sincos(angle)
	return a.Mul(cos).Add(axis.Cross(a).Mul(sin)).Add(axis.Mul(axis.Dot(a) * (1 - cos)))
}

// Polar is the point at an angle on a level circle.
func Polar(radius, angle, z float64) Vec {
	sin, cos := math.Sincos(angle)
	return Vec{radius * cos, radius * sin, z}
}

// Perpendicular returns some unit vector at right angles to a unit vector.
func Perpendicular(a Vec) Vec {
	if math.Abs(a.Z) < 0.9 {
		return a.Cross(Vec{0, 0, 1}).Unit()
	}
	return a.Cross(Vec{1, 0, 0}).Unit()
}

// Radians turns degrees into radians.
func Radians(degrees float64) float64 { return degrees * math.Pi / 180 }

// Clamp returns the number between low and high that is nearest to x.
func Clamp(x, low, high float64) float64 { return min(max(x, low), high) }

// Smoothstep rises smoothly from 0 at low to 1 at high; high may be the lower one.
func Smoothstep(low, high, x float64) float64 {
	t := Clamp((x-low)/(high-low), 0, 1)
	return t * t * (3 - 2*t)
}
