package blobhttp_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/blob/blobhttp"
	"vitrine/internal/blob/blobtest"
	"vitrine/internal/web"
)

// holds lets every claim through.
func holds(context.Context, string) error { return nil }

// TestClaimIsAskedAgain uses an address whose reason has ended.
func TestClaimIsAskedAgain(t *testing.T) {
	t.Parallel()
	disk := blobtest.OpenDisk(t, t.TempDir(), blob.DiskOptions{Secret: secret})
	file := putString(t, disk, "files", "bytes")
	address := signed(t, disk, file.Key, blob.Download{Name: "a", Claim: "order:7"})
	asked, ended := "", false
	handler := blobhttp.Downloads(disk, func(_ context.Context, claim string) error {
		if asked = claim; ended {
			return vitrine.Errorf(vitrine.Forbidden, "it has ended")
		}
		return nil
	}, web.WriteProblem)
	if got := record(handler, request(t, http.MethodGet, address)); got.Code != http.StatusOK || asked != "order:7" {
		t.Errorf("status %d, asked for %q", got.Code, asked)
	}
	for _, forged := range []string{strings.Replace(address, "order%3A7", "order%3A8", 1),
		strings.Replace(address, "claim=order%3A7", "claim=", 1), strings.Replace(address, "?claim", "?other", 1)} {
		if got := record(handler, request(t, http.MethodGet, forged)); got.Code != http.StatusForbidden || forged == address {
			t.Errorf("%s: status %d", forged, got.Code)
		}
	}
	ended = true
	if got := record(handler, request(t, http.MethodGet, address)); got.Code != http.StatusForbidden {
		t.Errorf("when it has ended: status %d", got.Code)
	}
}
