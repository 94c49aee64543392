package app_test

import (
	"html"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// unlinked are pages of the desks that this test finds no link to, and why.
var unlinked = map[string]string{
	"GET /sell/models/{id}/events":  "the script that shows how files are read follows it",
	"GET /sell/models/{id}/reading": "the same without events",

	// What there is none of in the marketplace of this test:
	"GET /desk/statements/{seller}": "the desk of payouts does, for sellers who have money",
	"GET /desk/storage/{id}":        "the list of storage does, once bytes are added up",
	"GET /desk/money/entries/csv":   "the ledger does, where something was booked",
	"GET /sell/models/{id}/preview": "the page of a draft that has a price does",
	"GET /desk/models/{id}/preview": "the page of a model that waits or is taken off does",
}

// wantLinked goes from the first page of each desk along its links, as who may enter it: each page of it that
// there is something at must be found.
func (m *matrix) wantLinked(t *testing.T, table map[string]matrixRow) {
	t.Helper()
	m.place(t, "{model}{application}")
	for _, desk := range []struct{ root, who string }{
		{"/desk", "operator"}, {"/desk", "moderator"}, {"/desk", "support"}, {"/sell", "seller"},
	} {
		found := m.crawl(t, desk.root, desk.who)
		for pattern, row := range table {
			path, isPage := strings.CutPrefix(pattern, "GET ")
			if !isPage || path != desk.root && !strings.HasPrefix(path, desk.root+"/") {
				continue
			}
			there := row.answers[slices.Index(people, desk.who)] == "200"
			if _, excused := unlinked[pattern]; there && !found[pattern] && !excused {
				t.Errorf("no page that a %s gets to from %s leads to %s", desk.who, desk.root, path)
			}
		}
	}
}

// anchors are links, and where forms lead that send nothing.
var anchors = regexp.MustCompile(`<(?:a|form|button)\b[^>]* (?:href|action|formaction)="([^"]*)"[^>]*>`)

// alike is how many pages of one pattern a crawl looks at: lists lead to many of them.
const alike = 4

// crawl returns the patterns of the pages that links lead to from a page, without leaving what is below it.
func (m *matrix) crawl(t *testing.T, root, who string) map[string]bool {
	t.Helper()
	mux := http.NewServeMux()
	for _, pattern := range m.app.Patterns() {
		mux.HandleFunc(pattern, func(http.ResponseWriter, *http.Request) {})
	}
	secret := m.session(t, who)
	seen, looked, found := map[string]bool{root: true}, map[string]int{}, map[string]bool{}
	for waiting := []string{root}; len(waiting) > 0; waiting = waiting[1:] {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, m.public+waiting[0], nil)
		if err != nil {
			t.Fatal(err)
		}
		_, pattern := mux.Handler(r)
		if looked[pattern]++; looked[pattern] > alike {
			continue
		}
		found[pattern] = true
		r.AddCookie(&http.Cookie{Name: "vitrine-session", Value: secret})
		for _, address := range m.links(t, r) {
			below := address.Path == root || strings.HasPrefix(address.Path, root+"/")
			if to := address.RequestURI(); below && address.Host == "" && !seen[to] {
				seen[to] = true
				waiting = append(waiting, to)
			}
		}
	}
	return found
}

// links are those of a page. A link that leads to nothing is a fault of it.
func (m *matrix) links(t *testing.T, r *http.Request) (list []*url.URL) {
	t.Helper()
	r.Header.Set("Accept-Language", m.language)
	answer, err := m.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= http.StatusBadRequest {
		t.Errorf("a link leads to %s, which answers %d, %v", r.URL.RequestURI(), answer.StatusCode, err)
	}
	if !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html") {
		return nil
	}
	m.html.keep("GET "+r.URL.RequestURI(), answer.StatusCode, body)
	for _, found := range anchors.FindAllStringSubmatch(string(body), -1) {
		if strings.Contains(found[0], `method="post"`) {
			continue
		}
		to, err := url.Parse(html.UnescapeString(found[1]))
		if err != nil {
			t.Errorf("%s has the link %q: %v", r.URL.Path, found[1], err)
			continue
		}
		list = append(list, r.URL.ResolveReference(to))
		list[len(list)-1].Host = strings.TrimPrefix(list[len(list)-1].Host, r.URL.Host)
	}
	return list
}
