package client

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
)

// piece is how much is sent by one request: less than what proxies commonly let through.
const piece = 64 << 20

// Incoming is an upload in parts on its way (tus 1.0).
type Incoming struct {
	Address string    // keep it, to go on after a restart
	Offset  int64     // how many bytes the server has
	Length  int64     // of the whole file; 0 where the answer does not say
	Expires time.Time // when it is removed unless bytes come; zero once it is a file
	FileID  int64     // the file that it became, 0 before
}

// UploadInParts stores a file of a model by as many requests as it takes: after a broken line it
// goes on where it was. The body is an [io.ReadSeeker], which is read once more to know its
// SHA-256, by which the server compares what arrived.
//
// To go on after a restart of the program, begin with [Client.BeginUpload], keep the address, and
// call [Client.ResumeUpload].
func (c *Client) UploadInParts(ctx context.Context, modelID int64, u Upload, options ...CallOption) (*File, error) {
	begun, err := c.BeginUpload(ctx, modelID, u, options...)
	if err != nil {
		return nil, err
	}
	return c.ResumeUpload(ctx, modelID, begun.Address, u, options...)
}

// BeginUpload announces a file of a model, whose bytes are sent by [Client.ResumeUpload].
//
// POST /v1/models/{model_id}/files/uploads, with the scope models:write.
func (c *Client) BeginUpload(ctx context.Context, modelID int64, u Upload, options ...CallOption) (*Incoming, error) {
	size, digest, err := u.measure()
	if err != nil {
		return nil, fmt.Errorf("vitrine: upload %s: %w", u.Name, err)
	}
	said := []string{metadata("filename", u.Name), metadata("sha256", digest)}
	if u.FileTypeID != 0 {
		said = append(said, metadata("file_type_id", strconv.FormatInt(u.FileTypeID, 10)))
	}
	if u.ForBuyers {
		said = append(said, metadata("for_buyers", "true"))
	}
	// One whose answer is lost is removed by the server after a day.
	r := &request{method: http.MethodPost, path: "/v1/models/" + segment(modelID) + "/files/uploads", harmless: true, header: http.Header{
		"Tus-Resumable": {"1.0.0"}, "Upload-Length": {strconv.FormatInt(size, 10)}, "Upload-Metadata": {strings.Join(said, ",")},
	}}
	answer, err := c.do(ctx, r, settle(options))
	if err != nil {
		return nil, err
	}
	to, err := c.ownAddress(answer.header.Get("Location"))
	if err != nil {
		return nil, err
	}
	return incoming(to.String(), answer.header), nil
}

// FindUpload asks how far an upload is.
//
// HEAD /v1/models/{model_id}/files/uploads/{upload}, with the scope models:write.
func (c *Client) FindUpload(ctx context.Context, address string, options ...CallOption) (*Incoming, error) {
	return c.part(ctx, http.MethodHead, address, -1, nil, options)
}

// ContinueUpload sends bytes of an upload from an offset on, once: what breaks is the caller's to
// mend. [Client.ResumeUpload] sends all that is left, and mends it.
//
// PATCH /v1/models/{model_id}/files/uploads/{upload}, with the scope models:write.
func (c *Client) ContinueUpload(
	ctx context.Context, address string, offset int64, body io.Reader, options ...CallOption,
) (*Incoming, error) {
	return c.part(ctx, http.MethodPatch, address, offset, &stream{body: body, length: -1, kind: "application/offset+octet-stream"}, options)
}

// RemoveUpload gives an upload up, and removes what arrived of it.
//
// DELETE /v1/models/{model_id}/files/uploads/{upload}, with the scope models:write.
func (c *Client) RemoveUpload(ctx context.Context, address string, options ...CallOption) error {
	_, err := c.part(ctx, http.MethodDelete, address, -1, nil, options)
	return err
}

// ResumeUpload sends what the server does not have yet of an upload that began, and returns the
// file that it becomes. The body is an [io.ReadSeeker] of the whole file.
func (c *Client) ResumeUpload(ctx context.Context, modelID int64, address string, u Upload, options ...CallOption) (*File, error) {
	at, err := c.FindUpload(ctx, address, options...)
	if err != nil {
		return nil, err
	}
	s, err := newPieces(&u)
	if err != nil {
		return nil, fmt.Errorf("vitrine: upload %s: %w", u.Name, err)
	}
	for stuck := 0; at.FileID == 0; {
		if at.Offset > s.size {
			return nil, fmt.Errorf("vitrine: upload %s: the server has %d bytes of %d", u.Name, at.Offset, s.size)
		}
		before := at.Offset
		if at, err = c.advance(ctx, s, at, options); err != nil {
			return nil, err
		}
		if at.Offset > before {
			stuck = 0
		} else if stuck++; stuck >= c.tries {
			return nil, fmt.Errorf("vitrine: upload %s: it stays at %d of %d bytes: %w", u.Name, at.Offset, s.size, cmp.Or(s.last, errStays))
		}
	}
	return c.fileOf(ctx, modelID, at.FileID, options)
}

var errStays = errors.New("the server takes nothing")

// pieces is a file that is sent piece by piece.
type pieces struct {
	u           *Upload
	body        io.ReadSeeker
	start, size int64
	last        error // why the last piece did not arrive
	failed      int   // how many pieces did not, one after another
}

func newPieces(u *Upload) (*pieces, error) {
	body, ok := u.Body.(io.ReadSeeker)
	if !ok {
		return nil, errors.New("the body of an upload in parts is an io.ReadSeeker")
	}
	s := &pieces{u: u, body: body}
	var err error
	if s.size, err = u.size(); err != nil {
		return nil, err
	}
	s.start, err = body.Seek(0, io.SeekCurrent)
	return s, err
}

// advance sends the next piece. Where that breaks it asks how far the upload is.
func (c *Client) advance(ctx context.Context, s *pieces, at *Incoming, options []CallOption) (*Incoming, error) {
	if _, err := s.body.Seek(s.start+at.Offset, io.SeekStart); err != nil {
		return nil, fmt.Errorf("vitrine: upload %s: %w", s.u.Name, err)
	}
	length := s.u.Piece
	if length <= 0 {
		length = piece
	}
	length = min(length, s.size-at.Offset)
	sent := at.Offset
	body := reader(func(p []byte) (int, error) {
		n, err := s.body.Read(p)
		if sent += int64(n); n > 0 && s.u.Progress != nil {
			s.u.Progress(sent, s.size)
		}
		return n, err
	})
	part := &stream{body: io.LimitReader(body, length), length: length, kind: "application/offset+octet-stream"}
	next, err := c.part(ctx, http.MethodPatch, at.Address, at.Offset, part, options)
	if s.last = err; err == nil {
		s.failed = 0
		return next, nil
	}
	if !mends(err) {
		return nil, err
	}
	s.failed++
	if err := pause(ctx, s.failed, err); err != nil {
		return nil, fmt.Errorf("vitrine: upload %s: %w", s.u.Name, errors.Join(s.last, err))
	}
	return c.FindUpload(ctx, at.Address, options...)
}

// mends reports whether asking again how far an upload is, and going on from there, can mend an
// error.
func mends(err error) bool {
	var line *brokenError
	if errors.As(err, &line) {
		return true
	}
	var answer *Error
	if !errors.As(err, &answer) {
		return false
	}
	switch answer.Status {
	case http.StatusConflict: // it is at another offset
		return len(answer.Fields) == 0
	case http.StatusLocked, statusChecksum: // the broken line still holds it, or garbled it
		return true
	}
	return passing(answer.Status)
}

// statusChecksum is tus' own.
const statusChecksum = 460

// part makes a request about an upload.
func (c *Client) part(ctx context.Context, method, address string, offset int64, body *stream, options []CallOption) (*Incoming, error) {
	to, err := c.ownAddress(address)
	if err != nil {
		return nil, err
	}
	r := &request{method: method, path: strings.TrimPrefix(to.EscapedPath(), c.base.EscapedPath()), query: to.Query(), stream: body,
		header: http.Header{"Tus-Resumable": {"1.0.0"}}}
	if offset >= 0 {
		r.header.Set("Upload-Offset", strconv.FormatInt(offset, 10))
	}
	answer, err := c.do(ctx, r, settle(options))
	if err != nil {
		return nil, err
	}
	return incoming(to.String(), answer.header), nil
}

// incoming reads what an answer says about an upload.
func incoming(address string, h http.Header) *Incoming {
	number := func(text string) int64 {
		n, _ := strconv.ParseInt(text, 10, 64) // what is not said is zero
		return max(n, 0)
	}
	at := &Incoming{Address: address, Offset: number(h.Get("Upload-Offset")), Length: number(h.Get("Upload-Length"))}
	at.FileID = number(path.Base(h.Get("Content-Location")))
	at.Expires, _ = http.ParseTime(h.Get("Upload-Expires"))
	return at
}

// fileOf returns a file of a model.
func (c *Client) fileOf(ctx context.Context, modelID, id int64, options []CallOption) (*File, error) {
	list, err := c.ListFiles(ctx, modelID, options...)
	if err != nil {
		return nil, err
	}
	for i := range list.Files {
		if list.Files[i].ID == id {
			return &list.Files[i], nil
		}
	}
	return nil, fmt.Errorf("vitrine: file %d of model %d: %w", id, modelID, ErrNotFound)
}

// measure returns the size and the SHA-256 of the body, and leaves it where it is.
func (u *Upload) measure() (int64, string, error) {
	s, err := newPieces(u)
	if err != nil {
		return 0, "", err
	}
	digest := sha256.New()
	if _, err := io.CopyN(digest, s.body, s.size); err != nil {
		return 0, "", err
	}
	_, err = s.body.Seek(s.start, io.SeekStart)
	return s.size, hex.EncodeToString(digest.Sum(nil)), err
}

// metadata is a pair of the header Upload-Metadata.
func metadata(name, value string) string {
	return name + " " + base64.StdEncoding.EncodeToString([]byte(value))
}
