package blob_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/blob/blobtest"
	"vitrine/internal/web"
)

// holds lets every claim through.
func holds(context.Context, string) error { return nil }

// TestClaimIsAskedAgain uses an address whose reason has ended.
func TestClaimIsAskedAgain(t *testing.T) {
	t.Parallel()
	disk := openDisk(t, t.TempDir(), blob.DiskOptions{Secret: secret})
	file := putString(t, disk, "files", "bytes")
	address := signed(t, disk, file.Key, blob.Download{Name: "a", Claim: "order:7"})
	asked, ended := "", false
	handler := disk.Handler(func(_ context.Context, claim string) error {
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

// TestClaimedAddressOfS3LivesAMinute: S3 asks nobody whether an order was refunded since,
// so an address that has a reason opens nothing for longer.
func TestClaimedAddressOfS3LivesAMinute(t *testing.T) {
	t.Parallel()
	opts := blobtest.StartGateway(t).Options
	file, err := openS3(t, opts).Put(t.Context(), "files", strings.NewReader("bytes"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		claim string
		age   time.Duration
		want  int
	}{
		{"order:7", 0, http.StatusOK}, {"order:7", 62 * time.Second, http.StatusForbidden}, {"free:7", 62 * time.Second, http.StatusForbidden},
		{"", 62 * time.Second, http.StatusOK}, {"", time.Hour, http.StatusForbidden},
	} {
		opts.Now = func() time.Time { return time.Now().Add(-c.age) }
		address, err := openS3(t, opts).DownloadURL(t.Context(), file.Key, blob.Download{Name: "a", Claim: c.claim})
		if err != nil {
			t.Fatal(err)
		}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != c.want {
			t.Errorf("given for %q, %v ago: status %d, want %d", c.claim, c.age, answer.StatusCode, c.want)
		}
	}
}
