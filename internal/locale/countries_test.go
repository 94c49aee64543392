package locale_test

import (
	"slices"
	"testing"

	"vitrine/internal/locale"
)

// TestCountries names the same countries in all languages.
func TestCountries(t *testing.T) {
	t.Parallel()
	codes := func(l *locale.Language) (list []string) {
		for _, c := range l.Countries() {
			if c.Name == "" || c.Name == c.Code {
				t.Errorf("%s is called %q in %s", c.Code, c.Name, l.Tag)
			}
			list = append(list, c.Code)
		}
		slices.Sort(list)
		return list
	}
	want := codes(locale.English())
	if len(want) != 250 || len(slices.Compact(slices.Clone(want))) != len(want) {
		t.Errorf("there are %d countries, want 250, each once", len(want))
	}
	for _, l := range locale.All() {
		if !slices.Equal(codes(l), want) {
			t.Errorf("%s has other countries than English", l.Tag)
		}
	}
	if got := locale.Find("de").Country("AT"); got != "Österreich" {
		t.Errorf("AT is %q in German", got)
	}
	if got := locale.English().Country("XX"); got != "XX" || locale.IsCountry("XX") || !locale.IsCountry("DE") {
		t.Errorf("XX is %q, a country: %t; DE: %t", got, locale.IsCountry("XX"), locale.IsCountry("DE"))
	}
}
