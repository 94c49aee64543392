package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/blob/blobtest"
	"vitrine/internal/store/storetest"
)

// TestKeys follows a marketplace's keys: made once, needed by everybody, rotated,
// forgotten, lost, and in a backup when they are asked for.
func TestKeys(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	file := filepath.Join(data, "keys")
	run := func(args ...string) string {
		t.Helper()
		out, err := vitrine(t, args...)
		if err != nil {
			t.Fatalf("vitrine %s: %v", strings.Join(args, " "), err)
		}
		return out
	}
	refused := func(want string, args ...string) {
		t.Helper()
		if out, err := vitrine(t, args...); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "vitrine keys accept") || out != "" {
			t.Errorf("vitrine %s: %v and %q, want a refusal with %q and what to do", strings.Join(args, " "), err, out, want)
		}
	}
	keys := func() []string {
		t.Helper()
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "vtk_") {
				list = append(list, strings.TrimSpace(line))
			}
		}
		return list
	}
	run("user", "create", "--data", data, "--username", "ada", "--email", "ada@example.com")
	first := keys()
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 || len(first) != 1 {
		t.Errorf("the file of %d keys is %v, %v", len(first), info.Mode(), err)
	}
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	run("check", "--data", data)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("an open file of keys stays %v, %v", info.Mode(), err)
	}

	run("keys", "rotate", "--data", data)
	if got := keys(); len(got) != 2 || got[1] != first[0] {
		t.Errorf("after a rotation there are %d keys", len(got))
	}
	refused("are not the marketplace's", "check", "--data", data, "--keys", first[0])
	run("check", "--data", data, "--keys", strings.Join(keys(), ","))
	run("keys", "forget", "--data", data)
	if got := keys(); len(got) != 1 || got[0] == first[0] {
		t.Errorf("after forgetting there are %d keys", len(got))
	}

	with, without := filepath.Join(dir, "with.tar"), filepath.Join(dir, "without.tar")
	run("backup", "--data", data, "--with-keys", with)
	run("backup", "--data", data, without)
	for name, want := range map[string]bool{with: true, without: false} {
		if text, err := os.ReadFile(name); err != nil || strings.Contains(string(text), keys()[0]) != want {
			t.Errorf("%s holds the key: want %t (%v)", name, want, err)
		}
	}
	run("restore", "--data", filepath.Join(dir, "with"), with)
	run("check", "--data", filepath.Join(dir, "with"))
	lost := filepath.Join(dir, "without")
	if out, text, err := vitrineLoud(t, "restore", "--data", lost, without); err != nil || !strings.Contains(text, "ARE NOT HERE") ||
		!strings.Contains(out, `"keys": false`) {
		t.Errorf("restored without keys: %v, %s, %s", err, out, text)
	}
	refused("and they are not here", "check", "--data", lost)
	run("check", "--data", lost, "--keys", keys()[0]) // from the old place
	other := strings.TrimSpace(run("keys", "new"))
	refused("are not the marketplace's", "serve", "--listen", "127.0.0.1:0", "--data", lost, "--keys", other)
	run("keys", "accept", "--data", lost)
	run("check", "--data", lost)
	refused("are not the marketplace's", "check", "--data", lost, "--keys", keys()[0])
}

// TestKeysOfManyMachines: machines that keep nothing themselves find the keys that the
// first of them made, in the bucket and not in the database.
func TestKeysOfManyMachines(t *testing.T) {
	t.Parallel()
	gateway, database := blobtest.StartGateway(t), storetest.NewPostgres(t).Address(t)
	machine := func(args ...string) (string, error) {
		return vitrine(t, append(args, "--data", t.TempDir(), "--database", database, "--blobs", gateway.URL(),
			"--s3-access-key", gateway.Options.AccessKey, "--s3-secret-key", gateway.Options.SecretKey)...)
	}
	for _, name := range []string{"ada", "ben"} {
		if _, err := machine("user", "create", "--username", name, "--email", name+"@example.com"); err != nil {
			t.Fatalf("the machine of %s: %v", name, err)
		}
	}
	folder := filepath.Join(gateway.Dir, gateway.Options.Bucket, "keys")
	stored := func() []os.DirEntry {
		t.Helper()
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		return entries
	}
	if keys := stored(); len(keys) != 1 {
		t.Fatalf("the bucket holds %d sets of keys, want one", len(keys))
	}
	if _, err := machine("keys", "rotate"); err != nil {
		t.Fatal(err)
	}
	if keys := stored(); len(keys) != 2 {
		t.Errorf("after a rotation the bucket holds %d sets of keys", len(keys))
	}
	if _, err := machine("token", "list"); err != nil {
		t.Errorf("after a rotation: %v", err)
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if _, err := machine("token", "list"); err == nil || !strings.Contains(err.Error(), "vitrine keys accept") {
		t.Errorf("without its keys: %v", err)
	}
}

// TestCommandsSayWhatTheyMake: a command that fails leaves no marketplace behind without a
// word, and restoring a backup elsewhere is no mistake.
func TestCommandsSayWhatTheyMake(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data, archive := filepath.Join(dir, "data"), filepath.Join(dir, "all.tar")
	for _, test := range []struct {
		name        string
		args        []string
		fails, says bool
	}{
		{"a user that can't be", []string{"user", "create", "--data", filepath.Join(dir, "other"), "--username", "x", "--email", "x@example.com"},
			true, true},
		{"the first user", []string{"user", "create", "--data", data, "--username", "ada", "--email", "ada@example.com"}, false, true},
		{"another", []string{"user", "create", "--data", data, "--username", "bob", "--email", "bob@example.com"}, false, false},
		{"a backup", []string{"backup", "--data", data, archive}, false, false},
		{"its copy", []string{"restore", "--data", filepath.Join(dir, "copy"), archive}, false, false},
	} {
		_, text, err := vitrineLoud(t, test.args...)
		if (err != nil) != test.fails || strings.Contains(text, "this made a new marketplace") != test.says {
			t.Errorf("%s: %v and %q; want failure: %t, to say what it made: %t", test.name, err, text, test.fails, test.says)
		}
	}
}
