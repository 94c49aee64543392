package shop_test

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/auth/authtest"
	"vitrine/internal/mail"
	"vitrine/internal/openid"
	"vitrine/internal/openid/openidtest"
	"vitrine/internal/shop"
)

// outsideDoors are doors of a marketplace with an outside provider.
func outsideDoors(t *testing.T, d *doors) *openidtest.Provider {
	t.Helper()
	fake := openidtest.New(t)
	outsideAt(t, d, fake)
	return fake
}

func outsideAt(t *testing.T, d *doors, fake *openidtest.Provider) {
	t.Helper()
	fake.Now = d.clock.Now
	provider, err := openid.New(openid.Options{
		Issuer: fake.URL, Name: "Acme", ClientID: openidtest.ClientID, ClientSecret: openidtest.ClientSecret,
		Return: "https://models.example/sign-in/provider", Now: d.clock.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	o := shop.Options{DB: d.db, Settings: shop.DefaultSettings(), Now: d.clock.Now, VisitorKey: bytes.Repeat([]byte("k"), 32),
		BaseURL: "https://models.example", Provider: provider, Password: authtest.Cost()}
	d.shop, d.elsewhere = shop.New(o), shop.New(o)
}

// errand sends a browser to the provider, and returns what it comes back with.
func (d *doors) errand(t testing.TB, in *shop.SignedIn, o shop.Errand) shop.Back {
	t.Helper()
	return d.errandOf(t, in, shop.Leaving{Errand: o, Next: "/library"})
}

func (d *doors) errandOf(t testing.TB, in *shop.SignedIn, l shop.Leaving) shop.Back {
	t.Helper()
	sent, err := d.shop.AskProvider(t.Context(), in, l, shop.Browser{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, sent.Address, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	led, err := url.Parse(answer.Header.Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	got := led.Query()
	return shop.Back{
		Answer: openid.Answer{Code: got.Get("code"), Issuer: got.Get("iss")}, State: got.Get("state"), Cookie: sent.Browser,
	}
}

func TestLinkElsewhere(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		outsideDoors(t, d)
		ada := d.settled(t, "ada")
		in := d.in(t, ada)
		out, err := d.elsewhere.AnswerProvider(ctx, &in, d.errand(t, &in, shop.ErrandLink), shop.Browser{})
		if err != nil || out.Errand != shop.ErrandLink || out.Next != "/library" || out.Started != nil || out.New != nil {
			t.Fatalf("linking: %+v, %v", out, err)
		}
		if m := d.last(t, mail.Changed, "ada@example.com"); m.args.Values["what"] != "identity" {
			t.Errorf("the mail tells of %v", m.args.Values)
		}
		d.clock.Advance(vitrine.FreshFor / 2)
		out, err = d.shop.AnswerProvider(ctx, nil, d.errand(t, nil, shop.ErrandSignIn), shop.Browser{})
		if err != nil || out.Started == nil || out.Started.User.Username != "ada" {
			t.Fatalf("signing in: %+v, %v", out, err)
		}
		if s := d.in(t, *out.Started).Session; s.Strong || s.Waits || s.Method != vitrine.ByProvider {
			t.Errorf("the provider begins %+v", s)
		}
		ways, err := d.shop.WaysIn(ctx, ada.User.ID)
		if err != nil || len(ways.Identities) != 1 || ways.Any() || !ways.Identities[0].UsedAt.Equal(d.clock.Now()) {
			t.Fatalf("ways in: %+v, %v", ways, err)
		}
		wantCode(t, "removing", d.shop.Unlink(ctx, in, ways.Identities[0].ID), "")
		if !d.ended(t, d.shop, *out.Started) || d.ended(t, d.shop, ada) {
			t.Error("the session that the provider began goes on, or the one here does not")
		}
		out, err = d.shop.AnswerProvider(ctx, nil, d.errand(t, nil, shop.ErrandSignIn), shop.Browser{})
		if err != nil || out.Started != nil || out.New == nil {
			t.Errorf("after that: %+v, %v", out, err)
		}
	})
}

// TestLinkNeedsSureSession links from sessions that may not: at the beginning, and when the
// browser comes back.
func TestLinkNeedsSureSession(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		outsideDoors(t, d)
		ada := d.settled(t, "ada")
		in := d.in(t, ada)
		late := d.errand(t, &in, shop.ErrandLink)
		d.clock.Advance(vitrine.FreshFor - 1)
		soon := d.errand(t, &in, shop.ErrandLink)
		d.clock.Advance(1)
		_, err := d.shop.AskProvider(ctx, &in, shop.Leaving{Errand: shop.ErrandLink}, shop.Browser{})
		wantCause(t, "asking after a while", err, shop.ErrProveAgain)
		_, err = d.shop.AnswerProvider(ctx, &in, soon, shop.Browser{})
		wantCause(t, "coming back after a while", err, shop.ErrProveAgain)
		_, err = d.shop.AnswerProvider(ctx, &in, late, shop.Browser{})
		wantCode(t, "coming back too late", err, vitrine.Conflict)

		// With a passkey the password alone does not do.
		bob := d.settled(t, "bob")
		d.add(t, d.in(t, bob), "Telephone")
		weak, err := d.shop.SignIn(ctx, shop.Credentials{Name: "bob", Password: password}, shop.Browser{})
		if err != nil {
			t.Fatal(err)
		}
		in = d.in(t, weak)
		_, err = d.shop.AskProvider(ctx, &in, shop.Leaving{Errand: shop.ErrandLink}, shop.Browser{})
		wantCause(t, "after a password", err, shop.ErrShowSecond)
		ways, err := d.shop.WaysIn(ctx, ada.User.ID)
		if err != nil || len(ways.Identities) != 0 {
			t.Errorf("linked: %+v, %v", ways.Identities, err)
		}
	})
}

// TestInvitationElsewhere sets out to the provider with an invitation, and comes back when it
// is good no more, or the marketplace is closed.
func TestInvitationElsewhere(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		outsideDoors(t, d)
		policy := func(p vitrine.JoinPolicy) {
			t.Helper()
			house := vitrine.DefaultHouse()
			house.Joining = p
			wantCode(t, string(p), d.shop.SetHouse(ctx, house), "")
		}
		policy(vitrine.JoinInvited)
		invited, err := d.shop.Invite(ctx, "ada@example.com")
		if err != nil {
			t.Fatal(err)
		}
		secret := strings.TrimPrefix(invited.Path, "/join?invitation=")
		join := func(invitation string) error {
			t.Helper()
			back := d.errandOf(t, nil, shop.Leaving{Errand: shop.ErrandSignIn, Invitation: invitation})
			out, err := d.shop.AnswerProvider(ctx, nil, back, shop.Browser{})
			if err != nil || out.New == nil {
				t.Fatalf("arriving: %+v, %v", out, err)
			}
			account := shop.NewAccount{Username: "ada", Email: "ada@example.com"}
			_, _, err = d.elsewhere.JoinByProvider(ctx, out.New.Ticket, account, back.Cookie, shop.Browser{})
			return err
		}
		wantCode(t, "without one", join(""), vitrine.Forbidden)
		policy(vitrine.JoinClosed)
		wantCode(t, "where it is closed", join(secret), vitrine.Forbidden)
		policy(vitrine.JoinInvited)
		d.clock.Advance(vitrine.LinkInvite.Lifetime() - time.Minute)
		back := d.errandOf(t, nil, shop.Leaving{Errand: shop.ErrandSignIn, Invitation: secret})
		d.clock.Advance(time.Minute)
		out, err := d.shop.AnswerProvider(ctx, nil, back, shop.Browser{})
		if err != nil || out.New == nil {
			t.Fatalf("arriving: %+v, %v", out, err)
		}
		account := shop.NewAccount{Username: "ada", Email: "ada@example.com"}
		_, _, err = d.shop.JoinByProvider(ctx, out.New.Ticket, account, back.Cookie, shop.Browser{})
		wantCode(t, "with one that has expired on the way", err, vitrine.Forbidden)
		_, err = d.shop.AskProvider(ctx, nil, shop.Leaving{Errand: shop.ErrandSignIn, Invitation: secret}, shop.Browser{})
		wantCode(t, "setting out with it", err, vitrine.Conflict)
		_, err = d.shop.AskProvider(ctx, nil, shop.Leaving{Errand: shop.ErrandSignIn, Invitation: "x"}, shop.Browser{})
		wantCode(t, "setting out with none", err, vitrine.NotFound)
	})
}

// TestProviderThatIsNoMore has an account with a passkey and an account elsewhere, at a
// provider that the operator has replaced since: the passkey is the last way in, and stays.
func TestProviderThatIsNoMore(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		fake := outsideDoors(t, d)
		back := d.errand(t, nil, shop.ErrandSignIn)
		out, err := d.shop.AnswerProvider(ctx, nil, back, shop.Browser{})
		if err != nil {
			t.Fatal(err)
		}
		account := shop.NewAccount{Username: "ada", Email: "ada@example.com"}
		joined, _, err := d.shop.JoinByProvider(ctx, out.New.Ticket, account, back.Cookie, shop.Browser{})
		if err != nil {
			t.Fatal(err)
		}
		d.add(t, d.in(t, joined), "Telephone")
		remove := func() error {
			ways, err := d.shop.WaysIn(ctx, joined.User.ID)
			if err != nil {
				t.Fatal(err)
			}
			return d.shop.RemovePasskey(ctx, d.in(t, joined), ways.Passkeys[0].ID)
		}
		outsideDoors(t, d) // another one, at another address
		if ways, err := d.shop.WaysIn(ctx, joined.User.ID); err != nil || len(ways.Identities) != 1 || ways.Provider != "" {
			t.Errorf("the account elsewhere lets in at %q: %+v, %v", ways.Provider, ways.Identities, err)
		}
		wantCode(t, "with another provider", remove(), vitrine.Conflict)
		d.shop = doorsOn(d.db).shop
		wantCode(t, "with none", remove(), vitrine.Conflict)
		outsideAt(t, d, fake)
		wantCode(t, "where it is there again", remove(), "")
	})
}

// TestJoinElsewhere makes accounts with one ticket: at another browser, twice, and by
// somebody whose address has an account meanwhile.
func TestJoinElsewhere(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		fake := outsideDoors(t, d)
		fake.Person = map[string]any{"sub": "1", "email": "ada@example.com", "email_verified": true}
		arrive := func() (*shop.Newcomer, string) {
			t.Helper()
			back := d.errand(t, nil, shop.ErrandSignIn)
			out, err := d.shop.AnswerProvider(ctx, nil, back, shop.Browser{})
			if err != nil || out.New == nil {
				t.Fatalf("arriving: %+v, %v", out, err)
			}
			return out.New, back.Cookie
		}
		n, cookie := arrive()
		_, _, err := d.shop.JoinByProvider(ctx, n.Ticket, shop.NewAccount{Username: "eve"}, "another", shop.Browser{})
		wantCode(t, "at another browser", err, vitrine.Conflict)
		account := shop.NewAccount{Username: "ada", Email: "x@example.com"}
		started, _, err := d.elsewhere.JoinByProvider(ctx, n.Ticket, account, cookie, shop.Browser{})
		if err != nil || started.User.Email != "ada@example.com" || started.User.EmailClaimed {
			t.Fatalf("joining: %+v, %v", started.User, err)
		}
		_, _, err = d.shop.JoinByProvider(ctx, n.Ticket, shop.NewAccount{Username: "eve"}, cookie, shop.Browser{})
		wantCode(t, "twice", err, vitrine.Conflict)

		fake.Person = map[string]any{"sub": "2", "email": "bob@example.com", "email_verified": true}
		n, cookie = arrive()
		d.settled(t, "bob")
		_, again, err := d.shop.JoinByProvider(ctx, n.Ticket, shop.NewAccount{Username: "robert"}, cookie, shop.Browser{})
		if vitrine.CodeOf(err) != vitrine.Conflict || again == nil || !again.Known {
			t.Errorf("an address that has an account now: %+v, %v", again, err)
		}
	})
}
