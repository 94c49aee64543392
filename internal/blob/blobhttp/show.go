package blobhttp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"path"
	"strings"

	"vitrine"
	"vitrine/internal/blob"
)

// mediaCaching lets caches keep a picture for an hour: that is how long a deleted one
// may still be seen there.
const mediaCaching = "public, max-age=3600, must-revalidate"

// Showing is what shows stored bytes to everybody.
type Showing struct {
	Store blob.Store
	// Allowed is asked each time whether the bytes of a key may be seen, and what is known
	// of them; its error is answered.
	Allowed func(ctx context.Context, key string) (vitrine.Shown, error)
	// Reserve marks an answer whose bytes nobody may train machines with. nil: with nothing.
	Reserve func(ctx context.Context, h http.Header) error
	// Damaged is told when bytes that may be seen are missing, or not what was stored.
	Damaged func(key, why string)
	// Refuse answers what fails.
	Refuse Refuse
}

// Media serves the pictures that are stored below blob.Media: GET and HEAD of
// "/" + key. What is no JPEG, PNG, WebP or GIF is not shown.
func Media(s Showing) http.Handler { return readOnly(s.Refuse, s.serveMedia) }

func (s Showing) serveMedia(w http.ResponseWriter, r *http.Request) error {
	key := strings.TrimPrefix(r.URL.Path, "/")
	if prefix, _, _ := strings.Cut(key, "/"); prefix != blob.Media {
		return vitrine.Errorf(vitrine.NotFound, "there is no such picture")
	}
	size, err := s.ask(w, r, key)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", mediaCaching)
	if etag := etagOf(key); r.Header.Get("If-None-Match") == etag {
		w.Header().Set("ETag", etag) // the bytes of a key never change: they need not be opened
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	return s.show(w, r, size, sniffPicture)
}

// ask asks whether bytes may be seen, and marks the answer where they are reserved.
func (s Showing) ask(w http.ResponseWriter, r *http.Request, key string) (size int64, err error) {
	shown, err := s.Allowed(r.Context(), key)
	if err == nil && shown.Reserved && s.Reserve != nil {
		err = s.Reserve(r.Context(), w.Header())
	}
	return shown.Size, err
}

func etagOf(key string) string { return `"` + path.Base(key) + `"` }

// Previews serves what is stored below blob.Previews: GET and HEAD of
// "/" + key. What may be seen changes with a price, so caches ask each time too.
func Previews(s Showing) http.Handler {
	return readOnly(s.Refuse, func(w http.ResponseWriter, r *http.Request) error {
		key := strings.TrimPrefix(r.URL.Path, "/")
		if prefix, _, _ := strings.Cut(key, "/"); prefix != blob.Previews {
			return vitrine.Errorf(vitrine.NotFound, "there is no such preview")
		}
		size, err := s.ask(w, r, key)
		if err != nil {
			return err
		}
		w.Header().Set("Cache-Control", "public, no-cache")
		return s.show(w, r, size, sniffPreview)
	})
}

// show answers with stored bytes, named by their key, of the type that sniff finds; ""
// is a type that is not shown. size is 0 where nobody knows it.
func (s Showing) show(w http.ResponseWriter, r *http.Request, size int64, sniff func(io.ReadSeeker) (string, error)) error {
	key := strings.TrimPrefix(r.URL.Path, "/")
	object, _, err := blob.OpenOrRecover(r.Context(), s.Store, key)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return s.missing(r.Context(), key)
	}
	if err != nil {
		return err
	}
	defer object.Close()
	if size > 0 && object.Size != size {
		return s.damaged(key, fmt.Sprintf("%d bytes are stored, the database says %d", object.Size, size))
	}
	sniffed, err := sniff(object)
	if err != nil {
		return err
	}
	if sniffed == "" {
		return s.damaged(key, "they are of no type that is shown")
	}

	h := w.Header()
	seal(h, sniffed)
	h.Set("ETag", etagOf(key))
	return serveContent(w, r, object.ModTime, object.Content)
}

// missing answers for bytes that may be seen and are not there, unless they were deleted
// since that was asked.
func (s Showing) missing(ctx context.Context, key string) error {
	if _, err := s.Allowed(ctx, key); err != nil {
		return err
	}
	return s.damaged(key, "they are missing")
}

func (s Showing) damaged(key, why string) error {
	s.Damaged(key, why)
	return blob.DamagedShown()
}

// peek reads enough to recognise a type, and seeks back.
func peek(content io.ReadSeeker) ([]byte, error) {
	head, err := io.ReadAll(io.LimitReader(content, 512))
	if err != nil {
		return nil, err
	}
	_, err = content.Seek(0, io.SeekStart)
	return head, err
}

// sniffPreview distinguishes glTF and drawn turntables from splats, which have no
// signature.
func sniffPreview(content io.ReadSeeker) (string, error) {
	head, err := peek(content)
	switch {
	case bytes.HasPrefix(head, []byte("glTF")):
		return "model/gltf-binary", err
	case bytes.HasPrefix(head, []byte("\xff\xd8\xff")):
		return "image/jpeg", err
	}
	return blob.OctetStream, err
}

func sniffPicture(content io.ReadSeeker) (string, error) {
	head, err := peek(content)
	switch sniffed := http.DetectContentType(head); sniffed {
	case "image/jpeg", "image/png", "image/webp", "image/gif":
		return sniffed, err
	}
	return "", err
}
