package store

import (
	"context"
	"time"
)

// setUp names the setting that says since when a marketplace is set up.
const setUp = "set_up"

// Operator is how an operator may have come in.
type Operator struct {
	Username    string
	HasPassword bool
	WasSignedIn bool // at some browser, in whichever way
}

// Operators lists those who are not suspended, oldest first, up to a hundred.
func (r *reads) Operators(ctx context.Context) ([]Operator, error) {
	return query(ctx, r, func(row scanner) (o Operator, err error) {
		return o, row.Scan(&o.Username, &o.HasPassword, &o.WasSignedIn)
	},
		`SELECT u.username, u.password_hash <> '', EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id)
		FROM users u WHERE u.is_admin AND u.suspended_at IS NULL ORDER BY u.id LIMIT 100`)
}

// HasOperator reports whether there is an operator, suspended or not.
func (r *reads) HasOperator(ctx context.Context) (has bool, err error) {
	return has, r.row(ctx, "", "SELECT EXISTS (SELECT 1 FROM users WHERE is_admin)", nil, &has)
}

// NoteSetUp writes down that the marketplace is set up. Of two transactions that do, one
// waits for the other or starts again, and sees what that has done.
func (tx *Tx) NoteSetUp(ctx context.Context, now time.Time) error {
	return tx.setSetting(ctx, setUp, now.UTC().Format(time.RFC3339))
}
