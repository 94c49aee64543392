package store

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"vitrine"
)

// Happened is something that programs may be told of.
type Happened struct {
	Type    vitrine.EventType
	Order   *vitrine.Order // of an order
	ModelID int64          // of a model, and of a file
	File    *vitrine.File  // of a file
	Payout  *vitrine.Payout
	User    *vitrine.User // of a user

	Checkout *vitrine.Checkout
	Transfer *vitrine.OrderTransfer
	Moved    vitrine.Amount // of a transfer
}

// Teller writes down what programs are told of something, in the transaction in which it
// happens.
type Teller func(ctx context.Context, tx *Tx, h Happened) error

// TellBy sets who writes down what programs are told of, before anything happens; nobody does
// without it.
func (db *DB) TellBy(t Teller) { db.cache.teller.Store(&t) }

// anybodyWatches is whether anybody is to be told of anything. It is asked by the statements that
// change orders themselves, so that a marketplace without endpoints pays nothing for it, and
// an order that is made beside an endpoint comes before or after it.
const anybodyWatches = "EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.disabled_at IS NULL)"

// Watched reports whether anybody is to be told of anything.
func (r *reads) Watched(ctx context.Context) (is bool, err error) {
	if r.cache.teller.Load() == nil {
		return false, nil
	}
	return is, r.row(ctx, "", "SELECT "+anybodyWatches, nil, &is)
}

// Happens has programs told of something at the end of the transaction.
func (tx *Tx) Happens(h Happened) { tx.notes.happened = append(tx.notes.happened, h) }

// ordered has programs told what became of an order, where anybody is to be told anything.
func (tx *Tx) ordered(o *vitrine.Order, told bool) {
	if told {
		copied := *o
		tx.Happens(Happened{Type: vitrine.OrderEvent(o.Status), Order: &copied})
	}
}

// becameUser has programs told what became of a user, where anybody is to be told anything.
func (tx *Tx) becameUser(t vitrine.EventType, u vitrine.User, told bool) {
	if told && tx.cache.teller.Load() != nil {
		tx.Happens(Happened{Type: t, User: &u})
	}
}

// changeOrders runs a statement that changes orders, of which it returns the numbers, and
// whether anybody is to be told.
func (tx *Tx) changeOrders(ctx context.Context, statement string, args ...any) (ids []int64, told bool, err error) {
	ids, err = query(ctx, &tx.reads, func(row scanner) (id int64, err error) { return id, row.Scan(&id, &told) },
		statement+" RETURNING id, "+anybodyWatches, args...)
	return ids, told && tx.cache.teller.Load() != nil, err
}

// changeMany is changeOrders for those that nobody has read, and says how many there were.
func (tx *Tx) changeMany(ctx context.Context, statement string, args ...any) (int64, error) {
	ids, told, err := tx.changeOrders(ctx, statement, args...)
	if err != nil || !told {
		return int64(len(ids)), err
	}
	for _, id := range ids {
		o, err := tx.Order(ctx, id)
		if err != nil {
			return 0, err
		}
		tx.ordered(o, true)
	}
	return int64(len(ids)), nil
}

// tell has programs told of what happened in the transaction, and of models that came into
// the catalogue or left it.
func (tx *Tx) tell(ctx context.Context) error {
	teller := tx.cache.teller.Load()
	if teller == nil {
		return nil
	}
	list, moved := tx.notes.happened, tx.moved()
	if len(moved) > 0 {
		told, err := tx.Watched(ctx)
		if err != nil {
			return err
		}
		if told {
			list = append(list, moved...)
		}
	}
	ended, err := tx.endedCheckouts(ctx, list)
	if err != nil {
		return err
	}
	for _, h := range append(list, ended...) {
		if err := (*teller)(ctx, tx, h); err != nil {
			return fmt.Errorf("tell of %s: %w", h.Type, err)
		}
	}
	return nil
}

// endedCheckouts are the checkouts of which the last order that could be paid has expired or was canceled: nobody called them off.
func (tx *Tx) endedCheckouts(ctx context.Context, list []Happened) (ended []Happened, err error) {
	seen := map[int64]bool{}
	for _, h := range list {
		if h.Type != vitrine.EventOrderExpired && h.Type != vitrine.EventOrderCanceled {
			continue
		}
		c, err := tx.CheckoutOf(ctx, h.Order.ID)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		open := slices.ContainsFunc(c.Orders, func(o *vitrine.Order) bool { return o.Status == vitrine.Unpaid })
		if open || seen[c.ID] || !c.PaidAt.IsZero() {
			continue
		}
		seen[c.ID] = true
		became := vitrine.EventCheckoutCanceled
		if slices.ContainsFunc(c.Orders, func(o *vitrine.Order) bool { return o.Status == vitrine.Expired }) && c.CanceledAt.IsZero() {
			became = vitrine.EventCheckoutExpired
		}
		ended = append(ended, Happened{Type: became, Checkout: c})
	}
	return ended, nil
}

// moved are the models that came into the catalogue, left it or were deleted.
func (tx *Tx) moved() (list []Happened) {
	for _, id := range slices.Sorted(maps.Keys(tx.notes.listed)) {
		c := tx.notes.listed[id]
		switch gone := slices.Contains(tx.notes.deleted, id); {
		case gone:
		case c.Before == nil && c.After != nil:
			list = append(list, Happened{Type: vitrine.EventModelPublished, ModelID: id})
		case c.Before != nil && c.After == nil:
			list = append(list, Happened{Type: vitrine.EventModelUnpublished, ModelID: id})
		}
	}
	for _, id := range tx.notes.deleted {
		list = append(list, Happened{Type: vitrine.EventModelDeleted, ModelID: id})
	}
	return list
}
