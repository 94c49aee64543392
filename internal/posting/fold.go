package posting

// Change is a document that changes; an empty text is one that is not there. Old is what
// the blocks have of it now.
type Change struct {
	ID       int64
	Old, New Document
}

// Block is a block with the key under which it is stored.
type Block struct {
	Key   int64
	Bytes []byte
}

// Edits are what changes in what is stored.
type Edits struct {
	Put       []Block         // ascending by key
	Delete    []int64         // keys, ascending
	Documents map[int64]int64 // for each word, how many documents more have it, in any tier; of a column, a value
	Blocks    []int64         // the numbers of the blocks in which something changes, ascending
}

// Words returns, sorted, the words whose ids are needed to fold changes into the blocks,
// those of columns (ColumnWord) among them.
func Words(changes []Change) []string {
	return nil
}

// Keys returns, sorted, the keys of the blocks that changes touch. The ids are those of
// all Words.
func Keys(changes []Change, ids map[string]int64) ([]int64, error) {
	return nil, errNotYet
}

// Fold returns what is to be stored for changes, one a document, to be in the blocks;
// present are the blocks of all Keys that are there.
func Fold(changes []Change, ids map[string]int64, present map[int64][]byte) (Edits, error) {
	return Edits{}, errNotYet
}
