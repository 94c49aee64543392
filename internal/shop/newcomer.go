package shop

import (
	"context"
	"encoding/json"
	"strings"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/openid"
	"vitrine/internal/store"
)

// Newcomer is somebody whom the outside provider knows and who has no account here.
type Newcomer struct {
	Ticket   string // that the account is made with; at this browser, once
	Username string // proposed, "" for none
	Email    string // that the provider says, "" for none
	Verified bool   // the provider vouches for it: it is not asked for
	Known    bool   // an account has the address: its user may sign in and link
}

// arrival is somebody who came from the provider, and by which invitation.
type arrival struct {
	openid.Person
	Invitation string // hash of its secret, which no database holds; "" for none
}

// newcomer notes whom the provider knows, so that they may make an account.
func (s *Shop) newcomer(ctx context.Context, a arrival, browser string) (*Newcomer, error) {
	if len(vitrine.CheckEmail("/email", a.Email)) > 0 {
		a.Email, a.Verified = "", false
	}
	n := &Newcomer{Ticket: auth.RandomText(stateLength), Email: a.Email, Verified: a.Verified}
	if name := strings.ToLower(a.Username); len(vitrine.CheckUsername(name)) == 0 {
		n.Username = name
	}
	if n.Verified {
		_, err := s.db.UserByEmail(ctx, n.Email)
		if n.Known = err == nil; err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
			return nil, err
		}
	}
	note, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	return n, s.db.Write(ctx, func(tx *store.Tx) error { return s.ask(ctx, tx, joiningElsewhere(browser, string(note)), n.Ticket) })
}

func joiningElsewhere(browser, note string) asking {
	return asking{purpose: vitrine.JoiningByProvider, browser: browser, note: note}
}

// JoinByProvider makes an account for somebody whom the provider knows, and signs it in, if
// they may join now, where that takes an invitation by the one that they set out with. An
// address that the provider vouches for is the user's, unless an account has it; any other
// one that they type is claimed until it is confirmed. With an error that the form may be
// sent again after comes another ticket.
func (s *Shop) JoinByProvider(ctx context.Context, ticket string, n NewAccount, browser string, from Browser) (Started, *Newcomer, error) {
	if err := s.needProvider(); err != nil {
		return Started{}, nil, err
	}
	if err := s.spend(ctx, joining(from.Network)); err != nil {
		return Started{}, nil, err
	}
	c, err := s.answered(ctx, joiningElsewhere(browser, ""), ticket)
	if err != nil {
		return Started{}, nil, err
	}
	var a arrival
	if err := json.Unmarshal([]byte(c.Note), &a); err != nil {
		return Started{}, nil, err
	}
	started, err := s.joinAs(ctx, a, n, from)
	if err == nil {
		return started, nil, nil
	}
	again, failed := s.newcomer(ctx, a, browser)
	if failed != nil {
		return Started{}, nil, failed
	}
	return Started{}, again, err
}

func (s *Shop) joinAs(ctx context.Context, a arrival, n NewAccount, from Browser) (started Started, err error) {
	n.Email = strings.TrimSpace(n.Email)
	if a.Verified {
		n.Email = a.Email
	}
	user, err := s.prepareUser(ctx, NewUser{Email: n.Email, Username: n.Username})
	if err != nil {
		return started, err
	}
	if faults := vitrine.CheckUsername(n.Username); len(faults) > 0 {
		return started, vitrine.InvalidFields(faults)
	}
	user.EmailClaimed, user.Language = true, n.Language
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		user := *user
		if a.Verified {
			if err := s.vouched(ctx, tx, &user); err != nil {
				return err
			}
		}
		if err := s.admit(ctx, tx, &user, a.Invitation); err != nil {
			return err
		}
		if err := s.addIdentity(ctx, tx, user.ID, a.Person); err != nil {
			return err
		}
		if err := s.agreeAtJoining(ctx, tx, user.ID, n.Agreed); err != nil {
			return err
		}
		started, err = s.begin(ctx, tx, &user, beginning{method: vitrine.ByProvider, from: from})
		return err
	})
	return started, err
}

// vouched gives an account that is being made the address that the provider vouches for.
// Conflict where an account has it: that one's user signs in and links.
func (s *Shop) vouched(ctx context.Context, tx *store.Tx, user *vitrine.User) error {
	_, err := tx.UserByEmail(ctx, user.Email)
	if err == nil {
		return vitrine.Errorf(vitrine.Conflict, "there is an account with this address: sign in to it, and add this way to sign in there")
	}
	if vitrine.CodeOf(err) == vitrine.NotFound {
		user.EmailClaimed, user.EmailConfirmedAt = false, s.now()
		return nil
	}
	return err
}
