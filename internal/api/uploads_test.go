package api_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// partOf is a request for an upload in parts.
func partOf(as, method, path, body string, header ...string) request {
	r := request{method: method, path: path, as: as, body: body, header: map[string]string{
		"Tus-Resumable": "1.0.0", "Content-Type": "application/offset+octet-stream"}}
	for i := 0; i < len(header); i += 2 {
		r.header[header[i]] = header[i+1]
	}
	return r
}

// TestUploadInParts sends a file in two parts, as a program does with a token: it is a
// file of the model like any other.
func TestUploadInParts(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.do(t, create("ada", "/v1/models", `{"title": "Oak chair"}`))
	const all = "/v1/models/1/files/uploads"
	options := httptest.NewRecorder() // it is not an operation: everybody may ask
	s.api.Handler().ServeHTTP(options, httptest.NewRequestWithContext(t.Context(), "OPTIONS", all, nil))
	if options.Code != http.StatusNoContent || options.Header().Get("Tus-Max-Size") != "10737418240" {
		t.Errorf("OPTIONS: %d, %v", options.Code, options.Header())
	}
	begun := s.do(t, partOf("ada", "POST", all, "", "Upload-Length", "12", "Upload-Metadata", "filename YS50eHQ=", "Content-Type", ""))
	path, own := strings.CutPrefix(begun.Header.Get("Location"), baseURL)
	if begun.Status != http.StatusCreated || !own || !strings.HasPrefix(path, all+"/") {
		t.Fatalf("POST: %d, %v: %s", begun.Status, begun.Header, begun.Body)
	}
	s.run(t, []scenario{
		{name: "of nobody", request: partOf("", "HEAD", path, ""), wantStatus: 401},
		{name: "of another", request: partOf("bob", "HEAD", path, ""), wantStatus: 404},
		{name: "from another", request: partOf("bob", "PATCH", path, "Oak ", "Upload-Offset", "0"), wantStatus: 404},
		{name: "removed by another", request: partOf("bob", "DELETE", path, ""), wantStatus: 404},
		{name: "the first part", request: partOf("ada", "PATCH", path, "Oak ", "Upload-Offset", "0"), wantStatus: 204,
			wantHeader: map[string]string{"Upload-Offset": "4"}},
		{name: "the first part again", request: partOf("ada", "PATCH", path, "Oak ", "Upload-Offset", "0"), wantStatus: 409},
		{name: "how far it is", request: partOf("ada", "HEAD", path, ""), wantStatus: 200,
			wantHeader: map[string]string{"Upload-Offset": "4", "Upload-Length": "12", "Tus-Resumable": "1.0.0", "Cache-Control": "no-store"}},
		{name: "the last part", request: partOf("ada", "PATCH", path, "chair, 1", "Upload-Offset", "4"), wantStatus: 204,
			wantHeader: map[string]string{"Upload-Offset": "12", "Content-Location": baseURL + "/v1/models/1/files/1"}},
		{name: "the end", request: partOf("ada", "HEAD", path, ""), wantStatus: 200,
			wantHeader: map[string]string{"Content-Location": baseURL + "/v1/models/1/files/1"}},
	})
	if got := text(s.do(t, get("ada", "/v1/models/1/files")).at(t, "files.0.name")); got != "a.txt" {
		t.Errorf("the file is %q", got)
	}
	again := s.do(t, partOf("ada", "POST", all, "", "Upload-Length", "1", "Upload-Metadata", "filename YS50eHQ="))
	if again.Status != http.StatusConflict {
		t.Errorf("the same name: %d", again.Status)
	}
}

// TestSuspendedUpload goes on with an upload whose sender is suspended meanwhile.
func TestSuspendedUpload(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.do(t, create("ada", "/v1/models", `{"title": "Oak chair"}`))
	begun := s.do(t, partOf("ada", "POST", "/v1/models/1/files/uploads", "", "Upload-Length", "8", "Upload-Metadata", "filename YS50eHQ="))
	path := strings.TrimPrefix(begun.Header.Get("Location"), baseURL)
	if _, err := s.shop.Suspend(t.Context(), "ada"); err != nil {
		t.Fatal(err)
	}
	s.clock.Advance(time.Second)
	for _, r := range []request{
		partOf("ada", "HEAD", path, ""), partOf("ada", "PATCH", path, "Oak ", "Upload-Offset", "0"), partOf("ada", "DELETE", path, ""),
	} {
		if got := s.do(t, r); got.Status != http.StatusUnauthorized {
			t.Errorf("%s: %d", r.method, got.Status)
		}
	}
}
