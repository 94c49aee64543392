package main

import (
	"context"
	"database/sql"
	"fmt"
	"runtime"
	"strings"

	"vitrine"
	"vitrine/bench/catalogue"
)

// batch is how many models are written at once.
const batch = 1_000

// target is a database that is filled past the store.
type target interface {
	// begin takes away what is faster to make at the end, such as indexes.
	begin(ctx context.Context) error
	write(ctx context.Context, models []made) error
	// finish makes it, and what depends on all rows.
	finish(ctx context.Context) error
	// loosen readies a table that has rows for many more, and returns what is to be run after them.
	loosen(ctx context.Context, conn *sql.Conn, table string) (after []string, err error)
}

// open opens a database past the store.
func open(database string) (*sql.DB, target, error) {
	if strings.HasPrefix(database, "postgres") {
		pool, err := sql.Open("pgx", database)
		return pool, &postgres{pool: pool}, err
	}
	pool, err := sql.Open("sqlite", sqliteAddress(database))
	if err != nil {
		return nil, nil, err
	}
	pool.SetMaxOpenConns(1)
	return pool, &sqlite{pool: pool}, nil
}

// pastStore writes models straight into their tables, which have none yet. They are made
// by all processors, and written in their order.
func pastStore(ctx context.Context, to target, market *catalogue.Market, models int, tell func(done int)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := to.begin(ctx); err != nil {
		return err
	}
	makers := make([]chan []made, runtime.NumCPU())
	for k := range makers {
		makers[k] = make(chan []made, 1)
		go makeEvery(ctx, makers[k], market, maker{first: k, step: len(makers), models: models})
	}
	for number, done := 0, 0; done < models; number++ {
		list := <-makers[number%len(makers)]
		if err := to.write(ctx, list); err != nil {
			return err
		}
		done += len(list)
		tell(done)
	}
	return to.finish(ctx)
}

// maker makes every step-th batch of so many models.
type maker struct{ first, step, models int }

func makeEvery(ctx context.Context, into chan<- []made, market *catalogue.Market, m maker) {
	for number := m.first; number*batch < m.models; number += m.step {
		list := make([]made, min(batch, m.models-number*batch))
		for k := range list {
			list[k] = encode(market.Model(number*batch + k))
		}
		select {
		case into <- list:
		case <-ctx.Done():
			return
		}
	}
}

// countCategories counts the models of all categories, as the store keeps counted.
const countCategories = `UPDATE categories SET models_count =
	(SELECT count(*) FROM listings l WHERE l.category_id = categories.id) + (SELECT count(*) FROM listings l WHERE l.subcategory_id = categories.id)`

// countStored returns the statements that add up what each author stores and how many models
// of each state they have, and under 0 what all store, as the store keeps it added up. None of them depends on another one.
func countStored() []string {
	var statements []string
	for _, sum := range []string{"'bytes', %s, SUM(f.size)", "'files', %s, COUNT(*)"} {
		const from = "INSERT INTO tallies (kind, about, n) SELECT %s FROM files f"
		statements = append(statements,
			fmt.Sprintf(from, fmt.Sprintf(sum, "m.author_id"))+" JOIN models m ON m.id = f.model_id GROUP BY m.author_id",
			fmt.Sprintf(from, fmt.Sprintf(sum, "0"))+" HAVING COUNT(*) > 0")
	}
	return append(statements, "INSERT INTO tallies (kind, about, n) SELECT 'own_' || status, author_id, COUNT(*) FROM own_listings "+
		"GROUP BY status, author_id")
}

// tellOthers has processes that are running notice the change.
func tellOthers(now int64) string {
	return fmt.Sprintf("INSERT INTO catalogue_changes (changed_at) VALUES (%d)", now)
}

// highest is the highest identifier of a model.
func highest(ctx context.Context, pool *sql.DB) (id int64, err error) {
	return id, pool.QueryRowContext(ctx, "SELECT COALESCE(MAX(id), 0) FROM models").Scan(&id)
}

// drafts returns the maker of drafts with numbers from first on.
func drafts(market *catalogue.Market, first int64) func(int) *vitrine.Model {
	return func(k int) *vitrine.Model { return market.Draft(int(first) + k) }
}
