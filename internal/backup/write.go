package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/store"
)

// Source is the marketplace that a backup is made of.
type Source struct {
	DB    *store.DB
	Blobs blob.Store
	Keys  string // the keys that secrets are derived from; "" leaves them out
	// LateSince is when orders must have ended that nobody paid for their bytes to be
	// needed still: those of earlier ones may have been swept.
	LateSince time.Time
}

// Written is what was written.
type Written struct {
	Summary
	MissingKeys []string `json:"missing_keys,omitempty"`
}

// Write writes a marketplace that may be in use. Bytes are read after the rows;
// the caller keeps the sweep from removing any of them meanwhile. Those that are
// missing all the same are left out and named.
func Write(ctx context.Context, w io.Writer, from Source, now time.Time) (Written, error) {
	db, blobs := from.DB, from.Blobs
	schema, err := db.SchemaVersion(ctx)
	if err != nil {
		return Written{}, err
	}
	marketplace, err := db.Marketplace(ctx)
	if err != nil {
		return Written{}, err
	}
	a := &archive{tar: tar.NewWriter(w), now: now, digests: newDigests()}
	if err := a.json(manifestName, Manifest{format, schema, now.UTC(), marketplace}); err != nil {
		return a.done, err
	}
	if from.Keys != "" {
		if err := a.json(keysName, keys{from.Keys}); err != nil {
			return a.done, err
		}
	}
	refs := []store.BlobRef{}
	seen := map[string]bool{}
	err = db.Dump(ctx, from.LateSince, a.rows, func(b store.BlobRef) {
		if !seen[b.Key] {
			seen[b.Key] = true
			refs = append(refs, b)
		}
	})
	if err != nil {
		return a.done, err
	}
	// Not while the rows are read: copying may take hours, and a snapshot keeps the database from tidying up.
	for _, ref := range refs {
		if err := a.blob(ctx, blobs, ref); err != nil {
			return a.done, err
		}
	}
	return a.done, a.end()
}

// archive is a stream that is being written.
type archive struct {
	tar     *tar.Writer
	now     time.Time
	entries int // below tables/
	parts   int // below digests/
	digests digests
	done    Written
}

// json writes an entry and its digest, so that a reader believes it before it acts.
func (a *archive) json(name string, v any) error {
	if err := a.unproven(name, v); err != nil {
		return err
	}
	return a.flush()
}

// unproven writes an entry whose digest follows later.
func (a *archive) unproven(name string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode %s: %w", name, err)
	}
	_, err = a.entry(name, int64(len(text)), bytes.NewReader(text))
	return err
}

func (a *archive) entry(name string, size int64, r io.Reader) (digest, error) {
	header := &tar.Header{Name: name, Size: size, Mode: 0o600, ModTime: a.now, Format: tar.FormatPAX}
	if err := a.tar.WriteHeader(header); err != nil {
		return digest{}, fmt.Errorf("write %s: %w", name, err)
	}
	sum := sha256.New()
	if _, err := io.Copy(io.MultiWriter(a.tar, sum), r); err != nil {
		return digest{}, fmt.Errorf("write %s: %w", name, err)
	}
	return a.digests.add(name, sum), nil
}

// flush writes the digests of the entries since the last time. They are not
// among those of the next.
func (a *archive) flush() error {
	list := a.digests.pending
	a.digests.pending = nil
	if len(list) == 0 {
		return nil
	}
	a.parts++
	err := a.unproven(fmt.Sprintf("%s%06d.json", digestsFolder, a.parts), list)
	// unproven has noted the entry of digests as well.
	a.digests.pending = nil
	return err
}

func (a *archive) rows(c store.Chunk) error {
	a.entries++
	a.done.Rows += int64(len(c.Rows))
	return a.json(fmt.Sprintf("%s%06d.json", tablesFolder, a.entries), rows{c.Table, c.Columns, c.Rows})
}

func (a *archive) blob(ctx context.Context, blobs blob.Store, ref store.BlobRef) error {
	object, _, err := blob.OpenOrRecover(ctx, blobs, ref.Key)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		a.done.MissingKeys = append(a.done.MissingKeys, ref.Key)
		return nil
	}
	if err != nil {
		return err
	}
	defer object.Close()
	a.done.Blobs++
	a.done.Bytes += object.Size
	written, err := a.entry(blobsFolder+ref.Key, object.Size, object)
	if err != nil {
		return err
	}
	if ref.SHA256 != "" && ref.SHA256 != written.SHA256 || ref.Size >= 0 && ref.Size != object.Size {
		a.done.Damaged++
	}
	if len(a.digests.pending) < digestsAtOnce {
		return nil
	}
	return a.flush()
}

// missing writes which bytes are not there.
func (a *archive) missing() error {
	if len(a.done.MissingKeys) == 0 {
		return nil
	}
	a.done.Missing = int64(len(a.done.MissingKeys))
	return a.json(missingName, a.done.MissingKeys)
}

// end writes what tells a whole stream from one that was cut off.
func (a *archive) end() error {
	if err := a.flush(); err != nil {
		return err
	}
	if err := a.missing(); err != nil {
		return err
	}
	if err := a.unproven(endName, ending{a.done.Summary, a.digests.total()}); err != nil {
		return err
	}
	return a.tar.Close()
}
