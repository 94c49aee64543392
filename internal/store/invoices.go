package store

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"vitrine"
)

const invoiceColumns = "id, cause, buyer_id, body"

func scanInvoice(row scanner) (*vitrine.Invoice, error) {
	i := &vitrine.Invoice{}
	var body string
	if err := row.Scan(&i.ID, &i.Cause, &i.BuyerID, &body); err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(body), i); err != nil {
		return nil, fmt.Errorf("read invoice %d: %w", i.ID, err)
	}
	return i, nil
}

// NextNumber returns the number that follows in a series. It is given to nobody else once the transaction
// is committed, and to the next one if it is not.
func (tx *Tx) NextNumber(ctx context.Context, series string) (n int64, err error) {
	return n, tx.row(ctx, "", `INSERT INTO invoice_series (name, last) VALUES ($1, 1)
		ON CONFLICT (name) DO UPDATE SET last = invoice_series.last + 1 RETURNING last`, []any{series}, &n)
}

// AddInvoice stores a document and sets its identifier. of is the invoice that a credit note takes back;
// nil for none.
func (tx *Tx) AddInvoice(ctx context.Context, i, of *vitrine.Invoice) error {
	body, err := json.Marshal(i)
	if err != nil {
		return fmt.Errorf("add an invoice: %w", err)
	}
	taken := int64(0)
	if of != nil {
		taken = of.ID
	}
	i.ID, err = tx.insert(ctx, "add an invoice", `
		INSERT INTO invoices (series, sequence, number, kind, cause, order_id, seller_id, buyer_id, of_id, country,
			rate, treatment, currency, net, tax, gross, live, issued_at, body)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) RETURNING id`,
		i.Series, i.Sequence, i.Number, string(i.Kind), i.Cause, i.OrderID, i.SellerID, i.BuyerID, taken, i.Country, int64(i.Rate),
		string(i.Treatment), i.Currency, int64(i.Net), int64(i.Tax), int64(i.Gross), i.Live, micros(i.IssuedAt), string(body))
	return err
}

// InvoicesOfOrder are the documents of an order, in the order in which they were written.
func (r *reads) InvoicesOfOrder(ctx context.Context, orderID int64) ([]*vitrine.Invoice, error) {
	return query(ctx, r, scanInvoice, "SELECT "+invoiceColumns+" FROM invoices WHERE order_id = $1 ORDER BY id", orderID)
}

// InvoiceByNumber returns a document; NotFound when there is none with that number.
func (r *reads) InvoiceByNumber(ctx context.Context, number string) (*vitrine.Invoice, error) {
	found, err := query(ctx, r, scanInvoice, "SELECT "+invoiceColumns+" FROM invoices WHERE number = $1", number)
	if err == nil && len(found) == 0 {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no invoice %s", number)
	}
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// Invoices lists documents, the newest first, and whether there are more.
func (r *reads) Invoices(ctx context.Context, q vitrine.InvoiceQuery) (list []*vitrine.Invoice, more bool, err error) {
	b := (&builder{}).add("SELECT " + invoiceColumns + " FROM invoices WHERE TRUE")
	if q.Before > 0 {
		b.add(" AND id < ?", q.Before)
	}
	if id, err := strconv.ParseInt(q.Text, 10, 64); err == nil {
		b.add(" AND (order_id = ? OR number = ?)", id, q.Text)
	} else if q.Text != "" {
		b.add(" AND number >= ? AND number < ?", q.Text, q.Text+"\uffff")
	}
	if q.Kind != "" {
		b.add(" AND kind = ?", string(q.Kind))
	}
	if q.SellerID != 0 {
		b.add(" AND seller_id = ?", q.SellerID)
	}
	if q.BuyerID != 0 {
		b.add(" AND buyer_id = ?", q.BuyerID)
	}
	if !q.Since.IsZero() {
		b.add(" AND issued_at >= ?", micros(q.Since))
	}
	if !q.Until.IsZero() {
		b.add(" AND issued_at < ?", micros(q.Until))
	}
	if q.LiveOnly {
		b.add(" AND live")
	}
	b.add(" ORDER BY id DESC").window(q.Size+1, 0)
	if list, err = query(ctx, r, scanInvoice, b.String(), b.args...); err != nil {
		return nil, false, err
	}
	if more = len(list) > q.Size; more {
		list = list[:q.Size]
	}
	return list, more, nil
}

// SeriesFault is a series of documents whose numbers are not those from 1 to the last that was given.
type SeriesFault struct {
	Name      string
	Last      int64 // that was given
	Documents int64
	Highest   int64 // number of a document
}

// SeriesFaults returns series with gaps.
func (r *reads) SeriesFaults(ctx context.Context, limit int) ([]SeriesFault, error) {
	return query(ctx, r, func(row scanner) (f SeriesFault, err error) {
		return f, row.Scan(&f.Name, &f.Last, &f.Documents, &f.Highest)
	}, `SELECT s.name, s.last, count(i.id), COALESCE(MAX(i.sequence), 0) FROM invoice_series s LEFT JOIN invoices i ON i.series = s.name
		GROUP BY s.name, s.last HAVING count(i.id) <> s.last OR COALESCE(MAX(i.sequence), 0) <> s.last ORDER BY s.name LIMIT $1`, limit)
}

// TaxSums adds up the documents of the marketplace's own sales that belong to a quarter's report, by country and rate. An
// invoice belongs to that of the quarter in which the order was paid, where it was written before that report was due, and else
// to that of the quarter in which it was written, as a correction of an earlier one. A credit note belongs to that of the quarter
// in which it was written, as a correction where the order was paid before that. Trial payments are left out.
func (r *reads) TaxSums(ctx context.Context, q vitrine.Quarter, zone *time.Location) ([]vitrine.TaxSum, error) {
	return query(ctx, r, func(row scanner) (s vitrine.TaxSum, err error) {
		return s, row.Scan(&s.Country, &s.Rate, &s.Treatment, &s.Currency, &s.Correction, &s.Net, &s.Tax, &s.Documents)
	}, `SELECT i.country, i.rate, i.treatment, i.currency, o.paid_at < $1 AS corrects,
			CAST(SUM(CASE WHEN i.kind = 'credit_note' THEN -i.net ELSE i.net END) AS BIGINT),
			CAST(SUM(CASE WHEN i.kind = 'credit_note' THEN -i.tax ELSE i.tax END) AS BIGINT), count(*)
		FROM invoices i JOIN orders o ON o.id = i.order_id
		WHERE i.issued_at >= $1 AND i.issued_at < $4 AND i.live AND i.seller_id = 0 AND CASE
			WHEN i.kind = 'credit_note' THEN i.issued_at < $2
			WHEN o.paid_at >= $1 THEN o.paid_at < $2
			ELSE i.issued_at < $2 AND (o.paid_at < $5 OR i.issued_at >= $3) END
		GROUP BY i.country, i.rate, i.treatment, i.currency, corrects
		ORDER BY corrects, i.country, i.rate, i.treatment, i.currency`,
		micros(q.Begin(zone)), micros(q.End(zone)), micros(q.Before().Due(zone)), micros(q.Due(zone)), micros(q.Before().Begin(zone)))
}
