package geometry

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// maxSplats keeps a cloud, of 44 bytes a splat, within the memory of a child.
const maxSplats = 12_000_000

// One splat as a .splat file has it: position and scale of three numbers of 32
// bits each, and a colour and a rotation of four bytes each.
const (
	splatSize  = 32
	splatBlock = 8192 // splats that are read at once
)

// readSplat reads .splat (antimatter15/splat, convert.py): records without a
// head, with y downwards.
func readSplat(in Input) (*Model, error) {
	if in.Size%splatSize != 0 {
		return nil, refuse(codeTruncated, "the file ends within splat %d: each takes %d bytes", in.Size/splatSize+1, splatSize)
	}
	n := in.Size / splatSize
	if err := checkCount("splats", n, splatSize, in.Size, maxSplats); err != nil {
		return nil, err
	}
	s := newSplats(n)
	block := make([]byte, min(n, splatBlock)*splatSize)
	for done := int64(0); done < n; {
		records := block[:min(n-done, splatBlock)*splatSize]
		if read, err := in.ReadAt(records, done*splatSize); read < len(records) {
			if !errors.Is(err, io.EOF) {
				return nil, fmt.Errorf("read splats: %w", err)
			}
			return nil, refuse(codeTruncated, "the file ends after %d of %d splats", done+int64(read)/splatSize, n)
		}
		for ; len(records) > 0; records = records[splatSize:] {
			one := parseSplat((*[splatSize]byte)(records))
			if !s.set(int(done), &one) {
				return nil, errNoNumber
			}
			done++
		}
	}
	return &Model{Splats: s}, nil
}

func parseSplat(record *[splatSize]byte) splat {
	number := func(at int) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(record[at:])) }
	part := func(at int) float32 { return (float32(record[at]) - 128) / 128 }
	one := splat{
		position: [3]float32{number(0), number(4), number(8)},
		scale:    [3]float32{number(12), number(16), number(20)},
		color:    [4]uint8(record[24:28]),
		rotation: [4]float32{part(28), part(29), part(30), part(31)},
	}
	one.turn()
	return one
}

// splat is one gaussian of a cloud.
type splat struct {
	position, scale [3]float32
	rotation        [4]float32 // w, x, y, z
	color           [4]uint8
}

// turn brings a splat from y downwards to y upwards, half a turn about x. Taken
// from zero, zero stays without a sign.
func (s *splat) turn() {
	s.position[1], s.position[2] = 0-s.position[1], 0-s.position[2]
	s.rotation[2], s.rotation[3] = 0-s.rotation[2], 0-s.rotation[3]
}

// newSplats are n splats to be set; n was held against the file's size.
func newSplats(n int64) *Splats {
	return &Splats{
		Positions: make([]float32, 3*n), Scales: make([]float32, 3*n),
		Rotations: make([]float32, 4*n), Colors: make([]uint8, 4*n),
	}
}

// set puts a splat in its place, with its rotation made a unit. False: it is no
// number.
func (s *Splats) set(i int, one *splat) bool {
	length := normalise(&one.rotation)
	sum := length * 0 // of zeros, or no number
	for k, v := range one.position {
		one.scale[k] = float32(math.Abs(float64(one.scale[k])))
		sum += float64(v)*0 + float64(one.scale[k])*0
	}
	if sum != 0 {
		return false
	}
	*(*[3]float32)(s.Positions[3*i:]) = one.position
	*(*[3]float32)(s.Scales[3*i:]) = one.scale
	*(*[4]float32)(s.Rotations[4*i:]) = one.rotation
	*(*[4]uint8)(s.Colors[4*i:]) = one.color
	return true
}

// normalise makes a quaternion a unit, none at all the one that turns nothing,
// and gives its length.
func normalise(q *[4]float32) float64 {
	sum := 0.0
	for _, v := range q {
		sum += float64(v) * float64(v)
	}
	if sum == 0 {
		*q = [4]float32{1, 0, 0, 0}
		return 0
	}
	length := math.Sqrt(sum)
	for i := range q {
		q[i] = float32(float64(q[i]) / length)
	}
	return length
}

// colorOfSH is how far the first harmonic takes a colour from grey: half the
// square root of one over pi.
const colorOfSH = 0.28209479177387814

// colorByte makes a share of 0 to 1 a byte; what is no number is 0.
func colorByte(v float64) uint8 {
	switch {
	case !(v > 0):
		return 0
	case v >= 1:
		return 255
	}
	return uint8(v*255 + 0.5)
}
