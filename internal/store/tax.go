package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"vitrine"
)

// taxSetting names the setting with what the operator says of tax and invoices.
const taxSetting = "tax"

// TaxRules reads what the operator said of tax and invoices: nothing, where they said nothing.
func (r *reads) TaxRules(ctx context.Context) (vitrine.TaxRules, error) {
	rules := vitrine.TaxRules{Seller: vitrine.ShopSells, Series: vitrine.DefaultSeries}
	text, err := r.setting(ctx, taxSetting)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return rules, nil
	}
	if err != nil {
		return rules, err
	}
	if err := json.Unmarshal([]byte(text), &rules); err != nil {
		return rules, fmt.Errorf("read what the operator said of tax: %w", err)
	}
	return rules, nil
}

// SetTaxRules stores what the operator says of tax and invoices.
func (tx *Tx) SetTaxRules(ctx context.Context, rules vitrine.TaxRules) error {
	text, err := json.Marshal(rules)
	if err != nil {
		return fmt.Errorf("store what the operator says of tax: %w", err)
	}
	return tx.setSetting(ctx, taxSetting, string(text))
}

// TaxRate is a rate of the operator's, as it was written at some time.
type TaxRate struct {
	ID         int64
	Country    string
	Kind       string
	Rate       vitrine.TaxRate
	From       string
	Until      string
	Source     string
	CreatedAt  time.Time
	ReplacedAt time.Time // zero: it stands
}

const rateColumns = "id, country, kind, rate, valid_from, valid_until, source, created_at, replaced_at"

func scanRate(row scanner) (r TaxRate, err error) {
	return r, row.Scan(&r.ID, &r.Country, &r.Kind, &r.Rate, &r.From, &r.Until, &r.Source, (*stamp)(&r.CreatedAt), (*stamp)(&r.ReplacedAt))
}

// TaxRates are the rates of the operator, by country, those that were replaced too.
func (r *reads) TaxRates(ctx context.Context) ([]TaxRate, error) {
	return query(ctx, r, scanRate, "SELECT "+rateColumns+" FROM tax_rates ORDER BY country, kind, valid_from, id")
}

// TaxRatesOf are the rates of the operator for a country that stand.
func (r *reads) TaxRatesOf(ctx context.Context, country string) ([]TaxRate, error) {
	return query(ctx, r, scanRate, "SELECT "+rateColumns+` FROM tax_rates WHERE country = $1 AND replaced_at IS NULL
		ORDER BY kind, valid_from, id`, country)
}

// TaxRateByID returns a rate of the operator's; NotFound when there is none.
func (r *reads) TaxRateByID(ctx context.Context, id int64) (rate TaxRate, err error) {
	err = r.row(ctx, fmt.Sprintf("there is no rate %d", id), "SELECT "+rateColumns+" FROM tax_rates WHERE id = $1", []any{id},
		&rate.ID, &rate.Country, &rate.Kind, &rate.Rate, &rate.From, &rate.Until, &rate.Source, (*stamp)(&rate.CreatedAt),
		(*stamp)(&rate.ReplacedAt))
	return rate, err
}

// AddTaxRate adds a rate and sets its identifier.
func (tx *Tx) AddTaxRate(ctx context.Context, r *TaxRate) (err error) {
	r.ID, err = tx.insert(ctx, "add a rate", `INSERT INTO tax_rates (country, kind, rate, valid_from, valid_until, source, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`, r.Country, r.Kind, int64(r.Rate), r.From, r.Until, r.Source, micros(r.CreatedAt))
	return err
}

// ReplaceTaxRate says that a rate stands no more; Conflict when it did not.
func (tx *Tx) ReplaceTaxRate(ctx context.Context, id int64, now time.Time) error {
	n, err := tx.exec(ctx, "replace a rate", "UPDATE tax_rates SET replaced_at = $2 WHERE id = $1 AND replaced_at IS NULL", id, micros(now))
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.Conflict, "the rate was replaced meanwhile: look again")
	}
	return err
}

// SetBilling keeps what the buyer of an unpaid order says of themselves; Conflict when the order is not
// unpaid any more, or a payment of it has begun.
func (tx *Tx) SetBilling(ctx context.Context, o *vitrine.Order, b vitrine.Billing, now time.Time) error {
	text, err := json.Marshal(b)
	if err != nil {
		return fmt.Errorf("keep what the buyer says: %w", err)
	}
	n, err := tx.exec(ctx, "keep what the buyer says",
		"UPDATE orders SET billing = $2 WHERE id = $1 AND status = 'unpaid' AND COALESCE(paying_until, 0) <= $3", o.ID, string(text), micros(now))
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.Conflict, "order %d has changed meanwhile: read it again", o.ID)
	}
	if err == nil {
		o.Billing = b
	}
	return err
}

// PinBilling keeps what the buyer of an order told the provider of themselves, in a transaction that changes the order too.
func (tx *Tx) PinBilling(ctx context.Context, o *vitrine.Order, b vitrine.Billing) error {
	text, err := json.Marshal(b)
	if err != nil {
		return fmt.Errorf("pin what the buyer says: %w", err)
	}
	if _, err = tx.exec(ctx, "pin what the buyer says", "UPDATE orders SET billing = $2 WHERE id = $1", o.ID, string(text)); err != nil {
		return err
	}
	o.Billing = b
	return nil
}

// PinTax keeps the tax of an order, in a transaction that changes the order too.
func (tx *Tx) PinTax(ctx context.Context, o *vitrine.Order, t vitrine.OrderTax) error {
	text, err := json.Marshal(t)
	if err != nil {
		return fmt.Errorf("pin the tax: %w", err)
	}
	_, err = tx.exec(ctx, "pin the tax", "UPDATE orders SET tax = $2, country = $3 WHERE id = $1", o.ID, string(text), t.Home())
	if err != nil {
		return err
	}
	o.Tax = t
	return nil
}

// readTax reads what is stored of the tax of an order.
func readTax(o *vitrine.Order, billing, tax string) error {
	if billing != "" {
		if err := json.Unmarshal([]byte(billing), &o.Billing); err != nil {
			return fmt.Errorf("read what the buyer of order %d says: %w", o.ID, err)
		}
	}
	if tax != "" {
		if err := json.Unmarshal([]byte(tax), &o.Tax); err != nil {
			return fmt.Errorf("read the tax of order %d: %w", o.ID, err)
		}
	}
	return nil
}

// TaxProfile reads who a seller is on invoices; NotFound where they did not say.
func (r *reads) TaxProfile(ctx context.Context, userID int64) (p vitrine.TaxProfile, err error) {
	return p, r.row(ctx, "nothing is said of tax",
		`SELECT name, address, country, vat_id, tax_id, exempt, note FROM tax_profiles WHERE user_id = $1`, []any{userID},
		&p.Name, &p.Address, &p.Country, &p.VATID, &p.TaxID, &p.Exempt, &p.Note)
}

// SetTaxProfile stores who a seller is on invoices.
func (tx *Tx) SetTaxProfile(ctx context.Context, userID int64, p vitrine.TaxProfile, now time.Time) error {
	_, err := tx.exec(ctx, "store a tax profile", `
		INSERT INTO tax_profiles (user_id, name, address, country, vat_id, tax_id, exempt, note, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, address = excluded.address, country = excluded.country,
			vat_id = excluded.vat_id, tax_id = excluded.tax_id, exempt = excluded.exempt, note = excluded.note, updated_at = excluded.updated_at`,
		userID, p.Name, p.Address, p.Country, p.VATID, p.TaxID, p.Exempt, p.Note, micros(now))
	return err
}
