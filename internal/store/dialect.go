package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

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
	local  bool   // it runs in this process: no network can keep a read waiting
	locked string // ends the SELECT of a job claim
	// among is the condition of a number that is in the list ?, whose numbers stand within brackets.
	among, brackets string
	mergeAtOnce     int // documents: on SQLite other writers wait meanwhile

	// moment adds the value of a time that is so far from now by the one clock that
	// all processes of a database share.
	moment func(b *builder, after time.Duration) *builder

	// position is the column of the log of changes, and horizon the value of it, below
	// which no row is committed any more.
	position, horizon string
	// view is what a statement sees of the rows behind the horizon, known the value ? of an earlier one's, and unseen adds
	// the condition that a row c was not seen by that.
	view, known, unseen string

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
	wrapped := fmt.Errorf("%s: %w", what, err)
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return wrapped
	}
	switch kind(err) {
	case kindUnique:
		return fmt.Errorf("%s: %w: %w", what, errUnique, err)
	case kindBusy, kindRetry:
		return &vitrine.Error{Code: vitrine.Unavailable, Message: "the database is busy: try again", Err: wrapped}
	case kindPooled:
		return fmt.Errorf("%w: a pooler of transactions needs default_query_exec_mode=cache_describe in --database", wrapped)
	}
	if fault := faultOf(err); fault != vitrine.NoFault {
		return fault.Unavailability("the database", wrapped)
	}
	return wrapped
}

type errorKind int

const (
	kindOther errorKind = iota
	kindUnique
	kindBusy
	kindRetry  // a serialization failure: the same transaction may pass next time
	kindPooled // another connection than the one where the statement was prepared
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
	case code&0xff == sqlite3.SQLITE_BUSY || code&0xff == sqlite3.SQLITE_LOCKED:
		return kindBusy
	}
	return kindOther
}

// postgresKind reads an SQLSTATE (PostgreSQL, appendix A).
func postgresKind(state string) errorKind {
	switch state {
	case "23505": // unique_violation
		return kindUnique
	case "40001", "40P01": // serialization_failure, deadlock_detected
		return kindRetry
	case "55P03", "57014": // lock_not_available, query_canceled
		return kindBusy
	case "26000", "42P05": // invalid_sql_statement_name, duplicate_prepared_statement
		return kindPooled
	}
	return kindOther
}

// faultOf returns why a database can't do its work now, by the error's number.
func faultOf(err error) vitrine.Fault {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return sqliteFaults()[e.Code()&0xff]
	}
	// A server may refuse a connection by any number: no such database, no login.
	_, refused := errors.AsType[*pgconn.ConnectError](err)
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && !refused {
		// Behind a pooler the refusal comes when a statement asks for a connection.
		if refused = e.Severity == "FATAL"; !refused {
			return postgresFault(e.Code)
		}
	}
	if refused || errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) {
		return vitrine.Away
	}
	return vitrine.FaultOf(err)
}

// sqliteFaults are by primary result code (sqlite.org/rescode.html).
func sqliteFaults() map[int]vitrine.Fault {
	return map[int]vitrine.Fault{
		sqlite3.SQLITE_FULL:     vitrine.Full,
		sqlite3.SQLITE_READONLY: vitrine.ReadOnly,
		sqlite3.SQLITE_IOERR:    vitrine.Broken,
		sqlite3.SQLITE_CANTOPEN: vitrine.Broken,
		sqlite3.SQLITE_NOMEM:    vitrine.Broken,
		sqlite3.SQLITE_PROTOCOL: vitrine.Away,
	}
}

// postgresFault reads an SQLSTATE, or the class that it begins with.
func postgresFault(state string) vitrine.Fault {
	switch state {
	case "53100": // disk_full
		return vitrine.Full
	case "25006": // read_only_sql_transaction: a standby, or a server set so
		return vitrine.ReadOnly
	}
	switch state[:min(2, len(state))] {
	case "08", "53", "57": // connection_exception, insufficient_resources, operator_intervention
		return vitrine.Away
	case "58": // system_error: io_error and the like
		return vitrine.Broken
	}
	return vitrine.NoFault
}
