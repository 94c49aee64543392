package prints

import "vitrine/internal/demo/sculpt"

// SwooshStand is a flowing band that holds a phone.
func SwooshStand() []sculpt.Part {
	return one("stand", phoneStand().Paint(filament(0xf08a4b)))
}

// HexBitStand is a stand for 33 bits, in inches.
func HexBitStand() []sculpt.Part {
	const inch = 25.4
	return one("stand", bitStand().Zoom(1/inch).Paint(filament(0xf2c230)))
}

// phoneStand is two bands along one swoosh, joined behind the phone. The gap
// between them lets the cable through.
func phoneStand() *sculpt.Mesh {
	curve := sculpt.Smooth(8, []sculpt.Pt{{-44, 30}, {-46, 20}, {-40, 14}, {-29, 16}, {-22, 30}, {-6, 74}, {4, 98}, {16, 103}, {25, 92},
		{30, 56}, {36, 18}, {34, 6}, {24, 3.5}, {0, 3.5}, {-34, 3.5}, {-52, 3.5}})
	const band, gap = 26.0, 14.0
	side := sculpt.Prism(band, sculpt.Ribbon(curve, 3.5)).Move(0, 0, gap/2)
	middle := sculpt.Prism(gap+2, sculpt.Ribbon(curve[36:76], 3.5)).Move(0, 0, -gap/2-1)
	foot := sculpt.Prism(gap+2, sculpt.Ribbon(curve[100:112], 3.5)).Move(0, 0, -gap/2-1)
	post := sculpt.Prism(2*band+gap, sculpt.Ribbon([]sculpt.Pt{{-41, 13}, {-38, 5}}, 3.5)).Move(0, 0, -band-gap/2)
	stand := sculpt.Join(side, side.Copy().Scale(1, 1, -1), middle, foot, post)
	return stand.TurnX(90).TurnZ(90).Rest()
}

// bitStand is a honeycomb of sockets for hex bits, 6.6 mm across the flats,
// rising to the back like organ pipes. It is built in millimetres.
func bitStand() *sculpt.Mesh {
	const across = 11.0
	var cells []*sculpt.Mesh
	for row := range 5 {
		columns := 7 - row%2
		for column := range columns {
			x := (float64(column) - float64(columns-1)/2) * across
			high := 14 + 7*float64(row)
			cell := sculpt.Join(
				sculpt.Prism(high, hexOutline(across+0.3), hexOutline(6.6)),
				sculpt.Prism(high-11, hexOutline(7.4)))
			cells = append(cells, cell.Move(x, float64(row)*across*0.866, 0))
		}
	}
	return sculpt.Join(cells...).Rest()
}

// hexOutline is a hexagon by its width across the flats, two of which look
// along X.
func hexOutline(across float64) []sculpt.Pt {
	outline := make([]sculpt.Pt, 6)
	for i := range outline {
		p := sculpt.Polar(across/1.7320508, sculpt.Radians(30+60*float64(i)), 0)
		outline[i] = sculpt.Pt{p.X, p.Y}
	}
	return outline
}
