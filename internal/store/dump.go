package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"vitrine"
)

// dumped are the tables of a backup, in an order in which their rows can be
// inserted. What is not among them is made from them.
var dumped = []string{
	"settings", "users", "applications", "grants", "authorizations", "refresh_tokens", "tokens", "categories",
	"former_categories", "merged_categories", "licenses", "license_versions",
	"models",
	"model_texts", "model_days", "files", "images", "image_keys", "listings", "listing_extensions", "own_listings", "own_extensions",
	"new_sales", "new_listed", "pinned_licenses", "waivers", "coupons", "coupon_models", "bundles", "bundle_models", "orders", "checkouts",
	"checkout_orders",
	"payment_events", "refund_requests", "refunds", "disputes", "order_downloads",
	"ledger_accounts", "ledger_entries", "ledger_lines", "payment_notices", "idempotency_keys", "jobs",
	"mail_choices",
	"passkeys", "factors", "recovery_codes", "identities",
	"draft_versions", "model_versions",
	"reports", "decisions", "withheld", "blocked_files", "featured", "audit",
	"papers", "agreements", "erasures", "mail_words",
	"reviews", "review_pictures", "review_keys", "opinions",
	"likes", "follows", "tallies", "new_tallies", "collections", "collection_models", "digests", "cart_items",
	"webhook_endpoints", "webhook_states", "webhook_counts", "receipt_keys",
	"share_rules",
	"tax_rates", "tax_profiles", "invoice_series", "invoices",
	"payout_accounts", "payout_batches", "payouts", "seller_facts",
	"promotions", "promotion_models", "deal_partners", "model_prices",
	"connected_accounts", "order_transfers", "transfers",
	"provider_movements", "provider_movement_orders", "differences", "taxes_to_check",
}

// made are the tables that are not dumped: search and shared bytes are found again, the log of
// changes starts empty, and periodic work is due for whoever comes first. A copy signs
// nobody in, opens no link that was sent, and sends no mail once more. What has not arrived
// yet is sent anew, and programs are told of what happens from then on.
var made = []string{"search_documents", "search_words", "search_blocks", "search_versions", "search_late", "search_runs",
	"catalogue_changes", "turns", "sessions", "links", "budgets", "mails", "device_requests",
	"ceremonies", "uploads", "upload_parts", "shared_files", "webhook_deliveries", "webhook_events"}

// Chunk is some rows of a table. Values are int64, float64, bool, string or
// nil.
type Chunk struct {
	Table   string
	Columns []string
	Rows    [][]any
}

// chunkRows is how many rows are held at once.
const chunkRows = 500

// Dump returns every row as it stands at one moment, and the bytes that are in
// use then; see BlobsInUse for lateSince. It holds a read transaction for as long as it takes.
func (db *DB) Dump(ctx context.Context, lateSince time.Time, rows func(Chunk) error, bytes func(BlobRef)) error {
	tx, err := db.pool.BeginTx(ctx, &sql.TxOptions{Isolation: db.dialect.snapshot, ReadOnly: db.dialect.snapshot != sql.LevelDefault})
	if err != nil {
		return db.fail("begin", err)
	}
	defer func() { _ = tx.Rollback() }() // it wrote nothing
	snapshot := newReads(db.dialect, Options{Now: db.cache.now})
	snapshot.q, snapshot.slow = tx, db.slow
	for _, table := range dumped {
		if err := snapshot.dump(ctx, table, rows); err != nil {
			return fmt.Errorf("dump %s: %w", table, err)
		}
	}
	return snapshot.BlobsInUse(ctx, lateSince, bytes)
}

func (r *reads) dump(ctx context.Context, table string, emit func(Chunk) error) error {
	columns, err := r.columns(ctx, table)
	if err != nil {
		return err
	}
	text, args := "SELECT "+strings.Join(names(columns), ", ")+" FROM "+table, []any(nil)
	switch table {
	case "categories":
		text += " ORDER BY parent_id NULLS FIRST" // children refer to rows that are there
	case "settings":
		// What belongs to this place stays here: a copy must not pass for its original, or hold back a sweep.
		text, args = text+" WHERE name NOT IN ($1, $2, $3, $4, $5) AND name NOT LIKE $6", []any{marketplaceID, signingSecret, sweepHeldUntil,
			searchForm, searchRebuild, sweepHold + "%"}
	case "jobs":
		text, args = text+" WHERE kind NOT IN ($1, $2, $3, $4)",
			[]any{JobMail, JobMailSoon, JobTell, JobWebhooks} // a copy sends no mail
	}
	rows, err := r.q.QueryContext(ctx, text, args...)
	if err != nil {
		return r.fail("query", err)
	}
	defer rows.Close()
	chunk := Chunk{Table: table, Columns: names(columns)}
	for rows.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return r.fail("scan", err)
		}
		for i, c := range columns {
			if n, ok := values[i].(int64); ok && c.boolean {
				values[i] = n != 0 // SQLite's are numbers
			}
		}
		if chunk.Rows = append(chunk.Rows, values); len(chunk.Rows) == chunkRows {
			if err := emit(chunk); err != nil {
				return err
			}
			chunk.Rows = nil
		}
	}
	if err := rows.Err(); err != nil {
		return r.fail("query", err)
	}
	return emit(chunk) // an empty one too: it says that the table was there
}

type column struct {
	name    string
	boolean bool
}

func (r *reads) columns(ctx context.Context, table string) ([]column, error) {
	return query(ctx, r, func(row scanner) (c column, err error) { return c, row.Scan(&c.name, &c.boolean) }, r.dialect.columns, table)
}

func names(columns []column) []string {
	list := make([]string, len(columns))
	for i, c := range columns {
		list[i] = c.name
	}
	return list
}

// unfinished names the setting that marks a database in which a restore was
// cut off.
const unfinished = "restore_unfinished"

// Unfinished reports whether a restore was cut off: then the data is not whole.
func (db *DB) Unfinished(ctx context.Context) (bool, error) {
	_, err := db.setting(ctx, unfinished)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return false, nil
	}
	return err == nil, err
}

// BeginLoad empties a database for Load. Conflict when it holds a marketplace
// and not the rest of a load that was cut off.
func (db *DB) BeginLoad(ctx context.Context) error {
	cut, err := db.Unfinished(ctx)
	if err != nil {
		return err
	}
	return db.Write(ctx, func(tx *Tx) error {
		if err := tx.loadable(ctx, cut); err != nil {
			return err
		}
		// First: what is only ever added to lets itself be emptied for a load alone.
		if _, err := tx.SetSettingOnce(ctx, unfinished, "true"); err != nil {
			return err
		}
		// Backward, because rows that refer to others have to go before them.
		for _, table := range slices.Backward(slices.Concat(dumped, made)) {
			if err := tx.empty(ctx, table); err != nil {
				return err
			}
		}
		_, err := tx.SetSettingOnce(ctx, unfinished, "true")
		return err
	})
}

// empty removes all rows of a table. The schema may be of an earlier release, which
// had no such table.
func (tx *Tx) empty(ctx context.Context, table string) error {
	columns, err := tx.columns(ctx, table)
	if err != nil || len(columns) == 0 {
		return err
	}
	text, args := "DELETE FROM "+table, []any(nil)
	if table == "settings" {
		text, args = text+" WHERE name <> $1", []any{marketplaceID}
	}
	_, err = tx.exec(ctx, "empty "+table, text, args...)
	return err
}

// Loadable returns a Conflict when BeginLoad would.
func (db *DB) Loadable(ctx context.Context) error {
	cut, err := db.Unfinished(ctx)
	if err != nil {
		return err
	}
	return db.loadable(ctx, cut)
}

func (r *reads) loadable(ctx context.Context, cut bool) error {
	var users, models int64
	if err := r.row(ctx, "", "SELECT (SELECT count(*) FROM users), (SELECT count(*) FROM models)", nil, &users, &models); err != nil {
		return err
	}
	if !cut && users+models > 0 {
		return vitrine.Errorf(vitrine.Conflict, "the database holds %d users and %d models: restore into an empty one", users, models)
	}
	return nil
}

// Load inserts the rows of a chunk. A table or column that the schema doesn't
// have is Invalid.
func (db *DB) Load(ctx context.Context, c Chunk) error {
	if !slices.Contains(dumped, c.Table) {
		return vitrine.Errorf(vitrine.Invalid, "the backup has a table %q that this schema doesn't know", c.Table)
	}
	known, err := db.columns(ctx, c.Table)
	if err != nil {
		return err
	}
	for _, column := range c.Columns {
		if !slices.Contains(names(known), column) {
			return vitrine.Errorf(vitrine.Invalid, "the backup has a column %s.%s that this schema doesn't know", c.Table, column)
		}
	}
	// A long transaction of many statements is slow on SQLite: see decisions.md.
	for rows := range slices.Chunk(c.Rows, loadRows) {
		if err := db.Write(ctx, func(tx *Tx) error { return tx.load(ctx, c, rows) }); err != nil {
			return fmt.Errorf("load %s: %w", c.Table, err)
		}
	}
	return nil
}

// loadRows is how many rows one statement inserts.
const loadRows = 50

func (tx *Tx) load(ctx context.Context, c Chunk, rows [][]any) error {
	b := &builder{}
	b.add("INSERT INTO " + c.Table + " (" + strings.Join(c.Columns, ", ") + ") VALUES ")
	marks := "(" + strings.TrimSuffix(strings.Repeat("?, ", len(c.Columns)), ", ") + ")"
	for i, row := range rows {
		if len(row) != len(c.Columns) {
			return vitrine.Errorf(vitrine.Invalid, "a row of %s has %d values for %d columns", c.Table, len(row), len(c.Columns))
		}
		if i > 0 {
			b.add(", ")
		}
		b.add(marks, row...)
	}
	_, err := tx.exec(ctx, "insert", b.String(), b.args...)
	return err
}

// EndLoad makes what is not dumped and takes the mark away.
func (db *DB) EndLoad(ctx context.Context) error {
	if err := db.RebuildSearch(ctx, func(Rebuilt) {}); err != nil {
		return err
	}
	return db.Write(ctx, func(tx *Tx) error {
		for _, table := range dumped {
			if err := tx.dialect.afterLoad(ctx, tx, table); err != nil {
				return err
			}
		}
		if err := tx.findShared(ctx); err != nil {
			return err
		}
		tx.noteAnything()
		// Last, and in the same transaction: without the mark the rows count as whole.
		n, err := tx.exec(ctx, "end the load", "DELETE FROM settings WHERE name = $1", unfinished)
		if err == nil && n != 1 {
			err = errors.New("the mark of the load is gone")
		}
		return err
	})
}
