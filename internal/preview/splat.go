package preview

import (
	"cmp"
	"context"
	"encoding/binary"
	"io"
	"math"
	"slices"

	"vitrine/internal/geometry"
)

// writeSplats writes the splats of which most is seen, the first of which the
// most, as .splat files have them (antimatter15/splat, convert.py): position and
// scale of three floats each, colour and opacity, and the rotation w, x, y, z in
// bytes around 128; y is downwards.
func writeSplats(ctx context.Context, w io.Writer, s *geometry.Splats, b *bounds) error {
	chosen, err := choose(ctx, s, b.of(int64(s.Len()), b.splats))
	if err != nil {
		return err
	}
	if len(chosen) == 0 {
		return ErrNothing
	}
	bounds := frame(s, chosen)
	centre := bounds.min.times(0.5).sub(bounds.max.times(-0.5))
	scale := 1 / bounds.longest()
	record := make([]byte, 0, 32)
	for _, i := range chosen {
		record = appendSplat(record[:0], s, int(i), centre, scale)
		if _, err := w.Write(record); err != nil {
			return err
		}
	}
	return nil
}

func appendSplat(record []byte, s *geometry.Splats, i int, centre vector, scale float64) []byte {
	at := position(s, i).sub(centre).times(scale)
	for _, v := range [3]float64{at.x, -at.y, -at.z} { // half a turn about x
		record = appendFloat(record, v)
	}
	for _, v := range s.Scales[3*i : 3*i+3] {
		record = appendFloat(record, math.Abs(float64(v))*scale)
	}
	record = append(record, s.Colors[4*i:4*i+4]...)
	turn := s.Rotations[4*i : 4*i+4]
	for _, v := range [4]float32{turn[0], turn[1], -turn[2], -turn[3]} {
		record = append(record, uint8(min(max(math.Round(float64(v)*128)+128, 0), 255)))
	}
	return record
}

func appendFloat(to []byte, v float64) []byte {
	return binary.LittleEndian.AppendUint32(to, math.Float32bits(float32(v)))
}

func position(s *geometry.Splats, i int) vector {
	p := s.Positions[3*i : 3*i+3]
	return vector{float64(p[0]), float64(p[1]), float64(p[2])}
}

// weight is how much is seen of a splat: its opacity times its area from its
// broad side. Zero: nothing, or it is no number.
func weight(s *geometry.Splats, i int) float32 {
	a, b, c := s.Scales[3*i], s.Scales[3*i+1], s.Scales[3*i+2]
	area := max(a*b, b*c, c*a) * float32(s.Colors[4*i+3])
	sum := s.Positions[3*i] + s.Positions[3*i+1] + s.Positions[3*i+2]
	if sum-sum != 0 || !(area > 0) || math.IsInf(float64(area), 0) {
		return 0
	}
	return area
}

// choose returns the splats of the most weight, up to limit, in its order. Positive floats
// sort as their bits: a histogram of the upper half finds the least weight
// without sorting all.
func choose(ctx context.Context, s *geometry.Splats, limit int) ([]uint32, error) {
	var histogram [1 << 16]int
	n := min(s.Len(), len(s.Scales)/3, len(s.Rotations)/4, len(s.Colors)/4)
	for i := range n {
		if i%contextCheckInterval == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if w := weight(s, i); w > 0 {
			histogram[math.Float32bits(w)>>16]++
		}
	}
	least, above := len(histogram), 0
	for least > 0 && above+histogram[least-1] <= limit {
		least--
		above += histogram[least]
	}
	chosen := make([]uint32, 0, min(n, limit))
	var edge []uint32 // of which not all have room
	for i := range n {
		w := weight(s, i)
		switch bucket := int(math.Float32bits(w) >> 16); {
		case !(w > 0):
		case bucket >= least:
			chosen = append(chosen, uint32(i))
		case bucket == least-1:
			edge = append(edge, uint32(i))
		}
	}
	byWeight := func(a, b uint32) int {
		return cmp.Or(cmp.Compare(weight(s, int(b)), weight(s, int(a))), cmp.Compare(a, b))
	}
	slices.SortFunc(edge, byWeight)
	chosen = append(chosen, edge[:min(len(edge), limit-len(chosen))]...)
	slices.SortFunc(chosen, byWeight)
	return chosen, ctx.Err()
}

// frame is the box of the splats. Clouds of outdoor scenes have a few far away,
// beside which the rest would be a dot: where they more than double the box of
// the middle 98 %, it is that box.
func frame(s *geometry.Splats, chosen []uint32) box {
	all := emptyBox()
	var least, most [3]float64 // of the middle
	for _, i := range chosen {
		all.add(position(s, int(i)))
	}
	values := make([]float64, len(chosen))
	for axis := range 3 {
		for k, i := range chosen {
			values[k] = float64(s.Positions[3*i+uint32(axis)])
		}
		slices.Sort(values)
		cut := len(values) / 100
		least[axis], most[axis] = values[cut], values[len(values)-1-cut]
	}
	middle := box{vector{least[0], least[1], least[2]}, vector{most[0], most[1], most[2]}}
	if least != most && all.longest() > 2*middle.longest() {
		return middle
	}
	return all
}
