package vitrine

import "time"

// Category is a node of the two-level tree: top categories have ParentID 0.
type Category struct {
	ID           int64
	ParentID     int64
	Slug         string // unique in the whole tree
	Title        string
	Name         string
	Description  string
	ProductTypes []ProductType
	Position     int   // order among its siblings
	ModelsCount  int64 // published models in it, its subcategories' included
	CreatedAt    time.Time
	UpdatedAt    time.Time
}

// LicenseText is a licence as it is shown, and as it is pinned to an order.
type LicenseText struct {
	Type           License
	Name           string
	Description    string // summary
	Text           string // in full
	Version        int64  // of the text, from 1 on
	CommercialUse  bool
	Redistribution bool
	CreatedAt      time.Time
	UpdatedAt      time.Time
}

// LicenseVersion is the text of a licence as it was from a time on, until the next version.
type LicenseVersion struct {
	License   License
	Version   int64
	Text      string
	CreatedAt time.Time
}
