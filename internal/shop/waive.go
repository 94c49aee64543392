package shop

import (
	"context"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// NeedsWaiver reports whether the buyer of an order has still to ask for the files at once
// before it is paid, and with which words.
func (s *Shop) NeedsWaiver(ctx context.Context, o *vitrine.Order) (words string, err error) {
	house, err := s.House(ctx)
	if err != nil || !needsWaiver(&house, o) {
		return "", err
	}
	return house.WaiverWords(), nil
}

func needsWaiver(house *vitrine.House, o *vitrine.Order) bool {
	return house.AskWaiver && o.Price > 0 && o.Status == vitrine.Unpaid && o.Waiver.At.IsZero()
}

// WaiverHash names words that a buyer agrees to.
func WaiverHash(words string) string { return auth.Hash(words) }

// Waive keeps with the order of a checkout page that its buyer agreed to words, which are
// named by their hash, as the page had them. Invalid when none were agreed to, or others stand
// by now.
func (s *Shop) Waive(ctx context.Context, checkoutKey, hash string) error {
	_, err := s.withCheckout(ctx, checkoutKey, func(tx *store.Tx, o *vitrine.Order) error { return s.waive(ctx, tx, o, hash) })
	return err
}

func (s *Shop) waive(ctx context.Context, tx *store.Tx, o *vitrine.Order, hash string) error {
	house, err := tx.House(ctx)
	if err != nil || !needsWaiver(&house, o) {
		return err
	}
	words := house.WaiverWords()
	switch hash {
	case WaiverHash(words):
		return tx.Waive(ctx, o, vitrine.Waiver{Hash: hash, At: s.now()}, words)
	case "":
		return unwaived("required", "tick the box if you agree: without it the files can't be sold to you here")
	default:
		return unwaived("changed", "these words were changed just now: read them again, and tick the box if you agree")
	}
}

func unwaived(code, detail string) error {
	return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/waiver", Code: code, Detail: detail}})
}

// refuseUnwaived refuses to begin a payment before the buyer has agreed, in the transaction
// that would hold the order for it.
func (s *Shop) refuseUnwaived(ctx context.Context, tx *store.Tx, o *vitrine.Order) error {
	house, err := tx.House(ctx)
	if err == nil && needsWaiver(&house, o) {
		err = unwaived("required", "tick the box if you agree: without it the files can't be sold to you here")
	}
	return err
}

// WaiverOf returns the words that the buyer of an order agreed to; "" for none.
func (s *Shop) WaiverOf(ctx context.Context, o *vitrine.Order) (string, error) {
	if o.Waiver.Hash == "" {
		return "", nil
	}
	return s.db.WaiverWords(ctx, o.Waiver.Hash)
}
