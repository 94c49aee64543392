package shop_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/shop"
)

// worked is what something cost: the statements that the database ran, and how many
// passwords were hashed.
type worked struct {
	Statements []string
	Passwords  int64
}

// work counts what fn costs.
func (d *doors) work(t *testing.T, fn func(ctx context.Context)) worked {
	t.Helper()
	heard, hashed := &statements{}, d.shop.PasswordsHashed()
	d.db.LogSlow(slog.New(heard), 1)
	defer d.db.LogSlow(nil, 0)
	fn(t.Context())
	return worked{heard.list(), d.shop.PasswordsHashed() - hashed}
}

// statements is a log that keeps the statements it is told.
type statements struct {
	mu    sync.Mutex
	heard []string
}

func (s *statements) list() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.heard), func(text string) bool {
		return strings.Contains(text, "catalogue_changes") // which any process asks for now and then
	})
}

// Handle keeps a statement.
func (s *statements) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "statement" {
			s.mu.Lock()
			s.heard = append(s.heard, a.Value.String())
			s.mu.Unlock()
		}
		return true
	})
	return nil
}

func (s *statements) Enabled(context.Context, slog.Level) bool { return true }
func (s *statements) WithAttrs([]slog.Attr) slog.Handler       { return s }
func (s *statements) WithGroup(string) slog.Handler            { return s }

// TestSameWork goes through each door that asks for an address, with one that has an
// account, one that has none, one that is claimed and one whose account is suspended: the
// database runs the same statements, and as many passwords are hashed.
func TestSameWork(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		d.settled(t, "ada")
		d.settled(t, "gone")
		d.join(t, "eve", "claimed@example.com")
		d.settled(t, "eager")
		var eager shop.SignedIn
		asks := func(door func(ctx context.Context, email string), email string) worked {
			d.clock.Advance(time.Hour) // the attempts of before are given back
			started, err := d.shop.SignIn(t.Context(), shop.Credentials{Name: "eager", Password: password}, shop.Browser{})
			wantCode(t, "signing in", err, "")
			eager = d.in(t, started)
			return d.work(t, func(ctx context.Context) { door(ctx, email) })
		}
		if _, err := d.shop.Suspend(t.Context(), "gone"); err != nil {
			t.Fatal(err)
		}
		joined := 0
		for what, door := range map[string]func(ctx context.Context, email string){
			"sign in": func(ctx context.Context, email string) {
				_, err := d.shop.SignIn(ctx, shop.Credentials{Name: email, Password: "wrong wrong"}, shop.Browser{})
				wantCode(t, "a wrong password", err, vitrine.Unauthenticated)
			},
			"ask to sign in": func(ctx context.Context, email string) { _, _ = d.shop.AskLink(ctx, vitrine.LinkSignIn, email, home()) },
			"ask to reset":   func(ctx context.Context, email string) { _, _ = d.shop.AskLink(ctx, vitrine.LinkReset, email, home()) },
			"type a code": func(ctx context.Context, email string) {
				cookie, err := d.shop.AskLink(ctx, vitrine.LinkSignIn, email, shop.Browser{})
				wantCode(t, "asking", err, "")
				_, err = d.shop.SignInByMail(ctx, shop.Shown{Code: "1", Cookie: cookie}, shop.Browser{})
				wantCode(t, "a wrong code", err, vitrine.Invalid)
			},
			"join": func(ctx context.Context, email string) {
				name := "new-" + string(rune('a'+joined))
				joined++
				_, err := d.shop.Join(ctx, shop.NewAccount{Username: name, Email: email, Password: password}, shop.Browser{})
				wantCode(t, "joining", err, "")
			},
			"change an address": func(ctx context.Context, email string) {
				wantCode(t, "changing", d.shop.ChangeAddress(ctx, eager, email), "")
			},
		} {
			asks(door, "first@example.com") // reads what is remembered after that
			want := asks(door, "nobody@example.com")
			if len(want.Statements) == 0 {
				t.Fatalf("%s: no statement was heard", what)
			}
			for _, email := range []string{"ada@example.com", "gone@example.com", "claimed@example.com"} {
				if diff := cmp.Diff(want, asks(door, email)); diff != "" {
					t.Errorf("%s with %s (-nobody's +this one):\n%s", what, email, diff)
				}
			}
		}
	})
}

// TestLinksGoToTheStoredAddress asks for links under addresses that look or sort like
// another one: its account is not found by them, and its mail goes nowhere else.
func TestLinksGoToTheStoredAddress(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		for _, email := range []string{"mail@weiss.example", "kim@example.com", "Ünal@example.com"} {
			name := "user-" + string(rune('a'+len(email)))
			started := d.join(t, name, email)
			wantCode(t, email, d.shop.ConfirmAddress(t.Context(), d.in(t, started), d.secretOf(t, mail.Confirm, email)), "")
		}
		for typed, owner := range map[string]string{
			"mail@weiß.example": "", "\u212aim@example.com": "", "k\u0130m@example.com": "", "KIM@EXAMPLE.com": "kim@example.com",
			"u\u0308nal@example.com": "Ünal@example.com",
		} {
			before := len(d.mails(t, owner))
			if _, err := d.shop.AskLink(t.Context(), vitrine.LinkReset, typed, shop.Browser{}); err != nil {
				t.Fatal(err)
			}
			sent := d.mails(t, typed)
			switch {
			case owner == "" && (len(sent) != 1 || sent[0].Kind != string(mail.NoAccount)):
				t.Errorf("%s: %+v", typed, sent)
			case owner != "" && (len(sent) != 0 || len(d.mails(t, owner)) != before+1):
				t.Errorf("%s: %d mails to it, and %d to %s", typed, len(sent), len(d.mails(t, owner))-before, owner)
			}
		}
	})
}

// TestRightPasswordGivesAttemptsBack mistypes a password, then types it: the next day's
// mistakes count anew.
func TestRightPasswordGivesAttemptsBack(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	started := d.settled(t, "ada")
	for range 3 {
		for range 9 {
			_, err := d.shop.SignIn(t.Context(), shop.Credentials{Name: "ada", Password: "wrong wrong"}, shop.Browser{})
			wantCode(t, "a wrong one", err, vitrine.Unauthenticated)
		}
		_, err := d.shop.SignIn(t.Context(), shop.Credentials{Name: "ada", Password: password}, shop.Browser{})
		wantCode(t, "the right one", err, "")
		prove := func(typed string) error {
			return d.shop.ProveByPassword(t.Context(), d.in(t, started), typed)
		}
		for range 9 {
			wantCode(t, "a wrong proof", prove("wrong wrong"), vitrine.Unauthenticated)
		}
		wantCode(t, "the right proof", prove(password), "")
	}
}
