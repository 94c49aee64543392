package vitrine

import "time"

// DraftVersion is what is kept of the draft version of a model besides the copy that it is
// written in.
type DraftVersion struct {
	ModelID   int64
	AuthorID  int64
	CopyID    int64
	Note      string            // what changes, for buyers
	Base      map[string]string // what the model said, by field, when it was last compared
	Seen      int64             // version of the model then
	Clashes   []string          // fields that were changed in the model and in the draft version; the author has not seen it yet
	Version   int64
	CreatedAt time.Time
	UpdatedAt time.Time
}

// ModelVersion is a published version of a model. The first has no note.
type ModelVersion struct {
	ModelID     int64
	Number      int64
	Note        string
	PublishedAt time.Time
}

// MaxVersionNote is how long the note of a version may be, in characters.
const MaxVersionNote = 2000
