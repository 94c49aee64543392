package shop

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/seed"
	"vitrine/internal/store"
)

// Upload is a file on its way in.
type Upload struct {
	Name       string
	FileTypeID int64 // 0: by the extension
	ForBuyers  bool  // those who bought the model before get it too
	Body       io.Reader
	Size       int64  // bytes that were announced; -1 when they were not
	SHA256     []byte // that was announced; nil when it was not
	// Rest, when set, reads what follows the body.
	Rest   func() (UploadFields, error)
	Answer Answer[Received]
}

// UploadFields are what a form says of its file.
type UploadFields struct {
	FileTypeID int64 // 0: nothing
	ForBuyers  *bool // nil: nothing
}

// AddFile streams a file into a model. The file is there when its bytes are
// safe, of the announced length and digest; on any failure nothing is left.
func (s *Shop) AddFile(ctx context.Context, caller vitrine.Caller, modelID int64, up Upload) (*vitrine.File, error) {
	name, err := cleanName(up.Name)
	if err != nil {
		return nil, err
	}
	up.Name = name
	if err := s.mayAddFile(ctx, caller, modelID, up); err != nil {
		return nil, err
	}
	f, err := s.receiveFile(ctx, up)
	if err != nil {
		return nil, err
	}
	f.ModelID = modelID
	err = s.insertFile(ctx, caller, f, func(tx *store.Tx) error { return up.Answer.save(ctx, tx, receivedFile(f)) })
	if err != nil {
		return nil, s.DiscardAfter(ctx, err, f.BlobKey)
	}
	return f, nil
}

// mayAddFile refuses what can be refused before any byte flows.
func (s *Shop) mayAddFile(ctx context.Context, caller vitrine.Caller, modelID int64, up Upload) error {
	m, err := s.db.ModelRow(ctx, modelID)
	if err != nil {
		return err
	}
	if err := caller.RequireEdit(m); err != nil {
		return err
	}
	set, err := s.Limits(ctx)
	if err != nil {
		return err
	}
	if up.Size > set.FileSize {
		return tooLarge("file", set.FileSize)
	}
	if err := checkFileType(up.FileTypeID); err != nil {
		return err
	}
	// Not the files themselves: each part of each of them asks.
	n, taken, err := s.db.FilesOf(ctx, modelID, up.Name)
	if err != nil {
		return err
	}
	return roomFor(set, n, taken, up.Name)
}

// roomFor refuses a file with a name beside n others, one of which may have the name.
func roomFor(set Settings, n int, taken bool, name string) error {
	if n >= set.Files {
		detail := fmt.Sprintf("a model has at most %d files", set.Files)
		return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/file", Code: "too_many", Detail: detail}})
	}
	if taken {
		return store.FileNameTaken(name)
	}
	return nil
}

func tooLarge(what string, limit int64) error {
	return vitrine.Errorf(vitrine.TooLarge, "the %s is larger than the limit of %d bytes", what, limit)
}

func checkFileType(id int64) error {
	if id == 0 || slices.ContainsFunc(seed.FileTypes(), func(t seed.FileType) bool { return t.ID == id }) {
		return nil
	}
	return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/file_type_id", Code: "unknown",
		Detail: "there is no such file type: GET /v1/file_types lists them"}})
}

// receiveFile stores the bytes, to be read by a job.
func (s *Shop) receiveFile(ctx context.Context, up Upload) (*vitrine.File, error) {
	set, err := s.Limits(ctx)
	if err != nil {
		return nil, err
	}
	body := &startKeeper{Reader: up.Body, sum: crc32.NewIEEE()}
	info, err := s.blobs.Put(ctx, blob.Files, &bounded{r: body, left: set.FileSize, err: tooLarge("file", set.FileSize)})
	if err != nil {
		return nil, bodyError(err)
	}
	f := &vitrine.File{
		Name: up.Name, Extension: vitrine.Extension(up.Name), FileTypeID: up.FileTypeID,
		Size: info.Size, SHA256: info.SHA256, BlobKey: info.Key, Status: vitrine.FileProcessing, ForBuyers: up.ForBuyers,
		CRC32: body.crc(),
	}
	err = up.finish(f)
	if err == nil && s.contradicts(f.FileTypeID, body.start.Bytes(), f.Size) {
		err = contradiction(f.FileTypeID)
	}
	if err != nil {
		s.Discard(ctx, info.Key)
		return nil, err
	}
	typeByName(f)
	return f, nil
}

// finish reads what follows the body and compares it with what was announced.
func (up *Upload) finish(f *vitrine.File) error {
	if up.Rest != nil {
		rest, err := up.Rest()
		if err == nil {
			err = checkFileType(rest.FileTypeID)
		}
		if err != nil {
			return err
		}
		if rest.FileTypeID != 0 {
			f.FileTypeID = rest.FileTypeID
		}
		if rest.ForBuyers != nil {
			f.ForBuyers = *rest.ForBuyers
		}
	}
	return up.agrees(f)
}

// agrees compares what came with what was announced.
func (up *Upload) agrees(f *vitrine.File) error {
	if up.Size >= 0 && f.Size != up.Size {
		return vitrine.Errorf(vitrine.Malformed, "%d bytes were announced, %d came", up.Size, f.Size)
	}
	got, err := hex.DecodeString(f.SHA256)
	if err != nil {
		return fmt.Errorf("digest of stored bytes: %w", err)
	}
	if up.SHA256 != nil && !bytes.Equal(up.SHA256, got) {
		return vitrine.Errorf(vitrine.Malformed, "the bytes that came do not fit the announced digest (Repr-Digest): "+
			"nothing was kept, send them again")
	}
	return nil
}

// insertFile adds a file whose bytes are stored, and does in the same transaction what
// belongs to it.
func (s *Shop) insertFile(ctx context.Context, caller vitrine.Caller, f *vitrine.File, also func(*store.Tx) error) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		// Asked again: the upload may have taken hours, and other files came meanwhile.
		if err := notSuspended(ctx, tx, caller); err != nil {
			return err
		}
		m, err := s.editable(ctx, tx, caller, f.ModelID, nil)
		if err != nil {
			return err
		}
		set, err := s.LimitsIn(ctx, tx)
		if err != nil {
			return err
		}
		taken := slices.ContainsFunc(m.Files, func(other vitrine.File) bool { return other.Name == f.Name })
		if err := roomFor(set, len(m.Files), taken, f.Name); err != nil {
			return err
		}
		if err := s.roomToStore(ctx, tx, m.AuthorID, f.Size, 0); err != nil {
			return err
		}
		if err := notBlocked(ctx, tx, f); err != nil {
			return err
		}
		now := s.now()
		f.CreatedAt, f.UpdatedAt = now, now
		if err := tx.InsertFile(ctx, f); err != nil {
			return err
		}
		if err := s.surveyor.FileAdded(ctx, tx, m, f); err != nil {
			return err
		}
		if err := s.lookAgain(ctx, tx, caller, m); err != nil {
			return err
		}
		if err := tx.TouchModel(ctx, f.ModelID, now); err != nil {
			return err
		}
		if _, err = s.refresh(ctx, tx, f.ModelID); err != nil {
			return err
		}
		return also(tx)
	})
}

// notSuspended refuses a caller who was suspended since the request began.
func notSuspended(ctx context.Context, tx *store.Tx, caller vitrine.Caller) error {
	user, err := tx.User(ctx, caller.User.ID)
	if err == nil && !user.SuspendedAt.IsZero() {
		err = vitrine.Errorf(vitrine.Forbidden, "the account is suspended: nothing is taken from it")
	}
	return err
}

// RemoveFile takes a file out of a model. Buyers keep it.
func (s *Shop) RemoveFile(ctx context.Context, caller vitrine.Caller, modelID, id int64, pre Precondition) error {
	return s.changeParts(ctx, caller, modelID, func(tx *store.Tx) error {
		f, err := tx.File(ctx, modelID, id)
		if err != nil {
			return err
		}
		if err := pre.check(f.Version); err != nil {
			return err
		}
		if err := tx.DeleteFile(ctx, modelID, id, s.now()); err != nil {
			return err
		}
		return s.surveyor.FileRemoved(ctx, tx, &f)
	})
}

// changeParts changes the files or images of a model, which stays publishable.
func (s *Shop) changeParts(ctx context.Context, caller vitrine.Caller, modelID int64, change func(*store.Tx) error) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		before, err := s.editable(ctx, tx, caller, modelID, nil)
		if err != nil {
			return err
		}
		if err := change(tx); err != nil {
			return err
		}
		if err := s.lookAgain(ctx, tx, caller, before); err != nil {
			return err
		}
		if err := tx.TouchModel(ctx, modelID, s.now()); err != nil {
			return err
		}
		m, err := s.refresh(ctx, tx, modelID)
		if err != nil {
			return err
		}
		return s.keepPublishable(m)
	})
}

// Files lists a model's files for somebody who may know of it.
func (s *Shop) Files(ctx context.Context, caller vitrine.Caller, modelID int64) ([]vitrine.File, error) {
	if err := s.mustSee(ctx, caller, modelID); err != nil {
		return nil, err
	}
	return s.db.Files(ctx, modelID)
}

func (s *Shop) mustSee(ctx context.Context, caller vitrine.Caller, modelID int64) error {
	m, err := s.db.ModelRow(ctx, modelID)
	if err != nil {
		return err
	}
	if !caller.MaySee(m) {
		return vitrine.Errorf(vitrine.NotFound, "there is no model %d", modelID)
	}
	return nil
}

// cleanName makes a file name of what a client sent: the last part of a path,
// in Unicode's form NFC, without control characters.
func cleanName(sent string) (string, error) {
	name := norm.NFC.String(strings.ToValidUTF8(sent, ""))
	// Some clients send a whole path, also that of a Windows machine.
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	// Category Cf holds the marks that turn the direction of text: with them a name can show a false extension.
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, name))
	if sent == "" || name == "/" {
		name = ""
	}
	if err := vitrine.CheckFileName(name); err != nil {
		detail := err.Error()
		return "", vitrine.InvalidFields([]vitrine.Field{{Pointer: "/name", Code: "bad_name", Detail: detail}})
	}
	return name, nil
}

// bounded reads up to a limit and fails with err beyond it.
type bounded struct {
	r    io.Reader
	left int64
	err  error
}

// Read reads on.
func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, b.err
	}
	return n, err
}

// bodyError distinguishes a body that was cut off from faults of the store.
func bodyError(err error) error {
	if _, ok := errors.AsType[*vitrine.Error](err); ok {
		return err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, context.Canceled) || errors.Is(err, os.ErrDeadlineExceeded) {
		return &vitrine.Error{Code: vitrine.Malformed, Message: "the upload broke off: nothing was kept, send it again", Err: err}
	}
	return err
}
