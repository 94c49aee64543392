package shop

import (
	"context"
	"errors"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// Forget removes what was only kept for a while: answers to requests that can't
// be repeated any more, old entries of the log of the catalogue's changes, sessions,
// links and grants that are over, accounts that nobody confirmed and nobody uses, and
// visitors' orders that were never paid.
func (s *Shop) Forget(ctx context.Context) error {
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.PruneIdempotencyKeys(ctx, vitrine.RepeatKept); err != nil {
			return err
		}
		if err := tx.ForgetNotices(ctx, s.now().Add(-noticesKept)); err != nil {
			return err
		}
		return tx.ForgetChanges(ctx)
	})
	if err == nil {
		err = s.forgetSessions(ctx)
	}
	if err == nil {
		err = s.forgetGrants(ctx)
	}
	if err == nil {
		err = s.forgetUnconfirmed(ctx)
	}
	if err != nil {
		return err
	}
	return s.forgetVisitors(ctx)
}

// linksKept is how long a link that is over can still say so.
const linksKept = 30 * 24 * time.Hour

// forgetSessions removes sessions, links and mails that are over, and budgets that are whole.
func (s *Shop) forgetSessions(ctx context.Context) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		return errors.Join(s.forgetMails(ctx, tx), tx.RemoveSessions(ctx, s.now().Add(-vitrine.SessionLife)),
			tx.RemoveLinks(ctx, s.now().Add(-linksKept)), tx.RemoveCeremonies(ctx, s.now()), tx.RemoveBudgets(ctx, s.now()))
	})
}

// unconfirmedKept is how long an account waits for its address to be confirmed, or for
// somebody to sign in, before it is removed.
const unconfirmedKept = 30 * 24 * time.Hour

// forgetUnconfirmed removes accounts whose address nobody has confirmed, that nobody has
// signed in to for long, and that have nothing: names that are taken and used by nobody.
func (s *Shop) forgetUnconfirmed(ctx context.Context) error {
	const batch = 20
	before := s.now().Add(-unconfirmedKept)
	for {
		var n int
		err := s.db.Write(ctx, func(tx *store.Tx) error {
			// In the transaction: they may do something at this moment.
			ids, err := tx.Unconfirmed(ctx, before, before, batch)
			if err != nil {
				return err
			}
			for _, id := range ids {
				if err := tx.RemoveUser(ctx, id); err != nil {
					return err
				}
			}
			n = len(ids)
			return nil
		})
		if err != nil || n < batch {
			s.forgetCallers()
			return err
		}
	}
}

// forgetVisitors removes visitors' orders that nobody paid, when no payment can
// come for them any more, and what was kept of the visitors' addresses when an
// order no longer waits.
func (s *Shop) forgetVisitors(ctx context.Context) error {
	storefront, err := s.db.StorefrontUser(ctx)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil // nobody has visited
	}
	if err != nil {
		return err
	}
	const batch = 500
	// For as long as a late payment may come and its files can still come back from the trash.
	before := s.now().Add(-lateTime - s.settings.TrashTime)
	for {
		var n int64
		err := s.db.Write(ctx, func(tx *store.Tx) (err error) {
			if err := tx.ForgetVisitors(ctx); err != nil {
				return err
			}
			n, err = tx.RemoveUnpaidOrders(ctx, storefront, before, batch)
			return err
		})
		if err != nil || n < batch {
			return err
		}
	}
}
