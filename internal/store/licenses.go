package store

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"vitrine"
)

const licenseColumns = `type, name, description, body, version, commercial_use, redistribution, created_at, updated_at`

func scanLicense(row scanner) (vitrine.LicenseText, error) {
	var l vitrine.LicenseText
	err := row.Scan(&l.Type, &l.Name, &l.Description, &l.Text, &l.Version, &l.CommercialUse, &l.Redistribution,
		(*stamp)(&l.CreatedAt), (*stamp)(&l.UpdatedAt))
	return l, err
}

// License reads a licence's words as the operator has them. The text of custom
// is empty: each model brings its own. NotFound when there is no such licence.
func (r *reads) License(ctx context.Context, license vitrine.License) (*vitrine.LicenseText, error) {
	l, err := scanLicense(r.q.QueryRowContext(ctx, "SELECT "+licenseColumns+" FROM licenses WHERE type = $1", string(license)))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, noLicense(license)
	}
	if err != nil {
		return nil, r.fail("read license", err)
	}
	return &l, nil
}

// Licenses lists all licences by their types.
func (r *reads) Licenses(ctx context.Context) ([]vitrine.LicenseText, error) {
	return query(ctx, r, scanLicense, "SELECT "+licenseColumns+" FROM licenses ORDER BY type")
}

// AddLicense adds a licence; one of its type that is there already stays as
// it is.
func (tx *Tx) AddLicense(ctx context.Context, l vitrine.LicenseText) error {
	n, err := tx.exec(ctx, "add license", `
		INSERT INTO licenses (type, name, description, body, commercial_use, redistribution, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
		string(l.Type), l.Name, l.Description, l.Text, l.CommercialUse, l.Redistribution,
		micros(l.CreatedAt), micros(l.UpdatedAt))
	if err != nil || n == 0 {
		return err
	}
	tx.noteLicense(l.Type)
	if l.Text == "" {
		return nil // each model brings its own
	}
	return tx.addLicenseVersion(ctx, vitrine.LicenseVersion{License: l.Type, Version: 1, Text: l.Text, CreatedAt: l.CreatedAt})
}

func (tx *Tx) addLicenseVersion(ctx context.Context, v vitrine.LicenseVersion) error {
	_, err := tx.exec(ctx, "add a version of a license",
		"INSERT INTO license_versions (license, version, body, created_at) VALUES ($1, $2, $3, $4)",
		string(v.License), v.Version, v.Text, micros(v.CreatedAt))
	return err
}

// SetLicenseText makes a new version of the text of a licence; NotFound when there is none.
func (tx *Tx) SetLicenseText(ctx context.Context, license vitrine.License, text string, now time.Time) error {
	var version int64
	err := tx.row(ctx, "there is no license "+strconv.Quote(string(license)),
		"UPDATE licenses SET body = $2, updated_at = $3, version = version + 1 WHERE type = $1 RETURNING version",
		[]any{string(license), text, micros(now)}, &version)
	if err != nil {
		return err
	}
	tx.noteLicense(license)
	return tx.addLicenseVersion(ctx, vitrine.LicenseVersion{License: license, Version: version, Text: text, CreatedAt: now})
}

const licenseVersionColumns = "SELECT v.license, v.version, v.body, v.created_at FROM license_versions v"

func scanLicenseVersion(row scanner) (v vitrine.LicenseVersion, err error) {
	return v, row.Scan(&v.License, &v.Version, &v.Text, (*stamp)(&v.CreatedAt))
}

// LicenseVersions lists the versions of the text of a licence, the newest first.
func (r *reads) LicenseVersions(ctx context.Context, license vitrine.License) ([]vitrine.LicenseVersion, error) {
	return query(ctx, r, scanLicenseVersion, licenseVersionColumns+" WHERE v.license = $1 ORDER BY v.version DESC", string(license))
}

// LicenseVersion returns a version of the text of a licence; NotFound when there is none.
func (r *reads) LicenseVersion(ctx context.Context, license vitrine.License, version int64) (vitrine.LicenseVersion, error) {
	found, err := query(ctx, r, scanLicenseVersion, licenseVersionColumns+" WHERE v.license = $1 AND v.version = $2", string(license), version)
	return first(found, err)("there is no version %d of the license %q", version, license)
}

func noLicense(license vitrine.License) error {
	return vitrine.Errorf(vitrine.NotFound, "there is no license %q", string(license))
}
