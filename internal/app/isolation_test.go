package app_test

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"strings"
	"testing"

	"vitrine/internal/app"
	"vitrine/internal/inspect"
	"vitrine/internal/sandbox"
)

// TestRequireIsolation: a server that can't shut its readers in says so loudly, and
// does not start where it must be able to.
func TestRequireIsolation(t *testing.T) {
	t.Parallel()
	lacking := inspect.Isolation{Held: sandbox.Held{NoNewPrivileges: true, Missing: []string{"seccomp: function not implemented"}},
		Open: []string{"open a socket"}}
	whole := inspect.Isolation{Held: sandbox.Held{NoNewPrivileges: true, Landlock: 4, Seccomp: true}}
	for name, test := range map[string]struct {
		found            inspect.Isolation
		required, starts bool
		says             []string
	}{
		"whole":              {whole, false, true, []string{"level=INFO", "Landlock 4"}},
		"whole and required": {whole, true, true, []string{"level=INFO", "seccomp"}},
		"no Landlock": {inspect.Isolation{Held: sandbox.Held{NoNewPrivileges: true, Seccomp: true, Missing: []string{"Landlock: no"}}},
			false, true, []string{"level=INFO", "Landlock: no"}},
		"lacking": {lacking, false, true, []string{"level=WARN", "WITHOUT FULL ISOLATION", "function not implemented",
			"open a socket"}},
		"lacking, yet required": {lacking, true, false, nil},
	} {
		c := settings(t)
		c.RequireIsolation = test.required
		var log bytes.Buffer
		ctx, cancel := context.WithCancel(t.Context())
		err := app.Serve(ctx, app.Options{
			Config: c, Log: slog.New(slog.NewTextHandler(&log, nil)), Read: inspect.InProcess,
			Isolation: func(context.Context, ...string) (inspect.Isolation, error) { return test.found, nil },
		}, func(context.Context, *app.App) error { cancel(); return nil })
		cancel()
		if (err == nil) != test.starts || err != nil &&
			!strings.Contains(err.Error(), "--require-isolation: seccomp: function not implemented; a child could open a socket") {
			t.Errorf("%s: %v", name, err)
		}
		for _, words := range test.says {
			if !strings.Contains(log.String(), words) {
				t.Errorf("%s: it does not say %q:\n%s", name, words, log.String())
			}
		}
		if _, err := os.Stat(c.Database); (err == nil) != test.starts {
			t.Errorf("%s: a database: %v", name, err)
		}
	}
}
