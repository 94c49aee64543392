package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// DiningChair is a spindle-back chair in oak.
func DiningChair() []sculpt.Part {
	return []sculpt.Part{{Name: "chair", Mesh: chair(chairSpec{width: 0.46, depth: 0.44, seat: 0.45, back: 0.86, slats: 7, frame: oak(),
		pad: sculpt.Matte("linen", 0xd8d2c4)})}}
}

// ThreeSeater is a sofa in petrol wool with two pillows.
func ThreeSeater() []sculpt.Part {
	pillow := func(x, lean, turn float64) *sculpt.Mesh {
		return cushion(0.44, 0.42, 0.15).TurnX(lean).TurnZ(turn).Move(x, -0.06, 0.5)
	}
	return []sculpt.Part{
		{Name: "sofa", Mesh: sofa(3, sculpt.Matte("petrol wool", 0x2d6670), oak())},
		{Name: "pillows", Mesh: sculpt.Join(pillow(-0.78, 66, 14).Paint(sculpt.Matte("mustard", 0xd9a441)),
			pillow(0.8, 64, -10).Paint(sculpt.Matte("cream", 0xe9e0cf)))},
	}
}

// FilledBookshelf is a tall bookshelf in walnut, full of books.
func FilledBookshelf() []sculpt.Part {
	return []sculpt.Part{{Name: "bookshelf", Mesh: bookshelf(0.95, 1.9, 5, walnut())}}
}

// LampFamily is three lamps: on a tripod, for reading, for a table.
func LampFamily() []sculpt.Part {
	return []sculpt.Part{
		{Name: "tripod lamp", Mesh: floorLamp(3, walnut(), sculpt.Matte("linen", 0xf0dfbd)).TurnZ(30).Move(-0.5, 0.1, 0)},
		{Name: "reading lamp", Mesh: floorLamp(0, brass(), sculpt.Matte("forest shade", 0x3f6b57)).Scale(0.9, 0.9, 0.8).Move(0.1, 0.2, 0)},
		{Name: "table lamp", Mesh: floorLamp(0, brass(), sculpt.Matte("brick shade", 0xc4694a)).Scale(0.72, 0.72, 0.42).Move(0.58, -0.05, 0)},
	}
}

// chairSpec describes a four-legged chair. Its measures are metres.
type chairSpec struct {
	width, depth, seat, back float64 // the last two are heights
	slats                    int     // 0 for a closed back
	armrests                 bool
	frame, pad               sculpt.Material
}

func chair(s chairSpec) *sculpt.Mesh {
	x, y := s.width/2-0.03, s.depth/2-0.03
	parts := []*sculpt.Mesh{
		sculpt.Box(s.width, s.depth, 0.035, 0.012).Move(0, 0, s.seat-0.035).Paint(s.frame),
		sculpt.Box(s.width-0.03, s.depth-0.03, 0.035, 0.015).Move(0, 0, s.seat).Paint(s.pad),
	}
	for _, sx := range []float64{-1, 1} {
		parts = append(parts,
			sculpt.Taper(sculpt.V(sx*(x+0.02), -y-0.02, 0), sculpt.V(sx*x, -y, s.seat-0.02), 0.013, 0.021, 14).Paint(s.frame),
			sculpt.Taper(sculpt.V(sx*(x+0.02), y+0.04, 0), sculpt.V(sx*x, y, s.seat-0.02), 0.013, 0.021, 14).Paint(s.frame),
			sculpt.Taper(sculpt.V(sx*x, y, s.seat-0.02), sculpt.V(sx*x, y+0.07, s.back), 0.021, 0.014, 14).Paint(s.frame),
			sculpt.Rod(sculpt.V(sx*(x+0.01), -y-0.01, s.seat*0.45), sculpt.V(sx*(x+0.01), y+0.01, s.seat*0.45), 0.009, 10).Paint(s.frame))
		if s.armrests {
			parts = append(parts,
				sculpt.Rod(sculpt.V(sx*x, -y, s.seat), sculpt.V(sx*x, -y, s.seat+0.2), 0.014, 12).Paint(s.frame),
				sculpt.Box(0.05, s.depth+0.02, 0.025, 0.01).Move(sx*x, 0.01, s.seat+0.2).Paint(s.frame))
		}
	}
	return sculpt.Join(append(parts, chairBack(s, x, y)...)...).Rest()
}

func chairBack(s chairSpec, x, y float64) []*sculpt.Mesh {
	lean := func(z float64) float64 { return y + 0.07*(z-s.seat)/(s.back-s.seat) }
	top := s.back - 0.06
	parts := []*sculpt.Mesh{sculpt.Box(2*x, 0.022, 0.09, 0.008).TurnX(-6).Move(0, lean(top), top-0.045).Paint(s.frame)}
	if s.slats == 0 {
		high := top - s.seat - 0.18
		pad := sculpt.Box(2*x-0.05, 0.035, high, 0.014).TurnX(-8).Move(0, lean(s.seat+0.1), s.seat+0.1)
		return append(parts, pad.Paint(s.pad))
	}
	for i := range s.slats {
		at := (float64(i)+0.5)/float64(s.slats)*2*x - x
		parts = append(parts, sculpt.Rod(sculpt.V(at*0.96, lean(s.seat), s.seat-0.01), sculpt.V(at, lean(top), top), 0.009, 10).Paint(s.frame))
	}
	return parts
}

// stool has a round seat on three or more splayed legs with a foot ring.
func stool(height float64, legs int, frame, seat sculpt.Material) *sculpt.Mesh {
	top := height - 0.04
	leg := sculpt.Taper(sculpt.V(0.2, 0, 0), sculpt.V(0.11, 0, top), 0.012, 0.018, 14).Paint(frame)
	ring := sculpt.Torus(0.165, 0.007, 40, 8).Move(0, 0, height*0.38).Paint(frame)
	return sculpt.Join(sculpt.Around(legs, leg), ring, sculpt.Puck(0.175, 0.04, 0.014, 48).Move(0, 0, top).Paint(seat)).Rest()
}

// roundTable has a column and a foot that swings out to a disc.
func roundTable(radius, height float64, top, base sculpt.Material) *sculpt.Mesh {
	foot := sculpt.Smooth(6, []sculpt.Pt{{0.26, 0}, {0.25, 0.015}, {0.1, 0.04}, {0.04, 0.12}, {0.032, 0.4}, {0.05, height - 0.08},
		{0.13, height - 0.03}})
	profile := append(append([]sculpt.Pt{{0, 0}}, foot...), sculpt.Pt{0, height - 0.03})
	return sculpt.Join(sculpt.Lathe(48, profile).Paint(base), sculpt.Puck(radius, 0.032, 0.01, 72).Move(0, 0, height-0.032).Paint(top))
}

// bookshelf stands with rows of books of many sizes and colours.
func bookshelf(width, height float64, shelves int, wood sculpt.Material) *sculpt.Mesh {
	const depth, board = 0.28, 0.022
	parts := []*sculpt.Mesh{sculpt.Box(board, depth, height, 0.003).Move(width/2-board/2, 0, 0).Mirror().Paint(wood),
		sculpt.Box(width-2*board, 0.008, height-0.02, 0.001).Move(0, depth/2-0.004, 0.01).Paint(white())}
	gap := (height - board) / float64(shelves)
	for i := range shelves + 1 {
		z := float64(i) * gap
		parts = append(parts, sculpt.Box(width-2*board+0.002, depth-0.01, board, 0.003).Move(0, -0.004, z).Paint(wood))
		if i < shelves {
			parts = append(parts, books(width-2*board-0.02, gap-board, i).Move(0, 0.01, z+board))
		}
	}
	return sculpt.Join(parts...)
}

func books(width, room float64, seed int) *sculpt.Mesh {
	colours := []uint32{0xa63d40, 0x2f5d73, 0xe0b250, 0x5b7553, 0xe8dfd0, 0x8a5a83, 0x39424e, 0xcf7d4b}
	var parts []*sculpt.Mesh
	at := -width / 2
	fill := 0.55 + 0.45*sculpt.Hash(seed, 9, 9, 1)
	for i := 0; at < -width/2+width*fill; i++ {
		thick := 0.018 + 0.03*sculpt.Hash(i, seed, 1, 5)
		high := room * (0.62 + 0.28*sculpt.Hash(i, seed, 2, 5))
		deep := 0.15 + 0.06*sculpt.Hash(i, seed, 3, 5)
		id := int(sculpt.Hash(i, seed, 4, 5) * 7.99)
		book := sculpt.Box(thick-0.002, deep, high, 0.002).Move(at+thick/2, -0.02, 0)
		parts = append(parts, book.Paint(sculpt.Matte("book "+string(rune('a'+id)), colours[id])))
		at += thick
	}
	return sculpt.Join(parts...)
}

// sofa has so many seats between two arms.
func sofa(seats int, fabric, legs sculpt.Material) *sculpt.Mesh {
	width := 0.68*float64(seats) + 0.36
	leg := sculpt.Taper(sculpt.V(width/2-0.1, -0.34, 0), sculpt.V(width/2-0.14, -0.3, 0.14), 0.014, 0.024, 12)
	parts := []*sculpt.Mesh{
		sculpt.RoundBox(width-0.1, 0.86, 0.2, 0.04).Move(0, 0, 0.13).Paint(fabric),
		sculpt.RoundBox(0.19, 0.9, 0.48, 0.08).Move(width/2-0.095, 0, 0.12).Mirror().Paint(fabric),
		sculpt.RoundBox(width-0.2, 0.24, 0.7, 0.1).TurnX(-8).Move(0, 0.36, 0.14).Paint(fabric),
		sculpt.Join(leg, leg.Copy().Scale(1, -1, 1)).Mirror().Paint(legs),
	}
	for i := range seats {
		x := (float64(i) - float64(seats-1)/2) * 0.68
		parts = append(parts,
			cushion(0.66, 0.64, 0.17).Move(x, -0.1, 0.31).Paint(fabric),
			cushion(0.62, 0.46, 0.16).TurnX(76).Move(x, 0.2, 0.48).Paint(fabric))
	}
	return sculpt.Join(parts...).Rest()
}

// cushion is a soft box: a rounded square whose rim is thinner than its middle.
func cushion(width, depth, height float64) *sculpt.Mesh {
	return sculpt.Grid{NU: 40, NV: 16, WrapU: true, At: func(u, v float64) sculpt.Vec {
		sin, cos := math.Sincos(math.Pi * v)
		x, y := math.Cos(2*math.Pi*u), math.Sin(2*math.Pi*u)
		side := math.Pow(sin, 0.4)
		if v == 0 || v == 1 {
			side = 0
		}
		square := math.Pow(math.Pow(math.Abs(x), 6)+math.Pow(math.Abs(y), 6), -1.0/6)
		z := -math.Copysign(math.Pow(math.Abs(cos), 0.55), cos)
		return sculpt.V(x*square*side*width/2, y*square*side*depth/2, (z+1)*height/2)
	}}.Mesh()
}

// floorLamp carries a drum shade on a tripod or, with no legs, on a disc.
func floorLamp(legs int, frame, shade sculpt.Material) *sculpt.Mesh {
	const height = 1.55
	stand := []*sculpt.Mesh{sculpt.Puck(0.15, 0.02, 0.006, 48), sculpt.Rod(sculpt.V(0, 0, 0), sculpt.V(0, 0, height-0.15), 0.011, 16)}
	if legs > 0 {
		leg := sculpt.Taper(sculpt.V(0.3, 0, 0), sculpt.V(0.02, 0, height-0.3), 0.01, 0.017, 14)
		stand = []*sculpt.Mesh{sculpt.Around(legs, leg), sculpt.Puck(0.04, 0.05, 0.01, 24).Move(0, 0, height-0.33),
			sculpt.Rod(sculpt.V(0, 0, height-0.33), sculpt.V(0, 0, height-0.15), 0.009, 12)}
	}
	drum := sculpt.Hoop(56, []sculpt.Pt{{0.2, height - 0.28}, {0.16, height}, {0.157, height}, {0.197, height - 0.28}})
	return sculpt.Join(sculpt.Join(stand...).Paint(frame), drum.Paint(shade),
		sculpt.Sphere(0.045, 20).Move(0, 0, height-0.14).Paint(sculpt.Glowing("bulb", 0xfff0c8)))
}
