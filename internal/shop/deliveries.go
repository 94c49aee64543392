package shop

import (
	"context"
	"slices"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

var noTime time.Time

// Deliveries lists what an endpoint of the caller was sent and will be, in a state, "" for any.
func (s *Shop) Deliveries(ctx context.Context, caller vitrine.Caller, id int64, status string, page vitrine.Page) (
	found store.DeliveryPage, e *vitrine.Endpoint, err error,
) {
	if e, err = s.Endpoint(ctx, caller, id); err != nil {
		return found, nil, err
	}
	found, err = s.db.Deliveries(ctx, id, status, page)
	return found, e, err
}

// Delivery is one delivery to an endpoint of the caller; NotFound for those to others.
func (s *Shop) Delivery(ctx context.Context, caller vitrine.Caller, endpointID, id int64) (vitrine.Delivery, *vitrine.Endpoint, error) {
	e, err := s.Endpoint(ctx, caller, endpointID)
	if err != nil {
		return vitrine.Delivery{}, nil, err
	}
	d, err := s.db.Delivery(ctx, endpointID, id)
	return d, e, err
}

// sending changes what an endpoint of the caller is sent, which must not be disabled.
func (s *Shop) sending(ctx context.Context, caller vitrine.Caller, id int64, change func(tx *store.Tx) error) (e *vitrine.Endpoint,
	err error) {
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		if e, err = ownEndpoint(ctx, tx, caller, id); err != nil {
			return err
		}
		if !e.DisabledAt.IsZero() {
			return vitrine.Errorf(vitrine.Conflict, "the endpoint is disabled: enable it first")
		}
		return change(tx)
	})
	return e, err
}

// Redeliver has an endpoint of the caller told once more of an event, by another delivery of it.
func (s *Shop) Redeliver(ctx context.Context, caller vitrine.Caller, endpointID, id int64) (d vitrine.Delivery, e *vitrine.Endpoint,
	err error) {
	e, err = s.sending(ctx, caller, endpointID, func(tx *store.Tx) error {
		old, err := tx.Delivery(ctx, endpointID, id)
		if err != nil {
			return err
		}
		again, err := tx.RedeliverOne(ctx, endpointID, id, s.now())
		if err != nil {
			return err
		}
		if d, err = tx.Delivery(ctx, endpointID, again); err != nil {
			return err
		}
		n := Noted{Act: vitrine.ActWebhookAgain, ID: idText(endpointID), After: facts{"event": old.Event.Key}}
		return s.Note(ctx, tx, n)
	})
	return d, e, err
}

// maxRedelivered is how many events an endpoint is told of once more at a time.
const maxRedelivered = 1000

// RedeliverRange has an endpoint of the caller told once more of the events of some time, the
// oldest first, and says of how many: there may be more where it is 1,000.
func (s *Shop) RedeliverRange(ctx context.Context, caller vitrine.Caller, id int64, what store.Range) (n int64, err error) {
	if !what.From.Before(what.Until) {
		return 0, vitrine.InvalidFields([]vitrine.Field{{Pointer: "/until", Code: "too_early", Detail: "until is later than from"}})
	}
	_, err = s.sending(ctx, caller, id, func(tx *store.Tx) error {
		if n, err = tx.RedeliverRange(ctx, id, what, s.now(), maxRedelivered); err != nil || n == 0 {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActWebhookAgain, ID: idText(id),
			After: facts{"from": what.From, "until": what.Until, "failed": what.FailedAlone, "events": n}})
	})
	return n, err
}

// TestEndpoint has an endpoint of the caller told of a test.
func (s *Shop) TestEndpoint(ctx context.Context, caller vitrine.Caller, id int64) (d vitrine.Delivery, e *vitrine.Endpoint, err error) {
	e, err = s.sending(ctx, caller, id, func(tx *store.Tx) error {
		test := vitrine.Event{Key: newEventKey(), Type: vitrine.EventTest, ObjectID: id, Data: `{"test":true}`, CreatedAt: s.now()}
		if err := tx.InsertEvent(ctx, &test, []store.Want{{EndpointID: id, Private: true}}); err != nil {
			return err
		}
		page, err := tx.Deliveries(ctx, id, "", vitrine.Page{Number: 1, Size: 1})
		if err != nil {
			return err
		}
		d = page.Deliveries[0]
		return nil
	})
	return d, e, err
}

// takenAtOnce is how many deliveries one poll takes.
const takenAtOnce = 20

// Take returns what waits for an endpoint of the caller that is polled, the oldest first; done
// are deliveries that it has worked on, which are not told again. Conflict for an endpoint that
// has an address.
func (s *Shop) Take(ctx context.Context, caller vitrine.Caller, id int64, done []int64) (waiting []vitrine.Delivery,
	e *vitrine.Endpoint, err error) {
	if e, err = s.Endpoint(ctx, caller, id); err != nil {
		return nil, nil, err
	}
	if e.URL != "" {
		return nil, nil, vitrine.Errorf(vitrine.Conflict, "events are sent to the address of this endpoint: only one without an address is "+
			"polled")
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		if waiting, err = tx.DeliveriesWaiting(ctx, id, takenAtOnce); err != nil {
			return err
		}
		for i := range waiting {
			d := &waiting[i]
			if !slices.Contains(done, d.ID) {
				continue
			}
			d.Status, d.SettledAt, d.Attempts, d.Last.At = vitrine.DeliveryDelivered, s.now(), d.Attempts+1, s.now()
			if err := tx.SettleDelivery(ctx, d); err != nil {
				return err
			}
		}
		waiting = slices.DeleteFunc(waiting, func(d vitrine.Delivery) bool { return d.Status != vitrine.DeliveryPending })
		return tx.NotePoll(ctx, id, s.now())
	})
	return waiting, e, err
}
