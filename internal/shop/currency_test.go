package shop_test

import (
	"log/slog"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/clocktest"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

func (m *market) shopIn(t *testing.T, wanted string) *shop.Shop {
	t.Helper()
	settings := shop.DefaultSettings()
	var err error
	if settings.Currency, err = shop.FindCurrency(t.Context(), m.db, wanted); err != nil {
		t.Fatal(err)
	}
	return shop.New(shop.Options{DB: m.db, Payments: payment.Sandbox{}, Settings: settings, Now: m.clock.Now,
		Log: slog.New(slog.DiscardHandler)})
}

// TestCurrencyBelongsToTheMarketplace starts servers on one marketplace, some of
// them without their flag.
func TestCurrencyBelongsToTheMarketplace(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		settle := func(wanted string) error { return m.shopIn(t, wanted).SettleCurrency(t.Context(), wanted) }
		wantCode(t, "the first start, in EUR", settle("EUR"), "")
		wantCode(t, "without the flag", settle(""), "")
		wantCode(t, "in EUR again", settle("EUR"), "")
		wantCode(t, "in USD", settle("USD"), vitrine.Conflict)
		if code, err := m.db.Currency(t.Context()); code != "EUR" || err != nil {
			t.Errorf("it sells in %s, %v", code, err)
		}
		order := func(s *shop.Shop) (*vitrine.Order, error) {
			return s.CreateOrder(t.Context(), m.buyer, shop.NewOrder{ModelID: m.model.ID})
		}
		if o, err := order(m.shopIn(t, "")); err != nil || o.Currency != "EUR" {
			t.Errorf("without the flag the order is %+v, %v", o, err)
		}
		_, err := order(m.shop) // which was started before there was a record, in USD
		wantCode(t, "an order in a currency that is not the marketplace's", err, vitrine.Unavailable)

		s := m.shopIn(t, "")
		wantCode(t, "change it", s.SetCurrency(t.Context(), "CHF", false), vitrine.Conflict)
		wantCode(t, "to nothing", s.SetCurrency(t.Context(), "chf", true), vitrine.Invalid)
		wantCode(t, "change it, with the numbers", s.SetCurrency(t.Context(), "CHF", true), "")
		_, err = order(s)
		wantCode(t, "a server that was not started again", err, vitrine.Unavailable)
		if o, err := order(m.shopIn(t, "")); err != nil || o.Currency != "CHF" || o.Price != 1250 {
			t.Errorf("then an order is %+v, %v", o, err)
		}
		if record, err := m.db.Record(t.Context(), m.model.ID); err != nil || record.JSON != "" {
			t.Errorf("the model's record is still %q, %v", record.JSON, err)
		}
	})
}

// TestCurrencyOfAnOlderMarketplace is what its orders were made in.
func TestCurrencyOfAnOlderMarketplace(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	m.order(t, m.model.ID)
	s := m.shopIn(t, "EUR")
	if got := s.Settings().Currency; got != "USD" {
		t.Errorf("it goes on in %s", got)
	}
	wantCode(t, "start in EUR", s.SettleCurrency(t.Context(), "EUR"), vitrine.Conflict)
	wantCode(t, "start", s.SettleCurrency(t.Context(), ""), "")
}

// TestCurrencyOfPricesWithoutOrders is not guessed: nothing but the operator knows it.
func TestCurrencyOfPricesWithoutOrders(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		before, err := db.Record(t.Context(), m.model.ID)
		if err != nil || before.JSON == "" {
			t.Fatalf("the model's record is %q, %v", before.JSON, err)
		}
		settle := func(wanted string) error { return m.shopIn(t, wanted).SettleCurrency(t.Context(), wanted) }
		err = settle("")
		wantCode(t, "start without a currency", err, vitrine.Conflict)
		if err != nil && !strings.Contains(err.Error(), "--currency") {
			t.Errorf("the refusal doesn't say what to do: %v", err)
		}
		if code, err := db.Currency(t.Context()); vitrine.CodeOf(err) != vitrine.NotFound {
			t.Errorf("a currency was written down: %q, %v", code, err)
		}
		wantCode(t, "start in EUR", settle("EUR"), "")
		if after, err := db.Record(t.Context(), m.model.ID); err != nil || after.JSON != "" {
			t.Errorf("the record of before stays: %q, %v", after.JSON, err)
		}
		wantCode(t, "and without the flag", settle(""), "")
	})
}

// TestCurrencyOfANewMarketplace is USD unless somebody says another.
func TestCurrencyOfANewMarketplace(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := (&market{db: db, clock: clocktest.At(today())}).shopIn(t, "")
		wantCode(t, "start", s.SettleCurrency(t.Context(), ""), "")
		if code, err := db.Currency(t.Context()); code != "USD" || err != nil {
			t.Errorf("it sells in %s, %v", code, err)
		}
	})
}
