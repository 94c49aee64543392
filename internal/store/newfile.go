package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// whatToDo ends what is said of a file that is no database of a marketplace.
const whatToDo = "restore a backup; or name another file, or move this one away if a new marketplace is wanted"

// prepareFile makes the file of a database that is not there yet, and refuses one that
// can't be a marketplace's before anything is changed in it.
func prepareFile(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return makeFile(ctx, path)
	}
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("it is not a file")
	}
	if info.Size() == 0 { // makeFile makes none: it was emptied
		return errors.New("the file is empty, which no database is: " + whatToDo)
	}
	return examine(ctx, path)
}

// makeFile makes an empty database, for its owner alone whatever the umask. It gets
// its name when it is whole, so that a file of no bytes is never one that was begun.
func makeFile(ctx context.Context, path string) error {
	// SQLite would play a log whose database is lost into the new one.
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
		if _, err := os.Stat(path); err == nil { // another process has just made it
			return nil
		}
		return fmt.Errorf("the file is not there, but its log is, %s: restore a backup, or move the log away if a new marketplace is wanted",
			path+"-wal")
	}
	made, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*") // with the mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(made.Name())
	if err := made.Close(); err != nil {
		return err
	}
	if err := formatFile(ctx, made.Name()); err != nil {
		return err
	}
	// A link replaces nothing: of processes that begin at once one makes the file, and the others use it.
	err = os.Link(made.Name(), path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	return os.Rename(made.Name(), path) // there are file systems without links
}

// formatFile writes the header of a database.
func formatFile(ctx context.Context, path string) error {
	pool, err := sql.Open("sqlite", fileAddress(path, url.Values{"_pragma": {"journal_mode(WAL)", "synchronous(FULL)"}}))
	if err != nil {
		return err
	}
	return errors.Join(pool.PingContext(ctx), pool.Close())
}

// examine refuses a file that is damaged or belongs to something else. It looks
// through SQLite: whoever closes a file by other means drops the locks of all who have
// it open in the same process.
func examine(ctx context.Context, path string) error {
	pool, err := sql.Open("sqlite", fileAddress(path, url.Values{"mode": {"rw"}, "_pragma": {"busy_timeout(10000)"}}))
	if err != nil {
		return err
	}
	defer pool.Close()
	if err = ourTables(ctx, pool); err == nil {
		err = wholeFile(ctx, pool, path)
	}
	if damaged := damage(err); damaged != "" {
		return fmt.Errorf("%s: %s: %w", damaged, whatToDo, err)
	}
	return err
}

// ourTables refuses the tables of another program. None is a new marketplace, cut
// off before its first migration.
func ourTables(ctx context.Context, pool *sql.DB) error {
	var versions, ours, others int
	err := pool.QueryRowContext(ctx, `SELECT
		count(*) FILTER (WHERE name = 'goose_db_version'),
		count(*) FILTER (WHERE name IN ('settings', 'models')),
		count(*) FILTER (WHERE name NOT IN ('goose_db_version', 'settings', 'models') AND name NOT LIKE 'sqlite_%')
		FROM sqlite_schema WHERE type = 'table'`).Scan(&versions, &ours, &others)
	if err != nil || ours+others == 0 || versions == 1 && ours == 2 {
		return err
	}
	return errors.New("the file is the database of another program: " + whatToDo)
}

// wholeFile refuses a file that lacks a part of its last page: SQLite itself counts
// that page. When the log is empty, all that it held is in the file.
func wholeFile(ctx context.Context, pool *sql.DB, path string) error {
	var size int64
	err := pool.QueryRowContext(ctx, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").Scan(&size)
	if err != nil {
		return err
	}
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
		return nil
	}
	info, err := os.Stat(path)
	if err == nil && info.Size() < size {
		return errors.New("the database is cut off: " + whatToDo)
	}
	return err
}

// damage says in words what is wrong with a file, "" when that is not the fault.
func damage(err error) string {
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return ""
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_NOTADB:
		return "the file is not an SQLite database"
	case sqlite3.SQLITE_CORRUPT:
		return "the database is damaged or cut off"
	}
	return ""
}
