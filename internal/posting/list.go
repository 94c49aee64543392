package posting

import (
	"encoding/binary"
	"errors"
	"slices"
)

// A term that few documents have is stored as one list of them, in place of blocks that
// would have a handful each: most words are of that kind. Its list stands behind the
// place of its last block. A term that has blocks has a mark there, so that whoever
// changes it knows without looking for them.
const (
	fewListed  = 500   // so many are a list wherever they are
	mostListed = 2_000 // so many are written anew with each that comes or goes
	handful    = 16    // documents in each block of a longer list, on average
	listPlace  = maxBlocks - 1
)

// isListed reports whether a term with documents in so many blocks is a list.
func isListed(documents, blocks int) bool {
	return documents <= fewListed || documents <= min(mostListed, handful*blocks)
}

// List are the documents of a term that few have, ascending. They are stored as the
// difference of each to the one before, as uvarints. The mark of a term that has blocks
// is a single 0.
type List []int64

var (
	errList = errors.New("posting: a list is damaged")
	marked  = []byte{0}
)

// ListKey returns the key under which the term's list, or mark, is stored.
func (t Term) ListKey() int64 { return t.Key(listPlace) }

// IsList reports whether the block of a key is a list or a mark.
func IsList(key int64) bool { return key%maxBlocks == listPlace }

// ParseList reads stored bytes. It returns nil for a mark.
func ParseList(stored []byte) (List, error) {
	if slices.Equal(stored, marked) {
		return nil, nil
	}
	list := make(List, 0, len(stored)/2)
	last := uint64(0)
	for len(stored) > 0 {
		step, size := binary.Uvarint(stored)
		if size <= 0 || step == 0 || step > listPlace<<blockShift-1-last {
			return nil, errList
		}
		last, stored = last+step, stored[size:]
		list = append(list, int64(last))
	}
	if len(list) == 0 {
		return nil, errList
	}
	return list, nil
}

// stored returns the stored form.
func (l List) stored() []byte {
	stored := make([]byte, 0, 3*len(l))
	last := int64(0)
	for _, id := range l {
		stored = binary.AppendUvarint(stored, uint64(id-last))
		last = id
	}
	return stored
}

// Size returns about how many bytes of memory the list takes.
func (l List) Size() int { return 24 + 8*len(l) }

// Group returns the listed documents of a group; nil if there are none.
func (l List) Group(group int64) *Group {
	from, _ := slices.BinarySearch(l, group*groupSize)
	to, _ := slices.BinarySearch(l, (group+1)*groupSize)
	if from == to {
		return nil
	}
	found := &Group{}
	for number, bits := range l[from:to].blocks() {
		found[number%GroupBlocks] = bits
	}
	return found
}

// blockCount returns in how many blocks the documents would be.
func (l List) blockCount() (n int) {
	for i, id := range l {
		if i == 0 || BlockOf(id) != BlockOf(l[i-1]) {
			n++
		}
	}
	return n
}

// blocks returns the stored blocks of the documents, by their numbers.
func (l List) blocks() map[int64]Bits {
	offsets := map[int64][]uint16{}
	for _, id := range l {
		offsets[BlockOf(id)] = append(offsets[BlockOf(id)], uint16(id%BlockSize))
	}
	blocks := make(map[int64]Bits, len(offsets))
	for number, some := range offsets {
		blocks[number] = bitsOf(some)
	}
	return blocks
}

// with returns the list with some documents more and others less.
func (l List) with(set, unset []int64) List {
	changed := slices.DeleteFunc(slices.Concat(l, set), func(id int64) bool { return slices.Contains(unset, id) })
	slices.Sort(changed)
	return slices.Compact(changed)
}

// Join returns what is stored of a term that has the blocks, which come in the order of
// their numbers, and how many documents it has.
func Join(term Term, blocks []TermBlock) (stored []Block, documents int64) {
	for _, b := range blocks {
		documents += int64(b.Bits.Len())
	}
	if !isListed(int(documents), len(blocks)) {
		for _, b := range blocks {
			stored = append(stored, Block{term.Key(b.Number), b.Bits})
		}
		return append(stored, Block{term.ListKey(), marked}), documents
	}
	list := make(List, 0, documents)
	for _, b := range blocks {
		for offset := range b.Bits.All() {
			list = append(list, b.Number<<blockShift|int64(offset))
		}
	}
	return []Block{{term.ListKey(), list.stored()}}, documents
}

// TermBlock is a block of a term.
type TermBlock struct {
	Number int64
	Bits   Bits
}
