package vitrine

import "time"

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
	MaxExtensions   = 50     // file extensions that it can be asked for
)

// CatalogueQuery asks for a page of published models. The zero value of a
// filter asks for nothing.
type CatalogueQuery struct {
	Keywords         string
	Language         string // of who asks, a tag of BCP 47, for the stems of the keywords
	MinPrice         *Amount
	MaxPrice         *Amount
	ProductType      ProductType
	CategoryID       int64 // a top category includes its subcategories
	Extensions       []string
	AdultContent     bool // false leaves adult content out
	AIGenerated      *bool
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

// OwnQuery asks for a page of somebody's own models, in every state.
type OwnQuery struct {
	AuthorID int64
	Status   Status // "" for all
	Drafted  bool   // those alone that have a draft version
	Standing Standing
	Filter   CatalogueQuery
}

// Standing is something that keeps a model back, or a file of it; "" for nothing.
type Standing string

// What models may be kept back by.
const (
	Waiting       Standing = "waiting"        // for a review before it is published
	SentBack      Standing = "sent_back"      // after one
	TakenOut      Standing = "taken_out"      // of the catalogue, by a decision
	RejectedFiles Standing = "rejected_files" // nothing could be made of some of its files
)

// Standings are all of them.
func Standings() []Standing { return []Standing{Waiting, SentBack, TakenOut, RejectedFiles} }

// OrderScope says whose orders a query is about.
type OrderScope int

// The scopes of queries for orders.
const (
	OrdersMade OrderScope = iota // by the user
	OrdersSold                   // of the user's models, once they were paid
	OrdersAll                    // the operator's
)

// OrderQuery asks for a page of orders, newest first. The zero value of a
// filter asks for nothing.
type OrderQuery struct {
	ApplicationID int64 // of those that a user made; 0: all
	Scope         OrderScope
	UserID        int64 // who made or sold them
	Status        OrderStatus
	UUID          string
	ModelID       int64
	Email         string // the buyer's, whatever its case
	Price         Amount // 0: any
	CreatedAfter  time.Time
	CreatedBefore time.Time
	Page          Page
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
