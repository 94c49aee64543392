package demo

import "math"

// somaLayers is the cube put together: its layers from the ground up, each row
// by row from the front, with a letter for each of the seven pieces.
func somaLayers() [3]string { return [3]string{"LAALBAZBB", "LVPZVAZTB", "LPPZVPTTT"} }

// somaPiece is made of cubes of so many millimetres, with a groove where two
// meet and a little room around.
func somaPiece(letter byte, size float64) *Mesh {
	const room = 0.3
	cells := map[[3]int]bool{}
	for z, layer := range somaLayers() {
		for i := range layer {
			if layer[i] == letter {
				cells[[3]int{i % 3, i / 3, z}] = true
			}
		}
	}
	cube := box(size-room, size-room, size-room, size*0.07).move(0, 0, -(size-room)/2)
	thick := size * 0.8
	var parts []*Mesh
	for z := range 3 {
		for i := range 9 {
			at := [3]int{i % 3, i / 3, z}
			if !cells[at] {
				continue
			}
			centre := Vec{float64(at[0]) - 1, float64(at[1]) - 1, float64(at[2]) + 0.5}.mul(size)
			parts = append(parts, cube.copy().move(centre.x, centre.y, centre.z))
			for axis := range 3 {
				next := at
				next[axis]++
				if cells[next] {
					step := [3]float64{}
					step[axis] = size / 2
					joint := box(thick, thick, thick, 0).move(0, 0, -thick/2)
					parts = append(parts, joint.move(centre.x+step[0], centre.y+step[1], centre.z+step[2]))
				}
			}
		}
	}
	return join(parts...)
}

// starRadius is a six-pointed star with soft corners that shrinks upwards.
func starRadius(angle, t float64) float64 {
	return (27 - 20*t) * (1 + 0.2*math.Cos(6*angle) + 0.03*math.Cos(12*angle))
}

// starCone turns by two thirds on its way up; the sleeve has the same twist.
func starCone(high float64) *Mesh {
	const rows = 44
	return grid{nu: 96, nv: rows + 2, wrapU: true, at: func(u, v float64) Vec {
		if v == 0 || v == 1 {
			return Vec{0, 0, high * v}
		}
		t := (v*(rows+2) - 1) / rows
		return polar(starRadius(2*math.Pi*u, t), 2*math.Pi*(u+0.66*t), high*t)
	}}.mesh()
}

// starSleeve fits around the lower part of the cone with so much room.
func starSleeve(high, share, room, wall float64) *Mesh {
	const rows = 22
	return grid{nu: 96, nv: 2 * (rows + 1), wrapU: true, wrapV: true, at: func(u, v float64) Vec {
		j := int(math.Round(v*2*(rows+1))) % (2 * (rows + 1))
		grow, t := room+wall, float64(j)/rows
		if j > rows {
			grow, t = room, float64(2*rows+1-j)/rows
		}
		return polar(starRadius(2*math.Pi*u, t*share)+grow, 2*math.Pi*(u+0.66*t*share), high*share*t)
	}}.mesh()
}
