package shop

import (
	"context"
	"errors"
	"io"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/store"
)

// watched reads the body of a part, sums it up, and renews the hold of its upload as
// bytes come.
func (r *reception) watched(ctx context.Context, part Part) io.Reader {
	return &watched{reception: r, ctx: ctx, part: part}
}

type watched struct {
	*reception
	ctx  context.Context
	part Part
}

// Read reads on; it fails when the hold was lost.
func (w *watched) Read(p []byte) (int, error) {
	n, err := w.part.Body.Read(p)
	if w.part.Sum != nil {
		w.part.Sum.Write(p[:n])
	}
	if n > 0 && w.now().Sub(w.renewed) >= w.uploadHold/3 {
		if err := w.renew(w.ctx); err != nil {
			return n, err
		}
		w.renewed = w.now()
	}
	return n, err
}

// brokenOff reads a body that may break off: what came before is as good as if it had
// ended there, and err says why it did.
type brokenOff struct {
	r   io.Reader
	err error
}

// Read reads on.
func (b *brokenOff) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, io.EOF
	}
	n, err := b.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		b.err, err = brokenBody(err), io.EOF
	}
	return n, err
}

// brokenBody is the error of a body that ended so.
func brokenBody(err error) error {
	if _, ok := errors.AsType[*vitrine.Error](err); ok {
		return err
	}
	return &vitrine.Error{Code: vitrine.Malformed, Err: err,
		Message: "the body broke off: what came before is kept; ask with HEAD where to go on"}
}

// joined reads the pieces of an upload one after another.
type joined struct {
	ctx   context.Context
	blobs blob.Store
	parts []store.UploadPart // that are not open yet
	open  *blob.Object
}

// Read reads on.
func (j *joined) Read(p []byte) (int, error) {
	for {
		if j.open == nil {
			if len(j.parts) == 0 {
				return 0, io.EOF
			}
			object, err := j.blobs.Open(j.ctx, j.parts[0].BlobKey)
			if err != nil {
				return 0, lostPiece(err)
			}
			j.open, j.parts = object, j.parts[1:]
		}
		n, err := j.open.Read(p)
		if errors.Is(err, io.EOF) {
			err = nil
			j.close()
		}
		if n > 0 || err != nil {
			return n, lostPiece(err)
		}
	}
}

// lostPiece is the error of a piece that can't be read: for now, or for ever.
func lostPiece(err error) error {
	switch {
	case err == nil:
		return nil
	case vitrine.CodeOf(err) == vitrine.NotFound:
		return &vitrine.Error{Code: vitrine.Conflict, Message: "bytes of this upload are lost on our side: begin it anew", Err: err}
	default:
		return &vitrine.Error{Code: vitrine.Unavailable, Message: "the bytes of this upload can't be read now: try again later", Err: err}
	}
}

func (j *joined) close() {
	if j.open != nil {
		_ = j.open.Close() // it was read
		j.open = nil
	}
}
