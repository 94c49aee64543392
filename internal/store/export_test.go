package store

import (
	"context"
	"database/sql"
	"strings"
	"time"
)

// Dumped and Made are the tables of a backup and those made from them.
var (
	Dumped = dumped
	Made   = made
)

// FaultOf is what a driver's error says of the database.
var FaultOf = faultOf

// Interrupt interrupts a statement of SQLite's writer that changes something,
// which rolls back its transaction. On a loaded machine the interruption may come
// before the statement has begun, where SQLite forgets it: then it is tried again.
func (db *DB) Interrupt(ctx context.Context) error {
	for {
		if err := db.interruptOnce(ctx); err != nil {
			return err
		}
	}
}

func (db *DB) interruptOnce(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Millisecond)
	defer cancel()
	_, err := db.writer.conn.ExecContext(ctx, `WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 200000)
		INSERT OR REPLACE INTO settings (name, value) SELECT 'n' || n, '' FROM c`)
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

// Plans returns how the database runs each statement of fn that reads.
func (db *DB) Plans(ctx context.Context, fn func(db *DB, tx *Tx) error) ([]string, error) {
	var plans []string
	err := db.Write(ctx, func(tx *Tx) error {
		plans = nil
		asked := &listener{execer: tx.statements}
		inTx := &Tx{reads: tx.reads, statements: asked}
		inTx.q = asked
		reader := &DB{reads: inTx.reads, dialect: db.dialect}
		if err := fn(reader, inTx); err != nil {
			return err
		}
		for _, s := range asked.heard {
			plan, err := tx.explain(ctx, s)
			if err != nil {
				return err
			}
			plans = append(plans, plan)
		}
		return nil
	})
	return plans, err
}

// listener notes the statements that it passes on.
type listener struct {
	execer
	heard []part
}

func (l *listener) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	l.heard = append(l.heard, part{query, args})
	return l.execer.QueryContext(ctx, query, args...)
}

func (l *listener) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	l.heard = append(l.heard, part{query, args})
	return l.execer.QueryRowContext(ctx, query, args...)
}

func (l *listener) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	l.heard = append(l.heard, part{query, args})
	return l.execer.ExecContext(ctx, query, args...)
}

func (tx *Tx) explain(ctx context.Context, s part) (string, error) {
	if tx.dialect.name == "sqlite" {
		lines, err := query(ctx, &tx.reads, func(row scanner) (line string, err error) {
			var id, parent, unused int64
			return line, row.Scan(&id, &parent, &unused, &line)
		}, "EXPLAIN QUERY PLAN "+s.text, s.args...)
		return strings.Join(lines, "\n"), err
	}
	lines, err := query(ctx, &tx.reads, func(row scanner) (line string, err error) { return line, row.Scan(&line) }, "EXPLAIN "+s.text,
		s.args...)
	return strings.Join(lines, "\n"), err
}

// Run runs a statement.
func (tx *Tx) Run(ctx context.Context, text string) error {
	_, err := tx.exec(ctx, "run", text)
	return err
}

// WordCounts returns how many models have each word, of those that some have.
func (db *DB) WordCounts(ctx context.Context) (map[string]int64, error) {
	counts := map[string]int64{}
	return counts, each(ctx, &db.reads, func(row scanner) error {
		var word string
		var n int64
		err := row.Scan(&word, &n)
		counts[word] = n
		return err
	}, "SELECT word, models FROM search_words WHERE models <> 0")
}

// WriteText runs a statement in a write.
func (db *DB) WriteText(ctx context.Context, text string) error {
	return db.Write(ctx, func(tx *Tx) error {
		_, err := tx.exec(ctx, "run a text", text)
		return err
	})
}

// AddWords adds words as one that knows none of them does, and returns their ids.
func (db *DB) AddWords(ctx context.Context, list []string, spelled map[string]bool) (map[string]int64, error) {
	ids := map[string]int64{}
	return ids, db.Write(ctx, func(tx *Tx) error {
		known := map[string]knownWord{}
		err := tx.addWords(ctx, list, spelled, known)
		for word, added := range known {
			ids[word] = added.id
		}
		return err
	})
}

// SpelledWords returns the words that stand in some text.
func (db *DB) SpelledWords(ctx context.Context) ([]string, error) {
	return query(ctx, &db.reads, func(row scanner) (word string, err error) { return word, row.Scan(&word) },
		"SELECT word FROM search_words WHERE spelled ORDER BY word")
}

// RebuildSearchBySteps builds the index in small transactions, before each of which step
// is called.
func (db *DB) RebuildSearchBySteps(ctx context.Context, step func(part string)) error {
	return (&rebuild{db: db, progress: func(Rebuilt) { step(buildBlocks) }, rows: 100, late: 10, step: step}).build(ctx)
}

// HoldConnections leaves the pool no connection until release is called.
func (db *DB) HoldConnections(ctx context.Context) (release func(), err error) {
	db.pool.SetMaxOpenConns(1)
	conn, err := db.pool.Conn(ctx)
	return func() { _ = conn.Close() }, err
}

// LookByClosed has looks at the log go by connections that are closed.
func (db *DB) LookByClosed() error {
	pool, err := sql.Open(db.dialect.driver, db.address)
	if err != nil {
		return err
	}
	aside := db.reads
	aside.q = pool
	db.cache.log.aside.Store(&aside)
	return pool.Close()
}

// WalkOrders has the indexes of orders walked along for all pages but those that the
// columns of the index have.
func (db *DB) WalkOrders() { db.searches.maxFar = 0 }

// BuildsStored is of how many builds there are blocks.
func (db *DB) BuildsStored(ctx context.Context) (n int64, err error) {
	return n, db.row(ctx, "", "SELECT count(DISTINCT id < 0) FROM search_blocks", nil, &n)
}

// Reads are those outside of transactions.
type Reads = reads

// AtReplica are the reads of the replica, for a read that may go there now; nil where it
// has to go to the primary.
func (db *DB) AtReplica(ctx context.Context) *Reads {
	if s := db.standby(ctx); s != nil {
		return &s.reads
	}
	return nil
}

// AtPrimary are the reads of the primary.
func (db *DB) AtPrimary() *Reads { return &db.reads }
