package blob

import (
	"context"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"strings"

	"vitrine"
)

// Refuse answers a request that failed with err, a *vitrine.Error where the
// caller is to know why.
type Refuse func(w http.ResponseWriter, r *http.Request, err error)

// sealed keeps a browser from running anything that it is shown.
const sealed = "default-src 'none'; sandbox"

// The codes of what only HTTP refuses; the headers Allow and Content-Range are set.
const (
	methodNotAllowed    vitrine.Code = "method_not_allowed"
	rangeNotSatisfiable vitrine.Code = "range_not_satisfiable"
)

// Handler serves the addresses that DownloadURL gives, GET and HEAD below
// /blobs/, with ranges and conditions. It looks at the address alone, never
// at Authorization or Accept. holds is asked whether the claim of an address,
// where it has one, is still good; its error is answered. refuse answers what fails.
func (d *Disk) Handler(holds func(ctx context.Context, claim string) error, refuse Refuse) http.Handler {
	return readOnly(refuse, func(w http.ResponseWriter, r *http.Request) error { return d.serve(w, r, holds) })
}

func (d *Disk) serve(w http.ResponseWriter, r *http.Request, holds func(ctx context.Context, claim string) error) error {
	key := strings.TrimPrefix(r.URL.Path, blobPath)
	l, err := d.readLink(r.Context(), key, r.URL.Query())
	if err != nil {
		return err
	}
	if l.claim != "" {
		if err := holds(r.Context(), l.claim); err != nil {
			return err
		}
	}
	f, info, err := d.openSigned(r.Context(), l)
	if err != nil {
		return err
	}
	defer f.Close()

	h := w.Header()
	seal(h, mediaType(l.mediaType))
	h.Set("Content-Disposition", disposition(l.name))
	h.Set("Cache-Control", "private, no-transform")
	if _, err := hex.DecodeString(l.etag); err == nil && l.etag != "" {
		h.Set("ETag", `"`+l.etag+`"`)
	}
	return serveContent(w, r, info.ModTime(), f)
}

// openSigned opens what an address was given for. That it isn't there, or is not as
// long as it was, is the operator's matter and never the fault of who asks.
func (d *Disk) openSigned(ctx context.Context, l link) (*os.File, fs.FileInfo, error) {
	f, info, err := d.open(l.key)
	if vitrine.CodeOf(err) == vitrine.NotFound && d.Recover(ctx, l.key) == nil {
		f, info, err = d.open(l.key)
	}
	switch {
	case vitrine.CodeOf(err) == vitrine.NotFound:
		d.opts.Damaged(l.key, "they are missing")
	case err != nil:
		return nil, nil, err
	case l.size > 0 && info.Size() != l.size:
		d.opts.Damaged(l.key, fmt.Sprintf("%d bytes are stored, %d were uploaded", info.Size(), l.size))
		err = f.Close()
	default:
		return f, info, nil
	}
	return nil, nil, Damaged(err)
}

func seal(h http.Header, contentType string) {
	h.Set("Content-Type", contentType)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", sealed)
}

func readOnly(refuse Refuse, serve func(http.ResponseWriter, *http.Request) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			refuse(w, r, vitrine.Errorf(methodNotAllowed, "only GET and HEAD are allowed here"))
			return
		}
		if err := serve(w, r); err != nil {
			refuse(w, r, err)
		}
	})
}
