package shop

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// payer is the provider, where it pays sellers.
func (s *Shop) payer() (payment.Payer, error) {
	if payer, ok := s.payments.(payment.Payer); ok {
		return payer, nil
	}
	return nil, vitrine.Errorf(vitrine.NotFound, "%s payments pay no sellers", s.payments.Name())
}

// OnboardsAt is the origin of the pages on which sellers tell the provider what it asks; "" where it pays none.
func (s *Shop) OnboardsAt() string {
	payer, err := s.payer()
	if err != nil {
		return ""
	}
	return payer.OnboardsAt()
}

// Connected returns a seller's own account with the provider; NotFound where they have none.
func (s *Shop) Connected(ctx context.Context, userID int64) (vitrine.ConnectedAccount, error) {
	return s.db.ConnectedAccount(ctx, userID, s.payments.Live())
}

// Connect leads a seller, who has just shown who they are, to the pages on which the provider asks who they are and
// where they are paid. They come back to a path of the marketplace.
func (s *Shop) Connect(ctx context.Context, in SignedIn, back string) (string, error) {
	payer, err := s.payer()
	if err != nil {
		return "", err
	}
	if err := s.mustBeSure(ctx, in); err != nil {
		return "", err
	}
	account, err := s.Connected(ctx, in.User.ID)
	switch {
	case vitrine.CodeOf(err) == vitrine.NotFound:
		account, err = s.openConnected(ctx, payer, in)
	case err == nil && account.Provider != payer.Name():
		err = vitrine.Errorf(vitrine.Conflict, "you have an account with %s, and payments are %s now", account.Provider, payer.Name())
	}
	if err != nil {
		return "", err
	}
	return payer.Onboard(ctx, account.Account, back)
}

// openConnected makes an account with the provider: asked again after it was cut off, it is the same.
func (s *Shop) openConnected(ctx context.Context, payer payment.Payer, in SignedIn) (account vitrine.ConnectedAccount, err error) {
	id, err := s.db.Marketplace(ctx)
	if err != nil {
		return account, err
	}
	seller := payment.NewSeller{Name: payment.SellerReference(id, idText(in.User.ID))}
	if !in.User.EmailClaimed {
		seller.Email = in.User.Email
	}
	name, err := payer.OpenAccount(ctx, seller)
	if err != nil {
		return account, err
	}
	account = vitrine.ConnectedAccount{UserID: in.User.ID, Live: payer.Live(), Provider: payer.Name(), Account: name,
		Status:    vitrine.ConnectBegun,
		CreatedAt: s.now(), UpdatedAt: s.now()}
	return account, s.db.Write(ctx, func(tx *store.Tx) error {
		now, err := s.asNow(ctx, tx, in)
		if err != nil {
			return err
		}
		if before, err := tx.ConnectedAccount(ctx, in.User.ID, account.Live); vitrine.CodeOf(err) != vitrine.NotFound {
			account = before // another window was faster
			return err
		}
		if err := tx.SetConnectedAccount(ctx, &account); err != nil {
			return err
		}
		n := Noted{Act: vitrine.ActPayoutAccount, ID: idText(in.User.ID), After: facts{"provider": account.Provider}}
		if err := s.Note(ctx, tx, n); err != nil {
			return err
		}
		return s.post(ctx, tx, &now.User, mail.PayoutAccount, mail.Args{Link: moneyPath, Values: map[string]string{
			mail.Account: account.Provider, mail.Day: s.now().UTC().Format("2006-01-02"),
		}})
	})
}

// Disconnect forgets the account of a seller, who has just shown who they are, with the provider: batches pay them from
// then on, also what waited for it. Conflict while money is being moved to or from it.
func (s *Shop) Disconnect(ctx context.Context, in SignedIn) error {
	if err := s.mustBeSure(ctx, in); err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		if _, err := s.asNow(ctx, tx, in); err != nil {
			return err
		}
		account, err := tx.ConnectedAccount(ctx, in.User.ID, s.payments.Live())
		if err != nil {
			return err
		}
		moving, err := tx.TransfersMoving(ctx, in.User.ID)
		if err != nil {
			return err
		}
		if moving {
			return vitrine.Errorf(vitrine.Conflict, "money is being moved to your account or from it: try again in a minute")
		}
		if err := tx.ForgetConnectedAccount(ctx, account.UserID, account.Live); err != nil {
			return err
		}
		n := Noted{Act: vitrine.ActPayoutAccount, ID: idText(account.UserID), Before: facts{"provider": account.Provider,
			"status": account.Status}}
		return s.Note(ctx, tx, n)
	})
}

// accountNames begin what notices of sellers' accounts are about.
const accountNames = "acct_"

// LookAtConnected asks the provider how the account of a seller stands; it does nothing where they have none.
func (s *Shop) LookAtConnected(ctx context.Context, userID int64) error {
	account, err := s.Connected(ctx, userID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	return s.lookAt(ctx, account)
}

// takeAccountNotice reads the account that a notice is of. Of accounts that are not the marketplace's nothing is read.
func (s *Shop) takeAccountNotice(ctx context.Context, n payment.Notice) (taken bool, err error) {
	if !strings.HasPrefix(n.Payment, accountNames) {
		return false, nil
	}
	account, err := s.db.ConnectedByName(ctx, s.payments.Name(), n.Payment)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return true, nil
	}
	if err != nil {
		return true, err
	}
	return true, s.lookAt(ctx, account)
}

func (s *Shop) lookAt(ctx context.Context, account vitrine.ConnectedAccount) error {
	payer, err := s.payer()
	if err != nil || payer.Name() != account.Provider {
		return errors.Join(err, fmt.Errorf("the account %s is with %s", account.Account, account.Provider))
	}
	found, err := payer.Account(ctx, account.Account)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		now, err := tx.ConnectedAccount(ctx, account.UserID, account.Live)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			return nil // it is forgotten
		}
		if err != nil {
			return err
		}
		return s.becomes(ctx, tx, now, found)
	})
}

// becomes notes how an account stands, has what waits for it moved, and tells its seller of what they have to see to.
func (s *Shop) becomes(ctx context.Context, tx *store.Tx, c vitrine.ConnectedAccount, found payment.SellerAccount) error {
	before := c
	switch {
	case found.Active:
		c.Status, c.Reason = vitrine.ConnectActive, ""
	case c.Status != vitrine.ConnectBegun:
		c.Status, c.Reason = vitrine.ConnectRestricted, found.Reason
	}
	if c.Fault = found.Fault; c == before {
		return nil
	}
	c.UpdatedAt = s.now()
	if err := tx.SetConnectedAccount(ctx, &c); err != nil {
		return err
	}
	said := func(c vitrine.ConnectedAccount) facts {
		return facts{"status": c.Status, "reason": c.Reason, "fault": c.Fault}
	}
	n := Noted{Act: vitrine.ActPayoutAccount, ID: idText(c.UserID), Before: said(before), After: said(c)}
	if err := s.Note(ctx, tx, n); err != nil {
		return err
	}
	if c.Status == vitrine.ConnectActive {
		if err := tx.LookAtTransfersOf(ctx, c.UserID, s.now()); err != nil {
			return err
		}
	}
	restricted := c.Status == vitrine.ConnectRestricted && before.Status != c.Status
	if !restricted && (c.Fault == "" || c.Fault == before.Fault) {
		return nil
	}
	seller, err := tx.User(ctx, c.UserID)
	if err != nil {
		return err
	}
	reason := c.Fault
	if restricted {
		reason = c.Reason
	}
	return s.post(ctx, tx, seller, mail.ConnectStopped, mail.Args{Link: moneyPath, Values: map[string]string{
		mail.Account: c.Provider, mail.Reason: reason,
	}})
}

// LookAtAccounts asks how accounts stand, for a notice of it may have been lost: once a day, and once an hour of those that were
// not active lately.
func (s *Shop) LookAtAccounts(ctx context.Context) error {
	payer, err := s.payer()
	if err != nil {
		return nil //nolint:nilerror // nobody has accounts
	}
	const batch, day = 50, 24 * time.Hour
	now := s.now()
	unseen, err := s.db.ConnectedUnseen(ctx, payer.Name(), payer.Live(), store.Unseen{Any: now.Add(-day), Waiting: now.Add(-time.Hour),
		Changed: now.Add(-7 * day), Limit: batch})
	if err != nil {
		return err
	}
	var wrong error
	for _, account := range unseen {
		err := s.db.Write(ctx, func(tx *store.Tx) error { return tx.LookedAtConnected(ctx, account.UserID, account.Live, now) })
		if err == nil {
			err = s.lookAt(ctx, account)
		}
		if wrong = errors.Join(wrong, err); vitrine.CodeOf(err) == vitrine.Unavailable {
			return wrong
		}
	}
	return wrong
}

// awaitTransfers leaves an account where it is while money is being moved to it.
func (s *Shop) awaitTransfers(ctx context.Context, e *erased) error {
	if _, err := s.payer(); err != nil || e.user == nil {
		return nil //nolint:nilerror // nobody moves it on
	}
	moving, err := s.db.TransfersMoving(ctx, e.UserID)
	if err == nil && moving {
		err = errLater
	}
	return err
}
