package vitrine

import "time"

// Incoming is a file that arrives in parts and is not there yet.
type Incoming struct {
	ID         string // unguessable; names it in addresses
	UserID     int64  // who sends it: nobody else knows of it
	ModelID    int64
	Name       string
	FileTypeID int64  // 0: by the extension
	ForBuyers  bool   // those who bought the model before get it too
	SHA256     string // hex, that was announced; "" when it was not
	Metadata   string // as the sender wrote it
	Size       int64  // bytes that were announced
	Received   int64  // bytes that are safe
	Parts      int    // that these came in
	FileID     int64  // of the file that it became; 0 before
	Held       bool   // somebody writes to it now
	CreatedAt  time.Time
	ExpiresAt  time.Time
}

// Whole reports whether all bytes came.
func (in *Incoming) Whole() bool { return in.Received == in.Size }
