package store

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/posting"
	"vitrine/internal/words"
)

// trait is a flag that a list can ask for.
type trait struct {
	name      string
	attribute string // "": more than one says so
	flag      func(q *vitrine.CatalogueQuery) **bool
}

func traits() []trait {
	return []trait{
		{"animated", attrAnimated, func(q *vitrine.CatalogueQuery) **bool { return &q.Animated }},
		{"rigged", attrRigged, func(q *vitrine.CatalogueQuery) **bool { return &q.Rigged }},
		{"pbr", attrPBR, func(q *vitrine.CatalogueQuery) **bool { return &q.PBR }},
		{"low_poly", "", func(q *vitrine.CatalogueQuery) **bool { return &q.LowPoly }},
		{"collection", attrCollection, func(q *vitrine.CatalogueQuery) **bool { return &q.Collection }},
		{"discounted", attrDiscounted, func(q *vitrine.CatalogueQuery) **bool { return &q.Discounted }},
	}
}

// facetValues are the values of a facet and the attributes that stand for them, of which a
// model has one at most for each value.
type facetValues struct {
	name       string
	values     []string
	attributes [][]string
}

func (v *facetValues) add(value string, attributes ...string) {
	v.values, v.attributes = append(v.values, value), append(v.attributes, attributes)
}

// sums adds up what was counted of attributes, in their order, by values.
func (v *facetValues) sums(counts []int64) []int64 {
	sums := make([]int64, len(v.values))
	for i, attributes := range v.attributes {
		for _, n := range counts[:len(attributes)] {
			sums[i] += n
		}
		counts = counts[len(attributes):]
	}
	return sums
}

// categoryValues are the top categories, and those beside or below one.
func (r *reads) categoryValues(ctx context.Context, id int64) (facetValues, error) {
	type category struct{ id, parent int64 }
	all, err := query(ctx, r, func(row scanner) (c category, err error) { return c, row.Scan(&c.id, &c.parent) },
		"SELECT id, COALESCE(parent_id, 0) FROM categories ORDER BY id")
	within := map[int64][]string{}
	around := int64(0)
	for _, c := range all {
		within[c.parent] = append(within[c.parent], categoryAttribute(c.id))
		if c.id == id {
			around = cmp.Or(c.parent, c.id)
		}
	}
	values := facetValues{name: FacetCategory}
	for _, c := range all {
		if c.parent == 0 || c.parent == around {
			values.add(strconv.FormatInt(c.id, 10), append([]string{categoryAttribute(c.id)}, within[c.id]...)...)
		}
	}
	return values, err
}

// maxFormats is how many file extensions are counted, beside those that are asked for.
const maxFormats = 48

// facetValues are what is counted of a list, with some formats beside those that most models have.
func (r *reads) facetValues(ctx context.Context, q vitrine.CatalogueQuery, further []string) ([]facetValues, error) {
	category, err := r.categoryValues(ctx, q.CategoryID)
	if err != nil {
		return nil, err
	}
	formats, err := r.wordRange(ctx, attrFormat, words.After(attrFormat), maxFormats)
	if err != nil {
		return nil, err
	}
	kind, format := facetValues{name: FacetType}, facetValues{name: FacetFormat}
	license, polygons, trait := facetValues{name: FacetLicense}, facetValues{name: FacetPolygons}, facetValues{name: FacetTrait}
	for _, name := range []vitrine.ProductType{vitrine.CG, vitrine.Printable} {
		kind.add(string(name), attrType+string(name))
	}
	for _, word := range formats {
		format.add(strings.TrimPrefix(word.Name, attrFormat), word.Name)
	}
	for _, extension := range further {
		if !slices.Contains(format.values, extension) {
			format.add(extension, attrFormat+extension)
		}
	}
	licenses, err := r.licenseTypes(ctx)
	if err != nil {
		return nil, err
	}
	for _, name := range licenses {
		license.add(string(name), attrLicense+string(name))
	}
	for _, r := range vitrine.PolygonRanges() {
		polygons.add(r.Name, attrPolygons+r.Name)
	}
	for _, t := range traits() {
		trait.add(t.name, t.attribute)
	}
	ai := facetValues{name: FacetAI}
	ai.add("true", attrAI+"true")
	ai.add("false", attrAI+"false")
	return []facetValues{kind, format, polygons, license, category, ai, trait}, nil
}

// pendingFormats are the file extensions of documents that are not in the vocabulary yet.
func pendingFormats(pending []posting.Stored) []string {
	var list []string
	for _, stored := range pending {
		rest := string(stored.Document)
		for found := true; found; {
			var extension string
			if _, rest, found = strings.Cut(rest, " "+attrFormat); found {
				extension, _, _ = strings.Cut(rest, " ")
				list = append(list, extension)
			}
		}
	}
	return list
}

// priceBounds are where one band of prices ends and the next begins, in minor units.
func priceBounds() []int64 { return []int64{1, 500, 1_000, 2_500, 5_000, 10_000, 25_000} }

// namedFacets names what was counted.
func namedFacets(q vitrine.CatalogueQuery, values []facetValues, counts posting.Counts) Facets {
	price := Facet{Name: FacetPrice}
	bounds := append(append([]int64{0}, priceBounds()...), math.MaxInt64)
	for i, count := range counts.Bands[0] {
		price.Values = append(price.Values, priceBand(bounds[i], bounds[i+1], count))
	}
	found := Facets{Total: counts.Total, Facets: []Facet{price}}
	for i, v := range values {
		facet := Facet{Name: v.name}
		for k, value := range v.values {
			facet.Values = append(facet.Values, FacetValue{Value: value, Count: counts.Facets[i][k]})
		}
		if v.name == FacetFormat {
			facet.Values = shownFormats(facet.Values, q.Extensions)
		}
		found.Facets = append(found.Facets, facet)
	}
	return found
}

// shownFormats leaves the formats that are asked for and those that models have, the most
// frequent first. Which others the index knows of has to do with its past.
func shownFormats(values []FacetValue, asked []string) []FacetValue {
	values = slices.DeleteFunc(values, func(v FacetValue) bool { return v.Count == 0 && !slices.Contains(asked, v.Value) })
	slices.SortFunc(values, func(a, b FacetValue) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value)) })
	return values
}

// priceBand names a band by its first and last price, such as 5.00-9.99. The last band
// has no end.
func priceBand(from, before, count int64) FacetValue {
	first, last := vitrine.Amount(from), vitrine.Amount(before-1)
	if before == math.MaxInt64 {
		return FacetValue{Value: first.String() + "-", Min: &first, Count: count}
	}
	return FacetValue{Value: first.String() + "-" + last.String(), Min: &first, Max: &last, Count: count}
}
