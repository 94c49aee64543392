package geometry

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// The head of an SPZ file, and what may stand behind its splats.
const (
	spzHead     = 16
	spzMagic    = "NGSP"
	spzTrailer  = 1 << 20 // bytes of extensions
	spzBlock    = 4096    // records that are read at once
	spzFraction = 23      // bits of a coordinate of 24
)

// spzHarmonics are the numbers of a splat's further harmonics, by their degree.
var spzHarmonics = [...]int64{0, 9, 24, 45, 72}

// readSPZ reads SPZ 2 to 4, of which 2 and 3 are alike (nianticlabs/spz, README, "File Format"): gzip, a
// head, and one table after the other for positions, opacities, colours, scales,
// rotations and further harmonics. Y is upwards.
func readSPZ(in Input) (*Model, error) {
	var magic [len(spzMagic)]byte
	if in.Size >= int64(len(magic)) {
		if err := readFull(in, magic[:], 0); err != nil {
			return nil, fmt.Errorf("read the head: %w", err)
		}
	}
	if string(magic[:]) == spzMagic {
		return readSPZ4(in)
	}
	unpacked, err := gzip.NewReader(bufio.NewReaderSize(in.reader(), 64<<10))
	if err != nil {
		return nil, spzError(err)
	}
	unpacked.Multistream(false)
	z := &spzReader{r: unpacked}
	if known, err := z.head(in.Size); err != nil {
		return nil, err
	} else if !known {
		return typeOnly(), nil
	}
	if err := z.tables(); err != nil {
		return nil, spzError(err)
	}
	return &Model{Splats: z.splats, UpAxis: "y"}, nil
}

// spzError makes a refusal of what is wrong with the packed bytes.
func spzError(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return refuse(codeTruncated, "the file ends before its last splat")
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.As(err, &corrupt):
		return refuse(codeMalformed, "the file can't be unpacked: its gzip stream is damaged")
	}
	if _, ok := errors.AsType[*Refusal](err); ok {
		return err
	}
	return fmt.Errorf("unpack: %w", err)
}

type spzReader struct {
	r         io.Reader
	n         int64
	version   uint32
	harmonics int64
	scale     float32 // of a coordinate's last bit
	splats    *Splats
}

// head reads the head. False: the file is of a version that is not read.
func (z *spzReader) head(size int64) (known bool, err error) {
	var head [spzHead]byte
	if _, err := io.ReadFull(z.r, head[:]); err != nil {
		return false, spzError(err)
	}
	if string(head[:4]) != spzMagic {
		return false, refuse(codeMalformed, "the file does not unpack to splats: it lacks the letters %s", spzMagic)
	}
	z.version, z.n = binary.LittleEndian.Uint32(head[4:]), int64(binary.LittleEndian.Uint32(head[8:]))
	if z.version == 1 {
		return false, nil // never published
	}
	degree, fraction := int(head[12]), int(head[13])
	switch {
	case z.version < 2 || z.version > 4:
		return false, refuse(codeMalformed, "the file is of version %d, 2 to 4 are read", z.version)
	case degree >= len(spzHarmonics):
		return false, refuse(codeMalformed, "the file has harmonics of degree %d, at most %d are known", degree, len(spzHarmonics)-1)
	case fraction > spzFraction:
		return false, refuse(codeMalformed, "the coordinates have %d fractional bits, of 24", fraction)
	case z.n == 0:
		return false, refuse(codeNoGeometry, "the file holds no splats")
	}
	z.harmonics, z.scale = spzHarmonics[degree], float32(math.Ldexp(1, -fraction))
	// A cloud is nearly random: far from what gzip could make of zeros.
	room := min(max(maxRatio*size, ratioMinimum), maxUnpacked)
	return true, checkCount("splats", z.n, 16+z.rotation()+z.harmonics, room-spzHead, maxSplats)
}

// rotation is the bytes of a rotation.
func (z *spzReader) rotation() int64 { return min(int64(z.version)+1, 4) }

// tables reads what is behind the head.
func (z *spzReader) tables() error {
	n := z.n
	z.splats = newSplats(n)
	s := z.splats
	rotate := spzFirstThree
	if z.version >= 3 {
		rotate = spzSmallestThree
	}
	for _, table := range []struct {
		size int64
		take func(i int, record []byte)
	}{
		{9, z.position},
		{1, func(i int, b []byte) { s.Colors[4*i+3] = b[0] }},
		{3, func(i int, b []byte) {
			copy(s.Colors[4*i:4*i+3], []byte{spzColors[b[0]], spzColors[b[1]], spzColors[b[2]]})
		}},
		{3, func(i int, b []byte) {
			copy(s.Scales[3*i:3*i+3], []float32{spzScales[b[0]], spzScales[b[1]], spzScales[b[2]]})
		}},
		{z.rotation(), func(i int, b []byte) {
			q := rotate(b)
			normalise(&q)
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
func (z *spzReader) table(size int64, take func(i int, record []byte)) error {
	block := make([]byte, min(z.n, spzBlock)*size)
	for i := 0; int64(i) < z.n; {
		records := block[:min(z.n-int64(i), spzBlock)*size]
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
func (z *spzReader) end() error {
	n, err := io.Copy(io.Discard, io.LimitReader(z.r, spzTrailer+1))
	if err == nil && n > spzTrailer {
		return refuse(codeLimit, "after its splats the file holds more than %d bytes", spzTrailer)
	}
	return err
}

func (z *spzReader) position(i int, b []byte) {
	for k := range 3 {
		fixed := int32(b[3*k])<<8 | int32(b[3*k+1])<<16 | int32(b[3*k+2])<<24
		z.splats.Positions[3*i+k] = float32(fixed>>8) * z.scale
	}
}

// spzScales and spzColors are the values of a byte.
var spzScales, spzColors = func() (scales [256]float32, colors [256]uint8) {
	for i := range 256 {
		scales[i] = float32(math.Exp(float64(i)/16 - 10))
		colors[i] = colorByte(0.5 + firstHarmonic*(float64(i)/255-0.5)/0.15)
	}
	return scales, colors
}()

// spzFirstThree is a rotation of version 2: x, y and z; w follows.
func spzFirstThree(b []byte) (q [4]float32) {
	rest := float32(1)
	for i := range 3 {
		v := float32(b[i])/127.5 - 1
		q[1+i] = v
		rest -= v * v
	}
	q[0] = float32(math.Sqrt(float64(max(rest, 0))))
	return q
}

// spzSmallestThree is a rotation of version 3: which part is the largest, in two
// bits, and a sign and nine bits for each of the others.
func spzSmallestThree(b []byte) (q [4]float32) {
	packed := binary.LittleEndian.Uint32(b)
	largest, rest := int(packed>>30), float32(1)
	for i := 3; i >= 0; i-- { // of x, y, z, w
		if i == largest {
			continue
		}
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
