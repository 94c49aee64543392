package app_test

import (
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/app"
	"vitrine/internal/markettest"
	"vitrine/internal/shop"
)

// TestMarksOfModels publishes a model that nobody may train machines with and one for adults,
// and reads what visitors, those who are of age, and robots get of them, from kept pages too.
func TestMarksOfModels(t *testing.T) {
	t.Parallel()
	m := marketWith(t, app.Options{Config: unlimited(t), Read: readPlainly}, "juniper-forge")
	author, err := m.app.User(t.Context(), "juniper-forge")
	if err != nil {
		t.Fatal(err)
	}
	caller := vitrine.Caller{User: *author, Scopes: vitrine.AllScopes()}
	_, err = m.app.Shop().ChangeProfile(t.Context(), caller, nil, func(p *vitrine.Profile) { p.NoAITraining = true })
	if err != nil {
		t.Fatal(err)
	}
	kept := m.publish(t, m.draft(t, m.ofDemo(t, "Faceted Planter with Saucer", 1, map[string]any{"price": 12, "ai_generated": true})))
	adult := m.publish(t, m.draft(t, m.ofDemo(t, "Walnut Bowl Heaped with Fruit", 1, map[string]any{"price": 12, "adult_content": true})))
	m.wantReserved(t, kept)

	// Without the mark the same pages say nothing of it.
	mark := shop.ModelRequest{ModelChange: vitrine.ModelChange{NoAITraining: vitrine.Some(false)}}
	if _, err := m.app.Shop().UpdateModel(t.Context(), caller, 1, mark, nil); err != nil {
		t.Fatal(err)
	}
	if got := m.head(t, m.client, kept); got.Header.Get("Tdm-Reservation") != "" || got.Header.Get("X-Robots-Tag") != "" {
		t.Errorf("a page that is reserved no more has %v", got.Header)
	}
	m.wantVeiled(t, adult)
}

// head asks for a page and reads it.
func (m *market) head(t *testing.T, client *http.Client, address string) gotten {
	t.Helper()
	if !strings.HasPrefix(address, "http") {
		address = m.public + address
	}
	response, body := markettest.Fetch(t, client, address)
	return gotten{response.Header, string(body)}
}

// gotten is an answer with its header.
type gotten struct {
	Header http.Header
	Body   string
}

// pictured are the stored bytes that a page leads to.
var pictured = regexp.MustCompile(`/(media|previews)/[^"' ]+`)

func (m *market) wantReserved(t *testing.T, address string) {
	t.Helper()
	for range 3 { // made, kept, and from what is kept
		page := m.head(t, m.client, address)
		if page.Header.Get("X-Robots-Tag") != "noai, noimageai" || page.Header.Get("Tdm-Reservation") != "1" ||
			!strings.Contains(page.Body, `<meta name="robots" content="noai, noimageai">`) {
			t.Errorf("the page has %v", page.Header)
		}
		for _, text := range []string{"Made with AI", "TrainedAlgorithmicMediaDigitalSource"} {
			if !strings.Contains(page.Body, text) {
				t.Errorf("the page does not say %q", text)
			}
		}
		paths := pictured.FindAllString(page.Body, -1)
		if len(paths) < 2 {
			t.Fatalf("the page leads to %v", paths)
		}
		for _, path := range paths {
			if got := m.head(t, m.client, path); got.Header.Get("X-Robots-Tag") != "noai, noimageai" || got.Header.Get("Tdm-Reservation") != "1" {
				t.Errorf("%s has %v", path, got.Header)
			}
		}
	}
	var rules []struct{ Location string }
	list := m.head(t, m.client, "/.well-known/tdmrep.json")
	if err := json.Unmarshal([]byte(list.Body), &rules); err != nil || len(rules) != 2 || !strings.HasSuffix(address, rules[1].Location) {
		t.Errorf("the list is %s, %v", list.Body, err)
	}
}

func (m *market) wantVeiled(t *testing.T, address string) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	grown := &http.Client{Transport: m.client.Transport, Jar: jar}
	lists := m.public + "/search?adult_content=true"
	look := func(who string, client *http.Client, sees bool) {
		t.Helper()
		page, list := m.head(t, client, address), m.head(t, client, lists)
		if shows := pictured.MatchString(page.Body); shows != sees || strings.Contains(page.Body, "I am of age") == sees {
			t.Errorf("%s sees the pictures of the page: %v, want %v", who, shows, sees)
		}
		if strings.Contains(page.Body, "og:image") || strings.Contains(page.Body, "ld+json") {
			t.Errorf("%s gets a page that tells others of the picture", who)
		}
		if veiled := strings.Contains(list.Body, `class="veil"`); veiled == sees || !strings.Contains(list.Body, "Walnut Bowl") {
			t.Errorf("%s finds it veiled: %v, want %v", who, veiled, !sees)
		}
		if !sees && !strings.Contains(page.Header.Get("X-Robots-Tag"), "noindex") ||
			sees && !strings.Contains(page.Header.Get("Cache-Control"), "private") {
			t.Errorf("%s gets %v", who, page.Header)
		}
	}
	look("a visitor", m.client, false)
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	said, err := grown.PostForm(m.public+"/adult", url.Values{"next": {at.Path}})
	if err != nil {
		t.Fatal(err)
	}
	_ = said.Body.Close()
	if said.StatusCode != http.StatusOK || said.Request.URL.Path != at.Path {
		t.Errorf("who is of age is led to %s: %d", said.Request.URL, said.StatusCode)
	}
	for range 2 {
		look("who is of age", grown, true)
		look("a visitor after them", m.client, false)
	}
}
