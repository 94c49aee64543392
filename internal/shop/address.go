package shop

import (
	"context"
	"strings"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// ChangeAddress gives a signed-in user another address. One that was never confirmed is
// replaced at once. A confirmed one stays until the readers of both have agreed by the links
// that are sent to them, or that of the new one where the other is gone; whether the new one has an account is told to its owner alone.
func (s *Shop) ChangeAddress(ctx context.Context, in SignedIn, email string) error {
	if err := s.mustBeFresh(ctx, in); err != nil {
		return err
	}
	email = strings.TrimSpace(email)
	faults := vitrine.CheckEmail("/email", email)
	if len(faults) == 0 && store.FoldEmail(email) == store.FoldEmail(in.User.Email) {
		faults = []vitrine.Field{{Pointer: "/email", Code: "not_allowed", Detail: "this is the address of your account already"}}
	}
	if err := vitrine.InvalidFields(faults); err != nil {
		return err
	}
	if err := s.spend(ctx, mailingFor(in.User), mailingUnread(email)); err != nil {
		return err
	}
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		user, err := tx.User(ctx, in.User.ID)
		if err != nil {
			return err
		}
		if user.EmailConfirmedAt.IsZero() {
			return s.claim(ctx, tx, user, email)
		}
		return s.askBoth(ctx, tx, user, email)
	})
	s.forgetCallers()
	return err
}

// claim replaces the address of a user who has confirmed none.
func (s *Shop) claim(ctx context.Context, tx *store.Tx, user *vitrine.User, email string) error {
	user.Email, user.EmailClaimed, user.UpdatedAt = email, true, s.now()
	if err := tx.UpdateAddress(ctx, user); err != nil {
		return err
	}
	return s.askToConfirm(ctx, tx, user)
}

// askBoth sends links to the address that a user has and to the one they want.
func (s *Shop) askBoth(ctx context.Context, tx *store.Tx, user *vitrine.User, email string) error {
	if err := forgetChange(ctx, tx, user.ID); err != nil {
		return err
	}
	leave, arrive := auth.NewSecret(auth.LinkPrefix), auth.NewSecret(auth.LinkPrefix)
	if err := tx.InsertLink(ctx, s.newLink(vitrine.LinkLeave, user.ID, user.Email), store.LinkSecrets{Address: auth.Hash(leave)}); err != nil {
		return err
	}
	if err := tx.InsertLink(ctx, s.newLink(vitrine.LinkArrive, user.ID, email), store.LinkSecrets{Address: auth.Hash(arrive)}); err != nil {
		return err
	}
	err := s.post(ctx, tx, user, mail.Leave, mail.Args{Link: "/confirm/" + leave, Values: map[string]string{"email": email}})
	if err != nil {
		return err
	}
	owner, err := tx.UserByEmail(ctx, email)
	if err == nil {
		return s.post(ctx, tx, owner, mail.Known, mail.Args{})
	}
	if vitrine.CodeOf(err) != vitrine.NotFound {
		return err
	}
	to := *user
	to.Email = email
	return s.post(ctx, tx, &to, mail.Arrive, mail.Args{Link: "/confirm/" + arrive})
}

// agree notes that the reader of one of two addresses agrees to a change, and makes it when
// the other one has. Of a mailbox that is gone there is no reader.
func (s *Shop) agree(ctx context.Context, tx *store.Tx, user *vitrine.User, link vitrine.Link) error {
	if !link.Good(s.now()) {
		return linkSpent()
	}
	if err := tx.UseLink(ctx, link.ID, s.now()); err != nil {
		return err
	}
	left, arrived, err := change(ctx, tx, user.ID)
	if err != nil || left.UsedAt.IsZero() && !user.EmailGone() || arrived.UsedAt.IsZero() {
		return err
	}
	if left.UsedAt.IsZero() { // nobody reads it
		if err := tx.UseLink(ctx, left.ID, s.now()); err != nil {
			return err
		}
	}
	if err := s.post(ctx, tx, user, mail.Changed, mail.Args{Values: map[string]string{"what": "address"}}); err != nil {
		return err
	}
	user.Email = arrived.Email
	return s.confirm(ctx, tx, user)
}

// linksReader is a database or a transaction.
type linksReader interface {
	LinksOf(ctx context.Context, userID int64, purpose vitrine.LinkPurpose) ([]vitrine.Link, error)
}

// change reads the two links of a change of address; zero ones where none was asked for.
func change(ctx context.Context, db linksReader, userID int64) (leave, arrive vitrine.Link, err error) {
	for purpose, link := range map[vitrine.LinkPurpose]*vitrine.Link{vitrine.LinkLeave: &leave, vitrine.LinkArrive: &arrive} {
		found, err := db.LinksOf(ctx, userID, purpose)
		if err != nil {
			return leave, arrive, err
		}
		if len(found) > 0 {
			*link = found[0]
		}
	}
	return leave, arrive, nil
}

func forgetChange(ctx context.Context, tx *store.Tx, userID int64) error {
	if err := tx.RemoveLinksOf(ctx, userID, vitrine.LinkLeave); err != nil {
		return err
	}
	return tx.RemoveLinksOf(ctx, userID, vitrine.LinkArrive)
}

// AddressChange is a change of address that waits for its mails to be answered.
type AddressChange struct {
	To            string // "" when none waits
	Left, Arrived bool   // which of the two addresses has agreed
}

// AddressChange returns the change of address that a user waits for.
func (s *Shop) AddressChange(ctx context.Context, userID int64) (AddressChange, error) {
	leave, arrive, err := change(ctx, s.db, userID)
	left, arrived := !leave.UsedAt.IsZero(), !arrive.UsedAt.IsZero()
	now := s.now()
	if err != nil || left && arrived || !left && !leave.Good(now) || !arrived && !arrive.Good(now) {
		return AddressChange{}, err
	}
	return AddressChange{To: arrive.Email, Left: left, Arrived: arrived}, nil
}

// KeepAddress gives up a change of address.
func (s *Shop) KeepAddress(ctx context.Context, userID int64) error {
	return s.db.Write(ctx, func(tx *store.Tx) error { return forgetChange(ctx, tx, userID) })
}
