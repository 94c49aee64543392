package seller_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/clocktest"
	"vitrine/internal/markettest"
	"vitrine/internal/pages"
	"vitrine/internal/pages/seller"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/internal/survey"
	"vitrine/internal/web"
)

func noon() time.Time { return time.Date(2026, 5, 6, 12, 0, 0, 0, time.UTC) }

const password = "correct horse"

// site is a marketplace with these pages alone, whose clock stands still until a test moves it.
type site struct {
	handler http.Handler
	shop    *shop.Shop
	db      *store.DB
	clock   *clocktest.Clock
	reader  *survey.Reader // of files

	stopping chan struct{}
}

// built is what a site is made from; a test may change it first.
type built struct {
	markettest.Parts
	pages.Options
}

func newSite(t testing.TB, edit ...func(*built)) *site {
	t.Helper()
	return newSiteOn(t, storetest.SQLite(t), edit...)
}

func newSiteOn(t testing.TB, db *store.DB, edit ...func(*built)) *site {
	t.Helper()
	s := &site{db: db, clock: clocktest.At(noon()), stopping: make(chan struct{})}
	parts := &built{Parts: markettest.New(s.db, markettest.Folder(t, s.clock.Now), s.clock.Now)}
	parts.Shop.VisitorKey = []byte("key")
	parts.Shop.Settings.FileSize, parts.Shop.Settings.Files = 1000, 3
	for _, change := range edit {
		change(parts)
	}
	s.shop, s.reader = parts.Open(t)
	parts.BaseURL, parts.Sessions, parts.Now = markettest.BaseURL, session.New(s.shop, markettest.BaseURL), s.clock.Now
	shell, err := pages.New(parts.Options)
	if err != nil {
		t.Fatal(err)
	}
	room, err := seller.New(seller.Options{Shell: shell, Shop: s.shop, DB: s.db, Now: s.clock.Now,
		Beat: time.Millisecond, Stopping: s.stopping})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	shell.Register(mux)
	room.Register(mux)
	s.handler = web.Wrap(mux, web.Options{Missing: shell.Missing})
	return s
}

// browser is that of somebody who is signed in.
type browser struct {
	site   *site
	user   vitrine.User
	secret string
}

func (s *site) signedIn(t testing.TB, name string) *browser {
	t.Helper()
	user, _, err := s.shop.CreateUser(t.Context(), shop.NewUser{Username: name, Email: name + "@example.com", Password: password})
	if err != nil {
		t.Fatal(err)
	}
	started, err := s.shop.SignIn(t.Context(), shop.Credentials{Name: name, Password: password}, shop.Browser{})
	if err != nil {
		t.Fatal(err)
	}
	return &browser{s, *user, started.Secret}
}

// answer is what a browser got.
type answer struct {
	status int
	leads  string
	body   string
}

// tags are what a page's text stands between.
var tags = regexp.MustCompile(`<[^>]*>`)

func (a answer) text() string {
	return strings.Join(strings.Fields(tags.ReplaceAllString(a.body, " ")), " ")
}

func (a answer) want(t *testing.T, what string, status int, parts ...string) {
	t.Helper()
	if a.status != status {
		t.Fatalf("%s: status %d, want %d:\n%s", what, a.status, status, a.text())
	}
	for _, part := range parts {
		if !strings.Contains(a.text(), part) {
			t.Errorf("%s: the page does not say %q:\n%s", what, part, a.text())
		}
	}
}

func (a answer) wantLeads(t *testing.T, what, path string) {
	t.Helper()
	if a.status != http.StatusSeeOther || a.leads != path {
		t.Fatalf("%s: status %d to %q, want 303 to %q:\n%s", what, a.status, a.leads, path, a.text())
	}
}

func (b *browser) get(t *testing.T, path string) answer {
	t.Helper()
	return b.send(t, http.MethodGet, path, "", nil)
}

func (b *browser) post(t *testing.T, path string, form url.Values) answer {
	t.Helper()
	return b.send(t, http.MethodPost, path, "application/x-www-form-urlencoded", strings.NewReader(form.Encode()))
}

// named is a file in a form.
type named struct{ name, content string }

// upload sends files in a form, as browsers do: an empty field has a file without a name.
func (b *browser) upload(t *testing.T, path string, files ...named) answer {
	t.Helper()
	return b.uploadAs(t, path, "files", files...)
}

// uploadAs is upload by a field of a name.
func (b *browser) uploadAs(t *testing.T, path, field string, files ...named) answer {
	t.Helper()
	body, kind := formOf(t, field, files...)
	return b.send(t, http.MethodPost, path, kind, body)
}

func formOf(t *testing.T, field string, files ...named) (body *bytes.Buffer, kind string) {
	t.Helper()
	body = &bytes.Buffer{}
	form := multipart.NewWriter(body)
	if err := form.WriteField("title", "no file"); err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		part, err := form.CreateFormFile(field, f.name)
		if err == nil {
			_, err = io.WriteString(part, f.content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	return body, form.FormDataContentType()
}

func (b *browser) send(t *testing.T, method, path, kind string, body io.Reader) answer {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, body)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	r.AddCookie(&http.Cookie{Name: "__Host-vitrine-session", Value: b.secret})
	w := httptest.NewRecorder()
	b.site.handler.ServeHTTP(w, r)
	if got := w.Header().Get("Cache-Control"); got != "no-store" {
		t.Errorf("%s %s: Cache-Control is %q", method, path, got)
	}
	return answer{w.Code, w.Header().Get("Location"), w.Body.String()}
}
