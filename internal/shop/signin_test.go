package shop_test

import (
	"slices"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/shop"
)

// TestSignInSaysTheSame signs in as somebody with a wrong password, as nobody, as one who
// has no password and as one who is suspended: each time the same is said after the same
// work.
func TestSignInSaysTheSame(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		d.settled(t, "ada")
		d.settled(t, "gone")
		d.join(t, "claims", "claims@example.com")
		if _, err := d.shop.Suspend(ctx, "gone"); err != nil {
			t.Fatal(err)
		}
		if _, _, err := d.shop.CreateUser(ctx, shop.NewUser{Username: "without", Email: "without@example.com"}); err != nil {
			t.Fatal(err)
		}
		_, want := d.shop.SignIn(ctx, shop.Credentials{Name: "ada", Password: "wrong wrong"}, shop.Browser{})
		wantCode(t, "a wrong password", want, vitrine.Unauthenticated)
		for name, typed := range map[string]string{
			"ada@example.com": "wrong wrong", "nobody": password, "nobody@example.com": password, "gone": password, "gone@example.com": password,
			"without": password, "without@example.com": "", "claims@example.com": "wrong wrong", "": "", "claimed by claims": password,
			"ada\x00": password, "ada\xff@example.com": password, "ada' OR ''='": password,
		} {
			hashed := d.shop.PasswordsHashed()
			_, err := d.shop.SignIn(ctx, shop.Credentials{Name: name, Password: typed}, shop.Browser{})
			same(t, name, err, want)
			if n := d.shop.PasswordsHashed() - hashed; n != 1 {
				t.Errorf("%s: %d passwords were hashed, want 1", name, n)
			}
		}
		for _, name := range []string{"ada", " Ada ", "ada@example.com", "claims", "claims@example.com"} {
			if _, err := d.shop.SignIn(ctx, shop.Credentials{Name: name, Password: password}, shop.Browser{}); err != nil {
				t.Errorf("%q: %v", name, err)
			}
		}
	})
}

// TestSessionEnds ends a session in each way there is, at this process and at another one.
func TestSessionEnds(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		for name, end := range map[string]func(s *shop.Shop, in shop.SignedIn, secret string) error{
			"signed out": func(s *shop.Shop, _ shop.SignedIn, secret string) error { return s.SignOut(t.Context(), secret) },
			"ended": func(s *shop.Shop, in shop.SignedIn, _ string) error {
				return s.EndSession(t.Context(), in.User.ID, in.Session.ID)
			},
			"all-ended": func(s *shop.Shop, in shop.SignedIn, _ string) error { return s.EndSessions(t.Context(), in.User.ID, 0) },
			"suspended": func(s *shop.Shop, in shop.SignedIn, _ string) error {
				_, err := s.Suspend(t.Context(), in.User.Username)
				return err
			},
		} {
			for where, s := range map[string]*shop.Shop{"here": d.shop, "elsewhere": d.elsewhere} {
				user := slices.Index([]string{"signed out", "ended", "all-ended", "suspended"}, name)
				started := d.join(t, "user-"+string(rune('a'+user))+where, where+name[:3]+"@example.com")
				in := d.in(t, started)
				if err := end(s, in, started.Secret); err != nil {
					t.Fatal(err)
				}
				if s != d.shop {
					d.clock.Advance(200 * time.Millisecond)
				}
				if !d.ended(t, d.shop, started) {
					t.Errorf("%s %s: the session goes on", name, where)
				}
			}
		}
	})
}

func TestSuspendedSessionsStayEnded(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	started := d.settled(t, "ada")
	if _, err := d.shop.Suspend(t.Context(), "ada"); err != nil {
		t.Fatal(err)
	}
	if _, err := d.shop.Restore(t.Context(), "ada"); err != nil {
		t.Fatal(err)
	}
	if !d.ended(t, d.shop, started) {
		t.Error("a session of before the suspension goes on")
	}
}

func TestSessionLifetimes(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		idle, used := d.join(t, "idle", "idle@example.com"), d.join(t, "used", "used@example.com")
		const step = 6 * 24 * time.Hour
		for at := step; at < vitrine.SessionLife; at += step {
			d.clock.Advance(step)
			if d.ended(t, d.shop, used) {
				t.Fatalf("a session that is used ends after %s", at)
			}
			if sessions, err := d.db.Sessions(t.Context(), used.User.ID); err != nil || !sessions[0].SeenAt.Equal(d.clock.Now()) {
				t.Fatalf("its use is not noted: %+v, %v", sessions, err)
			}
			if at == 2*step && d.ended(t, d.elsewhere, idle) {
				t.Error("a session ends before it was idle for long")
			}
		}
		d.clock.Advance(vitrine.SessionLife - d.clock.Now().Sub(today()) - time.Second)
		if d.ended(t, d.shop, used) {
			t.Error("a session ends a second before it should")
		}
		d.clock.Advance(time.Second)
		if !d.ended(t, d.shop, used) {
			t.Error("a session never ends")
		}
		if !d.ended(t, d.shop, idle) {
			t.Error("a session that nobody used goes on")
		}
	})
}

func TestIdleSessionEnds(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	started := d.join(t, "ada", "ada@example.com")
	d.clock.Advance(vitrine.SessionIdle)
	if !d.ended(t, d.shop, started) {
		t.Error("a session that nobody used goes on")
	}
}

// TestFixation signs in at a browser that has a session, as its owner and as somebody else:
// what was known of the old one is good for nothing.
func TestFixation(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	d.settled(t, "bob")
	for _, name := range []string{"eve", "bob"} {
		planted := d.join(t, "planted-"+name, name+".planted@example.com")
		from := home()
		from.Session = planted.Secret
		started, err := d.shop.SignIn(t.Context(), shop.Credentials{Name: "bob", Password: password}, from)
		if err != nil {
			t.Fatal(err)
		}
		if started.Secret == planted.Secret || !d.ended(t, d.shop, planted) {
			t.Error("the session of before goes on")
		}
		if d.ended(t, d.shop, started) {
			t.Error("the new session does not work")
		}
	}
	for _, guess := range []string{"", "x", "vts_", "chosen by somebody"} {
		from := home()
		from.Session = guess
		started, err := d.shop.SignIn(t.Context(), shop.Credentials{Name: "bob", Password: password}, from)
		if err != nil || started.Secret == guess {
			t.Errorf("a browser with the session %q: %v", guess, err)
		}
	}
}

func TestNewBrowserIsTold(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	d.settled(t, "ada")
	for _, agent := range []string{"Firefox", "Chrome on Android", "Chrome on Android"} {
		_, err := d.shop.SignIn(t.Context(), shop.Credentials{Name: "ada", Password: password}, shop.Browser{Agent: agent})
		if err != nil {
			t.Fatal(err)
		}
	}
	if got, want := d.kinds(t, "ada@example.com"), []mail.Kind{mail.Confirm, mail.NewSignIn}; !slices.Equal(got, want) {
		t.Errorf("mails: %v, want %v", got, want)
	}
}

func TestOthersSessions(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	ada, eve := d.settled(t, "ada"), d.settled(t, "eve")
	wantCode(t, "somebody else's session", d.shop.EndSession(t.Context(), eve.User.ID, ada.Session.ID), vitrine.NotFound)
	second, err := d.shop.SignIn(t.Context(), shop.Credentials{Name: "ada", Password: password}, shop.Browser{})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.shop.EndSessions(t.Context(), ada.User.ID, second.Session.ID); err != nil {
		t.Fatal(err)
	}
	if !d.ended(t, d.shop, ada) || d.ended(t, d.shop, second) || d.ended(t, d.shop, eve) {
		t.Error("not all others ended, or one too many")
	}
}

// TestProveAgain does what hurts right after signing in, later, and after showing who one is.
func TestProveAgain(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	ctx := t.Context()
	started := d.settled(t, "ada")
	d.clock.Advance(vitrine.FreshFor)
	wantCode(t, "late", d.shop.ChangePassword(ctx, d.in(t, started), newPassword), vitrine.Forbidden)
	wantCode(t, "late", d.shop.ChangeAddress(ctx, d.in(t, started), "b@example.com"), vitrine.Forbidden)
	wantCode(t, "wrong", d.shop.ProveByPassword(ctx, d.in(t, started), "wrong wrong"), vitrine.Unauthenticated)
	wantCode(t, "still late", d.shop.ProvedNow(t.Context(), d.in(t, started)), vitrine.Forbidden)
	wantCode(t, "right", d.shop.ProveByPassword(ctx, d.in(t, started), password), "")
	other, err := d.shop.SignIn(ctx, shop.Credentials{Name: "ada", Password: password}, shop.Browser{})
	if err != nil {
		t.Fatal(err)
	}
	wantCode(t, "in time", d.shop.ChangePassword(ctx, d.in(t, started), newPassword), "")
	if d.ended(t, d.shop, started) || !d.ended(t, d.shop, other) {
		t.Error("a new password ends the wrong sessions")
	}
	_, err = d.shop.SignIn(ctx, shop.Credentials{Name: "ada", Password: password}, shop.Browser{})
	wantCode(t, "the old password", err, vitrine.Unauthenticated)
	_, err = d.shop.SignIn(ctx, shop.Credentials{Name: "ada", Password: newPassword}, shop.Browser{})
	wantCode(t, "the new password", err, "")
}
