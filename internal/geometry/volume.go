package geometry

import (
	"math"
	"unsafe"
)

// measurePlaced returns the signed volume and the area of a mesh at its place, and
// widens the box. The volume is the sum of the tetrahedra from the origin.
func measurePlaced(mesh *Mesh, matrix *[16]float64, box *Box) (volume, area float64) {
	points := pointsOf(mesh.Positions)
	if *matrix == Identity {
		box.addAll(mesh.Positions)
		return measureHere(points, trianglesOf(mesh.Indices))
	}
	for i := range points {
		p := points[i].moved(matrix)
		box.Add(p.X, p.Y, p.Z)
	}
	return measureMoved(points, trianglesOf(mesh.Indices), matrix)
}

// measureHere measures triangles where they were made. It is a loop of its own, small enough
// for all that it calls to be put into it: a call for each triangle takes as long as measuring it.
func measureHere(points []point, triangles []triangle) (volume, area float64) {
	sixfold, double := 0.0, 0.0
	for i := range triangles {
		first, second, third := triangles[i].corners()
		a := points[first].vector()
		normal := normalOf(a, points[second].vector(), points[third].vector())
		sixfold, double = sixfold+a.dot(normal), double+normal.length()
	}
	return sixfold / 6, double / 2
}

func measureMoved(points []point, triangles []triangle, matrix *[16]float64) (volume, area float64) {
	sixfold, double := 0.0, 0.0
	for i := range triangles {
		first, second, third := triangles[i].corners()
		a := points[first].moved(matrix)
		normal := normalOf(a, points[second].moved(matrix), points[third].moved(matrix))
		sixfold, double = sixfold+a.dot(normal), double+normal.length()
	}
	return sixfold / 6, double / 2
}

// Area returns the area of a triangle.
func Area(a, b, c Vector) float64 { return normalOf(a, b, c).length() / 2 }

// Vector is a place or a direction in space.
type Vector struct{ X, Y, Z float64 }

func (v Vector) dot(w Vector) float64 { return v.X*w.X + v.Y*w.Y + v.Z*w.Z }

func (v Vector) length() float64 { return math.Sqrt(v.dot(v)) }

// normalOf returns the normal of a triangle, twice as long as its area. Times a corner it
// is six times the volume of the tetrahedron from the origin.
func normalOf(a, b, c Vector) Vector {
	ux, uy, uz := b.X-a.X, b.Y-a.Y, b.Z-a.Z
	vx, vy, vz := c.X-a.X, c.Y-a.Y, c.Z-a.Z
	return Vector{uy*vz - uz*vy, uz*vx - ux*vz, ux*vy - uy*vx}
}

// point is a vertex's position.
type point [3]float32

// pointsOf are positions by vertex: one check of bounds for three numbers.
func pointsOf(positions []float32) []point {
	return unsafe.Slice((*point)(unsafe.Pointer(unsafe.SliceData(positions))), len(positions)/3)
}

func (p *point) vector() Vector { return Vector{float64(p[0]), float64(p[1]), float64(p[2])} }

// moved is where a matrix moves the point to.
func (p *point) moved(m *[16]float64) (v Vector) {
	v.X, v.Y, v.Z = transform(m, float64(p[0]), float64(p[1]), float64(p[2]))
	return v
}
