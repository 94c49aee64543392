package web

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"

	"vitrine"
)

// Sent is a form with the files that came in it.
type Sent struct {
	url.Values
	Files map[string][]byte // by the name of their field; none for a field that was left empty
}

// maxParts is how many fields and files a form may have.
const maxParts = 100

// ReadFiles reads a form of up to limit bytes, with its files, and with the lines of its
// fields as ReadForm has them. What is wrong with it is TooLarge or Malformed.
func ReadFiles(w http.ResponseWriter, r *http.Request, limit int64) (Sent, error) {
	sent := Sent{url.Values{}, map[string][]byte{}}
	kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		sent.Values, err = ReadForm(w, r, limit)
		return sent, err
	}
	body, err := ReadBody(w, r, limit)
	if err != nil {
		return sent, err
	}
	parts := multipart.NewReader(bytes.NewReader(body), parameters["boundary"])
	for range maxParts {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return sent, nil
		}
		if err != nil {
			return sent, notAForm(err)
		}
		if err := sent.add(part); err != nil {
			return sent, notAForm(err)
		}
	}
	return sent, vitrine.Errorf(vitrine.TooLarge, "the form has more than %d fields", maxParts)
}

func notAForm(cause error) error {
	return &vitrine.Error{Code: vitrine.Malformed, Message: "the form does not parse", Err: cause}
}

// add notes one part: a file where the browser says that it is one.
func (s *Sent) add(part *multipart.Part) error {
	data, err := io.ReadAll(part)
	if err != nil {
		return err
	}
	_, parameters, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	if err != nil {
		return err
	}
	if _, isFile := parameters["filename"]; !isFile {
		s.Add(part.FormName(), withPlainBreaks(string(data)))
	} else if len(data) > 0 {
		s.Files[part.FormName()] = data
	}
	return nil
}
