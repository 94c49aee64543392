package web_test

import (
	"testing"

	"vitrine"
	"vitrine/internal/web"
)

func TestContentLanguage(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"":           "en-US",
		"en-US":      "en-US",
		" de ":       "de",
		"EN-us":      "en-US",
		"zh-hant-tw": "zh-Hant-TW",
		"de-CH-1996": "de-CH-1996",
		"en_US":      "",
		"en-US, de":  "",
		"*":          "",
		"english!":   "",
		"qq":         "",
		"x-a-very-long-private-language-tag-indeed": "",
	} {
		got, err := web.ContentLanguage(header)
		if got != want || (err != nil) != (want == "") || err != nil && vitrine.CodeOf(err) != vitrine.Malformed {
			t.Errorf("ContentLanguage(%q) = %q, %v; want %q", header, got, err, want)
		}
	}
}

func TestBestLanguage(t *testing.T) {
	t.Parallel()
	stored := []string{"en-US", "de", "pt-BR", "zh-Hant"}
	for header, want := range map[string]string{
		"":                   "en-US",
		"*":                  "en-US",
		"de":                 "de",
		"de-AT":              "de",
		"fr, de;q=0.5":       "de",
		"de;q=0.5, pt;q=0.9": "pt-BR",
		"zh-TW":              "zh-Hant",
		"fr":                 "en-US",
		"de;q=0":             "en-US",
		"qq, de":             "de",
		"de , ,":             "de",
		"*;q=0.5, de":        "de",
		"de;q=2":             "",
		"de;q=abc":           "",
		"de_DE":              "",
		"!!":                 "",
		"123":                "",
		"de;x=1":             "",
	} {
		got, err := web.BestLanguage(header, stored)
		if got != want || (err != nil) != (want == "") || err != nil && vitrine.CodeOf(err) != vitrine.Malformed {
			t.Errorf("BestLanguage(%q) = %q, %v; want %q", header, got, err, want)
		}
	}
	if got, err := web.BestLanguage("de", nil); got != "" || err != nil {
		t.Errorf("nothing stored: %q, %v", got, err)
	}
	if _, err := web.BestLanguage("!!", []string{"de"}); err == nil {
		t.Error("a malformed header passes where one language is stored")
	}
}
