package blob

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
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

// The prefixes of what is shown to visitors: by MediaHandler, and by PreviewHandler.
const (
	mediaPrefix   = "media"
	previewPrefix = "previews"
)

// mediaCaching lets caches keep a picture for an hour: that is how long a deleted one
// may still be seen there.
const mediaCaching = "public, max-age=3600, must-revalidate"

// MediaHandler serves the pictures of store that are stored under "media" to
// everybody: GET and HEAD of "/" + key. allowed is asked each time whether a picture
// is still there; its error is answered. A picture that is not a JPEG, PNG, WebP or
// GIF isn't found. refuse answers what fails.
func MediaHandler(store Store, allowed func(ctx context.Context, key string) error, refuse Refuse) http.Handler {
	return readOnly(refuse, func(w http.ResponseWriter, r *http.Request) error {
		return serveMedia(store, allowed, w, r)
	})
}

func serveMedia(store Store, allowed func(ctx context.Context, key string) error, w http.ResponseWriter, r *http.Request) error {
	key := strings.TrimPrefix(r.URL.Path, "/")
	if prefix, _, _ := strings.Cut(key, "/"); prefix != mediaPrefix {
		return vitrine.Errorf(vitrine.NotFound, "there is no such picture")
	}
	if err := allowed(r.Context(), key); err != nil {
		return err
	}
	w.Header().Set("Cache-Control", mediaCaching)
	if etag := etagOf(key); r.Header.Get("If-None-Match") == etag {
		w.Header().Set("ETag", etag) // the bytes of a key never change: they need not be opened
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	return show(store, w, r, sniffPicture)
}

func etagOf(key string) string { return `"` + path.Base(key) + `"` }

// PreviewHandler serves the previews of store that are stored under "previews": GET
// and HEAD of "/" + key. What may be seen changes with a price, so allowed is asked
// each time, and caches ask again too; its error is answered.
func PreviewHandler(store Store, allowed func(ctx context.Context, key string) error, refuse Refuse) http.Handler {
	return readOnly(refuse, func(w http.ResponseWriter, r *http.Request) error {
		key := strings.TrimPrefix(r.URL.Path, "/")
		if prefix, _, _ := strings.Cut(key, "/"); prefix != previewPrefix {
			return vitrine.Errorf(vitrine.NotFound, "there is no such preview")
		}
		if err := allowed(r.Context(), key); err != nil {
			return err
		}
		w.Header().Set("Cache-Control", "public, no-cache")
		return show(store, w, r, sniffPreview)
	})
}

// show answers with stored bytes, named by their key, of the type that sniff finds.
func show(store Store, w http.ResponseWriter, r *http.Request, sniff func(io.ReadSeeker) (string, error)) error {
	key := strings.TrimPrefix(r.URL.Path, "/")
	object, err := store.Open(r.Context(), key)
	if err != nil {
		return err
	}
	defer object.Close()
	sniffed, err := sniff(object)
	if err != nil {
		return err
	}

	h := w.Header()
	seal(h, sniffed)
	h.Set("ETag", etagOf(key))
	return serveContent(w, r, object.ModTime, object.Content)
}

// beginning reads enough to recognise a type, and seeks back.
func beginning(content io.ReadSeeker) ([]byte, error) {
	head := make([]byte, 512)
	n, err := fill(content, head)
	if err != nil && err != io.EOF {
		return nil, err
	}
	_, err = content.Seek(0, io.SeekStart)
	return head[:n], err
}

// sniffPreview distinguishes glTF and drawn turntables from splats, which have no
// signature.
func sniffPreview(content io.ReadSeeker) (string, error) {
	head, err := beginning(content)
	switch {
	case bytes.HasPrefix(head, []byte("glTF")):
		return "model/gltf-binary", err
	case bytes.HasPrefix(head, []byte("\xff\xd8\xff")):
		return "image/jpeg", err
	}
	return octetStream, err
}

func sniffPicture(content io.ReadSeeker) (string, error) {
	head, err := beginning(content)
	if err != nil {
		return "", err
	}
	switch sniffed := http.DetectContentType(head); sniffed {
	case "image/jpeg", "image/png", "image/webp", "image/gif":
		return sniffed, nil
	}
	return "", vitrine.Errorf(vitrine.NotFound, "there is no such picture")
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
