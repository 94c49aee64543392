package main_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/app"
)

// vitrine runs a command in this process and gives what it prints.
func vitrine(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	env := app.Environment{
		Getenv: func(string) (string, bool) { return "", false }, Stdin: strings.NewReader("The new terms."), Stdout: &stdout, Stderr: &stderr,
	}
	err := app.Run(t.Context(), append([]string{"vitrine"}, args...), env)
	return stdout.String(), err
}

// TestContractIsCommitted compares api/openapi.yaml with what the code says.
func TestContractIsCommitted(t *testing.T) {
	t.Parallel()
	want, err := os.ReadFile("../../api/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	got, err := vitrine(t, "openapi")
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Error("api/openapi.yaml is not what the code says: run make openapi")
	}
}

// TestTour runs the README's tour as it stands.
func TestTour(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(readme), "<!-- tour -->\n```sh\n")
	tour, _, closed := strings.Cut(rest, "\n```")
	if !found || !closed || strings.Count(tour, "\n") != 9 {
		t.Fatalf("the README has no tour of ten lines:\n%s", tour)
	}
	v := newVictim(t)
	token := v.user(t, "ada")
	v.start(t)
	shell := exec.Command("bash", "-e", "-o", "pipefail", "-c", tour)
	shell.Dir = "../.."
	shell.Env = append(os.Environ(), "BASE=http://"+v.address, "TOKEN="+token)
	t.Cleanup(func() { _ = os.Remove("../../bought.stl") })
	if output, err := shell.CombinedOutput(); err != nil {
		t.Errorf("the tour fails: %v\n%s", err, output)
	}
}

// TestCommands walks through the operator's commands.
func TestCommands(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	member := func(name string, args ...string) any {
		t.Helper()
		printed, err := vitrine(t, append(args, "--data", data)...)
		if err != nil {
			t.Fatalf("vitrine %v: %v", args, err)
		}
		var record map[string]any
		if err := json.Unmarshal([]byte(printed), &record); err != nil {
			t.Fatalf("vitrine %v printed %s", args, printed)
		}
		return record[name]
	}
	for _, step := range []struct {
		args []string
		name string
		want any
	}{
		{[]string{"user", "create", "--username", "ada", "--email", "ada@example.com", "--admin"}, "scope", "models:read models:write orders:read orders:write users:create admin"},
		{[]string{"token", "create", "--user", "ada", "--scope", "models:read", "--expires", "720h"}, "scope", "models:read"},
		{[]string{"token", "revoke", "2"}, "revoked", true},
		{[]string{"app", "create", "--name", "Shop", "--owner", "ada", "--redirect-uri", "https://shop.example/cb"}, "name", "Shop"},
		{[]string{"category", "add", "--slug", "odd-things", "--title", "Odd things", "--parent", "tools"}, "slug", "odd-things"},
		{[]string{"category", "edit", "--title", "Odder things", "odd-things"}, "title", "Odder things"},
		{[]string{"category", "remove", "odd-things"}, "removed", true},
		{[]string{"license", "set", "general"}, "bytes", 14.0},
		{[]string{"license", "show", "general"}, "text", "The new terms."},
		{[]string{"migrate"}, "schema_version", 4.0},
		{[]string{"check", "--deep"}, "ok", true},
	} {
		if got := member(step.name, step.args...); got != step.want {
			t.Errorf("vitrine %v: %s is %v, want %v", step.args, step.name, got, step.want)
		}
	}
	for _, args := range [][]string{
		{"user", "create", "--username", "ada", "--email", "other@example.com"}, {"user", "create", "--username", "A", "--email", "x"},
		{"order", "pay", "77"}, {"order", "pay", "x"}, {"model", "rate", "1", "11"}, {"token", "create", "--user", "nobody"},
		{"token", "create", "--user", "ada", "--scope", "everything"}, {"license", "set", "custom"},
		{"reprocess", "7"}, {"reprocess", "--model", "7"}, {"token", "list", "ada"}, {"order", "pay", "1", "2"},
	} {
		if printed, err := vitrine(t, append(args, "--data", data)...); err == nil {
			t.Errorf("vitrine %v did not fail: %s", args, printed)
		}
	}
	nowhere := filepath.Join(data, "typo")
	for _, args := range [][]string{{"reprocess"}, {"check"}, {"backup", "-"}, {"token", "list"}, {"category", "list"}, {"order", "pay", "1"}} {
		if printed, err := vitrine(t, append(args, "--data", nowhere)...); err == nil {
			t.Errorf("vitrine %v did not fail without a marketplace: %s", args, printed)
		}
		if _, err := os.Stat(nowhere); err == nil {
			t.Fatalf("vitrine %v made a marketplace", args)
		}
	}
	for _, args := range [][]string{
		{"serve", "--listen", "nowhere"}, {"serve", "--base-url", "ftp://x"}, {"serve", "--payments", "coins"},
		{"serve", "--admin-listen", "0.0.0.0:9090"}, {"serve", "--trusted-proxies", "x"}, {"serve", "--log-format", "xml"},
	} {
		if _, err := vitrine(t, append(args, "--data", data)...); err == nil {
			t.Errorf("vitrine %v did not fail", args)
		}
	}
}
