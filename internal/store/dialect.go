package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"vitrine"
)

// dialect is what differs between the two databases.
type dialect struct {
	name   string // as in the names of migrations: sqlite or postgres
	driver string // as database/sql knows it
	goose  goose.Dialect
	id     string // the type of a generated primary key
	locked string // ends the SELECT of a job claim
	search searcher

	snapshot  sql.IsolationLevel // of a transaction whose reads all see one moment
	columns   string             // lists the columns of the table $1 in order, and whether each is a boolean
	afterLoad func(ctx context.Context, tx *Tx, table string) error
}

// errUnique marks a broken UNIQUE constraint.
var errUnique = errors.New("unique constraint")

// wrap turns a driver's error into the house's own, by its number. What the
// caller can't help keeps its cause and becomes a 500 or 503.
func (d *dialect) wrap(what string, err error) error {
	if _, ok := errors.AsType[*vitrine.Error](err); ok {
		return err
	}
	if errors.Is(err, sql.ErrNoRows) {
		return vitrine.Errorf(vitrine.NotFound, "not found: %s", what)
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%s: %w", what, err)
	}
	switch kind(err) {
	case kindUnique:
		return fmt.Errorf("%s: %w: %w", what, errUnique, err)
	case kindFull:
		return &vitrine.Error{Code: vitrine.Unavailable, Message: "the database's disk is full: the operator has to make room", Err: err}
	case kindBusy, kindRetry:
		return &vitrine.Error{Code: vitrine.Unavailable, Message: "the database is busy: try again", Err: err}
	}
	return fmt.Errorf("%s: %w", what, err)
}

type errorKind int

const (
	kindOther errorKind = iota
	kindUnique
	kindBusy
	kindFull
	kindRetry // a serialization failure: the same transaction may pass next time
)

func kind(err error) errorKind {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return sqliteKind(e.Code())
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return postgresKind(e.Code)
	}
	return kindOther
}

func sqliteKind(code int) errorKind {
	switch {
	case code == sqlite3.SQLITE_CONSTRAINT_UNIQUE || code == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
		return kindUnique
	case code&0xff == sqlite3.SQLITE_BUSY:
		return kindBusy
	case code&0xff == sqlite3.SQLITE_FULL:
		return kindFull
	}
	return kindOther
}

// postgresKind reads an SQLSTATE (PostgreSQL, appendix A).
func postgresKind(state string) errorKind {
	switch state {
	case "23505":
		return kindUnique
	case "40001", "40P01":
		return kindRetry
	case "53100":
		return kindFull
	case "53300", "57P03":
		return kindBusy
	}
	return kindOther
}
