// Package store keeps the marketplace's records in SQL, with the same statements
// for SQLite and PostgreSQL. What differs between the two (opening, error
// numbers, job claims) is in dialect.go and in the files named
// after them.
//
// Both *DB and *Tx have the reads. Only *Tx has the writes, so that a write
// outside a transaction does not compile. The function given to Write may run
// twice and must touch nothing but the database.
//
// The package knows the rows, not the rules: shop decides who may do what, and
// when. Errors for callers are *vitrine.Error; driver errors are turned into
// codes here, by their numbers.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"vitrine"
)

// DB is an open database.
type DB struct {
	reads
	pool    *sql.DB // for reads; on PostgreSQL for writes too
	address string  // as the driver takes it, for writing
	dialect *dialect
	writer  *groupWriter // SQLite only
	writers places       // PostgreSQL only
	close   sync.Once
	replica replica
	// enqueued is sent to when a job was enqueued and committed.
	enqueued chan struct{}

	tightened []string
}

// Tx is a transaction. It is good for as long as the function it was given to
// runs.
type Tx struct {
	reads
	statements execer
	enqueued   chan<- struct{}
	committed  []func()
	notes      notes
	pins       int64 // licence texts that were known to be stored before it began
}

// newTx makes the transaction that runs its statements on conn, before the first of them.
func newTx(conn execer, shared reads, enqueued chan<- struct{}) *Tx {
	conn = watched{uncut{conn}, shared.slow}
	shared.q, shared.inside = conn, true
	return &Tx{reads: shared, statements: conn, enqueued: enqueued, pins: shared.cache.knownPins()}
}

// uncut runs the statements of a transaction to their ends, also when their caller
// leaves. SQLite rolls back the whole group's transaction when a statement that
// writes is interrupted, and pgx closes the connection.
type uncut struct{ execer }

func (u uncut) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return u.execer.ExecContext(context.WithoutCancel(ctx), query, args...)
}

func (u uncut) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return u.execer.QueryContext(context.WithoutCancel(ctx), query, args...)
}

func (u uncut) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	return u.execer.QueryRowContext(context.WithoutCancel(ctx), query, args...)
}

// AfterCommit has fn called once the transaction is on disk. It must be quick
// and must not write.
func (tx *Tx) AfterCommit(fn func()) { tx.committed = append(tx.committed, fn) }

func (tx *Tx) tellCommitted() {
	for _, fn := range tx.committed {
		fn()
	}
}

// reads holds the queries that change nothing, inside a transaction or not.
type reads struct {
	q        querier
	dialect  *dialect
	cache    *cache
	searches *searchIndex
	slow     *slow
	inside   bool          // a transaction: what it reads may never be committed, and is not kept
	bare     bool          // lists are read without records
	has      *atomic.Int64 // of a replica: up to which moment it has all changes; else nil
}

func newReads(d *dialect, o Options) reads {
	return reads{dialect: d, cache: newCache(o.Now), searches: newSearchIndex(o), slow: &slow{}}
}

// querier runs queries: a pool, a connection or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// execer runs statements that change something, too: a transaction.
type execer interface {
	querier
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// Open opens the database at address, postgres://… or the path of an SQLite
// file, which is made when it is not there. The schema is brought up to date
// by Migrate.
func Open(ctx context.Context, address string) (*DB, error) {
	return OpenWith(ctx, address, Options{})
}

// Options are what a database is opened with.
type Options struct {
	// Now is the clock of leases on SQLite, whose processes run on one machine, and of
	// what this process remembers; nil: time.Now. On PostgreSQL leases go by its server's.
	Now func() time.Time
	// SearchMemory is how many bytes of the search index are remembered as they were read,
	// at most, and as many of a replica's again; 0: 32 MiB, which is enough for a command.
	SearchMemory int64
}

const leastSearchMemory = 32 << 20

// OpenWith opens a database as Open does.
func OpenWith(ctx context.Context, address string, o Options) (*DB, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.SearchMemory == 0 {
		o.SearchMemory = leastSearchMemory
	}
	if strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://") {
		return openPostgres(ctx, address, o)
	}
	return openSQLite(ctx, address, o)
}

// Close waits for the write that runs and closes the database. It may be
// repeated.
func (db *DB) Close() error {
	var err error
	db.close.Do(func() {
		// The last connection to SQLite folds its log into the file; one that
		// only reads can't.
		err = db.pool.Close()
		if db.writer != nil {
			err = errors.Join(err, db.writer.stop())
		}
	})
	return err
}

// Ping reports whether the database answers.
func (db *DB) Ping(ctx context.Context) error {
	var one int
	err := db.q.QueryRowContext(ctx, "SELECT 1").Scan(&one)
	if err != nil {
		err = db.fail("ping", err)
	}
	if err != nil && vitrine.CodeOf(err) != vitrine.Unavailable {
		err = &vitrine.Error{Code: vitrine.Unavailable, Message: "the database does not answer", Err: err}
	}
	return err
}

// Write runs fn in a transaction and commits it when fn returns nil. fn may run
// more than once: it must touch nothing but the database. When Write returns
// nil, the change is on disk.
func (db *DB) Write(ctx context.Context, fn func(tx *Tx) error) error {
	return db.write(ctx, sql.LevelSerializable, fn)
}

// WriteRows is Write for statements that each stand by themselves, such as taking a job or giving it back: what they read of
// other rows may have changed before the next one. On PostgreSQL they neither meet those that write in Write nor are met.
func (db *DB) WriteRows(ctx context.Context, fn func(tx *Tx) error) error {
	return db.write(ctx, sql.LevelReadCommitted, fn)
}

// write is Write at an isolation that counts on PostgreSQL: SQLite has one writer.
func (db *DB) write(ctx context.Context, isolation sql.IsolationLevel, fn func(tx *Tx) error) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	if db.writer != nil {
		return db.writer.write(ctx, fn)
	}
	return db.writePostgres(ctx, isolation, fn)
}

// exec runs a statement and returns the number of rows that it touched.
func (tx *Tx) exec(ctx context.Context, what, query string, args ...any) (int64, error) {
	result, err := tx.statements.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, tx.fail(what, err)
	}
	n, err := result.RowsAffected()
	if err != nil {
		return 0, tx.fail(what, err)
	}
	return n, nil
}

// insert runs an INSERT … RETURNING id.
func (tx *Tx) insert(ctx context.Context, what, query string, args ...any) (int64, error) {
	var id int64
	if err := tx.statements.QueryRowContext(ctx, query, args...).Scan(&id); err != nil {
		return 0, tx.fail(what, err)
	}
	return id, nil
}

// row reads one row, NotFound with missing as its message when there is none.
func (r *reads) row(ctx context.Context, missing, query string, args []any, dst ...any) error {
	err := r.q.QueryRowContext(ctx, query, args...).Scan(dst...)
	if errors.Is(err, sql.ErrNoRows) {
		return vitrine.Errorf(vitrine.NotFound, "%s", missing)
	}
	if err != nil {
		return r.fail("read", err)
	}
	return nil
}

// byKey reads one row by its key. On SQLite nothing interrupts that: database/sql and
// the driver would each start a goroutine that waits for the caller to leave, for almost
// a third of the time that the read takes.
func (r *reads) byKey(ctx context.Context, query string, args ...any) *sql.Row {
	if r.dialect.local && ctx.Err() == nil {
		ctx = context.WithoutCancel(ctx)
	}
	return r.q.QueryRowContext(ctx, query, args...)
}

// query collects all rows of a statement.
func query[T any](ctx context.Context, r *reads, scan func(scanner) (T, error), text string, args ...any) ([]T, error) {
	list := []T{}
	err := each(ctx, r, func(row scanner) error {
		item, err := scan(row)
		list = append(list, item)
		return err
	}, text, args...)
	if err != nil {
		return nil, err
	}
	return list, nil
}

// each calls fn for every row of a statement. An error of fn ends it.
func each(ctx context.Context, r *reads, fn func(scanner) error, text string, args ...any) error {
	began, count := r.slow.begin(), int64(0)
	defer func() { r.slow.end(ctx, began, text, func() int64 { return count }) }()
	rows, err := r.q.QueryContext(ctx, text, args...)
	if err != nil {
		return r.fail("query", err)
	}
	defer rows.Close()
	for ; rows.Next(); count++ {
		if err := fn(rows); err != nil {
			return r.fail("scan", err)
		}
	}
	if err := rows.Err(); err != nil {
		return r.fail("query", err)
	}
	return nil
}

// scanner is a row to read: *sql.Row or *sql.Rows.
type scanner interface {
	Scan(dst ...any) error
}

// fail turns a driver's error into the house's own.
func (r *reads) fail(what string, err error) error {
	return r.dialect.wrap(what, err)
}

// micros stores a time, and null for the zero time.
func micros(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMicro()
}

// orNull stores 0 as null.
func orNull(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}

// textOrNull is a text as a column has it that is NULL where there is none.
func textOrNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}
