package openapi_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"vitrine/internal/openapi"
)

// TestYAMLKeepsTexts writes texts that look like something else: they come back as they
// were, and those that only YAML 1.1 takes for another thing stand in quotes.
func TestYAMLKeepsTexts(t *testing.T) {
	t.Parallel()
	want := openapi.Object{"texts": []any{"no", "On", "y", "1:30", "null", "true", "1.5", "0x1f", "", "~", "plain", "two\nlines", "a: b",
		"- c", "#d"}, "truth": true, "nothing": nil}
	document, err := openapi.New(want)
	if err != nil {
		t.Fatal(err)
	}
	text, err := document.YAML()
	if err != nil {
		t.Fatal(err)
	}
	got := openapi.Object{}
	if err := yaml.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, old := range []string{`"no"`, `"On"`, `"y"`, `"1:30"`} {
		if !strings.Contains(string(text), "- "+old+"\n") {
			t.Errorf("%s stands without quotes:\n%s", old, text)
		}
	}
}
