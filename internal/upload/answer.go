package upload

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/web"
)

// answer holds what tusd answers, which is short: failures are told as problems instead.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header returns the header.
func (a *answer) Header() http.Header { return a.header }

// WriteHeader takes the status.
func (a *answer) WriteHeader(status int) { a.status = status }

// Write takes the body.
func (a *answer) Write(p []byte) (int, error) { return a.body.Write(p) }

// SetReadDeadline does nothing: connections move by the rules of the door.
func (a *answer) SetReadDeadline(time.Time) error { return nil }

// SetWriteDeadline does nothing, either.
func (a *answer) SetWriteDeadline(time.Time) error { return nil }

// otherVersion refuses another version of tus, or none.
func otherVersion(sent string) error {
	detail := fmt.Sprintf("this speaks tus %s, the request %q: send the header Tus-Resumable: %s", Version, sent, Version)
	return &vitrine.Error{Code: web.TusVersion, Message: detail,
		Fields: []vitrine.Field{{Header: "Tus-Resumable", Code: "not_allowed", Detail: detail}}}
}

// badHeader is the error of a header that can't be read.
func badHeader(name, detail string) error {
	return &vitrine.Error{Code: vitrine.Malformed, Message: detail,
		Fields: []vitrine.Field{{Header: name, Code: "bad_format", Detail: detail}}}
}

// problemOf is the error that tusd refused a request for by itself.
func problemOf(a *answer) error {
	code, _, _ := strings.Cut(a.body.String(), ":")
	switch code {
	case "ERR_INVALID_UPLOAD_LENGTH", "ERR_AMBIGUOUS_UPLOAD_LENGTH", "ERR_INVALID_UPLOAD_LENGTH_DEFER", "ERR_NOT_IMPLEMENTED":
		return badHeader("Upload-Length", "Upload-Length says how many bytes the whole file has; it comes with the first request and stays")
	case "ERR_INVALID_OFFSET":
		return badHeader("Upload-Offset", "Upload-Offset says at which byte of the file the body begins")
	case "ERR_INVALID_CONTENT_TYPE":
		return vitrine.Errorf(web.UnsupportedMediaType, "a part has the Content-Type application/offset+octet-stream")
	case "ERR_MISMATCHED_OFFSET":
		detail := "the upload goes on at another byte than Upload-Offset says: ask for it with HEAD"
		return &vitrine.Error{Code: vitrine.Conflict, Message: detail,
			Fields: []vitrine.Field{{Header: "Upload-Offset", Code: "not_allowed", Detail: detail}}}
	case "ERR_UPLOAD_SIZE_EXCEEDED":
		return vitrine.Errorf(vitrine.TooLarge, "the part goes beyond the Upload-Length that was announced: nothing of it was kept")
	case "ERR_UNEXPECTED_EOF", "ERR_READ_TIMEOUT", "ERR_CONNECTION_RESET":
		return vitrine.Errorf(vitrine.Malformed, "the body broke off: what came before is kept; ask with HEAD where to go on")
	}
	return fmt.Errorf("tus: %d %s", a.status, strings.TrimSpace(a.body.String()))
}
