package vitrine

import "time"

// MaxFeatured is how many models stand first on the home page at most.
const MaxFeatured = 12

// Featured is a model that somebody chose for the home page.
type Featured struct {
	ModelID int64
	Title   string
	Until   time.Time // zero: until it is taken off
	Listed  bool      // it is in the catalogue, and for everybody: else it is not shown
}

// Shown reports whether the home page shows it at a time.
func (f Featured) Shown(now time.Time) bool {
	return f.Listed && (f.Until.IsZero() || f.Until.After(now))
}
