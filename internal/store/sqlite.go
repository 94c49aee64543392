package store

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // registers the driver
)

// tidyEvery is how often the write-ahead log is folded into the file, from a timer, so
// that no request has to do it.
const tidyEvery = 5 * time.Second

func sqliteDialect(now func() time.Time) *dialect {
	return &dialect{
		name:   "sqlite",
		driver: "sqlite",
		local:  true,
		goose:  goose.DialectSQLite3,
		id:     "INTEGER PRIMARY KEY AUTOINCREMENT",
		among:  "IN (SELECT value FROM json_each(?))", brackets: "[ ]", mergeAtOnce: 50,
		moment: func(b *builder, after time.Duration) *builder { // its processes run on one machine
			return b.add("?", now().Add(after).UnixMicro())
		},

		position: "id",
		horizon:  "(SELECT COALESCE(MAX(id), 0) + 1 FROM catalogue_changes)",
		view:     "''", // nothing comes behind the horizon before it has moved
		known:    "?",

		columns:   "SELECT name, type = 'BOOLEAN' FROM pragma_table_info($1) ORDER BY cid",
		afterLoad: func(context.Context, *Tx, string) error { return nil },
	}
}

func openSQLite(ctx context.Context, path string, o Options) (*DB, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	if err := prepareFile(ctx, absolute); err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	// Before the connections that stay: SQLite gives the files that they make the mode of the database.
	tightened, err := keepPrivate(absolute)
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	d := sqliteDialect(o.Now)
	address := sqliteAddress(absolute, "immediate")
	shared, enqueued := newReads(d, o), make(chan struct{}, 1)
	writer, err := openWriter(ctx, address, shared, enqueued)
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	pool, err := sql.Open("sqlite", sqliteAddress(absolute, "deferred")+"&_pragma=query_only(1)")
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	readers := max(4, 2*runtime.NumCPU())
	pool.SetMaxOpenConns(readers)
	pool.SetMaxIdleConns(readers)
	shared.q = watchedReads{&prepared{pool: pool}, shared.slow}
	return &DB{
		reads:    shared,
		pool:     pool,
		address:  address,
		dialect:  d,
		writer:   writer,
		enqueued: enqueued,

		tightened: tightened,
	}, nil
}

// sqliteAddress is the driver's address of a database file. Every commit is
// synced; the log is folded in by a timer and, were that to fail, at 10,000 pages.
func sqliteAddress(path, lock string) string {
	// FULL, because an order that was answered must outlive a power cut: beside a write-ahead log NORMAL syncs
	// at checkpoints only.
	query := url.Values{"_txlock": {lock}, "_pragma": {
		"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)",
		"wal_autocheckpoint(10000)", "cache_size(-8000)", "temp_store(MEMORY)",
		"secure_delete(FAST)", // what is replaced is not left in the pages that are written, such as secrets
	}}
	return fileAddress(path, query)
}

func fileAddress(path string, query url.Values) string {
	return "file://" + (&url.URL{Path: path}).EscapedPath() + "?" + query.Encode()
}

// prepared runs statements on a pool, each prepared once. A text that is put
// together from filters may come in many forms, so their number is bounded.
type prepared struct {
	pool   *sql.DB
	mu     sync.RWMutex
	byText map[string]*sql.Stmt
}

const maxPrepared = 400

func (p *prepared) stmt(ctx context.Context, text string) (*sql.Stmt, error) {
	p.mu.RLock()
	stmt, ok := p.byText[text]
	full := len(p.byText) >= maxPrepared
	p.mu.RUnlock()
	if ok || full {
		return stmt, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	// Another goroutine may have prepared it between the two locks.
	if stmt, ok := p.byText[text]; ok {
		return stmt, nil
	}
	stmt, err := p.pool.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	if p.byText == nil {
		p.byText = map[string]*sql.Stmt{}
	}
	p.byText[text] = stmt
	return stmt, nil
}

func (p *prepared) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	stmt, err := p.stmt(ctx, text)
	if err != nil {
		return nil, err
	}
	if stmt == nil {
		return p.pool.QueryContext(ctx, text, args...)
	}
	return stmt.QueryContext(ctx, args...)
}

func (p *prepared) QueryRowContext(ctx context.Context, text string, args ...any) *sql.Row {
	stmt, err := p.stmt(ctx, text)
	if err != nil || stmt == nil {
		// The pool meets the same error and carries it in the row.
		return p.pool.QueryRowContext(ctx, text, args...)
	}
	return stmt.QueryRowContext(ctx, args...)
}
