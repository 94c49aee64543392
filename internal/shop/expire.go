package shop

import (
	"context"

	"vitrine"
	"vitrine/internal/store"
)

// statusNow is an order's state: one whose time is over is expired, also before
// the sweep has seen it.
func (s *Shop) statusNow(o *vitrine.Order) vitrine.OrderStatus { return o.StatusAt(s.now()) }

// Payable reports whether an order can be paid on its checkout page now.
func (s *Shop) Payable(o *vitrine.Order) bool { return o.Payable(s.now()) }

// Paying reports whether a payment of an order is on its way now.
func (s *Shop) Paying(o *vitrine.Order) bool { return o.Paying(s.now()) }

// OrderOfCheckout returns the order of a checkout page in the state that it has now.
func (s *Shop) OrderOfCheckout(ctx context.Context, checkoutKey string) (*vitrine.Order, error) {
	o, err := s.db.OrderByCheckoutKey(ctx, checkoutKey)
	if err != nil {
		return nil, err
	}
	return s.asOfNow(o), nil
}

// asOfNow shows an order in the state that it has now.
func (s *Shop) asOfNow(o *vitrine.Order) *vitrine.Order {
	o.Status = s.statusNow(o)
	return o
}

// How many orders one transaction ends.
const (
	ordersAtOnce = 500
	toldAtOnce   = 20
)

// ExpireOrders ends orders that were not paid in time.
func (s *Shop) ExpireOrders(ctx context.Context) error {
	batch := ordersAtOnce
	// Programs are told of each of them.
	if told, err := s.db.Watched(ctx); err != nil {
		return err
	} else if told {
		batch = toldAtOnce
	}
	for {
		var n int64
		err := s.db.Write(ctx, func(tx *store.Tx) (err error) {
			n, err = tx.ExpireOrders(ctx, s.now(), batch)
			return err
		})
		if err != nil || n < int64(batch) {
			return err
		}
	}
}
