package store

import (
	"context"

	"vitrine"
)

// fileRewritten names the setting that says that SQLite's file, but for what is in use,
// holds nothing that an earlier release wrote. It belongs to the file, not to the rows.
const fileRewritten = "file_rewritten"

// RewriteFile writes SQLite's file anew unless that was done before: earlier releases left what they
// replaced, such as secrets, in parts of the file that are not in use, where nothing else overwrites it.
// What can't be finished is done
// again by the next call.
func (db *DB) RewriteFile(ctx context.Context) error {
	if db.writer == nil {
		return nil
	}
	if _, err := db.setting(ctx, fileRewritten); vitrine.CodeOf(err) != vitrine.NotFound {
		return err
	}
	if err := db.writer.rewrite(ctx); err != nil {
		return db.fail("rewrite the database file", err)
	}
	// The log may still hold pages as they were before.
	if err := db.EmptyLog(ctx); err != nil {
		return err
	}
	// Last: what a crash cuts off before this is done again at the next start.
	return db.Write(ctx, func(tx *Tx) error { return tx.setSetting(ctx, fileRewritten, "true") })
}

// rewrite leaves no page as it was. The copy that SQLite makes goes into a temporary
// file: it may be larger than the memory.
func (w *groupWriter) rewrite(ctx context.Context) error {
	conn, err := w.checkpointer.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "PRAGMA temp_store = FILE"); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "VACUUM")
	return err
}

// EmptyLog folds SQLite's write-ahead log into the file and empties it, so that it
// doesn't keep what was replaced. Unavailable while another process reads from it.
func (db *DB) EmptyLog(ctx context.Context) error {
	if db.writer == nil {
		return nil
	}
	var busy, pages, folded int64
	if err := db.writer.checkpointer.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &folded); err != nil {
		return db.fail("empty the log", err)
	}
	if busy != 0 {
		return vitrine.Errorf(vitrine.Unavailable, "another process reads from the database's log")
	}
	return nil
}
