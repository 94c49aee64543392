package shop

import (
	"context"
	"fmt"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// ErasureOf returns what is to become of an account; NotFound when nobody asked for that.
func (s *Shop) ErasureOf(ctx context.Context, userID int64) (vitrine.Erasure, error) {
	return s.db.ErasureOf(ctx, userID)
}

// AskErasure has the account of who is signed in removed when ErasureWait is over.
func (s *Shop) AskErasure(ctx context.Context, in SignedIn) error {
	if err := s.mustBeFresh(ctx, in); err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		user, err := tx.User(ctx, in.User.ID)
		if err != nil {
			return err
		}
		return s.askErasure(ctx, tx, user, "")
	})
}

// ErasePerson is AskErasure by an operator for somebody who asked them.
func (s *Shop) ErasePerson(ctx context.Context, in SignedIn, id int64) error {
	return s.onPerson(ctx, in, id, []vitrine.Role{vitrine.RoleOperator}, func(tx *store.Tx, user *vitrine.User) error {
		return s.askErasure(ctx, tx, user, "yes")
	})
}

func (s *Shop) askErasure(ctx context.Context, tx *store.Tx, user *vitrine.User, byOperator string) error {
	if user.Staff() {
		return vitrine.Errorf(vitrine.Conflict, "%s acts for the marketplace: take the roles away first", user.Username)
	}
	e := vitrine.Erasure{UserID: user.ID, AskedAt: s.now(), DueAt: s.now().Add(vitrine.ErasureWait)}
	added, err := tx.InsertErasure(ctx, &e)
	if err != nil || !added {
		return err
	}
	n := Noted{Act: vitrine.ActUserEraseAsk, ID: idText(user.ID), After: facts{"due_at": e.DueAt}}
	if err := s.Note(ctx, tx, n); err != nil {
		return err
	}
	values := map[string]string{"day": e.DueAt.UTC().Format(time.DateOnly), "operator": byOperator}
	return s.post(ctx, tx, user, mail.Erasing, mail.Args{Link: "/account/erase", Values: values})
}

// KeepAccount takes back that the account of who is signed in is removed.
func (s *Shop) KeepAccount(ctx context.Context, in SignedIn) error {
	return s.db.Write(ctx, func(tx *store.Tx) error { return s.keepAccount(ctx, tx, in.User.ID) })
}

// KeepPerson is KeepAccount by an operator.
func (s *Shop) KeepPerson(ctx context.Context, in SignedIn, id int64) error {
	return s.onPerson(ctx, in, id, []vitrine.Role{vitrine.RoleOperator}, func(tx *store.Tx, user *vitrine.User) error {
		return s.keepAccount(ctx, tx, user.ID)
	})
}

func (s *Shop) keepAccount(ctx context.Context, tx *store.Tx, userID int64) error {
	e, err := tx.ErasureOf(ctx, userID)
	if err != nil {
		return err
	}
	if err := tx.RemoveErasure(ctx, e.ID); err != nil {
		return err
	}
	return s.Note(ctx, tx, Noted{Act: vitrine.ActUserEraseKeep, ID: idText(userID), Before: facts{"due_at": e.DueAt}})
}

// EraseAddress has an operator take an address out of what was bought with it by somebody
// without an account. It is carried out at once: there is nothing to keep.
func (s *Shop) EraseAddress(ctx context.Context, in SignedIn, email string) error {
	if err := s.sureAtDesk(ctx, in, vitrine.RoleOperator); err != nil {
		return err
	}
	email = store.FoldEmail(strings.TrimSpace(email))
	if err := vitrine.InvalidFields(vitrine.CheckEmail("/email", email)); err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		if _, err := s.stillActs(ctx, tx, in, vitrine.RoleOperator); err != nil {
			return err
		}
		if owner, err := tx.UserByEmail(ctx, email); err == nil {
			return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/email", Code: "not_allowed",
				Detail: fmt.Sprintf("this is the address of the account %s: erase that account", owner.Username)}})
		} else if vitrine.CodeOf(err) != vitrine.NotFound {
			return err
		}
		return s.addErasure(ctx, tx, vitrine.Erasure{Email: email, Digest: eraseDigest(email)})
	})
}

// eraseDigest names an address that is forgotten, so that a copy of before can be made to
// forget it too.
func eraseDigest(email string) string { return auth.Hash("erased " + email) }

// addErasure adds an erasure that is to be carried out at once.
func (s *Shop) addErasure(ctx context.Context, tx *store.Tx, e vitrine.Erasure) error {
	e.AskedAt, e.DueAt = s.now(), s.now()
	added, err := tx.InsertErasure(ctx, &e)
	if err != nil || !added {
		return err
	}
	id := ""
	if e.UserID != 0 {
		id = idText(e.UserID)
	}
	return s.Note(ctx, tx, Noted{Act: vitrine.ActUserEraseAsk, ID: id, After: facts{"erasure": e.ID}})
}

// Forgotten is one who was erased, as a copy of before is told of it.
type Forgotten struct {
	UserID  int64  `json:"user_id,omitempty"`
	Address string `json:"address_sha256,omitempty"`
}

// ListForgotten lists all who were erased, or are to be and can't take it back.
func (s *Shop) ListForgotten(ctx context.Context) ([]Forgotten, error) {
	list, after := []Forgotten{}, int64(0)
	for {
		const batch = 500
		found, err := s.db.Erasures(ctx, after, batch)
		if err != nil || len(found) == 0 {
			return list, err
		}
		for _, e := range found {
			if after = e.ID; !e.BegunAt.IsZero() {
				list = append(list, Forgotten{UserID: e.UserID, Address: e.Digest})
			}
		}
	}
}

// ForgetAgain has a marketplace that was restored from a backup of before forget those who
// were erased since, and returns how many it still knew.
func (s *Shop) ForgetAgain(ctx context.Context, list []Forgotten) (known int, err error) {
	digests, err := s.addressesByDigest(ctx, list)
	if err != nil {
		return 0, err
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		known = 0
		for _, f := range list {
			e, there, err := s.toForget(ctx, tx, f, digests)
			if err != nil {
				return err
			}
			if !there {
				continue
			}
			known++
			if err := s.addErasure(ctx, tx, e); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return known, err
	}
	return known, s.EraseDue(ctx)
}

// toForget is the erasure of somebody who was forgotten, where they are known here still. What
// waits to be taken back waits no longer.
func (s *Shop) toForget(
	ctx context.Context, tx *store.Tx, f Forgotten, digests map[string]string,
) (e vitrine.Erasure, there bool, err error) {
	if f.UserID == 0 {
		email, there := digests[f.Address]
		return vitrine.Erasure{Email: email, Digest: f.Address}, there, nil
	}
	user, err := tx.User(ctx, f.UserID)
	if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && user.Username == vitrine.ErasedName(user.ID) {
		return e, false, nil
	}
	if err != nil {
		return e, false, err
	}
	before, err := tx.ErasureOf(ctx, f.UserID)
	switch {
	case vitrine.CodeOf(err) == vitrine.NotFound:
	case err != nil:
		return e, false, err
	case before.BegunAt.IsZero():
		if err := tx.RemoveErasure(ctx, before.ID); err != nil {
			return e, false, err
		}
	}
	return vitrine.Erasure{UserID: f.UserID}, true, nil
}

// addressesByDigest finds the addresses that are named by digests among those of orders.
func (s *Shop) addressesByDigest(ctx context.Context, list []Forgotten) (map[string]string, error) {
	wanted, found := map[string]bool{}, map[string]string{}
	for _, f := range list {
		if f.Address != "" {
			wanted[f.Address] = true
		}
	}
	const batch = 500
	for after := ""; len(wanted) > 0; {
		emails, err := s.db.BoughtWith(ctx, after, batch)
		if err != nil || len(emails) == 0 {
			return found, err
		}
		for _, email := range emails {
			if digest := eraseDigest(email); wanted[digest] {
				found[digest] = email
			}
		}
		after = emails[len(emails)-1]
	}
	return found, nil
}
