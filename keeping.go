package vitrine

import "time"

// Like is a model that somebody likes.
type Like struct {
	ID, ModelID int64
	Title       string // "" while the model is not in the catalogue
	CreatedAt   time.Time
}

// Follow is a seller whom somebody follows.
type Follow struct {
	ID, SellerID int64
	Username     string
	Name         string // that they show, "" for none
	Sells        bool   // something now
	AwayUntil    time.Time
	CreatedAt    time.Time
}

// How many models somebody may like, and how many sellers follow.
const (
	MaxLikes   = 5000
	MaxFollows = 1000
)
