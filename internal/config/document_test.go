package config_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v3"

	"vitrine/internal/config"
)

var update = flag.Bool("update", false, "write docs/settings.md")

const settingsFile = "../../docs/settings.md"

// TestSettingsDocument compares docs/settings.md with the flags.
func TestSettingsDocument(t *testing.T) {
	t.Parallel()
	got := settingsDocument()
	if *update {
		if err := os.WriteFile(settingsFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(settingsFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("docs/settings.md (-file +flags): run make docs\n%s", diff)
	}
}

func settingsDocument() string {
	var c config.Config
	none := func(string) (string, bool) { return "", false }
	var text strings.Builder
	text.WriteString(`# Settings

Generated from the flags by ` + "`make docs`" +
		`; a test compares them. A flag overrides its environment variable, which overrides the default. A secret, or a text of
many lines, can also be read from the file that the variable with the suffix ` + "`_FILE`" + ` names. ` + "`GET /v1/limits`" +
		` also shows the limits and rates.

## Where the data is

Every command takes these.

`)
	text.WriteString(table(c.StorageFlags(none)))
	text.WriteString("\n## Serving\n\n`vitrine serve` takes these as well.\n\n")
	text.WriteString(table(c.ServeFlags(none)))
	return text.String()
}

func table(flags []cli.Flag) string {
	var text strings.Builder
	text.WriteString("| Flag | Environment | Default | Meaning |\n|---|---|---|---|\n")
	for _, f := range flags {
		shown, ok := f.(cli.DocGenerationFlag)
		if !ok {
			continue
		}
		name := f.Names()[0]
		env := "`VITRINE_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_")) + "`"
		if fromFile(name) {
			env += ", `…_FILE`"
		}
		standard := strings.Trim(shown.GetValue(), `"`)
		if standard != "" {
			standard = "`" + standard + "`"
		}
		fmt.Fprintf(&text, "| `--%s` | %s | %s | %s |\n", name, env, standard, strings.ReplaceAll(shown.GetUsage(), "|", "\\|"))
	}
	return text.String()
}

// fromFile reports whether a setting may stand in a file.
func fromFile(name string) bool {
	var c config.Config
	path := ""
	getenv := func(asked string) (string, bool) { return path, strings.HasSuffix(asked, "_FILE") }
	for _, f := range append(c.StorageFlags(getenv), c.ServeFlags(getenv)...) {
		text, ok := f.(*cli.StringFlag)
		if !ok || text.Name != name {
			continue
		}
		path = settingsFile
		_, found := text.Sources.Lookup()
		return found
	}
	return false
}
