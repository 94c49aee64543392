package shop

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/blob"
	"vitrine/internal/store"
)

const (
	// pieceBytes is how much of an upload is stored at a time: a server that is killed loses less than that.
	pieceBytes = 16 << 20
	// maxPieces bounds what senders of tiny parts make the server keep.
	maxPieces = 10_000
	// An upload is held by one request, which renews its hold as bytes come: one that hangs, or whose server died, loses it.
	uploadHold = 15 * time.Second
	// finishTime is how long it may take to make a file of all pieces: ten gigabytes are written, and brought to the disk.
	finishTime = time.Hour
)

// Part is some bytes of an upload, as one request sends them.
type Part struct {
	Offset int64 // of the first
	Body   io.Reader
	// Sum and Want compare the part with what was announced; a nil Sum compares nothing.
	Sum  hash.Hash
	Want []byte
}

// Receive takes bytes of an upload and returns how many are safe, also when the body
// breaks off in the middle. With the last of them the upload becomes a file, and in says
// which. Of two requests at once one is Locked. A file that may not be refuses all of its
// bytes: they are gone.
func (s *Shop) Receive(ctx context.Context, caller vitrine.Caller, in *vitrine.Incoming, part Part) (int64, error) {
	if part.Offset != in.Received {
		return 0, otherOffset(in.Received, part.Offset)
	}
	// What has come is kept, and what is whole becomes a file, whoever hangs up meanwhile.
	ctx = context.WithoutCancel(ctx)
	lease := store.Lease{Name: auth.RandomText(idLength), For: s.uploadHold}
	if err := s.holdUpload(ctx, in, lease); err != nil {
		return 0, err
	}
	r := &reception{Shop: s, caller: caller, in: in, lease: lease, renewed: s.now()}
	before := in.Received
	err := r.take(ctx, part)
	if err == nil && in.Whole() {
		err = r.finish(ctx)
	}
	if in.FileID == 0 {
		r.release(ctx)
	}
	return in.Received - before, err
}

func otherOffset(received, sent int64) error {
	detail := fmt.Sprintf("the upload goes on at byte %d, not at %d: ask with HEAD for its Upload-Offset", received, sent)
	return &vitrine.Error{Code: vitrine.Conflict, Message: detail,
		Fields: []vitrine.Field{{Header: "Upload-Offset", Code: "not_allowed", Detail: detail}}}
}

// holdUpload takes the hold of an upload; Locked when another request has it, Conflict
// when more has come meanwhile.
func (s *Shop) holdUpload(ctx context.Context, in *vitrine.Incoming, lease store.Lease) error {
	held := false
	err := s.db.Write(ctx, func(tx *store.Tx) (err error) {
		held, err = tx.HoldUpload(ctx, in.ID, in.Received, lease)
		return err
	})
	if err != nil || held {
		return err
	}
	now, err := s.db.Upload(ctx, in.UserID, in.ID)
	if err == nil && !now.Held && (now.Received != in.Received || now.FileID != 0) {
		return otherOffset(now.Received, in.Received)
	}
	if err != nil {
		return err
	}
	return vitrine.Errorf(vitrine.Locked, "another request writes to this upload now: "+
		"try again in some seconds, and ask with HEAD where to go on")
}

// reception is one request that writes to an upload.
type reception struct {
	*Shop
	caller  vitrine.Caller
	in      *vitrine.Incoming
	lease   store.Lease
	renewed time.Time
}

// take stores a part in pieces. Each is safe before the next one is read, but those of a
// part with a checksum, which are kept all or not at all.
func (r *reception) take(ctx context.Context, part Part) error {
	body := &brokenOff{r: r.watched(ctx, part)}
	pieces := bufio.NewReaderSize(body, 64<<10)
	var pending []store.UploadPart
	for offset := part.Offset; ; {
		if _, err := pieces.Peek(1); err != nil {
			break
		}
		if offset == r.in.Size {
			body.err = Overlong(r.in.Size)
			break
		}
		info, err := r.blobs.Put(ctx, blob.Parts, io.LimitReader(pieces, min(r.pieceBytes, r.in.Size-offset)))
		if err != nil {
			body.err = errors.Join(err, body.err)
			break
		}
		pending = append(pending, store.UploadPart{Starts: offset, Size: info.Size, BlobKey: info.Key})
		offset += info.Size
		if part.Sum != nil || r.overlong(offset, pieces, body) {
			continue
		}
		if err := r.keep(ctx, pending); err != nil {
			return err
		}
		pending = nil
	}
	return r.settle(ctx, part, pending, body.err)
}

// overlong reports whether more comes than the whole upload, of which so much is stored:
// then the last piece is not kept, since nobody knows which bytes are right.
func (r *reception) overlong(stored int64, rest *bufio.Reader, body *brokenOff) bool {
	if stored < r.in.Size {
		return false
	}
	_, err := rest.Peek(1)
	return err == nil || vitrine.CodeOf(body.err) == vitrine.TooLarge
}

// Overlong is the error of an upload that sends more bytes than it announced.
func Overlong(announced int64) error {
	return vitrine.Errorf(vitrine.TooLarge, "more bytes came than the %d that were announced: the last of them were not kept", announced)
}

// settle keeps or discards what is left of a part, whose body ended so.
func (r *reception) settle(ctx context.Context, part Part, pending []store.UploadPart, ended error) error {
	mismatched := part.Sum != nil && !bytes.Equal(part.Sum.Sum(nil), part.Want)
	if mismatched || vitrine.CodeOf(ended) == vitrine.TooLarge {
		r.discardParts(ctx, pending)
		pending = nil
	}
	if mismatched && ended == nil {
		ended = vitrine.Errorf(vitrine.Mismatched, "the bytes of this part do not fit its Upload-Checksum: "+
			"none of them were kept, send them again")
	}
	if len(pending) > 0 {
		if err := r.keep(ctx, pending); err != nil {
			return err
		}
	}
	return ended
}

// keep notes pieces that are stored. Who may not send any more sees them gone.
func (r *reception) keep(ctx context.Context, pieces []store.UploadPart) error {
	err := r.db.Write(ctx, func(tx *store.Tx) error {
		if err := notSuspended(ctx, tx, r.caller); err != nil {
			return err
		}
		m, err := tx.ModelRow(ctx, r.in.ModelID)
		if err == nil {
			err = r.caller.RequireEdit(m)
		}
		if err != nil {
			return err
		}
		if r.in.Parts+len(pieces) > maxPieces {
			return vitrine.Errorf(vitrine.TooLarge, "the upload came in more than %d pieces: begin anew, and send larger parts", maxPieces)
		}
		return tx.AddUploadParts(ctx, r.in.ID, r.lease, pieces, r.expiry())
	})
	if err != nil {
		keys := make([]string, 0, len(pieces))
		for _, p := range pieces {
			keys = append(keys, p.BlobKey)
		}
		return r.DiscardAfter(ctx, err, keys...)
	}
	last := pieces[len(pieces)-1]
	r.in.Received, r.in.Parts, r.in.ExpiresAt, r.renewed = last.Starts+last.Size, r.in.Parts+len(pieces), r.expiry(), r.now()
	return nil
}

func (r *reception) expiry() time.Time { return r.now().Add(r.settings.UploadLife) }

// finish makes the file. What can be mended leaves the upload as it is, to be finished
// with the next request for it; all else ends it.
func (r *reception) finish(ctx context.Context) error {
	parts, err := r.db.UploadParts(ctx, r.in.ID)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, finishTime)
	defer cancel()
	held := r.keepHeld(ctx)
	f, err := r.join(ctx, parts)
	held()
	if err != nil {
		if slices.Contains([]vitrine.Code{vitrine.Invalid, vitrine.Malformed, vitrine.TooLarge, vitrine.Conflict}, vitrine.CodeOf(err)) {
			err = errors.Join(err, r.dropUpload(ctx, r.in.ID))
		}
		return err
	}
	r.in.FileID, r.in.ExpiresAt = f.ID, r.expiry()
	r.discardParts(ctx, parts)
	return nil
}

// renew keeps the hold of the upload; Locked when it was lost.
func (r *reception) renew(ctx context.Context) error {
	return r.db.Write(ctx, func(tx *store.Tx) error { return tx.RenewUpload(ctx, r.in.ID, r.lease) })
}

// keepHeld renews the hold again and again, until the function is called that it returns:
// storing a whole file goes on for long after its last byte was read.
func (r *reception) keepHeld(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		every := time.NewTicker(r.uploadHold / 3)
		defer every.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-every.C:
			}
			if vitrine.CodeOf(r.renew(ctx)) == vitrine.Locked {
				return // another request has it; the one here learns that when it finishes
			}
		}
	}()
	return func() { cancel(); <-ended }
}

// join adds the file as AddFile does, of the bytes of all parts.
func (r *reception) join(ctx context.Context, parts []store.UploadPart) (*vitrine.File, error) {
	sum, err := hex.DecodeString(r.in.SHA256)
	if err != nil {
		return nil, err
	}
	joined := &joined{ctx: ctx, blobs: r.blobs, parts: parts}
	defer joined.close()
	up := Upload{
		Name: r.in.Name, FileTypeID: r.in.FileTypeID, ForBuyers: r.in.ForBuyers, Size: r.in.Size,
		Body: r.watched(ctx, Part{Body: joined}),
	}
	if len(sum) > 0 {
		up.SHA256 = sum
	}
	f, err := r.receiveFile(ctx, up)
	if err != nil {
		return nil, err
	}
	f.ModelID = r.in.ModelID
	err = r.insertFile(ctx, r.caller, f, func(tx *store.Tx) error {
		return tx.FinishUpload(ctx, r.in.ID, r.lease, f.ID, r.expiry())
	})
	if err != nil {
		return nil, r.DiscardAfter(ctx, err, f.BlobKey)
	}
	return f, nil
}

func (r *reception) release(ctx context.Context) {
	if err := r.db.Write(ctx, func(tx *store.Tx) error { return tx.ReleaseUpload(ctx, r.in.ID, r.lease) }); err != nil {
		r.log.Warn("an upload is held for some seconds more", "seconds", r.uploadHold.Seconds(), "error", err)
	}
}
