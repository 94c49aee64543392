package survey

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/inspect"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// MaxLostLeases is how many processes a file may end by being read before it is given
// up.
const MaxLostLeases = 5

// Read reads a file and what lies beside it: inspect.Runner.Read in a server.
type Read func(ctx context.Context, file inspect.File, find inspect.Find, want inspect.Want) (inspect.Result, error)

// Reader does the jobs that a Surveyor queues.
type Reader struct {
	surveyor *Surveyor
	shop     *shop.Shop
	db       *store.DB
	blobs    blob.Store
	read     Read
	turns    chan struct{}
	log      *slog.Logger
}

// ReaderOptions is what a Reader works with.
type ReaderOptions struct {
	Surveyor *Surveyor // the one of Shop
	Shop     *shop.Shop
	DB       *store.DB
	Blobs    blob.Store
	Read     Read
	AtOnce   int          // how many files; 0 is 1
	Log      *slog.Logger // nil: nothing is logged
}

// NewReader makes a Reader.
func NewReader(o ReaderOptions) *Reader {
	return &Reader{
		surveyor: o.Surveyor, shop: o.Shop, db: o.DB, blobs: o.Blobs, read: o.Read,
		turns: make(chan struct{}, max(1, o.AtOnce)), log: cmp.Or(o.Log, slog.New(slog.DiscardHandler)),
	}
}

// ReadFile does a job of the kind JobReadFile or JobRereadFile. A file that is gone by
// now is fine.
func (r *Reader) ReadFile(ctx context.Context, args string) error {
	var job fileJob
	if err := json.Unmarshal([]byte(args), &job); err != nil {
		return fmt.Errorf("read a file: %w", err)
	}
	select {
	case r.turns <- struct{}{}:
		defer func() { <-r.turns }()
	case <-ctx.Done():
		return fmt.Errorf("wait for a turn to read: %w", ctx.Err())
	}
	if job.File == 0 {
		return r.readSet(ctx, job.Model)
	}
	m, f, err := r.begin(ctx, job)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	got := &reading{model: m, file: f, want: wanted(m, f), used: map[int64]bool{}}
	got.want.Views = job.Views
	if err := r.readStored(ctx, got); err != nil {
		return err
	}
	return r.keep(ctx, got, func(tx *store.Tx, stored *storedBytes) ([]string, error) { return r.keepFile(ctx, tx, got, stored) })
}

// begin returns a file with its model, and notes that it is being read.
func (r *Reader) begin(ctx context.Context, job fileJob) (m *vitrine.Model, f *vitrine.File, err error) {
	err = r.db.Write(ctx, func(tx *store.Tx) error {
		if m, err = tx.Model(ctx, job.Model); err != nil {
			return err
		}
		if f = m.File(job.File); f == nil {
			return vitrine.Errorf(vitrine.NotFound, "model %d has no file %d", job.Model, job.File)
		}
		f.WorkedOn, f.Queued = r.surveyor.now(), time.Time{}
		return tx.NoteProgress(ctx, f)
	})
	return m, f, err
}

// AbandonFile rejects a file that could not be read however often it was tried. One
// that was read before stays as it was, and so do files that can't be drawn together.
func (r *Reader) AbandonFile(ctx context.Context, tx *store.Tx, args, cause string) error {
	var job fileJob
	if err := json.Unmarshal([]byte(args), &job); err != nil {
		return nil // nobody can know which file it was
	}
	if job.File == 0 {
		r.log.Error("the files of a model could not be drawn together", "model", job.Model, "error", cause)
		return nil
	}
	m, err := tx.Model(ctx, job.Model)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	f := m.File(job.File)
	if f == nil {
		return nil
	}
	r.log.Error("a file could not be read", "model", job.Model, "file", job.File, "error", cause)
	noteTried(f, wanted(m, f))
	if err := r.abandon(ctx, tx, f); err != nil {
		return err
	}
	return r.surveyor.redrawSet(ctx, tx, m)
}

func (r *Reader) abandon(ctx context.Context, tx *store.Tx, f *vitrine.File) error {
	if f.Status != vitrine.FileProcessing {
		return tx.NoteProgress(ctx, f)
	}
	f.Status = vitrine.FileRejected
	f.Problems = []vitrine.Problem{{Code: "internal", Detail: "the server tried to read the file again and again and failed: " +
		"upload it anew, or ask the operator to run `vitrine reprocess`"}}
	if err := r.shop.TellRejected(ctx, tx, f.ModelID); err != nil {
		return err
	}
	if err := r.shop.FileRead(ctx, tx, f, vitrine.FileProcessing); err != nil {
		return err
	}
	return r.putFile(ctx, tx, f)
}
