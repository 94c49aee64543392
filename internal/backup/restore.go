package backup

import (
	"context"
	"io"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/store"
)

// Target is where a backup is restored.
type Target struct {
	DB    *store.DB
	Blobs blob.Store
	// Place reports whether a backup of the marketplace of an id, "" when the backup does
	// not say, may be restored here. It is asked before anything is changed.
	Place func(ctx context.Context, marketplace string) error
	// Keys keeps the keys of a backup that holds them.
	Keys func(ctx context.Context, text string) error
}

// Restore fills an empty database and storage from a stream. The database need not
// have a schema yet: it gets that of the backup, and then this release's. It is
// marked as incomplete until all of the stream was read and fits its digests; a
// restore that ended before can be run again.
func Restore(ctx context.Context, r io.Reader, to Target) (Report, error) {
	return read(ctx, r, &restore{to})
}

type restore struct{ Target }

func (in *restore) begin(ctx context.Context, m Manifest) error {
	newest, err := in.DB.NewestSchema()
	if err != nil {
		return err
	}
	if m.Schema > newest {
		return vitrine.Errorf(vitrine.Invalid, "the backup has schema %d, this release has %d: restore it with the release that made it, or "+
			"a later one", m.Schema, newest)
	}
	have, err := in.DB.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	if have > 0 {
		if err := in.DB.Loadable(ctx); err != nil {
			return err
		}
	}
	if have > m.Schema {
		return vitrine.Errorf(vitrine.Invalid, "the backup has schema %d, of an earlier release, and the database has schema %d already: "+
			"name a database that does not exist yet, or one without tables", m.Schema, have)
	}
	// The migrations that came after the backup are for its rows, too.
	if err := in.DB.MigrateTo(ctx, m.Schema); err != nil {
		return err
	}
	// After the migration: the id of a marketplace is a row of a table.
	if err := in.Place(ctx, m.Marketplace); err != nil {
		return err
	}
	return in.DB.BeginLoad(ctx)
}

func (in *restore) keys(ctx context.Context, text string) error { return in.Keys(ctx, text) }

func (in *restore) load(ctx context.Context, c store.Chunk) error { return in.DB.Load(ctx, c) }

func (in *restore) keep(ctx context.Context, key string, r io.Reader) error {
	_, err := in.Blobs.Restore(ctx, key, r)
	return err
}

func (in *restore) end(ctx context.Context) error {
	// Before EndLoad, which fills tables that an earlier schema may not have.
	if err := in.DB.Migrate(ctx); err != nil {
		return err
	}
	return in.DB.EndLoad(ctx)
}
