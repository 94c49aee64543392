package web_test

import (
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/web"
)

func TestContentLanguage(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"en-US":      "en-US",
		" de ":       "de",
		"EN-us":      "en-US",
		"zh-hant-tw": "zh-Hant-TW",
		"de-CH-1996": "de-CH-1996",
		"en_US":      "",
		"en-US, de":  "",
		"*":          "",
		"english!":   "",
		"qq":         "qq", // well-formed, though nobody registered it
		"QQ-latn-zz": "qq-Latn-ZZ",
		"x-a-very-long-private-language-tag-indeed": "",
	} {
		got, err := web.ContentLanguage(header)
		if got != want || (err != nil) != (want == "") || err != nil && vitrine.CodeOf(err) != vitrine.Malformed {
			t.Errorf("ContentLanguage(%q) = %q, %v; want %q", header, got, err, want)
		}
	}
}

func TestNoContentLanguage(t *testing.T) {
	t.Parallel()
	if got, err := web.ContentLanguage(" "); got != "" || err != nil {
		t.Errorf("an absent header: %q, %v", got, err)
	}
}

func TestBestLanguage(t *testing.T) {
	t.Parallel()
	stored := []string{"en-US", "de", "pt-BR", "zh-Hant"}
	for header, want := range map[string]string{
		"":                       "en-US",
		"*":                      "en-US",
		"de":                     "de",
		"de-AT":                  "de",
		"fr, de;q=0.5":           "de",
		"de;q=0.5, pt;q=0.9":     "pt-BR",
		"zh-TW":                  "zh-Hant",
		"fr":                     "en-US",
		"de;q=0":                 "en-US",
		"qq, de":                 "de",
		"de , ,":                 "de",
		"*;q=0.5, de":            "de",
		"de_DE":                  "de",
		"en_US":                  "en-US",
		"!!":                     "en-US",
		"!!, de;q=0.1":           "de",
		"de;q=2, pt;q=0.1":       "pt-BR",
		"de;q=abc, pt":           "pt-BR",
		"123, pt":                "pt-BR",
		"de;x=1, pt":             "pt-BR",
		"de;;q=x":                "en-US",
		strings.Repeat("x", 5e3): "en-US",
	} {
		if got := web.BestLanguage(header, stored); got != want {
			t.Errorf("BestLanguage(%q) = %q, want %q", header, got, want)
		}
	}
	if got := web.BestLanguage("de", nil); got != "" {
		t.Errorf("nothing stored: %q", got)
	}
}

// TestExactLanguage picks the very language before its variants, and those before
// the first one.
func TestExactLanguage(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		header string
		stored []string
		want   string
	}{
		{"de", []string{"en-US", "de-DE", "de"}, "de"},
		{"de", []string{"de-DE", "de"}, "de"},
		{"en", []string{"fr", "en-US", "en"}, "en"},
		{"en-GB", []string{"en-US", "en", "en-GB"}, "en-GB"},
		{"de-AT, de;q=0.9", []string{"en-US", "de-CH", "de"}, "de"},
		{"de-CH, de-AT;q=0.9", []string{"en-US", "de", "de-AT"}, "de-AT"},
		{"fr-CA, fr;q=0.9, en;q=0.8", []string{"en", "fr-FR"}, "fr-FR"},
		{"de", []string{"en-US", "de-AT"}, "de-AT"},
		{"uk", []string{"en-US", "ru"}, "en-US"},
	} {
		if got := web.BestLanguage(test.header, test.stored); got != test.want {
			t.Errorf("BestLanguage(%q, %q) = %q, want %q", test.header, test.stored, got, test.want)
		}
	}
}

func TestReadersLanguages(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"": "", "*": "", "de-AT,fr;q=0.5": "de-AT,fr", "fr;q=0.5, de-AT": "de-AT,fr", "en;q=0, x y, de": "de",
		"aa,ab,af,ak,am,an": "aa,ab,af,ak,am", "de\r\nBcc: x": "",
	} {
		if got := web.ReadersLanguages(header); got != want {
			t.Errorf("%q is %q, want %q", header, got, want)
		}
	}
}
