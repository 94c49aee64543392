package blobhttp

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/archive"
	"vitrine/internal/blob/disposition"
)

// Bundle answers GET and HEAD with an archive that is made while it is sent. One whose
// checksums are known has ranges and conditions as stored bytes have; another one is sent as
// a whole. broke is told why an archive ended early: its connection is closed, so that
// nobody takes a part for the whole.
//
// The ETag alone says which archive it is. There is no Last-Modified: two archives of one
// second would be joined by who resumes by it.
func Bundle(w http.ResponseWriter, r *http.Request, a *archive.Archive, name string, broke func(error)) error {
	h := w.Header()
	seal(h, "application/zip")
	h.Set("Content-Disposition", disposition.Of(name))
	h.Set("Cache-Control", "private, no-transform")
	h.Set("ETag", `"`+a.ETag()+`"`)
	content := &watched{Reader: a.Open()}
	defer content.Close()
	err := error(nil)
	if a.Resumes() {
		err = serveContent(w, oneRange(r), time.Time{}, content)
	} else {
		serveWhole(w, r, content, a.Size())
	}
	if content.fault != nil {
		broke(content.fault)
		panic(http.ErrAbortHandler) // the answer has begun
	}
	return err
}

// oneRange is a request without its ranges where it asks for several: each of them would
// open files anew, for anybody who asks, and a server may ignore them (RFC 9110, section
// 14.2).
func oneRange(r *http.Request) *http.Request {
	if !strings.Contains(strings.Join(r.Header.Values("Range"), ","), ",") {
		return r
	}
	whole := r.Clone(r.Context())
	whole.Header.Del("Range")
	return whole
}

// serveWhole answers with all of what can't be read from another place than its beginning.
func serveWhole(w http.ResponseWriter, r *http.Request, content io.Reader, size int64) {
	h := w.Header()
	h.Set("Accept-Ranges", "none")
	h.Set("Content-Length", strconv.FormatInt(size, 10))
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		_, _ = io.Copy(w, content) // who has hung up is told nothing, and what broke is known to content
	}
}

// watched notes why a reading ended, as http.ServeContent does not say it.
type watched struct {
	*archive.Reader
	fault error
}

// Read reads on.
func (c *watched) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		c.fault = err
	}
	return n, err
}
