package geometry

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

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
