package store

import (
	"context"
	"time"
)

// Dumped and Made are the tables of a backup and those made from them.
var (
	Dumped = dumped
	Made   = made
)

// Interrupt interrupts a statement of SQLite's writer that changes something,
// which rolls back its transaction.
func (db *DB) Interrupt(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Millisecond)
	defer cancel()
	_, err := db.writer.conn.ExecContext(ctx, `WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)
		INSERT INTO settings (name, value) SELECT 'n' || n, '' FROM c`)
	return err
}

// Waiting is how many writers wait for SQLite's one.
func (db *DB) Waiting() int { return len(db.writer.queue) }

// Changes is how many changes of the catalogue are logged.
func (db *DB) Changes(ctx context.Context) (n int64, err error) {
	return n, db.row(ctx, "", "SELECT count(*) FROM catalogue_changes", nil, &n)
}

// Pragma sets a pragma of SQLite's writer.
func (db *DB) Pragma(ctx context.Context, set string) error {
	_, err := db.writer.conn.ExecContext(ctx, "PRAGMA "+set)
	return err
}
