package shop_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/mail"
	"vitrine/internal/shop"
)

// ask has a link sent to an address, and returns what its reader shows in the browser that
// asked: by the link, and by the code.
func (d *doors) ask(t testing.TB, purpose vitrine.LinkPurpose, email string) (link, code shop.Shown) {
	t.Helper()
	cookie, err := d.shop.AskLink(t.Context(), purpose, email, shop.Browser{})
	if err != nil {
		t.Fatal(err)
	}
	kind := map[vitrine.LinkPurpose]mail.Kind{vitrine.LinkSignIn: mail.SignIn, vitrine.LinkReset: mail.Reset}[purpose]
	email = strings.ToLower(email) // as it was confirmed
	m := d.last(t, kind, email)
	return shop.Shown{Secret: d.secretOf(t, kind, email), Cookie: cookie}, shop.Shown{Code: m.args.Code, Cookie: cookie}
}

func TestSignInByMail(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ada := d.settled(t, "ada")
		link, code := d.ask(t, vitrine.LinkSignIn, "ada@example.com")
		looked, elsewhere, err := d.shop.LookAtLink(t.Context(), link.Secret, link.Cookie)
		if err != nil || elsewhere || looked.Purpose != vitrine.LinkSignIn {
			t.Fatalf("the link is %+v, elsewhere: %v, %v", looked, elsewhere, err)
		}
		for range 3 { // as a scanner of mails does, before its reader
			if _, elsewhere, err := d.shop.LookAtLink(t.Context(), link.Secret, ""); err != nil || !elsewhere {
				t.Fatalf("without the cookie: elsewhere: %v, %v", elsewhere, err)
			}
		}
		started, err := d.shop.SignInByMail(t.Context(), link, shop.Browser{})
		if err != nil || started.User.ID != ada.User.ID || started.Session.Method != vitrine.ByMail {
			t.Fatalf("%+v, %v", started, err)
		}
		for what, shown := range map[string]shop.Shown{"the link": link, "the code": code} {
			_, err = d.shop.SignInByMail(t.Context(), shown, shop.Browser{})
			wantCode(t, what+" once more", err, vitrine.Conflict)
		}
		_, code = d.ask(t, vitrine.LinkSignIn, "ADA@example.com")
		code.Code = code.Code[:4] + " - " + code.Code[4:]
		if _, err := d.shop.SignInByMail(t.Context(), code, shop.Browser{}); err != nil {
			t.Errorf("a code as people type it: %v", err)
		}
	})
}

// TestLinkAtOnce shows one link many times at once: one of them signs in.
func TestLinkAtOnce(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		d.settled(t, "ada")
		link, code := d.ask(t, vitrine.LinkSignIn, "ada@example.com")
		errs := make([]error, 8)
		var all sync.WaitGroup
		for i := range errs {
			shown, s := []shop.Shown{link, code}[i%2], []*shop.Shop{d.shop, d.elsewhere}[i/2%2]
			all.Go(func() { _, errs[i] = s.SignInByMail(t.Context(), shown, shop.Browser{}) })
		}
		all.Wait()
		done := 0
		for _, err := range errs {
			if err == nil {
				done++
			} else {
				wantCode(t, "another one", err, vitrine.Conflict)
			}
		}
		if done != 1 {
			t.Errorf("%d signed in with one link: %v", done, errs)
		}
	})
}

// TestWrongLinks shows links where they do not belong. None is used up by that.
func TestWrongLinks(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		d.settled(t, "ada")
		link, code := d.ask(t, vitrine.LinkSignIn, "ada@example.com")
		confirm := shop.Shown{Secret: d.secretOf(t, mail.Confirm, "ada@example.com"), Cookie: link.Cookie}
		for what, c := range map[string]struct {
			shown shop.Shown
			want  vitrine.Code
		}{
			"another browser":          {shop.Shown{Secret: link.Secret, Cookie: auth.NewSecret(auth.BrowserPrefix)}, vitrine.Forbidden},
			"no cookie":                {shop.Shown{Secret: link.Secret}, vitrine.Forbidden},
			"a guess":                  {shop.Shown{Secret: auth.NewSecret(auth.LinkPrefix), Cookie: link.Cookie}, vitrine.NotFound},
			"what confirms an address": {confirm, vitrine.Conflict},
			"the code without cookie":  {shop.Shown{Code: code.Code}, vitrine.Invalid},
			"the code elsewhere":       {shop.Shown{Code: code.Code, Cookie: auth.NewSecret(auth.BrowserPrefix)}, vitrine.Invalid},
		} {
			_, err := d.shop.SignInByMail(t.Context(), c.shown, shop.Browser{})
			wantCode(t, what, err, c.want)
			if _, err = d.shop.ResetPassword(t.Context(), c.shown, newPassword, shop.Browser{}); err == nil {
				t.Errorf("%s resets a password", what)
			}
		}
		hashed := d.shop.PasswordsHashed()
		_, err := d.shop.ResetPassword(t.Context(), link, newPassword, shop.Browser{})
		wantCode(t, "reset by what signs in", err, vitrine.Conflict)
		_, err = d.shop.ResetPassword(t.Context(), code, newPassword, shop.Browser{})
		wantCode(t, "reset by the code of what signs in", err, vitrine.Invalid)
		if n := d.shop.PasswordsHashed() - hashed; n != 0 {
			t.Errorf("%d passwords were hashed for nobody", n)
		}
		if _, err := d.shop.SignInByMail(t.Context(), link, shop.Browser{}); err != nil {
			t.Errorf("the link in the browser that asked: %v", err)
		}
	})
}

// TestWrongCodes types codes: the fifth may be the right one, the sixth is looked at by nobody.
func TestWrongCodes(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		d.settled(t, "ada")
		_, code := d.ask(t, vitrine.LinkSignIn, "ada@example.com")
		wrong := code
		wrong.Code = "00000000x"
		for range vitrine.MaxCodeTries - 1 {
			_, err := d.shop.SignInByMail(ctx, wrong, shop.Browser{})
			wantCode(t, "a wrong code", err, vitrine.Invalid)
		}
		if _, err := d.elsewhere.SignInByMail(ctx, code, shop.Browser{}); err != nil {
			t.Errorf("the right code at the last try: %v", err)
		}

		link, code := d.ask(t, vitrine.LinkSignIn, "ada@example.com")
		wrong.Cookie = code.Cookie
		errs := make([]error, 12) // at once, at two processes
		var all sync.WaitGroup
		for i := range errs {
			s := []*shop.Shop{d.shop, d.elsewhere}[i%2]
			all.Go(func() { _, errs[i] = s.SignInByMail(ctx, wrong, shop.Browser{}) })
		}
		all.Wait()
		if looked, _, err := d.db.Link(ctx, auth.Hash(link.Secret)); err != nil || looked.Tries != vitrine.MaxCodeTries {
			t.Errorf("%d codes were looked at, %v: %v", looked.Tries, err, errs)
		}
		for what, shown := range map[string]shop.Shown{"the right code": code, "the link": link} {
			_, err := d.shop.SignInByMail(ctx, shown, shop.Browser{})
			wantCode(t, what+" after too many", err, vitrine.Conflict)
		}
	})
}

// TestNobodysLink asks for links to addresses that nobody has, or only claims: all that can
// be seen without reading the mail is the same.
func TestNobodysLink(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		d.settled(t, "ada")
		d.join(t, "eve", "claimed@example.com")
		var said [][]string
		for _, email := range []string{"ada@example.com", "nobody@example.com", "claimed@example.com"} {
			for _, purpose := range []vitrine.LinkPurpose{vitrine.LinkSignIn, vitrine.LinkReset} {
				hashed := d.shop.PasswordsHashed()
				cookie, err := d.shop.AskLink(ctx, purpose, email, home())
				answers := []string{fmt.Sprint(auth.ValidSecret(auth.BrowserPrefix, cookie), err)}
				for range vitrine.MaxCodeTries + 1 {
					shown := shop.Shown{Code: "x", Cookie: cookie}
					if purpose == vitrine.LinkSignIn {
						_, err = d.shop.SignInByMail(ctx, shown, shop.Browser{})
					} else {
						_, err = d.shop.ResetPassword(ctx, shown, newPassword, shop.Browser{})
					}
					answers = append(answers, err.Error())
				}
				said = append(said, append(answers, fmt.Sprint(d.shop.PasswordsHashed()-hashed)))
				if diff := cmp.Diff(said[0], said[len(said)-1]); diff != "" {
					t.Errorf("%s for %s (-of an account +here):\n%s", purpose, email, diff)
				}
			}
		}
		if diff := cmp.Diff([]mail.Kind{mail.NoAccount, mail.NoAccount}, d.kinds(t, "nobody@example.com")); diff != "" {
			t.Errorf("mails (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]mail.Kind{mail.Confirm, mail.NoAccount, mail.NoAccount}, d.kinds(t, "claimed@example.com")); diff != "" {
			t.Errorf("mails (-want +got):\n%s", diff)
		}
		_, err := d.shop.AskLink(ctx, vitrine.LinkSignIn, "ada@example.com\r\nBcc: eve@example.com", home())
		wantCode(t, "a header in an address", err, vitrine.Invalid)
		_, err = d.shop.AskLink(ctx, vitrine.LinkSignIn, "ada\x00@example.com", home())
		wantCode(t, "an address with a control character", err, vitrine.Invalid)
	})
}

// TestAddressChangesHands has somebody take an address that a link was sent to before.
func TestAddressChangesHands(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		ada := d.settled(t, "ada")
		link, code := d.ask(t, vitrine.LinkSignIn, "ada@example.com")
		reset, _ := d.ask(t, vitrine.LinkReset, "ada@example.com")
		if err := d.shop.ChangeAddress(ctx, d.in(t, ada), "new@example.com"); err != nil {
			t.Fatal(err)
		}
		for _, step := range []struct {
			kind  mail.Kind
			email string
		}{{mail.Leave, "ada@example.com"}, {mail.Arrive, "new@example.com"}} {
			if err := d.shop.ConfirmAddress(ctx, d.in(t, ada), d.secretOf(t, step.kind, step.email)); err != nil {
				t.Fatal(err)
			}
		}
		eve := d.join(t, "eve", "ada@example.com")
		for range 2 {
			_, err := d.shop.SignInByMail(ctx, link, shop.Browser{})
			wantCode(t, "a link to an address that was left", err, vitrine.Conflict)
			_, err = d.shop.SignInByMail(ctx, code, shop.Browser{})
			wantCode(t, "its code", err, vitrine.Conflict)
			_, err = d.shop.ResetPassword(ctx, reset, newPassword, shop.Browser{})
			wantCode(t, "a reset", err, vitrine.Conflict)
			if d.in(t, eve).User.EmailClaimed {
				wantCode(t, "the new owner", d.shop.ConfirmAddress(ctx, d.in(t, eve), d.secretOf(t, mail.Confirm, "ada@example.com")), "")
			}
		}
	})
}

func TestLinkExpires(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	d.settled(t, "ada")
	link, code := d.ask(t, vitrine.LinkSignIn, "ada@example.com")
	d.clock.Advance(vitrine.LinkSignIn.Lifetime())
	for what, shown := range map[string]shop.Shown{"link": link, "code": code} {
		_, err := d.shop.SignInByMail(t.Context(), shown, shop.Browser{})
		wantCode(t, what, err, vitrine.Conflict)
	}
	_, _, err := d.shop.LookAtLink(t.Context(), link.Secret, link.Cookie)
	wantCode(t, "a look", err, vitrine.Conflict)
}

// TestReset chooses a new password: all sessions and all other links end with the old one.
func TestReset(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		ada, bob := d.settled(t, "ada"), d.settled(t, "bob")
		signIn, _ := d.ask(t, vitrine.LinkSignIn, "ada@example.com")
		link, _ := d.ask(t, vitrine.LinkReset, "ada@example.com")
		_, err := d.shop.ResetPassword(ctx, link, "short", shop.Browser{})
		wantCode(t, "a short password", err, vitrine.Invalid)
		started, err := d.shop.ResetPassword(ctx, link, newPassword, shop.Browser{})
		if err != nil {
			t.Fatal(err)
		}
		if !d.ended(t, d.shop, ada) || d.ended(t, d.shop, started) || d.ended(t, d.shop, bob) {
			t.Error("the wrong sessions ended")
		}
		_, err = d.shop.SignInByMail(ctx, signIn, shop.Browser{})
		wantCode(t, "another link", err, vitrine.Conflict)
		_, err = d.shop.ResetPassword(ctx, link, newPassword, shop.Browser{})
		wantCode(t, "the same link", err, vitrine.Conflict)
		_, err = d.shop.SignIn(ctx, shop.Credentials{Name: "ada", Password: password}, shop.Browser{})
		wantCode(t, "the old password", err, vitrine.Unauthenticated)
		_, err = d.shop.SignIn(ctx, shop.Credentials{Name: "ada", Password: newPassword}, shop.Browser{})
		wantCode(t, "the new password", err, "")
		if d.last(t, mail.Changed, "ada@example.com").args.Values["what"] != "password" {
			t.Error("nobody is told that the password was changed")
		}
	})
}

// TestResetIsCut ends a reset at each of its steps: the old password and the link stay.
func TestResetIsCut(t *testing.T) {
	t.Parallel()
	for _, cut := range []string{
		"UPDATE ON users", "UPDATE ON links", "UPDATE ON tokens", "UPDATE ON sessions", "INSERT ON sessions", "INSERT ON mails",
	} {
		t.Run(cut, func(t *testing.T) {
			t.Parallel()
			d, counted := breakable(t)
			ada := d.settled(t, "ada")
			d.token(t, d.in(t, ada))
			link, _ := d.ask(t, vitrine.LinkReset, "ada@example.com")
			before := counted(t, "CREATE TRIGGER cut BEFORE "+cut+" BEGIN SELECT RAISE(ABORT, 'cut'); END")
			if _, err := d.shop.ResetPassword(t.Context(), link, newPassword, shop.Browser{}); err == nil {
				t.Fatal("it was not cut")
			}
			if diff := cmp.Diff(before, counted(t, "DROP TRIGGER cut")); diff != "" {
				t.Errorf("what is there (-before +after):\n%s", diff)
			}
			if d.ended(t, d.shop, ada) {
				t.Error("the session ended")
			}
			if _, err := d.shop.ResetPassword(t.Context(), link, newPassword, shop.Browser{}); err != nil {
				t.Errorf("after that: %v", err)
			}
		})
	}
}

// TestMailTakesOver signs in by mail where somebody else made the account with the address
// and may know its password: both are good for nothing from then on.
func TestMailTakesOver(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	ctx := t.Context()
	if _, _, err := d.shop.CreateUser(ctx, shop.NewUser{Username: "ada", Email: "ada@example.com", Password: password}); err != nil {
		t.Fatal(err)
	}
	maker, err := d.shop.SignIn(ctx, shop.Credentials{Name: "ada", Password: password}, shop.Browser{})
	if err != nil {
		t.Fatal(err)
	}
	link, _ := d.ask(t, vitrine.LinkSignIn, "ada@example.com")
	reader, err := d.shop.SignInByMail(ctx, link, shop.Browser{})
	if err != nil {
		t.Fatal(err)
	}
	if !d.ended(t, d.shop, maker) || d.in(t, reader).User.EmailConfirmedAt.IsZero() {
		t.Error("who made the account is still there")
	}
	_, err = d.shop.SignIn(ctx, shop.Credentials{Name: "ada", Password: password}, shop.Browser{})
	wantCode(t, "the password that was there", err, vitrine.Unauthenticated)
	d.last(t, mail.Changed, "ada@example.com")
}

func TestSuspendedByMail(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	d.settled(t, "ada")
	signIn, _ := d.ask(t, vitrine.LinkSignIn, "ada@example.com")
	reset, _ := d.ask(t, vitrine.LinkReset, "ada@example.com")
	if _, err := d.shop.Suspend(t.Context(), "ada"); err != nil {
		t.Fatal(err)
	}
	_, err := d.shop.SignInByMail(t.Context(), signIn, shop.Browser{})
	wantCode(t, "signing in", err, vitrine.Forbidden)
	_, err = d.shop.ResetPassword(t.Context(), reset, newPassword, shop.Browser{})
	wantCode(t, "a reset", err, vitrine.Forbidden)
}

// TestResetEndsTokens resets a password, by mail and by the operator's word: the user's own
// tokens end with what somebody may have made by the old one. A change of it ends none.
func TestResetEndsTokens(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		ada := d.settled(t, "ada")
		for what, c := range map[string]struct {
			change func() error
			ends   bool
		}{
			"by mail": {func() error {
				link, _ := d.ask(t, vitrine.LinkReset, "ada@example.com")
				_, err := d.shop.ResetPassword(ctx, link, newPassword, shop.Browser{})
				return err
			}, true},
			"by the operator": {func() error { return d.shop.GivePassword(ctx, ada.User.ID, newPassword) }, true},
			"changed": {func() error {
				if err := d.shop.GivePassword(ctx, ada.User.ID, password); err != nil {
					return err
				}
				in, _ := d.typed(t, "ada")
				own := d.token(t, d.in(t, in))
				if err := d.shop.ChangePassword(ctx, d.in(t, in), newPassword); err != nil {
					return err
				}
				d.wantToken(t, "its own", own, true)
				return nil
			}, true},
		} {
			own := d.token(t, shop.SignedIn{User: ada.User})
			wantCode(t, what, c.change(), "")
			d.wantToken(t, what, own, !c.ends)
		}
	})
}

func (d *doors) token(t *testing.T, in shop.SignedIn) shop.Access {
	t.Helper()
	own, err := d.shop.MakeToken(t.Context(), in.Caller(), shop.NewToken{})
	if err != nil {
		t.Fatal(err)
	}
	d.wantToken(t, "a new one", own, true)
	return own
}

func (d *doors) wantToken(t *testing.T, what string, token shop.Access, good bool) {
	t.Helper()
	if _, err := d.shop.Authenticate(t.Context(), token.Secret); (err == nil) != good {
		t.Errorf("%s: the token is let in: %t, want %t", what, err == nil, good)
	}
}

// TestTakenOverPrograms takes an account over by mail that has tokens, an application with a
// secret and what it allowed that: all of them are good for nothing from then on.
func TestTakenOverPrograms(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		_, first, err := d.shop.CreateUser(ctx, shop.NewUser{Username: "made", Email: "made@example.com", Password: password})
		if err != nil {
			t.Fatal(err)
		}
		maker, _ := d.typed(t, "made")
		app, secret, err := d.shop.MakeApplication(ctx, d.in(t, maker),
			shop.NewApplication{Name: "Mine", RedirectURIs: []string{"https://a.example/"}})
		if err != nil {
			t.Fatal(err)
		}
		issued, err := d.shop.TokenOfApplication(ctx, app, nil)
		if err != nil {
			t.Fatal(err)
		}
		scopes, err := d.shop.Grantable(d.in(t, maker), app, nil)
		if err != nil {
			t.Fatal(err)
		}
		ask := shop.Ask{ApplicationID: app.ID, RedirectURI: "https://a.example/", Shown: shop.OfferOf(app, scopes)}
		if _, err := d.shop.Allow(ctx, d.in(t, maker), ask); err != nil {
			t.Fatal(err)
		}
		bob := d.settled(t, "bob")
		code, err := d.shop.Allow(ctx, d.in(t, bob), ask)
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := d.shop.RedeemCode(ctx, app, shop.Redemption{Code: code, RedirectURI: "https://a.example/"})
		if err != nil {
			t.Fatal(err)
		}
		d.wantToken(t, "of somebody who allows it", shop.Access{Secret: theirs.Access}, true)
		link, _ := d.ask(t, vitrine.LinkSignIn, "made@example.com")
		reader, err := d.shop.SignInByMail(ctx, link, shop.Browser{})
		if err != nil {
			t.Fatal(err)
		}
		d.wantToken(t, "of who made the account", first, false)
		d.wantToken(t, "of the application", shop.Access{Secret: issued.Access}, false)
		d.wantToken(t, "of somebody who allowed it", shop.Access{Secret: theirs.Access}, false)
		if _, err := d.shop.Refresh(ctx, app, theirs.Refresh, nil); err == nil {
			t.Error("who made the application goes on in the name of others who allowed it")
		}
		if now, err := d.db.Application(ctx, app.ID); err != nil || len(now.RedirectURIs) > 0 {
			t.Errorf("people who allow the application now are sent to who made it: %v, %v", now.RedirectURIs, err)
		}
		if grants, err := d.shop.GrantsOf(ctx, d.in(t, bob)); err != nil || len(grants) > 0 {
			t.Errorf("others still allow %+v, %v", grants, err)
		}
		for _, shown := range []string{secret, ""} {
			if _, err := d.shop.Client(ctx, shop.ClientProof{ID: app.ClientID, Secret: shown}); err == nil {
				t.Errorf("the application is let in with the secret %q", shown)
			}
		}
		if grants, err := d.shop.GrantsOf(ctx, d.in(t, reader)); err != nil || len(grants) > 0 {
			t.Errorf("allowed: %+v, %v", grants, err)
		}
	})
}

// TestAskTwice asks for two mails at one browser: the link of the first still works there.
func TestAskTwice(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	d.settled(t, "ada")
	first, _ := d.ask(t, vitrine.LinkSignIn, "ada@example.com")
	cookie, err := d.shop.AskLink(t.Context(), vitrine.LinkSignIn, "ada@example.com", shop.Browser{Asked: first.Cookie})
	if err != nil {
		t.Fatal(err)
	}
	first.Cookie = cookie
	_, err = d.shop.SignInByMail(t.Context(), first, shop.Browser{})
	wantCode(t, "the first link", err, "")
}

// TestOtherLetters signs in with letters whose lower case is ASCII: they are no other way to
// type a username, with attempts of their own.
func TestOtherLetters(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	d.settled(t, "nikki")
	for _, name := range []string{"nikk\u0130", "ni\u212aki"} {
		_, err := d.shop.SignIn(t.Context(), shop.Credentials{Name: name, Password: password}, shop.Browser{})
		wantCode(t, name, err, vitrine.Unauthenticated)
	}
}
