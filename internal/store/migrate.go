package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"vitrine"
)

//go:embed migrations/*.sql
var migrations embed.FS

// listingFilters are the columns that follow the sort key in every index of the
// catalogue.
const listingFilters = "adult_content, product_type, discounted, editorial, animated, pbr, rigged, collection, polygons, admin_rating"

// newest stands for the schema of this release.
const newest = 0

// foundOrders is the migration after which orders are found by the buyer's address.
const foundOrders = 11

// foundApplications is the migration after which applications are found by how their names
// begin.
const foundApplications = 62

// migrateTries is how often a process looks again that lost the race.
const migrateTries = 10

// Migrate brings the schema up to date. Several processes may do so at once. Conflict
// when it is a later release's, whose rows and bytes this one does not know.
func (db *DB) Migrate(ctx context.Context) error {
	if err := db.MigrateTo(ctx, newest); err != nil {
		return err
	}
	return db.startIndex(ctx)
}

// MigrateTo is Migrate up to the schema of an earlier release, which rows of that
// release are loaded into.
func (db *DB) MigrateTo(ctx context.Context, version int64) error {
	var err error
	for range migrateTries {
		// A process that lost the race on SQLite finds the work done when it looks again.
		if err = db.migrateOnce(ctx, version); err == nil || vitrine.CodeOf(err) == vitrine.Conflict {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(50 * time.Millisecond):
		}
	}
	return fmt.Errorf("migrate the database: %w", err)
}

// SchemaVersion is the number of the newest migration that the database has.
func (db *DB) SchemaVersion(ctx context.Context) (version int64, err error) {
	err = db.withProvider(func(provider *goose.Provider) error {
		version, err = provider.GetDBVersion(ctx)
		return err
	})
	return version, err
}

// NewestSchema is the number of the newest migration that there is.
func (db *DB) NewestSchema() (int64, error) {
	steps, err := db.dialect.steps()
	if err != nil {
		return 0, err
	}
	return steps[len(steps)-1].Version, nil
}

func (db *DB) migrateOnce(ctx context.Context, version int64) error {
	return db.withProvider(func(provider *goose.Provider) error {
		if version == newest {
			if err := db.knownSchema(ctx, provider); err != nil {
				return err
			}
			_, err := provider.Up(ctx)
			return err
		}
		_, err := provider.UpTo(ctx, version)
		return err
	})
}

// knownSchema refuses a schema that is newer than this release's.
func (db *DB) knownSchema(ctx context.Context, provider *goose.Provider) error {
	have, err := provider.GetDBVersion(ctx)
	if err != nil {
		return err
	}
	known, err := db.NewestSchema()
	if err == nil && have > known {
		err = vitrine.Errorf(vitrine.Conflict,
			"the database has schema %d, and this release knows schemas up to %d: a later release has worked on it. "+
				"Run that release or a later one; to go back, restore a backup that was made before the update into a new place", have, known)
	}
	return err
}

// withProvider gives goose its own pool: SQLite's writer keeps its one
// connection to itself.
func (db *DB) withProvider(fn func(*goose.Provider) error) error {
	steps, err := db.dialect.steps()
	if err != nil {
		return err
	}
	pool, err := sql.Open(db.dialect.driver, db.address)
	if err != nil {
		return err
	}
	defer pool.Close()
	options := []goose.ProviderOption{goose.WithGoMigrations(steps...), goose.WithDisableGlobalRegistry(true)}
	if db.writer == nil {
		locker, err := lock.NewPostgresTableLocker()
		if err != nil {
			return err
		}
		options = append(options, goose.WithLocker(locker))
	}
	provider, err := goose.NewProvider(db.dialect.goose, pool, nil, options...)
	if err != nil {
		return err
	}
	return fn(provider)
}

// steps reads the migrations: NNNNN_name.sql for both databases, followed by
// NNNNN_name.DIALECT.sql where one needs more.
func (d *dialect) steps() ([]*goose.Migration, error) {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	var steps []*goose.Migration
	for _, name := range names {
		stem := strings.TrimSuffix(name, ".sql")
		if strings.Contains(stem, ".") {
			continue
		}
		text, err := d.migrationText(stem)
		if err != nil {
			return nil, err
		}
		version, err := goose.NumericComponent(strings.TrimPrefix(name, "migrations/"))
		if err != nil {
			return nil, err
		}
		up := &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
			if _, err := tx.ExecContext(ctx, text); err != nil {
				return err
			}
			switch version {
			case foundOrders:
				return foldStored(ctx, tx, "orders", "email_folded", FoldEmail)
			case foundApplications:
				return foldStored(ctx, tx, "applications", "name_folded", strings.ToLower)
			}
			return nil
		}}
		steps = append(steps, goose.NewGoMigration(version, up, nil))
	}
	return steps, nil
}

func (d *dialect) migrationText(stem string) (string, error) {
	shared, err := migrations.ReadFile(stem + ".sql")
	if err != nil {
		return "", err
	}
	own, err := migrations.ReadFile(stem + "." + d.name + ".sql")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return strings.NewReplacer("{{id}}", d.id, "{{filters}}", listingFilters).Replace(string(shared) + "\n" + string(own)), nil
}

// foldStored folds a column, which a migration fills in as it was typed: SQL folds in other
// ways than what is looked for is folded in.
func foldStored(ctx context.Context, tx *sql.Tx, table, column string, fold func(string) string) error {
	typed, err := typedIn(ctx, tx, table, column, fold)
	if err != nil {
		return err
	}
	for _, text := range typed {
		if _, err := tx.ExecContext(ctx, "UPDATE "+table+" SET "+column+" = $1 WHERE "+column+" = $2", fold(text), text); err != nil {
			return fmt.Errorf("fold what is in %s: %w", table, err)
		}
	}
	return nil
}

// typedIn lists what is not folded.
func typedIn(ctx context.Context, tx *sql.Tx, table, column string, fold func(string) string) (typed []string, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT DISTINCT "+column+" FROM "+table+" WHERE "+column+" <> ''")
	if err != nil {
		return nil, fmt.Errorf("list what is in %s: %w", table, err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, fmt.Errorf("read what is in %s: %w", table, err)
		}
		if text != fold(text) {
			typed = append(typed, text)
		}
	}
	return typed, rows.Err()
}
