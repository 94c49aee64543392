package store

import (
	"context"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"vitrine"
)

// PeopleList says which people are listed.
type PeopleList string

// The lists of people. Those of a beginning are in its order, the others newest first.
const (
	PeopleAll       PeopleList = ""
	PeopleNamed     PeopleList = "name"    // whose username begins with a text
	PeopleAddressed PeopleList = "address" // whose address does, confirmed or claimed
	PeopleRoles     PeopleList = "roles"   // who have any role
	PeopleSuspended PeopleList = "suspended"
)

// PeopleQuery asks for a page of people.
type PeopleQuery struct {
	List PeopleList
	Text string // that PeopleNamed and PeopleAddressed begin with
	Next string // of the page before, "" for the first
	Size int
}

// People are a page of people.
type People struct {
	Users []vitrine.User
	Next  string // of the page after, "" for none
}

// afterAll follows all texts that begin with another one.
const afterAll = string(utf8.MaxRune)

// People lists people. A place in a list that is none begins at its start.
func (r *reads) People(ctx context.Context, q PeopleQuery) (People, error) {
	text, id, _ := placeOf(q.Next)
	b := (&builder{}).add("SELECT " + userColumns + " FROM users u WHERE ")
	key := func(*vitrine.User) string { return "" }
	switch q.List {
	case PeopleNamed:
		from := strings.ToLower(q.Text)
		b.add("u.username >= ? AND u.username < ?", from, from+afterAll).add(" AND u.username > ? ORDER BY u.username", text)
		key = func(u *vitrine.User) string { return u.Username }
	case PeopleAddressed:
		return r.peopleAddressed(ctx, q, text, id)
	default:
		b.add(map[PeopleList]string{
			PeopleAll: "1 = 1", PeopleRoles: "(u.is_admin OR u.roles <> '')", PeopleSuspended: "u.suspended_at IS NOT NULL",
		}[q.List])
		if id > 0 {
			b.add(" AND u.id < ?", id)
		}
		b.add(" ORDER BY u.id DESC")
	}
	b.window(q.Size+1, 0)
	found, err := query(ctx, r, scanUser, b.String(), b.args...)
	return peoplePage(found, q.Size, key), err
}

// peopleAddressed looks where confirmed addresses stand, and where claimed ones do.
func (r *reads) peopleAddressed(ctx context.Context, q PeopleQuery, text string, id int64) (People, error) {
	from := FoldEmail(q.Text)
	part := func(column, also string) *builder {
		b := (&builder{}).add("SELECT a.id, a.address FROM (SELECT u.id AS id, u."+column+" AS address FROM users u WHERE u."+column+
			" >= ? AND u."+column+" < ?", from, from+afterAll)
		b.add(" AND (u."+column+", u.id) > (?, ?)"+also+" ORDER BY u."+column+", u.id", text, id).window(q.Size+1, 0)
		return b.add(") AS a")
	}
	b := (&builder{}).add("SELECT " + userColumns + " FROM (").splice(part("email_folded", " AND u.email_claimed = ''"))
	b.add(" UNION ALL ").splice(part("email_claimed", " AND u.email_claimed <> ''"))
	b.add(") AS p JOIN users u ON u.id = p.id ORDER BY p.address, p.id").window(q.Size+1, 0)
	found, err := query(ctx, r, scanUser, b.String(), b.args...)
	return peoplePage(found, q.Size, func(u *vitrine.User) string { return FoldEmail(u.Email) }), err
}

func scanUser(row scanner) (u vitrine.User, err error) { return u, row.Scan(userFields(&u)...) }

// peoplePage cuts off what is behind a page.
func peoplePage(found []vitrine.User, size int, key func(*vitrine.User) string) People {
	if len(found) <= size {
		return People{Users: found}
	}
	last := &found[size-1]
	return People{Users: found[:size], Next: strconv.FormatInt(last.ID, 10) + " " + key(last)}
}

func placeOf(next string) (text string, id int64, err error) {
	number, text, _ := strings.Cut(next, " ")
	id, err = strconv.ParseInt(number, 10, 64)
	if err != nil {
		return "", 0, err
	}
	return text, id, nil
}

// Holdings is how much an account has, each counted up to CountedHoldings.
type Holdings struct {
	Sessions, Models, Published, Orders, Sold int
}

// CountedHoldings is up to where an account's things are counted.
const CountedHoldings = 1001

// Holdings counts what an account has at a time.
func (r *reads) Holdings(ctx context.Context, userID int64, now time.Time) (h Holdings, err error) {
	for _, count := range []struct {
		into *int
		from string
		args []any
	}{
		{&h.Sessions, "sessions s WHERE s.user_id = ? AND s.ended_at IS NULL AND NOT s.waits AND s.created_at > ? AND s.seen_at > ?",
			[]any{userID, micros(now.Add(-vitrine.SessionLife)), micros(now.Add(-vitrine.SessionIdle))}},
		{&h.Models, "own_listings l WHERE l.author_id = ?", []any{userID}},
		{&h.Published, "own_listings l WHERE l.author_id = ? AND l.status = 'published'", []any{userID}},
		{&h.Orders, "orders o WHERE o.buyer_id = ?", []any{userID}},
		{&h.Sold, "orders o WHERE o.seller_id = ? AND o.paid_at IS NOT NULL", []any{userID}},
	} {
		b := (&builder{}).add("SELECT count(*) FROM (SELECT 1 FROM "+count.from, count.args...).window(CountedHoldings, 0).add(") AS c")
		if err := r.row(ctx, "", b.String(), b.args, count.into); err != nil {
			return h, err
		}
	}
	return h, nil
}

// OtherOperators reports whether somebody but a user acts as operator.
func (r *reads) OtherOperators(ctx context.Context, userID int64) (found bool, err error) {
	err = r.row(ctx, "", "SELECT EXISTS (SELECT 1 FROM users u WHERE u.is_admin AND u.suspended_at IS NULL AND u.id <> $1)",
		[]any{userID}, &found)
	return found, err
}

// SetRoles stores the roles of a user.
func (tx *Tx) SetRoles(ctx context.Context, u *vitrine.User, now time.Time) error {
	_, err := tx.exec(ctx, "store roles", "UPDATE users SET is_admin = $2, roles = $3, updated_at = $4 WHERE id = $1",
		u.ID, u.IsAdmin, u.Roles, micros(now))
	if err != nil {
		return err
	}
	return tx.changeCallers(ctx)
}
