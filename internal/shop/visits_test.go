package shop_test

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestVisits counts who looks at a model: each once a day, the author never, and once more
// the next day; and what could not be written waits.
func TestVisits(t *testing.T) {
	t.Parallel()
	g := newGranting(t, storetest.SQLite(t))
	looks := func(network string, user int64) {
		g.shop.CountView(shop.Visiting(t.Context(), shop.Visit{Network: network, Agent: "x", UserID: user}), g.model.ID, g.model.AuthorID)
	}
	looks("a", 0)
	looks("a", 0)
	looks("b", g.model.AuthorID+1)
	looks("c", g.model.AuthorID)
	g.shop.CountView(t.Context(), g.model.ID, g.model.AuthorID) // of a robot
	ended, end := context.WithCancel(t.Context())
	end()
	if err := g.shop.WriteVisits(ended); !errors.Is(err, context.Canceled) {
		t.Fatalf("written in a context that has ended: %v", err)
	}
	wantViews(t, g, 2)
	looks("a", 0)
	wantViews(t, g, 2)
	g.clock.Advance(24 * time.Hour)
	looks("a", 0)
	wantViews(t, g, 2, 1)
}

// TestVisitsAreBounded has more visitors than are remembered: the last of them are known again.
func TestVisitsAreBounded(t *testing.T) {
	t.Parallel()
	g := newGranting(t, storetest.SQLite(t))
	const many = 250_000
	look := func(i int) {
		g.shop.CountView(shop.Visiting(t.Context(), shop.Visit{Network: strconv.Itoa(i)}), g.model.ID, g.model.AuthorID)
	}
	for i := range many {
		look(i)
	}
	for i := many - 50_000; i < many; i++ {
		look(i)
	}
	wantViews(t, g, many)
	look(0) // forgotten
	wantViews(t, g, many+1)
}

func wantViews(t *testing.T, g *granting, want ...int64) {
	t.Helper()
	if err := g.shop.WriteVisits(t.Context()); err != nil {
		t.Fatal(err)
	}
	q := store.SeenQuery{SellerID: g.model.AuthorID, From: time.UnixMicro(0), To: g.clock.Now().AddDate(1, 0, 0)}
	got, err := g.db.SeenByDay(t.Context(), q)
	if err != nil || len(got) != len(want) {
		t.Fatalf("%d days were counted, want %d: %v", len(got), len(want), err)
	}
	for i, day := range got {
		if day.Views != want[i] {
			t.Errorf("%s: %d views, want %d", day.Day.Format(time.DateOnly), day.Views, want[i])
		}
	}
}
