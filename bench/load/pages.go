package main

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"vitrine"
	"vitrine/bench/catalogue"
	"vitrine/internal/record"
)

func visit(class, path string) request {
	return request{class: class, method: "GET", path: path, visitor: true}
}

// hotLists are 20 pages with lists of categories.
func (m *market) hotLists() []request {
	var list []request
	for _, path := range m.shelves()[:20] {
		list = append(list, visit("page-list", path))
	}
	return list
}

// shelves are the pages of all categories of CG models.
func (m *market) shelves() []string {
	slugs := map[int64]string{}
	for _, c := range m.Categories {
		slugs[c.ID] = c.Slug
	}
	var paths []string
	for _, c := range m.Categories {
		if c.ProductTypes[0] != vitrine.CG {
			continue
		}
		path := "/3d-models/" + c.Slug
		if c.ParentID != 0 {
			path = "/3d-models/" + slugs[c.ParentID] + "/" + c.Slug
		}
		paths = append(paths, path)
	}
	return paths
}

// coldLists asks for pages of lists that nobody has looked at.
func (m *market) coldLists() work {
	shelves := m.shelves()
	return never(m.share.deck(len(shelves), catalogue.Prices, priceBounds), func(h hand) request {
		path := shelves[h.choose(len(shelves))]
		return visit("page-list-cold", path+"?"+prices(&h)[1:])
	})
}

// coldHomes asks for the home page, which has one address, with more behind it than any
// page is kept under: it is made for each.
func (m *market) coldHomes() work {
	const tooLong = 4 << 10
	rest := strings.Repeat("x", tooLong)
	return never(m.share.deck(1<<40), func(h hand) request {
		return visit("page-home-cold", fmt.Sprintf("/?visit=%d&x=%s", h, rest))
	})
}

// address is that of the page of model i.
func (m *market) page(i int) string { return record.Path(m.Model(i)) }

// hotModels are the pages of 100 models.
func (m *market) hotModels() []request {
	r := rand.New(rand.NewPCG(1, 1))
	list := make([]request, 100)
	for k := range list {
		list[k] = visit("page-model", m.page(r.IntN(m.models)))
	}
	return list
}

// coldModels asks for pages of models that nobody has looked at.
func (m *market) coldModels() work {
	return never(m.share.deck(m.models), func(h hand) request { return visit("page-model-cold", m.page(h.choose(m.models))) })
}
