package shop

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// NewAccount is what somebody types who joins.
type NewAccount struct {
	Username, Email, Password string
	Language                  string // of the mails; "" for the marketplace's
	Invitation                string // secret of an invitation, "" for none
}

// Join makes an account and signs it in. The address is the user's once it is confirmed;
// until then others may type it too, so that the answer is the same whether or not it has
// an account: its owner is told by mail. Conflict when the username is taken.
func (s *Shop) Join(ctx context.Context, n NewAccount, from Browser) (Started, error) {
	if err := s.spend(ctx, joining(from.Network)); err != nil {
		return Started{}, err
	}
	user, err := s.prepareUser(ctx, NewUser{Email: n.Email, Username: n.Username, Password: n.Password})
	if err != nil {
		return Started{}, err
	}
	if n.Username == "" || n.Password == "" {
		return Started{}, vitrine.InvalidFields(append(vitrine.CheckUsername(n.Username), vitrine.CheckPassword(n.Password)...))
	}
	user.EmailClaimed, user.Language = true, n.Language
	var started Started
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		invitation, err := s.mayJoin(ctx, tx, n.Invitation)
		if err != nil {
			return err
		}
		if err := tx.InsertUser(ctx, user); err != nil {
			return err
		}
		if invitation != nil {
			if err := tx.UseLink(ctx, invitation.ID, s.now()); err != nil {
				return err
			}
		}
		if err := s.askToConfirm(ctx, tx, user); err != nil {
			return err
		}
		started, err = s.begin(ctx, tx, user, beginning{method: vitrine.ByPassword, from: from})
		return err
	})
	return started, err
}

// mayJoin refuses who may not join now, and returns the invitation where one is used.
func (s *Shop) mayJoin(ctx context.Context, tx *store.Tx, secret string) (*vitrine.Link, error) {
	house, err := tx.House(ctx)
	if err != nil || house.Joining == vitrine.JoinOpen {
		return nil, err
	}
	if house.Joining == vitrine.JoinClosed || secret == "" {
		return nil, vitrine.Errorf(vitrine.Forbidden, "nobody can join by themselves here: ask %s for an invitation", house.Name)
	}
	link, _, err := tx.Link(ctx, auth.Hash(secret))
	if err != nil {
		return nil, err
	}
	if link.Purpose != vitrine.LinkInvite || !link.Good(s.now()) {
		return nil, vitrine.Errorf(vitrine.Forbidden, "this invitation was used before or has expired: ask for a new one")
	}
	return &link, nil
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
	case vitrine.CodeOf(err) == vitrine.NotFound:
		return s.post(ctx, tx, user, mail.Confirm, mail.Args{Link: "/confirm/" + secret})
	case err != nil:
		return err
	}
	return s.post(ctx, tx, owner, mail.Known, mail.Args{})
}

// ConfirmAddress makes the address of a signed-in user theirs, by the secret that was sent
// to it. Forbidden when it was sent to somebody else.
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
		if link.Purpose != vitrine.LinkConfirm || link.UserID != user.ID || link.Email != user.Email {
			return vitrine.Errorf(vitrine.Forbidden, "this link is for another account: sign in there first")
		}
		if !user.EmailConfirmedAt.IsZero() {
			return nil // it is done already
		}
		if !link.Good(s.now()) {
			return vitrine.Errorf(vitrine.Conflict, "this link has expired or was used before: ask for a new one")
		}
		if err := tx.UseLink(ctx, link.ID, s.now()); err != nil {
			return err
		}
		return s.confirm(ctx, tx, user)
	})
	s.forgetCallers()
	return err
}

// confirm makes the address of a user theirs.
func (s *Shop) confirm(ctx context.Context, tx *store.Tx, user *vitrine.User) error {
	user.EmailConfirmedAt, user.EmailClaimed, user.UpdatedAt = s.now(), false, s.now()
	return tx.UpdateAddress(ctx, user)
}

// ConfirmAgain sends the link to the address of a signed-in user once more.
func (s *Shop) ConfirmAgain(ctx context.Context, in SignedIn) error {
	if err := s.spend(ctx, mailing(in.User.Email)); err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		user, err := tx.User(ctx, in.User.ID)
		if err != nil || !user.EmailConfirmedAt.IsZero() {
			return err
		}
		return s.askToConfirm(ctx, tx, user)
	})
}

func (s *Shop) newLink(purpose vitrine.LinkPurpose, userID int64, email string) *vitrine.Link {
	return &vitrine.Link{Purpose: purpose, UserID: userID, Email: email, CreatedAt: s.now(), ExpiresAt: s.now().Add(purpose.Lifetime())}
}

// attempts is a budget of attempts of somebody; the zero value is not limited.
type attempts struct {
	what, whose string
	burst       int
	every       time.Duration
}

// joining, signing and the others are how often what people do who have not signed in yet
// may be tried.
func joining(network string) attempts { return attempts{"join", network, 20, 3 * time.Minute} }

func signingFrom(network string) attempts {
	return attempts{"sign-in from", network, 30, 20 * time.Second}
}

func signingAs(name string) attempts {
	return attempts{"sign-in as", strings.ToLower(strings.TrimSpace(name)), 10, time.Minute}
}

func askingFrom(network string) attempts { return attempts{"ask from", network, 20, time.Minute} }

func mailing(email string) attempts {
	return attempts{"mail to", strings.ToLower(strings.TrimSpace(email)), 5, 12 * time.Minute}
}

// spend takes an attempt from each budget, in all processes; RateLimited when one of them
// is spent. What they are of is hashed: no list of addresses comes to be.
func (s *Shop) spend(ctx context.Context, budgets ...attempts) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		for _, b := range budgets {
			if b.whose == "" {
				continue
			}
			budget := store.Budget{Name: s.budgetName(b), Burst: b.burst, Every: b.every}
			if err := tx.TakeBudget(ctx, budget, s.now()); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Shop) budgetName(b attempts) string {
	mac := hmac.New(sha256.New, *s.visitorKey.Load())
	mac.Write([]byte(b.what + "\x00" + b.whose))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}
