package app_test

import (
	"bytes"
	"context"
	"log/slog"
	"runtime"
	"strings"
	"testing"

	"vitrine/internal/app"
	"vitrine/internal/inspect"
)

// TestVersion compares what the command and the flag print with what the linker was told.
func TestVersion(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"version", "--version"} {
		var out, loud bytes.Buffer
		env := app.Environment{
			Version: app.NewVersion("v7.8.9"), Getenv: func(string) (string, bool) { return "", false }, Stdout: &out, Stderr: &loud,
		}
		if err := app.Run(t.Context(), []string{"vitrine", word}, env); err != nil || loud.Len() > 0 {
			t.Fatalf("vitrine %s: %v, %s", word, err, &loud)
		}
		got := out.String()
		if !strings.HasPrefix(got, "vitrine version v7.8.9 (") || !strings.Contains(got, runtime.Version()) || strings.Count(got, "\n") != 1 {
			t.Errorf("vitrine %s prints %q", word, got)
		}
	}
}

// TestVersionInLines says a version with a commit and without one.
func TestVersionInLines(t *testing.T) {
	t.Parallel()
	if got := app.NewVersion(""); got.Release == "" || got.Release == "(devel)" {
		t.Errorf("a program that nobody named is %+v, want a word for it", got)
	}
	for _, c := range []struct {
		version app.Version
		want    string
	}{
		{app.Version{Release: "v1.2.3", Commit: "0123456789ab", Go: "go1.26 linux/amd64"}, "v1.2.3 (commit 0123456789ab, go1.26 linux/amd64)"},
		{app.Version{Release: "devel", Go: "go1.26 linux/amd64"}, "devel (go1.26 linux/amd64)"},
	} {
		if got := c.version.String(); got != c.want {
			t.Errorf("%+v is %q, want %q", c.version, got, c.want)
		}
	}
}

// TestVersionIsLogged starts a server and looks at what its log says of the start.
func TestVersionIsLogged(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	options := app.Options{
		Version: app.NewVersion("v7.8.9"), Config: settings(t), Log: slog.New(slog.NewTextHandler(&log, nil)), Read: inspect.InProcess,
	}
	err := app.Serve(ctx, options, func(context.Context, *app.App) error { cancel(); return nil })
	if want := `msg=serving version="v7.8.9 (`; err != nil || !strings.Contains(log.String(), want) {
		t.Errorf("%v, the log has no %s:\n%s", err, want, &log)
	}
}
