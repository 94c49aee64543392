package shop_test

import (
	"context"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// staffOf makes an account with roles that is signed in just now.
func (d *doors) staffOf(t testing.TB, name string, roles ...vitrine.Role) shop.SignedIn {
	t.Helper()
	started := d.settled(t, name)
	user := started.User
	user.SetRoles(roles)
	write(t, d.db, func(ctx context.Context, tx *store.Tx) error { return tx.SetRoles(ctx, &user, d.clock.Now()) })
	in := d.in(t, started)
	in.User = user
	return in
}

// acts are all that is done to people, by its name.
func (d *doors) acts() map[string]func(ctx context.Context, in shop.SignedIn, id int64) error {
	return map[string]func(ctx context.Context, in shop.SignedIn, id int64) error{
		"suspend": func(ctx context.Context, in shop.SignedIn, id int64) error {
			return d.shop.SuspendPerson(ctx, in, id, "Spam.")
		},
		"restore": func(ctx context.Context, in shop.SignedIn, id int64) error {
			return d.shop.RestorePerson(ctx, in, id, "It was none.")
		},
		"roles": func(ctx context.Context, in shop.SignedIn, id int64) error {
			return d.shop.GiveRoles(ctx, in, id, []vitrine.Role{vitrine.RoleSeller})
		},
		"sessions": d.shop.SignOutPerson,
		"ask":      d.shop.AskPersonToConfirm,
		"confirm":  d.shop.ConfirmPerson,
	}
}

// TestWhoActsOnPeople has everybody do everything to everybody: what each may do stands here.
func TestWhoActsOnPeople(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		who := map[string]shop.SignedIn{
			"operator": d.staffOf(t, "operator", vitrine.RoleOperator), "moderator": d.staffOf(t, "moderator", vitrine.RoleModerator),
			"support": d.staffOf(t, "support", vitrine.RoleSupport), "seller": d.staffOf(t, "seller", vitrine.RoleSeller),
		}
		d.staffOf(t, "second", vitrine.RoleOperator) // so that no operator is the last
		may := map[string]string{
			"operator": "suspend restore roles sessions ask confirm", "moderator": "suspend restore sessions", "support": "sessions ask",
		}
		for name, scopes := range map[string][]vitrine.Scope{
			"operator": {vitrine.ScopePeopleWrite, vitrine.ScopeAdmin}, "moderator": {vitrine.ScopePeopleWrite},
			"support": {vitrine.ScopePeopleWrite}, "seller": {vitrine.ScopeModelsWrite},
		} {
			who[name+"-token"], may[name+"-token"] = d.byToken(t, who[name], scopes...), may[name]
		}
		who["token"], may["token"] = d.byToken(t, who["operator"], vitrine.ScopePeopleWrite), "suspend restore sessions ask"
		victims := 0
		for name, in := range who {
			refused := vitrine.NotFound
			if strings.HasSuffix(name, "token") { // to a program nothing is a secret that the contract tells
				refused = vitrine.Forbidden
			}
			for act, run := range d.acts() {
				victims++
				victim := d.join(t, "victim-"+name+"-"+act, "victim-"+name+"-"+act+"@example.com").User
				if act == "roles" {
					write(t, d.db, func(ctx context.Context, tx *store.Tx) error {
						victim.EmailClaimed, victim.EmailConfirmedAt = false, d.clock.Now()
						return tx.UpdateAddress(ctx, &victim)
					})
				}
				if act == "restore" {
					if _, err := d.shop.Suspend(t.Context(), victim.Username); err != nil {
						t.Fatal(err)
					}
				}
				want := refused
				if containsWord(may[name], act) {
					want = ""
				}
				wantCode(t, name+" "+act, run(t.Context(), in, victim.ID), want)
				for other, of := range who {
					if other == name && act == "roles" || may[name] == may["operator"] || of.User.Roles == string(vitrine.RoleSeller) {
						continue
					}
					want := vitrine.Forbidden
					if !containsWord(may[name], act) {
						want = refused
					}
					wantCode(t, name+" "+act+" of "+other, run(t.Context(), in, of.User.ID), want)
				}
			}
		}
		own := d.shop.SuspendPerson(t.Context(), who["operator"], who["operator"].User.ID, "x")
		wantCode(t, "an operator's own account", own, vitrine.Forbidden)
		if victims != 54 {
			t.Errorf("%d were acted on", victims)
		}
	})
}

func containsWord(list, word string) bool {
	return (&vitrine.User{Roles: list}).Has(vitrine.Role(word))
}

// TestSuspendPerson tells its user why, at once and once.
func TestSuspendPerson(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		moderator, eve := d.staffOf(t, "moderator", vitrine.RoleModerator), d.settled(t, "eve")
		for _, reason := range []string{"", " \n", string(make([]rune, vitrine.MaxReason+1)), "\xff"} {
			wantCode(t, "no reason", d.shop.SuspendPerson(t.Context(), moderator, eve.User.ID, reason), vitrine.Invalid)
		}
		if err := d.shop.SuspendPerson(t.Context(), moderator, eve.User.ID, "Stolen models.\r\nSee report 7."); err != nil {
			t.Fatal(err)
		}
		if !d.ended(t, d.shop, eve) {
			t.Error("a suspended user is signed in still")
		}
		wantCode(t, "once more", d.shop.SuspendPerson(t.Context(), moderator, eve.User.ID, "Again."), vitrine.Conflict)
		user, err := d.db.User(t.Context(), eve.User.ID)
		if err != nil || user.SuspendedFor != "Stolen models.\nSee report 7." {
			t.Errorf("the account is %+v, %v", user, err)
		}
		if err := d.shop.RestorePerson(t.Context(), moderator, eve.User.ID, "They were not."); err != nil {
			t.Fatal(err)
		}
		sent := d.mails(t, "eve@example.com")
		if n := len(sent); n < 2 || sent[n-2].Kind != string(mail.Suspended) || sent[n-1].Kind != string(mail.Restored) ||
			sent[n-2].args.Values[mail.Reason] != "Stolen models.\nSee report 7." || sent[n-1].args.Values[mail.Reason] != "They were not." {
			t.Errorf("mails %+v", sent)
		}
		d.clock.Advance(vitrine.FreshFor)
		err = d.shop.SuspendPerson(t.Context(), moderator, eve.User.ID, "x")
		wantCode(t, "some time after the sign-in", err, vitrine.Forbidden)
	})
}

// TestLastOperator keeps the last operator, and ends what those may who lose a role.
func TestLastOperator(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx, first := t.Context(), d.staffOf(t, "first", vitrine.RoleOperator)
		wantCode(t, "the last operator", d.shop.GiveRoles(ctx, first, first.User.ID, nil), vitrine.Conflict)
		claimed := d.join(t, "claimed", "claimed@example.com").User.ID
		wantCode(t, "an address that is claimed", d.shop.GiveRoles(ctx, first, claimed, []vitrine.Role{vitrine.RoleSeller}), vitrine.Conflict)
		started := d.settled(t, "second")
		if err := d.shop.GiveRoles(ctx, first, started.User.ID, []vitrine.Role{vitrine.RoleOperator, vitrine.RoleSeller}); err != nil {
			t.Fatal(err)
		}
		second := d.in(t, started)
		if !second.Operator() {
			t.Error("who was made operator is none")
		}
		if err := d.shop.SuspendPerson(ctx, first, second.User.ID, "x"); err != nil {
			t.Fatal(err)
		}
		wantCode(t, "the last who is not suspended", d.shop.GiveRoles(ctx, first, first.User.ID, nil), vitrine.Conflict)
		wantCode(t, "by who is suspended", d.shop.GiveRoles(ctx, second, first.User.ID, nil), vitrine.Unauthenticated)
		if err := d.shop.RestorePerson(ctx, first, second.User.ID, "x"); err != nil {
			t.Fatal(err)
		}
		if err := d.shop.GiveRoles(ctx, second, first.User.ID, []vitrine.Role{"admin", vitrine.RoleSupport}); err != nil {
			t.Fatal(err)
		}
		// What a page knew of before is worth nothing in the transaction.
		wantCode(t, "by who was operator", d.shop.GiveRoles(ctx, first, second.User.ID, nil), vitrine.NotFound)
		wantCode(t, "by who was moderator", d.shop.SuspendPerson(ctx, first, second.User.ID, "x"), vitrine.NotFound)
		user, err := d.db.User(ctx, first.User.ID)
		if err != nil || user.Roles != "support" || user.IsAdmin {
			t.Errorf("the first is %+v, %v", user, err)
		}
	})
}

// TestSellerRole lets those publish whom operators let, where operators alone do.
func TestSellerRole(t *testing.T) {
	t.Parallel()
	m := newMarket(t, nil)
	house := vitrine.DefaultHouse()
	house.Selling = vitrine.SellOperators
	if err := m.shop.SetHouse(t.Context(), house); err != nil {
		t.Fatal(err)
	}
	refused := func() bool {
		publication, err := m.shop.Publication(t.Context(), m.seller, m.model.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range publication.Problems {
			if problem.Code == "not_a_seller" {
				return true
			}
		}
		return false
	}
	if !refused() {
		t.Error("somebody sells whom nobody let")
	}
	if m.seller.User.SetRoles([]vitrine.Role{vitrine.RoleSeller}); refused() {
		t.Error("a seller may not sell")
	}
}
