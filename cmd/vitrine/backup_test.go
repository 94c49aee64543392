package main_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/backup/backuptest"
)

// TestBackupIsVerified makes a backup, damages it, and restores the damaged one and
// then the right one.
func TestBackupIsVerified(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data, copied := filepath.Join(dir, "data"), filepath.Join(dir, "copy")
	good, bad := filepath.Join(dir, "good.tar"), filepath.Join(dir, "bad.tar")
	run := func(args ...string) string {
		t.Helper()
		out, err := vitrine(t, args...)
		if err != nil {
			t.Fatalf("vitrine %s: %v", strings.Join(args, " "), err)
		}
		return out
	}
	run("user", "create", "--data", data, "--username", "ada", "--email", "ada@example.com")
	run("backup", "--data", data, "--with-keys", good)
	if out := run("backup", "verify", good); !strings.Contains(out, `"verified": true`) {
		t.Errorf("verify says %s", out)
	}
	archive, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(archive, []byte("ada@example.com"))
	archive[at] = 'A'
	if err := os.WriteFile(bad, archive, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"backup", "verify", bad}, {"restore", "--data", copied, bad}} {
		if out, err := vitrine(t, args...); err == nil || !strings.Contains(err.Error(), "damaged") || out != "" {
			t.Errorf("vitrine %s: %v and %q, want it to find the damage", strings.Join(args, " "), err, out)
		}
	}
	if _, err := vitrine(t, "check", "--data", copied); err == nil || !strings.Contains(err.Error(), "vitrine restore") {
		t.Errorf("what a bad backup left is taken for a marketplace: %v", err)
	}
	run("restore", "--data", copied, good)
	run("check", "--data", copied)
	if _, err := vitrine(t, "restore", "--data", copied, good); err == nil || !strings.Contains(err.Error(), "holds 1 users") {
		t.Errorf("restored over a marketplace: %v", err)
	}
}

// TestBackupLetsGoOfTheSweep sweeps behind backups, good and bad: none of them holds it
// any longer.
func TestBackupLetsGoOfTheSweep(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data, path := filepath.Join(dir, "data"), filepath.Join(dir, "all.tar")
	if _, err := vitrine(t, "migrate", "--data", data); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, path, want string }{
		{"one that ends well", path, ""},
		{"one to a name that is taken", path, "there already"},
		{"one that can't be written", filepath.Join(dir, "missing", "all.tar"), "no such file"},
		{"one to standard output", "-", ""},
	} {
		_, err := vitrine(t, "backup", "--data", data, c.path)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Fatalf("%s: %v, want %q", c.name, err, c.want)
		}
		if out, err := vitrine(t, "sweep", "--data", data); err != nil || !strings.Contains(out, `"held": false`) {
			t.Errorf("behind %s the sweep gives %s, %v", c.name, out, err)
		}
	}
}

// earlierMarketplace is a data folder with what an earlier release backed up: a model
// that was bought, in order 1.
func earlierMarketplace(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	data, earlier := filepath.Join(dir, "data"), filepath.Join(dir, "earlier.tar")
	if err := os.WriteFile(earlier, backuptest.Earlier(t), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := vitrine(t, "restore", "--data", data, earlier); err != nil {
		t.Fatal(err)
	}
	return data
}

// TestBackupWithoutAFile takes a stored file away: the backup holds all else, and who
// makes it, verifies it or restores it is told which file it lacks.
func TestBackupWithoutAFile(t *testing.T) {
	t.Parallel()
	dir, data := t.TempDir(), earlierMarketplace(t)
	stored := filepath.Join(data, "blobs")
	files, err := filepath.Glob(filepath.Join(stored, "files", "*", "*", "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%q are stored, %v", files, err)
	}
	key, err := filepath.Rel(stored, files[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(files[0]); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "all.tar")
	for _, args := range [][]string{
		{"backup", "--data", data, path}, {"backup", "verify", path}, {"restore", "--data", filepath.Join(dir, "copy"), path},
	} {
		out, err := vitrine(t, args...)
		if err == nil || !strings.Contains(err.Error(), "whole but for 1 ") || !strings.Contains(err.Error(), filepath.ToSlash(key)) {
			t.Errorf("vitrine %s: %v, want it to name %s", strings.Join(args, " "), err, key)
		}
		if !strings.Contains(out, `"missing": 1`) || !strings.Contains(out, filepath.ToSlash(key)) {
			t.Errorf("vitrine %s prints %s, want %s among it", strings.Join(args, " "), out, key)
		}
	}
}
