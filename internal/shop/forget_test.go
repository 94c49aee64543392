package shop_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/shop"
)

// TestUnconfirmedAreForgotten has many join and do different things: after a month those are
// gone who did nothing at all, and their names are free.
func TestUnconfirmedAreForgotten(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		stay := []string{"confirmed", "author", "program", "maker", "suspended", "made", "back"}
		var gone []string
		for i := range 45 {
			gone = append(gone, "gone"+strconv.Itoa(i))
		}
		joined := map[string]shop.Started{}
		for _, name := range slices.Concat(stay[1:5], stay[6:], gone) {
			joined[name] = d.join(t, name, name+"@example.com")
		}
		d.settled(t, "confirmed")
		_, _, err := d.shop.CreateUser(ctx, shop.NewUser{Username: "made", Email: "made@example.com"})
		wantCode(t, "made by the operator", err, "")
		_, err = d.shop.CreateModel(ctx, d.in(t, joined["author"]).Caller(), shop.ModelRequest{
			ModelChange: vitrine.ModelChange{Title: vitrine.Some("Chair")},
		})
		wantCode(t, "a model", err, "")
		d.token(t, d.in(t, joined["program"]))
		_, _, err = d.shop.MakeApplication(ctx, d.in(t, joined["maker"]), shop.NewApplication{Name: "Mine"})
		wantCode(t, "an application", err, "")
		_, err = d.shop.Suspend(ctx, "suspended")
		wantCode(t, "suspending", err, "")
		d.add(t, d.in(t, joined["gone0"]), "Telephone")
		if _, _, err := d.shop.AskPasskey(ctx, "", shop.Browser{}); err != nil {
			t.Fatal(err)
		}

		left := func(names []string) (n int) {
			t.Helper()
			wantCode(t, "forgetting", d.shop.Forget(ctx), "")
			for _, name := range names {
				if _, err := d.db.UserByUsername(ctx, name); err == nil {
					n++
				} else if vitrine.CodeOf(err) != vitrine.NotFound {
					t.Fatal(err)
				}
			}
			return n
		}
		d.clock.Advance(29 * 24 * time.Hour)
		if _, err := d.shop.SignIn(ctx, shop.Credentials{Name: "back", Password: password}, shop.Browser{}); err != nil {
			t.Fatal(err)
		}
		if n := left(gone); n != len(gone) {
			t.Errorf("%d of %d are left after 29 days", n, len(gone))
		}
		d.clock.Advance(25 * time.Hour)
		if n := left(gone); n != 0 {
			t.Errorf("%d of %d are left after 30 days", n, len(gone))
		}
		if n := left(stay); n != len(stay) {
			t.Errorf("of those who did something %d are left, want %d", n, len(stay))
		}
		if !d.ended(t, d.shop, joined["gone1"]) {
			t.Error("a session of who is gone goes on")
		}
		d.join(t, "gone1", "another@example.com")
	})
}
