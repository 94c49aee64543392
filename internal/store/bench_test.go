package store_test

import (
	"log/slog"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/ledger"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// BenchmarkRead reads one row by its primary key, the least that a request does.
func BenchmarkRead(b *testing.B) {
	db := storetest.SQLite(b)
	user := userOf("ada")
	if err := db.Write(b.Context(), func(tx *store.Tx) error { return tx.InsertUser(b.Context(), user) }); err != nil {
		b.Fatal(err)
	}
	for name, least := range thresholds() {
		b.Run(name, func(b *testing.B) {
			db.LogSlow(slog.New(slog.DiscardHandler), least)
			for b.Loop() {
				if _, err := db.User(b.Context(), user.ID); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// thresholds are those that slow statements are looked for with.
func thresholds() map[string]time.Duration {
	return map[string]time.Duration{"unwatched": 0, "watched": time.Hour}
}

// BenchmarkWrite has several writers insert users, whose commits are synced in groups.
func BenchmarkWrite(b *testing.B) {
	db := storetest.SQLite(b)
	var next atomic.Int64
	for name, least := range thresholds() {
		b.Run(name, func(b *testing.B) {
			db.LogSlow(slog.New(slog.DiscardHandler), least)
			b.SetParallelism(4)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					user := userOf("user-" + strconv.FormatInt(next.Add(1), 10))
					if err := db.Write(b.Context(), func(tx *store.Tx) error { return tx.InsertUser(b.Context(), user) }); err != nil {
						b.Error(err)
					}
				}
			})
		})
	}
}

// BenchmarkLargeWrite has one writer book 3,000 entries, whose time should grow with their number alone.
func BenchmarkLargeWrite(b *testing.B) {
	db := storetest.SQLite(b)
	var next int64
	for _, entries := range []int{300, 3_000} {
		b.Run(strconv.Itoa(entries), func(b *testing.B) {
			for b.Loop() {
				err := db.Write(b.Context(), func(tx *store.Tx) error {
					for range entries {
						next++
						sale := ledger.Sale{OrderID: next, SellerID: next, Provider: "stripe", Currency: "USD", Price: 1000, Share: 1250}
						sold, err := ledger.Sold(sale)
						if err != nil {
							return err
						}
						sold.CreatedAt = time.Unix(next, 0)
						if _, err := tx.Book(b.Context(), &sold); err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*entries), "µs/entry")
		})
	}
}
