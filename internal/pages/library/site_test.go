package library_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/clocktest"
	"vitrine/internal/mail"
	"vitrine/internal/markettest"
	"vitrine/internal/pages"
	"vitrine/internal/pages/account"
	"vitrine/internal/pages/library"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/internal/web"
)

func noon() time.Time { return time.Date(2026, 5, 6, 12, 0, 0, 0, time.UTC) }

// site is a marketplace with these pages and those of accounts, whose clock stands still
// until a test moves it.
type site struct {
	handler http.Handler
	pages   *library.Pages
	shop    *shop.Shop
	db      *store.DB
	blobs   blob.Store
	clock   *clocktest.Clock
	seller  vitrine.Caller
}

func newSite(t *testing.T) *site {
	t.Helper()
	clock := clocktest.At(noon())
	return newSiteOn(t, markettest.Folder(t, clock.Now), clock)
}

// newSiteOn is newSite with stored bytes of its own.
func newSiteOn(t *testing.T, blobs blob.Store, clock *clocktest.Clock) *site {
	t.Helper()
	s := &site{db: storetest.SQLite(t), blobs: blobs, clock: clock}
	parts := markettest.New(s.db, blobs, clock.Now)
	parts.Shop.VisitorKey, parts.Shop.BaseURL = []byte("key"), markettest.BaseURL
	s.shop, _ = parts.Open(t)
	seller, _, err := s.shop.CreateUser(t.Context(), shop.NewUser{Username: "seller", Email: "seller@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	s.seller = vitrine.Caller{User: *seller, Scopes: vitrine.DefaultScopes()}
	shell, err := pages.New(pages.Options{BaseURL: markettest.BaseURL, Sessions: session.New(s.shop, markettest.BaseURL), Now: clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	accounts, err := account.New(account.Options{Shell: shell, Shop: s.shop, Languages: []string{"en"}})
	if err != nil {
		t.Fatal(err)
	}
	if s.pages, err = library.New(library.Options{Shell: shell, Shop: s.shop, DB: s.db}); err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	shell.Register(mux)
	accounts.Register(mux)
	s.pages.Register(mux)
	s.handler = web.Wrap(mux, web.Options{Missing: shell.Missing, Log: slog.New(slog.NewTextHandler(t.Output(), nil))})
	return s
}

// held is a file of a model, by its name and bytes. late is one whose checksum was not kept
// when it was uploaded, as of before there were archives.
type held struct {
	name, content string
	late, buyers  bool
}

// publish puts a model of the seller into the catalogue.
func (s *site) publish(t *testing.T, price vitrine.Amount, files ...held) *vitrine.Model {
	t.Helper()
	m, err := s.shop.CreateModel(t.Context(), s.seller, shop.ModelRequest{ModelChange: vitrine.ModelChange{
		Title: vitrine.Some("Oak chair"), Price: vitrine.Some(price), License: vitrine.Some(vitrine.General),
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		s.add(t, m.ID, f)
	}
	s.write(t, func(ctx context.Context, tx *store.Tx) error {
		m.Status, m.PublishedAt = vitrine.Published, noon()
		if err := tx.UpdateModel(ctx, m); err != nil {
			return err
		}
		return tx.PutListing(ctx, m, nil, true)
	})
	return m
}

// add stores a file of a model that is ready.
func (s *site) add(t *testing.T, model int64, f held) *vitrine.File {
	t.Helper()
	info, err := s.blobs.Put(t.Context(), blob.Files, strings.NewReader(f.content))
	if err != nil {
		t.Fatal(err)
	}
	file := vitrine.File{
		ModelID: model, Name: f.name, Extension: vitrine.Extension(f.name), Size: info.Size, SHA256: info.SHA256, BlobKey: info.Key,
		Status: vitrine.FileReady, ForBuyers: f.buyers, CreatedAt: noon(), UpdatedAt: noon(),
	}
	if !f.late {
		file.CRC32 = new(checksum(f.content))
	}
	s.write(t, func(ctx context.Context, tx *store.Tx) error { return tx.InsertFile(ctx, &file) })
	return &file
}

func (s *site) write(t *testing.T, fn func(ctx context.Context, tx *store.Tx) error) {
	t.Helper()
	if err := s.db.Write(t.Context(), func(tx *store.Tx) error { return fn(t.Context(), tx) }); err != nil {
		t.Fatal(err)
	}
}

// sell has somebody without an account buy a model and pay for it.
func (s *site) sell(t *testing.T, model *vitrine.Model, email string) *vitrine.Order {
	t.Helper()
	o, err := s.shop.OrderAsVisitor(t.Context(), shop.VisitorOrder{ModelID: model.ID, Email: email})
	if err == nil && o.Price > 0 {
		_, err = s.shop.Choose(t.Context(), o.CheckoutKey, "pay")
	} else if err == nil {
		_, err = s.shop.ConfirmFree(t.Context(), o.CheckoutKey)
	}
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// visitor is a browser with its cookies.
type visitor struct {
	site    *site
	cookies map[string]string
}

func (s *site) visitor() *visitor { return &visitor{s, map[string]string{}} }

// settled is a browser at which somebody has joined and confirmed their address.
func (s *site) settled(t *testing.T, name string) *visitor {
	t.Helper()
	v := s.joined(t, name, name+"@example.com")
	v.post(t, s.linkOf(t, mail.Confirm, name+"@example.com"), nil).wantLeads(t, "confirming", "/account?done=confirmed")
	return v
}

func (s *site) joined(t *testing.T, name, email string) *visitor {
	t.Helper()
	v := s.visitor()
	form := url.Values{"username": {name}, "email": {email}, "password": {"correct horse"}}
	v.post(t, "/join", form).wantLeads(t, "joining", "/account")
	return v
}

// mailOf is what the last mail of a kind to an address says.
func (s *site) mailOf(t *testing.T, kind mail.Kind, email string) (args mail.Args) {
	t.Helper()
	found := false
	for id := int64(1); ; id++ {
		m, err := s.db.Mail(t.Context(), id)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if m.Kind == string(kind) && m.Email == email {
			args, found = mail.Args{}, true
			if err := json.Unmarshal([]byte(m.Args), &args); err != nil {
				t.Fatal(err)
			}
		}
	}
	if !found {
		t.Fatalf("no mail %s to %s", kind, email)
	}
	return args
}

func (s *site) linkOf(t *testing.T, kind mail.Kind, email string) string {
	t.Helper()
	return s.mailOf(t, kind, email).Link
}

// answer is what a browser got.
type answer struct {
	status int
	header http.Header
	body   string
	broken bool // the connection was cut
}

func (v *visitor) get(t *testing.T, path string, header ...string) answer {
	t.Helper()
	return v.send(t, http.MethodGet, path, nil, header...)
}

func (v *visitor) post(t *testing.T, path string, form url.Values) answer {
	t.Helper()
	return v.send(t, http.MethodPost, path, form, "Sec-Fetch-Site", "same-origin")
}

// send asks with headers, given as names and values in turn.
func (v *visitor) send(t *testing.T, method, path string, form url.Values, header ...string) (got answer) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(form.Encode()))
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	for name, value := range v.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	w := httptest.NewRecorder()
	func() {
		defer func() {
			cut := recover()
			if err, ok := cut.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				got.broken = true
			} else if cut != nil {
				panic(cut)
			}
		}()
		v.site.handler.ServeHTTP(w, r)
	}()
	for _, cookie := range w.Result().Cookies() {
		if v.cookies[cookie.Name] = cookie.Value; cookie.MaxAge < 0 {
			delete(v.cookies, cookie.Name)
		}
	}
	got.status, got.header, got.body = w.Code, w.Header(), w.Body.String()
	return got
}

// tags are what a page's text stands between.
var tags = regexp.MustCompile(`<[^>]*>`)

// text is what a page says.
func (a answer) text() string {
	return strings.Join(strings.Fields(tags.ReplaceAllString(a.body, " ")), " ")
}

func (a answer) wantStatus(t *testing.T, what string, want int) {
	t.Helper()
	if a.status != want {
		t.Fatalf("%s: status %d, want %d:\n%s", what, a.status, want, a.text())
	}
}

func (a answer) wantText(t *testing.T, what string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(a.text(), part) {
			t.Errorf("%s: the page does not say %q:\n%s", what, part, a.text())
		}
	}
}

func (a answer) wantLeads(t *testing.T, what, want string) {
	t.Helper()
	if got := a.header.Get("Location"); a.status != http.StatusSeeOther || got != want {
		t.Fatalf("%s: status %d to %q, want 303 to %q:\n%s", what, a.status, got, want, a.text())
	}
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

func libraryPath(o *vitrine.Order) string { return "/library/orders/" + itoa(o.ID) }
