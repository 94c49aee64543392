package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// work is a kind of load and what is asked of it.
type work struct {
	name             string
	sqlite, postgres string // goals: ratios, where nothing else is said
	of               string // the work whose part of it the goal is
	load             []string
	signedIn         bool // pages are asked for by somebody who is
}

// all are the works in the order of the table.
func (b *bench) all() []work {
	beside := []string{"-publish-every", "1s", "-drafts", strconv.Itoa(besideDrafts)}
	list := []work{
		{name: "record-one", sqlite: "0.35", postgres: "0.25"},
		{name: "record", sqlite: "0.15; 0.22 at 100,000", postgres: "0.12"},
		{name: "first"},
		{name: "deep", load: []string{"-pages", strconv.Itoa(min(1000, b.models/50))}},
		{name: "list-new", sqlite: "0.05", postgres: "0.04"},
		{name: "list", sqlite: "0.15", postgres: "0.15"},
		{name: "list-new beside", sqlite: "0.8 of it", postgres: "0.8 of it", of: "list-new", load: beside},
		{name: "list beside", sqlite: "0.8 of it", postgres: "0.8 of it", of: "list", load: beside},
		{name: "search-new", sqlite: "0.02", postgres: "0.015"},
		{name: "search"},
		{name: "order-one", sqlite: "0.04", postgres: "0.03", load: []string{"-connections", "32"}},
		{name: "order", sqlite: "0.04", postgres: "0.03", load: []string{"-connections", "32"}},
		{name: "sale", load: []string{"-connections", "32"}}, // an order and its payment are two requests
		{name: "publish", sqlite: "500 a second", postgres: "500 a second",
			load: []string{"-connections", "8", "-drafts", strconv.Itoa(publishedAtOnce)}},
		{name: "page-home", sqlite: "0.05", postgres: "0.05"},
		{name: "page-list", sqlite: "0.05", postgres: "0.05"},
		{name: "page-model", sqlite: "0.05", postgres: "0.05"},
		{name: "page-home signed-in", sqlite: "0.9 of it", postgres: "0.9 of it", of: "page-home", signedIn: true},
		{name: "page-list signed-in", sqlite: "0.9 of it", postgres: "0.9 of it", of: "page-list", signedIn: true},
		{name: "page-model signed-in", sqlite: "0.9 of it", postgres: "0.9 of it", of: "page-model", signedIn: true},
		{name: "page-home-cold", sqlite: "0.02", postgres: "0.02"},
		{name: "page-list-cold", sqlite: "0.02", postgres: "0.02"},
		{name: "page-model-cold", sqlite: "0.015", postgres: "0.015"},
	}
	if b.facets != "" {
		list = append(list, work{name: "facets-new", sqlite: "20 ms", postgres: "30 ms",
			load: []string{"-facets", b.facets, "-connections", "1"}})
	}
	return slices.DeleteFunc(list, func(w work) bool { return b.only != "" && !slices.Contains(strings.Split(b.only, ","), w.name) })
}

const (
	publishedAtOnce = 1_000 // drafts: they are enough for a second or two
	besideDrafts    = 20
)

// draftsNeeded is how many drafts all works publish at most.
func (b *bench) draftsNeeded() int {
	drafts := int(b.mixed.Seconds() * 60)
	for _, w := range b.all() {
		switch {
		case w.name == "publish":
			drafts += b.rounds * publishedAtOnce
		case slices.Contains(w.load, "-publish-every"):
			drafts += b.rounds * (int(b.duration.Seconds()) + 2)
		}
	}
	return drafts
}

// works prints a row for each work.
func (b *bench) works(ctx context.Context) error {
	list := b.all()
	if len(list) == 0 {
		return nil
	}
	head, line := "\n| Work ", "|---"
	for _, s := range b.subjects {
		head += fmt.Sprintf("| goal | %s (lowest, highest) | a second | p50, p99, slowest ms ", s.database)
		line += "|---|---|---|---"
	}
	fmt.Println(head + "|\n" + line + "|")
	for k, w := range list {
		row, err := b.compare(ctx, w, k)
		if err != nil {
			return err
		}
		fmt.Println(row)
	}
	return nil
}

// compare measures a work on all databases, in turns with the bare handler.
func (b *bench) compare(ctx context.Context, w work, number int) (row string, err error) {
	series := make([]series, len(b.subjects))
	for round := range b.rounds {
		hello, err := b.load(ctx, nil, "-work", "hello")
		if err != nil {
			return "", err
		}
		for k, s := range b.subjects {
			name, _, _ := strings.Cut(w.name, " ")
			args := append([]string{"-work", name, "-seed", fmt.Sprint(b.seed + uint64(number)),
				// The last part is for the classes of searches.
				"-part", fmt.Sprintf("%d/%d", round+1, b.rounds+1)}, w.load...)
			if w.signedIn {
				args = append(args, "-cookie", s.cookie)
			}
			got, err := b.load(ctx, s, args...)
			if err != nil {
				return "", fmt.Errorf("%s: %w", s.database, err)
			}
			series[k].add(got, hello)
		}
	}
	row = "| " + w.name
	for k, s := range b.subjects {
		s.medians[w.name] = median(series[k].ratios)
		goal := w.sqlite
		if s.database == postgreSQL {
			goal = w.postgres
		}
		row += " | " + goal + " | " + series[k].cells(s.medians[w.of])
	}
	return row + " |", nil
}
