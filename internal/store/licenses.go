package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"vitrine"
)

const licenseColumns = `type, name, description, body, commercial_use, redistribution, created_at, updated_at`

func scanLicense(row scanner) (vitrine.LicenseText, error) {
	var l vitrine.LicenseText
	err := row.Scan(&l.Type, &l.Name, &l.Description, &l.Text, &l.CommercialUse, &l.Redistribution,
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
	if n > 0 {
		tx.noteLicense(l.Type)
	}
	return err
}

// SetLicenseText replaces the text of a licence; NotFound when there is none.
func (tx *Tx) SetLicenseText(ctx context.Context, license vitrine.License, text string, now time.Time) error {
	n, err := tx.exec(ctx, "set license text", `UPDATE licenses SET body = $2, updated_at = $3 WHERE type = $1`,
		string(license), text, micros(now))
	if err == nil && n == 0 {
		return noLicense(license)
	}
	tx.noteLicense(license)
	return err
}

func noLicense(license vitrine.License) error {
	return vitrine.Errorf(vitrine.NotFound, "there is no license %q", string(license))
}
