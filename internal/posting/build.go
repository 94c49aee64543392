package posting

// Built is all that is stored of one block.
type Built struct {
	Block int64
	Terms []BuiltTerm // ascending by word and tier
	// Documents is how many documents have each word, in any tier; of a column, a value.
	Documents map[string]int64
}

// BuiltTerm is the block of a term, or of a column, whose word is a ColumnWord.
type BuiltTerm struct {
	Word  string
	Tier  int
	Bytes []byte
}

// Builder makes whole blocks of documents that come in ascending order, and hands each
// block to Emit when it is complete. Blocks without documents are not emitted.
type Builder struct {
	Emit func(Built) error
}

// Add adds a document.
func (b *Builder) Add(id int64, document Document) error {
	return errNotYet
}

// Close emits the last block.
func (b *Builder) Close() error {
	return errNotYet
}
