package shop

import (
	"context"
	"strconv"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// WaysIn are how a user signs in beside the password and mails.
type WaysIn struct {
	Passkeys   []vitrine.Passkey
	Factors    []vitrine.Factor // that have shown that they know their secret
	Pending    *vitrine.Factor  // that has not; nil: none
	Codes      int64            // recovery codes that are left
	Identities []vitrine.Identity
	Provider   string // at which one of Identities lets them in now; "" for none
}

// Any reports whether there is something stronger than a password.
func (w WaysIn) Any() bool { return len(w.Passkeys) > 0 || len(w.Factors) > 0 }

// waysReader is a database or a transaction.
type waysReader interface {
	Passkeys(ctx context.Context, userID int64) ([]vitrine.Passkey, error)
	Factors(ctx context.Context, userID int64) ([]vitrine.Factor, error)
	RecoveryCodes(ctx context.Context, userID int64) (int64, error)
	Identities(ctx context.Context, userID int64) ([]vitrine.Identity, error)
}

// WaysIn returns how a user signs in beside the password and mails.
func (s *Shop) WaysIn(ctx context.Context, userID int64) (WaysIn, error) {
	w, err := s.strongWays(ctx, s.db, userID)
	if err != nil {
		return w, err
	}
	if w.Codes, err = s.db.RecoveryCodes(ctx, userID); err != nil {
		return w, err
	}
	w.Identities, err = s.db.Identities(ctx, userID)
	if s.letsIn(w.Identities) {
		w.Provider = s.Provider()
	}
	return w, err
}

func (s *Shop) strongWays(ctx context.Context, from waysReader, userID int64) (w WaysIn, err error) {
	if w.Passkeys, err = from.Passkeys(ctx, userID); err != nil {
		return w, err
	}
	factors, err := from.Factors(ctx, userID)
	for i, f := range factors {
		if f.ConfirmedAt.IsZero() {
			w.Pending = &factors[i]
		} else {
			w.Factors = append(w.Factors, f)
		}
	}
	return w, err
}

// ErrShowSecond is the cause of an Error that asks a signed-in user to show more than a
// password: a passkey, or the code of an app.
var ErrShowSecond = vitrine.Errorf(vitrine.Forbidden, "show your passkey or a code")

// mustBeSure refuses to change how a user signs in: to those who signed in some time ago,
// and to those who have shown a password alone where the account asks for more. Otherwise
// whoever learns a password could add a passkey of their own.
func (s *Shop) mustBeSure(ctx context.Context, in SignedIn) error {
	if err := s.mustBeFresh(ctx, in); err != nil || in.Session.Strong {
		return err
	}
	ways, err := s.strongWays(ctx, s.db, in.User.ID)
	if err != nil || !ways.Any() {
		return err
	}
	return showSecond()
}

func showSecond() error {
	return &vitrine.Error{Code: vitrine.Forbidden, Message: "show your passkey or a code first", Err: ErrShowSecond}
}

// Sure refuses as mustBeSure does, before a page offers what is refused then.
func (s *Shop) Sure(ctx context.Context, in SignedIn) error { return s.mustBeSure(ctx, in) }

// owesSecond reports whether somebody who begins a session has to show a second factor
// before it is one.
func (s *Shop) owesSecond(ctx context.Context, tx *store.Tx, user *vitrine.User, b beginning) (bool, error) {
	if b.strong || b.method == vitrine.BySetup {
		return false, nil
	}
	ways, err := s.strongWays(ctx, tx, user.ID)
	return len(ways.Factors) > 0, err
}

// secondOf is how often codes of a user may be tried, in all processes: of a million codes
// three are right at any moment.
func secondOf(user vitrine.User) attempts {
	return attempts{"second factor of", strconv.FormatInt(user.ID, 10), 8, 4 * time.Minute}
}

// ShowSecond takes a code of an app, or a recovery code, from somebody whose session waits
// for it, or who has to show more than a password. They get another session, which is
// strong.
func (s *Shop) ShowSecond(ctx context.Context, in SignedIn, typed string, from Browser) (started Started, err error) {
	if err := s.spend(ctx, secondOf(in.User)); err != nil {
		return Started{}, err
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		user, err := s.goesOn(ctx, tx, in, from)
		if err != nil {
			return err
		}
		b := beginning{method: in.Session.Method, strong: true, from: from}
		recovered, err := s.takeCode(ctx, tx, user, typed)
		if err != nil {
			return err
		}
		if recovered {
			b.method = vitrine.ByRecovery
		}
		if err := tx.RefillBudget(ctx, s.budgetName(secondOf(*user))); err != nil {
			return err
		}
		started, err = s.begin(ctx, tx, user, b)
		return err
	})
	s.forgetCallers()
	return started, err
}

// goesOn returns the user of a session, unless it has ended: what is taken in its place
// must not outlive it.
func (s *Shop) goesOn(ctx context.Context, tx *store.Tx, in SignedIn, from Browser) (*vitrine.User, error) {
	session, user, err := tx.SessionUser(ctx, auth.Hash(from.Session))
	if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && (session.ID != in.Session.ID || !session.Good(s.now())) {
		return nil, notSignedIn()
	}
	return &user, err
}

// takeCode uses up a code of an app or a recovery code; Invalid when it is neither, or was
// used before.
func (s *Shop) takeCode(ctx context.Context, tx *store.Tx, user *vitrine.User, typed string) (recovered bool, err error) {
	code := cleanCode(typed)
	ways, err := s.strongWays(ctx, tx, user.ID)
	if err != nil {
		return false, err
	}
	for _, factor := range ways.Factors {
		if ok, err := s.showsCode(ctx, tx, &factor, code); ok || err != nil {
			return false, err
		}
	}
	recovered, err = tx.UseRecoveryCode(ctx, user.ID, recoveryHash(user.ID, code), s.now())
	if err != nil {
		return false, err
	}
	if !recovered {
		return false, wrongCode()
	}
	return true, s.post(ctx, tx, user, mail.Changed, changedWhat("recovery"))
}

// showsCode reports whether an app shows a code now that was not used before, and uses it
// up.
func (s *Shop) showsCode(ctx context.Context, tx *store.Tx, factor *vitrine.Factor, shown string) (bool, error) {
	step, ok := auth.MatchTOTP(factor.Secret, shown, s.now(), factor.LastStep)
	if !ok {
		return false, nil
	}
	return tx.UseFactor(ctx, factor, step)
}

func wrongCode() error {
	return &vitrine.Error{Code: vitrine.Invalid, Message: "this code is wrong, or was used before", Fields: []vitrine.Field{
		{Pointer: "/code", Code: "wrong", Detail: "this is neither the code that your app shows now nor a recovery code that is left"},
	}}
}

func cleanCode(typed string) string {
	return strings.ToLower(strings.Join(strings.FieldsFunc(typed, func(r rune) bool { return r == ' ' || r == '-' }), ""))
}

// recoveryHash is what is stored of a recovery code. It is of its user alone.
func recoveryHash(userID int64, clean string) string {
	return auth.Hash("recovery code of " + strconv.FormatInt(userID, 10) + ": " + clean)
}
