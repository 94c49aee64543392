package shop

import (
	"context"
	"time"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// Suspend makes all tokens of a user good for nothing, and those of the
// applications that act for them, until they are restored, and ends all their
// sessions. Their models and orders stay as they are.
func (s *Shop) Suspend(ctx context.Context, username string) (*vitrine.User, error) {
	return s.suspendNamed(ctx, username, suspension{since: s.now()})
}

// Restore lets the tokens of a suspended user in again.
func (s *Shop) Restore(ctx context.Context, username string) (*vitrine.User, error) {
	return s.suspendNamed(ctx, username, suspension{})
}

func (s *Shop) suspendNamed(ctx context.Context, username string, how suspension) (*vitrine.User, error) {
	var user *vitrine.User
	err := s.db.Write(ctx, func(tx *store.Tx) (err error) {
		if user, err = tx.UserByUsername(ctx, username); err != nil {
			return err
		}
		return s.suspend(ctx, tx, user, how)
	})
	s.forgetCallers()
	return user, err
}

// suspension is what becomes of an account.
type suspension struct {
	since  time.Time // zero: it is restored
	reason string    // that is kept with the account
	note   string    // for the audit log: what the user is told
}

// suspend suspends or restores a user; it does nothing where it is so already.
func (s *Shop) suspend(ctx context.Context, tx *store.Tx, user *vitrine.User, how suspension) error {
	if user.SuspendedAt.IsZero() == how.since.IsZero() {
		return nil
	}
	before, act := userFacts(user), vitrine.ActUserSuspend
	if how.since.IsZero() {
		act = vitrine.ActUserRestore
	}
	user.SuspendedAt, user.SuspendedFor, user.UpdatedAt = how.since, how.reason, s.now()
	if how.since.IsZero() { // what waited meanwhile is moved
		if err := tx.LookAtTransfersOf(ctx, user.ID, s.now()); err != nil {
			return err
		}
	}
	if err := tx.EndSessions(ctx, user.ID, 0, s.now()); err != nil {
		return err
	}
	if err := tx.SuspendUser(ctx, user.ID, how.since, how.reason, s.now()); err != nil {
		return err
	}
	return s.Note(ctx, tx, Noted{Act: act, ID: idText(user.ID), Before: before, After: userFacts(user), Text: how.note})
}

// HideModel takes a model out of the catalogue by the operator's word: its author
// can't publish it until UnhideModel, and is told of it with the reason. Buyers keep
// their files, unpaid orders are canceled.
func (s *Shop) HideModel(ctx context.Context, id int64, reason string) (*vitrine.Model, error) {
	hidden, err := s.changeModel(ctx, id, func(tx *store.Tx, m *vitrine.Model) error {
		if m.HiddenFrom != "" {
			return nil
		}
		if err := tx.HideModel(ctx, id, m.Status); err != nil {
			return err
		}
		before, was := modelFacts(m), m.Status
		m.Status, m.HiddenFrom = vitrine.Draft, was
		if err := s.waitNoMore(ctx, tx, m, m.SentBack); err != nil {
			return err
		}
		n := Noted{Act: vitrine.ActModelHide, ID: idText(id), Before: before, After: modelFacts(m), Text: reason}
		if err := s.Note(ctx, tx, n); err != nil {
			return err
		}
		if err := s.tellTakenDown(ctx, tx, m, reason); err != nil {
			return err
		}
		return s.leaves(ctx, tx, id)
	})
	if err == nil {
		s.cancelOrders(ctx, id)
	}
	return hidden, err
}

func (s *Shop) tellTakenDown(ctx context.Context, tx *store.Tx, m *vitrine.Model, reason string) error {
	author, err := tx.User(ctx, m.AuthorID)
	if err != nil {
		return err
	}
	return s.post(ctx, tx, author, mail.TakenDown, mail.Args{Values: map[string]string{mail.Title: m.Title, mail.Reason: reason}})
}

// UnhideModel makes a hidden model what it was, if it lacks nothing.
func (s *Shop) UnhideModel(ctx context.Context, id int64) (*vitrine.Model, error) {
	return s.changeModel(ctx, id, func(tx *store.Tx, m *vitrine.Model) error {
		if m.HiddenFrom == "" {
			return nil
		}
		return s.show(ctx, tx, m, "")
	})
}

func (s *Shop) changeModel(ctx context.Context, id int64, change func(*store.Tx, *vitrine.Model) error) (*vitrine.Model, error) {
	var changed *vitrine.Model
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		m, err := tx.Model(ctx, id)
		if err != nil {
			return err
		}
		if err := change(tx, m); err != nil {
			return err
		}
		m.UpdatedAt = s.now()
		if err := tx.UpdateModel(ctx, m); err != nil {
			return err
		}
		changed, err = s.refresh(ctx, tx, id)
		return err
	})
	return changed, err
}

// FindOrders lists orders for the operator, newest first.
func (s *Shop) FindOrders(ctx context.Context, q vitrine.OrderQuery) ([]*vitrine.Order, error) {
	page, err := s.FindOrderPage(ctx, q)
	return page.Orders, err
}

// FindOrderPage is FindOrders with what there is of them, and a cursor of the next page.
func (s *Shop) FindOrderPage(ctx context.Context, q vitrine.OrderQuery) (store.OrderPage, error) {
	q.Scope = vitrine.OrdersAll
	page, err := s.db.Orders(ctx, q, s.now())
	for _, o := range page.Orders {
		s.asOfNow(o)
	}
	return page, err
}

// FindOrder returns any order for the operator.
func (s *Shop) FindOrder(ctx context.Context, id int64) (*vitrine.Order, error) {
	o, err := s.db.Order(ctx, id)
	if err != nil {
		return nil, err
	}
	return s.asOfNow(o), nil
}
