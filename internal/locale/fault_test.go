package locale_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/locale"
)

// TestFaultsOfFiles asks for every code of files in docs/errors.md, with a detail that no
// catalogue has, and for details that they have.
func TestFaultsOfFiles(t *testing.T) {
	t.Parallel()
	document, err := os.ReadFile("../../docs/errors.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(document), "## Codes of files")
	rows := regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\|").FindAllStringSubmatch(table, -1)
	seen := map[string]string{}
	de := locale.Find("de")
	for _, row := range rows {
		said := de.Fault(row[1], "widget 7 <is> odd")
		if other := seen[said]; other != "" || strings.Contains(said, "Etwas stimmt") || !strings.HasSuffix(said, ": „widget 7 <is> odd“.") {
			t.Errorf("%s: %s (as %s)", row[1], said, other)
		}
		seen[said] = row[1]
	}
	if len(rows) < 20 {
		t.Errorf("%d codes", len(rows))
	}
	en := locale.English()
	for got, want := range map[string]string{
		en.Fault("malformed", "widget 7 is odd"):                     "Widget 7 is odd.",
		de.Fault("truncated", "the file ends after 3 of 9 splats"):   "Die Datei endet nach 3 von 9 Splats.",
		de.Fault("new_code", "x"):                                    "Etwas stimmt mit der Datei nicht: „x“.",
		string(en.FaultHTML("malformed", "a <b>")):                   `<bdi>A &lt;b&gt;.</bdi>`,
		string(de.FaultHTML("malformed", "a <b>")):                   `Die Datei verletzt die Regeln ihres Formats: <q lang="en" dir="ltr">a &lt;b&gt;</q>.`,
		string(de.FaultHTML("no_content", "the file holds no mesh")): "<bdi>Die Datei enthält kein Netz.</bdi>",
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
