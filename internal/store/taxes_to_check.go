package store

import (
	"context"
	"time"

	"vitrine"
)

// TaxToCheck is an order whose tax no operator has looked at yet: Stripe Tax was to find it and did not (its Tax.Fallback), or
// nothing agrees with where the buyer says that they live.
type TaxToCheck struct {
	OrderID  int64
	Title    string // of the model
	Payment  string // by the provider's name
	Price    vitrine.Amount
	Currency string
	Tax      vitrine.OrderTax
	Since    time.Time
}

// TaxesToCheck lists up to limit orders whose tax an operator has to look at, the oldest first.
func (r *reads) TaxesToCheck(ctx context.Context, limit int) ([]TaxToCheck, error) {
	b := (&builder{}).add("SELECT order_id, since FROM taxes_to_check ORDER BY order_id").window(limit, 0)
	list, err := query(ctx, r, func(row scanner) (one TaxToCheck, err error) {
		return one, row.Scan(&one.OrderID, (*stamp)(&one.Since))
	}, b.String(), b.args...)
	if err != nil {
		return nil, err
	}
	for i := range list {
		o, err := r.Order(ctx, list[i].OrderID)
		if err != nil {
			return nil, err
		}
		list[i].Title, list[i].Payment, list[i].Price, list[i].Currency, list[i].Tax = o.Model.Title, o.PaymentID, o.Price, o.Currency, o.Tax
	}
	return list, nil
}

// HasTaxToCheck reports whether an operator has to look at the tax of an order.
func (r *reads) HasTaxToCheck(ctx context.Context, orderID int64) (has bool, err error) {
	return has, r.row(ctx, "", "SELECT EXISTS (SELECT 1 FROM taxes_to_check WHERE order_id = $1)", []any{orderID}, &has)
}

// CheckTaxLater has an operator look at the tax of an order.
func (tx *Tx) CheckTaxLater(ctx context.Context, orderID int64, now time.Time) error {
	_, err := tx.exec(ctx, "have a tax looked at", "INSERT INTO taxes_to_check (order_id, since) VALUES ($1, $2) ON CONFLICT DO NOTHING",
		orderID, micros(now))
	return err
}

// TaxChecked notes that an operator has looked at the tax of an order; Conflict where none had to.
func (tx *Tx) TaxChecked(ctx context.Context, orderID int64) error {
	n, err := tx.exec(ctx, "note that a tax was looked at", "DELETE FROM taxes_to_check WHERE order_id = $1", orderID)
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.Conflict,
			"nobody has to look at the tax of order %d: somebody did already, or it was found as it should be", orderID)
	}
	return err
}
