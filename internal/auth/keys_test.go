package auth_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/auth"
)

func keysOf(t *testing.T, texts ...string) *auth.Keys {
	t.Helper()
	keys, err := auth.ParseKeys(strings.Join(texts, ","))
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// TestDerivedSecrets derives secrets, rotates the key, and forgets the old one.
func TestDerivedSecrets(t *testing.T) {
	t.Parallel()
	first, second := auth.NewKey(), auth.NewKey()
	before, during, after := keysOf(t, first), keysOf(t, second, first), keysOf(t, second)
	handle := auth.NewHandle(time.Now())
	forms := map[vitrine.SecretKind]*regexp.Regexp{
		vitrine.CheckoutSecret: regexp.MustCompile(`^[0-9A-Za-z]{8}-[0-9A-Za-z]{36}$`),
		vitrine.DownloadSecret: regexp.MustCompile(`^vdl_[0-9A-Za-z]{8}-[0-9A-Za-z]{42}$`),
	}
	for kind, form := range forms {
		old, fresh := before.Derive(kind, handle), during.Derive(kind, handle)
		if old != before.Derive(kind, handle) || old == fresh || !form.MatchString(old) {
			t.Errorf("%s: derived %s, and of another key %s", kind, old, fresh)
		}
		for name, c := range map[string]struct {
			keys   *auth.Keys
			secret string
			want   string
		}{
			"before":              {before, old, handle},
			"the old one, during": {during, old, handle},
			"the new one, during": {during, fresh, handle},
			"the old one, after":  {after, old, ""},
			"the new one, after":  {after, fresh, handle},
			"the new one, before": {before, fresh, ""},
			"the handle":          {during, handle, ""},
			"nothing":             {during, "", ""},
			"one letter off":      {during, old[:len(old)-1] + "-", ""},
			"longer":              {during, old + "0", ""},
			"another handle":      {during, strings.Replace(old, "-", "0-", 1), ""},
			"dressed as another kind": {during, "vdl_" + strings.TrimPrefix(old, "vdl_"),
				map[bool]string{true: handle}[kind == vitrine.DownloadSecret]},
			"the other kind's": {during, before.Derive(map[bool]vitrine.SecretKind{true: vitrine.DownloadSecret,
				false: vitrine.CheckoutSecret}[kind == vitrine.CheckoutSecret], handle), ""},
			"sealed":                   {during, during.Seal(old), ""},
			"what a sealed one begins": {during, during.Seal("secret"), ""},
		} {
			if got := c.keys.Handle(kind, c.secret); got != c.want {
				t.Errorf("%s, %s: the handle is %q, want %q", kind, name, got, c.want)
			}
		}
	}
	if !during.Has(before.Fingerprint()) || !during.Has(after.Fingerprint()) || before.Has(after.Fingerprint()) ||
		during.Fingerprint() != after.Fingerprint() {
		t.Error("the fingerprints are not those of the keys")
	}
	if newest := during.Newest(); newest.Len() != 1 || newest.Fingerprint() != after.Fingerprint() {
		t.Errorf("the newest is %s", newest)
	}
	if strings.Contains(during.String(), "vtk_") || len(during.Signing()) != 2 {
		t.Errorf("%s is shown, %d sign", during, len(during.Signing()))
	}
	if read := keysOf(t, during.Text()); read.Text() != during.Text() {
		t.Error("the keys read back are others")
	}
}

func TestParseKeys(t *testing.T) {
	t.Parallel()
	key := auth.NewKey()
	for text, want := range map[string]int{
		key: 1, "# a word, and another\n" + key + "\n": 1, key + "," + auth.NewKey() + " " + auth.NewKey(): 3,
		"": 0, "# nothing": 0, "vtk_x": 0, key[:len(key)-1]: 0, key + ",x": 0, strings.Replace(key, "vtk", "vtr", 1): 0,
	} {
		keys, err := auth.ParseKeys(text)
		if want == 0 {
			if err == nil || strings.Contains(err.Error(), key[4:20]) {
				t.Errorf("%q: %v, want a refusal that does not show the key", text, err)
			}
			continue
		}
		if err != nil || keys.Len() != want {
			t.Errorf("%q: %v, %v", text, keys, err)
		}
	}
}
