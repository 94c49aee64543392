package web

import (
	"io"
	"net/http"
)

// responseWriter remembers an answer's status and size. It keeps sendfile
// working: ReadFrom hands a file on to the connection.
type responseWriter struct {
	http.ResponseWriter
	status int
	bytes  int64 // of the body; none are sent to HEAD
	head   bool
	cut    bool // the handler panicked when a part was sent
}

// sent is the status of an answer that is over.
func (w *responseWriter) sent() int {
	if w.status == 0 {
		return http.StatusOK
	}
	return w.status
}

// WriteHeader remembers the status.
func (w *responseWriter) WriteHeader(status int) {
	if w.status == 0 && status >= 200 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write counts.
func (w *responseWriter) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.count(int64(n))
	return n, err
}

// ReadFrom counts, and lets the connection read from r by itself.
func (w *responseWriter) ReadFrom(r io.Reader) (int64, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := io.Copy(w.ResponseWriter, r)
	w.count(n)
	return n, err
}

func (w *responseWriter) count(n int64) {
	if !w.head {
		w.bytes += n
	}
}

// Unwrap is for http.ResponseController.
func (w *responseWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
