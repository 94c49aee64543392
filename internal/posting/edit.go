package posting

// edit is what a change of a document does to one of its words or columns.
type edit struct {
	word     string
	column   bool
	was, now state
}

// state is what a document has of a word or a column.
type state struct {
	there bool
	tier  int   // the best one of a word
	value int64 // of a column
}

// in reports whether a word counts for a tier.
func (s state) in(tier int) bool { return s.there && counts(s.tier, tier) }

// edits returns what a change does, a word once, in any order.
func (c Change) edits() []edit {
	var list []edit
	places := map[string]int{}
	at := func(word string, column bool) *edit {
		place, ok := places[word]
		if !ok {
			place = len(list)
			places[word] = place
			list = append(list, edit{word: word, column: column})
		}
		return &list[place]
	}
	for word, tier := range c.Old.Words() {
		at(word, false).was = state{there: true, tier: tier}
	}
	for word, tier := range c.New.Words() {
		at(word, false).now = state{there: true, tier: tier}
	}
	for column, value := range c.Old.Columns() {
		at(ColumnWord(column), true).was = state{there: true, value: value}
	}
	for column, value := range c.New.Columns() {
		at(ColumnWord(column), true).now = state{there: true, value: value}
	}
	kept := list[:0]
	for _, e := range list {
		if e.was != e.now {
			kept = append(kept, e)
		}
	}
	return kept
}
