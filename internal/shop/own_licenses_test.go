package shop_test

import (
	"context"
	"testing"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// studio is a licence of an operator's own.
func studio() vitrine.LicenseText {
	return vitrine.LicenseText{Type: "studio", Name: "Studio", Description: "For five people.", Text: "Five may work with it.",
		LicenseTerms: vitrine.LicenseTerms{CommercialUse: true, Remix: vitrine.Yes, Seats: 5}}
}

// noLicense is for those who ask for no answer that is kept.
var noLicense = shop.Answer[*vitrine.LicenseText]{}

// license makes the licence studio.
func (a *acting) license(t *testing.T) vitrine.License {
	t.Helper()
	l, err := a.shop.MakeLicense(t.Context(), a.asOperator(t), studio(), noLicense)
	wantCode(t, "make a licence", err, "")
	return l.Type
}

// TestOwnLicenses has an operator make a licence, models take it until it is retired, and
// orders keep what it said.
func TestOwnLicenses(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCourt(t, db)
		operator, ctx := c.operates(t), t.Context()
		made, err := c.shop.MakeLicense(ctx, operator, studio(), noLicense)
		wantCode(t, "make it", err, "")
		if made.Version != 1 || made.Seats != 5 {
			t.Errorf("it is %+v", made)
		}
		for name, l := range map[string]func(l *vitrine.LicenseText){
			"twice": func(*vitrine.LicenseText) {}, "as a built-in one": func(l *vitrine.LicenseText) { l.Type = vitrine.GeneralAlias },
			"with a capital": func(l *vitrine.LicenseText) { l.Type = "Studio" }, "at the form": func(l *vitrine.LicenseText) { l.Type = "new" },
			"without a name": func(l *vitrine.LicenseText) { l.Type, l.Name = "two", "" },
			"without words":  func(l *vitrine.LicenseText) { l.Type, l.Text = "two", " " },
			"with an answer": func(l *vitrine.LicenseText) { l.Type, l.Remix = "two", "perhaps" },
			"with no seats":  func(l *vitrine.LicenseText) { l.Type, l.Seats = "two", -1 },
		} {
			refused := studio()
			l(&refused)
			_, err := c.shop.MakeLicense(ctx, operator, refused, noLicense)
			wantCode(t, "make one "+name, err, vitrine.Invalid)
		}
		_, err = c.shop.MakeLicense(ctx, c.proved(c.first), studio(), noLicense)
		wantCode(t, "by a moderator", err, vitrine.NotFound)

		draft, err := c.shop.CreateModel(ctx, c.seller, shop.ModelRequest{ModelChange: vitrine.ModelChange{Title: vitrine.Some("Elm chair")}})
		wantCode(t, "make a draft", err, "")
		sell := func(license vitrine.License) error {
			_, err := c.shop.UpdateModel(ctx, c.seller, draft.ID, shop.ModelRequest{
				ModelChange: vitrine.ModelChange{License: vitrine.Some(license)}}, nil)
			return err
		}
		wantCode(t, "sell under no such licence", sell("atelier"), vitrine.Invalid)
		wantCode(t, "remove what nothing has", c.shop.RemoveLicense(ctx, operator, "studio"), "")
		wantCode(t, "sell under what is gone", sell("studio"), vitrine.Invalid)
		_, err = c.shop.MakeLicense(ctx, operator, studio(), noLicense)
		wantCode(t, "make it again", err, "")
		wantCode(t, "sell under it", sell("studio"), "")
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			m, err := tx.Model(ctx, c.model.ID)
			if err != nil {
				return err
			}
			m.License = "studio"
			return tx.UpdateModel(ctx, m)
		})
		first := c.order(t, c.model.ID)
		more := studio()
		more.Seats = 10
		wantCode(t, "allow more", c.shop.WriteLicense(ctx, operator, 1, more), "")
		second := c.order(t, c.model.ID)
		for o, want := range map[*vitrine.Order]vitrine.LicenseVersion{first: {Version: 1, LicenseTerms: studio().LicenseTerms},
			second: {Version: 2, LicenseTerms: more.LicenseTerms}} {
			by, err := c.shop.LicensedBy(ctx, o)
			if err != nil || by == nil || by.Version != want.Version || by.LicenseTerms != want.LicenseTerms || o.License.Name != "Studio" {
				t.Errorf("an order %+v has %+v, %v; want %+v", o.License, by, err, want)
			}
		}

		wantCode(t, "remove what a model has", c.shop.RemoveLicense(ctx, operator, "studio"), vitrine.Conflict)
		wantCode(t, "retire it", c.shop.RetireLicense(ctx, operator, "studio", true), "")
		wantCode(t, "keep it", sell("studio"), "")
		wantCode(t, "sell under another one", sell(vitrine.General), "")
		wantCode(t, "sell under what is retired", sell("studio"), vitrine.Invalid)
		wantCode(t, "remove what an order has", c.shop.RemoveLicense(ctx, operator, "studio"), vitrine.Conflict)
		wantCode(t, "offer it again", c.shop.RetireLicense(ctx, operator, "studio", false), "")
		wantCode(t, "sell under it again", sell("studio"), "")
		wantCode(t, "retire one of every marketplace", c.shop.RetireLicense(ctx, operator, vitrine.Editorial, true), vitrine.Conflict)
		wantCode(t, "remove one of every marketplace", c.shop.RemoveLicense(ctx, operator, vitrine.Custom), vitrine.Conflict)
	})
}
