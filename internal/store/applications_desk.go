package store

import (
	"context"
	"strconv"
	"strings"

	"vitrine"
)

// DeskApplications asks for a page of the applications that are there: those whose names
// begin with a text, in their order, or all, newest first.
type DeskApplications struct {
	Name     string
	ClientID string
	OwnerID  int64  // 0: everybody's
	Next     string // of the page before, "" for the first
	Size     int
}

// OwnedApplication is an application with whose it is.
type OwnedApplication struct {
	*vitrine.Application
	Owner string // username
}

// OwnedApplications are a page of applications.
type OwnedApplications struct {
	List []OwnedApplication
	Next string // of the page after, "" for none
}

// ApplicationsAtDesk lists applications. A place in a list that is none begins at its start.
func (r *reads) ApplicationsAtDesk(ctx context.Context, q DeskApplications) (OwnedApplications, error) {
	b := (&builder{}).add("SELECT " + applicationColumns + ", w.username FROM applications a JOIN users w ON w.id = a.owner_id " +
		"WHERE a.removed_at IS NULL")
	if q.ClientID != "" {
		b.add(" AND a.client_id = ?", q.ClientID)
	}
	if q.OwnerID != 0 {
		b.add(" AND a.owner_id = ?", q.OwnerID)
	}
	text, id, err := placeOf(q.Next)
	if from := strings.ToLower(q.Name); from != "" {
		b.add(" AND a.name_folded >= ? AND a.name_folded < ?", from, from+afterAll)
		b.add(" AND (a.name_folded, a.id) > (?, ?) ORDER BY a.name_folded, a.id", text, id)
	} else {
		if err == nil {
			b.add(" AND a.id < ?", id)
		}
		b.add(" ORDER BY a.id DESC")
	}
	b.window(q.Size+1, 0)
	list, err := query(ctx, r, scanOwned, b.String(), b.args...)
	if len(list) <= q.Size {
		return OwnedApplications{List: list}, err
	}
	last := list[q.Size-1]
	next := strconv.FormatInt(last.ID, 10)
	if q.Name != "" {
		next += " " + strings.ToLower(last.Name)
	}
	return OwnedApplications{list[:q.Size], next}, err
}

func scanOwned(row scanner) (o OwnedApplication, err error) {
	var a applicationRow
	if err := row.Scan(append(a.fields(), &o.Owner)...); err != nil {
		return o, err
	}
	o.Application, err = a.application()
	return o, err
}

// Allowance is what a user allows an application.
type Allowance struct {
	vitrine.Grant
	Username string
}

// GrantsOfApplication lists what users allow an application, newest first: those with a
// number below before, or all for 0.
func (r *reads) GrantsOfApplication(ctx context.Context, id, before int64, size int) ([]Allowance, error) {
	b := (&builder{}).add("SELECT "+grantColumns+", u.username FROM grants g JOIN users u ON u.id = g.user_id "+
		"WHERE g.application_id = ? AND g.revoked_at IS NULL", id)
	if before != 0 {
		b.add(" AND g.id < ?", before)
	}
	b.add(" ORDER BY g.id DESC").window(size, 0)
	return query(ctx, r, func(row scanner) (a Allowance, err error) {
		var scopes string
		err = row.Scan(append(grantFields(&a.Grant, &scopes), &a.Username)...)
		a.Scopes = splitScopes(scopes)
		return a, err
	}, b.String(), b.args...)
}

// GrantsCounted counts what users allow an application, up to CountedHoldings.
func (r *reads) GrantsCounted(ctx context.Context, id int64) (n int, err error) {
	b := (&builder{}).add("SELECT count(*) FROM (SELECT 1 FROM grants g WHERE g.application_id = ? AND g.revoked_at IS NULL", id)
	b.window(CountedHoldings, 0).add(") AS c")
	return n, r.row(ctx, "", b.String(), b.args, &n)
}
