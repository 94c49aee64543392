package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"vitrine/bench/catalogue"
)

// wordClass is a kind of search by its words.
type wordClass struct {
	name  string
	asked []string // the words of each search, joined by +
}

// wordClasses are the kinds of searches in a catalogue of so many models.
func wordClasses(models int) []wordClass {
	frequent := slices.Clone(catalogue.Common())
	apart := wordClass{name: "apart"}
	for _, pair := range catalogue.Pairs() {
		frequent = append(frequent, pair[0], pair[1])
		apart.asked = append(apart.asked, pair[0]+"+"+pair[1])
	}
	rare := wordClass{name: "rare"}
	for k := range catalogue.RareWords(models) {
		rare.asked = append(rare.asked, catalogue.Rare(k))
	}
	two, three := together(frequent, apart.asked)
	return []wordClass{rare, {"frequent", frequent}, {"two", two}, {"three", three}, apart, {"old", catalogue.Old()}}
}

// together are all twos and threes of words, but for those with two that rarely meet.
func together(words, apart []string) (two, three []string) {
	meet := func(a, b string) bool { return !slices.Contains(apart, a+"+"+b) }
	for i, a := range words {
		for j, b := range words[i+1:] {
			if !meet(a, b) {
				continue
			}
			two = append(two, a+"+"+b)
			for _, c := range words[i+j+2:] {
				if meet(a, c) && meet(b, c) {
					three = append(three, a+"+"+b+"+"+c)
				}
			}
		}
	}
	return two, three
}

// narrowing is what a search is narrowed by. Page sizes tell searches apart that would
// otherwise be the same: sizes of them, around 25.
type narrowing struct {
	name    string
	sizes   int
	choices int
	query   func(h *hand) string
}

func (m *market) narrowings() []narrowing {
	return []narrowing{
		{"", 31, 1, func(*hand) string { return "" }},
		{"+category", 11, len(m.Categories), func(h *hand) string {
			return fmt.Sprintf("&category_id=%d", m.Categories[h.choose(len(m.Categories))].ID)
		}},
		{"+price", 1, catalogue.Prices * priceBounds, prices},
		{"+author", 3, catalogue.Authors, func(h *hand) string { return "&author=" + catalogue.Author(h.choose(catalogue.Authors)) }},
	}
}

// searchClass is a kind of search by its words and by what narrows it.
type searchClass struct {
	name string
	deck *deck
	make func(h hand) request
}

// searchClasses are those that are asked for, or all.
func (m *market) searchClasses(share share) (list []searchClass, err error) {
	for _, words := range wordClasses(m.models) {
		for _, by := range m.narrowings() {
			c := searchClass{name: words.name + by.name, deck: share.deck(len(words.asked), by.choices, by.sizes)}
			c.make = func(h hand) request {
				asked, query := words.asked[h.choose(len(words.asked))], by.query(&h)
				return get(c.name, fmt.Sprintf("/v1/models?per_page=%d&keywords=%s%s", 25-by.sizes/2+h.choose(by.sizes), asked, query))
			}
			if m.classes == "" || slices.Contains(strings.Split(m.classes, ","), c.name) {
				list = append(list, c)
			}
		}
	}
	if len(list) == 0 {
		err = fmt.Errorf("no search is of the classes %q", m.classes)
	}
	return list, err
}

// newSearches mixes searches of all classes that nobody has asked for. A class that has none
// left is left out.
func (m *market) newSearches() (work, error) {
	list, err := m.searchClasses(m.share)
	if err != nil {
		return work{}, err
	}
	var mu sync.Mutex
	return work{source: func(r *rand.Rand) source {
		return func(answer) (request, bool) {
			mu.Lock()
			defer mu.Unlock()
			for len(list) > 0 {
				k := r.IntN(len(list))
				if h, more := list[k].deck.deal(); more {
					return list[k].make(h), true
				}
				list = slices.Delete(list, k, k+1)
			}
			return request{}, false
		}
	}}, nil
}

// searches are 480 that repeat, as many of each class, and others than the new ones of the
// seeds that runs have.
func (m *market) searches() ([]request, error) {
	list, err := m.searchClasses(share{seed: 1, parts: 1})
	var found []request
	for _, c := range list {
		for range 20 {
			if h, more := c.deck.deal(); more {
				one := c.make(h)
				one.class = "search"
				found = append(found, one)
			}
		}
	}
	return found, err
}
