package main

import (
	"context"
	"fmt"
	"slices"
)

// searchClasses prints the times of each class of searches that nobody has asked for before,
// by one caller.
func (b *bench) searchClasses(ctx context.Context) error {
	if !b.classes {
		return nil
	}
	head, line := "\n| Search never asked for before, one caller ", "|---"
	for _, s := range b.subjects {
		head += "| searches, " + s.database + " | p50, p99, slowest ms "
		line += "|---|---"
	}
	fmt.Println(head + "|\n" + line + "|")
	worst := make([]figures, len(b.subjects))
	for _, words := range []string{"rare", "frequent", "two", "three", "apart", "old"} {
		for _, by := range []string{"", "+category", "+price", "+author"} {
			row := "| " + words + by
			for k, s := range b.subjects {
				got, err := b.load(ctx, s, "-work", "search-new", "-classes", words+by, "-connections", "1",
					"-seed", fmt.Sprint(b.seed+b.searchNumber()), "-part", fmt.Sprintf("%d/%d", b.rounds+1, b.rounds+1))
				if err != nil {
					return err
				}
				row += fmt.Sprintf(" | %d | %.2f, %.2f, %.1f", got.Requests, got.P50, got.P99, got.Slowest)
				worst[k].P50, worst[k].P99 = max(worst[k].P50, got.P50), max(worst[k].P99, got.P99)
				worst[k].Slowest = max(worst[k].Slowest, got.Slowest)
			}
			fmt.Println(row + " |")
		}
	}
	row := "| the worst of each (goals: 20 ms on SQLite, 30 ms on PostgreSQL)"
	for _, w := range worst {
		row += fmt.Sprintf(" | | %.2f, %.2f, %.1f", w.P50, w.P99, w.Slowest)
	}
	fmt.Println(row + " |")
	return nil
}

// searchNumber is that of the mixed searches among the works: the same seed asks for the rest.
func (b *bench) searchNumber() uint64 {
	return uint64(max(0, slices.IndexFunc(b.all(), func(w work) bool { return w.name == "search-new" })))
}
