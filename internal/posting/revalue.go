package posting

import (
	"encoding/binary"
	"slices"
)

// revalue is a document's new value in a column.
type revalue struct {
	offset int
	value  int64
	there  bool // there is one
}

// revalued returns the stored form of a block of values after changes.
func revalued(stored []byte, changes []revalue) ([]byte, error) {
	if len(stored) == 0 {
		var none *Values
		return none.with(changes), nil
	}
	values, err := ParseValues(stored)
	if err != nil {
		return nil, err
	}
	return values.with(changes), nil
}

// with returns the stored form of the values with some of them changed; nil if none are
// left. A nil v has none.
func (v *Values) with(changes []revalue) []byte {
	if v == nil {
		v = &Values{}
	}
	var more []int64
	for _, change := range changes {
		if change.there {
			more = append(more, change.value)
		}
	}
	distinct, moved := v.merged(more)
	codes := make([]uint16, BlockSize)
	for i := range v.len() {
		codes[i] = moved[v.code(i)]
	}
	for _, change := range changes {
		codes[change.offset] = 0
		if change.there {
			at, _ := slices.BinarySearch(distinct, change.value)
			codes[change.offset] = uint16(at + 1)
		}
	}
	return appendValues(distinct, codes)
}

// merged returns the distinct values with more, and for each code what it becomes there.
func (v *Values) merged(more []int64) (distinct []int64, moved []uint16) {
	slices.Sort(more)
	more = slices.Compact(more)
	distinct = make([]int64, 0, len(v.distinct)+len(more))
	moved = make([]uint16, 1, len(v.distinct)+1)
	for _, value := range v.distinct {
		for ; len(more) > 0 && more[0] <= value; more = more[1:] {
			if more[0] < value {
				distinct = append(distinct, more[0])
			}
		}
		distinct = append(distinct, value)
		moved = append(moved, uint16(len(distinct)))
	}
	return append(distinct, more...), moved
}

// appendValues returns the stored form of codes, without the values that have none.
func appendValues(distinct []int64, codes []uint16) []byte {
	used := make([]bool, len(distinct)+1)
	length := 0
	for i, code := range codes {
		used[code] = true
		if code != 0 {
			length = i + 1
		}
	}
	if length == 0 {
		return nil
	}
	kept := make([]int64, 0, len(distinct))
	moved := make([]uint16, len(distinct)+1)
	for i, value := range distinct {
		if used[i+1] {
			kept = append(kept, value)
			moved[i+1] = uint16(len(kept))
		}
	}
	stored := make([]byte, 0, 2*length+2*len(kept)+8)
	stored = binary.AppendUvarint(stored, uint64(len(kept)))
	before := int64(0)
	for _, value := range kept {
		stored = binary.AppendUvarint(stored, uint64(value-before))
		before = value
	}
	for _, code := range codes[:length] {
		if len(kept) <= narrow {
			stored = append(stored, byte(moved[code]))
		} else {
			stored = binary.LittleEndian.AppendUint16(stored, moved[code])
		}
	}
	return stored
}
