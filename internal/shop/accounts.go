package shop

import (
	"context"
	"strings"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// NewAccount is what somebody types who joins.
type NewAccount struct {
	Username, Email, Password string
	Language                  string                      // of the mails; "" for the marketplace's
	Invitation                string                      // secret of an invitation, "" for none
	Agreed                    map[vitrine.PaperKind]int64 // versions of papers
}

// Join makes an account and signs it in. The address is the user's once it is confirmed;
// until then others may type it too, so that the answer is the same whether or not it has
// an account: its owner is told by mail. Where the address has been sent enough for now,
// nothing is sent, and the answer is the same still. Conflict when the username is taken.
func (s *Shop) Join(ctx context.Context, n NewAccount, from Browser) (Started, error) {
	n.Email = strings.TrimSpace(n.Email)
	faults := append(vitrine.CheckUsername(n.Username), vitrine.CheckEmail("/email", n.Email)...)
	house, err := s.House(ctx)
	if err != nil {
		return Started{}, err
	}
	faults = append(faults, notAgreed(house, house.Papers.Owed(nil), n.Agreed)...)
	if err := vitrine.InvalidFields(append(faults, vitrine.CheckPassword(n.Password)...)); err != nil {
		return Started{}, err
	}
	if err := s.spend(ctx, joining(from.Network)); err != nil {
		return Started{}, err
	}
	// Hashing a password is slow on purpose: it is done before the transaction, which other writers wait for.
	user, err := s.prepareUser(ctx, NewUser{Email: n.Email, Username: n.Username, Password: n.Password})
	if err != nil {
		return Started{}, err
	}
	user.EmailClaimed, user.Language = true, n.Language
	invitation := ""
	if n.Invitation != "" {
		invitation = auth.Hash(n.Invitation)
	}
	var started Started
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		user := *user
		if err := s.admit(ctx, tx, &user, invitation); err != nil {
			return err
		}
		if err := s.agreeAtJoining(ctx, tx, user.ID, n.Agreed); err != nil {
			return err
		}
		started, err = s.begin(ctx, tx, &user, beginning{method: vitrine.ByPassword, from: from})
		return err
	})
	return started, err
}

// admit adds a user who may join now. hash is of the secret of an invitation, "" for none:
// who was invited has shown by it that mail to its address reaches them.
func (s *Shop) admit(ctx context.Context, tx *store.Tx, user *vitrine.User, hash string) error {
	invitation, err := s.mayJoin(ctx, tx, hash)
	if err != nil {
		return err
	}
	if invitation.ID != 0 {
		if err := tx.UseLink(ctx, invitation.ID, s.now()); err != nil {
			return err
		}
		if store.FoldEmail(invitation.Email) == store.FoldEmail(user.Email) {
			user.EmailClaimed, user.EmailConfirmedAt = false, s.now()
		}
	}
	if err := tx.InsertUser(ctx, user); err != nil || !user.EmailClaimed {
		return err
	}
	return s.greet(ctx, tx, user)
}

// mayJoin refuses who may not join now, and returns the invitation, if one is needed.
func (s *Shop) mayJoin(ctx context.Context, tx *store.Tx, hash string) (link vitrine.Link, err error) {
	house, err := tx.House(ctx)
	if err != nil || house.Joining == vitrine.JoinOpen {
		return link, err
	}
	if house.Joining == vitrine.JoinClosed || hash == "" {
		return link, vitrine.Errorf(vitrine.Forbidden, "nobody can join by themselves here: ask %s for an invitation", house.Name)
	}
	link, _, err = tx.Link(ctx, hash)
	if err == nil && (link.Purpose != vitrine.LinkInvite || !link.Good(s.now())) {
		err = vitrine.Errorf(vitrine.Forbidden, "this invitation was used before or has expired: ask for a new one")
	}
	return link, err
}

// greet asks one who joined to confirm their address, unless it was sent so many mails that
// it would be flooded, which is nobody's to know: they can ask for one more later.
func (s *Shop) greet(ctx context.Context, tx *store.Tx, user *vitrine.User) error {
	err := s.spendIn(ctx, tx, mailing(user.Email))
	if vitrine.CodeOf(err) == vitrine.RateLimited {
		return nil
	}
	if err != nil {
		return err
	}
	return s.askToConfirm(ctx, tx, user)
}

// askToConfirm sends a link to the address of one who joined. The owner of an account that
// has the address already is told of that instead: it takes as many statements.
func (s *Shop) askToConfirm(ctx context.Context, tx *store.Tx, user *vitrine.User) error {
	link, secret := s.newLink(vitrine.LinkConfirm, user.ID, user.Email), auth.NewSecret(auth.LinkPrefix)
	if err := tx.InsertLink(ctx, link, store.LinkSecrets{Address: auth.Hash(secret)}); err != nil {
		return err
	}
	owner, err := tx.UserByEmail(ctx, user.Email)
	switch {
	case vitrine.CodeOf(err) == vitrine.NotFound, err == nil && owner.ID == user.ID:
		return s.post(ctx, tx, user, mail.Confirm, mail.Args{Link: "/confirm/" + secret})
	case err != nil:
		return err
	}
	return s.post(ctx, tx, owner, mail.Known, mail.Args{})
}

// ConfirmAddress makes the address of a signed-in user theirs, by the secret that was sent
// to it, or takes a step of a change of address. Forbidden when it was sent to somebody else.
func (s *Shop) ConfirmAddress(ctx context.Context, in SignedIn, secret string) error {
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		link, _, err := tx.Link(ctx, auth.Hash(secret))
		if err != nil {
			return err
		}
		user, err := tx.User(ctx, in.User.ID)
		if err != nil {
			return err
		}
		if link.UserID != user.ID {
			return notYours()
		}
		switch link.Purpose {
		case vitrine.LinkConfirm:
			return s.confirmFirst(ctx, tx, user, link)
		case vitrine.LinkLeave, vitrine.LinkArrive:
			return s.agree(ctx, tx, user, link)
		default:
			return notYours()
		}
	})
	s.forgetCallers()
	return err
}

func notYours() error {
	return vitrine.Errorf(vitrine.Forbidden, "this link is for another account: sign in there first")
}

func (s *Shop) confirmFirst(ctx context.Context, tx *store.Tx, user *vitrine.User, link vitrine.Link) error {
	if link.Email != user.Email {
		return linkSpent() // the user has typed another one since
	}
	if !user.EmailConfirmedAt.IsZero() && !arrives(user, link) {
		return nil // it is done already
	}
	if !link.Good(s.now()) {
		return linkSpent()
	}
	if err := tx.UseLink(ctx, link.ID, s.now()); err != nil {
		return err
	}
	return s.confirm(ctx, tx, user)
}

// arrives reports whether a link shows that mail arrives again at an address that it came back
// from: it was sent since.
func arrives(user *vitrine.User, link vitrine.Link) bool {
	return !user.EmailBouncedAt.IsZero() && link.CreatedAt.After(user.EmailBouncedAt)
}

// confirm makes the address of a user theirs.
func (s *Shop) confirm(ctx context.Context, tx *store.Tx, user *vitrine.User) error {
	before, err := tx.User(ctx, user.ID)
	if err != nil {
		return err
	}
	// What was bought with the address that the user leaves stays theirs.
	if err := s.claimOrders(ctx, tx, before); err != nil {
		return err
	}
	user.EmailConfirmedAt, user.EmailClaimed, user.UpdatedAt = s.now(), false, s.now()
	if err := tx.UpdateAddress(ctx, user); err != nil {
		return err
	}
	return s.claimOrders(ctx, tx, user)
}

// ConfirmAgain sends the link to the address of a signed-in user once more.
func (s *Shop) ConfirmAgain(ctx context.Context, in SignedIn) error {
	if err := s.spend(ctx, mailingFor(in.User), mailingUnread(in.User.Email)); err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		user, err := tx.User(ctx, in.User.ID)
		if err != nil || user.EmailStands() {
			return err
		}
		return s.askToConfirm(ctx, tx, user)
	})
}

func (s *Shop) newLink(purpose vitrine.LinkPurpose, userID int64, email string) *vitrine.Link {
	return &vitrine.Link{Purpose: purpose, UserID: userID, Email: email, CreatedAt: s.now(), ExpiresAt: s.now().Add(purpose.Lifetime())}
}
