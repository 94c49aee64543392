package store

import (
	"context"

	"vitrine"
)

// WaiverWords reads the words that buyers agreed to; NotFound when there are none with a hash.
func (r *reads) WaiverWords(ctx context.Context, hash string) (words string, err error) {
	return words, r.row(ctx, "these words are not known", "SELECT body FROM waivers WHERE hash = $1", []any{hash}, &words)
}

// Waive keeps with an order to which words its buyer agreed, and when. What was kept before
// stays.
func (tx *Tx) Waive(ctx context.Context, o *vitrine.Order, w vitrine.Waiver, words string) error {
	_, err := tx.exec(ctx, "keep the words", "INSERT INTO waivers (hash, body) VALUES ($1, $2) ON CONFLICT DO NOTHING", w.Hash, words)
	if err != nil {
		return err
	}
	n, err := tx.exec(ctx, "keep what the buyer agreed to",
		"UPDATE orders SET waiver_hash = $2, waived_at = $3 WHERE id = $1 AND waived_at IS NULL", o.ID, w.Hash, micros(w.At))
	if err == nil && n == 1 {
		o.Waiver = w
	}
	return err
}
