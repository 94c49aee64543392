package shop

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// uploadIDLength is how many random characters name an upload: nobody guesses one.
const uploadIDLength = 32

// maxMetadata bounds what a sender writes beside an upload, in bytes.
const maxMetadata = 4 << 10

// expiredAtOnce is how many uploads are removed, or finished, before it is asked for more.
const expiredAtOnce = 100

// Announced is a file that will arrive in parts.
type Announced struct {
	Name       string
	FileTypeID int64 // 0: by the extension
	ForBuyers  bool
	Size       int64
	SHA256     []byte // nil: it is not compared
	Metadata   string // is given back as it is
}

// BeginUpload takes the announcement of a file. All that can be refused is, before any of
// its bytes come.
func (s *Shop) BeginUpload(ctx context.Context, caller vitrine.Caller, modelID int64, a Announced) (*vitrine.Incoming, error) {
	name, err := cleanName(a.Name)
	if err != nil {
		return nil, err
	}
	if len(a.Metadata) > maxMetadata {
		return nil, tooLarge("header Upload-Metadata", maxMetadata)
	}
	if a.Size < 1 {
		return nil, vitrine.InvalidFields([]vitrine.Field{{Header: "Upload-Length", Code: "required",
			Detail: "the file is empty: nothing is to be sent"}})
	}
	if err := s.mayAddFile(ctx, caller, modelID, Upload{Name: name, FileTypeID: a.FileTypeID, Size: a.Size}); err != nil {
		return nil, err
	}
	if err := s.roomForAll(ctx, a.Size); err != nil {
		return nil, err
	}
	now := s.now()
	in := &vitrine.Incoming{
		ID: auth.RandomText(uploadIDLength), UserID: caller.User.ID, ModelID: modelID, Name: name, FileTypeID: a.FileTypeID,
		ForBuyers: a.ForBuyers, SHA256: hex.EncodeToString(a.SHA256), Metadata: a.Metadata, Size: a.Size,
		CreatedAt: now, ExpiresAt: now.Add(s.settings.UploadLife),
	}
	return in, s.db.Write(ctx, func(tx *store.Tx) error {
		if err := s.roomForUpload(ctx, tx, in); err != nil {
			return err
		}
		return tx.InsertUpload(ctx, in)
	})
}

// roomForAll refuses more than all users together may have under way: accounts are made faster
// than the storage grows. It is asked before the transaction, which would else wait for those of
// all who send: some that come in the same moment may go beyond the bound.
func (s *Shop) roomForAll(ctx context.Context, size int64) error {
	count, bytes, err := s.db.AllUploadsUnderWay(ctx)
	if err == nil && (count >= s.settings.AllUploads || bytes+size > s.settings.AllBytes) {
		s.log.Warn("an upload in parts was refused: all that are under way reach --max-all-uploads or --max-all-upload-bytes",
			"uploads", count, "bytes", bytes)
		err = vitrine.Errorf(vitrine.Unavailable, "as many uploads are under way as this server takes at once: try again later")
	}
	return err
}

// roomForUpload refuses more than a user may have under way.
func (s *Shop) roomForUpload(ctx context.Context, tx *store.Tx, in *vitrine.Incoming) error {
	count, bytes, err := tx.UploadsUnderWay(ctx, in.UserID)
	if err != nil {
		return err
	}
	if count >= s.settings.Uploads {
		return vitrine.InvalidFields([]vitrine.Field{{Pointer: "", Code: "too_many", Detail: fmt.Sprintf(
			"%d uploads are under way, the most at once: finish some, or remove them with DELETE", count)}})
	}
	if bytes+in.Size > s.settings.UploadBytes {
		return vitrine.Errorf(vitrine.TooLarge, "the uploads under way announce %d bytes, with this one they would be over the limit of %d "+
			"together: finish some, or remove them with DELETE", bytes, s.settings.UploadBytes)
	}
	m, err := tx.ModelRow(ctx, in.ModelID)
	if err != nil {
		return err
	}
	return s.roomToStore(ctx, tx, m.AuthorID, in.Size, bytes)
}

// Incoming returns an upload that the caller began. One whose bytes are all there, but
// whose file could not be made then, becomes a file now.
func (s *Shop) Incoming(ctx context.Context, caller vitrine.Caller, modelID int64, id string) (*vitrine.Incoming, error) {
	in, err := s.ownUpload(ctx, caller, modelID, id)
	if err != nil {
		return nil, err
	}
	if in.FileID != 0 {
		return in, s.mayStillEdit(ctx, caller, modelID)
	}
	announced := Upload{Name: in.Name, FileTypeID: in.FileTypeID, Size: in.Size}
	if err := s.mayAddFile(ctx, caller, modelID, announced); err != nil {
		return nil, err
	}
	if in.Whole() {
		_, err = s.Receive(ctx, caller, in, Part{Offset: in.Size, Body: strings.NewReader("")})
	}
	return in, err
}

func (s *Shop) mayStillEdit(ctx context.Context, caller vitrine.Caller, modelID int64) error {
	m, err := s.db.ModelRow(ctx, modelID)
	if err != nil {
		return err
	}
	return caller.RequireEdit(m)
}

// ownUpload is NotFound for another's upload, for one of another model, and for one whose
// time is over.
func (s *Shop) ownUpload(ctx context.Context, caller vitrine.Caller, modelID int64, id string) (*vitrine.Incoming, error) {
	in, err := s.db.Upload(ctx, caller.User.ID, id)
	if err == nil && (in.ModelID != modelID || !s.now().Before(in.ExpiresAt)) {
		err = vitrine.Errorf(vitrine.NotFound, "there is no such upload: it has expired, was removed, or never was; begin anew")
	}
	if err != nil {
		return nil, err
	}
	return &in, nil
}

// RemoveUpload removes an upload with the bytes that came. A file that it has become stays.
func (s *Shop) RemoveUpload(ctx context.Context, caller vitrine.Caller, modelID int64, id string) error {
	if _, err := s.ownUpload(ctx, caller, modelID, id); err != nil {
		return err
	}
	return s.dropUpload(ctx, id)
}

// dropUpload removes an upload and its bytes, also when the caller is gone.
func (s *Shop) dropUpload(ctx context.Context, id string) error {
	ctx = context.WithoutCancel(ctx)
	var parts []store.UploadPart
	err := s.db.Write(ctx, func(tx *store.Tx) (err error) {
		if parts, err = tx.UploadParts(ctx, id); err != nil {
			return err
		}
		return tx.RemoveUpload(ctx, id)
	})
	if err == nil {
		s.discardParts(ctx, parts)
	}
	return err
}

func (s *Shop) discardParts(ctx context.Context, parts []store.UploadPart) {
	for _, p := range parts {
		s.Discard(ctx, p.BlobKey)
	}
}

// ExpireUploads removes uploads that waited too long for their next part.
func (s *Shop) ExpireUploads(ctx context.Context) error {
	for {
		ids, err := s.db.UploadsExpired(ctx, s.now(), expiredAtOnce)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := s.dropUpload(ctx, id); err != nil {
				return err
			}
		}
		if len(ids) < expiredAtOnce {
			return nil
		}
	}
}

// UploadsToFinish reports whether FinishUploads has anything to do.
func (s *Shop) UploadsToFinish(ctx context.Context) (bool, error) {
	waiting, err := s.db.UploadsWhole(ctx, "", 1)
	return len(waiting) > 0, err
}

// FinishUploads makes files of uploads whose bytes are all there, and whose senders may never
// ask again: a server that died in the middle of that told them nothing. It stops where the
// storage is at fault: it will be for the next one too.
func (s *Shop) FinishUploads(ctx context.Context) error {
	for after := ""; ; {
		waiting, err := s.db.UploadsWhole(ctx, after, expiredAtOnce)
		if err != nil || len(waiting) == 0 {
			return err
		}
		for _, in := range waiting {
			after = in.ID
			if err := s.finishUpload(ctx, in); err != nil {
				return err
			}
		}
	}
}

// finishUpload does what the sender of an upload would by asking for it. What is refused is
// the sender's to mend, or to ask for, until the upload expires.
func (s *Shop) finishUpload(ctx context.Context, in vitrine.Incoming) error {
	sender, err := s.db.User(ctx, in.UserID)
	if err != nil {
		return err
	}
	// What the sender's token allowed was asked with each part, and whether the model may be a draft version.
	asked := vitrine.Caller{User: *sender, Scopes: vitrine.AllScopes(), CopyID: in.ModelID}
	_, err = s.Incoming(ctx, asked, in.ModelID, in.ID)
	if refused, ok := errors.AsType[*vitrine.Error](err); ok && refused.Code != vitrine.Unavailable {
		s.log.Info("an upload that is whole did not become a file", "model", in.ModelID, "user", in.UserID, "reason", err)
		return nil
	}
	return err
}
