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
		Type: vitrine.General, Name: "General", Description: "Short.", Text: "Long.", CommercialUse: true,
		CreatedAt: noon(), UpdatedAt: noon(),
	}
	other := general
	other.Text = "Not this one."
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.AddLicense(ctx, general) })
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.AddLicense(ctx, other) })

	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		return tx.SetLicenseText(ctx, vitrine.General, "Longer.", noon().Add(time.Hour))
	})

	general.Text, general.Version, general.UpdatedAt = "Longer.", 2, noon().Add(time.Hour)
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
	if err != nil || len(versions) != 2 || versions[0].Version != 2 || versions[0].Text != "Longer." || versions[1].Text != "Long." {
		t.Errorf("its versions are %+v, %v", versions, err)
	}
	if v, err := db.LicenseVersion(ctx, vitrine.General, 1); err != nil || v != versions[1] {
		t.Errorf("the first one is %+v, %v", v, err)
	}
	_, err = db.LicenseVersion(ctx, vitrine.General, 3)
	wantCode(t, err, vitrine.NotFound)
	_, err = db.License(ctx, vitrine.Editorial)
	wantCode(t, err, vitrine.NotFound)
	err = db.Write(ctx, func(tx *store.Tx) error { return tx.SetLicenseText(ctx, vitrine.Editorial, "x", noon()) })
	wantCode(t, err, vitrine.NotFound)
}
