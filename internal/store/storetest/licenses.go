package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

func testLicenses(t *testing.T, db *store.DB) {
	ctx := t.Context()
	general := vitrine.LicenseText{
		Type: vitrine.General, Name: "General", Description: "Short.", Text: "Long.", CreatedAt: noon(), UpdatedAt: noon(),
		LicenseTerms: vitrine.LicenseTerms{CommercialUse: true, Remix: vitrine.Yes, Credit: vitrine.No, Seats: 5},
	}
	other := general
	other.Text = "Not this one."
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.AddLicense(ctx, general) })
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.AddLicense(ctx, other) })
	set := func(change func(l *vitrine.LicenseText)) {
		change(&general)
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			return tx.SetLicense(ctx, general, noon().Add(time.Hour))
		})
	}
	set(func(l *vitrine.LicenseText) { l.Text = "Longer." })
	set(func(l *vitrine.LicenseText) { l.Name, l.RetiredAt = "All", noon() }) // no new version
	set(func(l *vitrine.LicenseText) { l.Copies, l.Redistribution = 100, true })

	general.Version, general.UpdatedAt = 3, noon().Add(time.Hour)
	got, err := db.License(ctx, vitrine.General)
	wantCode(t, err, "")
	if diff := cmp.Diff(&general, got); diff != "" {
		t.Errorf("license (-want +got):\n%s", diff)
	}
	all, err := db.Licenses(ctx)
	wantCode(t, err, "")
	if diff := cmp.Diff([]vitrine.LicenseText{general}, all); diff != "" {
		t.Errorf("licenses (-want +got):\n%s", diff)
	}
	versions, err := db.LicenseVersions(ctx, vitrine.General)
	if err != nil || len(versions) != 3 || versions[0].Version != 3 || versions[1].Text != "Longer." || versions[2].Text != "Long." ||
		versions[0].LicenseTerms != general.LicenseTerms || versions[2].LicenseTerms != other.LicenseTerms {
		t.Errorf("its versions are %+v, %v", versions, err)
	}
	if v, err := db.LicenseVersion(ctx, vitrine.General, 1); err != nil || v != versions[2] {
		t.Errorf("the first one is %+v, %v", v, err)
	}
	_, err = db.LicenseVersion(ctx, vitrine.General, 4)
	wantCode(t, err, vitrine.NotFound)
	_, err = db.License(ctx, vitrine.Editorial)
	wantCode(t, err, vitrine.NotFound)
	err = db.Write(ctx, func(tx *store.Tx) error {
		return tx.SetLicense(ctx, vitrine.LicenseText{Type: vitrine.Editorial, Text: "x"}, noon())
	})
	wantCode(t, err, vitrine.NotFound)
	testUsedLicenses(t, db)
}

// testUsedLicenses has licences count as used that a model has, or an order.
func testUsedLicenses(t *testing.T, db *store.DB) {
	t.Helper()
	ada := newUser(t, db, "ada")
	m := newModel(t, db, ada, "lamp", func(m *vitrine.Model) { m.License = "studio" })
	o := draftOrder(ada, m, "of-a-license")
	o.License = vitrine.PinnedLicense{Type: "bought", Name: "Bought", Version: 7, Hash: "hash", Text: "Be kind."}
	insertOrder(t, db, o)
	if got, err := db.Order(t.Context(), o.ID); err != nil || got.License != o.License {
		t.Errorf("an order has the license %+v, %v; want %+v", got.License, err, o.License)
	}
	for license, want := range map[vitrine.License]bool{"studio": true, "bought": true, "free": false} {
		if used, err := db.LicenseUsed(t.Context(), license); err != nil || used != want {
			t.Errorf("the license %s is used: %v, %v; want %v", license, used, err, want)
		}
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.RemoveLicense(ctx, vitrine.General) })
	if list, err := db.LicenseVersions(t.Context(), vitrine.General); err != nil || len(list) != 0 {
		t.Errorf("a removed license has the versions %+v, %v", list, err)
	}
}
