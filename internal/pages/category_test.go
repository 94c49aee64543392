package pages_test

import (
	"testing"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
)

// TestCategoryIn names a category in German: as it comes, as an operator calls it, and with
// what an operator leaves out.
func TestCategoryIn(t *testing.T) {
	t.Parallel()
	shipped := vitrine.Category{Title: "Animals 3D Models", Name: "Animals", Description: "All sorts."}
	called := func(texts vitrine.CategoryText) vitrine.Category {
		c := shipped
		c.Texts = map[string]vitrine.CategoryText{"de": texts}
		return c
	}
	for name, test := range map[string]struct {
		c    vitrine.Category
		want vitrine.CategoryText
	}{
		"as it comes": {shipped, vitrine.CategoryText{Title: "Tiere", Name: "Tiere", Description: "All sorts."}},
		"by name":     {called(vitrine.CategoryText{Name: "Vieh"}), vitrine.CategoryText{Title: "Vieh", Name: "Vieh", Description: "All sorts."}},
		"whole": {called(vitrine.CategoryText{Title: "Alles Vieh", Name: "Vieh", Description: "Muh."}),
			vitrine.CategoryText{Title: "Alles Vieh", Name: "Vieh", Description: "Muh."}},
	} {
		if got := pages.CategoryIn(locale.Find("de"), &test.c); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}
