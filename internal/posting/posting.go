// Package posting is the algebra of the search index: which documents have which words
// and attributes, in blocks of bits that are intersected here, and what is to be changed
// in the blocks when documents change. It reads through a Source and knows nothing of
// SQL, models or languages: its documents are numbers, its words are made by others.
//
// A block holds, for one term, the documents among BlockSize consecutive ones that have
// it. A term is a word in a tier: TierTitle has the documents with the word in the title,
// TierHead those with it in title, tags or author, TierAny those with it anywhere;
// TierAttribute is that of attributes. GroupBlocks consecutive blocks of a term are a
// group, the unit that is read and remembered. A term that few documents have is stored
// as one list of them.
package posting

import "context"

// BlockSize is the number of documents of a block, GroupBlocks the number of blocks of
// a group.
const (
	blockShift  = 14
	BlockSize   = 1 << blockShift
	GroupBlocks = 16
	groupSize   = GroupBlocks * BlockSize
	maxBlocks   = 1 << 20
)

// The tiers of a term. A word in the title is in all but TierAttribute.
const (
	TierAttribute = iota
	TierTitle
	TierHead
	TierAny
)

// Term is a word in a tier.
type Term int64

// TermOf returns the term of a word in a tier.
func TermOf(wordID int64, tier int) Term { return Term(wordID<<2 | int64(tier)) }

// Word returns the term's word.
func (t Term) Word() int64 { return int64(t) >> 2 }

// Tier returns the term's tier.
func (t Term) Tier() int { return int(t & 3) }

// Key returns the key under which the term's block is stored. The keys of a term are
// one range, from Key(0) on.
func (t Term) Key(block int64) int64 { return int64(t)*maxBlocks + block }

// Key returns the key under which a word's block in a tier is stored; that of a column
// is in TierAttribute.
func Key(wordID int64, tier int, block int64) int64 { return TermOf(wordID, tier).Key(block) }

// SplitKey returns what a key was made of.
func SplitKey(key int64) (term Term, block int64) { return Term(key / maxBlocks), key % maxBlocks }

// BlockOf returns the number of a document's block.
func BlockOf(id int64) int64 { return id >> blockShift }

// GroupOf returns the number of a document's group.
func GroupOf(id int64) int64 { return id / groupSize }

// Word is what a query asks for, as the store knows it.
type Word struct {
	ID        int64  // 0: no block has it; pending documents may
	Name      string // as it stands in documents; of a column, without ColumnWord's mark
	Documents int64  // about how many have it: decides what is read first, never what is found
}

// Query is what a document must have.
type Query struct {
	Words   [][]Word  // each: any of the alternatives, in the tier that is asked for
	All     [][]Word  // attributes, each: any of the alternatives
	None    []Word    // attributes that it must not have
	Between []Between // values that it must have
}

// Between asks for a column's value from From to To, both included.
type Between struct {
	Column   Word
	From, To int64
}

// Stored is a document with its number.
type Stored struct {
	ID       int64
	Document Document
}

// Source reads what is stored. What it returns is not changed by the caller.
type Source interface {
	// Groups returns the blocks of terms in a group, in the order of the terms; nil
	// where a term has none there.
	Groups(ctx context.Context, terms []Term, group int64) ([]*Group, error)
	// Columns returns the values of columns, named by their words, in a group; nil
	// where a column has none there.
	Columns(ctx context.Context, columns []int64, group int64) ([]*ColumnGroup, error)
	// Postings returns the numbers of the documents that have a term, in any order, but
	// no more than atMost of them.
	Postings(ctx context.Context, term Term, atMost int) ([]int64, error)
	// Documents returns those of the documents that are there, in any order, as the
	// blocks have them.
	Documents(ctx context.Context, ids []int64) ([]Stored, error)
}

// Group holds the blocks of a term in a group; empty ones are nil.
type Group [GroupBlocks]Bits

// Size returns about how many bytes of memory the group takes.
func (g *Group) Size() int {
	size := 0
	if g != nil {
		size = 24 * GroupBlocks
		for _, bits := range g {
			size += len(bits)
		}
	}
	return size
}

// ColumnGroup holds the blocks of a column in a group; empty ones are nil.
type ColumnGroup [GroupBlocks]*Values

// Size returns about how many bytes of memory the group takes.
func (g *ColumnGroup) Size() int {
	size := 0
	if g != nil {
		size = 8 * GroupBlocks
		for _, values := range g {
			size += values.Size()
		}
	}
	return size
}
