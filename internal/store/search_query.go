package store

import (
	"context"
	"math"
	"slices"
	"strconv"

	"vitrine"
	"vitrine/internal/posting"
	"vitrine/internal/words"
)

// parseKeywords reads what a reader asks for. Most of the trade's texts are English,
// whatever the reader's language: a word is looked for by its stems in both.
func parseKeywords(q vitrine.CatalogueQuery) words.Query {
	asked := words.Parse(q.Language, q.Keywords)
	for i, group := range words.Parse("en", q.Keywords).Groups {
		for _, word := range group {
			if !slices.Contains(asked.Groups[i], word) {
				asked.Groups[i] = append(asked.Groups[i], word)
			}
		}
	}
	return asked
}

// wanted collects what is asked of documents by name.
type wanted struct {
	words, all [][]string
	none       []string
	columns    []posting.Between
	facets     map[string]int // the clause of all that is about a facet
}

// clause is the place of the clause about a facet; -1: there is none.
func (w *wanted) clause(facet string) int {
	if at, ok := w.facets[facet]; ok {
		return at
	}
	return -1
}

// choose asks for one of the values of a facet.
func (w *wanted) choose(facet string, alternatives ...string) {
	w.facets[facet] = len(w.all)
	w.need(alternatives...)
}

func (w *wanted) need(alternatives ...string) { w.all = append(w.all, alternatives) }

func (w *wanted) flag(want *bool, name string) {
	switch {
	case want == nil:
	case *want:
		w.need(name)
	default:
		w.none = append(w.none, name)
	}
}

// between asks for a value of a column; nil is no bound.
func (w *wanted) between(column string, from, to *int64) {
	b := posting.Between{Column: posting.Word{Name: column}, To: math.MaxInt64}
	if from != nil {
		b.From = *from
	}
	if to != nil {
		b.To = *to
	}
	w.columns = append(w.columns, b)
}

// searchQuery is what a query asks of the index.
func (r *reads) searchQuery(ctx context.Context, q vitrine.CatalogueQuery, asked words.Query) (posting.Query, error) {
	w, err := r.wanted(ctx, q, asked)
	if err != nil {
		return posting.Query{}, err
	}
	return r.known(ctx, w)
}

// wanted names what a query asks for.
func (r *reads) wanted(ctx context.Context, q vitrine.CatalogueQuery, asked words.Query) (*wanted, error) {
	w := &wanted{words: asked.Groups, facets: map[string]int{}}
	if !q.AdultContent {
		w.none = append(w.none, attrAdult)
	}
	if q.CategoryID != 0 {
		within, err := r.categoriesWithin(ctx, q.CategoryID)
		if err != nil {
			return nil, err
		}
		w.choose(FacetCategory, within...)
	}
	if q.ProductType != "" {
		w.choose(FacetType, attrType+string(q.ProductType))
	}
	if len(q.Extensions) > 0 {
		formats := make([]string, len(q.Extensions))
		for i, extension := range q.Extensions {
			formats[i] = attrFormat + extension
		}
		w.choose(FacetFormat, formats...)
	}
	if q.AIGenerated != nil {
		w.choose(FacetAI, attrAI+strconv.FormatBool(*q.AIGenerated))
	}
	if q.ExcludeEditorial {
		w.none = append(w.none, attrLicense+string(vitrine.Editorial))
	}
	w.traits(q)
	if q.Author != "" {
		id, err := r.userID(ctx, q.Author)
		if err != nil {
			return nil, err
		}
		w.need(authorAttribute(id))
	}
	if q.MinPrice != nil || q.MaxPrice != nil {
		w.between(columnPrice, (*int64)(q.MinPrice), (*int64)(q.MaxPrice))
	}
	if q.MinAdminRating != nil {
		w.between(columnRating, new(atLeast(*q.MinAdminRating)), nil)
	}
	return w, nil
}

// categoriesWithin names what the models of a category have. Those of a top one are found
// by its subcategories: a moved one takes its models along without a change of theirs.
func (r *reads) categoriesWithin(ctx context.Context, id int64) ([]string, error) {
	names := []string{categoryAttribute(id)}
	below, err := query(ctx, r, func(row scanner) (id int64, err error) { return id, row.Scan(&id) },
		"SELECT id FROM categories WHERE parent_id = $1 ORDER BY id", id)
	for _, id := range below {
		names = append(names, categoryAttribute(id))
	}
	return names, err
}

// traits asks about flags and polygons.
func (w *wanted) traits(q vitrine.CatalogueQuery) {
	w.flag(q.Discounted, attrDiscounted)
	aboutCG := q.LowPoly != nil
	for _, flag := range []struct {
		want *bool
		name string
	}{{q.Animated, attrAnimated}, {q.PBR, attrPBR}, {q.Rigged, attrRigged}, {q.Collection, attrCollection}} {
		w.flag(flag.want, flag.name)
		aboutCG = aboutCG || flag.want != nil
	}
	// Also where that type is asked for: a facet counts what is found without asking.
	if aboutCG {
		w.need(attrType + string(vitrine.CG))
	}
	if q.Polygons != nil {
		w.choose(FacetPolygons, polygonsWithin(q.Polygons.AtLeast, q.Polygons.Below)...)
	}
	if q.LowPoly == nil {
		return
	}
	low := polygonsWithin(0, vitrine.LowPoly)
	if *q.LowPoly {
		w.need(low...)
	} else {
		w.none = append(w.none, low...)
	}
}

// polygonsWithin names the ranges of polygons between two of their bounds.
func polygonsWithin(atLeast, below int64) []string {
	var list []string
	for _, r := range vitrine.PolygonRanges() {
		if r.AtLeast >= atLeast && r.Below <= below {
			list = append(list, attrPolygons+r.Name)
		}
	}
	return list
}

// known looks the words up that are wanted.
func (r *reads) known(ctx context.Context, w *wanted) (posting.Query, error) {
	var names []string
	for _, clauses := range [][][]string{w.words, w.all, {w.none}} {
		for _, clause := range clauses {
			names = append(names, clause...)
		}
	}
	for _, b := range w.columns {
		names = append(names, posting.ColumnWord(b.Column.Name))
	}
	found, err := r.searchWords(ctx, names)
	if err != nil {
		return posting.Query{}, err
	}
	lookUp := func(names []string) []posting.Word {
		list := make([]posting.Word, len(names))
		for i, name := range names {
			list[i] = found[name]
		}
		return list
	}
	query := posting.Query{None: lookUp(w.none)}
	for _, clause := range w.words {
		query.Words = append(query.Words, lookUp(clause))
	}
	for _, clause := range w.all {
		query.All = append(query.All, lookUp(clause))
	}
	for _, b := range w.columns {
		b.Column.ID = found[posting.ColumnWord(b.Column.Name)].ID
		query.Between = append(query.Between, b)
	}
	return query, nil
}
