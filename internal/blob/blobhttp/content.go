package blobhttp

import (
	"fmt"
	"io"
	"net/http"
	"time"

	"vitrine"
)

// serveContent answers with content, its ranges and its conditions. What net/http
// would refuse with a text of its own is an error.
func serveContent(w http.ResponseWriter, r *http.Request, modTime time.Time, content io.ReadSeeker) error {
	held := &refusalHolder{ResponseWriter: w}
	http.ServeContent(held, r, "", modTime, content)
	if held.status == 0 {
		return nil
	}
	w.Header().Del("Content-Disposition") // it names the file, not the refusal
	switch held.status {
	case http.StatusRequestedRangeNotSatisfiable:
		return vitrine.Errorf(rangeNotSatisfiable, "the range %q is not within the file: Content-Range says how long it is",
			r.Header.Get("Range"))
	case http.StatusPreconditionFailed:
		return vitrine.Errorf(vitrine.Stale, "this is not what If-Match or If-Unmodified-Since ask for")
	default:
		return fmt.Errorf("serve stored bytes: status %d", held.status)
	}
}

// refusalHolder passes an answer on unless it fails. Of a failing answer it keeps the
// status alone, so that the caller can answer with a problem instead.
type refusalHolder struct {
	http.ResponseWriter
	status int // of the failing answer; 0 while there is none
}

// WriteHeader passes a status on that does not fail.
func (h *refusalHolder) WriteHeader(status int) {
	if status >= http.StatusBadRequest {
		h.status = status
		return
	}
	h.ResponseWriter.WriteHeader(status)
}

// Write passes bytes on, and drops the text of a failing answer.
func (h *refusalHolder) Write(p []byte) (int, error) {
	if h.status != 0 {
		return len(p), nil
	}
	return h.ResponseWriter.Write(p)
}

// ReadFrom hands a file on as it is, so that the kernel can send it.
func (h *refusalHolder) ReadFrom(content io.Reader) (int64, error) {
	return io.Copy(h.ResponseWriter, content)
}
