package locale_test

import (
	"slices"
	"testing"

	"vitrine"
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
	want := vitrine.Countries()
	for _, l := range locale.All() {
		if !slices.Equal(codes(l), want) {
			t.Errorf("%s does not name the countries that there are, each once", l.Tag)
		}
	}
	if got := locale.Find("de").Country("AT"); got != "Österreich" {
		t.Errorf("AT is %q in German", got)
	}
	if got := locale.English().Country("XX"); got != "XX" {
		t.Errorf("XX is %q", got)
	}
}
