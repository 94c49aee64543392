package web

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"vitrine"
)

// bodyTimeout is how long a JSON body or a form may take to arrive.
const bodyTimeout = 30 * time.Second

// ReadForm reads what ReadValues does, sent from a form in a browser, which ends lines with
// \r\n: here they end with \n.
func ReadForm(w http.ResponseWriter, r *http.Request, limit int64) (url.Values, error) {
	form, err := ReadValues(w, r, limit)
	for _, values := range form {
		for i, text := range values {
			values[i] = withPlainBreaks(text)
		}
	}
	return form, err
}

func withPlainBreaks(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// ReadValues reads a urlencoded body of up to limit bytes, of any method: net/http reads
// none of DELETE. What is wrong with it is TooLarge or Malformed.
func ReadValues(w http.ResponseWriter, r *http.Request, limit int64) (url.Values, error) {
	body, err := ReadBody(w, r, limit)
	if err != nil {
		return nil, err
	}
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return nil, &vitrine.Error{Code: vitrine.Malformed, Message: "the form does not parse", Err: err}
	}
	return form, nil
}

// ReadBody reads a body of up to limit bytes.
func ReadBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	// A form's bytes come within bodyTimeout, however they come. Where the body was
	// not read to its end the deadline stays, for what net/http reads of it.
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(bodyTimeout)) // without deadlines, as in some tests, a body may take its time
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		return nil, vitrine.Errorf(vitrine.TooLarge, "the body is larger than %d bytes", limit)
	}
	if err != nil {
		return nil, &vitrine.Error{Code: vitrine.Malformed, Message: "the body ended before it was whole", Err: err}
	}
	_ = control.SetReadDeadline(time.Time{})
	return body, nil
}
