package vitrine

// Sort is an order of the catalogue.
type Sort string

// The orders of the catalogue.
const (
	BestMatch   Sort = "best_match"
	BySales     Sort = "sales"
	Newest      Sort = "newest"
	Oldest      Sort = "oldest"
	LowerPrice  Sort = "lower_price"
	HigherPrice Sort = "higher_price"
)

// The bounds of a list.
const (
	DefaultPageSize = 25
	MaxPageSize     = 100
	MaxOffset       = 10_000 // how many results numbered pages reach
	MaxCount        = 10_000 // how far totals are exact
)

// CatalogueQuery asks for a page of published models. The zero value of a
// filter asks for nothing.
type CatalogueQuery struct {
	Keywords         string
	MinPrice         *Amount
	MaxPrice         *Amount
	ProductType      ProductType
	CategoryID       int64 // a top category includes its subcategories
	Extensions       []string
	AdultContent     bool // false leaves adult content out
	Discounted       *bool
	LowPoly          *bool // this and the next four ask about CG models
	Animated         *bool
	PBR              *bool
	Rigged           *bool
	Collection       *bool
	MinAdminRating   *float64
	Polygons         *PolygonRange
	ExcludeEditorial bool
	Author           string
	Sort             Sort
	Page             Page
}

// OwnQuery asks for a page of somebody's own models, drafts too, newest first.
type OwnQuery struct {
	AuthorID int64
	Status   Status // "" for both
	// Filter narrows it by all but keywords, extensions, collection and polygons,
	// which are indexed for published models only. Adult content is always included.
	Filter CatalogueQuery
	Page   Page
}

// OrderQuery asks for a page of the orders that a user made, newest first.
type OrderQuery struct {
	UserID int64
	Status OrderStatus // "" for all
	Page   Page
}

// Page says which part of a list is wanted: after a cursor, or by number.
type Page struct {
	Number int    // from 1; not used with a cursor
	Size   int    // 1 to MaxPageSize
	Cursor string // opaque, from an earlier answer
}

// Offset is how many results precede the page.
func (p Page) Offset() int { return (max(p.Number, 1) - 1) * p.Size }

// Total is the length of a list: exact up to MaxCount, then a lower bound.
type Total struct {
	Count int64
	More  bool // there are more than Count
}
