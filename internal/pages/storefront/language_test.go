package storefront_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/locale"
	"vitrine/internal/payment"
)

// in asks for an address as a browser with a header and, unless it is "", a cookie.
func (s *site) in(t *testing.T, address, accept, cookie string) page {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	r.Header.Set("Accept-Language", accept)
	if cookie != "" {
		r.AddCookie(&http.Cookie{Name: "__Host-vitrine-language", Value: cookie})
	}
	return s.browse(t, r)
}

// TestReadersLanguage asks for pages in the ways in which people say what they read: each
// goes before those after it.
func TestReadersLanguage(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	_, path := s.publishOf(t, map[string]any{"title": "Oak chair", "category": "furniture"})
	for _, address := range []string{"/", "/3d-models", "/3d-models/furniture", "/search?keywords=oak", path, "/sellers/ada"} {
		for _, c := range []struct{ lang, cookie, accept, want string }{
			{"", "", "", "en"}, {"", "", "de-CH, en;q=0.5", "de"}, {"", "de", "en", "de"}, {"en", "de", "de", "en"}, {"de", "", "en", "de"},
			{"xx", "", "de", "de"}, {"", "xx", "pt, de;q=0.5", "de"},
		} {
			asked := address
			if c.lang != "" {
				asked += map[bool]string{true: "&", false: "?"}[strings.Contains(address, "?")] + "lang=" + c.lang
			}
			for range 2 { // the second comes from memory
				got := s.in(t, asked, c.accept, c.cookie)
				words := locale.Find(c.want).T("Skip to the content")
				if lang := got.attributes(t, "html", "lang"); !slices.Equal(lang, []string{c.want}) || !strings.Contains(got.body, words) {
					t.Errorf("%s for %q with the cookie %q is in %q, want %q", asked, c.accept, c.cookie, lang, c.want)
				}
			}
		}
	}
}

// TestLanguagesHaveAddresses looks for the addresses that search engines are given.
func TestLanguagesHaveAddresses(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	for asked, canonical := range map[string]string{"/3d-models": "/3d-models", "/3d-models?lang=de": "/3d-models?lang=de",
		"/3d-models?lang=xx": "/3d-models"} {
		got := s.in(t, asked, "de", "")
		want := []string{baseURL + canonical}
		for _, l := range locale.All() {
			want = append(want, baseURL+"/3d-models?lang="+l.Tag)
		}
		want = append(want, baseURL+"/3d-models")
		var links []string
		for _, link := range got.all(t, "link") {
			if rel := attribute(link, "rel"); rel == "canonical" || rel == "alternate" {
				links = append(links, attribute(link, "href"))
			}
		}
		if !slices.Equal(links, want) {
			t.Errorf("%s leads to %q, want %q", asked, links, want)
		}
	}
	if hidden := s.in(t, "/search", "de", ""); strings.Contains(hidden.body, "hreflang") {
		t.Error("a page that is hidden from search engines has addresses in languages")
	}
}

// TestLanguageIsChosen presses the buttons at the foot of a page.
func TestLanguageIsChosen(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	for _, c := range []struct {
		language, next, leads string
		status                int
	}{
		{"de", "/3d-models?sort=oldest", "/3d-models?sort=oldest", 303}, {"de", "//elsewhere.example/", "/", 303},
		{"de", "", "/", 303}, {"xx", "/", "", 400},
	} {
		form := url.Values{"language": {c.language}, "next": {c.next}}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/language", strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		got := s.browse(t, r)
		if got.status != c.status || got.header.Get("Location") != c.leads {
			t.Errorf("%v: status %d to %q, want %d to %q", c, got.status, got.header.Get("Location"), c.status, c.leads)
		}
		cookie := got.header.Get("Set-Cookie")
		if kept := strings.HasPrefix(cookie, "__Host-vitrine-language=de; "); kept != (c.status == 303) {
			t.Errorf("%v: the cookie is %q", c, cookie)
		}
	}
	if back := s.in(t, "/3d-models?sort=oldest&lang=de", "", ""); !strings.Contains(back.body, `name="next" value="/3d-models?sort=oldest"`) {
		t.Error("the choice does not lead back without the language")
	}
}

// TestEveryPageInEveryLanguage makes each page in each language, with a model that has
// something of everything.
func TestEveryPageInEveryLanguage(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	model, path := s.publishOf(t, map[string]any{"title": "Oak chair", "category": "furniture"})
	_, checkout := s.order(t, model, "")
	for _, l := range locale.All() {
		for _, address := range []string{"/", "/3d-models", "/search?keywords=oka&min_price=1", "/search?min_price=x", path, checkout,
			"/3d-models/nothing"} {
			got := s.in(t, address, l.Tag, "")
			if lang := got.attributes(t, "html", "lang"); !slices.Equal(lang, []string{l.Tag}) {
				t.Errorf("%s in %s is in %q", address, l.Tag, lang)
			}
			if strings.Contains(got.body, "ZgotmplZ") || strings.Contains(got.body, "%!") {
				t.Errorf("%s in %s has what is no text:\n%s", address, l.Tag, got.body)
			}
			if dir := got.attributes(t, "html", "dir"); l.RTL != slices.Equal(dir, []string{"rtl"}) {
				t.Errorf("%s in %s is written %q", address, l.Tag, dir)
			}
		}
	}
}
