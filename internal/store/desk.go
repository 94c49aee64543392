package store

import (
	"context"
	"time"

	"vitrine"
)

// Day is what was ordered on one day, in UTC, in one currency.
type Day struct {
	Start    time.Time
	Currency string
	Orders   int64 // that were made
	Paid     int64 // of these, those that are
	Sales    vitrine.Amount
}

// Days adds up the orders made since a time, the newest day first: those for real
// money where live is true, else those of the sandbox.
func (r *reads) Days(ctx context.Context, since time.Time, live bool) ([]Day, error) {
	const day = 24 * time.Hour
	return query(ctx, r, func(row scanner) (d Day, err error) {
		var start int64
		err = row.Scan(&start, &d.Currency, &d.Orders, &d.Paid, &d.Sales)
		d.Start = time.UnixMicro(start * day.Microseconds()).UTC()
		return d, err
	}, `SELECT o.created_at / 86400000000 AS day, o.currency, count(*), count(*) FILTER (WHERE o.status IN ('paid', 'disputed')),
			CAST(coalesce(sum(o.price) FILTER (WHERE o.status IN ('paid', 'disputed')), 0) AS BIGINT)
		FROM orders o WHERE o.created_at >= $1 AND o.live = $2
		GROUP BY o.created_at / 86400000000, o.currency ORDER BY day DESC, o.currency`, micros(since), live)
}

// Waiting is how much waits for an operator.
type Waiting struct {
	Transfers vitrine.Total // orders that can be paid, and cost something
	Mails     vitrine.Total // given up, or perhaps not sent
	Jobs      vitrine.Total // given up
	Payments  vitrine.Total // jobs of money that fail again and again
	Models    vitrine.Total // that wait for review
	Reports   vitrine.Total // that nobody has decided
	Taxes     vitrine.Total // that nobody has looked at

	Objections  vitrine.Total // of authors, that nobody has answered
	Differences vitrine.Total // from a provider's report, that nobody has explained
	Unmoved     vitrine.Total // transfers to sellers' own accounts whose last step failed
	Stopped     vitrine.Total // sellers' own accounts that a provider does not pay
}

// oftenTried is how often a job of money was tried, within a minute or two, before an operator is told.
const oftenTried = 6

// Waiting counts what waits for an operator.
func (r *reads) Waiting(ctx context.Context, now time.Time) (w Waiting, err error) {
	for _, count := range []struct {
		into *vitrine.Total
		from string
		args []any
	}{
		{&w.Transfers, "orders o WHERE o.status = 'unpaid' AND o.id > 0 AND o.expires_at > ? AND o.price > 0", []any{micros(now)}},
		{&w.Mails, "mails m WHERE m.status IN (?, ?, ?)", []any{MailFailed, MailUnsure, MailBounced}},
		{&w.Jobs, "jobs j WHERE j.failed_at IS NOT NULL", nil},
		{&w.Payments, `jobs j WHERE j.kind IN ('payment.confirm', 'payment.notice', 'payment.refund')
			AND j.attempts >= ? AND j.failed_at IS NULL`, []any{oftenTried}},
		{&w.Models, "models m WHERE m.waiting_since IS NOT NULL AND m.deleted_at IS NULL", nil},
		{&w.Taxes, "taxes_to_check t", nil},
		{&w.Reports, "reports r WHERE r.state = ?", []any{string(vitrine.ReportOpen)}},
		{&w.Differences, "differences d WHERE d.resolved_at IS NULL", nil},
		{&w.Unmoved, failedTransfers, nil},
		{&w.Stopped, "connected_accounts c WHERE " + stopped, nil},
		{&w.Objections, "decisions d WHERE d.objected_at IS NOT NULL AND d.closed_at IS NULL", nil},
	} {
		if *count.into, err = r.boundedCount(ctx, (&builder{}).add(count.from, count.args...)); err != nil {
			return w, err
		}
	}
	return w, nil
}

// Published is a model that came into the catalogue.
type Published struct {
	ModelID     int64
	Title, Slug string
	ProductType vitrine.ProductType
	Author      string
	At          time.Time
}

// Published lists models that came into the catalogue since a time, the newest first, and
// counts them.
func (r *reads) Published(ctx context.Context, since time.Time, limit int) ([]Published, vitrine.Total, error) {
	total, err := r.boundedCount(ctx, (&builder{}).add("listings l WHERE l.published_at >= ?", micros(since)))
	if err != nil {
		return nil, total, err
	}
	b := (&builder{}).add(`SELECT l.model_id, m.title, m.slug, m.product_type, u.username, l.published_at
		FROM listings l JOIN models m ON m.id = l.model_id JOIN users u ON u.id = l.author_id
		WHERE l.published_at >= ? ORDER BY l.published_at DESC, l.model_id DESC`, micros(since)).window(limit, 0)
	list, err := query(ctx, r, func(row scanner) (p Published, err error) {
		return p, row.Scan(&p.ModelID, &p.Title, &p.Slug, &p.ProductType, &p.Author, (*stamp)(&p.At))
	}, b.String(), b.args...)
	return list, total, err
}
