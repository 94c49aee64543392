package webhook

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

const (
	counted     = Patience        // in which attempts are counted
	fewest      = 5               // attempts that say anything
	longestRest = 5 * time.Minute // that an endpoint is left alone for
)

// taken reports whether an endpoint took what it was sent.
func taken(a vitrine.Attempt) bool { return a.Status >= 200 && a.Status < 300 }

// settle writes down how some deliveries to an endpoint went, and reports whether more is to be
// sent now: not to one that took nothing.
func (o *Office) settle(ctx context.Context, e *vitrine.Endpoint, tried []vitrine.Delivery) (more bool, err error) {
	if len(tried) == 0 {
		return false, nil
	}
	failed, gone := 0, false
	for i := range tried {
		o.decide(&tried[i])
		if !taken(tried[i].Last) {
			failed++
		}
		gone = gone || tried[i].Last.Status == http.StatusGone
	}
	// What was sent is written down also when this process is being stopped.
	ctx = context.WithoutCancel(ctx)
	err = o.db.Write(ctx, func(tx *store.Tx) error {
		for i := range tried {
			if err := tx.SettleDelivery(ctx, &tried[i]); err != nil {
				return err
			}
		}
		return o.count(ctx, tx, e.ID, count{tried: len(tried), failed: failed, gone: gone})
	})
	return failed < len(tried), err
}

// decide says what becomes of a delivery that was tried.
func (o *Office) decide(d *vitrine.Delivery) {
	now := o.now()
	pauses := Retries()
	switch {
	case taken(d.Last):
		d.Status, d.SettledAt = vitrine.DeliveryDelivered, now
	case d.Attempts > len(pauses) || now.Sub(d.CreatedAt) >= Patience:
		d.Status, d.SettledAt = vitrine.DeliveryFailed, now
	default:
		d.DueAt = now.Add(shorter(pauses[d.Attempts-1]))
	}
}

// shorter is a pause that is up to a fifth shorter by chance.
func shorter(pause time.Duration) time.Duration { return pause - rand.N(pause/5+1) }

// count is how some attempts at an endpoint went.
type count struct {
	tried, failed int
	gone          bool
}

// count notes how attempts went. An endpoint that took nothing is left alone for a while, the
// longer the more often that was so; one that is gone, or took too little for three days, is
// disabled.
func (o *Office) count(ctx context.Context, tx *store.Tx, id int64, c count) error {
	s, err := tx.EndpointState(ctx, id)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil // it was removed meanwhile
	}
	if err != nil {
		return err
	}
	now := o.now()
	s.Sent, s.Failed = s.Sent+int64(c.tried), s.Failed+int64(c.failed)
	if s.Failures++; c.failed < c.tried {
		s.Failures, s.PausedUntil = 0, time.Time{}
	} else {
		s.PausedUntil = now.Add(shorter(min(longestRest, time.Second<<min(s.Failures, 10))))
	}
	failing := false
	if now.Sub(s.CountedSince) >= counted {
		failing = o.share > 0 && s.Sent >= fewest && s.Failed*100 >= int64(o.share)*s.Sent
		s.CountedSince, s.Sent, s.Failed = now, 0, 0
	}
	if err := tx.CountAttempts(ctx, id, s); err != nil {
		return err
	}
	switch {
	case c.gone:
		return o.disable(ctx, tx, id, vitrine.DisabledGone)
	case failing:
		return o.disable(ctx, tx, id, vitrine.DisabledFailing)
	default:
		return nil
	}
}

// Forget gives up what nobody took in time, and removes events of long ago, some at a time, and
// endpoints that are polled no more.
func (o *Office) Forget(ctx context.Context) error {
	const batch = 200
	now := o.now()
	err := untilFewer(batch, func() (n int64, err error) {
		err = o.db.Write(ctx, func(tx *store.Tx) error {
			n, err = tx.GiveUpDeliveries(ctx, now.Add(-Patience-time.Hour), now, "it was not taken in time", batch)
			return err
		})
		return n, err
	})
	if err != nil {
		return err
	}
	err = untilFewer(batch, func() (n int64, err error) {
		err = o.db.Write(ctx, func(tx *store.Tx) error {
			n, err = tx.ForgetEvents(ctx, now.Add(-Kept), batch)
			return err
		})
		return n, err
	})
	if err != nil {
		return err
	}
	return o.db.Write(ctx, func(tx *store.Tx) error { return tx.RemoveUnpolled(ctx, now.Add(-PollLife)) })
}

// untilFewer repeats what does up to so many at a time.
func untilFewer(batch int64, work func() (int64, error)) error {
	for {
		if n, err := work(); err != nil || n < batch {
			return err
		}
	}
}
