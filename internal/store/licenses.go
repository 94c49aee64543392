package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine"
)

const licenseColumns = `type, name, description, body, version, commercial_use, redistribution, terms, retired_at, created_at, updated_at`

func scanLicense(row scanner) (vitrine.LicenseText, error) {
	var l vitrine.LicenseText
	var terms string
	err := row.Scan(&l.Type, &l.Name, &l.Description, &l.Text, &l.Version, &l.CommercialUse, &l.Redistribution, &terms,
		(*stamp)(&l.RetiredAt), (*stamp)(&l.CreatedAt), (*stamp)(&l.UpdatedAt))
	if err != nil {
		return l, err
	}
	return l, readTerms(terms, &l.LicenseTerms)
}

// answers are the terms that have no columns of their own, by the words that they are stored under.
func answers(t *vitrine.LicenseTerms) map[string]*vitrine.YesNo {
	return map[string]*vitrine.YesNo{"remix": &t.Remix, "print_sale": &t.PrintSale, "credit": &t.Credit, "training": &t.Training}
}

func limits(t *vitrine.LicenseTerms) map[string]*int64 {
	return map[string]*int64{"copies": &t.Copies, "seats": &t.Seats}
}

// readTerms reads the terms that have no columns of their own, such as "remix=yes seats=5".
func readTerms(text string, terms *vitrine.LicenseTerms) (err error) {
	for term := range strings.FieldsSeq(text) {
		name, value, _ := strings.Cut(term, "=")
		if answer := answers(terms)[name]; answer != nil {
			*answer = vitrine.YesNo(value)
		} else if limit := limits(terms)[name]; limit != nil {
			if *limit, err = strconv.ParseInt(value, 10, 64); err != nil {
				return fmt.Errorf("read the terms of a license: %w", err)
			}
		}
	}
	return nil
}

// writeTerms is what readTerms reads.
func writeTerms(terms vitrine.LicenseTerms) string {
	var list []string
	for name, answer := range answers(&terms) {
		if *answer != "" {
			list = append(list, name+"="+string(*answer))
		}
	}
	for name, limit := range limits(&terms) {
		if *limit != 0 {
			list = append(list, name+"="+strconv.FormatInt(*limit, 10))
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
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

// Licenses lists all licences: those of every marketplace, then the operator's own as they were
// made.
func (r *reads) Licenses(ctx context.Context) ([]vitrine.LicenseText, error) {
	return query(ctx, r, scanLicense, "SELECT "+licenseColumns+` FROM licenses
		ORDER BY CASE type WHEN 'general' THEN 0 WHEN 'editorial' THEN 1 WHEN 'custom' THEN 2 ELSE 3 END, created_at, type`)
}

// licenseTypes are those of all licences: those of every marketplace, then the operator's own.
func (r *reads) licenseTypes(ctx context.Context) ([]vitrine.License, error) {
	own, err := query(ctx, r, func(row scanner) (l vitrine.License, err error) { return l, row.Scan(&l) },
		"SELECT type FROM licenses WHERE type NOT IN ('general', 'editorial', 'custom') ORDER BY created_at, type")
	return slices.Concat(vitrine.BuiltinLicenses(), own), err
}

// AddLicense adds a licence; one of its type that is there already stays as
// it is.
func (tx *Tx) AddLicense(ctx context.Context, l vitrine.LicenseText) error {
	terms := writeTerms(l.LicenseTerms)
	n, err := tx.exec(ctx, "add license", `
		INSERT INTO licenses (type, name, description, body, commercial_use, redistribution, terms, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
		string(l.Type), l.Name, l.Description, l.Text, l.CommercialUse, l.Redistribution, terms, micros(l.CreatedAt), micros(l.UpdatedAt))
	if err != nil || n == 0 {
		return err
	}
	tx.noteLicense(l.Type)
	if l.Text == "" {
		return nil // each model brings its own
	}
	return tx.addLicenseVersion(ctx, vitrine.LicenseVersion{License: l.Type, Version: 1, Text: l.Text, LicenseTerms: l.LicenseTerms,
		CreatedAt: l.CreatedAt})
}

func (tx *Tx) addLicenseVersion(ctx context.Context, v vitrine.LicenseVersion) error {
	_, err := tx.exec(ctx, "add a version of a license", `INSERT INTO license_versions (license, version, body, commercial_use, redistribution,
			terms, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		string(v.License), v.Version, v.Text, v.CommercialUse, v.Redistribution, writeTerms(v.LicenseTerms), micros(v.CreatedAt))
	return err
}

// SetLicense stores what is said of a licence. Another text, or other terms, are a new version.
// NotFound when there is no such licence.
func (tx *Tx) SetLicense(ctx context.Context, l vitrine.LicenseText, now time.Time) error {
	before, err := tx.License(ctx, l.Type)
	if err != nil {
		return err
	}
	terms := writeTerms(l.LicenseTerms)
	version := before.Version
	if before.Text != l.Text || before.LicenseTerms != l.LicenseTerms {
		version++
	}
	_, err = tx.exec(ctx, "change the license", `UPDATE licenses SET name = $2, description = $3, body = $4, commercial_use = $5,
			redistribution = $6, terms = $7, retired_at = $8, version = $9, updated_at = $10 WHERE type = $1`,
		string(l.Type), l.Name, l.Description, l.Text, l.CommercialUse, l.Redistribution, terms, micros(l.RetiredAt), version, micros(now))
	if err != nil {
		return err
	}
	tx.noteLicense(l.Type)
	if version == before.Version {
		return nil
	}
	return tx.addLicenseVersion(ctx, vitrine.LicenseVersion{License: l.Type, Version: version, Text: l.Text, LicenseTerms: l.LicenseTerms,
		CreatedAt: now})
}

// RemoveLicense removes a licence with its versions.
func (tx *Tx) RemoveLicense(ctx context.Context, license vitrine.License) error {
	_, err := tx.exec(ctx, "remove the versions of a license", "DELETE FROM license_versions WHERE license = $1", string(license))
	if err != nil {
		return err
	}
	_, err = tx.exec(ctx, "remove a license", "DELETE FROM licenses WHERE type = $1", string(license))
	tx.noteLicense(license)
	return err
}

// othersAlone says that a licence is none of those that are in every marketplace: the indexes
// by licence leave these out.
const othersAlone = " NOT IN ('', 'general', 'editorial', 'custom')"

// LicenseUsed reports whether a licence that is not in every marketplace was ever that of a
// model, of one that is gone too, or of an order.
func (r *reads) LicenseUsed(ctx context.Context, license vitrine.License) (used bool, err error) {
	return used, r.row(ctx, "", `SELECT EXISTS (SELECT 1 FROM models m WHERE m.license = $1 AND m.license`+othersAlone+`)
		OR EXISTS (SELECT 1 FROM orders o WHERE o.license_type = $1 AND o.license_type`+othersAlone+`)`, []any{string(license)}, &used)
}

const licenseVersionColumns = `SELECT v.license, v.version, v.body, v.commercial_use, v.redistribution, v.terms, v.created_at
	FROM license_versions v`

func scanLicenseVersion(row scanner) (v vitrine.LicenseVersion, err error) {
	var terms string
	err = row.Scan(&v.License, &v.Version, &v.Text, &v.CommercialUse, &v.Redistribution, &terms, (*stamp)(&v.CreatedAt))
	if err != nil {
		return v, err
	}
	return v, readTerms(terms, &v.LicenseTerms)
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
