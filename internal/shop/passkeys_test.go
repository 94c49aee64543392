package shop_test

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"
	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/shop"
)

// key is an authenticator that answers as a browser at an origin passes on.
type key struct {
	place  virtualwebauthn.RelyingParty
	device virtualwebauthn.Authenticator
	pair   virtualwebauthn.Credential
}

func newKey() *key {
	return &key{
		place:  virtualwebauthn.RelyingParty{ID: "models.example", Name: "Vitrine", Origin: "https://models.example"},
		device: virtualwebauthn.NewAuthenticator(), pair: newPair(),
	}
}

// newPair makes a key whose coordinates have all their 32 bytes: the package leaves out
// zeros in front, which a real device does not.
func newPair() virtualwebauthn.Credential {
	const whole = 77
	for {
		pair := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
		if len(pair.Key.AttestationData()) == whole {
			return pair
		}
	}
}

// made answers the question for a new passkey.
func (k *key) made(t testing.TB, options json.RawMessage) []byte {
	t.Helper()
	asked, err := virtualwebauthn.ParseAttestationOptions(`{"publicKey":` + string(options) + `}`)
	if err != nil {
		t.Fatal(err)
	}
	k.device.Options.UserHandle = []byte(asked.UserID)
	return []byte(virtualwebauthn.CreateAttestationResponse(k.place, k.device, k.pair, *asked))
}

// signed answers the question for a passkey.
func (k *key) signed(t testing.TB, options json.RawMessage) []byte {
	t.Helper()
	asked, err := virtualwebauthn.ParseAssertionOptions(`{"publicKey":` + string(options) + `}`)
	if err != nil {
		t.Fatal(err)
	}
	return []byte(virtualwebauthn.CreateAssertionResponse(k.place, k.device, k.pair, *asked))
}

// add adds a new passkey to an account.
func (d *doors) add(t testing.TB, in shop.SignedIn, name string) *key {
	t.Helper()
	k := newKey()
	options, err := d.shop.AskNewPasskey(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.shop.AddPasskey(t.Context(), in, name, k.made(t, options)); err != nil {
		t.Fatal(err)
	}
	return k
}

// show signs in with a passkey.
func (d *doors) show(t testing.TB, k *key) (shop.Started, error) {
	t.Helper()
	options, cookie, err := d.shop.AskPasskey(t.Context(), "", shop.Browser{})
	if err != nil {
		t.Fatal(err)
	}
	return d.elsewhere.SignInByPasskey(t.Context(), k.signed(t, options), cookie, shop.Browser{Agent: "Firefox"})
}

func TestPasskey(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		ada := d.settled(t, "ada")
		first := d.add(t, d.in(t, ada), "  Telephone ")
		if in := d.in(t, ada); !in.Session.Strong {
			t.Error("who has shown a new passkey has a weak session")
		}
		second := d.add(t, d.in(t, ada), "Laptop")
		for _, k := range []*key{first, second} {
			started, err := d.show(t, k)
			if err != nil {
				t.Fatal(err)
			}
			in := d.in(t, started)
			if s := in.Session; in.User.Username != "ada" || !s.Strong || s.Waits || s.Method != vitrine.ByPasskey {
				t.Errorf("a passkey signs in %s: %+v", in.User.Username, s)
			}
		}
		ways, err := d.shop.WaysIn(ctx, ada.User.ID)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, p := range ways.Passkeys {
			names = append(names, p.Name)
			if !p.UsedAt.Equal(d.clock.Now()) || !p.CopiedAt.IsZero() || string(p.UserHandle) != string(ways.Passkeys[0].UserHandle) {
				t.Errorf("the passkey is %+v", p)
			}
		}
		if diff := cmp.Diff([]string{"Telephone", "Laptop"}, names); diff != "" {
			t.Errorf("passkeys (-want +got):\n%s", diff)
		}
		if m := d.last(t, mail.Changed, "ada@example.com"); m.args.Values["what"] != "passkey" {
			t.Errorf("the mail tells of %v", m.args.Values)
		}
	})
}

// TestPasskeyRefused shows what no passkey of the marketplace is, each time with the right
// signature of an authenticator.
func TestPasskeyRefused(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		ada := d.settled(t, "ada")
		good := d.add(t, d.in(t, ada), "Telephone")
		for name, c := range map[string]struct {
			change func(k *key)
			want   vitrine.Code
		}{
			"another origin":    {func(k *key) { k.place.Origin = "https://models.example.evil.example" }, vitrine.Invalid},
			"without https":     {func(k *key) { k.place.Origin = "http://models.example" }, vitrine.Invalid},
			"another port":      {func(k *key) { k.place.Origin = "https://models.example:8443" }, vitrine.Invalid},
			"another party":     {func(k *key) { k.place.ID = "evil.example" }, vitrine.Invalid},
			"nobody verified":   {func(k *key) { k.device.Options.UserNotVerified = true }, vitrine.Invalid},
			"nobody there":      {func(k *key) { k.device.Options.UserNotPresent = true }, vitrine.Invalid},
			"another's handle":  {func(k *key) { k.device.Options.UserHandle = []byte("somebody else") }, vitrine.Invalid},
			"another's key":     {func(k *key) { k.pair.Key = newKey().pair.Key }, vitrine.Invalid},
			"an unknown one":    {func(k *key) { k.pair = newKey().pair }, vitrine.Unauthenticated},
			"no longer synced?": {func(k *key) { k.device.Options.BackupEligible = true }, vitrine.Invalid},
		} {
			bad := *good
			c.change(&bad)
			_, err := d.show(t, &bad)
			wantCode(t, name, err, c.want)
		}
		if _, err := d.show(t, good); err != nil {
			t.Errorf("the passkey itself: %v", err)
		}
		for name, answer := range map[string]string{
			"nothing": "", "no JSON": "{", "an empty object": "{}", "a list": "[]", "null": "null",
			"a text": `{"id":"AA","rawId":"AA","type":"public-key","response":"x"}`,
		} {
			_, err := d.shop.SignInByPasskey(ctx, []byte(answer), "", shop.Browser{})
			wantCode(t, name, err, vitrine.Invalid)
			_, err = d.shop.AddPasskey(ctx, d.in(t, ada), "x", []byte(answer))
			wantCode(t, "add "+name, err, vitrine.Invalid)
		}
	})
}

// TestPasskeyAnswersOnce answers one question twice, at once, too late, elsewhere, and one
// that was asked for something else.
func TestPasskeyAnswersOnce(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		ada, bob := d.settled(t, "ada"), d.settled(t, "bob")
		k := d.add(t, d.in(t, ada), "Telephone")
		ask := func() (json.RawMessage, string) {
			t.Helper()
			options, cookie, err := d.shop.AskPasskey(ctx, "", shop.Browser{})
			if err != nil {
				t.Fatal(err)
			}
			return options, cookie
		}
		options, cookie := ask()
		answer := k.signed(t, options)
		_, err := d.shop.SignInByPasskey(ctx, answer, "", shop.Browser{})
		wantCode(t, "at another browser", err, vitrine.Conflict)
		done, refused := 0, 0
		var mu sync.Mutex
		var all sync.WaitGroup
		for i := range 6 {
			all.Go(func() {
				_, err := []*shop.Shop{d.shop, d.elsewhere}[i%2].SignInByPasskey(ctx, answer, cookie, shop.Browser{})
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					done++
				} else if vitrine.CodeOf(err) == vitrine.Conflict {
					refused++
				} else {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if done != 1 || refused != 5 {
			t.Errorf("of six who answer at once %d are in, and %d are not", done, refused)
		}

		options, cookie = ask()
		answer = k.signed(t, options)
		d.clock.Advance(vitrine.CeremonyLife)
		_, err = d.shop.SignInByPasskey(ctx, answer, cookie, shop.Browser{})
		wantCode(t, "too late", err, vitrine.Conflict)

		// The question was asked of ada in one session; bob, and ada elsewhere, do not answer it.
		fresh := d.in(t, d.proved(t, k))
		creation, err := d.shop.AskNewPasskey(ctx, fresh)
		if err != nil {
			t.Fatal(err)
		}
		made := newKey().made(t, creation)
		bobs, err := d.shop.SignIn(ctx, shop.Credentials{Name: "bob", Password: password}, shop.Browser{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = d.shop.AddPasskey(ctx, d.in(t, bobs), "mine", made)
		wantCode(t, "another's question", err, vitrine.Conflict)
		_, err = d.shop.AddPasskey(ctx, d.in(t, d.proved(t, k)), "mine", made)
		wantCode(t, "another session's question", err, vitrine.Conflict)
		if _, err = d.shop.AddPasskey(ctx, fresh, "mine", made); err != nil {
			t.Errorf("the question's own answer: %v", err)
		}
		_, err = d.shop.AddPasskey(ctx, fresh, "mine", made)
		wantCode(t, "twice", err, vitrine.Conflict)
		_ = bob
	})
}

// proved signs in with a passkey.
func (d *doors) proved(t testing.TB, k *key) shop.Started {
	t.Helper()
	started, err := d.show(t, k)
	if err != nil {
		t.Fatal(err)
	}
	return started
}

// TestTwoTabs asks one browser in two tabs: each is answered.
func TestTwoTabs(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	k := d.add(t, d.in(t, d.settled(t, "ada")), "Telephone")
	first, cookie, err := d.shop.AskPasskey(t.Context(), "", shop.Browser{})
	if err != nil {
		t.Fatal(err)
	}
	second, same, err := d.shop.AskPasskey(t.Context(), cookie, shop.Browser{})
	if err != nil || same != cookie {
		t.Fatalf("the second tab gets the cookie %q after %q: %v", same, cookie, err)
	}
	for _, options := range []json.RawMessage{first, second} {
		if _, err := d.shop.SignInByPasskey(t.Context(), k.signed(t, options), cookie, shop.Browser{}); err != nil {
			t.Error(err)
		}
	}
	if _, made, err := d.shop.AskPasskey(t.Context(), "fixed by somebody", shop.Browser{}); err != nil || made == "fixed by somebody" {
		t.Errorf("a browser keeps what no marketplace gave it: %v", err)
	}
}

func TestPasskeyCopied(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ada := d.settled(t, "ada")
		k := d.add(t, d.in(t, ada), "Telephone")
		for _, count := range []uint32{3, 7} {
			k.pair.Counter = count
			if _, err := d.show(t, k); err != nil {
				t.Fatalf("at %d: %v", count, err)
			}
		}
		for _, count := range []uint32{7, 5, 0} {
			copied := *k
			copied.pair.Counter = count
			_, err := d.show(t, &copied)
			wantCode(t, "a copy", err, vitrine.Forbidden)
		}
		ways, err := d.shop.WaysIn(t.Context(), ada.User.ID)
		if err != nil || ways.Passkeys[0].CopiedAt.IsZero() || ways.Passkeys[0].SignCount != 7 {
			t.Errorf("the passkey is %+v, %v", ways.Passkeys, err)
		}
		if m := d.last(t, mail.Changed, "ada@example.com"); m.args.Values["what"] != "passkey-copied" || m.args.Values["name"] != "Telephone" {
			t.Errorf("the mail tells of %v", m.args.Values)
		}
		k.pair.Counter = 8
		if _, err := d.show(t, k); err != nil {
			t.Errorf("the passkey that has counted on: %v", err)
		}
	})
}

func TestPasskeyRemoved(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		ada, bob := d.settled(t, "ada"), d.settled(t, "bob")
		k := d.add(t, d.in(t, ada), "Telephone")
		byKey := d.proved(t, k)
		ways, err := d.shop.WaysIn(ctx, ada.User.ID)
		if err != nil {
			t.Fatal(err)
		}
		id := ways.Passkeys[0].ID
		wantCode(t, "another's", d.shop.RemovePasskey(ctx, d.in(t, bob), id), vitrine.NotFound)
		wantCode(t, "another's", d.shop.RenamePasskey(ctx, d.in(t, bob), id, "mine"), vitrine.NotFound)
		wantCode(t, "without a name", d.shop.RenamePasskey(ctx, d.in(t, ada), id, " "), vitrine.Invalid)
		wantCode(t, "a long name", d.shop.RenamePasskey(ctx, d.in(t, ada), id, strings.Repeat("ä", 61)), vitrine.Invalid)
		wantCode(t, "a name", d.shop.RenamePasskey(ctx, d.in(t, ada), id, strings.Repeat("ä", 60)), "")

		// The question was asked while the passkey was there.
		options, cookie, err := d.shop.AskPasskey(ctx, "", shop.Browser{})
		if err != nil {
			t.Fatal(err)
		}
		answer := k.signed(t, options)
		wantCode(t, "removing", d.shop.RemovePasskey(ctx, d.in(t, ada), id), "")
		_, err = d.shop.SignInByPasskey(ctx, answer, cookie, shop.Browser{})
		wantCode(t, "a removed passkey", err, vitrine.Unauthenticated)
		if !d.ended(t, d.shop, byKey) || d.ended(t, d.shop, ada) {
			t.Error("the session of the removed passkey goes on, or the one that removed it does not")
		}
	})
}

// TestPasskeyNeedsFreshSignIn changes how an account is entered from sessions that may not.
func TestPasskeyNeedsFreshSignIn(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		ada := d.settled(t, "ada")
		k := d.add(t, d.in(t, ada), "Telephone")
		weak, err := d.shop.SignIn(ctx, shop.Credentials{Name: "ada", Password: password}, shop.Browser{Agent: "Firefox"})
		if err != nil {
			t.Fatal(err)
		}
		if in := d.in(t, weak); in.Session.Strong || in.Session.Waits {
			t.Errorf("a password begins %+v", in.Session)
		}
		wantCause(t, "a password alone", d.shop.Sure(ctx, d.in(t, weak)), shop.ErrShowSecond)
		_, err = d.shop.AskNewPasskey(ctx, d.in(t, weak))
		wantCause(t, "adding after a password", err, shop.ErrShowSecond)
		_, err = d.shop.AddPasskey(ctx, d.in(t, weak), "mine", nil)
		wantCause(t, "adding after a password", err, shop.ErrShowSecond)
		d.clock.Advance(vitrine.FreshFor)
		for name, err := range map[string]error{
			"removing": d.shop.RemovePasskey(ctx, d.in(t, ada), 1), "renaming": d.shop.RenamePasskey(ctx, d.in(t, ada), 1, "x"),
			"starting": d.shop.StartFactor(ctx, d.in(t, ada), "App"),
		} {
			wantCause(t, name+" after a while", err, shop.ErrProveAgain)
		}

		// Proved again by the passkey: another session, strong and fresh, in place of the one before.
		for _, before := range []shop.Started{ada, weak} {
			options, cookie, err := d.shop.AskOwnPasskey(ctx, d.in(t, before), "")
			if err != nil {
				t.Fatal(err)
			}
			proved, err := d.shop.ProveByPasskey(ctx, d.in(t, before), k.signed(t, options), cookie, shop.Browser{Session: before.Secret})
			if err != nil {
				t.Fatal(err)
			}
			if !d.ended(t, d.shop, before) || d.shop.Sure(ctx, d.in(t, proved)) != nil {
				t.Errorf("after the passkey the session is %+v", d.in(t, proved).Session)
			}
		}
	})
}

// TestProveByAnotherPasskey shows the passkey of one account in the session of another.
func TestProveByAnotherPasskey(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		ada, bob := d.settled(t, "ada"), d.settled(t, "bob")
		d.add(t, d.in(t, ada), "Telephone")
		bobs := d.add(t, d.in(t, bob), "Laptop")
		options, cookie, err := d.shop.AskOwnPasskey(ctx, d.in(t, ada), "")
		if err != nil {
			t.Fatal(err)
		}
		_, err = d.shop.ProveByPasskey(ctx, d.in(t, ada), bobs.signed(t, options), cookie, shop.Browser{Session: ada.Secret})
		wantCode(t, "another's passkey", err, vitrine.Unauthenticated)
		options, cookie, err = d.shop.AskPasskey(ctx, "", shop.Browser{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = d.shop.ProveByPasskey(ctx, d.in(t, bob), bobs.signed(t, options), cookie, shop.Browser{Session: bob.Secret})
		wantCode(t, "an answer of another question", err, vitrine.Conflict)
	})
}

func TestPasskeyBudget(t *testing.T) {
	t.Parallel()
	d, counted := breakable(t)
	var err error
	for i := 0; i < 40 && err == nil; i++ {
		_, bad := []*shop.Shop{d.shop, d.elsewhere}[i%2].SignInByPasskey(t.Context(), []byte("{}"), "", home())
		if vitrine.CodeOf(bad) == vitrine.RateLimited {
			err = bad
		}
	}
	wantCode(t, "many answers", err, vitrine.RateLimited)
	for range 130 {
		if _, _, err = d.shop.AskPasskey(t.Context(), "", home()); err != nil {
			break
		}
	}
	wantCode(t, "many questions", err, vitrine.RateLimited)
	d.clock.Advance(2 * vitrine.CeremonyLife)
	if err := d.shop.Forget(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := counted(t, "")["ceremonies"]; n != 0 {
		t.Errorf("%d questions are kept for ever", n)
	}
}

// TestNoPasskeys opens marketplaces where browsers allow none.
func TestNoPasskeys(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	for address, can := range map[string]bool{
		"https://models.example": true, "http://localhost:8080": true, "https://localhost": true, "https://models.example:8443": true,
		"http://models.example": false, "http://127.0.0.1:8080": false, "https://[::1]": false, "https://192.0.2.7": false, "": false,
	} {
		s := shop.New(shop.Options{DB: d.db, BaseURL: address, Now: time.Now})
		_, _, err := s.AskPasskey(t.Context(), "", shop.Browser{})
		if (err == nil) != can || !can && vitrine.CodeOf(err) != vitrine.Unavailable {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func wantCause(t *testing.T, what string, err, cause error) {
	t.Helper()
	if !errors.Is(err, cause) {
		t.Errorf("%s: %v, want %v", what, err, cause)
	}
}
