// Command ledger compares how long the ledger takes to answer with few lines and with many: what a seller has, what
// moved it, a month of it, and what operators look for. It fills two databases, unless they are, by booking sales as the
// server does, and asks both the same in turns. Sellers have as many lines in both, so that what differs is the ledger.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/ledger"
	"vitrine/internal/store"
)

// The sales of a ledger. Each books seven lines: three when it is paid, two of the fee and two when it is released.
const (
	linesOfSale   = 7
	salesOfSeller = 700
	sellersAtOnce = 2 // who sell by turns: a ledger of 10,000 lines is that of two
	salesAtOnce   = 100
	salesToTally  = 50_000
	currency      = "USD"
	provider      = "stripe"
)

// began is when the first sale was, and between is the time from one to the next.
var began = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

const between = 10 * time.Second

// books is the ledger of a database.
type books struct {
	db               *store.DB
	sales, untallied int64
}

func main() {
	few := flag.String("few", "", "database of few lines")
	many := flag.String("many", "", "database of many")
	fewLines := flag.Int64("few-lines", 10_000, "how many lines the first has")
	manyLines := flag.Int64("many-lines", 10_000_000, "how many lines the second has")
	rounds := flag.Int("rounds", 99, "how often each is asked for")
	flag.Parse()
	if err := run(context.Background(), []string{*few, *many}, []int64{*fewLines, *manyLines}, *rounds); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, databases []string, lines []int64, rounds int) error {
	var both []*books
	for i, database := range databases {
		b, err := open(ctx, database, lines[i]/linesOfSale)
		if err != nil {
			return err
		}
		defer b.db.Close()
		both = append(both, b)
	}
	fmt.Printf("median ms (slowest) of %d\n%-34s %22d %22d %8s\n", rounds,
		"lines", both[0].sales*linesOfSale, both[1].sales*linesOfSale, "ratio")
	for _, q := range questions() {
		var times [2][]time.Duration
		for round := range rounds {
			for k, b := range both {
				random := rand.New(rand.NewPCG(uint64(round), 7))
				start := time.Now()
				if err := q.ask(ctx, b, random); err != nil {
					return fmt.Errorf("%s of %d sales: %w", q.name, b.sales, err)
				}
				times[k] = append(times[k], time.Since(start))
			}
		}
		few, many := told(times[0]), told(times[1])
		fmt.Printf("%-34s %22s %22s %8.2f\n", q.name, few, many, median(times[1]).Seconds()/median(times[0]).Seconds())
	}
	return nil
}

func median(sorted []time.Duration) time.Duration { return sorted[len(sorted)/2] }

// told are the median and the slowest of times, which it sorts.
func told(times []time.Duration) string {
	slices.Sort(times)
	return fmt.Sprintf("%.2f (%.1f)", median(times).Seconds()*1000, times[len(times)-1].Seconds()*1000)
}

// open opens a database, and books sales until it has so many.
func open(ctx context.Context, database string, sales int64) (*books, error) {
	db, err := store.Open(ctx, database)
	if err != nil {
		return nil, err
	}
	if err := db.Migrate(ctx); err != nil {
		return nil, err
	}
	b := &books{db: db}
	newest, err := db.LedgerEntries(ctx, vitrine.LedgerQuery{Page: vitrine.Page{Size: 1}})
	if err != nil {
		return nil, err
	}
	if len(newest.Entries) > 0 {
		b.sales = newest.Entries[0].OrderID
	}
	for b.sales < sales {
		if err := b.sell(ctx, min(salesAtOnce, sales-b.sales)); err != nil {
			return nil, err
		}
		if b.untallied >= salesToTally {
			if err := b.tally(ctx); err != nil {
				return nil, err
			}
		}
	}
	return b, b.tally(ctx)
}

// sell books some more sales.
func (b *books) sell(ctx context.Context, count int64) error {
	err := b.db.Write(ctx, func(tx *store.Tx) error {
		for order := b.sales + 1; order <= b.sales+count; order++ {
			if err := book(ctx, tx, order); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		b.sales += count
		b.untallied += count
	}
	return err
}

// tally adds up what was sold since the last time, as the server does now and then.
func (b *books) tally(ctx context.Context) error {
	log.Printf("%d sales", b.sales)
	b.untallied = 0
	return b.db.AddTallies(ctx)
}

// book books the sale of an order, the same one for the same number.
func book(ctx context.Context, tx *store.Tx, order int64) error {
	random := rand.New(rand.NewPCG(uint64(order), 14))
	sale := ledger.Sale{OrderID: order, SellerID: sellerOf(order), Provider: provider, Currency: currency, Live: true,
		Price: priceOf(random), Share: 1250}
	at := began.Add(time.Duration(order) * between)
	add := func(e vitrine.LedgerEntry, err error) error {
		if err != nil {
			return err
		}
		e.CreatedAt = at
		_, err = tx.Book(ctx, &e)
		return err
	}
	sold, err := ledger.Sold(sale)
	if err := add(sold, err); err != nil {
		return err
	}
	if err := add(ledger.Fee(sale, ledger.Cause(order, "fee"), 25+sale.Price/50)); err != nil {
		return err
	}
	st, _ := ledger.Stand(sale, []vitrine.LedgerEntry{sold})
	return add(st.Release(ledger.Cause(order, "released")))
}

func priceOf(random *rand.Rand) vitrine.Amount { return vitrine.Amount(100 + random.IntN(10_000)) }

// sellerOf is the seller of an order. Those of a time sell by turns, until the next ones come: each has as many sales as any other,
// however many there are in all.
func sellerOf(order int64) int64 {
	block := (order - 1) / (salesOfSeller * sellersAtOnce)
	return block*sellersAtOnce + order%sellersAtOnce + 1
}

// question is something that is asked of a ledger.
type question struct {
	name string
	ask  func(ctx context.Context, b *books, random *rand.Rand) error
}

func questions() []question {
	seller := func(b *books, random *rand.Rand) int64 { return sellerOf(1 + random.Int64N(b.sales)) }
	look := func(name string, query func(b *books, random *rand.Rand) vitrine.LedgerQuery) question {
		return question{name, func(ctx context.Context, b *books, random *rand.Rand) error {
			q := query(b, random)
			q.Page.Size = 50
			_, err := b.db.LedgerEntries(ctx, q)
			return err
		}}
	}
	return []question{
		{"balance of a seller", func(ctx context.Context, b *books, random *rand.Rand) error {
			_, err := b.db.Balances(ctx, seller(b, random))
			return err
		}},
		{"what moved it, the first page", func(ctx context.Context, b *books, random *rand.Rand) error {
			_, err := b.db.Statement(ctx, seller(b, random), vitrine.Page{Size: 25})
			return err
		}},
		{"statement of a month", func(ctx context.Context, b *books, random *rand.Rand) error {
			order := 1 + random.Int64N(b.sales)
			from := began.Add(time.Duration(order) * between).Truncate(24 * time.Hour)
			return b.db.Look(ctx, func(at *store.View) error {
				_, err := at.SellerStatements(ctx, sellerOf(order), from, from.AddDate(0, 1, 0), func(vitrine.StatementEntry) error { return nil })
				return err
			})
		}},
		{"all accounts", func(ctx context.Context, b *books, _ *rand.Rand) error { _, err := b.db.LedgerSums(ctx); return err }},
		look("the newest entries", func(*books, *rand.Rand) vitrine.LedgerQuery { return vitrine.LedgerQuery{} }),
		look("entries of an order", func(b *books, random *rand.Rand) vitrine.LedgerQuery {
			return vitrine.LedgerQuery{OrderID: 1 + random.Int64N(b.sales)}
		}),
		look("entries of a seller", func(b *books, random *rand.Rand) vitrine.LedgerQuery {
			return vitrine.LedgerQuery{SellerID: seller(b, random)}
		}),
		look("entries of a kind", func(*books, *rand.Rand) vitrine.LedgerQuery { return vitrine.LedgerQuery{Kind: vitrine.EntryReleased} }),
		look("entries of an amount", func(_ *books, random *rand.Rand) vitrine.LedgerQuery {
			return vitrine.LedgerQuery{Amount: priceOf(random)}
		}),
		look("an entry by its cause", func(b *books, random *rand.Rand) vitrine.LedgerQuery {
			return vitrine.LedgerQuery{Cause: "order:" + strconv.FormatInt(1+random.Int64N(b.sales), 10) + ":paid"}
		}),
		look("entries of a day", func(b *books, random *rand.Rand) vitrine.LedgerQuery {
			day := began.Add(time.Duration(1+random.Int64N(b.sales)) * between).Truncate(24 * time.Hour)
			return vitrine.LedgerQuery{From: day, To: day.AddDate(0, 0, 1)}
		}),
	}
}
