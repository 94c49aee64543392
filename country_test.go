package vitrine_test

import (
	"testing"

	"vitrine"
)

func TestIsCountry(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]bool{"DE": true, "XK": true, "ZW": true, "AD": true, "XX": false, "": false,
		"D": false, "de": false, "D ": false,
		" A": false, "DEU": false} {
		if got := vitrine.IsCountry(code); got != want {
			t.Errorf("%q is a country: %t", code, got)
		}
	}
	for _, code := range vitrine.Countries() {
		if !vitrine.IsCountry(code) {
			t.Errorf("%s is no country", code)
		}
	}
}
