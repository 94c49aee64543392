package web_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
)

// requestOfUnknownLength is a PUT whose body comes in chunks.
func requestOfUnknownLength(body string) *http.Request {
	r := httptest.NewRequest(http.MethodPut, "/v1/things/7", io.MultiReader(strings.NewReader(body)))
	r.ContentLength = -1
	return r
}

// brokenBody ends in the middle.
type brokenBody struct{ io.Reader }

func (b brokenBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func (brokenBody) Close() error { return nil }

func record(h http.Handler, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}
