package openapi_test

import (
	"go/format"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/openapi"
)

const thing = "https://shop.example/v1/things"

var calls = map[string]openapi.Call{
	"a read":     {Method: "GET", URL: thing + "?a=b&c=d", Header: []openapi.Field{{"Accept-Language", "de, en;q=0.8"}}},
	"a creation": {Method: "POST", URL: thing, JSON: `{"a": true}`},
	"an upload":  {Method: "POST", URL: thing + "/1/files", Upload: "a.stl"},
	"a download": {Method: "GET", URL: thing + "/1/files/1", Save: "b.stl"},
	"a removal":  {Method: "DELETE", URL: thing + "/1", Empty: true},
}

func samplesOf(t *testing.T, c openapi.Call) map[string]string {
	t.Helper()
	samples, err := c.Samples()
	if err != nil {
		t.Fatal(err)
	}
	sources := map[string]string{}
	for _, s := range samples {
		sources[s.Label] = s.Source
	}
	return sources
}

// TestSamplesReadWell holds that each call has a sample in each language, that Go's
// are formatted, and that no template leaves blanks. That they run is tested in
// clients.
func TestSamplesReadWell(t *testing.T) {
	t.Parallel()
	for name, call := range calls {
		sources := samplesOf(t, call)
		for _, label := range []string{"curl", "TypeScript", "Python", "Go"} {
			source := sources[label]
			if !strings.Contains(source, thing) || !strings.HasSuffix(source, "\n") || strings.Contains(source, "\n\n\n") ||
				strings.Contains(source, " \n") {
				t.Errorf("%s in %s:\n%s", name, label, source)
			}
		}
		formatted, err := format.Source([]byte(sources["Go"]))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(string(formatted), sources["Go"]); diff != "" {
			t.Errorf("%s in Go (-formatted +sample):\n%s", name, diff)
		}
	}
}

func TestSamplesKeepTheToken(t *testing.T) {
	t.Parallel()
	download := samplesOf(t, calls["a download"])["Python"]
	if !strings.Contains(download, `add_unredirected_header("Authorization"`) {
		t.Errorf("Python sends the token on to where the bytes are:\n%s", download)
	}
}

// TestSamplesQuote holds that what a body says arrives as it is.
func TestSamplesQuote(t *testing.T) {
	t.Parallel()
	body := `{"a": "it's true, \"null\" and ` + "`false`" + `", "b": [true, false, null], "c": "$HOME \\ %s"}`
	sources := samplesOf(t, openapi.Call{Method: "PUT", URL: thing, JSON: body})
	said, err := exec.CommandContext(t.Context(), "sh", "-c",
		`curl() { for word; do printf '<%s>' "$word"; done; }; TOKEN=x; `+sources["curl"]).Output()
	if err != nil || !strings.Contains(string(said), "<--json><"+body+">") || !strings.Contains(string(said), "<-X><PUT>") {
		t.Errorf("the shell gives curl %s: %v", said, err)
	}
	for label, want := range map[string]string{
		"Python":     `{"a": "it's true, \"null\" and ` + "`false`" + `", "b": [True, False, None], "c": "$HOME \\ %s"}`,
		"TypeScript": body,
		"Go":         `"{\"a\": \"it's true, \\\"null\\\" and ` + "`false`" + `\", \"b\": [true, false, null], \"c\": \"$HOME \\\\ %s\"}"`,
	} {
		if !strings.Contains(sources[label], want) {
			t.Errorf("%s lacks %s:\n%s", label, want, sources[label])
		}
	}
}
