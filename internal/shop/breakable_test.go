package shop_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	"vitrine/internal/store/storetest"
)

// breakable is a marketplace whose database refuses what a test wants it to. The function
// runs a statement beside it and then counts the rows of what accounts are made of, with
// those that are used up or have ended.
func breakable(t *testing.T) (*doors, func(t *testing.T, statement string) map[string]int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "vitrine.db")
	db := storetest.SQLiteAt(t, path)
	pool, err := sql.Open("sqlite", "file://"+path+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close() })
	return doorsOn(db), func(t *testing.T, statement string) map[string]int {
		t.Helper()
		if statement != "" {
			if _, err := pool.ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		rows := map[string]int{}
		for name, query := range map[string]string{
			"users": "users", "links": "links", "mails": "mails", "jobs": "jobs", "sessions": "sessions", "used": "links WHERE used_at IS NOT NULL",
			"ended": "sessions WHERE ended_at IS NOT NULL", "confirmed": "users WHERE email_confirmed_at IS NOT NULL",
			"ceremonies": "ceremonies", "with a password": "users WHERE password_hash <> ''",
		} {
			var n int
			if err := pool.QueryRowContext(t.Context(), "SELECT count(*) FROM "+query).Scan(&n); err != nil {
				t.Fatal(err)
			}
			rows[name] = n
		}
		return rows
	}
}
