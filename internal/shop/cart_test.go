package shop_test

import (
	"testing"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// TestCartOfWhoHasAnApplication buys by a cart what the buyer's own application sells to a customer at that moment: they pay for
// themselves.
func TestCartOfWhoHasAnApplication(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		app := m.program(t)
		o, err := m.shop.CreateOrder(t.Context(), app, shop.NewOrder{ModelID: m.model.ID, BuyersEmail: "ada@example.com"})
		wantCode(t, "order for a customer", err, "")
		theirs, err := m.shop.CreateCheckout(t.Context(), app, shop.NewCheckout{OrderIDs: []int64{o.ID}})
		wantCode(t, "a checkout for a customer", err, "")
		in := shop.SignedIn{User: app.User, Session: vitrine.Session{ProvedAt: m.clock.Now(), CreatedAt: m.clock.Now()}}
		cart := shop.CartOrder{Items: []vitrine.CartItem{{ModelID: m.model.ID, Price: o.Price}}}
		mine, err := m.shop.CheckOutAccount(t.Context(), in, cart)
		wantCode(t, "buy by the cart", err, "")
		if mine.ID == theirs.ID || mine.Orders[0].BuyerID != app.User.ID {
			t.Errorf("the cart leads to checkout %d, for buyer %d", mine.ID, mine.Orders[0].BuyerID)
		}
		again, err := m.shop.CheckOutAccount(t.Context(), in, cart)
		wantCode(t, "go on", err, "")
		if again.ID != mine.ID {
			t.Errorf("what was begun is checkout %d, and then %d", mine.ID, again.ID)
		}
	})
}
