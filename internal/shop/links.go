package shop

import (
	"cmp"
	"context"
	"crypto/subtle"
	"strings"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// AskLink sends a mail that lets its reader sign in, choose a new password or see what was
// bought with the address. It returns a secret for a cookie of the browser that asks: the
// link works there alone, and elsewhere its code can be read to be typed there. The work
// and the answer are the same whether or not the address has an account; the mail says it.
// Whose own address it is, and who is signed in, has mails that no stranger uses up.
func (s *Shop) AskLink(ctx context.Context, purpose vitrine.LinkPurpose, email string, from Browser) (cookie string, err error) {
	email = strings.TrimSpace(email)
	if err := vitrine.InvalidFields(vitrine.CheckEmail("/email", email)); err != nil {
		return "", err
	}
	if err := s.spend(ctx, mailsAsked(email, from)...); err != nil {
		return "", err
	}
	cookie = newBrowser(from.Asked) // so that a link that it asked for before still works there
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		message, err := s.writeLink(ctx, tx, purpose, email, cookie)
		if err != nil {
			return err
		}
		message.Language = cmp.Or(message.Language, from.Language)
		return mail.Post(ctx, tx, message, s.now())
	})
	return cookie, err
}

// writeLink stores a link for an address and returns the mail that tells of it.
func (s *Shop) writeLink(ctx context.Context, tx *store.Tx, purpose vitrine.LinkPurpose, email, cookie string) (mail.Message, error) {
	secret, code := auth.NewSecret(auth.LinkPrefix), auth.NewCode()
	message := mail.Message{Kind: mail.NoAccount, To: email}
	user, err := tx.UserByEmail(ctx, email)
	switch {
	case vitrine.CodeOf(err) == vitrine.NotFound:
		user = &vitrine.User{}
	case err != nil:
		return message, err
	default:
		message.UserID, message.Language, message.Args.Name = user.ID, user.Language, user.Username
		email = user.Email // as it was confirmed: whoever asks chooses nothing of where the secret goes
		message.To = email
	}
	if user.ID != 0 || purpose == vitrine.LinkOrders {
		message.Kind, message.Args.Code, message.Args.Link = kindOf(purpose), code, "/link/"+secret
	}
	link := s.newLink(purpose, user.ID, email)
	return message, tx.InsertLink(ctx, link, store.LinkSecrets{
		Address: auth.Hash(secret), Browser: auth.Hash(cookie), Code: codeHash(cookie, code),
	})
}

func kindOf(purpose vitrine.LinkPurpose) mail.Kind {
	switch purpose {
	case vitrine.LinkSignIn:
		return mail.SignIn
	case vitrine.LinkReset:
		return mail.Reset
	default:
		return mail.Orders
	}
}

// codeHash is what is stored of a code: as it is short, it is hashed with the secret that
// the browser alone has.
func codeHash(cookie, digits string) string { return auth.Hash(cookie + " " + digits) }

// Shown is what somebody shows who was sent a mail: the secret of the link's address or
// the code, and the cookie of the browser that asked for it.
type Shown struct {
	Purpose vitrine.LinkPurpose
	Secret  string // "" where a code is typed
	Code    string
	Cookie  string
}

// LookAtLink returns the link that somebody opens, as it is now, and uses nothing up: who
// scans mails for others opens links too. elsewhere reports whether another browser asked
// for it.
func (s *Shop) LookAtLink(ctx context.Context, secret, cookie string) (link vitrine.Link, elsewhere bool, err error) {
	link, browser, err := s.db.Link(ctx, auth.Hash(secret))
	if err != nil {
		return link, false, err
	}
	if !link.Good(s.now()) {
		return link, false, linkSpent()
	}
	return link, browser != "" && browser != auth.Hash(cookie), nil
}

func linkSpent() error {
	return vitrine.Errorf(vitrine.Conflict, "this link or code has expired or was used before: ask for a new one")
}

// findLink returns the link that somebody shows, if it still works. Each code that is typed
// is counted first, whatever comes of it.
func (s *Shop) findLink(ctx context.Context, shown Shown) (vitrine.Link, error) {
	find := s.linkOfAddress
	if shown.Secret == "" {
		find = s.linkOfCode
	}
	link, err := find(ctx, shown)
	if err == nil && !link.Good(s.now()) {
		err = linkSpent()
	}
	return link, err
}

// useLink uses a link up.
func (s *Shop) useLink(ctx context.Context, link vitrine.Link, then func(tx *store.Tx) error) error {
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		if err := tx.UseLink(ctx, link.ID, s.now()); err != nil {
			return err
		}
		return then(tx)
	})
	s.forgetCallers()
	return err
}

func (s *Shop) linkOfAddress(ctx context.Context, shown Shown) (vitrine.Link, error) {
	link, browser, err := s.db.Link(ctx, auth.Hash(shown.Secret))
	if err != nil {
		return link, err
	}
	if link.Purpose != shown.Purpose {
		return link, linkSpent()
	}
	if browser != auth.Hash(shown.Cookie) {
		return link, vitrine.Errorf(vitrine.Forbidden,
			"this link was asked for by another browser: open it there, or type the code of the mail there")
	}
	return link, nil
}

func (s *Shop) linkOfCode(ctx context.Context, shown Shown) (vitrine.Link, error) {
	wrong := &vitrine.Error{Code: vitrine.Invalid, Message: "this code is wrong",
		Fields: []vitrine.Field{{Pointer: "/code", Code: "wrong", Detail: "this is not the code of the last mail"}}}
	link, code, err := s.db.LinkOfBrowser(ctx, auth.Hash(shown.Cookie), shown.Purpose)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return link, wrong
	}
	if err != nil {
		return link, err
	}
	if !link.Good(s.now()) {
		return link, linkSpent()
	}
	if err := s.db.Write(ctx, func(tx *store.Tx) error { return tx.TryLink(ctx, link.ID) }); err != nil {
		return link, err
	}
	typed := strings.Join(strings.FieldsFunc(shown.Code, func(r rune) bool { return r == ' ' || r == '-' }), "")
	if subtle.ConstantTimeCompare([]byte(code), []byte(codeHash(shown.Cookie, typed))) == 1 {
		return link, nil // as it was before it was counted: the last try may be the right one
	}
	if link.Tries++; !link.Good(s.now()) {
		return link, linkSpent()
	}
	return link, wrong
}

// SignInByMail signs the user in whose address a mail was sent to.
func (s *Shop) SignInByMail(ctx context.Context, shown Shown, from Browser) (started Started, err error) {
	shown.Purpose = vitrine.LinkSignIn
	link, err := s.findLink(ctx, shown)
	if err != nil {
		return Started{}, err
	}
	err = s.useLink(ctx, link, func(tx *store.Tx) error {
		user, err := s.reached(ctx, tx, link)
		if err != nil {
			return err
		}
		started, err = s.begin(ctx, tx, user, beginning{method: vitrine.ByMail, from: from})
		return err
	})
	return started, err
}

// ResetPassword gives the user whose address a mail was sent to a new password. It ends
// all sessions, all other links and the user's own access tokens, and signs in.
func (s *Shop) ResetPassword(ctx context.Context, shown Shown, password string, from Browser) (started Started, err error) {
	if err := vitrine.InvalidFields(vitrine.CheckPassword(password)); err != nil {
		return Started{}, err
	}
	shown.Purpose = vitrine.LinkReset
	link, err := s.findLink(ctx, shown)
	if err != nil {
		return Started{}, err
	}
	hash, err := s.passwords.Hash(ctx, password)
	if err != nil {
		return Started{}, err
	}
	err = s.useLink(ctx, link, func(tx *store.Tx) error {
		user, err := s.reached(ctx, tx, link)
		if err != nil {
			return err
		}
		if err := s.resetPassword(ctx, tx, user, hash); err != nil {
			return err
		}
		started, err = s.begin(ctx, tx, user, beginning{method: vitrine.ByMail, from: from})
		return err
	})
	return started, err
}

// resetPassword is replacePassword for who does not know the old one, so that somebody else
// may: it ends the tokens, too, that the user made for themselves.
func (s *Shop) resetPassword(ctx context.Context, tx *store.Tx, user *vitrine.User, hash string) error {
	if err := tx.RevokeOwnTokens(ctx, user.ID, s.now()); err != nil {
		return err
	}
	return s.replacePassword(ctx, tx, user, hash, 0)
}

// replacePassword stores a new password, and ends all sessions but one and all links. What
// the user allowed applications goes on, and so do tokens, but for resetPassword: the mail
// says so, and where they are ended.
func (s *Shop) replacePassword(ctx context.Context, tx *store.Tx, user *vitrine.User, hash string, but int64) error {
	if err := tx.SetPassword(ctx, user.ID, hash, s.now()); err != nil {
		return err
	}
	if err := tx.EndSessions(ctx, user.ID, but, s.now()); err != nil {
		return err
	}
	if err := tx.UseLinksOf(ctx, user, s.now()); err != nil {
		return err
	}
	return s.post(ctx, tx, user, mail.Changed, mail.Args{Values: map[string]string{"what": "password"}})
}

// reached returns the user whose address a link was sent to. If nobody had confirmed the
// address yet, whoever made the account may not be who reads the mail: takeOver gives it to
// the reader. But a mailbox alone walks past no second factor: an account that has one is
// nobody's to take over, and neither is an operator's, which operators alone make.
func (s *Shop) reached(ctx context.Context, tx *store.Tx, link vitrine.Link) (*vitrine.User, error) {
	user, err := tx.UserByEmail(ctx, link.Email)
	if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && user.ID != link.UserID {
		return nil, linkSpent() // the address has changed hands
	}
	switch {
	case err != nil:
		return nil, err
	case !user.EmailConfirmedAt.IsZero() && arrives(user, link):
		return user, s.confirm(ctx, tx, user)
	case !user.EmailConfirmedAt.IsZero(), user.IsAdmin:
		return user, nil // to an operator as any link does: nothing is removed, and a code is still owed
	}
	ways, err := s.strongWays(ctx, tx, user.ID)
	if err != nil {
		return nil, err
	}
	codes, err := tx.RecoveryCodes(ctx, user.ID)
	if err != nil {
		return nil, err
	}
	if ways.Any() || codes > 0 {
		return nil, vitrine.Errorf(vitrine.Forbidden, "this account has a passkey or an app, and its address was never confirmed: "+
			"sign in with those, or ask the operator for `vitrine user forget-ways-in %s`", user.Username)
	}
	return user, s.takeOver(ctx, tx, user)
}

// takeOver gives an account to the reader of its mail. Nothing of who made it stays good: no
// password, no account elsewhere, no session, and no program that acted for it.
func (s *Shop) takeOver(ctx context.Context, tx *store.Tx, user *vitrine.User) error {
	user.PasswordHash = auth.NoPassword
	if err := tx.RemoveWaysIn(ctx, user.ID); err != nil {
		return err
	}
	if err := tx.SetPassword(ctx, user.ID, auth.NoPassword, s.now()); err != nil {
		return err
	}
	if err := tx.EndSessions(ctx, user.ID, 0, s.now()); err != nil {
		return err
	}
	if err := tx.RevokeAllOf(ctx, user.ID, s.now()); err != nil {
		return err
	}
	if err := s.confirm(ctx, tx, user); err != nil {
		return err
	}
	return s.post(ctx, tx, user, mail.Changed, changedWhat("factor"))
}

// ChangePassword gives a signed-in user another password; "" for none, where they can sign
// in otherwise. All other sessions end.
func (s *Shop) ChangePassword(ctx context.Context, in SignedIn, password string) error {
	if err := s.mustBeFresh(ctx, in); err != nil {
		return err
	}
	if err := vitrine.InvalidFields(vitrine.CheckPassword(password)); err != nil {
		return err
	}
	hash, err := s.passwords.Hash(ctx, password)
	if err != nil {
		return err
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error { return s.replacePassword(ctx, tx, &in.User, hash, in.Session.ID) })
	s.forgetCallers()
	return err
}

// GivePassword gives a user another password by the word of who has the data at hand, and
// signs them out everywhere. Their own access tokens end.
func (s *Shop) GivePassword(ctx context.Context, userID int64, password string) error {
	if err := vitrine.InvalidFields(vitrine.CheckPassword(password)); err != nil {
		return err
	}
	hash, err := s.passwords.Hash(ctx, password)
	if err != nil {
		return err
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		user, err := tx.User(ctx, userID)
		if err != nil {
			return err
		}
		if err := s.resetPassword(ctx, tx, user, hash); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActUserPassword, ID: idText(user.ID)})
	})
	s.forgetCallers()
	return err
}

// ErrProveAgain is the cause of an Error that asks a signed-in user to show once more who
// they are.
var ErrProveAgain = vitrine.Errorf(vitrine.Forbidden, "show that it is you first")

// ProvedNow refuses who signed in some time ago, before a page asks for what is refused then.
func (s *Shop) ProvedNow(ctx context.Context, in SignedIn) error { return s.mustBeFresh(ctx, in) }

// mustBeFresh refuses what hurts to those who signed in some time ago, and to those who have
// shown no code where the account has an app: their session may be from before it.
func (s *Shop) mustBeFresh(ctx context.Context, in SignedIn) error {
	if !in.Session.Fresh(s.now()) {
		return &vitrine.Error{Code: vitrine.Forbidden, Message: "show that it is you first: sign in again", Err: ErrProveAgain}
	}
	if in.Session.Strong {
		return nil
	}
	ways, err := s.strongWays(ctx, s.db, in.User.ID)
	if err != nil || len(ways.Factors) == 0 {
		return err
	}
	return showSecond()
}

// ProveByPassword lets a signed-in user do what hurts for FreshFor.
func (s *Shop) ProveByPassword(ctx context.Context, in SignedIn, password string) error {
	if err := s.spend(ctx, proving(in)); err != nil {
		return err
	}
	ok, err := s.passwords.Match(ctx, password, in.User.PasswordHash)
	if err != nil {
		return err
	}
	if !ok {
		return wrongPassword()
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		if err := tx.RefillBudget(ctx, s.budgetName(proving(in))); err != nil {
			return err
		}
		return tx.ProveSession(ctx, in.Session.ID, false, s.now())
	})
	s.forgetCallers()
	return err
}
