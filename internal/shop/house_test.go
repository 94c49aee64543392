package shop_test

import (
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/shop"
)

// TestAnnouncementsEnd announces something in one process, sees it in another one, and sees it
// end in both without a change; what is stored stays, to be announced anew.
func TestAnnouncementsEnd(t *testing.T) {
	bothFirstDays(t, func(t *testing.T, d *firstDay) {
		ctx := t.Context()
		say := func(a vitrine.Announcement) error {
			_, err := d.shop.ChangeHouse(ctx, shop.HouseChange{Say: func(h *vitrine.House) { h.Announcement = a }})
			return err
		}
		shows := func(want string) {
			t.Helper()
			d.clock.Advance(time.Second)
			for _, process := range []*shop.Shop{d.shop, d.elsewhere} {
				if house, err := process.HouseNow(ctx); err != nil || house.Announcement.Text != want {
					t.Errorf("at %v it shows %+v, %v, want %q", d.clock.Now(), house.Announcement, err, want)
				}
			}
		}
		shows("")
		end := d.clock.Now().Add(time.Hour)
		a := vitrine.Announcement{Text: "Back soon", Until: end.Add(time.Millisecond).In(time.FixedZone("", 3600))}
		wantCode(t, "announce", say(a), "")
		shows("Back soon")
		d.clock.Advance(end.Sub(d.clock.Now()) - 2*time.Second)
		shows("Back soon")
		shows("")
		house, err := d.elsewhere.House(ctx)
		if err != nil || house.Announcement.Text != "Back soon" || !house.Announcement.Until.Equal(end.Truncate(time.Second)) {
			t.Errorf("what is stored is %+v, %v", house.Announcement, err)
		}
		wantCode(t, "leave it as it is", say(house.Announcement), "")
		a.Until = d.clock.Now().Add(-time.Minute)
		wantCode(t, "another one that is over", say(a), vitrine.Invalid)
		wantCode(t, "one without an end", say(vitrine.Announcement{Text: "Always"}), "")
		shows("Always")
		wantCode(t, "none", say(vitrine.Announcement{}), "")
		shows("")
	})
}

// TestHouseIsChangedAsItWas has two operators change the house by what they saw: who saw
// what is no more is told so, and papers that were published meanwhile are no such change.
func TestHouseIsChangedAsItWas(t *testing.T) {
	bothFirstDays(t, func(t *testing.T, d *firstDay) {
		ctx, boss := t.Context(), d.byToken(t, d.staffOf(t, "boss", vitrine.RoleOperator), vitrine.AllScopes()...)
		seen, err := d.shop.HouseAtDesk(ctx, boss)
		wantCode(t, "read", err, "")
		version := shop.HouseVersion(seen)
		call := func(name string) (vitrine.House, error) {
			return d.elsewhere.ChangeHouseAs(ctx, boss, shop.HouseChange{
				Say: func(h *vitrine.House) { h.Name = name }, If: func(v int64) bool { return v == version },
			})
		}
		seen.Papers.Terms = vitrine.PaperState{Version: 1}
		if shop.HouseVersion(seen) != version {
			t.Error("a published page is another version of the house")
		}
		first, err := call("Kiln")
		wantCode(t, "the first", err, "")
		_, err = call("Oven")
		wantCode(t, "the second", err, vitrine.Stale)
		if house, err := d.shop.HouseAtDesk(ctx, boss); err != nil || house != first || house.Name != "Kiln" {
			t.Errorf("it is %+v, %v, want %+v", house, err, first)
		}
	})
}

// TestHouseOfPrograms refuses to those who are no operators, and to programs what concerns how
// operators sign in.
func TestHouseOfPrograms(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	ctx := t.Context()
	boss := d.byToken(t, d.staffOf(t, "boss", vitrine.RoleOperator), vitrine.AllScopes()...)
	mod := d.byToken(t, d.staffOf(t, "mod", vitrine.RoleModerator), vitrine.AllScopes()...)
	say := func(in shop.SignedIn, how func(*vitrine.House)) error {
		_, err := d.shop.ChangeHouseAs(ctx, in, shop.HouseChange{Say: how})
		return err
	}
	strong := func(h *vitrine.House) { h.StrongOperators = true }
	_, err := d.shop.HouseAtDesk(ctx, mod)
	wantCode(t, "a moderator reads", err, vitrine.Forbidden)
	wantCode(t, "a moderator changes", say(mod, func(h *vitrine.House) { h.Name = "Kiln" }), vitrine.Forbidden)
	wantCode(t, "a program asks for strength", say(boss, strong), vitrine.Forbidden)
	house := vitrine.DefaultHouse()
	house.StrongOperators = true
	wantCode(t, "the command line does", d.shop.SetHouse(ctx, house), "")
	wantCode(t, "a program leaves that", say(boss, func(h *vitrine.House) { h.Name = "Kiln" }), "")
	wantCode(t, "and does not end it", say(boss, func(h *vitrine.House) { h.StrongOperators = false }), vitrine.Forbidden)
}
