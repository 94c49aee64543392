package shop_test

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/payment"
	"vitrine/internal/shop"
)

// BenchmarkCreateOrder has 32 callers order at once. Each order is on disk
// before it is answered.
func BenchmarkCreateOrder(b *testing.B) {
	m := newMarket(b, payment.Sandbox{})
	var next atomic.Int64
	var group sync.WaitGroup
	b.ResetTimer()
	start := time.Now()
	for range 32 {
		group.Go(func() {
			for n := next.Add(1); n <= int64(b.N); n = next.Add(1) {
				order := shop.NewOrder{ModelID: m.model.ID, UUID: "bench-" + strconv.FormatInt(n, 10), ReturnURL: "https://shop.example/thanks"}
				if _, err := m.shop.CreateOrder(b.Context(), m.buyer, order); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
	b.ReportMetric(float64(b.N)/time.Since(start).Seconds(), "orders/s")
}
