package shop

import (
	"cmp"
	"context"

	"vitrine"
	"vitrine/internal/store"
)

// FindCurrency returns the currency that a marketplace sells in: what its record
// says, else what its orders were made in, else what is wanted, else that of
// DefaultSettings.
func FindCurrency(ctx context.Context, db *store.DB, wanted string) (string, error) {
	currency, err := db.Currency(ctx)
	if vitrine.CodeOf(err) != vitrine.NotFound {
		return currency, err
	}
	ordered, err := db.CurrencyOfOrders(ctx)
	return cmp.Or(ordered, wanted, DefaultSettings().Currency), err
}

// SettleCurrency writes down which currency the marketplace sells in, from its
// first start on. Conflict when it is another one than is wanted, or when there are
// prices and nothing says of which currency; "" wants none in particular.
func (s *Shop) SettleCurrency(ctx context.Context, wanted string) error {
	var kept string
	err := s.db.Write(ctx, func(tx *store.Tx) (err error) {
		if err := currencyIsKnown(ctx, tx, wanted); err != nil {
			return err
		}
		kept, err = tx.KeepCurrency(ctx, s.settings.Currency)
		return err
	})
	if err != nil {
		return err
	}
	if wanted = cmp.Or(wanted, s.settings.Currency); kept != wanted {
		return vitrine.Errorf(vitrine.Conflict, "this marketplace sells in %s since its first start, not in %s: leave --currency out; "+
			"`vitrine currency set %s` changes it, and says what that means for the prices", kept, wanted, wanted)
	}
	return nil
}

// currencyIsKnown refuses to guess the currency of prices that an earlier release left:
// the wrong one would sell at the same numbers.
func currencyIsKnown(ctx context.Context, tx *store.Tx, wanted string) error {
	if wanted != "" {
		return nil
	}
	if _, err := tx.Currency(ctx); vitrine.CodeOf(err) != vitrine.NotFound {
		return err
	}
	ordered, err := tx.CurrencyOfOrders(ctx)
	if err != nil || ordered != "" {
		return err
	}
	priced, err := tx.PricedModels(ctx)
	if err == nil && priced > 0 {
		err = vitrine.Errorf(vitrine.Conflict, "%d models have a price, and nothing says in which currency: "+
			"start once with --currency, or VITRINE_CURRENCY, and the one that this marketplace was served with until now, "+
			"such as --currency USD", priced)
	}
	return err
}

// sellsInItsCurrency refuses to write a price in a currency that the
// marketplace has given up since this process was started.
func (s *Shop) sellsInItsCurrency(ctx context.Context, tx *store.Tx) error {
	currency, err := tx.Currency(ctx)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil // it was never served
	}
	if err != nil {
		return err
	}
	return s.sellsIn(currency)
}

// currencyNow is the currency that this process sells in.
func (s *Shop) currencyNow() string {
	if adopted := s.currency.Load(); adopted != nil {
		return *adopted
	}
	return s.settings.Currency
}

// adoptCurrency has this process sell in the marketplace's currency where that has changed
// and nothing has a price: no number can come to mean something else. Otherwise the
// operator starts the process again, who knows what they did.
func (s *Shop) adoptCurrency(ctx context.Context) error {
	currency, err := s.db.Currency(ctx)
	if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && currency == s.currencyNow() {
		return nil
	}
	if err != nil {
		return err
	}
	priced, err := s.db.PricedModels(ctx)
	if err == nil && priced == 0 {
		s.currency.Store(&currency)
	}
	return err
}

// sellsIn is sellsInItsCurrency for who has read the currency.
func (s *Shop) sellsIn(currency string) error {
	if currency != "" && currency != s.currencyNow() {
		return vitrine.Errorf(vitrine.Unavailable, "the marketplace's currency has become %s: this server has to be started again", currency)
	}
	return nil
}

// SetCurrency changes the marketplace's currency. Prices stay the same numbers,
// which is another price: where models have one, the operator has to say that this is meant.
// Orders keep the currency they were made in.
func (s *Shop) SetCurrency(ctx context.Context, currency string, keepNumbers bool) error {
	if !vitrine.IsCurrency(currency) {
		return vitrine.Errorf(vitrine.Invalid, "a currency is an ISO 4217 code such as USD, not %q", currency)
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		now, err := tx.Currency(ctx)
		if err == nil && now == currency {
			return nil
		}
		priced, countErr := tx.PricedModels(ctx)
		if countErr != nil {
			return countErr
		}
		if priced > 0 && !keepNumbers {
			return vitrine.Errorf(vitrine.Conflict, "%d models have a price, which would become the same number of %s. "+
				"If that is meant, say --keep-numbers; else have the models priced anew, or made free, first", priced, currency)
		}
		odd, err := tx.OddPrices(ctx, vitrine.StepOf(currency))
		if err != nil {
			return err
		}
		if odd > 0 {
			return vitrine.Errorf(vitrine.Conflict,
				"%d models have a price with decimals, and %s has none: have them priced anew first", odd, currency)
		}
		if odd, err = tx.OddBundles(ctx, vitrine.StepOf(currency)); err != nil {
			return err
		}
		if odd > 0 {
			return vitrine.Errorf(vitrine.Conflict,
				"%d bundles have a price with decimals, and %s has none: have them priced anew, or ended, first", odd, currency)
		}
		if err := tx.SetCurrency(ctx, currency); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActHouseCurrency, Before: facts{"currency": now}, After: facts{"currency": currency}})
	})
}
