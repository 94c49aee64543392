package client

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"mime/multipart"
	"net/http"
	"strconv"
	"time"
)

// ErrDigest says that what arrived is not what was sent.
var ErrDigest = errors.New("the bytes that arrived are others")

// Upload is a file to be stored.
type Upload struct {
	Name string
	// Body is read once. A body that is an [io.ReadSeeker], such as a file, can be sent again when
	// the line breaks.
	Body io.Reader
	// Size of the body in bytes; where it is 0, a body that is an io.ReadSeeker is asked.
	Size int64
	// FileTypeID is one of [Client.ListFileTypes]; by the name's extension when it is 0.
	FileTypeID int64
	// ForBuyers has those who bought the model before get the file, too.
	ForBuyers bool
	// Progress is told how many bytes are sent, and of how many, -1 when that is not known. It is
	// called by one goroutine at a time, and not after the upload returned.
	Progress func(sent, total int64)
	// Piece is how much of an upload in parts is sent by one request: 64 MiB where it is 0.
	Piece int64
}

// UploadFile stores a file of a model by one request. It is read afterwards: wait until its
// status is ready or rejected. What arrived is compared with what was sent, by its SHA-256.
//
// [Client.UploadInParts] is for large files and slow lines.
//
// POST /v1/models/{model_id}/files, with the scope models:write.
func (c *Client) UploadFile(ctx context.Context, modelID int64, u Upload, options ...CallOption) (*File, error) {
	file, digest, err := send[File](ctx, c, "/v1/models/"+segment(modelID)+"/files", u, options)
	if err != nil {
		return nil, err
	}
	if file.SHA256 != digest {
		return nil, fmt.Errorf("vitrine: upload %s: %w", u.Name, ErrDigest)
	}
	return file, nil
}

// The pauses of [Client.AwaitFile].
const (
	shortPoll = 200 * time.Millisecond
	longPoll  = 5 * time.Second
)

// AwaitFile waits until a file of a model was read, and returns it: ready, or rejected with its
// problems.
func (c *Client) AwaitFile(ctx context.Context, modelID, id int64, options ...CallOption) (*File, error) {
	for wait := shortPoll; ; wait = min(2*wait, longPoll) {
		file, err := c.fileOf(ctx, modelID, id, options)
		if err != nil || file.Status != FileStatusProcessing {
			return file, err
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("vitrine: wait for file %d of model %d: %w", id, modelID, context.Cause(ctx))
		case <-time.After(wait):
		}
	}
}

// UploadImage stores a picture of a model: JPEG, PNG, WebP, GIF, BMP, TIFF or AVIF.
//
// POST /v1/models/{model_id}/images, with the scope models:write.
func (c *Client) UploadImage(ctx context.Context, modelID int64, u Upload, options ...CallOption) (*Image, error) {
	image, _, err := send[Image](ctx, c, "/v1/models/"+segment(modelID)+"/images", u, options)
	return image, err
}

// UploadAvatar makes a picture that of the user.
//
// POST /v1/users/me/avatar, with the scope profile:write.
func (c *Client) UploadAvatar(ctx context.Context, u Upload, options ...CallOption) (*CreatedAvatar, error) {
	made, _, err := send[CreatedAvatar](ctx, c, "/v1/users/me/avatar", u, options)
	return made, err
}

// UploadCover makes a picture that above the user's page.
//
// POST /v1/users/me/cover, with the scope profile:write.
func (c *Client) UploadCover(ctx context.Context, u Upload, options ...CallOption) (*CreatedCover, error) {
	made, _, err := send[CreatedCover](ctx, c, "/v1/users/me/cover", u, options)
	return made, err
}

// UploadReviewImage adds a picture to what the caller says of a model.
//
// POST /v1/models/{model_id}/reviews/mine/images, with the scope reviews:write.
func (c *Client) UploadReviewImage(ctx context.Context, modelID int64, u Upload, options ...CallOption) (*ReviewImage, error) {
	image, _, err := send[ReviewImage](ctx, c, "/v1/models/"+segment(modelID)+"/reviews/mine/images", u, options)
	return image, err
}

// send sends a form with a file. It returns the record that answers it, and the SHA-256 of what
// was sent.
func send[T any](ctx context.Context, c *Client, path string, u Upload, options []CallOption) (*T, string, error) {
	form, err := newForm(&u)
	if err != nil {
		return nil, "", fmt.Errorf("vitrine: upload %s: %w", u.Name, err)
	}
	record, err := ask[T](ctx, c, &request{method: http.MethodPost, path: path, stream: &form.stream, keyed: true}, options)
	return record, hex.EncodeToString(form.digest.Sum(nil)), err
}

// form is a body with a file, which is not in memory.
type form struct {
	stream
	u          *Upload
	start      int64 // of the body
	head, tail []byte
	digest     hash.Hash // of the file
}

func newForm(u *Upload) (*form, error) {
	f := &form{u: u, digest: sha256.New()}
	size, err := u.size()
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	w := multipart.NewWriter(&text)
	if u.FileTypeID != 0 {
		_ = w.WriteField("file_type_id", strconv.FormatInt(u.FileTypeID, 10)) // into memory
	}
	if u.ForBuyers {
		_ = w.WriteField("for_buyers", "true")
	}
	if _, err := w.CreateFormFile("file", u.Name); err != nil {
		return nil, err
	}
	f.head = bytes.Clone(text.Bytes())
	text.Reset()
	_ = w.Close()
	f.tail = text.Bytes()
	f.kind, f.length = w.FormDataContentType(), -1
	if size >= 0 {
		f.length = int64(len(f.head)) + size + int64(len(f.tail))
	}
	if body, ok := u.Body.(io.ReadSeeker); ok {
		if f.start, err = body.Seek(0, io.SeekCurrent); err != nil {
			return nil, err
		}
		f.rewind = func() error {
			_, err := body.Seek(f.start, io.SeekStart)
			f.begin(size)
			return err
		}
	}
	f.begin(size)
	return f, nil
}

// begin puts the body together.
func (f *form) begin(size int64) {
	f.digest.Reset()
	sent := int64(0)
	file := reader(func(p []byte) (int, error) {
		n, err := f.u.Body.Read(p)
		f.digest.Write(p[:n])
		if sent += int64(n); n > 0 && f.u.Progress != nil {
			f.u.Progress(sent, size)
		}
		return n, err
	})
	f.body = io.MultiReader(bytes.NewReader(f.head), file, bytes.NewReader(f.tail))
}

// size returns how many bytes the body has from where it is, -1 when that is not known.
func (u *Upload) size() (int64, error) {
	if u.Body == nil {
		return 0, errors.New("there is no body")
	}
	if u.Size != 0 {
		return u.Size, nil
	}
	body, ok := u.Body.(io.Seeker)
	if !ok {
		return -1, nil
	}
	at, err := body.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, err
	}
	end, err := body.Seek(0, io.SeekEnd)
	if err != nil {
		return 0, err
	}
	_, err = body.Seek(at, io.SeekStart)
	return end - at, err
}
