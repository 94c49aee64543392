package shop_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/auth/authtest"
	"vitrine/internal/clocktest"
	"vitrine/internal/mail"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// doors are two processes of one marketplace, whose clock stands still until a test moves it.
type doors struct {
	shop, elsewhere *shop.Shop
	db              *store.DB
	clock           *clocktest.Clock
}

// bothDoors runs a test on both databases.
func bothDoors(t *testing.T, test func(t *testing.T, d *doors)) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		test(t, doorsOn(storetest.SQLite(t)))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		test(t, doorsOn(storetest.NewPostgres(t).Open(t)))
	})
}

func newDoors(t *testing.T) *doors {
	t.Helper()
	return doorsOn(storetest.SQLite(t))
}

func doorsOn(db *store.DB) *doors {
	d := &doors{db: db, clock: clocktest.At(today())}
	o := shop.Options{DB: db, Settings: shop.DefaultSettings(), Now: d.clock.Now, VisitorKey: bytes.Repeat([]byte("k"), 32),
		BaseURL: "https://models.example", Password: authtest.Cost()}
	d.shop, d.elsewhere = shop.New(o), shop.New(o)
	return d
}

// The passwords of these tests.
const (
	password    = "correct horse"
	newPassword = "battery staple"
)

func home() shop.Browser { return shop.Browser{Network: "192.0.2.0/24", Agent: "Firefox on Linux"} }

// join makes an account whose address is claimed.
func (d *doors) join(t testing.TB, name, email string) shop.Started {
	t.Helper()
	started, err := d.shop.Join(t.Context(), shop.NewAccount{Username: name, Email: email, Password: password}, shop.Browser{Agent: "Firefox"})
	if err != nil {
		t.Fatal(err)
	}
	return started
}

// settled makes an account whose address is confirmed.
func (d *doors) settled(t testing.TB, name string) shop.Started {
	t.Helper()
	started := d.join(t, name, name+"@example.com")
	if err := d.shop.ConfirmAddress(t.Context(), d.in(t, started), d.secretOf(t, mail.Confirm, name+"@example.com")); err != nil {
		t.Fatal(err)
	}
	return started
}

// in is who has a session.
func (d *doors) in(t testing.TB, started shop.Started) shop.SignedIn {
	t.Helper()
	in, err := d.shop.SessionOf(t.Context(), started.Secret)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// ended reports whether a session lets nobody in.
func (d *doors) ended(t testing.TB, s *shop.Shop, started shop.Started) bool {
	t.Helper()
	_, err := s.SessionOf(t.Context(), started.Secret)
	if err != nil && vitrine.CodeOf(err) != vitrine.Unauthenticated {
		t.Fatal(err)
	}
	return err != nil
}

// sent is a mail that was posted.
type sent struct {
	store.Mail
	args mail.Args
}

// mails are those that were posted to an address, the oldest first.
func (d *doors) mails(t testing.TB, email string) (list []sent) {
	t.Helper()
	for id, missing := int64(1), 0; missing < 20; id++ {
		found, err := d.db.Mail(t.Context(), id)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			missing++ // a transaction that was run again has left a gap
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if found.Email != email {
			continue
		}
		s := sent{Mail: found}
		if found.Args != "" { // it is still to be sent
			if err := json.Unmarshal([]byte(found.Args), &s.args); err != nil {
				t.Fatal(err)
			}
		}
		list = append(list, s)
	}
	return list
}

func (d *doors) kinds(t testing.TB, email string) (list []mail.Kind) {
	t.Helper()
	for _, m := range d.mails(t, email) {
		list = append(list, mail.Kind(m.Kind))
	}
	return list
}

// last is the last mail of a kind to an address.
func (d *doors) last(t testing.TB, kind mail.Kind, email string) sent {
	t.Helper()
	list := d.mails(t, email)
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Kind == string(kind) {
			return list[i]
		}
	}
	t.Fatalf("no mail of kind %s was sent to %s", kind, email)
	return sent{}
}

// secretOf is the secret in the last mail of a kind to an address.
func (d *doors) secretOf(t testing.TB, kind mail.Kind, email string) string {
	t.Helper()
	link := d.last(t, kind, email).args.Link
	return link[strings.LastIndexAny(link, "/=")+1:]
}

// same fails unless two errors say the same.
func same(t *testing.T, what string, got, want error) {
	t.Helper()
	if got == nil || want == nil || got.Error() != want.Error() || vitrine.CodeOf(got) != vitrine.CodeOf(want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}
