package vitrine

import (
	"strconv"
	"time"
)

// ErasureWait is how long an erasure waits, so that it can be taken back.
const ErasureWait = 7 * 24 * time.Hour

// Erasure is that an account, or an address that something was bought with, is to be
// forgotten.
type Erasure struct {
	ID      int64
	UserID  int64  // 0: somebody with an address alone
	Email   string // that address, folded, until it is forgotten
	Digest  string // of that address, by which a copy of before can be made to forget it too; "" for an account
	AskedAt time.Time
	DueAt   time.Time // from when on it is carried out
	BegunAt time.Time // zero: it can be taken back
	Step    string    // the last one that is done; "" for none
	DoneAt  time.Time // zero: not yet
}

// ErasedName stands for the name of an account that was erased. It has a space, so that
// nobody can have it as a username.
func ErasedName(userID int64) string { return "erased " + strconv.FormatInt(userID, 10) }
