package vitrine_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
)

func TestCheckEmail(t *testing.T) {
	t.Parallel()
	for email, good := range map[string]bool{
		"ada@example.com":                         true,
		"ada+shop@mail.example.com":               true,
		"grüße@example.com":                       true,
		strings.Repeat("a", 242) + "@example.com": true,
		strings.Repeat("a", 243) + "@example.com": false,
		"":                                 false,
		"ada":                              false,
		"@example.com":                     false,
		"ada@":                             false,
		" ada@example.com":                 false,
		"Ada <ada@example.com>":            false,
		"<ada@example.com>":                false,
		`"ada"@example.com`:                false,
		`"a da"@example.com`:               false,
		"ada@example.com, bob@example.com": false,
		"ada@example.com\r\nBcc: bob@example.com": false,
		"ada@example.com\n":                       false,
		"ada\u200b@example.com":                   false,
		"\u202emoc.elpmaxe@ada":                   false,
		"ada\x00@example.com":                     false,
		"ada\xff@example.com":                     false,
	} {
		faults := vitrine.CheckEmail("/at", email)
		if good != (len(faults) == 0) || !good && (faults[0].Pointer != "/at" || faults[0].Code != "bad_format") {
			t.Errorf("%q: %v, want it to be good: %v", email, faults, good)
		}
	}
}

// TestCheckPassword counts characters, not bytes, and takes any of them.
func TestCheckPassword(t *testing.T) {
	t.Parallel()
	for password, code := range map[string]string{
		"12345678": "", "1234567": "bad_length", "": "bad_length", strings.Repeat("é", 8): "", strings.Repeat("é", 7): "bad_length",
		strings.Repeat("界", 128): "", strings.Repeat("界", 129): "bad_length", strings.Repeat("x", 1<<20): "bad_length",
		"        ": "", "nul\x00nul\x00": "", strings.Repeat("\xff", 20): "bad_format",
	} {
		faults, got := vitrine.CheckPassword(password), ""
		if len(faults) > 0 {
			got = faults[0].Code
		}
		if got != code {
			t.Errorf("%.20q of %d bytes: %q, want %q", password, len(password), got, code)
		}
	}
}

func TestParseScopes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]vitrine.Scope{
		"":                         vitrine.DefaultScopes(),
		" , ":                      vitrine.DefaultScopes(),
		"orders:read":              {vitrine.ScopeOrdersRead},
		"admin models:read":        {vitrine.ScopeAdmin, vitrine.ScopeModelsRead},
		"admin,  users:create,":    {vitrine.ScopeAdmin, vitrine.ScopeUsersCreate},
		"admin orders:read,admin":  {vitrine.ScopeAdmin, vitrine.ScopeOrdersRead},
		"orders:read Admin":        nil,
		"orders:read\tmodels:read": nil,
		"models":                   nil,
	} {
		got, err := vitrine.ParseScopes(text)
		if diff := cmp.Diff(want, got); diff != "" || (want == nil) != (vitrine.CodeOf(err) == vitrine.Invalid) {
			t.Errorf("%q: %v (-want +got):\n%s", text, err, diff)
		}
	}
}
