package store

import (
	"context"
	"database/sql"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"
)

// LogSlow has statements that take at least so long told to log, with their texts and
// without what they were given, which may be secret. Time spent waiting for a
// connection counts. 0 tells of none, as before the first call.
func (db *DB) LogSlow(log *slog.Logger, least time.Duration) {
	if least <= 0 {
		db.slow.told.Store(nil)
		return
	}
	db.slow.told.Store(&teller{log, least})
}

// slow measures statements once somebody wants to hear of those that are slow.
type slow struct{ told atomic.Pointer[teller] }

type teller struct {
	log   *slog.Logger
	least time.Duration
}

// unknown is how many rows a statement touched that nobody counted.
const unknown = -1

// begin returns when a statement began, the zero time when nobody measures.
func (s *slow) begin() (began time.Time) {
	if s.told.Load() != nil {
		began = time.Now()
	}
	return began
}

// end tells of a statement that took long. rows is asked only then.
func (s *slow) end(ctx context.Context, began time.Time, text string, rows func() int64) {
	if began.IsZero() {
		return
	}
	took, to := time.Since(began), s.told.Load()
	if to == nil || took < to.least {
		return
	}
	attrs := []slog.Attr{slog.Duration("took", took), slog.String("statement", brief(text))}
	if n := rows(); n != unknown {
		attrs = append(attrs, slog.Int64("rows", n))
	}
	to.log.LogAttrs(ctx, slog.LevelWarn, "slow statement", attrs...)
}

// longestText is what the log shows of a statement: one that is put together from many
// filters may have tens of thousands of characters.
const longestText = 2000

// brief puts a statement on one line.
func brief(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > longestText {
		text = strings.ToValidUTF8(text[:longestText], "") + "…"
	}
	return text
}

func uncounted() int64 { return unknown }

// watchedReads measures what is over when it returns. Rows are measured by those who
// read them, because they are found while they are read.
type watchedReads struct {
	querier
	slow *slow
}

func (w watchedReads) QueryRowContext(ctx context.Context, text string, args ...any) *sql.Row {
	began := w.slow.begin()
	row := w.querier.QueryRowContext(ctx, text, args...)
	w.slow.end(ctx, began, text, uncounted)
	return row
}

// watched is watchedReads for a transaction.
type watched struct {
	execer
	slow *slow
}

func (w watched) QueryRowContext(ctx context.Context, text string, args ...any) *sql.Row {
	return watchedReads{w.execer, w.slow}.QueryRowContext(ctx, text, args...)
}

func (w watched) ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error) {
	began := w.slow.begin()
	result, err := w.execer.ExecContext(ctx, text, args...)
	w.slow.end(ctx, began, text, func() int64 { return touched(result, err) })
	return result, err
}

func touched(result sql.Result, err error) int64 {
	if err != nil {
		return unknown
	}
	n, err := result.RowsAffected()
	if err != nil {
		return unknown
	}
	return n
}
