package web

import (
	"io"
	"net/http"
	"strconv"
)

// heldWriter holds an answer back until it is whole.
type heldWriter struct {
	http.ResponseWriter
	jsonOnly bool // hold JSON, let all else pass
	whole    bool // the handler writes one piece and doesn't touch it again
	status   int
	body     []byte
	owned    bool // body is a copy that may grow
	open     bool // nothing is held any more
}

// maxHeld is how much of a body is held to make its ETag.
const maxHeld = 4 << 20

// WriteHeader holds the status back.
func (w *heldWriter) WriteHeader(status int) {
	switch {
	case status < http.StatusOK:
		w.ResponseWriter.WriteHeader(status)
	case w.status == 0:
		w.status = status
	}
}

// Write holds the body back. It copies the body, unless it is the one piece of a
// typed handler, which does not change before the answer is sent.
func (w *heldWriter) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	if w.jsonOnly && !w.open && (!w.json() || len(w.body) > maxHeld) {
		if err := w.release(); err != nil {
			return 0, err
		}
	}
	switch {
	case w.open:
		return w.ResponseWriter.Write(p)
	case w.whole && w.body == nil:
		w.body = p
	case !w.owned:
		w.body = append(append(make([]byte, 0, 2*len(w.body)+len(p)), w.body...), p...)
		w.owned = true
	default:
		w.body = append(w.body, p...)
	}
	return len(p), nil
}

// ReadFrom copies an answer that isn't held straight to the connection, which may
// use sendfile.
func (w *heldWriter) ReadFrom(r io.Reader) (int64, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	if !w.jsonOnly || w.json() {
		return io.Copy(justWriter{w}, r)
	}
	if err := w.release(); err != nil {
		return 0, err
	}
	return io.Copy(w.ResponseWriter, r)
}

// justWriter hides all methods but Write.
type justWriter struct{ io.Writer }

// FlushError sends what there is, without an ETag, and passes the rest through. An
// answer that must be stored first is not flushed.
func (w *heldWriter) FlushError() error {
	if !w.jsonOnly {
		return nil
	}
	if err := w.release(); err != nil {
		return err
	}
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Unwrap is for http.ResponseController.
func (w *heldWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// json reports whether the answer is JSON.
func (w *heldWriter) json() bool {
	kind := w.Header()["Content-Type"]
	return len(kind) > 0 && isJSON(kind[0])
}

// cacheable reports whether the answer is one that gets an ETag.
func (w *heldWriter) cacheable(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && w.status <= http.StatusOK && w.json()
}

// release ends the holding.
func (w *heldWriter) release() error {
	if w.open {
		return nil
	}
	w.open = true
	if w.status == 0 {
		w.status = http.StatusOK
	}
	w.ResponseWriter.WriteHeader(w.status)
	body := w.body
	w.body = nil
	if len(body) == 0 {
		return nil
	}
	_, err := w.ResponseWriter.Write(body)
	return err
}

// send sends the answer that the handler has finished.
func (w *heldWriter) send(r *http.Request) {
	if w.open {
		return
	}
	if w.jsonOnly && w.settle(r) {
		w.status, w.body = http.StatusNotModified, nil
		// A 304 leaves out what describes a body (RFC 9110, section 15.4.5).
		delete(w.Header(), "Content-Type")
		delete(w.Header(), "Content-Length")
	}
	if len(w.body) > 0 {
		w.Header()["Content-Length"] = []string{strconv.Itoa(len(w.body))}
	}
	// After the length is known: HEAD tells the one that GET has.
	if r.Method == http.MethodHead {
		w.body = nil
	}
	// Nobody is left who could act on a connection that broke.
	_ = w.release()
}
