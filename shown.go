package vitrine

// Shown is what is known of stored bytes that a page shows.
type Shown struct {
	Size     int64    // 0 where nobody knows it
	Reserved bool     // the author wants nobody to train machines with them
	Only     *Viewers // who may see them; nil: everybody
}

// Viewers are those who may see what is not public of a model: its author, and those who
// decide about models where it is theirs to look at.
type Viewers struct {
	AuthorID   int64
	Moderators bool
}
