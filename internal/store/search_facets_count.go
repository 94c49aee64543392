package store

import (
	"cmp"
	"context"
	"slices"

	"vitrine"
	"vitrine/internal/posting"
	"vitrine/internal/words"
)

// facetCount counts models of lists that ask for the same words.
type facetCount struct {
	r     *reads
	index *posting.Index
	asked words.Query
	// Where words have to follow each other, or there are none, what is counted are some documents and not the index.
	some      bool
	documents []posting.Document
	more      bool // there may be others
}

func (r *reads) facetsIn(ctx context.Context, state *searchState, q vitrine.CatalogueQuery, formats []string) (Facets, error) {
	if !state.answers(q) {
		return Facets{}, errUnbuilt()
	}
	index, err := r.indexIn(ctx, state)
	if err != nil {
		return Facets{}, err
	}
	c := &facetCount{r: r, index: index, asked: parseKeywords(q)}
	switch {
	case blank(q.Keywords, c.asked):
		c.some = true
	case len(c.asked.Phrases) > 0:
		err = c.withPhrases(ctx, q)
	}
	if err != nil {
		return Facets{}, err
	}
	values, err := r.facetValues(ctx, q, slices.Concat(q.Extensions, formats, pendingFormats(index.Pending)))
	if err != nil {
		return Facets{}, err
	}
	if !state.present {
		values = slices.DeleteFunc(values, func(v facetValues) bool { return v.name == FacetAI })
	}
	counts, err := c.count(ctx, q, values)
	if err != nil {
		return Facets{}, err
	}
	err = c.countTraits(ctx, q, counts.Total, counts.Facets[len(counts.Facets)-1])
	found := namedFacets(q, values, counts)
	found.More = c.more
	return found, err
}

// withPhrases has the count go through the documents that have the phrases, of all lists
// that another choice would show.
func (c *facetCount) withPhrases(ctx context.Context, q vitrine.CatalogueQuery) error {
	all := vitrine.CatalogueQuery{Keywords: q.Keywords, Language: q.Language, AdultContent: q.AdultContent, Author: q.Author,
		MinAdminRating: q.MinAdminRating}
	query, err := c.r.searchQuery(ctx, all, c.asked)
	if err != nil {
		return err
	}
	matches, more, err := c.r.bestWithPhrases(ctx, c.index, query, c.asked.Phrases)
	if err != nil {
		return err
	}
	c.some, c.more = true, more
	var ids []int64
	for _, match := range matches {
		if document, pending := c.pending(match.ID); pending {
			c.documents = append(c.documents, document)
		} else {
			ids = append(ids, match.ID)
		}
	}
	stored, err := c.index.Source.Documents(ctx, ids)
	for _, s := range stored {
		c.documents = append(c.documents, s.Document)
	}
	return err
}

func (c *facetCount) pending(id int64) (posting.Document, bool) {
	i, found := slices.BinarySearchFunc(c.index.Pending, id, func(s posting.Stored, id int64) int { return cmp.Compare(s.ID, id) })
	if !found {
		return "", false
	}
	return c.index.Pending[i].Document, true
}

// count counts values of a list.
func (c *facetCount) count(ctx context.Context, q vitrine.CatalogueQuery, values []facetValues) (posting.Counts, error) {
	excluded := q.ExcludeEditorial
	q.ExcludeEditorial = false
	w, err := c.r.wanted(ctx, q, c.asked)
	if err != nil {
		return posting.Counts{}, err
	}
	if excluded { // as a choice, so that it can be lifted
		licenses, err := c.r.licenseTypes(ctx)
		if err != nil {
			return posting.Counts{}, err
		}
		var rest []string
		for _, l := range licenses {
			if l != vitrine.Editorial {
				rest = append(rest, attrLicense+string(l))
			}
		}
		w.choose(FacetLicense, rest...)
	}
	query, err := c.r.known(ctx, w)
	if err != nil {
		return posting.Counts{}, err
	}
	facets, bands, err := c.r.knownValues(ctx, values, w)
	if err != nil {
		return posting.Counts{}, err
	}
	var counts posting.Counts
	if c.some {
		counts = posting.CountAmong(c.documents, query, facets, bands)
	} else if counts, err = c.index.Facets(ctx, query, facets, bands); err != nil {
		return posting.Counts{}, err
	}
	for i := range values {
		counts.Facets[i] = values[i].sums(counts.Facets[i])
	}
	return counts, nil
}

// knownValues looks the words up that stand for values, and for prices where there are any.
func (r *reads) knownValues(ctx context.Context, values []facetValues, w *wanted) ([]posting.Facet, []posting.Bands, error) {
	if len(values) == 0 {
		return nil, nil, nil
	}
	price := posting.ColumnWord(columnPrice)
	names := []string{price}
	for _, v := range values {
		names = append(names, slices.Concat(v.attributes...)...)
	}
	known, err := r.searchWords(ctx, slices.DeleteFunc(names, func(name string) bool { return name == "" }))
	facets := make([]posting.Facet, len(values))
	for i, v := range values {
		facets[i].Lift = w.clause(v.name)
		for _, name := range slices.Concat(v.attributes...) {
			facets[i].Values = append(facets[i].Values, known[name])
		}
	}
	bands := posting.Bands{Column: posting.Word{ID: known[price].ID, Name: columnPrice}, Bounds: priceBounds(), Lift: -1}
	if len(w.columns) > 0 && w.columns[0].Column.Name == columnPrice {
		bands.Lift = 0
	}
	return facets, []posting.Bands{bands}, err
}

// countTraits counts those that no attribute of the list's own models says: what has few
// polygons, and what the list leaves out.
func (c *facetCount) countTraits(ctx context.Context, q vitrine.CatalogueQuery, total int64, counts []int64) error {
	for i, t := range traits() {
		asked := *t.flag(&q)
		switch {
		case asked != nil && *asked:
			counts[i] = total
		case asked != nil || t.attribute == "":
			other := q
			*t.flag(&other) = new(true)
			counted, err := c.count(ctx, other, nil)
			if err != nil {
				return err
			}
			counts[i] = counted.Total
		}
	}
	return nil
}
