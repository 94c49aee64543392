package demo

import "math"

// chairSpec describes a four-legged chair. Its measures are metres.
type chairSpec struct {
	width, depth, seat, back float64 // the last two are heights
	slats                    int     // 0 for a closed back
	armrests                 bool
	frame, pad               Material
}

func chair(s chairSpec) *Mesh {
	x, y := s.width/2-0.03, s.depth/2-0.03
	parts := []*Mesh{
		box(s.width, s.depth, 0.035, 0.012).move(0, 0, s.seat-0.035).paint(s.frame),
		box(s.width-0.03, s.depth-0.03, 0.035, 0.015).move(0, 0, s.seat).paint(s.pad),
	}
	for _, sx := range []float64{-1, 1} {
		parts = append(parts,
			taper(Vec{sx * (x + 0.02), -y - 0.02, 0}, Vec{sx * x, -y, s.seat - 0.02}, 0.013, 0.021, 14).paint(s.frame),
			taper(Vec{sx * (x + 0.02), y + 0.04, 0}, Vec{sx * x, y, s.seat - 0.02}, 0.013, 0.021, 14).paint(s.frame),
			taper(Vec{sx * x, y, s.seat - 0.02}, Vec{sx * x, y + 0.07, s.back}, 0.021, 0.014, 14).paint(s.frame),
			rod(Vec{sx * (x + 0.01), -y - 0.01, s.seat * 0.45}, Vec{sx * (x + 0.01), y + 0.01, s.seat * 0.45}, 0.009, 10).paint(s.frame))
		if s.armrests {
			parts = append(parts,
				rod(Vec{sx * x, -y, s.seat}, Vec{sx * x, -y, s.seat + 0.2}, 0.014, 12).paint(s.frame),
				box(0.05, s.depth+0.02, 0.025, 0.01).move(sx*x, 0.01, s.seat+0.2).paint(s.frame))
		}
	}
	return join(append(parts, chairBack(s, x, y)...)...).rest()
}

func chairBack(s chairSpec, x, y float64) []*Mesh {
	lean := func(z float64) float64 { return y + 0.07*(z-s.seat)/(s.back-s.seat) }
	top := s.back - 0.06
	parts := []*Mesh{box(2*x, 0.022, 0.09, 0.008).turnX(-6).move(0, lean(top), top-0.045).paint(s.frame)}
	if s.slats == 0 {
		high := top - s.seat - 0.18
		pad := box(2*x-0.05, 0.035, high, 0.014).turnX(-8).move(0, lean(s.seat+0.1), s.seat+0.1)
		return append(parts, pad.paint(s.pad))
	}
	for i := range s.slats {
		at := (float64(i)+0.5)/float64(s.slats)*2*x - x
		parts = append(parts, rod(Vec{at * 0.96, lean(s.seat), s.seat - 0.01}, Vec{at, lean(top), top}, 0.009, 10).paint(s.frame))
	}
	return parts
}

// stool has a round seat on three or more splayed legs with a foot ring.
func stool(height float64, legs int, frame, seat Material) *Mesh {
	top := height - 0.04
	leg := taper(Vec{0.2, 0, 0}, Vec{0.11, 0, top}, 0.012, 0.018, 14).paint(frame)
	ring := torus(0.165, 0.007, 40, 8).move(0, 0, height*0.38).paint(frame)
	return join(around(legs, leg), ring, puck(0.175, 0.04, 0.014, 48).move(0, 0, top).paint(seat)).rest()
}

// roundTable has a column and a foot that swings out to a disc.
func roundTable(radius, height float64, top, base Material) *Mesh {
	foot := smooth(6, Pt{0.26, 0}, Pt{0.25, 0.015}, Pt{0.1, 0.04}, Pt{0.04, 0.12}, Pt{0.032, 0.4}, Pt{0.05, height - 0.08}, Pt{0.13, height - 0.03})
	profile := append(append([]Pt{{0, 0}}, foot...), Pt{0, height - 0.03})
	return join(lathe(48, profile...).paint(base), puck(radius, 0.032, 0.01, 72).move(0, 0, height-0.032).paint(top))
}

// bookshelf stands with rows of books of many sizes and colours.
func bookshelf(width, height float64, shelves int, wood Material) *Mesh {
	const depth, board = 0.28, 0.022
	parts := []*Mesh{box(board, depth, height, 0.003).move(width/2-board/2, 0, 0).mirror().paint(wood),
		box(width-2*board, 0.008, height-0.02, 0.001).move(0, depth/2-0.004, 0.01).paint(white())}
	gap := (height - board) / float64(shelves)
	for i := range shelves + 1 {
		z := float64(i) * gap
		parts = append(parts, box(width-2*board+0.002, depth-0.01, board, 0.003).move(0, -0.004, z).paint(wood))
		if i < shelves {
			parts = append(parts, books(width-2*board-0.02, gap-board, i).move(0, 0.01, z+board))
		}
	}
	return join(parts...)
}

func books(width, room float64, seed int) *Mesh {
	colours := []uint32{0xa63d40, 0x2f5d73, 0xe0b250, 0x5b7553, 0xe8dfd0, 0x8a5a83, 0x39424e, 0xcf7d4b}
	var parts []*Mesh
	at := -width / 2
	fill := 0.55 + 0.45*hash(seed, 9, 9, 1)
	for i := 0; at < -width/2+width*fill; i++ {
		thick := 0.018 + 0.03*hash(i, seed, 1, 5)
		high := room * (0.62 + 0.28*hash(i, seed, 2, 5))
		deep := 0.15 + 0.06*hash(i, seed, 3, 5)
		id := int(hash(i, seed, 4, 5) * 7.99)
		book := box(thick-0.002, deep, high, 0.002).move(at+thick/2, -0.02, 0)
		parts = append(parts, book.paint(matte("book "+string(rune('a'+id)), colours[id])))
		at += thick
	}
	return join(parts...)
}

// sofa has so many seats between two arms.
func sofa(seats int, fabric, legs Material) *Mesh {
	width := 0.68*float64(seats) + 0.36
	leg := taper(Vec{width/2 - 0.1, -0.34, 0}, Vec{width/2 - 0.14, -0.3, 0.14}, 0.014, 0.024, 12)
	parts := []*Mesh{
		roundBox(width-0.1, 0.86, 0.2, 0.04).move(0, 0, 0.13).paint(fabric),
		roundBox(0.19, 0.9, 0.48, 0.08).move(width/2-0.095, 0, 0.12).mirror().paint(fabric),
		roundBox(width-0.2, 0.24, 0.7, 0.1).turnX(-8).move(0, 0.36, 0.14).paint(fabric),
		join(leg, leg.copy().scale(1, -1, 1)).mirror().paint(legs),
	}
	for i := range seats {
		x := (float64(i) - float64(seats-1)/2) * 0.68
		parts = append(parts,
			cushion(0.66, 0.64, 0.17).move(x, -0.1, 0.31).paint(fabric),
			cushion(0.62, 0.46, 0.16).turnX(76).move(x, 0.2, 0.48).paint(fabric))
	}
	return join(parts...).rest()
}

// cushion is a soft box: a rounded square whose rim is thinner than its middle.
func cushion(width, depth, height float64) *Mesh {
	return grid{nu: 40, nv: 16, wrapU: true, at: func(u, v float64) Vec {
		sin, cos := math.Sincos(math.Pi * v)
		x, y := math.Cos(2*math.Pi*u), math.Sin(2*math.Pi*u)
		side := math.Pow(sin, 0.4)
		if v == 0 || v == 1 {
			side = 0
		}
		square := math.Pow(math.Pow(math.Abs(x), 6)+math.Pow(math.Abs(y), 6), -1.0/6)
		z := -math.Copysign(math.Pow(math.Abs(cos), 0.55), cos)
		return Vec{x * square * side * width / 2, y * square * side * depth / 2, (z + 1) * height / 2}
	}}.mesh()
}

// floorLamp carries a drum shade on a tripod or, with no legs, on a disc.
func floorLamp(legs int, frame, shade Material) *Mesh {
	const height = 1.55
	stand := []*Mesh{puck(0.15, 0.02, 0.006, 48), rod(Vec{0, 0, 0}, Vec{0, 0, height - 0.15}, 0.011, 16)}
	if legs > 0 {
		leg := taper(Vec{0.3, 0, 0}, Vec{0.02, 0, height - 0.3}, 0.01, 0.017, 14)
		stand = []*Mesh{around(legs, leg), puck(0.04, 0.05, 0.01, 24).move(0, 0, height-0.33), rod(Vec{0, 0, height - 0.33}, Vec{0, 0, height - 0.15}, 0.009, 12)}
	}
	drum := hoop(56, Pt{0.2, height - 0.28}, Pt{0.16, height}, Pt{0.157, height}, Pt{0.197, height - 0.28})
	return join(join(stand...).paint(frame), drum.paint(shade), sphere(0.045, 20).move(0, 0, height-0.14).paint(glowing("bulb", 0xfff0c8)))
}
