package dds

import (
	"encoding/binary"
	"image/color"
	"math"
)

// block1 is BC1 (Direct3D 11, "Block compression"): two colours of 16 bits and
// those between them, or one that is not seen.
func block1(block []byte, to *[16]color.NRGBA) {
	palette := colors(block)
	// Of BC1 the order of both colours, as numbers, says which of the two it is; BC2 and BC3 mind no order.
	if a, b := binary.LittleEndian.Uint16(block), binary.LittleEndian.Uint16(block[2:]); a <= b {
		palette[2], palette[3] = between(palette[0], palette[1], 1, 2), color.NRGBA{}
	}
	pick(block, &palette, to)
}

// block2 is BC2: alpha of four bits before the colours.
func block2(block []byte, to *[16]color.NRGBA) {
	palette := colors(block[8:])
	pick(block[8:], &palette, to)
	for i := range to {
		to[i].A = block[i/2] >> (4 * (i % 2)) & 15 * 17
	}
}

// block3 is BC3: alpha between two values before the colours.
func block3(block []byte, to *[16]color.NRGBA) {
	palette := colors(block[8:])
	pick(block[8:], &palette, to)
	for i, v := range values(block) {
		to[i].A = v
	}
}

// block4 is BC4: one value, shown as grey.
func block4(block []byte, to *[16]color.NRGBA) {
	for i, v := range values(block) {
		to[i] = color.NRGBA{v, v, v, 255}
	}
}

// block5 is BC5: two values, the first two parts of a direction of length 1.
func block5(block []byte, to *[16]color.NRGBA) {
	x, y := values(block), values(block[8:])
	for i := range to {
		// In steps of 1/255, with 0 to 255 for -1 to 1.
		u, v := 2*int(x[i])-255, 2*int(y[i])-255
		z := math.Sqrt(float64(max(255*255-u*u-v*v, 0)))
		to[i] = color.NRGBA{x[i], y[i], uint8((int(z) + 255) / 2), 255}
	}
}

// colors are the two of a block and two between them.
func colors(block []byte) (palette [4]color.NRGBA) {
	for i := range 2 {
		c := uint32(binary.LittleEndian.Uint16(block[2*i:]))
		palette[i] = color.NRGBA{part(c, 0xf800, 0), part(c, 0x7e0, 0), part(c, 0x1f, 0), 255}
	}
	palette[2], palette[3] = between(palette[0], palette[1], 1, 3), between(palette[0], palette[1], 2, 3)
	return palette
}

// between goes some of many steps from one colour to another.
func between(a, b color.NRGBA, some, many int) color.NRGBA {
	mix := func(a, b uint8) uint8 { return uint8((int(a)*(many-some) + int(b)*some + many/2) / many) }
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}

func pick(block []byte, palette *[4]color.NRGBA, to *[16]color.NRGBA) {
	indices := binary.LittleEndian.Uint32(block[4:])
	for i := range to {
		to[i] = palette[indices>>(2*i)&3]
	}
}

// values are those of a block of BC4: two, and six or four between them.
func values(block []byte) (to [16]uint8) {
	a, b := int(block[0]), int(block[1])
	palette := [8]uint8{uint8(a), uint8(b), 6: 0, 7: 255}
	// Unless the first is the larger one, 0 and 255 stand for themselves and only four values lie between.
	steps := 5
	if a > b {
		steps = 7
	}
	for i := 1; i < steps; i++ {
		palette[1+i] = uint8((a*(steps-i) + b*i + steps/2) / steps)
	}
	indices := binary.LittleEndian.Uint64(block) >> 16
	for i := range to {
		to[i] = palette[indices>>(3*i)&7]
	}
	return to
}
