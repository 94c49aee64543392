// Package spz reads SPZ, versions 2 to 4: gaussian splats in tables of rounded numbers, which
// are packed together by gzip or one by one by zstd.
//
// It unpacks no more than the head says that there is. It knows no other format.
package spz

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// The head of an SPZ file, and what may stand behind its splats.
const (
	headSize    = 16
	signature   = "NGSP"
	trailer     = 1 << 20 // bytes of extensions
	blockSize   = 4096    // records that are read at once
	maxFraction = 23      // bits of a coordinate of 24
)

// harmonics are the numbers of a splat's further harmonics, by their degree.
var harmonics = [...]int64{0, 9, 24, 45, 72}

// Read reads SPZ 2 to 4, of which 2 and 3 are alike (nianticlabs/spz, README, "File Format"): gzip, a
// head, and one table after the other for positions, opacities, colours, scales,
// rotations and further harmonics. Y is upwards.
func Read(in source.Input) (*geometry.Model, error) {
	var magic [len(signature)]byte
	if in.Size >= int64(len(magic)) {
		if err := source.ReadFull(in, magic[:], 0); err != nil {
			return nil, fmt.Errorf("read the head: %w", err)
		}
	}
	if string(magic[:]) == signature {
		return read4(in)
	}
	unpacked, err := gzip.NewReader(bufio.NewReaderSize(in.Reader(), 64<<10))
	if err != nil {
		return nil, errorOf(err)
	}
	unpacked.Multistream(false)
	z := &reader{r: unpacked}
	if known, err := z.head(in.Size); err != nil {
		return nil, err
	} else if !known {
		return geometry.TypeOnly(), nil
	}
	if err := z.tables(); err != nil {
		return nil, errorOf(err)
	}
	return &geometry.Model{Splats: z.splats, UpAxis: "y"}, nil
}

// errorOf makes a refusal of what is wrong with the packed bytes.
func errorOf(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return source.Refuse(source.Truncated, "the file ends before its last splat")
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.As(err, &corrupt):
		return source.Refuse(source.Malformed, "the file can't be unpacked: its gzip stream is damaged")
	}
	if _, ok := errors.AsType[*source.Refusal](err); ok {
		return err
	}
	return fmt.Errorf("unpack: %w", err)
}

type reader struct {
	r         io.Reader
	n         int64
	version   uint32
	harmonics int64
	scale     float32 // of a coordinate's last bit
	splats    *geometry.Splats
}

// head reads the head. False: the file is of a version that is not read.
func (z *reader) head(size int64) (known bool, err error) {
	var head [headSize]byte
	if _, err := io.ReadFull(z.r, head[:]); err != nil {
		return false, errorOf(err)
	}
	if string(head[:4]) != signature {
		return false, source.Refuse(source.Malformed, "the file does not unpack to splats: it lacks the letters %s", signature)
	}
	z.version, z.n = binary.LittleEndian.Uint32(head[4:]), int64(binary.LittleEndian.Uint32(head[8:]))
	if z.version == 1 {
		return false, nil // never published
	}
	degree, fraction := int(head[12]), int(head[13])
	switch {
	case z.version < 2 || z.version > 4:
		return false, source.Refuse(source.Malformed, "the file is of version %d, 2 to 4 are read", z.version)
	case degree >= len(harmonics):
		return false, source.Refuse(source.Malformed, "the file has harmonics of degree %d, at most %d are known", degree, len(harmonics)-1)
	case fraction > maxFraction:
		return false, source.Refuse(source.Malformed, "the coordinates have %d fractional bits, of 24", fraction)
	case z.n == 0:
		return false, source.Refuse(source.NoContent, "the file holds no splats")
	}
	z.harmonics, z.scale = harmonics[degree], float32(math.Ldexp(1, -fraction))
	// A cloud is nearly random: far from what gzip could make of zeros.
	room := min(max(source.MaxRatio*size, source.RatioMinimum), source.MaxUnpacked)
	return true, source.CheckCount("splats", z.n, 16+z.rotation()+z.harmonics, room-headSize, geometry.MaxSplats)
}

// rotation is the bytes of a rotation.
func (z *reader) rotation() int64 { return min(int64(z.version)+1, 4) }

// tables reads what is behind the head.
func (z *reader) tables() error {
	n := z.n
	z.splats = geometry.NewSplats(n)
	s := z.splats
	rotate := firstThree
	if z.version >= 3 {
		rotate = smallestThree
	}
	for _, table := range []struct {
		size int64
		take func(i int, record []byte)
	}{
		{9, z.position},
		{1, func(i int, b []byte) { s.Colors[4*i+3] = b[0] }},
		{3, func(i int, b []byte) {
			copy(s.Colors[4*i:4*i+3], []byte{colors[b[0]], colors[b[1]], colors[b[2]]})
		}},
		{3, func(i int, b []byte) {
			copy(s.Scales[3*i:3*i+3], []float32{scales[b[0]], scales[b[1]], scales[b[2]]})
		}},
		{z.rotation(), func(i int, b []byte) {
			q := rotate(b)
			geometry.Normalise(&q)
			copy(s.Rotations[4*i:], q[:])
		}},
	} {
		if err := z.table(table.size, table.take); err != nil {
			return err
		}
	}
	if _, err := io.CopyN(io.Discard, z.r, n*z.harmonics); err != nil {
		return err
	}
	return z.end()
}

// table reads records of the same size, one for each splat.
func (z *reader) table(size int64, take func(i int, record []byte)) error {
	block := make([]byte, min(z.n, blockSize)*size)
	for i := 0; int64(i) < z.n; {
		records := block[:min(z.n-int64(i), blockSize)*size]
		if _, err := io.ReadFull(z.r, records); err != nil {
			return err
		}
		for ; len(records) > 0; records = records[size:] {
			take(i, records)
			i++
		}
	}
	return nil
}

// end reads over extensions up to the checksum.
func (z *reader) end() error {
	n, err := io.Copy(io.Discard, io.LimitReader(z.r, trailer+1))
	if err == nil && n > trailer {
		return source.Refuse(source.Limit, "after its splats the file holds more than %d bytes", trailer)
	}
	return err
}

func (z *reader) position(i int, b []byte) {
	for k := range 3 {
		// Put into the upper 24 bits and shifted down as a signed number, it keeps its sign.
		fixed := int32(b[3*k])<<8 | int32(b[3*k+1])<<16 | int32(b[3*k+2])<<24
		z.splats.Positions[3*i+k] = float32(fixed>>8) * z.scale
	}
}

// scales and colors are the values of a byte.
var scales, colors = func() (scales [256]float32, colors [256]uint8) {
	for i := range 256 {
		scales[i] = float32(math.Exp(float64(i)/16 - 10))
		colors[i] = geometry.ColorByte(0.5 + geometry.FirstHarmonic*(float64(i)/255-0.5)/0.15)
	}
	return scales, colors
}()

// firstThree is a rotation of version 2: x, y and z; w follows.
func firstThree(b []byte) (q [4]float32) {
	rest := float32(1)
	for i := range 3 {
		v := float32(b[i])/127.5 - 1
		q[1+i] = v
		rest -= v * v
	}
	// Rounded, the three may be longer than 1 together.
	q[0] = float32(math.Sqrt(float64(max(rest, 0))))
	return q
}

// smallestThree is a rotation of version 3: which part is the largest, in two
// bits, and a sign and nine bits for each of the others.
func smallestThree(b []byte) (q [4]float32) {
	packed := binary.LittleEndian.Uint32(b)
	largest, rest := int(packed>>30), float32(1)
	for i := 3; i >= 0; i-- { // of x, y, z, w
		if i == largest {
			continue
		}
		// A part that is not the largest of a unit is never above the root of a half: nine bits span just that.
		v := float32(packed&511) / 511 * math.Sqrt2 / 2
		rest -= v * v
		if packed&512 != 0 {
			v = -v
		}
		q[(i+1)%4] = v
		packed >>= 10
	}
	q[(largest+1)%4] = float32(math.Sqrt(float64(max(rest, 0))))
	return q
}
