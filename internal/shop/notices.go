package shop

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// JobTakeNotice asks the provider what happened to a payment that it gave notice of. Its
// argument is a NoticeJob.
const JobTakeNotice = "payment.notice"

// NoticeJob is a notice of a provider.
type NoticeJob struct {
	Provider string
	Notice   payment.Notice
}

// TakeMessage takes what the provider gives notice of. It is kept before the provider is
// answered; a job asks what happened.
func (s *Shop) TakeMessage(ctx context.Context, message payment.Message) error {
	notices, err := s.payments.Verify(message)
	if err != nil {
		return err
	}
	return s.noteNotices(ctx, notices)
}

// lostAfter is how far back notices are looked for that were lost: a provider sends each again
// for days.
const lostAfter = 24 * time.Hour

// FindLostNotices takes what the provider gave notice of, and whose message has not come: since a day before
// the last time that it was asked for all, which after a restore is before the backup. A message that comes
// says nothing of those that were lost before it.
func (s *Shop) FindLostNotices(ctx context.Context) error {
	provider, now := s.payments.Name(), s.now()
	asked, err := s.db.NoticesAsked(ctx, provider)
	if err != nil {
		return err
	}
	from := now.Add(-noticesKept)
	if asked.Add(-lostAfter).After(from) {
		from = asked.Add(-lostAfter)
	}
	notices, err := s.payments.Since(ctx, from)
	if err != nil {
		return err
	}
	// A few at a time: the one writer of SQLite serves others in between.
	for few := range slices.Chunk(notices, 100) {
		if err := s.noteNotices(ctx, few); err != nil {
			return err
		}
	}
	return s.db.Write(ctx, func(tx *store.Tx) error { return tx.SetNoticesAsked(ctx, provider, now) })
}

// noticesKept is how long it is known which notices came. Nobody asks for older ones.
const noticesKept = 30 * 24 * time.Hour

// noteNotices keeps those notices that are new.
func (s *Shop) noteNotices(ctx context.Context, notices []payment.Notice) error {
	if len(notices) == 0 {
		return nil
	}
	provider := s.payments.Name()
	return s.db.Write(ctx, func(tx *store.Tx) error {
		for _, n := range notices {
			first, err := tx.RecordNotice(ctx, provider, n.ID, s.now())
			if err != nil {
				return err
			}
			if !first {
				continue
			}
			if err := tx.Enqueue(ctx, JobTakeNotice, NoticeJob{Provider: provider, Notice: n}, 0, ""); err != nil {
				return err
			}
		}
		return nil
	})
}

// TakeNotice carries a JobTakeNotice out: it records all that has happened to a payment. It
// fails, and is tried again, while payments are another provider's.
func (s *Shop) TakeNotice(ctx context.Context, job NoticeJob) error {
	if job.Provider != s.payments.Name() {
		return fmt.Errorf("read notice %s: it came from %s, and payments are %s now", job.Notice.ID, job.Provider, s.payments.Name())
	}
	if taken, err := s.takeAccountNotice(ctx, job.Notice); taken || err != nil {
		return err
	}
	events, failed := s.payments.Read(ctx, job.Notice)
	ctx = By(ctx, vitrine.Actor{Name: vitrine.ByPayments + s.payments.Name()})
	for len(events) > 0 {
		n := together(events)
		record := func() error { return s.recordTogether(ctx, events[:n]) }
		if events[0].CheckoutID == 0 {
			record = func() error { return s.RecordPayment(ctx, events[0]) }
		}
		if err := record(); err != nil {
			return errors.Join(err, failed)
		}
		events = events[n:]
	}
	return failed
}

// together is how many of some events, from the first one, are the outcome of one payment.
func together(events []payment.Event) int {
	n := 1
	for events[0].CheckoutID != 0 && n < len(events) && events[n].CheckoutID == events[0].CheckoutID && events[n].Kind == events[0].Kind {
		n++
	}
	return n
}

// RecordPayment records a provider's event about an order. Reported twice, it counts once. An
// event that arrives before the one it depends on is a Conflict, and so is money that is not
// what the order costs. An event of another marketplace's order changes nothing.
func (s *Shop) RecordPayment(ctx context.Context, e payment.Event) error {
	_, err := s.withOrder(ctx, e.OrderID, func(tx *store.Tx, o *vitrine.Order) error {
		if e.Of != "" && e.Of != payment.Reference(o) {
			s.log.Warn("a payment is of an order of another marketplace: both use the same account", "provider", e.Provider, "payment", e.Payment)
			return nil
		}
		if err := checkSum(o, e); err != nil {
			return err
		}
		return s.take(ctx, tx, o, e)
	})
	return err
}

// checkSum refuses money that is not what an order costs: somebody has to look at it.
func checkSum(o *vitrine.Order, e payment.Event) error {
	if e.Sum == nil || e.Sum.Amount == o.Price && e.Sum.Currency == o.Currency {
		return nil
	}
	return vitrine.Errorf(vitrine.Conflict, "%s %s came by %s for order %d, which costs %s %s: send it back, or settle it by hand",
		e.Sum.Amount, e.Sum.Currency, e.Payment, o.ID, o.Price, o.Currency)
}
