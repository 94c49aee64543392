package shop_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/shop"
)

// app gives an account an app that shows codes, half a minute ago, and returns its secret
// and the recovery codes.
func (d *doors) app(t testing.TB, in shop.SignedIn) (secret string, codes []string) {
	t.Helper()
	if err := d.shop.StartFactor(t.Context(), in, "Telephone"); err != nil {
		t.Fatal(err)
	}
	ways, err := d.shop.WaysIn(t.Context(), in.User.ID)
	if err != nil {
		t.Fatal(err)
	}
	secret = ways.Pending.Secret
	codes, err = d.shop.ConfirmFactor(t.Context(), in, d.code(t, secret))
	if err != nil {
		t.Fatal(err)
	}
	d.clock.Advance(30 * time.Second)
	return secret, codes
}

// code is what an app shows now, as people type it.
func (d *doors) code(t testing.TB, secret string) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, d.clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	return code[:3] + " " + code[3:]
}

// typed signs in by the password, which leaves a session that waits.
func (d *doors) typed(t testing.TB, name string) (shop.Started, shop.Browser) {
	t.Helper()
	started, err := d.shop.SignIn(t.Context(), shop.Credentials{Name: name, Password: password}, shop.Browser{Agent: "Opera"})
	if err != nil {
		t.Fatal(err)
	}
	return started, shop.Browser{Session: started.Secret, Agent: "Opera"}
}

func TestSecondFactor(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		ada := d.settled(t, "ada")
		secret, codes := d.app(t, d.in(t, ada))
		if len(slices.Compact(slices.Sorted(slices.Values(codes)))) != vitrine.RecoveryCodes {
			t.Errorf("the recovery codes are %q", codes)
		}
		if !d.in(t, ada).Session.Strong {
			t.Error("who has shown a code has a weak session")
		}
		before := len(d.kinds(t, "ada@example.com"))
		waiting, from := d.typed(t, "ada")
		if in := d.in(t, waiting); !in.Session.Waits || in.Session.Strong {
			t.Errorf("the password alone begins %+v", in.Session)
		}
		if n := len(d.kinds(t, "ada@example.com")); n != before {
			t.Errorf("%d mails tell of somebody who is not in yet", n-before)
		}
		_, err := d.shop.ShowSecond(ctx, d.in(t, waiting), "000000", from)
		wantCode(t, "a wrong code", err, vitrine.Invalid)
		in, err := d.elsewhere.ShowSecond(ctx, d.in(t, waiting), d.code(t, secret), from)
		if err != nil {
			t.Fatal(err)
		}
		if s := d.in(t, in).Session; s.Waits || !s.Strong || s.Method != vitrine.ByPassword || in.Secret == waiting.Secret {
			t.Errorf("after the code: %+v", s)
		}
		if got := d.kinds(t, "ada@example.com"); got[len(got)-1] != mail.NewSignIn {
			t.Errorf("a new browser is not told of: %v", got)
		}
		d.clock.Advance(200 * time.Millisecond)
		if !d.ended(t, d.shop, waiting) {
			t.Error("the session that waited goes on")
		}
		// By a link in a mail, and after a reset, it is owed as well.
		cookie, err := d.shop.AskLink(ctx, vitrine.LinkSignIn, "ada@example.com", shop.Browser{})
		if err != nil {
			t.Fatal(err)
		}
		code := d.last(t, mail.SignIn, "ada@example.com").args.Code
		byMail, err := d.shop.SignInByMail(ctx, shop.Shown{Cookie: cookie, Code: code}, shop.Browser{})
		if err != nil || !byMail.Session.Waits {
			t.Errorf("a mail begins %+v, %v", byMail.Session, err)
		}
	})
}

// TestCodeOnce shows one code twice, one after the other and at once, and codes of other
// moments.
func TestCodeOnce(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		secret, _ := d.app(t, d.in(t, d.settled(t, "ada")))
		code := d.code(t, secret)
		var sessions []shop.SignedIn
		var browsers []shop.Browser
		for range 5 {
			waiting, from := d.typed(t, "ada")
			sessions, browsers = append(sessions, d.in(t, waiting)), append(browsers, from)
		}
		errs := make([]error, 5)
		var all sync.WaitGroup
		for i := range errs {
			all.Go(func() {
				_, errs[i] = []*shop.Shop{d.shop, d.elsewhere}[i%2].ShowSecond(ctx, sessions[i], code, browsers[i])
			})
		}
		all.Wait()
		done := 0
		for i, err := range errs {
			if err == nil {
				done++
			} else {
				wantCode(t, "who came later", err, vitrine.Invalid)
				sessions[0], browsers[0] = sessions[i], browsers[i]
			}
		}
		if done != 1 {
			t.Fatalf("one code let %d of five in: %v", done, errs)
		}
		d.clock.Advance(time.Minute)
		// One that the app showed before the last minute, and one that it shows in a minute.
		for _, off := range []time.Duration{-time.Minute, time.Minute} {
			other, err := totp.GenerateCode(secret, d.clock.Now().Add(off))
			if err != nil {
				t.Fatal(err)
			}
			_, err = d.shop.ShowSecond(ctx, sessions[0], other, browsers[0])
			wantCode(t, off.String(), err, vitrine.Invalid)
		}
		next, err := totp.GenerateCode(secret, d.clock.Now().Add(30*time.Second))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.shop.ShowSecond(ctx, sessions[0], next, browsers[0]); err != nil {
			t.Errorf("a telephone whose clock is half a minute early: %v", err)
		}
		waiting, from := d.typed(t, "ada")
		_, err = d.shop.ShowSecond(ctx, d.in(t, waiting), d.code(t, secret), from)
		wantCode(t, "a code before the last one", err, vitrine.Invalid)
	})
}

// TestSecondFactorGuessed tries codes at two processes: together they have one budget, and
// a right code does not help who has none left.
func TestSecondFactorGuessed(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		secret, codes := d.app(t, d.in(t, d.settled(t, "ada")))
		waiting, from := d.typed(t, "ada")
		in, tries := d.in(t, waiting), 0
		for ; tries < 50; tries++ {
			_, err := []*shop.Shop{d.shop, d.elsewhere}[tries%2].ShowSecond(ctx, in, "000000", from)
			if vitrine.CodeOf(err) == vitrine.RateLimited {
				break
			}
			wantCode(t, "a guess", err, vitrine.Invalid)
		}
		if tries < 5 || tries > 8 {
			t.Errorf("%d guesses were allowed at once", tries)
		}
		for _, right := range []string{d.code(t, secret), codes[0]} {
			_, err := d.elsewhere.ShowSecond(ctx, in, right, from)
			wantCode(t, "a right code, too late", err, vitrine.RateLimited)
		}
		d.clock.Advance(4 * time.Minute)
		if _, err := d.shop.ShowSecond(ctx, in, d.code(t, secret), from); err != nil {
			t.Errorf("some minutes later: %v", err)
		}
	})
}

// TestWaitingEnds shows a right code in sessions that wait no more.
func TestWaitingEnds(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		ada, bob := d.settled(t, "ada"), d.settled(t, "bob")
		secret, _ := d.app(t, d.in(t, ada))
		waiting, from := d.typed(t, "ada")
		in := d.in(t, waiting)
		if err := d.shop.SignOut(ctx, waiting.Secret); err != nil {
			t.Fatal(err)
		}
		_, err := d.shop.ShowSecond(ctx, in, d.code(t, secret), from)
		wantCode(t, "after signing out", err, vitrine.Unauthenticated)

		// The code of one account does nothing in the session of another.
		_, bobs := d.app(t, d.in(t, bob))
		waiting, from = d.typed(t, "ada")
		in = d.in(t, waiting)
		_, err = d.shop.ShowSecond(ctx, in, bobs[0], from)
		wantCode(t, "another's recovery code", err, vitrine.Invalid)
		_, err = d.shop.ShowSecond(ctx, in, d.code(t, secret), shop.Browser{Session: d.proofOf(t, "bob").Secret})
		wantCode(t, "at another's browser", err, vitrine.Unauthenticated)
		d.clock.Advance(vitrine.SessionWaits)
		_, err = d.shop.ShowSecond(ctx, in, d.code(t, secret), from)
		wantCode(t, "too late", err, vitrine.Unauthenticated)
	})
}

// proofOf is a session of somebody that waits.
func (d *doors) proofOf(t testing.TB, name string) shop.Started {
	t.Helper()
	waiting, _ := d.typed(t, name)
	return waiting
}

func TestRecoveryCodes(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		ada := d.settled(t, "ada")
		_, err := d.shop.NewRecoveryCodes(ctx, d.in(t, ada))
		wantCode(t, "codes for nothing", err, vitrine.Conflict)
		_, codes := d.app(t, d.in(t, ada))
		waiting, from := d.typed(t, "ada")
		started, err := d.shop.ShowSecond(ctx, d.in(t, waiting), " "+strings.ToUpper(codes[3])+" ", from)
		if err != nil {
			t.Fatal(err)
		}
		if s := d.in(t, started).Session; s.Method != vitrine.ByRecovery || !s.Strong {
			t.Errorf("a recovery code begins %+v", s)
		}
		if m := d.last(t, mail.Changed, "ada@example.com"); m.args.Values["what"] != "recovery" {
			t.Errorf("the mail tells of %v", m.args.Values)
		}
		again, from := d.typed(t, "ada")
		_, err = d.shop.ShowSecond(ctx, d.in(t, again), codes[3], from)
		wantCode(t, "a used recovery code", err, vitrine.Invalid)
		ways, err := d.shop.WaysIn(ctx, ada.User.ID)
		if err != nil || ways.Codes != vitrine.RecoveryCodes-1 {
			t.Errorf("%d codes are left: %v", ways.Codes, err)
		}
		others, err := d.shop.NewRecoveryCodes(ctx, d.in(t, started))
		if err != nil || slices.Contains(others, codes[0]) {
			t.Errorf("new codes: %q, %v", others, err)
		}
		_, err = d.shop.ShowSecond(ctx, d.in(t, again), codes[0], from)
		wantCode(t, "a replaced recovery code", err, vitrine.Invalid)
		if _, err = d.shop.ShowSecond(ctx, d.in(t, again), others[9], from); err != nil {
			t.Errorf("a new recovery code: %v", err)
		}
	})
}

func TestFactorRemoved(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		ada, bob := d.settled(t, "ada"), d.settled(t, "bob")
		d.app(t, d.in(t, ada))
		ways, err := d.shop.WaysIn(ctx, ada.User.ID)
		if err != nil {
			t.Fatal(err)
		}
		id := ways.Factors[0].ID
		wantCode(t, "another's", d.shop.RemoveFactor(ctx, d.in(t, bob), id), vitrine.NotFound)
		wantCode(t, "another's", d.shop.RenameFactor(ctx, d.in(t, bob), id, "mine"), vitrine.NotFound)
		wantCode(t, "a new name", d.shop.RenameFactor(ctx, d.in(t, ada), id, "Old telephone"), "")
		waiting, _ := d.typed(t, "ada")
		wantCode(t, "removing", d.shop.RemoveFactor(ctx, d.in(t, ada), id), "")
		if !d.ended(t, d.shop, waiting) {
			t.Error("a session that waits for it goes on")
		}
		if ways, err = d.shop.WaysIn(ctx, ada.User.ID); err != nil || ways.Any() || ways.Codes != 0 {
			t.Errorf("what is left is %+v, %v", ways, err)
		}
		if in, _ := d.typed(t, "ada"); in.Session.Waits {
			t.Error("the password waits for what was removed")
		}
	})
}

// TestFactorBegunTwice begins to add an app in two tabs: the codes of the last one count.
func TestFactorBegunTwice(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	ctx := t.Context()
	in := d.in(t, d.settled(t, "ada"))
	_, err := d.shop.ConfirmFactor(ctx, in, "123456")
	wantCode(t, "nothing was begun", err, vitrine.Conflict)
	var secrets []string
	for range 2 {
		if err := d.shop.StartFactor(ctx, in, "App"); err != nil {
			t.Fatal(err)
		}
		ways, err := d.shop.WaysIn(ctx, in.User.ID)
		if err != nil {
			t.Fatal(err)
		}
		secrets = append(secrets, ways.Pending.Secret)
		if ways.Any() {
			t.Error("an app counts that has shown nothing")
		}
	}
	_, err = d.shop.ConfirmFactor(ctx, in, d.code(t, secrets[0]))
	wantCode(t, "the first tab", err, vitrine.Invalid)
	if started, _ := d.typed(t, "ada"); started.Session.Waits {
		t.Error("the password waits for an app that was never added")
	}
	if _, err := d.shop.ConfirmFactor(ctx, in, d.code(t, secrets[1])); err != nil {
		t.Errorf("the second tab: %v", err)
	}
	started, from := d.typed(t, "ada")
	_, err = d.shop.ShowSecond(ctx, d.in(t, started), d.code(t, secrets[1]), from)
	wantCode(t, "the code that added the app", err, vitrine.Invalid)
}

// TestStrongOperators has an operator act as such only with a passkey or a code.
func TestStrongOperators(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		_, _, err := d.shop.CreateUser(ctx, shop.NewUser{Username: "root", Email: "root@example.com", Password: password, Admin: true})
		if err != nil {
			t.Fatal(err)
		}
		house := vitrine.DefaultHouse()
		house.StrongOperators = true
		if err := d.shop.SetHouse(ctx, house); err != nil {
			t.Fatal(err)
		}
		weak, _ := d.typed(t, "root")
		if in := d.in(t, weak); in.Operator() || in.Caller().Admin() {
			t.Error("a password alone makes an operator")
		}
		d.app(t, d.in(t, weak))
		if in := d.in(t, weak); !in.Operator() || !in.Caller().Admin() {
			t.Error("an operator who has shown a code is none")
		}
	})
}

// TestForgetWaysIn is the operator's help for who has lost everything.
func TestForgetWaysIn(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ada := d.settled(t, "ada")
		k := d.add(t, d.in(t, ada), "Telephone")
		d.app(t, d.in(t, ada))
		if _, err := d.shop.ForgetWaysIn(t.Context(), "ada"); err != nil {
			t.Fatal(err)
		}
		if !d.ended(t, d.shop, ada) {
			t.Error("a session goes on")
		}
		_, err := d.show(t, k)
		wantCode(t, "the passkey", err, vitrine.Unauthenticated)
		if started, _ := d.typed(t, "ada"); started.Session.Waits {
			t.Error("the password waits for what is gone")
		}
	})
}

// TestMailboxIsNoSecondFactor reads the mail of an account whose address nobody confirmed
// and which has an app: the mail alone opens nothing and removes nothing. Once the operator
// has forgotten the ways in, it gives the account to its reader.
func TestMailboxIsNoSecondFactor(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		_, _, err := d.shop.CreateUser(ctx, shop.NewUser{Username: "made", Email: "made@example.com", Password: password})
		if err != nil {
			t.Fatal(err)
		}
		first, _ := d.typed(t, "made")
		secret, _ := d.app(t, d.in(t, first))
		link, _ := d.ask(t, vitrine.LinkSignIn, "made@example.com")
		_, err = d.shop.SignInByMail(ctx, link, shop.Browser{})
		wantCode(t, "the mail alone", err, vitrine.Forbidden)
		reset, _ := d.ask(t, vitrine.LinkReset, "made@example.com")
		_, err = d.shop.ResetPassword(ctx, reset, newPassword, shop.Browser{})
		wantCode(t, "a reset", err, vitrine.Forbidden)
		waiting, from := d.typed(t, "made")
		if _, err = d.shop.ShowSecond(ctx, d.in(t, waiting), d.code(t, secret), from); err != nil {
			t.Errorf("the app shows nothing any more: %v", err)
		}
		if _, err := d.shop.ForgetWaysIn(ctx, "made"); err != nil {
			t.Fatal(err)
		}
		if _, err = d.shop.SignInByMail(ctx, link, shop.Browser{}); err != nil {
			t.Errorf("after the operator's help: %v", err)
		}
		_, err = d.shop.SignIn(ctx, shop.Credentials{Name: "made", Password: password}, shop.Browser{})
		wantCode(t, "the password of who made the account", err, vitrine.Unauthenticated)
	})
}

// TestOperatorByMail reads the mail of an operator of an earlier release, whose address was
// never confirmed: the code is owed, and the password stays.
func TestOperatorByMail(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	_, _, err := d.shop.CreateUser(t.Context(), shop.NewUser{Username: "root", Email: "root@example.com", Password: password, Admin: true})
	if err != nil {
		t.Fatal(err)
	}
	weak, _ := d.typed(t, "root")
	d.app(t, d.in(t, weak))
	link, _ := d.ask(t, vitrine.LinkSignIn, "root@example.com")
	started, err := d.shop.SignInByMail(t.Context(), link, shop.Browser{})
	if err != nil || !started.Session.Waits {
		t.Errorf("the mail begins %+v, %v", started.Session, err)
	}
	if again, _ := d.typed(t, "root"); !again.Session.Waits {
		t.Error("the app is gone")
	}
}

// TestOldSession has a session from before the app: it ends, wherever it is. One that an
// earlier release let go on may do nothing that hurts before a code is shown.
func TestOldSession(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		ada := d.settled(t, "ada")
		thief, _ := d.typed(t, "ada")
		old := d.in(t, thief)
		d.app(t, d.in(t, ada))
		if !d.ended(t, d.shop, thief) || d.ended(t, d.shop, ada) {
			t.Error("the app ends the wrong sessions")
		}
		if err := d.shop.ProvedNow(ctx, old); !errors.Is(err, shop.ErrShowSecond) {
			t.Errorf("a session without the code: %v", err)
		}
		wantCode(t, "a new password", d.shop.ChangePassword(ctx, old, newPassword), vitrine.Forbidden)
		eve := d.settled(t, "eve")
		other, _ := d.typed(t, "eve")
		d.add(t, d.in(t, eve), "Telephone")
		if !d.ended(t, d.shop, other) || d.ended(t, d.shop, eve) {
			t.Error("the passkey ends the wrong sessions")
		}
	})
}
