// Package splat reads .splat: gaussian splats as records of 32 bytes, without a head.
//
// It knows no other format; clouds that are packed are SPZ, and those in PLY are PLY's.
package splat

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// One splat as a .splat file has it: position and scale of three numbers of 32
// bits each, and a colour and a rotation of four bytes each.
const (
	recordSize = 32
	blockSize  = 8192 // splats that are read at once
)

// Read reads .splat (antimatter15/splat, convert.py): records without a
// head, with y downwards.
func Read(in source.Input) (*geometry.Model, error) {
	if in.Size%recordSize != 0 {
		return nil, source.Refuse(source.Truncated, "the file ends within splat %d: each takes %d bytes", in.Size/recordSize+1, recordSize)
	}
	n := in.Size / recordSize
	if err := source.CheckCount("splats", n, recordSize, in.Size, geometry.MaxSplats); err != nil {
		return nil, err
	}
	s := geometry.NewSplats(n)
	block := make([]byte, min(n, blockSize)*recordSize)
	for done := int64(0); done < n; {
		records := block[:min(n-done, blockSize)*recordSize]
		if read, err := in.ReadAt(records, done*recordSize); read < len(records) {
			if !errors.Is(err, io.EOF) {
				return nil, fmt.Errorf("read splats: %w", err)
			}
			return nil, source.Refuse(source.Truncated, "the file ends after %d of %d splats", done+int64(read)/recordSize, n)
		}
		for ; len(records) > 0; records = records[recordSize:] {
			one := parse((*[recordSize]byte)(records))
			if !s.Set(int(done), &one) {
				return nil, source.ErrNoNumber
			}
			done++
		}
	}
	return &geometry.Model{Splats: s}, nil
}

func parse(record *[recordSize]byte) geometry.Gaussian {
	number := func(at int) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(record[at:])) }
	part := func(at int) float32 { return (float32(record[at]) - 128) / 128 }
	one := geometry.Gaussian{
		Position: [3]float32{number(0), number(4), number(8)},
		Scale:    [3]float32{number(12), number(16), number(20)},
		Color:    [4]uint8(record[24:28]),
		Rotation: [4]float32{part(28), part(29), part(30), part(31)},
	}
	one.Turn()
	return one
}
