// Package inflate unpacks deflate (RFC 1951) and zlib (RFC 1950) in less than half of
// the standard library's time and three fifths of klauspost/compress's: where a format packs its numbers,
// unpacking them is most of what reading it costs. Codes are looked up in tables that say
// at once what a symbol means and how many bits it takes, eight bytes are taken up at a
// time, and so are matches written.
//
// It refuses what compress/flate and compress/zlib refuse, with their errors, and takes the
// same memory whatever it is given. It knows no format that it is used for.
package inflate

import (
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
)

const (
	history  = 32 << 10 // bytes that a match may go back
	ahead    = 64 << 10 // bytes that are unpacked before they are given away
	maxMatch = 258
	inputs   = 64 << 10 // packed bytes that are read at once
	// A round loads eight bytes at most twice, and goes on by seven each time.
	inputSlack = 16
	// A round may write so much to a buffer that has room for one more byte: two
	// literals and a match, in words of eight bytes.
	outputSlack = 2 + maxMatch + 8
)

// Reader unpacks deflate.
type Reader struct {
	source io.Reader
	in     [inputs + 2*inputSlack]byte
	at     int   // of in: the next one
	end    int   // of in: behind what was read
	before int64 // bytes of the source before in
	broken error // why the source has no more; zeros stand behind the end then

	bits  uint64 // the next ones, from the lowest on; more may be set than are counted
	count uint   // how many of them are before in[at]

	out   [history + ahead + outputSlack]byte
	given int // of out: behind what was read
	fill  int // of out: behind what is unpacked

	step   func(*Reader) error // goes on with a block; nil before one
	final  bool                // it is the last
	stored int                 // bytes that are left of a block that is not packed
	err    error

	lengths   [maxLiterals + maxDistances]uint8
	literals  [literalEntries]uint32
	distances [distanceEntries]uint32
}

// NewReader returns what unpacks a source. It may read beyond the end of what is packed.
func NewReader(source io.Reader) *Reader {
	r := &Reader{}
	r.Reset(source)
	return r
}

// Reset makes the reader unpack another source.
func (r *Reader) Reset(source io.Reader) {
	r.source, r.at, r.end, r.before, r.broken = source, 0, 0, 0, nil
	r.bits, r.count, r.given, r.fill = 0, 0, 0, 0
	r.step, r.final, r.err = nil, false, nil
}

// Read unpacks what comes next.
func (r *Reader) Read(p []byte) (int, error) {
	for r.given == r.fill {
		if r.err != nil {
			return 0, r.err
		}
		r.unpack()
	}
	n := copy(p, r.out[r.given:r.fill])
	r.given += n
	return n, nil
}

// Close does nothing.
func (r *Reader) Close() error { return nil }

// unpack fills the buffer, once all in it is given away. What matches may go back to stays.
func (r *Reader) unpack() {
	if r.fill > history {
		copy(r.out[:history], r.out[r.fill-history:r.fill])
		r.given, r.fill = history, history
	}
	for r.err == nil && r.fill < history+ahead {
		switch {
		case r.step != nil:
			r.err = r.step(r)
		case r.final:
			r.err = io.EOF
		default:
			r.err = r.block()
		}
	}
}

// more reads packed bytes behind those that are left, until there are enough for a round.
// Whole bytes that are counted among the bits stay before them, so that a block that is not
// packed can have them back.
func (r *Reader) more() {
	if r.broken != nil || r.end-r.at >= inputSlack {
		return
	}
	back := int(r.count >> 3)
	r.before += int64(r.at - back)
	r.end, r.at = copy(r.in[:], r.in[r.at-back:r.end]), back
	for empty := 0; r.broken == nil && r.end-r.at < inputSlack; {
		n, err := r.source.Read(r.in[r.end:inputs])
		r.end += n
		if n > 0 {
			empty = 0
		} else if empty++; empty == 100 {
			err = io.ErrNoProgress
		}
		r.broken = err
	}
	if r.broken != nil {
		clear(r.in[r.end : r.end+2*inputSlack])
	}
}

// load takes up whole bytes, so that at least 56 bits are counted.
func (r *Reader) load() {
	r.more()
	r.bits |= binary.LittleEndian.Uint64(r.in[r.at:]) << r.count
	r.at += int(63-r.count) >> 3
	r.count |= 56
}

// beyond reports whether more bits were taken than there are.
func (r *Reader) beyond() bool { return r.at-int(r.count>>3) > r.end }

// over is the error of a source that ends too early.
func (r *Reader) over() error {
	if errors.Is(r.broken, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return r.broken
}

// take returns the next bits, at most 32.
func (r *Reader) take(n uint) (uint32, error) {
	if r.count < n {
		r.load()
	}
	value := uint32(r.bits & (1<<n - 1))
	r.bits >>= n
	r.count -= n
	if r.broken != nil && r.beyond() {
		return 0, r.over()
	}
	return value, nil
}

// corrupt is the error of what is not deflate.
func (r *Reader) corrupt() error {
	return flate.CorruptInputError(r.before + int64(r.at) - int64(r.count>>3))
}
