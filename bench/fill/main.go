// Command fill makes a database with many published models, the same ones for
// the same numbers (package catalogue). They are written straight into the tables;
// -slow stores them as the server does, and a test compares both. The files have
// rows but no stored bytes: it is for measuring reads, orders and publications. With
// -orders it adds orders, for the desk at which an operator looks for one.
package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"runtime/debug"
	"time"

	"vitrine/internal/store"
)

type options struct {
	database       string
	models, drafts int
	orders         int
	slow           bool
}

func main() {
	o := options{}
	flag.StringVar(&o.database, "database", "bench/data/vitrine.db",
		"SQLite file or postgres://…, with categories in it: run `vitrine migrate` on it once")
	flag.IntVar(&o.models, "models", 0, "how many published models; the database must have none")
	flag.IntVar(&o.drafts, "drafts", 0, "how many drafts to add that can be published")
	flag.IntVar(&o.orders, "orders", 0, "how many orders of the first models to add")
	flag.BoolVar(&o.slow, "slow", false, "store the models as the server does")
	flag.Parse()
	debug.SetGCPercent(400) // what is made is soon garbage, and there is little else
	work := fill
	if o.orders > 0 {
		work = func(ctx context.Context, o options) error { return order(ctx, o.database, o.orders) }
	}
	if err := work(context.Background(), o); err != nil {
		log.Fatal(err)
	}
}

func fill(ctx context.Context, o options) error {
	db, err := store.Open(ctx, o.database)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.Migrate(ctx); err != nil {
		return err
	}
	market, err := prepare(ctx, db)
	if err != nil {
		return err
	}
	pool, to, err := open(o.database)
	if err != nil {
		return err
	}
	defer pool.Close()
	last, err := highest(ctx, pool)
	switch {
	case err != nil:
		return err
	case o.drafts > 0:
		return throughStore(ctx, db, o.drafts, drafts(market, last))
	case last > 0:
		return errors.New("the database has models: fill an empty one")
	case o.slow:
		if err := throughStore(ctx, db, o.models, market.Model); err != nil {
			return err
		}
		return errors.Join(db.AddCounts(ctx), db.CountSales(ctx), db.AddTallies(ctx), db.MergeSearch(ctx))
	}
	if err := db.Close(); err != nil { // SQLite is filled by one connection alone
		return err
	}
	start := time.Now()
	err = pastStore(ctx, to, market, o.models, func(done int) {
		if done%100_000 == 0 {
			log.Printf("%d models in %s", done, time.Since(start).Round(time.Second))
		}
	})
	if err != nil {
		return err
	}
	if err := pool.Close(); err != nil {
		return err
	}
	return index(ctx, o.database)
}

// index builds the index of search.
func index(ctx context.Context, database string) error {
	db, err := store.Open(ctx, database)
	if err != nil {
		return err
	}
	defer db.Close()
	start := time.Now()
	return db.RebuildSearch(ctx, func(at store.Rebuilt) {
		if at.Done == at.All {
			log.Printf("the search index in %s", time.Since(start).Round(time.Second))
		}
	})
}
