package posting

import (
	"encoding/binary"
	"errors"
	"math"
)

// Values are the values of a column in a block: for each document a number of at least
// 0, or none. They are stored as the distinct values, ascending (how many there are, then
// the difference of each to the one before, as uvarints), and for each document, up to
// the last that has a value, the place of its value among them counted from 1, or 0:
// in a byte where at most 127 are distinct, else in two, the low one first.
type Values struct {
	distinct []int64
	codes    []byte
	wide     bool // two bytes a code
}

const narrow = math.MaxInt8 // so many distinct values at most have codes of one byte

var errValues = errors.New("posting: a block's values are damaged")

// ParseValues reads stored bytes, which must not change from now on.
func ParseValues(stored []byte) (*Values, error) {
	count, size := binary.Uvarint(stored)
	if size <= 0 || count == 0 || count > BlockSize {
		return nil, errValues
	}
	v := &Values{distinct: make([]int64, count), wide: count > narrow}
	rest := stored[size:]
	value := uint64(0)
	for i := range v.distinct {
		step, size := binary.Uvarint(rest)
		if size <= 0 || step > math.MaxInt64-value || (step == 0 && i > 0) {
			return nil, errValues
		}
		value += step
		v.distinct[i], rest = int64(value), rest[size:]
	}
	v.codes = rest
	return v, v.check()
}

// check returns an error for codes that are not those of values.
func (v *Values) check() error {
	n := v.len()
	if n == 0 || n > BlockSize || v.wide && len(v.codes)%2 != 0 || v.code(n-1) == 0 {
		return errValues
	}
	for i := range n {
		if v.code(i) > len(v.distinct) {
			return errValues
		}
	}
	return nil
}

// len returns how many documents have codes.
func (v *Values) len() int {
	if v.wide {
		return len(v.codes) / 2
	}
	return len(v.codes)
}

// code returns the code at an offset below len.
func (v *Values) code(offset int) int {
	if v.wide {
		return int(binary.LittleEndian.Uint16(v.codes[2*offset:]))
	}
	return int(v.codes[offset])
}

// Size returns about how many bytes of memory the values take.
func (v *Values) Size() int {
	if v == nil {
		return 0
	}
	return 56 + 8*len(v.distinct) + len(v.codes)
}

// Get returns the value of the document at an offset, if it has one.
func (v *Values) Get(offset int) (value int64, ok bool) {
	if v == nil || offset >= v.len() || v.code(offset) == 0 {
		return 0, false
	}
	return v.distinct[v.code(offset)-1], true
}
