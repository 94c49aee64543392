package web_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/web"
)

var update = flag.Bool("update", false, "write the table of problems into docs/errors.md")

const errorsFile = "../../docs/errors.md"

const problemsHead = "| Code | Status | Title | What to do |\n|---|---|---|---|\n"

// TestErrorsDocument compares the first table of docs/errors.md with the one in
// the code. The rest of the document is written by hand.
func TestErrorsDocument(t *testing.T) {
	t.Parallel()
	document, err := os.ReadFile(errorsFile)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(document), problemsHead)
	rows, after, ended := strings.Cut(rest, "\n\n")
	if !found || !ended {
		t.Fatalf("docs/errors.md has no table with the head\n%s", problemsHead)
	}
	want := problemRows()
	if *update {
		if err := os.WriteFile(errorsFile, []byte(before+problemsHead+want+"\n\n"+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Errorf("docs/errors.md (-table +file): run make docs\n%s", diff)
	}
}

func problemRows() string {
	var rows []string
	for _, doc := range web.Docs() {
		rows = append(rows, fmt.Sprintf("| `%s` | %d | %s | %s |", doc.Code, doc.Status, doc.Title, doc.Text))
	}
	return strings.Join(rows, "\n")
}
