package store_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// TestPhrasesOfLongTexts looks for a phrase that many long texts have: some of them are
// looked through, and the total says that there may be more.
func TestPhrasesOfLongTexts(t *testing.T) {
	t.Parallel()
	s := newShelf(t, filepath.Join(t.TempDir(), "vitrine.db"), 0)
	text := strings.Repeat("an oak chair ", vitrine.MaxTextBytes/len("an oak chair "))
	for range 60 {
		s.publish(t, 1)
	}
	for _, m := range s.models {
		m.RawDescription = text
		inTx(t, s.db, func(tx *store.Tx) error { return s.put(t.Context(), tx, m, s.formats[m.ID]) })
	}
	q := vitrine.CatalogueQuery{Keywords: `"oak chair"`, AdultContent: true, Sort: vitrine.BestMatch, Page: vitrine.Page{Number: 1, Size: 10}}
	page, err := s.db.Catalogue(t.Context(), q)
	if err != nil || len(page.Records) != 10 || !page.Total.More || page.Total.Count < 10 || page.Total.Count > 40 {
		t.Errorf("a page of %d models, %+v in all: %v", len(page.Records), page.Total, err)
	}
	q.Author = ""
	own := vitrine.OwnQuery{AuthorID: s.authors[0].ID, Filter: q}
	if page, err = s.db.OwnModels(t.Context(), own); err != nil || len(page.Records) != 10 || page.Total.Count != 20 {
		t.Errorf("a page of %d own models, %+v in all: %v", len(page.Records), page.Total, err)
	}
}

// TestFacetsOfManyCategories asks for more values than SQLite reads in one statement.
func TestFacetsOfManyCategories(t *testing.T) {
	t.Parallel()
	s := newShelf(t, filepath.Join(t.TempDir(), "vitrine.db"), 0)
	for i := range 600 {
		c := vitrine.Category{Name: fmt.Sprint("x", i), Slug: fmt.Sprint("x", i), CreatedAt: time.UnixMicro(1), UpdatedAt: time.UnixMicro(1)}
		inTx(t, s.db, func(tx *store.Tx) error { return tx.InsertCategory(t.Context(), &c) })
		s.publish(t, 1)
		for _, m := range s.models {
			if m.Slug == fmt.Sprint("m", i) {
				m.Category, m.Subcategory = c, vitrine.Category{}
				inTx(t, s.db, func(tx *store.Tx) error { return s.put(t.Context(), tx, m, s.formats[m.ID]) })
			}
		}
	}
	s.merge(t)
	if found, err := s.db.Facets(t.Context(), vitrine.CatalogueQuery{AdultContent: true}); err != nil || found.Total != 600 {
		t.Errorf("the facets are of %d models: %v", found.Total, err)
	}
}

// TestFacetsOfTraits counts what is not a CG model for a list that asks for CG models and
// one of their traits: that list would be empty.
func TestFacetsOfTraits(t *testing.T) {
	t.Parallel()
	s := newShelf(t, filepath.Join(t.TempDir(), "vitrine.db"), 40)
	q := vitrine.CatalogueQuery{AdultContent: true, ProductType: vitrine.CG, Rigged: new(false), Page: vitrine.Page{Size: 1}}
	s.compareFacets(t, s.db, q)
}

// TestRatingsBetweenHundredths asks for a rating that is no hundredth.
func TestRatingsBetweenHundredths(t *testing.T) {
	t.Parallel()
	s := newShelf(t, filepath.Join(t.TempDir(), "vitrine.db"), 40)
	for _, rating := range []float64{4.5, 4.499, 4.501, 4.504, 0.29, 0.57} {
		q := vitrine.CatalogueQuery{AdultContent: true, MinAdminRating: &rating, Sort: vitrine.Newest, Page: vitrine.Page{Number: 1, Size: 50}}
		s.compare(t, s.db, q)
	}
}
