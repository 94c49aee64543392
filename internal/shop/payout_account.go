package shop

import (
	"context"
	"time"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// PayoutAccount returns where somebody is paid; NotFound where they have not said it.
func (s *Shop) PayoutAccount(ctx context.Context, userID int64) (vitrine.PayoutAccount, error) {
	return s.db.PayoutAccount(ctx, userID)
}

// SetPayoutAccount says where somebody is paid who has just shown who they are. Programs do it by a scope that
// was asked for by somebody who had. seen is asked about the version of the account, 0 where there is none.
func (s *Shop) SetPayoutAccount(ctx context.Context, in SignedIn, bank vitrine.BankAccount, seen Precondition) (
	account vitrine.PayoutAccount, err error,
) {
	if in.token == nil {
		if err := s.mustBeSure(ctx, in); err != nil {
			return account, err
		}
	}
	bank = bank.Tidied()
	if err := vitrine.InvalidFields(bank.Check("")); err != nil {
		return account, err
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		now, err := s.asNow(ctx, tx, in)
		if err != nil {
			return err
		}
		account, err = tx.PayoutAccount(ctx, in.User.ID)
		if err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
			return err
		}
		if err := seen.check(account.Version); err != nil || account.Bank == bank {
			return err
		}
		before := accountFacts(&account)
		account.UserID, account.Bank, account.Masked, account.ChangedAt = in.User.ID, bank, bank.Masked(), s.now()
		if err := tx.SetPayoutAccount(ctx, &account); err != nil {
			return err
		}
		if err := s.callBack(ctx, tx, in.User.ID); err != nil {
			return err
		}
		n := Noted{Act: vitrine.ActPayoutAccount, ID: idText(in.User.ID), Before: before, After: accountFacts(&account)}
		if err := s.Note(ctx, tx, n); err != nil {
			return err
		}
		return s.tellOfAccount(ctx, tx, &now.User, account)
	})
	return account, err
}

// accountFacts are what the audit log says of an account: not even masked, since what is masked is a person's, too.
func accountFacts(a *vitrine.PayoutAccount) facts { return facts{"version": a.Version} }

// callBack cancels the payouts of a seller that no operator has taken up: they go to an account that is not theirs
// any more.
func (s *Shop) callBack(ctx context.Context, tx *store.Tx, sellerID int64) error {
	pending, err := tx.PendingOf(ctx, sellerID)
	for _, p := range pending {
		if err := s.movePayout(ctx, tx, p, vitrine.PayoutCanceled, ""); err != nil {
			return err
		}
	}
	return err
}

// tellOfAccount writes to who is paid that it is by another account now.
func (s *Shop) tellOfAccount(ctx context.Context, tx *store.Tx, user *vitrine.User, a vitrine.PayoutAccount) error {
	house, err := tx.House(ctx)
	if err != nil {
		return err
	}
	return s.post(ctx, tx, user, mail.PayoutAccount, mail.Args{Link: moneyPath, Values: map[string]string{
		mail.Account: a.Masked, mail.Day: a.ChangedAt.Add(house.Payouts.Cooling()).UTC().Format(time.DateOnly),
	}})
}

// moneyPath is the page of a seller's money.
const moneyPath = "/sell/money"
