package shop_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestOrderAsVisitor(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	m.user(t, "storefront") // the name is taken
	order := func(email string) *vitrine.Order {
		t.Helper()
		o, err := m.shop.OrderAsVisitor(t.Context(), shop.VisitorOrder{ModelID: m.model.ID, Email: email})
		if err != nil {
			t.Fatal(err)
		}
		return o
	}

	first := order(" eve@example.net ")
	if first.Status != vitrine.Unpaid || first.BuyersEmail != "eve@example.net" || first.BuyerID != 0 || first.CheckoutKey == "" {
		t.Errorf("the order is %+v", first)
	}
	if _, err := m.shop.MarkPaid(t.Context(), first.ID, ""); err != nil {
		t.Fatal(err)
	}
	again, other, known := order("eve@example.net"), order("bob@example.net"), order(m.buyer.User.Email)
	if known.BuyerID != m.buyer.User.ID {
		t.Errorf("the buyer is %d, want the user with the address, %d", known.BuyerID, m.buyer.User.ID)
	}
	for _, o := range []*vitrine.Order{again, other, known} {
		if o.ID == first.ID || o.UserID != first.UserID {
			t.Errorf("order %d of user %d, want a new one of user %d", o.ID, o.UserID, first.UserID)
		}
	}
	if first.UserID == m.buyer.User.ID || first.UserID == m.seller.User.ID {
		t.Error("somebody else owns a visitor's order")
	}

	// That the seller's own address and a bought model are not refused tells
	// nobody what others have.
	order(m.seller.User.Email)
	if _, err := m.shop.MarkPaid(t.Context(), known.ID, ""); err != nil {
		t.Fatal(err)
	}
	order(m.buyer.User.Email)
}

func TestOrderAsVisitorRefused(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	for _, email := range []string{"", " ", "eve", "eve@", "Eve <eve@example.net>", "eve@example.net\r\nBcc: x@example.net"} {
		_, err := m.shop.OrderAsVisitor(t.Context(), shop.VisitorOrder{ModelID: m.model.ID, Email: email})
		if vitrine.CodeOf(err) != vitrine.Invalid {
			t.Errorf("the address %q: %v, want it refused", email, err)
		}
	}
	_, err := m.shop.OrderAsVisitor(t.Context(), shop.VisitorOrder{ModelID: 9999, Email: "eve@example.net"})
	if vitrine.CodeOf(err) != vitrine.NotFound {
		t.Errorf("an unknown model: %v", err)
	}
}

// TestOneStorefront has many processes make the first order of a visitor.
func TestOneStorefront(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	owners := make([]int64, 8)
	var work sync.WaitGroup
	for i := range owners {
		work.Go(func() {
			o, err := m.shopWith(payment.Sandbox{}).OrderAsVisitor(t.Context(), shop.VisitorOrder{ModelID: m.model.ID, Email: "eve@example.net"})
			if err != nil {
				t.Error(err)
				return
			}
			owners[i] = o.UserID
		})
	}
	work.Wait()
	for _, owner := range owners {
		if owner != owners[0] || owner == 0 {
			t.Errorf("orders of the users %v, want one", owners)
		}
	}
}

// TestUnpaidOrdersOfOneNetwork orders more than the visitors of a network may leave
// unpaid, at once and through two shops.
func TestUnpaidOrdersOfOneNetwork(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(t *testing.T) *store.DB{
		"SQLite":     func(t *testing.T) *store.DB { return storetest.SQLite(t) },
		"PostgreSQL": func(t *testing.T) *store.DB { return storetest.NewPostgres(t).Open(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			orderTooMany(t, newMarketOn(t, open(t), payment.Sandbox{}))
		})
	}
}

func orderTooMany(t *testing.T, m *market) {
	t.Helper()
	shops := []*shop.Shop{m.shop, m.shopWith(payment.Sandbox{})}
	most := m.shop.Settings().UnpaidOrders
	order := func(network string) (*vitrine.Order, error) {
		return m.shop.OrderAsVisitor(t.Context(), shop.VisitorOrder{ModelID: m.model.ID, Email: "eve@example.net", Network: network})
	}
	var mu sync.Mutex
	var made []*vitrine.Order
	var work sync.WaitGroup
	for i := range most + 10 {
		work.Go(func() {
			o, err := shops[i%2].OrderAsVisitor(t.Context(),
				shop.VisitorOrder{ModelID: m.model.ID, Email: "eve@example.net", Network: "203.0.113.7/32"})
			if err == nil {
				mu.Lock()
				made = append(made, o)
				mu.Unlock()
			} else if vitrine.CodeOf(err) != vitrine.RateLimited {
				t.Error(err)
			}
		})
	}
	work.Wait()
	if len(made) != most {
		t.Fatalf("%d orders were made, want %d", len(made), most)
	}
	if _, err := order("203.0.113.8/32"); err != nil {
		t.Errorf("another network: %v", err)
	}
	if _, err := m.shop.MarkPaid(t.Context(), made[0].ID, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := order("203.0.113.7/32"); err != nil {
		t.Errorf("when one was paid: %v", err)
	}
	if _, err := m.shop.CancelByCustomer(t.Context(), made[1].CheckoutKey); err != nil {
		t.Fatal(err)
	}
	if _, err := order("203.0.113.7/32"); err != nil {
		t.Errorf("when one was canceled: %v", err)
	}
	if _, err := order("203.0.113.7/32"); vitrine.CodeOf(err) != vitrine.RateLimited {
		t.Errorf("one too many: %v", err)
	}
	m.clock.Advance(m.shop.Settings().OrderLifetime)
	if _, err := order("203.0.113.7/32"); err != nil {
		t.Errorf("when all are over: %v", err)
	}
}

// TestUnpaidOrdersAreForgotten lets a visitor's orders be until nobody can pay
// them any more.
func TestUnpaidOrdersAreForgotten(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	var orders []*vitrine.Order
	for range 2 {
		o, err := m.shop.OrderAsVisitor(t.Context(), shop.VisitorOrder{ModelID: m.model.ID, Email: "eve@example.net", Network: "203.0.113.7/32"})
		if err != nil {
			t.Fatal(err)
		}
		orders = append(orders, o)
	}
	if _, err := m.shop.MarkPaid(t.Context(), orders[1].ID, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := m.shop.Choose(t.Context(), orders[0].CheckoutKey, "decline"); err != nil {
		t.Fatal(err)
	}
	own := m.order(t, m.model.ID)
	for _, step := range []struct {
		wait time.Duration
		gone bool
	}{{48 * time.Hour, false}, {30 * 24 * time.Hour, false}, {30 * 24 * time.Hour, true}} {
		m.clock.Advance(step.wait)
		if err := errors.Join(m.shop.ExpireOrders(t.Context()), m.shop.Forget(t.Context())); err != nil {
			t.Fatal(err)
		}
		_, err := m.db.Order(t.Context(), orders[0].ID)
		if gone := vitrine.CodeOf(err) == vitrine.NotFound; gone != step.gone {
			t.Errorf("after %v: %v", step.wait, err)
		}
	}
	for _, kept := range []*vitrine.Order{orders[1], own} {
		if _, err := m.db.Order(t.Context(), kept.ID); err != nil {
			t.Errorf("a paid order, or an account's own: %v", err)
		}
	}
}
