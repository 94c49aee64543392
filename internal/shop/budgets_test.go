package shop_test

import (
	"testing"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/shop"
)

// wornOut uses up what strangers have: attempts at a name, from a network and at a mailbox.
func (d *doors) wornOut(t *testing.T, name string) {
	t.Helper()
	for _, typed := range []string{name, name + "@example.com"} {
		for spent := false; !spent; {
			_, err := d.elsewhere.SignIn(t.Context(), shop.Credentials{Name: typed, Password: "wrong wrong"}, home())
			spent = vitrine.CodeOf(err) == vitrine.RateLimited
		}
	}
	for vitrine.CodeOf(d.flood(t, name+"@example.com")) != vitrine.RateLimited {
	}
}

// TestStrangersLockNobodyOut has a stranger use up all attempts at somebody's account, from
// their network: who is signed in shows who they are all the same, and has mails sent.
func TestStrangersLockNobodyOut(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		ada := d.settled(t, "ada")
		d.clock.Advance(vitrine.FreshFor)
		d.wornOut(t, "ada")
		in := d.in(t, ada)
		wantCode(t, "the right password", d.shop.ProveByPassword(ctx, in, password), "")

		from := home()
		from.In = &in
		cookie, err := d.shop.AskLink(ctx, vitrine.LinkSignIn, " ADA@example.com", from)
		wantCode(t, "a mail to oneself", err, "")
		code := d.last(t, mail.SignIn, "ada@example.com").args.Code
		_, err = d.shop.SignInByMail(ctx, shop.Shown{Code: code, Cookie: cookie}, from)
		wantCode(t, "its code", err, "")
		_, err = d.shop.AskLink(ctx, vitrine.LinkSignIn, "bob@example.com", shop.Browser{In: &in})
		wantCode(t, "a mail to another", err, "")
		wantCode(t, "a change of address", d.shop.ChangeAddress(ctx, d.in(t, ada), "lovelace@example.com"), "")
	})
}

// TestProofsAreCounted guesses the password of somebody at whose session one sits: the
// budget is the session's, and another one has its own.
func TestProofsAreCounted(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		ada := d.settled(t, "ada")
		other, err := d.shop.SignIn(ctx, shop.Credentials{Name: "ada", Password: password}, shop.Browser{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 10 {
			s := []*shop.Shop{d.shop, d.elsewhere}[i%2]
			wantCode(t, "a guess", s.ProveByPassword(ctx, d.in(t, ada), "wrong wrong"), vitrine.Unauthenticated)
		}
		wantCode(t, "one guess more", d.shop.ProveByPassword(ctx, d.in(t, ada), password), vitrine.RateLimited)
		wantCode(t, "in another session", d.shop.ProveByPassword(ctx, d.in(t, other), password), "")
	})
}

// TestMailsOfAccountsAreCounted has accounts that claim one address ask for mails to it.
func TestMailsOfAccountsAreCounted(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		const address = "ada@example.com"
		asked := 0
		for _, name := range []string{"eve", "bob"} {
			started := d.join(t, name, address)
			for d.shop.ConfirmAgain(t.Context(), d.in(t, started)) == nil {
				asked++
			}
		}
		if asked != 5 {
			t.Errorf("two accounts had %d mails sent to an address that is none of theirs, want 5", asked)
		}
		ada := d.settled(t, "ada2")
		for asked = 0; asked < 20; asked++ {
			from := shop.Browser{}
			in := d.in(t, ada)
			from.In = &in
			if _, err := d.shop.AskLink(t.Context(), vitrine.LinkSignIn, in.User.Email, from); err != nil {
				wantCode(t, "many mails to oneself", err, vitrine.RateLimited)
				break
			}
		}
		if asked != 5 {
			t.Errorf("an account had %d mails sent to itself at once, want 5", asked)
		}
	})
}
