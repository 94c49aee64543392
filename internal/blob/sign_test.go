package blob_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"vitrine/internal/blob"
	"vitrine/internal/blob/blobhttp"
)

// TestSecretsAreRenewed: before an address is refused that no secret signed, newer secrets
// are asked for; a guess is refused all the same.
func TestSecretsAreRenewed(t *testing.T) {
	t.Parallel()
	const base = "http://blobs.example"
	old, next := []byte("the secret of before"), []byte("the secret from now on")
	dir := t.TempDir()
	signer, err := blob.OpenDisk(dir, blob.DiskOptions{BaseURL: base, Secret: next})
	if err != nil {
		t.Fatal(err)
	}
	info, err := signer.Put(t.Context(), "files", strings.NewReader("sold"))
	if err != nil {
		t.Fatal(err)
	}
	address, err := signer.DownloadURL(t.Context(), info.Key, blob.Download{Name: "a.txt", Type: "text/plain"})
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	var other *blob.Disk
	other, err = blob.OpenDisk(dir, blob.DiskOptions{BaseURL: base, Secret: old, Renew: func(context.Context) {
		asked++
		other.SignWith(next, old)
	}})
	if err != nil {
		t.Fatal(err)
	}
	holds := func(context.Context, string) error { return nil }
	handler := blobhttp.Downloads(other, holds, func(w http.ResponseWriter, _ *http.Request, err error) {
		http.Error(w, err.Error(), http.StatusForbidden)
	})
	for _, test := range []struct {
		address string
		status  int
		asked   int
	}{
		{address, http.StatusOK, 1}, {address, http.StatusOK, 1}, {strings.Replace(address, "signature=", "signature=A", 1), http.StatusForbidden,
			2},
	} {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, test.address, nil))
		if w.Code != test.status || asked != test.asked {
			t.Errorf("%s: status %d, newer secrets asked for %d times; want %d and %d: %s", test.address, w.Code, asked, test.status, test.asked,
				w.Body)
		}
	}
}
