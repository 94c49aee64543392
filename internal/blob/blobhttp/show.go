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

// Showing is what shows stored bytes to everybody, or to whoever may see them.
type Showing struct {
	Store blob.Store
	// Allowed is asked each time whether the bytes of a key may be seen, by whom, and what is
	// known of them; its error is answered.
	Allowed func(ctx context.Context, key string) (vitrine.Shown, error)
	// Among reports whether who asks is one of those who may see bytes that not everybody may. nil: nobody is.
	Among func(r *http.Request, v *vitrine.Viewers) (bool, error)
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
	if folderOf(key) != blob.Media {
		return noSuch(blob.Media)
	}
	shown, err := s.ask(w, r, key)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", caching(shown, mediaCaching))
	if etag := etagOf(key); r.Header.Get("If-None-Match") == etag {
		w.Header().Set("ETag", etag) // the bytes of a key never change: they need not be opened
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	return s.show(w, r, shown.Size, sniffPicture)
}

// ask asks whether bytes may be seen by who asks, and marks the answer where they are reserved.
func (s Showing) ask(w http.ResponseWriter, r *http.Request, key string) (vitrine.Shown, error) {
	shown, err := s.allowed(r, key)
	if err == nil && shown.Reserved && s.Reserve != nil {
		err = s.Reserve(r.Context(), w.Header())
	}
	return shown, err
}

// allowed is Allowed for who asks: what others may see is not there for them.
func (s Showing) allowed(r *http.Request, key string) (vitrine.Shown, error) {
	shown, err := s.Allowed(r.Context(), key)
	if err != nil || shown.Only == nil {
		return shown, err
	}
	among := false
	if s.Among != nil {
		among, err = s.Among(r, shown.Only)
	}
	if err == nil && !among {
		err = noSuch(folderOf(key))
	}
	return shown, err
}

// noSuch is the error for bytes below a folder that are not there, or not for who asks.
func noSuch(folder string) error {
	what := "picture"
	if folder == blob.Previews {
		what = "preview"
	}
	return vitrine.Errorf(vitrine.NotFound, "there is no such %s", what)
}

func folderOf(key string) string {
	folder, _, _ := strings.Cut(key, "/")
	return folder
}

// caching is how an answer is kept where everybody sees the bytes. Where not, a browser alone keeps it, and
// asks each time.
func caching(shown vitrine.Shown, public string) string {
	if shown.Only != nil {
		return "private, no-cache"
	}
	return public
}

func etagOf(key string) string { return `"` + path.Base(key) + `"` }

// Previews serves what is stored below blob.Previews: GET and HEAD of
// "/" + key. What may be seen changes with a price, so caches ask each time too.
func Previews(s Showing) http.Handler {
	return readOnly(s.Refuse, func(w http.ResponseWriter, r *http.Request) error {
		key := strings.TrimPrefix(r.URL.Path, "/")
		if folderOf(key) != blob.Previews {
			return noSuch(blob.Previews)
		}
		shown, err := s.ask(w, r, key)
		if err != nil {
			return err
		}
		w.Header().Set("Cache-Control", caching(shown, "public, no-cache"))
		return s.show(w, r, shown.Size, sniffPreview)
	})
}

// show answers with stored bytes, named by their key, of the type that sniff finds; ""
// is a type that is not shown. size is 0 where nobody knows it.
func (s Showing) show(w http.ResponseWriter, r *http.Request, size int64, sniff func(io.ReadSeeker) (string, error)) error {
	key := strings.TrimPrefix(r.URL.Path, "/")
	object, _, err := blob.OpenOrRecover(r.Context(), s.Store, key)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return s.missing(r, key)
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
func (s Showing) missing(r *http.Request, key string) error {
	if _, err := s.allowed(r, key); err != nil {
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
