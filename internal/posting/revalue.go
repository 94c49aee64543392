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

// with returns the stored form of the values with some of them changed; nil if none are
// left. A nil v has none.
func (v *Values) with(changes []revalue) []byte {
	if v == nil {
		v = &Values{}
	}
	distinct := slices.Clone(v.distinct)
	for _, change := range changes {
		if change.there {
			distinct = append(distinct, change.value)
		}
	}
	slices.Sort(distinct)
	distinct = slices.Compact(distinct)
	codes := make([]uint16, BlockSize)
	moved := movedCodes(v.distinct, distinct)
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

// movedCodes returns for each code what it becomes where all old values are among now.
func movedCodes(old, now []int64) []uint16 {
	moved := make([]uint16, len(old)+1)
	for i, value := range old {
		at, _ := slices.BinarySearch(now, value)
		moved[i+1] = uint16(at + 1)
	}
	return moved
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
