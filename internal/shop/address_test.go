package shop_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/shop"
)

// confirmWith opens the link in the last mail of a kind, in a session.
func (d *doors) confirmWith(t *testing.T, started shop.Started, kind mail.Kind, email string) error {
	t.Helper()
	return d.shop.ConfirmAddress(t.Context(), d.in(t, started), d.secretOf(t, kind, email))
}

func (d *doors) wantChange(t *testing.T, what string, user shop.Started, want shop.AddressChange, email string) {
	t.Helper()
	got, err := d.shop.AddressChange(t.Context(), user.User.ID)
	if err != nil || got != want {
		t.Errorf("%s: %+v, %v; want %+v", what, got, err, want)
	}
	if in := d.in(t, user); in.User.Email != email {
		t.Errorf("%s: the address is %s, want %s", what, in.User.Email, email)
	}
}

// TestChangeAddress agrees at both addresses, in either order.
func TestChangeAddress(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		const old, next = "ada@example.com", "ada@new.example"
		ada, eve := d.settled(t, "ada"), d.settled(t, "eve")
		if err := d.shop.ChangeAddress(ctx, d.in(t, ada), next); err != nil {
			t.Fatal(err)
		}
		d.wantChange(t, "asked for", ada, shop.AddressChange{To: next}, old)
		wantCode(t, "somebody else", d.confirmWith(t, eve, mail.Arrive, next), vitrine.Forbidden)
		wantCode(t, "the new one", d.confirmWith(t, ada, mail.Arrive, next), "")
		d.wantChange(t, "the new one agreed", ada, shop.AddressChange{To: next, Arrived: true}, old)
		wantCode(t, "the new one once more", d.confirmWith(t, ada, mail.Arrive, next), vitrine.Conflict)
		wantCode(t, "the old one", d.confirmWith(t, ada, mail.Leave, old), "")
		d.wantChange(t, "both agreed", ada, shop.AddressChange{}, next)
		if in := d.in(t, ada); in.User.EmailClaimed || in.User.EmailConfirmedAt.IsZero() {
			t.Errorf("the new address is not confirmed: %+v", in.User)
		}
		if diff := cmp.Diff([]mail.Kind{mail.Confirm, mail.Leave, mail.Changed}, d.kinds(t, old)); diff != "" {
			t.Errorf("mails to the old address (-want +got):\n%s", diff)
		}
		if _, err := d.db.UserByEmail(ctx, old); vitrine.CodeOf(err) != vitrine.NotFound {
			t.Errorf("the old address still belongs to somebody: %v", err)
		}
		// Back again, the other way round.
		if err := d.shop.ChangeAddress(ctx, d.in(t, ada), old); err != nil {
			t.Fatal(err)
		}
		wantCode(t, "the old one", d.confirmWith(t, ada, mail.Leave, next), "")
		wantCode(t, "the new one", d.confirmWith(t, ada, mail.Arrive, old), "")
		d.wantChange(t, "back again", ada, shop.AddressChange{}, old)
	})
}

// TestChangeAddressTellsNothing changes to an address that has an account.
func TestChangeAddressTellsNothing(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		ada := d.settled(t, "ada")
		d.settled(t, "bob")
		if err := d.shop.ChangeAddress(ctx, d.in(t, ada), "Bob@example.com"); err != nil {
			t.Fatal(err)
		}
		d.wantChange(t, "asked for", ada, shop.AddressChange{To: "Bob@example.com"}, "ada@example.com")
		if diff := cmp.Diff([]mail.Kind{mail.Confirm, mail.Known}, d.kinds(t, "bob@example.com")); diff != "" {
			t.Errorf("mails to the owner (-want +got):\n%s", diff)
		}
		if got := d.kinds(t, "Bob@example.com"); len(got) > 0 {
			t.Errorf("the owner is also sent %v", got)
		}
		wantCode(t, "the old one", d.confirmWith(t, ada, mail.Leave, "ada@example.com"), "")
		d.wantChange(t, "one agreed", ada, shop.AddressChange{To: "Bob@example.com", Left: true}, "ada@example.com")
	})
}

// TestAddressTakenMeanwhile has somebody else confirm the new address first.
func TestAddressTakenMeanwhile(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ada := d.settled(t, "ada")
		if err := d.shop.ChangeAddress(t.Context(), d.in(t, ada), "bob@example.com"); err != nil {
			t.Fatal(err)
		}
		wantCode(t, "the old one", d.confirmWith(t, ada, mail.Leave, "ada@example.com"), "")
		d.settled(t, "bob")
		wantCode(t, "the new one", d.confirmWith(t, ada, mail.Arrive, "bob@example.com"), vitrine.Conflict)
		d.wantChange(t, "taken", ada, shop.AddressChange{To: "bob@example.com", Left: true}, "ada@example.com")
	})
}

func TestChangeAddressEnds(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	ctx := t.Context()
	ada := d.settled(t, "ada")
	ask := func(email string) {
		t.Helper()
		if err := d.shop.ChangeAddress(ctx, d.in(t, ada), email); err != nil {
			t.Fatal(err)
		}
	}
	for what, wrong := range map[string]string{"the same": "ADA@example.com", "none": "ada", "header": "a@x.example\r\nBcc: b@example.co"} {
		wantCode(t, what, d.shop.ChangeAddress(ctx, d.in(t, ada), wrong), vitrine.Invalid)
	}
	ask("first@example.com")
	first := d.secretOf(t, mail.Arrive, "first@example.com")
	ask("second@example.com")
	wantCode(t, "a link of a change that another replaced", d.shop.ConfirmAddress(ctx, d.in(t, ada), first), vitrine.NotFound)
	wantCode(t, "the old one", d.confirmWith(t, ada, mail.Leave, "ada@example.com"), "")
	if err := d.shop.KeepAddress(ctx, ada.User.ID); err != nil {
		t.Fatal(err)
	}
	d.wantChange(t, "given up", ada, shop.AddressChange{}, "ada@example.com")
	wantCode(t, "the new one", d.confirmWith(t, ada, mail.Arrive, "second@example.com"), vitrine.NotFound)

	ask("third@example.com")
	wantCode(t, "the new one", d.confirmWith(t, ada, mail.Arrive, "third@example.com"), "")
	in := d.in(t, ada)
	if err := d.shop.ChangePassword(ctx, in, newPassword); err != nil {
		t.Fatal(err)
	}
	d.wantChange(t, "after a new password", ada, shop.AddressChange{}, "ada@example.com")
	wantCode(t, "the old one after that", d.confirmWith(t, ada, mail.Leave, "ada@example.com"), vitrine.Conflict)
}

// TestChangeClaimedAddress mistypes an address and puts it right.
func TestChangeClaimedAddress(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ada := d.join(t, "ada", "adda@example.com")
		if err := d.shop.ChangeAddress(t.Context(), d.in(t, ada), "ada@example.com"); err != nil {
			t.Fatal(err)
		}
		d.wantChange(t, "put right", ada, shop.AddressChange{}, "ada@example.com")
		wantCode(t, "the link to the wrong one", d.confirmWith(t, ada, mail.Confirm, "adda@example.com"), vitrine.Conflict)
		if !d.in(t, ada).User.EmailClaimed {
			t.Error("it is confirmed by a link to another one")
		}
		wantCode(t, "the link to the right one", d.confirmWith(t, ada, mail.Confirm, "ada@example.com"), "")
	})
}

func TestOwnTokens(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		ada, eve := d.in(t, d.settled(t, "ada")).Caller(), d.in(t, d.settled(t, "eve")).Caller()
		_, err := d.shop.MakeToken(ctx, ada, shop.NewToken{Scopes: []vitrine.Scope{vitrine.ScopeUsersCreate}})
		wantCode(t, "a scope that is not hers", err, vitrine.Forbidden)
		made, err := d.shop.MakeToken(ctx, ada, shop.NewToken{Scopes: []vitrine.Scope{vitrine.ScopeModelsRead}, Lifetime: vitrine.FreshFor})
		if err != nil {
			t.Fatal(err)
		}
		wantCode(t, "somebody else ends it", d.shop.EndToken(ctx, eve, made.ID), vitrine.NotFound)
		_, err = d.shop.RotateToken(ctx, eve, made.ID, shop.NewToken{})
		wantCode(t, "somebody else rotates it", err, vitrine.NotFound)
		d.clock.Advance(vitrine.FreshFor / 2)
		rotated, err := d.shop.RotateToken(ctx, ada, made.ID, shop.NewToken{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(made.Scopes, rotated.Scopes); diff != "" || rotated.ExpiresAt.Sub(d.clock.Now()) != vitrine.FreshFor {
			t.Errorf("another token came of it: %+v", rotated)
		}
		_, err = d.shop.Authenticate(ctx, made.Secret)
		wantCode(t, "the old secret", err, vitrine.Unauthenticated)
		_, err = d.shop.Authenticate(ctx, rotated.Secret)
		wantCode(t, "the new secret", err, "")
		_, err = d.shop.RotateToken(ctx, ada, made.ID, shop.NewToken{})
		wantCode(t, "an ended one rotates", err, vitrine.NotFound)
		if list, err := d.shop.OwnTokens(ctx, ada.User.ID); err != nil || len(list) != 1 || list[0].ID != rotated.ID {
			t.Errorf("the tokens are %+v, %v", list, err)
		}
		wantCode(t, "she ends it", d.shop.EndToken(ctx, ada, rotated.ID), "")
		_, err = d.shop.Authenticate(ctx, rotated.Secret)
		wantCode(t, "after that", err, vitrine.Unauthenticated)
	})
}
