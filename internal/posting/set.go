package posting

import "iter"

// Set is a set of documents.
type Set struct {
	blocks []Bits // by the number of the block
	length int
}

// Len returns how many documents are in the set.
func (s *Set) Len() int { return s.length }

// Blocks returns in how many blocks its documents are.
func (s *Set) Blocks() (n int) {
	for _, block := range s.blocks {
		if len(block) > 0 {
			n++
		}
	}
	return n
}

// Has reports whether a document is in the set.
func (s *Set) Has(id int64) bool {
	block := BlockOf(id)
	return id > 0 && block < int64(len(s.blocks)) && s.blocks[block].Has(int(id%BlockSize))
}

// All yields the documents, the highest number first.
func (s *Set) All() iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for block := len(s.blocks) - 1; block >= 0; block-- {
			for offset := range s.blocks[block].Backward() {
				if !yield(int64(block)<<blockShift | int64(offset)) {
					return
				}
			}
		}
	}
}

// IDs returns the documents, the highest number first.
func (s *Set) IDs() []int64 {
	ids := make([]int64, 0, s.length)
	for id := range s.All() {
		ids = append(ids, id)
	}
	return ids
}
