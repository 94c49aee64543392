package main

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"path/filepath"
	"strings"
	"time"
)

// sqlite is written in one transaction of some batches, without a journal: what is cut off
// is filled again from the start.
type sqlite struct {
	pool    *sql.DB
	conn    *sql.Conn
	tables  []table
	indexes []string // the statements that make them
	inserts map[string]*sql.Stmt
	written int
}

func sqliteAddress(path string) string {
	absolute, err := filepath.Abs(path)
	if err != nil {
		absolute = path // SQLite will say what is wrong with it
	}
	query := url.Values{"_pragma": {"busy_timeout(10000)", "foreign_keys(0)", "cache_size(-1000000)", "temp_store(FILE)"}}
	return "file://" + (&url.URL{Path: absolute}).EscapedPath() + "?" + query.Encode()
}

func (s *sqlite) begin(ctx context.Context) (err error) {
	if s.conn, err = s.pool.Conn(ctx); err != nil {
		return err
	}
	s.inserts = map[string]*sql.Stmt{}
	s.tables = tables()
	if s.indexes, err = s.dropIndexes(ctx); err != nil {
		return err
	}
	return s.run(ctx, "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", "PRAGMA locking_mode = EXCLUSIVE", "BEGIN")
}

func (s *sqlite) run(ctx context.Context, statements ...string) error {
	for _, text := range statements {
		if _, err := s.conn.ExecContext(ctx, text); err != nil {
			return errors.New(text + ": " + err.Error())
		}
	}
	return nil
}

// loosen takes away what slows the filling of a table that has rows already, and returns the
// statements that bring it back.
func (s *sqlite) loosen(ctx context.Context, conn *sql.Conn, name string) (indexes []string, err error) {
	s.conn, s.tables = conn, []table{{name: name}}
	if indexes, err = s.dropIndexes(ctx); err != nil {
		return nil, err
	}
	return append(indexes, "PRAGMA journal_mode = WAL"), s.run(ctx, "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF")
}

// dropIndexes drops those of the filled tables that a statement made, and returns the
// statements. Those of constraints stay.
func (s *sqlite) dropIndexes(ctx context.Context) (made []string, err error) {
	var dropped []string
	for _, t := range s.tables {
		rows, err := s.conn.QueryContext(ctx,
			"SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL", t.name)
		if err != nil {
			return nil, err
		}
		for rows.Next() {
			var name, text string
			if err := rows.Scan(&name, &text); err != nil {
				return nil, errors.Join(err, rows.Close())
			}
			dropped, made = append(dropped, "DROP INDEX "+name), append(made, text)
		}
		if err := rows.Err(); err != nil {
			return nil, err
		}
	}
	return made, s.run(ctx, dropped...)
}

const (
	rowsAtOnce  = 20     // of an INSERT
	commitAfter = 50_000 // models
)

func (s *sqlite) write(ctx context.Context, models []made) error {
	for _, t := range s.tables {
		var rows [][]any
		for _, m := range models {
			rows = append(rows, t.rows(m)...)
		}
		for len(rows) > 0 {
			n := min(rowsAtOnce, len(rows))
			if err := s.insert(ctx, t, rows[:n]); err != nil {
				return err
			}
			rows = rows[n:]
		}
	}
	if s.written += len(models); s.written%commitAfter == 0 {
		return s.run(ctx, "COMMIT", "BEGIN")
	}
	return nil
}

func (s *sqlite) insert(ctx context.Context, t table, rows [][]any) error {
	text := "INSERT INTO " + t.name + " (" + strings.Join(t.columns, ", ") + ") VALUES " +
		commas("("+commas("?", len(t.columns))+")", len(rows))
	statement := s.inserts[text]
	if statement == nil {
		var err error
		if statement, err = s.conn.PrepareContext(ctx, text); err != nil {
			return err
		}
		s.inserts[text] = statement
	}
	arguments := make([]any, 0, len(rows)*len(t.columns))
	for _, row := range rows {
		arguments = append(arguments, row...)
	}
	_, err := statement.ExecContext(ctx, arguments...)
	return err
}

func commas(text string, times int) string {
	return strings.TrimSuffix(strings.Repeat(text+", ", times), ", ")
}

func (s *sqlite) finish(ctx context.Context) error {
	if err := s.run(ctx, s.indexes...); err != nil {
		return err
	}
	last := append(countStored(), countCategories, tellOthers(time.Now().UnixMicro()), "COMMIT", "PRAGMA journal_mode = WAL")
	err := s.run(ctx, last...)
	for _, statement := range s.inserts {
		err = errors.Join(err, statement.Close())
	}
	return errors.Join(err, s.conn.Close())
}
