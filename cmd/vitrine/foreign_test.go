package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestForeignBytes names an empty database beside a marketplace's stored bytes, as
// after a slip on the command line: nothing starts, and no byte is touched, until
// the operator says that they belong together.
func TestForeignBytes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data, empty := filepath.Join(dir, "data"), filepath.Join(dir, "empty.db")
	if _, err := vitrine(t, "user", "create", "--data", data, "--username", "ada", "--email", "ada@example.com"); err != nil {
		t.Fatal(err)
	}
	stored := filepath.Join(data, "blobs", "files", "a", "b", strings.Repeat("c", 30))
	if err := os.MkdirAll(filepath.Dir(stored), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(stored, []byte("sold"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused := func(why string, commands ...string) {
		t.Helper()
		for _, command := range commands {
			args := append(strings.Fields(command), "--data", data, "--database", empty)
			out, err := vitrine(t, args...)
			if err == nil || !strings.Contains(err.Error(), why) || !strings.Contains(err.Error(), "vitrine adopt") ||
				!strings.Contains(err.Error(), empty) || out != "" {
				t.Errorf("vitrine %s: %v and %q, want a refusal with %q and what to do", command, err, out, why)
			}
		}
	}
	refused("the database knows none of them", "migrate", "user create --username bob --email bob@example.com", "serve --listen 127.0.0.1:0")
	refused("the database knows none of them", "check", "sweep", "order pay 1", "backup "+filepath.Join(dir, "all.tar"), "reprocess")

	other := filepath.Join(dir, "other")
	if _, err := vitrine(t, "migrate", "--data", other); err != nil {
		t.Fatal(err)
	}
	empty = filepath.Join(other, "vitrine.db")
	refused("another marketplace's", "serve --listen 127.0.0.1:0", "sweep", "check")
	if text, err := os.ReadFile(stored); err != nil || string(text) != "sold" {
		t.Errorf("the stored bytes are %q, %v", text, err)
	}

	if out, err := vitrine(t, "adopt", "--data", data, "--database", empty); err != nil || !strings.Contains(out, `"marketplace"`) {
		t.Errorf("adopt: %s, %v", out, err)
	}
	if _, err := vitrine(t, "keys", "accept", "--data", data, "--database", empty); err != nil {
		t.Error(err)
	}
	if out, err := vitrine(t, "sweep", "--data", data, "--database", empty); err != nil || !strings.Contains(out, `"stored": 1`) {
		t.Errorf("sweep: %s, %v", out, err)
	}
}
