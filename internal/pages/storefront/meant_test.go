package storefront_test

import (
	"html"
	"strings"
	"testing"
)

// TestDidYouMean asks for mistyped words, and follows the link that is shown.
func TestDidYouMean(t *testing.T) {
	t.Parallel()
	s := shelvedSite(t)
	if err := s.db.MergeSearch(t.Context()); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/search?keywords=oak+chiar":                   `/search?keywords=oak+chair">oak chair`,
		"/3d-models?keywords=Chiar&max_price=20&pbr=1": `/3d-models?keywords=chair&max_price=20&pbr=true">chair`,
		"/3d-models?keywords=chiar&max_price=5":        "", // none is as cheap
		"/3d-print-models?keywords=chiar":              "", // none is for print
		"/search?keywords=chair":                       "", // found
		"/search?keywords=nuda":                        "", // adult content
		"/search?keywords=nuda&adult_content=true":     `/search?adult_content=true&keywords=nude">nude`,
	} {
		page := s.get(t, path)
		_, link, found := strings.Cut(page.body, `<p class="meant">Did you mean <a href="`)
		link = strings.Replace(html.UnescapeString(link), `" dir="auto">`, `">`, 1)
		if found != (want != "") || !strings.HasPrefix(link, want) {
			t.Errorf("%s: the page has %.90q, want %q", path, link, want)
		}
	}
}
