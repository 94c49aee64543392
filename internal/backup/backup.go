// Package backup writes a whole marketplace, rows and stored bytes, into one
// tar stream, and restores a marketplace from it.
//
// The stream is the same for every database and storage, so that a backup of
// SQLite and a folder can be restored to PostgreSQL and S3. It holds
// manifest.json, then the rows as of one moment (tables/NNNNNN.json, each with
// some rows of one table), then the bytes that those rows refer to (blobs/KEY),
// and finally end.json, without which a stream is incomplete. It contains secrets,
// so only its owner may read the file.
//
// The package does not know what the rows mean.
package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/store"
)

const (
	format       = 1
	manifestName = "manifest.json"
	endName      = "end.json"
	tablesFolder = "tables/"
	blobsFolder  = "blobs/"
	maxEntry     = 256 << 20 // bytes of an entry that is held in memory
)

// manifest is the first entry.
type manifest struct {
	Format    int       `json:"format"`
	Schema    int64     `json:"schema"`
	CreatedAt time.Time `json:"created_at"`
}

// Summary counts what a backup holds; it is also the last entry.
type Summary struct {
	Rows  int64 `json:"rows"`
	Blobs int64 `json:"blobs"`
	Bytes int64 `json:"bytes"` // of the blobs
}

// rows is an entry below tables/.
type rows struct {
	Table   string   `json:"table"`
	Columns []string `json:"columns"`
	Rows    [][]any  `json:"rows"`
}

// Write writes a marketplace that may be in use. Bytes are read after the rows;
// the caller keeps the sweep from removing any of them meanwhile.
func Write(ctx context.Context, w io.Writer, db *store.DB, blobs blob.Store, now time.Time) (Summary, error) {
	schema, err := db.SchemaVersion(ctx)
	if err != nil {
		return Summary{}, err
	}
	a := &archive{tar: tar.NewWriter(w), now: now}
	if err := a.json(manifestName, manifest{format, schema, now.UTC()}); err != nil {
		return a.sum, err
	}
	keys := []string{}
	seen := map[string]bool{}
	err = db.Dump(ctx, a.rows, func(b store.BlobRef) {
		if !seen[b.Key] {
			seen[b.Key] = true
			keys = append(keys, b.Key)
		}
	})
	if err != nil {
		return a.sum, err
	}
	for _, key := range keys {
		if err := a.blob(ctx, blobs, key); err != nil {
			return a.sum, err
		}
	}
	if err := a.json(endName, a.sum); err != nil {
		return a.sum, err
	}
	return a.sum, a.tar.Close()
}

// archive is a stream that is being written.
type archive struct {
	tar     *tar.Writer
	now     time.Time
	entries int
	sum     Summary
}

func (a *archive) json(name string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode %s: %w", name, err)
	}
	return a.entry(name, int64(len(text)), bytes.NewReader(text))
}

func (a *archive) entry(name string, size int64, r io.Reader) error {
	header := &tar.Header{Name: name, Size: size, Mode: 0o600, ModTime: a.now, Format: tar.FormatPAX}
	if err := a.tar.WriteHeader(header); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if _, err := io.Copy(a.tar, r); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

func (a *archive) rows(c store.Chunk) error {
	a.entries++
	a.sum.Rows += int64(len(c.Rows))
	return a.json(fmt.Sprintf("%s%06d.json", tablesFolder, a.entries), rows{c.Table, c.Columns, c.Rows})
}

func (a *archive) blob(ctx context.Context, blobs blob.Store, key string) error {
	object, err := blobs.Open(ctx, key)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return fmt.Errorf("the bytes %s are missing, so that the backup would not be whole: see `vitrine check`", key)
	}
	if err != nil {
		return err
	}
	defer object.Close()
	a.sum.Blobs++
	a.sum.Bytes += object.Size
	return a.entry(blobsFolder+key, object.Size, object)
}

// Restore fills an empty database and storage from a stream. The database is
// marked as incomplete until it is done; an interrupted restore can be run again.
func Restore(ctx context.Context, r io.Reader, db *store.DB, blobs blob.Store) (Summary, error) {
	in := &restore{db: db, blobs: blobs}
	stream := tar.NewReader(r)
	for first := true; ; first = false {
		header, err := stream.Next()
		if cutOff(err) {
			return in.sum, errCutOff
		}
		if err != nil {
			return in.sum, fmt.Errorf("read the backup: %w", err)
		}
		if first != (header.Name == manifestName) {
			return in.sum, vitrine.Errorf(vitrine.Invalid, "this is no backup of a marketplace: %s is not expected here", strconv.Quote(header.Name))
		}
		done, err := in.entry(ctx, header, stream)
		if cutOff(err) {
			err = errCutOff
		}
		if err != nil || done {
			return in.sum, err
		}
	}
}

var errCutOff = vitrine.Errorf(vitrine.Invalid, "the backup ends before its end: nothing of it is in use; restore a whole one")

func cutOff(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

type restore struct {
	db    *store.DB
	blobs blob.Store
	sum   Summary
}

// entry restores one entry and says whether it was the last.
func (in *restore) entry(ctx context.Context, header *tar.Header, r io.Reader) (done bool, err error) {
	if key, ok := strings.CutPrefix(header.Name, blobsFolder); ok {
		in.sum.Blobs++
		in.sum.Bytes += header.Size
		_, err := in.blobs.Restore(ctx, key, r)
		return false, err
	}
	if header.Size > maxEntry {
		return false, vitrine.Errorf(vitrine.Invalid, "%s is too large", strconv.Quote(header.Name))
	}
	decoder := json.NewDecoder(r)
	decoder.UseNumber()
	switch {
	case header.Name == manifestName:
		var m manifest
		if err := decoder.Decode(&m); err != nil {
			return false, fmt.Errorf("read the manifest: %w", err)
		}
		return false, in.begin(ctx, m)
	case header.Name == endName:
		var want Summary
		if err := decoder.Decode(&want); err != nil {
			return false, fmt.Errorf("read the end: %w", err)
		}
		if in.sum != want {
			return false, vitrine.Errorf(vitrine.Invalid, "the backup is not whole: it holds %+v and says %+v", in.sum, want)
		}
		return true, in.db.EndLoad(ctx)
	case strings.HasPrefix(header.Name, tablesFolder):
		var some rows
		if err := decoder.Decode(&some); err != nil {
			return false, fmt.Errorf("read %s: %w", header.Name, err)
		}
		in.sum.Rows += int64(len(some.Rows))
		return false, in.db.Load(ctx, store.Chunk{Table: some.Table, Columns: some.Columns, Rows: plain(some.Rows)})
	}
	return false, vitrine.Errorf(vitrine.Invalid, "%s is not expected in a backup", strconv.Quote(header.Name))
}

func (in *restore) begin(ctx context.Context, m manifest) error {
	if m.Format != format {
		return vitrine.Errorf(vitrine.Invalid, "the backup has format %d; this release reads format %d", m.Format, format)
	}
	schema, err := in.db.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	if m.Schema != schema {
		return vitrine.Errorf(vitrine.Invalid, "the backup has schema %d, this release has %d: restore it with the release that made it, then migrate", m.Schema, schema)
	}
	return in.db.BeginLoad(ctx)
}

// plain turns JSON's numbers into Go's.
func plain(list [][]any) [][]any {
	for _, row := range list {
		for i, value := range row {
			number, ok := value.(json.Number)
			if !ok {
				continue
			}
			if whole, err := number.Int64(); err == nil {
				row[i] = whole
			} else if real, err := number.Float64(); err == nil {
				row[i] = real
			}
		}
	}
	return list
}
