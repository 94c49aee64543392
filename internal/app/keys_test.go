package app_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"vitrine/internal/blob/blobtest"
	"vitrine/internal/config"
	"vitrine/internal/store/storetest"
)

// sharesWith returns the settings of another process of a marketplace.
func sharesWith(t *testing.T, c config.Config) config.Config {
	t.Helper()
	other := settings(t)
	other.Database, other.Blobs, other.S3Key, other.S3Secret = c.Database, c.Blobs, c.S3Key, c.S3Secret
	if !strings.Contains(c.Database, "://") {
		other.Data = c.Data
	}
	return other
}

// flags are those of a command on the marketplace of a server.
func flags(c config.Config) []string {
	return []string{"--database", c.Database, "--blobs", c.Blobs, "--s3-access-key", c.S3Key, "--s3-secret-key", c.S3Secret}
}

// TestNewKeysAreTakenWithoutARestart rotates the keys, which nobody tells the servers that
// run: what is derived from the new one opens on each of them at the first request.
func TestNewKeysAreTakenWithoutARestart(t *testing.T) {
	t.Parallel()
	for name, settle := range map[string]func(t *testing.T) config.Config{
		"file": func(t *testing.T) config.Config { return settings(t) },
		"bucket": func(t *testing.T) config.Config {
			c := onS3(settings(t), blobtest.StartGateway(t))
			c.Database = storetest.NewPostgres(t).Address(t)
			return c
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := settle(t)
			m, _ := emptyMarket(t, c)
			second := start(t, sharesWith(t, c))
			model := m.draft(t, m.ofDemo(t, "Faceted Planter with Saucer", 0, map[string]any{"price": 12}))
			before := strings.TrimPrefix(m.order(t, m.publish(t, model)), m.public)
			wantOpen := func(when, path string) {
				t.Helper()
				for place, node := range map[string]*running{"the first server": m.running, "the second": second} {
					if got := node.get(t, node.public+path); got.Status != http.StatusOK {
						t.Errorf("%s, on %s: status %d", when, place, got.Status)
					}
				}
			}
			wantOpen("before", before)

			command(t, c.Data, append([]string{"keys", "rotate"}, flags(c)...)...)
			var shown struct{ Page string }
			if err := json.Unmarshal([]byte(command(t, c.Data, append([]string{"order", "show", "1"}, flags(c)...)...)), &shown); err != nil {
				t.Fatal(err)
			}
			if shown.Page == before || shown.Page == "" {
				t.Fatalf("the order's page is %q as before", shown.Page)
			}

			wantOpen("the new address", shown.Page)
			wantOpen("the old address", before)
			if err := m.app.TakeNewerKeys(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestKeysOfASettingStay: a process that can't read newer keys says so.
func TestKeysOfASettingStay(t *testing.T) {
	t.Parallel()
	c := settings(t)
	m, _ := emptyMarket(t, c)
	given := sharesWith(t, c)
	given.Keys = m.app.Keys()
	second := start(t, given)
	command(t, c.Data, append([]string{"keys", "rotate"}, flags(c)...)...)
	if err := second.app.TakeNewerKeys(t.Context()); err == nil || !strings.Contains(err.Error(), "read at the start alone") {
		t.Errorf("a server with the old key in its settings says %v", err)
	}
	if err := m.app.TakeNewerKeys(t.Context()); err != nil || strings.Count(m.app.Keys(), "\n") != 2 {
		t.Errorf("a server with a file has %d keys, %v", strings.Count(m.app.Keys(), "\n"), err)
	}
}
