package shop_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/payment/stripe"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// TestCoins sells in a currency without decimals and in one with three: prices, shares and what is given back are
// amounts that the currency has coins for.
func TestCoins(t *testing.T) {
	t.Parallel()
	for currency, is := range map[string]struct{ price, odd, share vitrine.Amount }{
		"JPY": {price: 133_300, odd: 133_350, share: 16_700},
		"KWD": {price: 1_233, share: 154},
	} {
		t.Run(currency, func(t *testing.T) {
			t.Parallel()
			onBoth(t, func(t *testing.T, db *store.DB) {
				m := newMarketOn(t, db, payment.Sandbox{})
				m.shop = m.shopIn(t, currency)
				if is.odd != 0 {
					_, err := m.shop.CreateModel(t.Context(), m.seller, shop.ModelRequest{ModelChange: vitrine.ModelChange{
						Title: vitrine.Some("Odd"), Price: vitrine.Some(is.price), OriginalPrice: vitrine.Some(is.odd)}})
					wantCode(t, "a price between two coins", err, vitrine.Invalid)
				}
				house := vitrine.DefaultHouse()
				house.Share = 1250
				wantCode(t, "ask for a share", m.shop.SetHouse(t.Context(), house), "")
				o := m.order(t, m.publish(t, "Elm chair", is.price).ID)
				_, err := m.shop.MarkPaid(t.Context(), o.ID, "")
				wantCode(t, "pay", err, "")
				books := m.books(t, o)
				if o.Currency != currency || books[vitrine.AccountShare] != -is.share || books[vitrine.AccountHold] != is.share-is.price {
					t.Errorf("%s %s is booked as %v", o.Price, o.Currency, books)
				}
				_, err = m.shop.Refund(t.Context(), o.ID, false)
				wantCode(t, "give it back", err, "")
				if books := m.books(t, o); len(books) != 0 {
					t.Errorf("then %v is left", books)
				}
			})
		})
	}
}

// TestThreeDecimalsByStripe sells a cart in a currency with three decimals, gives a part of it back and moves what is earned, and
// back: orders, ledger and Stripe's report agree to the last unit.
func TestThreeDecimalsByStripe(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		settings := shop.DefaultSettings()
		settings.Currency = "KWD"
		s.shop = shop.New(shop.Options{DB: db, Payments: s.provider(t), Settings: settings, Now: s.clock.Now,
			Log: slog.New(slog.DiscardHandler)})
		account := s.connects(t)
		c := s.together(t, 1_233, 1, 707)
		if c.Currency != "KWD" {
			t.Fatalf("the checkout is in %s", c.Currency)
		}
		chosen, err := s.shop.ChooseForCheckout(t.Context(), c.Key, stripe.Choice)
		wantCode(t, "choose", err, "")
		s.occurs(t, func() error { return s.sim.Pay(chosen.PaymentID) })
		if kept := s.sim.Kept(""); kept != 19_410 {
			t.Errorf("the customer paid %d thousandths", kept)
		}
		s.clock.Advance(vitrine.DefaultHoldDays * 24 * time.Hour)
		wantCode(t, "release", s.shop.ReleaseEarnings(t.Context()), "")
		s.moves(t)
		if has := s.sim.AccountHas(account); has != 19_410 {
			t.Errorf("the seller's account has %d", has)
		}
		s.occurs(t, func() error {
			_, err := s.shop.RefundPart(t.Context(), c.Orders[0].ID, shop.NewRefund{Amount: 333})
			s.work(t)
			return err
		})
		s.moves(t)
		if has, o := s.sim.AccountHas(account), s.read(t, c.Orders[0]); has != 16_080 || o.Refunded != 333 || s.sim.Kept("") != 16_080 {
			t.Errorf("the seller's account has %d, of the order %s went back, and of the payment %d is kept", has, o.Refunded, s.sim.Kept(""))
		}
		s.wantTransfers(t, "at the end")
		s.reconciles(t)
		s.reconciles(t)
		s.wantDifferences(t, "at the end")
	})
}

// TestOddPrices has prices of another currency stand where the one of now has no coins for them.
func TestOddPrices(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{}) // the model costs 12.50
		wantCode(t, "settle in EUR", m.shopIn(t, "EUR").SettleCurrency(t.Context(), "EUR"), "")
		s := m.shopIn(t, "")
		wantCode(t, "change to yen", s.SetCurrency(t.Context(), "JPY", true), vitrine.Conflict)
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.SetCurrency(ctx, "JPY") })
		m.shop = m.shopIn(t, "")
		_, err := m.shop.CreateOrder(t.Context(), m.buyer, shop.NewOrder{ModelID: m.model.ID})
		wantCode(t, "order at a price of before", err, vitrine.Conflict)
		for price, odd := range map[vitrine.Amount]bool{1250: true, 130_000: false} {
			_, err := m.shop.UpdateModel(t.Context(), m.seller, m.model.ID, shop.ModelRequest{ModelChange: vitrine.ModelChange{
				Price: vitrine.Some(vitrine.Amount(130_000)), Status: vitrine.Some(vitrine.Draft)}}, nil)
			wantCode(t, "price it anew", err, "")
			write(t, db, func(ctx context.Context, tx *store.Tx) error {
				draft, err := tx.Model(ctx, m.model.ID)
				if err != nil {
					return err
				}
				draft.Price = &price
				return tx.UpdateModel(ctx, draft)
			})
			would, err := m.shop.Publication(t.Context(), m.seller, m.model.ID)
			wantCode(t, "ask what it lacks", err, "")
			found := slices.ContainsFunc(would.Problems, func(f vitrine.Field) bool { return f.Pointer == "/price" && f.Code == "bad_price" })
			if found != odd {
				t.Errorf("at %s it lacks %+v", price, would.Problems)
			}
		}
	})
}
