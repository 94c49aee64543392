package shop

import (
	"context"
	"fmt"
	"io"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// Beginning is what the operator of a new marketplace says.
type Beginning struct {
	Username, Email, Password string
	House                     vitrine.House // without a logo
	Currency                  string        // "": the one that stands
	Logo                      io.Reader     // nil for none
	// Mailed says that mail is sent from here: then the address counts once its reader says
	// so. Else nobody could ever ask, and the word of who starts the program has to do.
	Mailed bool
	// Language is that in which the operator reads, tag of BCP 47; "" for the marketplace's.
	Language string
}

// SetUp reports whether the marketplace has an operator. It never stops to have one.
func (s *Shop) SetUp(ctx context.Context) (bool, error) {
	if s.isSetUp.Load() {
		return true, nil
	}
	has, err := s.db.HasOperator(ctx)
	if has {
		s.isSetUp.Store(true)
	}
	return has, err
}

// NewSetupKey makes a key that sets the marketplace up, once, and returns how long it works.
// Those that were made before work, too: whoever starts many processes may follow the link
// of any of them. Gone when the marketplace is set up.
func (s *Shop) NewSetupKey(ctx context.Context) (key string, until time.Time, err error) {
	key = auth.NewSecret(auth.SetupPrefix)
	link := s.newLink(vitrine.LinkSetup, 0, "")
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		if err := s.notYet(ctx, tx); err != nil {
			return err
		}
		return tx.InsertLink(ctx, link, store.LinkSecrets{Address: auth.Hash(key)})
	})
	return key, link.ExpiresAt, err
}

// ErrSetUp is the cause of an Error that says that a marketplace is set up already.
var ErrSetUp = vitrine.Errorf(vitrine.Conflict, "this marketplace is set up already: sign in as its operator")

func setUpAlready() error {
	return &vitrine.Error{Code: vitrine.Conflict, Message: ErrSetUp.Error(), Err: ErrSetUp}
}

func (s *Shop) notYet(ctx context.Context, tx *store.Tx) error {
	has, err := tx.HasOperator(ctx)
	if err == nil && has {
		err = setUpAlready()
	}
	return err
}

// CheckSetupKey returns nil for a key that sets the marketplace up. Each that does not is
// an attempt.
func (s *Shop) CheckSetupKey(ctx context.Context, key, network string) error {
	_, err := s.goodSetupLink(ctx, key, network)
	return err
}

// goodSetupLink returns the link of a key that sets the marketplace up.
func (s *Shop) goodSetupLink(ctx context.Context, key, network string) (vitrine.Link, error) {
	// The link first: what uses it sets the marketplace up too, so that whoever comes second
	// is told so, and not that their key is wrong.
	link, err := s.setupLink(ctx, key)
	if err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
		return vitrine.Link{}, err
	}
	good := err == nil && link.Good(s.now())
	done, err := s.SetUp(ctx)
	if err != nil {
		return vitrine.Link{}, err
	}
	if done {
		return vitrine.Link{}, setUpAlready()
	}
	if good {
		return link, nil
	}
	if err := s.spend(ctx, settingUp(network)); err != nil {
		return vitrine.Link{}, err
	}
	return vitrine.Link{}, vitrine.Errorf(vitrine.Forbidden,
		"this key is wrong or has expired: start the server again, and it prints a new link")
}

func settingUp(network string) attempts { return attempts{"set up from", network, 10, time.Minute} }

func (s *Shop) setupLink(ctx context.Context, key string) (vitrine.Link, error) {
	link, _, err := s.db.Link(ctx, auth.Hash(key))
	if err == nil && link.Purpose != vitrine.LinkSetup {
		err = vitrine.Errorf(vitrine.NotFound, "this is the key of something else")
	}
	return link, err
}

// SetUpByKey sets the marketplace up with a key, and signs its operator in. Of two who do
// so at once one succeeds; Conflict for the other, with the cause ErrSetUp.
func (s *Shop) SetUpByKey(ctx context.Context, key string, b Beginning, from Browser) (started Started, err error) {
	link, err := s.goodSetupLink(ctx, key, from.Network)
	if err != nil {
		return Started{}, err
	}
	_, err = s.setUp(ctx, b, func(tx *store.Tx, user *vitrine.User) error {
		if err := tx.UseLink(ctx, link.ID, s.now()); err != nil {
			return err
		}
		started, err = s.begin(ctx, tx, user, beginning{method: vitrine.BySetup, from: from})
		return err
	})
	return started, err
}

// SetUpHere sets the marketplace up for one who has its data at hand.
func (s *Shop) SetUpHere(ctx context.Context, b Beginning) (*vitrine.User, error) {
	if done, err := s.SetUp(ctx); err != nil || done {
		if err == nil {
			err = setUpAlready()
		}
		return nil, err
	}
	return s.setUp(ctx, b, func(*store.Tx, *vitrine.User) error { return nil })
}

// setUp makes the operator's account and stores what they say of the house, all or nothing.
func (s *Shop) setUp(ctx context.Context, b Beginning, then func(*store.Tx, *vitrine.User) error) (user *vitrine.User, err error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	if user, err = s.prepareUser(ctx, NewUser{Email: b.Email, Username: b.Username, Password: b.Password, Admin: true}); err != nil {
		return nil, err
	}
	if b.House.Logo, err = s.storeLogo(ctx, b.Logo); err != nil {
		return nil, err
	}
	user.EmailClaimed, user.Language = b.Mailed, b.Language
	if !b.Mailed {
		user.EmailConfirmedAt = s.now()
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		// First, so that of two at once the other waits here and finds an operator.
		if err := tx.NoteSetUp(ctx, s.now()); err != nil {
			return err
		}
		if err := s.notYet(ctx, tx); err != nil {
			return err
		}
		if err := s.beginHouse(ctx, tx, user, b); err != nil {
			return err
		}
		return then(tx, user)
	})
	if err != nil {
		return nil, s.DiscardAfter(ctx, err, b.House.Logo.Keys()...)
	}
	s.isSetUp.Store(true)
	s.forgetCallers()
	return user, nil
}

// check returns all that is wrong with what the operator says, but for the logo.
func (b *Beginning) check() error {
	faults := append(b.House.Check(), vitrine.CheckUsername(b.Username)...)
	faults = append(faults, vitrine.CheckEmail("/email", b.Email)...)
	faults = append(faults, vitrine.CheckPassword(b.Password)...)
	if b.Currency != "" && !vitrine.IsCurrency(b.Currency) {
		faults = append(faults, vitrine.Field{Pointer: "/currency", Code: "bad_format",
			Detail: "a currency is an ISO 4217 code of three capital letters, such as USD"})
	}
	return vitrine.InvalidFields(faults)
}

// beginHouse writes down what the operator says.
func (s *Shop) beginHouse(ctx context.Context, tx *store.Tx, user *vitrine.User, b Beginning) error {
	if err := tx.InsertUser(ctx, user); err != nil {
		return err
	}
	if err := s.beginCurrency(ctx, tx, b.Currency); err != nil {
		return err
	}
	if err := tx.SetHouse(ctx, b.House); err != nil {
		return err
	}
	if err := s.noteSetUp(ctx, tx, user, b.House); err != nil {
		return err
	}
	if !b.Mailed {
		return nil
	}
	return s.askToConfirm(ctx, tx, user)
}

func (s *Shop) noteSetUp(ctx context.Context, tx *store.Tx, user *vitrine.User, house vitrine.House) error {
	if err := s.Note(ctx, tx, Noted{Act: vitrine.ActHouseSetUp, After: house}); err != nil {
		return err
	}
	return s.Note(ctx, tx, Noted{Act: vitrine.ActUserMake, ID: idText(user.ID), After: userFacts(user)})
}

// beginCurrency changes the currency while nothing has a price.
func (s *Shop) beginCurrency(ctx context.Context, tx *store.Tx, wanted string) error {
	if wanted == "" {
		return nil
	}
	kept, err := tx.KeepCurrency(ctx, wanted)
	if err != nil || kept == wanted {
		return err
	}
	priced, err := tx.PricedModels(ctx)
	if err != nil {
		return err
	}
	if priced > 0 {
		return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/currency", Code: "settled",
			Detail: fmt.Sprintf("models have prices in %s already: `vitrine currency set` changes what they are in", kept)}})
	}
	return tx.SetCurrency(ctx, wanted)
}
