package store

import (
	"context"
	"time"

	"vitrine"
)

const differenceColumns = `d.id, d.provider, d.live, d.about, d.kind, d.order_id, d.currency, d.reported, d.booked, d.found_at, d.resolved_at,
	COALESCE(d.resolved_by, 0), d.note`

func scanDifference(row scanner) (d vitrine.Difference, err error) {
	return d, row.Scan(&d.ID, &d.Provider, &d.Live, &d.About, &d.Kind, &d.OrderID, &d.Currency, &d.Reported, &d.Booked, (*stamp)(&d.FoundAt),
		(*stamp)(&d.ResolvedAt), &d.ResolvedBy, &d.Note)
}

// Difference returns one.
func (r *reads) Difference(ctx context.Context, id int64) (vitrine.Difference, error) {
	found, err := query(ctx, r, scanDifference, "SELECT "+differenceColumns+" FROM differences d WHERE d.id = $1", id)
	if err == nil && len(found) == 0 {
		err = vitrine.Errorf(vitrine.NotFound, "there is no difference %d", id)
	}
	if err != nil {
		return vitrine.Difference{}, err
	}
	return found[0], nil
}

// LastDifferences returns up to limit about something in a currency, the newest first.
func (r *reads) LastDifferences(ctx context.Context, d *vitrine.Difference, limit int) ([]vitrine.Difference, error) {
	b := (&builder{}).add("SELECT "+differenceColumns+` FROM differences d
		WHERE d.provider = ? AND d.live = ? AND d.about = ? AND d.currency = ? ORDER BY d.id DESC`, d.Provider, d.Live, d.About, d.Currency)
	return query(ctx, r, scanDifference, b.window(limit, 0).String(), b.args...)
}

// OpenDifferences lists up to limit that are open, with ids above after, the oldest first.
func (r *reads) OpenDifferences(ctx context.Context, after int64, limit int) ([]vitrine.Difference, error) {
	b := (&builder{}).add("SELECT "+differenceColumns+` FROM differences d
		WHERE d.resolved_at IS NULL AND d.id > ? ORDER BY d.id`, after).
		window(limit, 0)
	return query(ctx, r, scanDifference, b.String(), b.args...)
}

// ResolvedDifferences lists up to limit that were resolved, the latest first.
func (r *reads) ResolvedDifferences(ctx context.Context, limit int) ([]vitrine.Difference, error) {
	b := (&builder{}).add("SELECT "+differenceColumns+` FROM differences d WHERE d.resolved_at IS NOT NULL
		ORDER BY d.resolved_at DESC, d.id DESC`).window(limit, 0)
	return query(ctx, r, scanDifference, b.String(), b.args...)
}

// CountDifferences counts those that are open.
func (r *reads) CountDifferences(ctx context.Context) (n int64, err error) {
	return n, r.row(ctx, "", "SELECT count(*) FROM differences WHERE resolved_at IS NULL", nil, &n)
}

// InsertDifference adds a difference and sets its id.
func (tx *Tx) InsertDifference(ctx context.Context, d *vitrine.Difference) (err error) {
	d.ID, err = tx.insert(ctx, "insert a difference", `INSERT INTO differences (provider, live, about, kind, order_id, currency, reported, booked,
			found_at, note)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '') RETURNING id`,
		d.Provider, d.Live, d.About, d.Kind, d.OrderID, d.Currency, int64(d.Reported), int64(d.Booked), micros(d.FoundAt))
	return err
}

// ChangeDifference stores what both sides say now.
func (tx *Tx) ChangeDifference(ctx context.Context, d *vitrine.Difference) error {
	return tx.oneOf(ctx, "UPDATE differences SET reported = $2, booked = $3 WHERE id = $1", "difference", d.ID,
		int64(d.Reported), int64(d.Booked))
}

// ResolveDifference closes a difference: by is the operator who did, 0 where both sides agree now.
func (tx *Tx) ResolveDifference(ctx context.Context, id, by int64, note string, now time.Time) error {
	return tx.oneOf(ctx, "UPDATE differences SET resolved_at = $2, resolved_by = $3, note = $4 WHERE id = $1", "difference",
		id, micros(now), orNull(by), note)
}
