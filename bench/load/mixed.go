package main

import (
	"math"
	"math/rand/v2"
	"strconv"
)

// part is a kind of work in a mixture, and how much of a thousand it is.
type part struct {
	per1000 int
	work    work
}

// mixed is what a marketplace is asked in an hour of its day: 90 % reads, some models and
// lists far more often than others, 9 % orders and 1 % publications.
func (m *market) mixed() (work, error) {
	publish, err := m.publish("publish")
	if err != nil {
		return work{}, err
	}
	search, err := m.searches()
	if err != nil {
		return work{}, err
	}
	searches, err := m.newSearches()
	if err != nil {
		return work{}, err
	}
	return mixture([]part{
		{350, m.popular(func(i int) request { return get("record", "/v1/models/"+strconv.Itoa(i+1)) })},
		{130, repeated(m.lists())}, {70, m.newLists("list-new", "/v1/models")},
		{70, repeated(search)}, {30, relabel(searches, "search-new")},
		{50, always(visit("page-home", "/"))}, {80, repeated(m.hotLists())}, {20, m.coldLists()},
		{100, m.popular(func(i int) request { return visit("page-model", m.page(i)) })},
		{90, m.popular(func(i int) request { return order("order", i+1) })},
		{10, publish},
	}), nil
}

// mixture draws each request from one of the parts, until one has none left.
func mixture(parts []part) work {
	var all work
	for _, p := range parts {
		all.warm = append(all.warm, p.work.warm...)
	}
	all.source = func(r *rand.Rand) source {
		sources := make([]source, len(parts))
		for k, p := range parts {
			sources[k] = p.work.source(r)
		}
		return func(last answer) (request, bool) {
			at := r.IntN(1000)
			for k, p := range parts {
				if at -= p.per1000; at < 0 {
					return sources[k](last)
				}
			}
			return request{}, false // the parts are less than all
		}
	}
	return all
}

// relabel counts a work's requests as one class.
func relabel(w work, class string) work {
	return work{warm: w.warm, source: func(r *rand.Rand) source {
		next := w.source(r)
		return func(last answer) (request, bool) {
			asked, more := next(last)
			asked.class = class
			return asked, more
		}
	}}
}

// popular asks for models of which some are looked at far more often than others: the
// k-th most popular one as often as 1/k says (Zipf).
func (m *market) popular(make func(i int) request) work {
	span := math.Log(float64(m.models))
	return work{source: func(r *rand.Rand) source {
		return func(answer) (request, bool) {
			rank := uint64(math.Exp(r.Float64()*span)) - 1
			// Popular models are anywhere in the catalogue.
			return make(int(mix(rank) % uint64(m.models))), true
		}
	}}
}
