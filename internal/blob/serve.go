package blob

import (
	"bytes"
	"encoding/hex"
	"io"
	"net/http"
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
// at Authorization or Accept. refuse answers what fails.
func (d *Disk) Handler(refuse Refuse) http.Handler {
	return readOnly(refuse, d.serve)
}

func (d *Disk) serve(w http.ResponseWriter, r *http.Request) error {
	key := strings.TrimPrefix(r.URL.Path, blobPath)
	l, err := readLink(d.opts.Secret, key, r.URL.Query(), d.opts.Now())
	if err != nil {
		return err
	}
	f, info, err := d.open(l.key)
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

// The prefixes of what MediaHandler shows to everybody.
const (
	mediaPrefix   = "media"
	previewPrefix = "previews"
)

// MediaHandler serves the pictures of store that are stored under "media", and
// the 3D previews under "previews", to everybody: GET and HEAD of "/" + key. A
// picture that is not a JPEG, PNG, WebP or GIF isn't found. refuse answers what
// fails.
func MediaHandler(store Store, refuse Refuse) http.Handler {
	return readOnly(refuse, func(w http.ResponseWriter, r *http.Request) error {
		return serveMedia(store, w, r)
	})
}

func serveMedia(store Store, w http.ResponseWriter, r *http.Request) error {
	key := strings.TrimPrefix(r.URL.Path, "/")
	sniff := sniffPicture
	switch prefix, _, _ := strings.Cut(key, "/"); prefix {
	case mediaPrefix:
	case previewPrefix:
		sniff = sniffPreview
	default:
		return vitrine.Errorf(vitrine.NotFound, "there is no such picture")
	}
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
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("ETag", `"`+path.Base(key)+`"`)
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

// sniffPreview distinguishes glTF from splats, which have no signature.
func sniffPreview(content io.ReadSeeker) (string, error) {
	head, err := beginning(content)
	if bytes.HasPrefix(head, []byte("glTF")) {
		return "model/gltf-binary", err
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
