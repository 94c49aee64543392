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
	} {
		faults := vitrine.CheckEmail("/at", email)
		if good != (len(faults) == 0) || !good && (faults[0].Pointer != "/at" || faults[0].Code != "bad_format") {
			t.Errorf("%q: %v, want it to be good: %v", email, faults, good)
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
