package shop_test

import (
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// TestLicenseVersions has orders name the version of the licence that they were made with.
func TestLicenseVersions(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCourt(t, db)
		operator := c.operates(t)
		ofVersion := func(o *vitrine.Order, want int64) {
			t.Helper()
			if got, err := c.shop.LicensedBy(t.Context(), o); err != nil || got == nil && want != 0 || got != nil && got.Version != want {
				t.Errorf("an order is of version %v, %v, want %d", got, err, want)
			}
		}
		write := func(in shop.SignedIn, license vitrine.License, seen int64, text string) error {
			return c.shop.WriteLicense(t.Context(), in, seen, vitrine.LicenseText{Type: license, Name: "General", Text: text})
		}
		text, err := db.License(t.Context(), vitrine.General)
		wantCode(t, "read the licence", err, "")
		first := c.order(t, c.model.ID)
		c.clock.Advance(time.Minute)
		wantCode(t, "write it", write(operator, vitrine.General, 1, "Be kind.\r\n"), "")
		wantCode(t, "write it again", write(operator, vitrine.General, 1, "Be rude."), vitrine.Conflict)
		second := c.order(t, c.model.ID)
		c.clock.Advance(time.Minute)
		wantCode(t, "write the same", write(operator, vitrine.General, 2, "Be kind.\n"), "")
		wantCode(t, "write what stood first", write(operator, vitrine.General, 2, text.Text), "")
		ofVersion(first, 1)
		ofVersion(second, 2)
		ofVersion(c.order(t, c.model.ID), 3)
		ofVersion(&vitrine.Order{License: vitrine.PinnedLicense{Type: vitrine.General, Hash: "h"}, CreatedAt: c.clock.Now()}, 0)
		ofVersion(&vitrine.Order{License: vitrine.PinnedLicense{Type: vitrine.Custom}}, 0)
		if list, err := db.LicenseVersions(t.Context(), vitrine.General); err != nil || len(list) != 3 || list[1].Text != "Be kind." {
			t.Errorf("the versions are %+v, %v", list, err)
		}

		wantCode(t, "an empty one", write(operator, vitrine.General, 3, " \n"), vitrine.Invalid)
		wantCode(t, "that of sellers", write(operator, vitrine.Custom, 1, "x"), vitrine.Invalid)
		wantCode(t, "by a moderator", write(c.proved(c.first), vitrine.General, 3, "x"), vitrine.NotFound)
		wantCode(t, "a category by a moderator", c.shop.RemoveCategory(t.Context(), c.proved(c.first), 1, nil), vitrine.NotFound)
	})
}

// operates is an operator who has just signed in.
func (c *court) operates(t *testing.T) shop.SignedIn {
	t.Helper()
	user, _, err := c.shop.CreateUser(t.Context(), shop.NewUser{Username: "chief", Email: "chief@example.com", Admin: true})
	wantCode(t, "make an operator", err, "")
	return c.proved(shop.SignedIn{User: *user})
}
