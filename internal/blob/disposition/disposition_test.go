package disposition_test

import (
	"mime"
	"strings"
	"testing"

	"vitrine/internal/blob/disposition"
)

func TestOf(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"":                 "attachment",
		"a.stl":            `attachment; filename="a.stl"; filename*=UTF-8''a.stl`,
		"Möbel 100%.zip":   `attachment; filename="M_bel 100_.zip"; filename*=UTF-8''M%C3%B6bel%20100%25.zip`,
		`"; x="\` + "\r\n": `attachment; filename="_; x=____"; filename*=UTF-8''%22%3B%20x%3D%22___`,
		"gpj.\u202eexe":    `attachment; filename="gpj._exe"; filename*=UTF-8''gpj._exe`,
		"a\xffb":           `attachment; filename="a_b"; filename*=UTF-8''a_b`,
	}
	for name, want := range tests {
		if got := disposition.Of(name); got != want {
			t.Errorf("%q:\n got %s\nwant %s", name, got, want)
		}
	}
}

func FuzzOf(f *testing.F) {
	for _, name := range []string{"", "a.stl", "x\r\n\r\n<b>", `"`, `\"`, "%41", "ü", "\xff", "a; filename=b", "\u2028"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		got := disposition.Of(name)
		if i := strings.IndexFunc(got, func(r rune) bool { return r < ' ' || r > '~' }); i >= 0 {
			t.Fatalf("%q: byte %d of %q may not stand in a header", name, i, got)
		}
		kind, params, err := mime.ParseMediaType(got)
		if err != nil || kind != "attachment" || len(params) > 1 {
			t.Fatalf("%q: %q reads as %q, %q, %v", name, got, kind, params, err)
		}
		if strings.ContainsAny(params["filename"], "/\\\r\n\x00") {
			t.Fatalf("%q: the name read back is %q", name, params["filename"])
		}
	})
}
