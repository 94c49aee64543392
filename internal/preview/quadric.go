package preview

import "math"

// quadric sums squared distances to planes, each weighted (Garland and Heckbert,
// "Surface Simplification Using Quadric Error Metrics", 1997): the error at p is
// pᵀAp + 2b·p + c, and weight is the sum of the weights.
type quadric struct {
	xx, xy, xz, yy, yz, zz float64
	x, y, z                float64
	c                      float64
	weight                 float64
}

// plane adds the plane through p with the unit normal n.
func (q *quadric) plane(n, p vector, weight float64) {
	d := -n.dot(p)
	w := n.times(weight)
	q.xx += w.x * n.x
	q.xy += w.x * n.y
	q.xz += w.x * n.z
	q.yy += w.y * n.y
	q.yz += w.y * n.z
	q.zz += w.z * n.z
	q.x += w.x * d
	q.y += w.y * d
	q.z += w.z * d
	q.c += weight * d * d
	q.weight += weight
}

// planeOf is the quadric of a face, whose area is given along its normal: that is
// its weight.
func planeOf(area, p vector) (q quadric) {
	length := area.length()
	if length > 0 {
		q.plane(area.times(1/length), p, length)
	}
	return q
}

func (q *quadric) add(o *quadric) {
	q.xx += o.xx
	q.xy += o.xy
	q.xz += o.xz
	q.yy += o.yy
	q.yz += o.yz
	q.zz += o.zz
	q.x += o.x
	q.y += o.y
	q.z += o.z
	q.c += o.c
	q.weight += o.weight
}

func (q *quadric) addTimes(o *quadric, times float64) {
	q.xx += times * o.xx
	q.xy += times * o.xy
	q.xz += times * o.xz
	q.yy += times * o.yy
	q.yz += times * o.yz
	q.zz += times * o.zz
	q.x += times * o.x
	q.y += times * o.y
	q.z += times * o.z
	q.c += times * o.c
	q.weight += times * o.weight
}

// error is never negative but for rounding.
func (q *quadric) error(p vector) float64 {
	x := q.xx*p.x + q.xy*p.y + q.xz*p.z + 2*q.x
	y := q.xy*p.x + q.yy*p.y + q.yz*p.z + 2*q.y
	z := q.xz*p.x + q.yz*p.y + q.zz*p.z + 2*q.z
	return math.Abs(x*p.x + y*p.y + z*p.z + q.c)
}

// stiffness draws the best point to the middle, along which flat surfaces say
// nothing.
const stiffness = 1e-3

// best is the point of least error, near a middle where many are as good.
func (q *quadric) best(middle vector) vector {
	pull := stiffness * (q.xx + q.yy + q.zz)
	// Solved for the way from the middle: the numbers stay small.
	rows := [3]vector{{q.xx + pull, q.xy, q.xz}, {q.xy, q.yy + pull, q.yz}, {q.xz, q.yz, q.zz + pull}}
	right := vector{
		-q.x - q.xx*middle.x - q.xy*middle.y - q.xz*middle.z,
		-q.y - q.xy*middle.x - q.yy*middle.y - q.yz*middle.z,
		-q.z - q.xz*middle.x - q.yz*middle.y - q.zz*middle.z,
	}
	first := rows[1].cross(rows[2])
	determinant := rows[0].dot(first)
	if !(math.Abs(determinant) > 0) {
		return middle
	}
	// The matrix is symmetric: its rows are its columns.
	way := vector{
		right.dot(first), right.dot(rows[2].cross(rows[0])), right.dot(rows[0].cross(rows[1])),
	}.times(1 / determinant)
	return middle.add(way)
}
