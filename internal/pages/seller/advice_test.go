package seller_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/locale"
	"vitrine/internal/pages/seller"
)

// TestAdvice says the same of every code as the documentation.
func TestAdvice(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../docs/errors.md")
	if err != nil {
		t.Fatal(err)
	}
	_, about, _ := strings.Cut(string(text), "## Codes of files")
	rows := regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| .* \\| (.*) \\|$").FindAllStringSubmatch(about, -1)
	if len(rows) < 20 {
		t.Fatalf("the documentation has %d codes of files", len(rows))
	}
	for _, row := range rows {
		if got, want := seller.Advice(locale.English(), row[1]), strings.ReplaceAll(row[2], "`", ""); got != want {
			t.Errorf("%s: %q, want %q", row[1], got, want)
		}
	}
}
