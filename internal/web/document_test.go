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

var update = flag.Bool("update", false, "write docs/errors.md anew")

const errorsFile = "../../docs/errors.md"

// TestErrorsDocument compares docs/errors.md with the table of problems.
func TestErrorsDocument(t *testing.T) {
	t.Parallel()
	got := errorsDocument()
	if *update {
		if err := os.WriteFile(errorsFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(errorsFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("docs/errors.md (-file +table): run make docs\n%s", diff)
	}
}

func errorsDocument() string {
	var text strings.Builder
	text.WriteString(`# Problems

Made from the table in ` + "`internal/web`" + ` by ` + "`make docs`" + `; a test compares them. Every failing path answers ` + "`application/problem+json`" + ` (RFC 9457). Its ` +
		"`code`" + ` is one of
these and does not change; ` + "`detail`" + ` says what is wrong this time, ` + "`errors`" + ` what is wrong with each member, with a pointer and a code of its own. Each code has a
page at its ` + "`type`" + `, ` + "`/problems/CODE`" + `.

| Code | Status | Title | What to do |
|---|---|---|---|
`)
	for _, doc := range web.Docs() {
		fmt.Fprintf(&text, "| `%s` | %d | %s | %s |\n", doc.Code, doc.Status, doc.Title, doc.Text)
	}
	text.WriteString(`
## Codes of single members

| Code | The member |
|---|---|
| ` + "`required`" + ` | is missing |
| ` + "`unknown`" + ` | has a name, or a value, that does not exist; the detail suggests the nearest one |
| ` + "`wrong_type`" + ` | is of another JSON type |
| ` + "`not_allowed`" + ` | is none of the allowed values, or may not be set here |
| ` + "`wrong_product_type`" + ` | belongs to the other product type |
| ` + "`bad_format`, `bad_price`, `bad_name`" + ` | can't be read as what it stands for |
| ` + "`too_few`, `too_many`, `too_short`, `too_long`, `too_small`, `too_large`, `too_deep`" + ` | is outside a limit, which the detail names |
| ` + "`empty`, `duplicate`" + ` | is an entry of a list that is empty, or stands in it twice |
| ` + "`taken`, `owned`" + ` | is somebody's already |
| ` + "`missing_…`, `file_processing`" + ` | keeps a model from being published |
`)
	return text.String()
}
