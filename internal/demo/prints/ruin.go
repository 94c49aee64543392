package prints

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// The ruined tower is for figures of 28 mm. Stones lie in rows around it.
const (
	ruinInner  = 38.0
	ruinOuter  = 46.0
	ruinRow    = 9.0
	ruinStones = 16
	ruinFloor  = 4.0 // the ground plate
	ruinStorey = 5   // rows of the lower part
)

// ruinOpening is a door or a window with a round arch. Measures along the wall
// are millimetres at its middle.
type ruinOpening struct {
	angle, half, sill, spring float64
}

func ruinOpenings() []ruinOpening {
	return []ruinOpening{
		{angle: sculpt.Radians(-90), half: 9.5, sill: 0, spring: ruinFloor + 22},
		{angle: sculpt.Radians(-25), half: 4.5, sill: ruinFloor + 6*ruinRow, spring: ruinFloor + 7.2*ruinRow},
		{angle: sculpt.Radians(70), half: 4.5, sill: ruinFloor + 6*ruinRow, spring: ruinFloor + 7.4*ruinRow},
		{angle: sculpt.Radians(165), half: 4.5, sill: ruinFloor + 6*ruinRow, spring: ruinFloor + 7.2*ruinRow},
	}
}

// ruinStone bends a block into the wall between two angles.
func ruinStone(shape *sculpt.Mesh, from, to, z, high, out float64) *sculpt.Mesh {
	return shape.Copy().Each(func(p sculpt.Vec) sculpt.Vec {
		radius := ruinInner + (p.Y+0.5)*(ruinOuter-ruinInner+out)
		return sculpt.Polar(radius, from+(p.X+0.5)*(to-from), z+p.Z*high)
	}).Flip() // x runs against the sense that y outwards would ask for
}

// ruinWall lays the rows from one up to another, not higher than the wall has
// fallen at each angle, around the openings.
func ruinWall(first, last int, fallen func(angle float64) float64) *sculpt.Mesh {
	shape := sculpt.Box(1.01, 1, 1.01, 0.09)
	var stones []*sculpt.Mesh
	for row := first; row < last; row++ {
		for i := range ruinStones {
			width := 2 * math.Pi / ruinStones
			from := width * (float64(i) + 0.5*float64(row%2) + 0.2*(sculpt.Hash(i, row, 0, 4)-0.5))
			to := width * (float64(i+1) + 0.5*float64(row%2) + 0.2*(sculpt.Hash((i+1)%ruinStones, row, 0, 4)-0.5))
			if float64(row)+0.5 > fallen((from+to)/2) {
				continue
			}
			z := ruinFloor + float64(row)*ruinRow
			from, to = ruinTrim(from, to, z)
			if to-from > sculpt.Radians(3) {
				stones = append(stones, ruinStone(shape, from, to, z, ruinRow, 2.4*(sculpt.Hash(i, row, 1, 4)-0.5)))
			}
		}
	}
	return sculpt.Join(stones...)
}

// ruinTrim cuts a stone back from an opening.
func ruinTrim(from, to, z float64) (float64, float64) {
	const middle = (ruinInner + ruinOuter) / 2
	for _, o := range ruinOpenings() {
		reach := o.half + 2
		if z+ruinRow/2 < o.sill || z > o.spring+reach {
			continue
		}
		if z > o.spring {
			reach = math.Sqrt(max(reach*reach-sq(z-o.spring), 0))
		}
		near := math.Remainder((from+to)/2-o.angle, 2*math.Pi)
		shift := o.angle + near - (from+to)/2
		a, b := from+shift-o.angle, to+shift-o.angle
		if near > 0 {
			a = max(a, reach/middle)
		} else {
			b = min(b, -reach/middle)
		}
		from, to = a-shift+o.angle, b-shift+o.angle
	}
	return from, to
}

// ruinFrame lines an opening with dressed stones.
func ruinFrame(o ruinOpening, posts, arch int) *sculpt.Mesh {
	const middle = (ruinInner + ruinOuter) / 2
	shape := sculpt.Box(1.02, 1, 1.02, 0.08)
	bent := func(at func(p sculpt.Vec) (x, z float64)) *sculpt.Mesh {
		return shape.Copy().Each(func(p sculpt.Vec) sculpt.Vec {
			x, z := at(p)
			return sculpt.Polar(ruinInner-1+(p.Y+0.5)*(ruinOuter-ruinInner+3), o.angle+x/middle, z)
		}).Flip()
	}
	const thick = 4.0
	var stones []*sculpt.Mesh
	sill := max(o.sill, ruinFloor)
	for i := range posts {
		for _, side := range []float64{-1, 1} {
			stones = append(stones, bent(func(p sculpt.Vec) (x, z float64) {
				return side * (o.half + thick*(0.5+side*p.X)), sill + (o.spring-sill)*(float64(i)+p.Z)/float64(posts)
			}))
		}
	}
	for i := range arch {
		stones = append(stones, bent(func(p sculpt.Vec) (x, z float64) {
			angle := math.Pi * (float64(i) + 0.5 - p.X) / float64(arch)
			r := o.half + thick*1.2*p.Z
			return r * math.Cos(angle), o.spring + r*math.Sin(angle)
		}))
	}
	return sculpt.Join(stones...)
}
