package store

import (
	"context"
	"database/sql"
	"errors"

	"vitrine"
)

// currencySetting names the setting with the currency of all prices.
const currencySetting = "currency"

// Currency returns the currency of all prices; NotFound until the marketplace was
// served for the first time.
func (r *reads) Currency(ctx context.Context) (string, error) { return r.setting(ctx, currencySetting) }

// CurrencyOfOrders returns the currency of the newest order, which tells that of a
// marketplace whose own was never written down; "" without orders.
func (r *reads) CurrencyOfOrders(ctx context.Context) (currency string, err error) {
	err = r.q.QueryRowContext(ctx, "SELECT currency FROM orders ORDER BY id DESC LIMIT 1").Scan(&currency)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", r.fail("read the newest order", err)
	}
	return currency, nil
}

// PricedModels is how many models cost something.
func (r *reads) PricedModels(ctx context.Context) (n int64, err error) {
	return n, r.row(ctx, "", "SELECT count(*) FROM models WHERE deleted_at IS NULL AND (price > 0 OR original_price > 0)", nil, &n)
}

// OddPrices is how many models cost something that is no whole number of a step.
func (r *reads) OddPrices(ctx context.Context, step vitrine.Amount) (n int64, err error) {
	return n, r.row(ctx, "", "SELECT count(*) FROM models WHERE deleted_at IS NULL AND (price % $1 <> 0 OR original_price % $1 <> 0)",
		[]any{int64(step)}, &n)
}

// KeepCurrency writes the marketplace's currency down where none is yet, and
// returns the one that stands there. Models whose records were made before get new ones.
func (tx *Tx) KeepCurrency(ctx context.Context, currency string) (string, error) {
	first, err := tx.SetSettingOnce(ctx, currencySetting, currency)
	if err == nil && first {
		err = tx.forgetRecords(ctx, " WHERE record IS NOT NULL")
	}
	if err != nil {
		return "", err
	}
	return tx.Currency(ctx)
}

// SetCurrency replaces the marketplace's currency. All models get new records,
// with the numbers of their prices as they are.
func (tx *Tx) SetCurrency(ctx context.Context, currency string) error {
	n, err := tx.exec(ctx, "store setting", "UPDATE settings SET value = $1 WHERE name = $2", currency, currencySetting)
	if err != nil {
		return err
	}
	if n == 0 {
		return vitrine.Errorf(vitrine.NotFound, "this marketplace has no currency yet: vitrine serve --currency %s gives it one", currency)
	}
	return tx.forgetRecords(ctx, "")
}

// forgetRecords has the records of some models made anew: they hold the currency.
func (tx *Tx) forgetRecords(ctx context.Context, where string) error {
	if _, err := tx.exec(ctx, "forget records", "UPDATE models SET record = NULL, version = version + 1"+where); err != nil {
		return err
	}
	if _, err := tx.exec(ctx, "forget records", "UPDATE model_texts SET record = NULL"); err != nil {
		return err
	}
	tx.noteAnything()
	return nil
}
