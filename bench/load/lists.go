package main

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strconv"

	"vitrine/bench/catalogue"
)

const firstPage = "/v1/models?per_page=25&sort=newest"

func get(class, path string) request { return request{class: class, method: "GET", path: path} }

// always asks for the same.
func always(r request) work {
	return work{source: func(*rand.Rand) source { return func(answer) (request, bool) { return r, true } }}
}

// repeated asks for some requests over and over, all of which were asked for before.
func repeated(list []request) work {
	return work{warm: list, source: func(r *rand.Rand) source {
		return func(answer) (request, bool) { return list[r.IntN(len(list))], true }
	}}
}

// never asks for what was never asked for, once each.
func never(d *deck, make func(h hand) request) work {
	return work{source: func(*rand.Rand) source {
		return func(answer) (request, bool) {
			h, more := d.deal()
			if !more {
				return request{}, false
			}
			return make(h), true
		}
	}}
}

func (m *market) record() work {
	return work{source: func(r *rand.Rand) source {
		return func(answer) (request, bool) {
			return get("record", "/v1/models/"+strconv.Itoa(1+r.IntN(m.models))), true
		}
	}}
}

// deep walks along the cursor, from as many pages deep as it is told.
func (m *market) deep() (work, error) {
	from := firstPage
	for range m.pages {
		var page struct{}
		var err error
		if from, err = m.read(from, &page); err != nil {
			return work{}, err
		}
		if from == "" {
			return work{}, fmt.Errorf("the catalogue has no %d pages", m.pages)
		}
	}
	return work{source: func(*rand.Rand) source {
		return func(last answer) (request, bool) {
			if last.next == "" {
				last.next = from
			}
			return get("deep", last.next), true
		}
	}}, nil
}

// flags are what lists are narrowed by beside category and price.
func flags() []string {
	return []string{"", "&animated=true", "&pbr=true", "&rigged=false", "&animated=true&pbr=true", "&product_type=cg",
		"&product_type=printable", "&discounted=true", "&license=exclude_editorial", "&low_poly=true",
		"&polygons=range_10k_50k", "&adult_content=true"}
}

// lists are 1,440 that repeat: top categories with flags and prices, by date and by price.
func (m *market) lists() []request {
	var list []request
	for _, id := range m.tops() {
		for _, flag := range flags()[:5] {
			for _, price := range []string{"", "&min_price=5&max_price=40", "&max_price=20"} {
				for _, sort := range []string{"newest", "lower_price", "higher_price"} {
					list = append(list, get("list", fmt.Sprintf("/v1/models?per_page=25&category_id=%d%s%s&sort=%s", id, flag, price, sort)))
				}
			}
		}
	}
	return list
}

// newLists asks for lists by category, flags and price bounds that nobody has asked for.
func (m *market) newLists(class, path string) work {
	sorts := []string{"newest", "oldest", "lower_price", "higher_price"}
	d := m.share.deck(len(m.Categories)+1, len(flags()), catalogue.Prices, priceBounds, len(sorts))
	return never(d, func(h hand) request {
		query := m.anyCategory(&h) + flags()[h.choose(len(flags()))] + prices(&h)
		return get(class, path+"?per_page=25"+query+"&sort="+sorts[h.choose(len(sorts))])
	})
}

// priceBounds is how many ways prices are bounded in.
const priceBounds = 3

// prices bounds a list by one of all prices: from it, up to it, or from it to the double.
func prices(h *hand) string {
	at := catalogue.Price(h.choose(catalogue.Prices))
	switch h.choose(priceBounds) {
	case 0:
		return "&min_price=" + at.String()
	case 1:
		return "&max_price=" + at.String()
	default:
		return "&min_price=" + at.String() + "&max_price=" + (2*at + 100).String()
	}
}

// facetsOf asks for the facets of lists that nobody has asked for, below a path.
func (m *market) facetsOf(path string) (work, error) {
	if _, err := url.ParseRequestURI(path); err != nil {
		return work{}, fmt.Errorf("-facets is the path that answers with facets: %w", err)
	}
	return m.newLists("facets", path), nil
}
