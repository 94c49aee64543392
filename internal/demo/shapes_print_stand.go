package demo

// phoneStand is two bands along one swoosh, joined behind the phone. The gap
// between them lets the cable through.
func phoneStand() *Mesh {
	curve := smooth(8, Pt{-44, 30}, Pt{-46, 20}, Pt{-40, 14}, Pt{-29, 16}, Pt{-22, 30}, Pt{-6, 74}, Pt{4, 98}, Pt{16, 103}, Pt{25, 92}, Pt{30, 56}, Pt{36, 18}, Pt{34, 6}, Pt{24, 3.5}, Pt{0, 3.5}, Pt{-34, 3.5}, Pt{-52, 3.5})
	const band, gap = 26.0, 14.0
	side := prism(band, ribbon(curve, 3.5)).move(0, 0, gap/2)
	middle := prism(gap+2, ribbon(curve[36:76], 3.5)).move(0, 0, -gap/2-1)
	foot := prism(gap+2, ribbon(curve[100:112], 3.5)).move(0, 0, -gap/2-1)
	post := prism(2*band+gap, ribbon([]Pt{{-41, 13}, {-38, 5}}, 3.5)).move(0, 0, -band-gap/2)
	stand := join(side, side.copy().scale(1, 1, -1), middle, foot, post)
	return stand.turnX(90).turnZ(90).rest()
}

// bitStand is a honeycomb of sockets for hex bits, 6.6 mm across the flats,
// rising to the back like organ pipes. It is built in millimetres.
func bitStand() *Mesh {
	const across = 11.0
	var cells []*Mesh
	for row := range 5 {
		columns := 7 - row%2
		for column := range columns {
			x := (float64(column) - float64(columns-1)/2) * across
			high := 14 + 7*float64(row)
			cell := join(
				prism(high, hexOutline(across+0.3), hexOutline(6.6)),
				prism(high-11, hexOutline(7.4)))
			cells = append(cells, cell.move(x, float64(row)*across*0.866, 0))
		}
	}
	return join(cells...).rest()
}

// hexOutline is a hexagon by its width across the flats, two of which look
// along X.
func hexOutline(across float64) []Pt {
	outline := make([]Pt, 6)
	for i := range outline {
		p := polar(across/1.7320508, radians(30+60*float64(i)), 0)
		outline[i] = Pt{p.x, p.y}
	}
	return outline
}
