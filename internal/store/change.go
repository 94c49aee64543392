package store

import (
	"slices"
	"strings"
	"unicode"

	"vitrine"
)

// Change is something that a transaction changed of what is kept of the database, in
// this process or in another. What happens to a model that is not published, and stays
// so, is no change.
type Change struct {
	Kind ChangeKind `json:"kind,omitempty"`
	// Of ModelChanged, ModelRead, ModelSaid and TallyChanged:
	Model int64 `json:"model,omitempty"`
	// Author is of SellerChanged and TallyChanged, too. The others are of ModelChanged: Before and After are what lists look at; nil where it
	// is in no list.
	Author     int64   `json:"author,omitempty"`
	AuthorName string  `json:"author_name,omitempty"`
	Before     *Traits `json:"before,omitempty"`
	After      *Traits `json:"after,omitempty"`
	Stays      bool    `json:"stays,omitempty"` // Before is as After, which is nil where nobody looked
	Words      bool    `json:"words,omitempty"` // it is found by others
	// Of LicenseChanged:
	License vitrine.License `json:"license,omitempty"`
}

// ChangeKind says what a Change is of.
type ChangeKind string

// The kinds of changes.
const (
	AnythingChanged ChangeKind = "" // it may touch all that is kept
	ModelChanged    ChangeKind = "model"
	ModelRead       ChangeKind = "read" // how far the reading of its files is, and nothing else
	ModelSaid       ChangeKind = "said" // what people say of it, and nothing else
	LicenseChanged  ChangeKind = "license"
	FeaturedChanged ChangeKind = "featured" // what the home page shows first
	SellerChanged   ChangeKind = "seller"   // what the author says of themselves
	TallyChanged    ChangeKind = "tally"    // how many like the model, or follow the author, and nothing else
)

// Traits are what lists look at of a published model, beside its words.
type Traits struct {
	Category    int64               `json:"category,omitempty"`
	Subcategory int64               `json:"subcategory,omitempty"`
	Type        vitrine.ProductType `json:"type"`
	Price       int64               `json:"price"`
	Published   int64               `json:"published"` // microseconds
	Adult       bool                `json:"adult,omitempty"`
	AI          bool                `json:"ai,omitempty"`
	Discounted  bool                `json:"discounted,omitempty"`
	Editorial   bool                `json:"editorial,omitempty"`
	Animated    bool                `json:"animated,omitempty"`
	PBR         bool                `json:"pbr,omitempty"`
	Rigged      bool                `json:"rigged,omitempty"`
	Collection  bool                `json:"collection,omitempty"`
	Polygons    *int64              `json:"polygons,omitempty"`
	Rating      *float64            `json:"rating,omitempty"`
	Extensions  []string            `json:"extensions,omitempty"` // sorted
}

// TouchesRecord reports whether the record of a model may be another one.
func (c *Change) TouchesRecord(model int64) bool {
	return c.Kind == AnythingChanged || c.Model == model && (c.Kind == ModelChanged || c.Kind == ModelRead)
}

// TouchesModel reports whether what is shown of a model may be something else: its
// record, but for how far its files are read, its pictures, its previews, and what people
// say of it.
func (c *Change) TouchesModel(model int64) bool {
	return c.Kind == AnythingChanged || c.Model == model && (c.Kind == ModelChanged || c.Kind == ModelSaid)
}

// TouchesList reports whether a page of a list may be another one; shows reports
// whether a model is on it. Words are not looked at: any may have been found.
func (c *Change) TouchesList(q *vitrine.CatalogueQuery, shows func(model int64) bool) bool {
	switch {
	case c.Kind == AnythingChanged:
		return true
	case c.Kind != ModelChanged:
		return false
	case shows(c.Model):
		return true
	case c.Stays:
		return c.foundAnew(q) && c.passes(c.After, q)
	default:
		return c.passes(c.Before, q) || c.passes(c.After, q)
	}
}

// TouchesCategories reports whether the categories may be others, or hold more models or
// fewer.
func (c *Change) TouchesCategories() bool {
	if c.Kind != ModelChanged || c.Stays {
		return c.Kind == AnythingChanged
	}
	return c.Before == nil || c.After == nil || c.Before.Category != c.After.Category || c.Before.Subcategory != c.After.Subcategory
}

// foundAnew reports whether the words of a list may find another model than before.
// Those of a phrase, which stands in quotes, may come to follow each other and be the same.
func (c *Change) foundAnew(q *vitrine.CatalogueQuery) bool {
	plain := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) || unicode.IsSpace(r)
	}
	return c.Words && strings.TrimSpace(q.Keywords) != "" || strings.ContainsFunc(q.Keywords, func(r rune) bool { return !plain(r) })
}

// passes reports whether a model with some traits, none when it is not published, may
// pass the filters of a list. It says of more models that they do than the list does.
func (c *Change) passes(t *Traits, q *vitrine.CatalogueQuery) bool {
	return t != nil && (q.Author == "" || q.Author == c.AuthorName) &&
		(q.CategoryID == 0 || q.CategoryID == t.Category || q.CategoryID == t.Subcategory) &&
		(q.AdultContent || !t.Adult) && (q.AIGenerated == nil || *q.AIGenerated == t.AI) && !(q.ExcludeEditorial && t.Editorial) &&
		(q.MinPrice == nil || t.Price >= int64(*q.MinPrice)) && (q.MaxPrice == nil || t.Price <= int64(*q.MaxPrice)) &&
		(q.ProductType == "" || q.ProductType == t.Type) && t.isCGAsAsked(q) && t.isAsCounted(q) &&
		(q.MinAdminRating == nil || t.Rating != nil && *t.Rating >= *q.MinAdminRating) &&
		(len(q.Extensions) == 0 || slices.ContainsFunc(q.Extensions, func(e string) bool { return slices.Contains(t.Extensions, e) }))
}

// isCGAsAsked is about flags: most of them ask about CG models alone.
func (t *Traits) isCGAsAsked(q *vitrine.CatalogueQuery) bool {
	asked := q.LowPoly != nil
	for _, flag := range [...]struct {
		want *bool
		is   bool
	}{{q.Animated, t.Animated}, {q.PBR, t.PBR}, {q.Rigged, t.Rigged}, {q.Collection, t.Collection}} {
		if flag.want != nil && *flag.want != flag.is {
			return false
		}
		asked = asked || flag.want != nil
	}
	return (!asked || t.Type == vitrine.CG) && (q.Discounted == nil || *q.Discounted == t.Discounted)
}

// isAsCounted is about polygons: a model without a number of them is in no range, and
// not low in polygons.
func (t *Traits) isAsCounted(q *vitrine.CatalogueQuery) bool {
	if q.Polygons != nil && (t.Polygons == nil || *t.Polygons < q.Polygons.AtLeast || *t.Polygons >= q.Polygons.Below) {
		return false
	}
	low := t.Polygons != nil && *t.Polygons < vitrine.LowPoly
	return q.LowPoly == nil || *q.LowPoly == low
}
