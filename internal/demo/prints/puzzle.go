package prints

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// TwistingCone is a star-shaped cone and the sleeve that it turns through.
func TwistingCone() []sculpt.Part {
	return []sculpt.Part{
		{Name: "cone", Mesh: starCone(96).Move(-32, 6, 0).Paint(spool("silk blue", 0x4b6fd6))},
		{Name: "sleeve", Mesh: starSleeve(96, 0.42, 0.5, 2.2).Move(36, -10, 0).Paint(spool("silk pink", 0xe873a8))},
	}
}

// SomaCube is the cube with two of its seven pieces yet to come.
func SomaCube() []sculpt.Part {
	const size = 20
	pieces := []struct {
		letter byte
		name   string
		hex    uint32
	}{
		{'V', "v", 0xe25a4f}, {'L', "l", 0xf29a3d}, {'T', "t", 0xf4c93f}, {'Z', "z", 0x63ab62},
		{'A', "left screw", 0x3f9aa8}, {'B', "right screw", 0x4a6fc0}, {'P', "tripod", 0x9062b5},
	}
	var parts []sculpt.Part
	for _, p := range pieces {
		m := somaPiece(p.letter, size).Paint(spool(p.name, p.hex))
		switch p.letter {
		case 'T':
			m.TurnX(180).Rest().TurnZ(-28).Move(-62, -34, 0)
		case 'P':
			m.TurnX(180).TurnZ(60).Rest().Move(52, -36, 0)
		}
		parts = append(parts, sculpt.Part{Name: p.name, Mesh: m})
	}
	return parts
}

// somaLayers is the cube put together: its layers from the ground up, each row
// by row from the front, with a letter for each of the seven pieces.
func somaLayers() [3]string { return [3]string{"LAALBAZBB", "LVPZVAZTB", "LPPZVPTTT"} }

// somaPiece is made of cubes of so many millimetres, with a groove where two
// meet and a little room around.
func somaPiece(letter byte, size float64) *sculpt.Mesh {
	const room = 0.3
	cells := map[[3]int]bool{}
	for z, layer := range somaLayers() {
		for i := range layer {
			if layer[i] == letter {
				cells[[3]int{i % 3, i / 3, z}] = true
			}
		}
	}
	cube := sculpt.Box(size-room, size-room, size-room, size*0.07).Move(0, 0, -(size-room)/2)
	thick := size * 0.8
	var parts []*sculpt.Mesh
	for z := range 3 {
		for i := range 9 {
			at := [3]int{i % 3, i / 3, z}
			if !cells[at] {
				continue
			}
			centre := sculpt.V(float64(at[0])-1, float64(at[1])-1, float64(at[2])+0.5).Mul(size)
			parts = append(parts, cube.Copy().Move(centre.X, centre.Y, centre.Z))
			for axis := range 3 {
				next := at
				next[axis]++
				if cells[next] {
					step := [3]float64{}
					step[axis] = size / 2
					joint := sculpt.Box(thick, thick, thick, 0).Move(0, 0, -thick/2)
					parts = append(parts, joint.Move(centre.X+step[0], centre.Y+step[1], centre.Z+step[2]))
				}
			}
		}
	}
	return sculpt.Join(parts...)
}

// starRadius is a six-pointed star with soft corners that shrinks upwards.
func starRadius(angle, t float64) float64 {
	return (27 - 20*t) * (1 + 0.2*math.Cos(6*angle) + 0.03*math.Cos(12*angle))
}

// starCone turns by two thirds on its way up; the sleeve has the same twist.
func starCone(high float64) *sculpt.Mesh {
	const rows = 44
	return sculpt.Grid{NU: 96, NV: rows + 2, WrapU: true, At: func(u, v float64) sculpt.Vec {
		if v == 0 || v == 1 {
			return sculpt.V(0, 0, high*v)
		}
		t := (v*(rows+2) - 1) / rows
		return sculpt.Polar(starRadius(2*math.Pi*u, t), 2*math.Pi*(u+0.66*t), high*t)
	}}.Mesh()
}

// starSleeve fits around the lower part of the cone with so much room.
func starSleeve(high, share, room, wall float64) *sculpt.Mesh {
	const rows = 22
	return sculpt.Grid{NU: 96, NV: 2 * (rows + 1), WrapU: true, WrapV: true, At: func(u, v float64) sculpt.Vec {
		j := int(math.Round(v*2*(rows+1))) % (2 * (rows + 1))
		grow, t := room+wall, float64(j)/rows
		if j > rows {
			grow, t = room, float64(2*rows+1-j)/rows
		}
		return sculpt.Polar(starRadius(2*math.Pi*u, t*share)+grow, 2*math.Pi*(u+0.66*t*share), high*share*t)
	}}.Mesh()
}
