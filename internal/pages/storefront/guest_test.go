package storefront_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
)

// TestPagesOfGuests asks for a kept page as nobody, as two people who are signed in, with a
// cookie that is worth nothing and after signing out: the two share a page that knows
// neither of them, and nobody else sees it.
func TestPagesOfGuests(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.page = func(w http.ResponseWriter, r *http.Request) error {
		guest, err := d.views.Sessions().GuestOf(r.Context())
		if in, ok := session.Of(r.Context()); ok {
			t.Errorf("the page that is kept knows %s", in.User.Username)
		}
		if guest.SignedIn {
			w.Header().Set("Cache-Control", pages.GuestCache)
			_, _ = w.Write([]byte("welcome back "))
		}
		return err
	}
	ada, bob := d.joined(t, "first"), d.joined(t, "second")
	wants := []struct {
		name, cookie string
		in           bool
		made         int64
	}{
		{"nobody", "", false, 1},
		{"ada", ada, true, 2},
		{"bob", bob, true, 2},
		{"nobody again", "theme=dark", false, 2},
		{"a guess", "vitrine-session=vts_guess", false, 2},
	}
	for _, c := range wants {
		answer := d.ask(t, "GET", "/desk/a", "Cookie: "+c.cookie)
		if in := strings.Contains(plainOf(t, answer), "welcome back"); in != c.in || d.made.Load() != c.made {
			t.Errorf("%s: signed in: %v, made %d times; want %v, %d", c.name, in, d.made.Load(), c.in, c.made)
		}
		if private := strings.HasPrefix(answer.Header().Get("Cache-Control"), "private"); private != c.in {
			t.Errorf("%s: Cache-Control %s", c.name, answer.Header().Get("Cache-Control"))
		}
	}
	if err := d.shop.SignOut(t.Context(), strings.TrimPrefix(ada, "__Host-vitrine-session=")); err != nil {
		t.Fatal(err)
	}
	if answer := d.ask(t, "GET", "/desk/a", "Cookie: "+ada); strings.Contains(plainOf(t, answer), "welcome back") {
		t.Error("who has signed out is welcome back")
	}
}

// joined makes an account and returns the cookie of its session.
func (d *desk) joined(t *testing.T, name string) string {
	t.Helper()
	started, err := d.shop.Join(t.Context(), shop.NewAccount{Username: name, Email: name + "@example.com", Password: "correct horse"},
		shop.Browser{Agent: "Firefox"})
	if err != nil {
		t.Fatal(err)
	}
	return "__Host-vitrine-session=" + started.Secret
}

// TestAnnouncementOnKeptPages asks for a page that is kept while an announcement stands, after
// it has ended, and after another one was made.
func TestAnnouncementOnKeptPages(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.page = func(w http.ResponseWriter, r *http.Request) error {
		guest, err := d.views.Sessions().GuestOf(r.Context())
		_, _ = w.Write([]byte("announced: [" + guest.House.Announcement.Text + "]"))
		return err
	}
	say := func(a vitrine.Announcement) {
		t.Helper()
		_, err := d.shop.ChangeHouse(t.Context(), shop.HouseChange{Say: func(h *vitrine.House) { h.Announcement = a }})
		if err != nil {
			t.Fatal(err)
		}
	}
	shows := func(want string, made int64) {
		t.Helper()
		for range 3 {
			if said := plainOf(t, d.ask(t, "GET", "/desk/a")); !strings.Contains(said, "announced: ["+want+"]") || d.made.Load() != made {
				t.Errorf("it was made %d times and says %q, want %d and %q", d.made.Load(), said, made, want)
			}
		}
	}
	shows("", 1)
	say(vitrine.Announcement{Text: "Back soon", Until: d.now().Add(9 * time.Second)})
	shows("Back soon", 2)
	d.setClock(9 * time.Second) // pages are kept for longer
	shows("", 2)                // the page of before, which is still kept
	say(vitrine.Announcement{Text: "Here again"})
	shows("Here again", 3)
}
