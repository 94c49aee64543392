package app_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/internal/app"
)

// TestSweepAsTheServer sweeps by command after servers that keep the trash for longer
// or shorter than is usual: so does the command.
func TestSweepAsTheServer(t *testing.T) {
	t.Parallel()
	c := settings(t)
	discarded := filepath.Join(c.Blobs, "trash", "files", "a", "b", strings.Repeat("c", 30))
	sweep := func() string {
		t.Helper()
		var out bytes.Buffer
		env := app.Environment{Getenv: func(string) (string, bool) { return "", false }, Stdout: &out, Stderr: &out}
		if err := app.Run(t.Context(), []string{"vitrine", "sweep", "--data", c.Data}, env); err != nil {
			t.Fatalf("sweep: %v", err)
		}
		return out.String()
	}
	const day = 24 * time.Hour
	for _, trash := range []struct{ kept, age time.Duration }{{30 * day, 8 * day}, {day, 3 * day}} { // 7 days are usual
		c.TrashTime = trash.kept
		s := start(t, c)
		s.cancel()
		if err := s.wait(t); err != nil {
			t.Fatal(err)
		}
		writeOld(t, discarded, trash.age)
		out := sweep()
		_, err := os.Stat(discarded)
		if there := err == nil; there != (trash.kept > trash.age) {
			t.Errorf("the trash is kept for %v: that after %v the bytes are there is %t; the sweep says %s", trash.kept, trash.age, there, out)
		}
	}
}

// writeOld writes a file that was last changed some time ago.
func writeOld(t *testing.T, path string, age time.Duration) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("discarded"), 0o600); err != nil {
		t.Fatal(err)
	}
	then := time.Now().Add(-age)
	if err := os.Chtimes(path, then, then); err != nil {
		t.Fatal(err)
	}
}
