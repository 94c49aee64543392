package app_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/app"
	"vitrine/internal/backup"
)

// TestBackupLeavesOthersFiles writes to a name that somebody takes meanwhile.
func TestBackupLeavesOthersFiles(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "all.tar")
	_, err := app.WriteWhole(path, func(w io.Writer) (backup.Written, error) {
		if err := os.WriteFile(path, []byte("another's"), 0o600); err != nil {
			return backup.Written{}, err
		}
		_, err := io.WriteString(w, "mine")
		return backup.Written{}, err
	})
	if err == nil || !strings.Contains(err.Error(), "there already") {
		t.Errorf("got %v, want a refusal", err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "another's" {
		t.Errorf("the file holds %q (%v), want what another wrote", data, err)
	}
	if left, err := filepath.Glob(path + ".*"); err != nil || len(left) > 0 {
		t.Errorf("%q were left (%v)", left, err)
	}
}
