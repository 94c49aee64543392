package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/web"
)

// TestLinesOfForms sends lines as browsers do, in both kinds of forms, and as programs do: what
// a program sends, such as a password, is left as it is.
func TestLinesOfForms(t *testing.T) {
	t.Parallel()
	const sent = "one\r\ntwo\n\rthree"
	encoded := url.Values{"text": {sent, sent}}.Encode()
	parts := "--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n" + sent +
		"\r\n--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n" + sent + "\r\n--x--\r\n"
	to := func(body, kind string) (http.ResponseWriter, *http.Request) {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
		r.Header.Set("Content-Type", kind)
		return httptest.NewRecorder(), r
	}
	const urlencoded, multipart, plain = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "one\ntwo\n\rthree"

	w, r := to(encoded, urlencoded)
	if form, err := web.ReadForm(w, r, 1000); err != nil || form["text"][0] != plain || form["text"][1] != plain {
		t.Errorf("a form: %q, %v", form, err)
	}
	w, r = to(parts, multipart)
	if form, err := web.ReadFiles(w, r, 1000); err != nil || form.Get("text") != plain || string(form.Files["file"]) != sent {
		t.Errorf("a form with a file: %q, %q, %v", form.Values, form.Files, err)
	}
	w, r = to(encoded, urlencoded)
	if form, err := web.ReadFiles(w, r, 1000); err != nil || form.Get("text") != plain {
		t.Errorf("a form without files: %q, %v", form.Values, err)
	}
	w, r = to(encoded, urlencoded)
	if values, err := web.ReadValues(w, r, 1000); err != nil || values.Get("text") != sent {
		t.Errorf("values of a program: %q, %v", values, err)
	}
}
