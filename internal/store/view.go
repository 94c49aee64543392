package store

import (
	"context"
	"database/sql"
)

// View is the database as it stands at one moment.
type View struct{ reads }

// Look has a function read the database as it stands at one moment, for what must fit together.
func (db *DB) Look(ctx context.Context, look func(at *View) error) error {
	tx, err := db.pool.BeginTx(ctx, &sql.TxOptions{Isolation: db.dialect.snapshot, ReadOnly: db.dialect.snapshot != sql.LevelDefault})
	if err != nil {
		return db.fail("begin", err)
	}
	defer func() { _ = tx.Rollback() }() // it wrote nothing
	at := &View{db.reads}
	at.q, at.inside, at.has = tx, true, nil
	return look(at)
}
