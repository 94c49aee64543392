package upload

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"hash"
	"io"
	"net/http"
	"strconv"
	"strings"

	tus "github.com/tus/tusd/v2/pkg/handler"

	"vitrine"
	"vitrine/internal/shop"
)

const algorithms = "sha1,sha256"

// exchange is one request with its answer.
type exchange struct {
	shop     *shop.Shop
	request  Request
	body     *counted
	metadata string
	sum      hash.Hash // of the part; nil where none was announced
	want     []byte
	id       string
	in       *vitrine.Incoming
	err      error // that the shop refused the request for
}

type exchangeKey struct{}

func exchangeOf(ctx context.Context) *exchange { return ctx.Value(exchangeKey{}).(*exchange) }

// read reads the headers that tusd leaves aside.
func (ex *exchange) read(header http.Header) error {
	ex.metadata = header.Get("Upload-Metadata")
	if _, err := readMetadata(ex.metadata); err != nil {
		return err
	}
	sent := header.Get("Upload-Checksum")
	if sent == "" {
		return nil
	}
	algorithm, text, _ := strings.Cut(sent, " ")
	switch algorithm {
	case "sha1":
		ex.sum = sha1.New() //nolint:gosec // the one that tus asks of every server; it finds accidents
	case "sha256":
		ex.sum = sha256.New()
	default:
		return badHeader("Upload-Checksum", "Upload-Checksum begins with one of "+algorithms)
	}
	var err error
	if ex.want, err = base64.StdEncoding.DecodeString(text); err != nil || len(ex.want) != ex.sum.Size() {
		return badHeader("Upload-Checksum", "Upload-Checksum is the name of an algorithm and a checksum of its length in Base64")
	}
	return nil
}

// describe adds to the answer what tusd leaves out.
func (ex *exchange) describe(header http.Header) {
	if header.Get("Location") != "" {
		header.Set("Location", ex.request.Base+"/"+ex.id+ex.request.Query)
	}
	switch {
	case ex.in == nil:
	case ex.in.FileID != 0:
		header.Set("Content-Location", ex.request.File(ex.in.FileID))
	default:
		header.Set("Upload-Expires", ex.in.ExpiresAt.UTC().Format(http.TimeFormat))
	}
}

// fail remembers why the shop refused the request: tusd only learns that it did.
func (ex *exchange) fail(err error) error {
	if err == nil {
		return nil
	}
	ex.err = err
	return tus.NewError("ERR_REFUSED", "", http.StatusInternalServerError)
}

// readMetadata reads the pairs of the header Upload-Metadata.
func readMetadata(header string) (map[string]string, error) {
	pairs := map[string]string{}
	for pair := range strings.SplitSeq(header, ",") {
		if pair = strings.TrimSpace(pair); pair == "" {
			continue
		}
		key, encoded, _ := strings.Cut(pair, " ")
		value, err := base64.StdEncoding.DecodeString(encoded)
		if _, twice := pairs[key]; err != nil || twice {
			return nil, badHeader("Upload-Metadata", "Upload-Metadata is a list of keys, each once, with a value in Base64 behind a space")
		}
		pairs[key] = string(value)
	}
	return pairs, nil
}

// announced reads what is said of the file in the metadata: its name as filename or name,
// and file_type_id, for_buyers and sha256.
func (ex *exchange) announced(size int64) (shop.Announced, error) {
	pairs, err := readMetadata(ex.metadata)
	if err != nil {
		return shop.Announced{}, err
	}
	a := shop.Announced{Name: pairs["filename"], Size: size, Metadata: ex.metadata, ForBuyers: pairs["for_buyers"] == "true"}
	if a.Name == "" {
		a.Name = pairs["name"]
	}
	if text := pairs["file_type_id"]; text != "" {
		if a.FileTypeID, err = strconv.ParseInt(text, 10, 64); err != nil || a.FileTypeID < 1 {
			return a, badHeader("Upload-Metadata", "file_type_id is the id of a file type")
		}
	}
	if text, sent := pairs["for_buyers"]; sent && text != "true" && text != "false" {
		return a, badHeader("Upload-Metadata", "for_buyers is true or false")
	}
	if text := pairs["sha256"]; text != "" {
		if a.SHA256, err = hex.DecodeString(text); err != nil || len(a.SHA256) != sha256.Size {
			return a, badHeader("Upload-Metadata", "sha256 is the SHA-256 of the file, 64 hexadecimal digits")
		}
	}
	return a, nil
}

// bytesOf is where tusd believes the bytes to be: each method asks the shop, for the
// exchange in its context.
type bytesOf struct{}

// NewUpload begins an upload.
func (bytesOf) NewUpload(ctx context.Context, info tus.FileInfo) (tus.Upload, error) {
	ex := exchangeOf(ctx)
	a, err := ex.announced(info.Size)
	if err == nil {
		ex.in, err = ex.shop.BeginUpload(ctx, ex.request.Caller, ex.request.ModelID, a)
	}
	if err != nil {
		return nil, ex.fail(err)
	}
	ex.id = ex.in.ID
	return stored{ex}, nil
}

// GetUpload returns the upload that is asked for; GetInfo fails where it is not there.
func (bytesOf) GetUpload(ctx context.Context, _ string) (tus.Upload, error) {
	return stored{exchangeOf(ctx)}, nil
}

// AsTerminatableUpload returns the upload itself.
func (bytesOf) AsTerminatableUpload(upload tus.Upload) tus.TerminatableUpload { return upload.(stored) }

// stored is an upload as tusd sees it.
type stored struct{ ex *exchange }

// GetInfo reads it.
func (u stored) GetInfo(ctx context.Context) (tus.FileInfo, error) {
	ex := u.ex
	if ex.in == nil {
		var err error
		if ex.in, err = ex.shop.Incoming(ctx, ex.request.Caller, ex.request.ModelID, ex.id); err != nil {
			return tus.FileInfo{}, ex.fail(err)
		}
	}
	metadata, err := readMetadata(ex.in.Metadata)
	return tus.FileInfo{ID: ex.in.ID, Size: ex.in.Size, Offset: ex.in.Received, MetaData: metadata}, ex.fail(err)
}

// WriteChunk takes bytes. With the last of them the upload becomes a file.
func (u stored) WriteChunk(ctx context.Context, offset int64, src io.Reader) (int64, error) {
	ex := u.ex
	body := &honest{Reader: src, body: ex.body, announced: ex.in.Size, left: ex.in.Size - offset}
	n, err := ex.shop.Receive(ctx, ex.request.Caller, ex.in, shop.Part{Offset: offset, Body: body, Sum: ex.sum, Want: ex.want})
	return n, ex.fail(err)
}

// FinishUpload does nothing: WriteChunk has.
func (u stored) FinishUpload(context.Context) error { return nil }

// GetReader is not called: nothing is read back here.
func (u stored) GetReader(context.Context) (io.ReadCloser, error) { return nil, tus.ErrNotImplemented }

// Terminate removes the upload.
func (u stored) Terminate(ctx context.Context) error {
	return u.ex.fail(u.ex.shop.RemoveUpload(ctx, u.ex.request.Caller, u.ex.request.ModelID, u.ex.id))
}

// honest fails at the end of a body that held more than was announced. tusd cuts it off
// there, and would take the beginning for the whole.
type honest struct {
	io.Reader
	body            *counted
	announced, left int64
}

// Read reads on.
func (h *honest) Read(p []byte) (int, error) {
	n, err := h.Reader.Read(p)
	if n == 0 && h.body.n > h.left {
		return 0, shop.Overlong(h.announced)
	}
	return n, err
}
