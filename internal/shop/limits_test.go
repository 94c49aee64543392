package shop_test

import (
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/shop"
)

// TestLimitsWithoutRestart has an operator set limits in one process, and meets them in another
// one: files, pictures and orders.
func TestLimitsWithoutRestart(t *testing.T) {
	bothFirstDays(t, func(t *testing.T, d *firstDay) {
		ctx, started := t.Context(), shop.DefaultSettings()
		say := func(l vitrine.Limits) error {
			_, err := d.shop.ChangeHouse(ctx, shop.HouseChange{Say: func(h *vitrine.House) { h.Limits = l }})
			d.clock.Advance(time.Second)
			return err
		}
		hold := func(want shop.Settings) {
			t.Helper()
			for _, process := range []*shop.Shop{d.shop, d.elsewhere} {
				if got, err := process.Limits(ctx); err != nil || got != want {
					t.Errorf("the limits are %+v, %v, want %+v", got, err, want)
				}
			}
		}
		hold(started)
		for what, l := range map[string]vitrine.Limits{
			"larger files": {FileBytes: started.FileSize + 1}, "more files": {Files: int64(started.Files) + 1}, "less than none": {Files: -1},
			"larger pictures": {ImageBytes: started.ImageSize + 1}, "more pictures": {Images: int64(started.Images) + 1},
			"an order of a moment": {OrderSeconds: 59}, "an order of years": {OrderSeconds: 367 * 24 * 3600},
		} {
			wantCode(t, what, say(l), vitrine.Invalid)
		}
		hold(started)
		wantCode(t, "less", say(vitrine.Limits{FileBytes: 9, Files: 1, ImageBytes: 99, Images: 2, OrderSeconds: 120 * 3600}), "")
		set := started
		set.FileSize, set.Files, set.ImageSize, set.Images, set.OrderLifetime = 9, 1, 99, 2, 120*time.Hour
		hold(set)
		_, err := d.elsewhere.FileAgain(ctx, shop.Upload{Name: "a.stl", Size: -1, Body: strings.NewReader("0123456789")})
		wantCode(t, "a file of ten bytes", err, vitrine.TooLarge)
		wantCode(t, "none of them", say(vitrine.Limits{}), "")
		hold(started)
		_, err = d.elsewhere.FileAgain(ctx, shop.Upload{Name: "a.stl", Size: -1, Body: strings.NewReader("0123456789")})
		wantCode(t, "the same file", err, "")
	})
}

// TestLimitsOfServersStartedWithLess keeps what was said below what a server is started with
// later, and lets all else be changed.
func TestLimitsOfServersStartedWithLess(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	limit := func(h *vitrine.House) { h.Limits = vitrine.Limits{Files: 150} }
	_, err := d.shop.ChangeHouse(t.Context(), shop.HouseChange{Say: limit})
	wantCode(t, "150 files", err, "")
	less := shop.DefaultSettings()
	less.Files = 100
	restarted := shop.New(shop.Options{DB: d.db, Settings: less, Now: d.clock.Now})
	if set, err := restarted.Limits(t.Context()); err != nil || set.Files != 100 {
		t.Errorf("a model has %d files, %v, want 100", set.Files, err)
	}
	_, err = restarted.ChangeHouse(t.Context(), shop.HouseChange{Say: func(h *vitrine.House) { h.Name = "Kiln" }})
	wantCode(t, "another name", err, "")
}
