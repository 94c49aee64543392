package shop_test

import (
	"sync"
	"testing"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
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
	if _, err := m.shop.MarkPaid(t.Context(), first.ID); err != nil {
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
	if _, err := m.shop.MarkPaid(t.Context(), known.ID); err != nil {
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
