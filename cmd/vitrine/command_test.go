package main_test

import (
	"bytes"
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vitrine/internal/app"
)

// vitrine runs a command in this process and gives what it prints.
func vitrine(t *testing.T, args ...string) (string, error) {
	t.Helper()
	stdout, _, err := vitrineLoud(t, args...)
	return stdout, err
}

// vitrineLoud is vitrine with what goes to standard error.
func vitrineLoud(t *testing.T, args ...string) (out, loud string, err error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	env := app.Environment{
		Getenv: func(string) (string, bool) { return "", false }, Stdin: strings.NewReader("The new terms."), Stdout: &stdout, Stderr: &stderr,
	}
	err = app.Run(t.Context(), append([]string{"vitrine"}, args...), env)
	// whose report is their answer
	if reports := []string{"check", "backup", "restore"}; err != nil && stdout.Len() > 0 && !slices.Contains(reports, args[0]) {
		t.Errorf("vitrine %v failed (%v) and printed %s", args, err, &stdout)
	}
	return stdout.String(), stderr.String(), err
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
	t.Cleanup(func() { _ = os.Remove("../../bought.stl") })
	take := func(token string, flags ...string) (string, error) {
		shell := exec.CommandContext(t.Context(), "bash", append(flags, "-c", tour)...)
		shell.Dir = "../.."
		shell.Env = append(os.Environ(), "BASE=http://"+v.address, "TOKEN="+token)
		output, err := shell.CombinedOutput()
		return string(output), err
	}
	if output, err := take(token, "-e", "-o", "pipefail"); err != nil {
		t.Errorf("the tour fails: %v\n%s", err, output)
	}
	// Who has mistyped the token sees so, and comes to the end of all lines.
	if output, err := take("vtr_mistyped"); err == nil || strings.Count(output, "this is not an access token of this server") < 5 {
		t.Errorf("with a wrong token the tour shows (%v)\n%s", err, output)
	}
}

// newestMigration is the number of the last step of the schema.
func newestMigration(t *testing.T) (newest float64) {
	t.Helper()
	steps, err := filepath.Glob("../../internal/store/migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range steps {
		number, err := strconv.ParseFloat(filepath.Base(step)[:5], 64)
		if err != nil {
			t.Fatal(err)
		}
		newest = max(newest, number)
	}
	return newest
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
		{[]string{"user", "create", "--username", "ada", "--email", "ada@example.com", "--admin"}, "scope",
			"models:read models:write orders:read orders:write users:create admin profile:write library:read " +
				"reviews:write keeping:read keeping:write webhooks:read webhooks:write tokens:read tokens:write sessions:read sessions:write " +
				"grants:read grants:write account:export payouts:write audit:read people:read people:write moderation:read moderation:write"},
		{[]string{"token", "create", "--user", "ada", "--scope", "models:read", "--expires", "720h"}, "scope", "models:read"},
		{[]string{"token", "revoke", "2"}, "revoked", true},
		{[]string{"app", "create", "--name", "Shop", "--owner", "ada", "--redirect-uri", "https://shop.example/cb"}, "name", "Shop"},
		{[]string{"currency", "show"}, "settled", false},
		{[]string{"currency", "show"}, "currency", nil},
		{[]string{"user", "suspend", "ada"}, "username", "ada"},
		{[]string{"user", "restore", "ada"}, "suspended_at", nil},
		{[]string{"user", "show", "ada"}, "email", "ada@example.com"},
		{[]string{"user", "invite", "--email", "bob@example.com"}, "email", "bob@example.com"},
		{[]string{"category", "add", "--slug", "odd-things", "--title", "Odd things", "--parent", "tools"}, "slug", "odd-things"},
		{[]string{"app", "set", "1", "--return-url", "https://shop.example/thanks"}, "client_secret", nil},
		{[]string{"app", "set", "1", "--any-return-url"}, "owner", "ada"},
		{[]string{"app", "set", "1", "--name", "Workshop", "--scope", "models:read"}, "scope", "models:read"},
		{[]string{"app", "create", "--name", "Tool", "--owner", "ada", "--public"}, "client_secret", nil},
		{[]string{"app", "remove", "1"}, "removed", true},
		{[]string{"category", "edit", "--title", "Odder things", "odd-things"}, "title", "Odder things"},
		{[]string{"category", "remove", "odd-things"}, "removed", true},
		{[]string{"license", "set", "general"}, "bytes", 14.0},
		{[]string{"license", "show", "general"}, "text", "The new terms."},
		{[]string{"migrate"}, "schema_version", newestMigration(t)},
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
		{"category", "remove", "tools"}, {"model", "rate", "9999", "5"}, {"token", "create", "--user", "ada", "--scope", ""},
		{"token", "create", "--user", "ada", "--scope", " ,"},
		{"user", "create", "--username", "bob", "--email", "bob@example.com", "--scope", ""}, {"user", "create"}, {"nothing"},
		{"user", "invite", "--email", "ada@example.com"}, {"user", "invite", "--email", "ada"}, {"user", "invite"},
		{"user", "suspend", "nobody"}, {"user", "show"}, {"model", "hide", "9"}, {"model", "unhide", "x"}, {"order", "show", "9"},
		{"order", "list", "--limit", "0"}, {"order", "list", "--status", "foo"}, {"currency", "set", "EUR"}, {"currency", "set", "x"},
		{"order", "pay", "--help-me"},
		{"app", "remove", "1"}, {"app", "set", "1", "--any-return-url"}, {"app", "set", "1"}, {"app", "set", "2"}, {"app", "secret", "2"},
		{"app", "set", "2", "--logo", "command_test.go"}, {"app", "set", "2", "--redirect-uri", "http://evil.example/"},
		{"app", "create", "--name", "x", "--owner", "ada", "--return-url", "http://shop.example"},
		{"app", "create", "--name", "x", "--owner", "ada", "--scope", ""},
		{"reprocess", "7"}, {"reprocess", "--model", "7"}, {"token", "list", "ada"}, {"order", "pay", "1", "2"},
	} {
		if printed, err := vitrine(t, append(args, "--data", data)...); err == nil {
			t.Errorf("vitrine %v did not fail: %s", args, printed)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"user list", `"username": "ada"`}, {"token list --user ada", `"user": "ada"`}, {"model list", "[]"}, {"model list --author ada", "[]"},
		{"order list --email x@example.com", "[]"}, {"app list", "[]"},
	} {
		if printed, err := vitrine(t, append(strings.Fields(c.args), "--data", data)...); err != nil || !strings.Contains(printed, c.want) {
			t.Errorf("vitrine %s: %v, %s, want %s in it", c.args, err, printed, c.want)
		}
	}
	nowhere := filepath.Join(data, "typo")
	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, args := range [][]string{
		{"--listen", taken.Addr().String()}, {"--listen", "127.0.0.1:0", "--admin-listen", taken.Addr().String()}, {"--payments", "coins"},
		{"--currency", "euro"},
		{"--listen", "127.0.0.1:0", "--database", "postgres://nobody@" + taken.Addr().String() + "/none?connect_timeout=1"},
		{"--listen", "127.0.0.1:0", "--blobs", "s3://none?endpoint=http://127.0.0.1:1&region=eu"},
	} {
		if _, err := vitrine(t, append([]string{"serve", "--data", nowhere}, args...)...); err == nil {
			t.Errorf("vitrine serve %v did not fail", args)
		}
		if _, err := os.Stat(nowhere); err == nil {
			t.Fatalf("vitrine serve %v failed and left a folder", args)
		}
	}
	for _, args := range [][]string{{"reprocess"}, {"check"}, {"backup", "-"}, {"token", "list"}, {"category", "list"},
		{"order", "pay", "1"}} {
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
