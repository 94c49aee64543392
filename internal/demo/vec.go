package demo

import "math"

// Vec is a point or a direction.
type Vec struct{ x, y, z float64 }

func (a Vec) add(b Vec) Vec            { return Vec{a.x + b.x, a.y + b.y, a.z + b.z} }
func (a Vec) sub(b Vec) Vec            { return Vec{a.x - b.x, a.y - b.y, a.z - b.z} }
func (a Vec) mul(s float64) Vec        { return Vec{a.x * s, a.y * s, a.z * s} }
func (a Vec) scale(b Vec) Vec          { return Vec{a.x * b.x, a.y * b.y, a.z * b.z} }
func (a Vec) dot(b Vec) float64        { return a.x*b.x + a.y*b.y + a.z*b.z }
func (a Vec) length() float64          { return math.Sqrt(a.dot(a)) }
func (a Vec) mix(b Vec, t float64) Vec { return a.add(b.sub(a).mul(t)) }

func (a Vec) cross(b Vec) Vec {
	return Vec{a.y*b.z - a.z*b.y, a.z*b.x - a.x*b.z, a.x*b.y - a.y*b.x}
}

// lowest and highest take each coordinate on its own.
func (a Vec) lowest(b Vec) Vec  { return Vec{min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)} }
func (a Vec) highest(b Vec) Vec { return Vec{max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)} }

// unit gives the zero vector for the zero vector.
func (a Vec) unit() Vec {
	l := a.length()
	if l == 0 {
		return a
	}
	return a.mul(1 / l)
}

// turn rotates about an axis of length 1 through the origin, by the right hand.
func (a Vec) turn(axis Vec, angle float64) Vec {
	sin, cos := math.Sincos(angle)
	return a.mul(cos).add(axis.cross(a).mul(sin)).add(axis.mul(axis.dot(a) * (1 - cos)))
}

// polar is the point at an angle on a level circle.
func polar(radius, angle, z float64) Vec {
	sin, cos := math.Sincos(angle)
	return Vec{radius * cos, radius * sin, z}
}

// perpendicular gives some unit vector at right angles to a unit vector.
func perpendicular(a Vec) Vec {
	if math.Abs(a.z) < 0.9 {
		return a.cross(Vec{0, 0, 1}).unit()
	}
	return a.cross(Vec{1, 0, 0}).unit()
}

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }

func clamp(x, low, high float64) float64 { return min(max(x, low), high) }

func smoothstep(low, high, x float64) float64 {
	t := clamp((x-low)/(high-low), 0, 1)
	return t * t * (3 - 2*t)
}

// Pt is a point of a profile or an outline: x and y, or radius and height.
type Pt [2]float64

// smooth draws a curve through the points (Catmull-Rom) with so many steps
// between each two.
func smooth(steps int, points ...Pt) []Pt {
	at := func(i int) Pt { return points[min(max(i, 0), len(points)-1)] }
	var curve []Pt
	for i := range len(points) - 1 {
		for s := range steps {
			curve = append(curve, catmullRom(at(i-1), at(i), at(i+1), at(i+2), float64(s)/float64(steps)))
		}
	}
	return append(curve, points[len(points)-1])
}

// smoothLoop is smooth for a closed curve.
func smoothLoop(steps int, points ...Pt) []Pt {
	n := len(points)
	var curve []Pt
	for i := range n {
		for s := range steps {
			curve = append(curve, catmullRom(points[(i+n-1)%n], points[i], points[(i+1)%n], points[(i+2)%n], float64(s)/float64(steps)))
		}
	}
	return curve
}

func catmullRom(a, b, c, d Pt, t float64) Pt {
	var p Pt
	for k := range p {
		p[k] = 0.5 * (2*b[k] + (c[k]-a[k])*t + (2*a[k]-5*b[k]+4*c[k]-d[k])*t*t + (3*b[k]-a[k]-3*c[k]+d[k])*t*t*t)
	}
	return p
}

// circle gives n points of a circle, counter-clockwise.
func circle(radius float64, n int) []Pt { return ellipse(radius, radius, n) }

func ellipse(a, b float64, n int) []Pt {
	points := make([]Pt, n)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		points[i] = Pt{a * cos, b * sin}
	}
	return points
}

// shift moves an outline.
func shift(points []Pt, dx, dy float64) []Pt {
	moved := make([]Pt, len(points))
	for i, p := range points {
		moved[i] = Pt{p[0] + dx, p[1] + dy}
	}
	return moved
}

// roundRect is a rectangle about the origin with rounded corners.
func roundRect(width, height, radius float64, steps int) []Pt {
	var points []Pt
	for corner := range 4 {
		sx, sy := []float64{1, -1, -1, 1}[corner], []float64{1, 1, -1, -1}[corner]
		for i := range steps + 1 {
			sin, cos := math.Sincos(math.Pi / 2 * (float64(corner) + float64(i)/float64(steps)))
			points = append(points, Pt{sx*(width/2-radius) + radius*cos, sy*(height/2-radius) + radius*sin})
		}
	}
	return points
}
