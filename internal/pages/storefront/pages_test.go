package storefront_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/api"
	"vitrine/internal/blob/blobhttp"
	"vitrine/internal/inspect"
	"vitrine/internal/markettest"
	"vitrine/internal/pages"
	"vitrine/internal/pages/reference"
	"vitrine/internal/pages/storefront"
	"vitrine/internal/payment"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/internal/survey"
	"vitrine/internal/survey/surveytest"
	"vitrine/internal/web"
)

const baseURL = markettest.BaseURL

// site is a whole marketplace as browsers and programs see it.
type site struct {
	handler http.Handler
	read    survey.Read // of uploaded files
	unread  bool        // what is to be read waits
	api     *api.Server
	shop    *shop.Shop
	reader  *survey.Reader
	db      *store.DB
	views   *storefront.Pages

	seller, buyer account

	mu    sync.Mutex
	shift time.Duration // how far the marketplace's clock is ahead of the machine's
}

// account is a user with an access token.
type account struct {
	vitrine.Caller
	Token string
}

// newSite starts a marketplace with a seller and a buyer.
func newSite(t testing.TB, provider payment.Provider) *site {
	t.Helper()
	s := newSiteOn(t, storetest.SQLite(t), provider, "USD")
	s.seller, s.buyer = s.account(t, "ada"), s.account(t, "bob")
	return s
}

// newSiteOn starts a marketplace on a database, wired as package app does.
func newSiteOn(t testing.TB, db *store.DB, provider payment.Provider, currency string, change ...func(*shop.Settings)) *site {
	t.Helper()
	s := &site{db: db, read: surveytest.ReadOnly}
	disk := markettest.Folder(t, s.now)
	parts := markettest.New(db, disk, s.now)
	parts.Shop.Payments, parts.Shop.Settings.Currency = provider, currency
	for _, c := range change {
		c(&parts.Shop.Settings)
	}
	parts.Reader.Read = func(ctx context.Context, f inspect.File, find inspect.Find, want inspect.Want) (inspect.Result, error) {
		return s.read(ctx, f, find, want)
	}
	s.shop, s.reader = parts.Open(t)
	mux := http.NewServeMux()
	shell, err := pages.New(pages.Options{BaseURL: baseURL, Sessions: session.New(s.shop, baseURL), Now: s.now})
	if err != nil {
		t.Fatal(err)
	}
	s.api = api.New(api.Options{Shop: s.shop, DB: db, BaseURL: baseURL, Now: s.now, Mux: mux, Missing: shell.Missing})
	documents, err := reference.New(shell, func() ([]byte, error) {
		contract, err := s.api.Contract()
		if err != nil {
			return nil, err
		}
		return contract.JSON()
	})
	if err != nil {
		t.Fatal(err)
	}
	if s.views, err = storefront.New(storefront.Options{Shell: shell, Shop: s.shop, DB: db, Now: s.now}); err != nil {
		t.Fatal(err)
	}
	shell.Register(mux)
	documents.Register(mux)
	s.views.Register(mux)
	mux.Handle("/blobs/", blobhttp.Downloads(disk, s.shop.CheckClaim, web.WriteProblem))
	showing := blobhttp.Showing{Store: disk, Refuse: web.WriteProblem, Damaged: func(key, why string) { t.Errorf("%s: %s", key, why) }}
	showing.Allowed = s.db.CheckPicture
	mux.Handle("/media/", blobhttp.Media(showing))
	showing.Allowed = s.reader.CheckPreview
	mux.Handle("/previews/", blobhttp.Previews(showing))
	s.handler = s.api.Handler()
	return s
}

func (s *site) now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Now().Add(s.shift)
}

// setClock puts the marketplace's clock ahead of the real one.
func (s *site) setClock(ahead time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shift = ahead
}

func (s *site) account(t testing.TB, name string) account {
	t.Helper()
	user, access, err := s.shop.CreateUser(t.Context(), shop.NewUser{Username: name, Email: name + "@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	return account{vitrine.Caller{User: *user, Scopes: access.Scopes}, access.Secret}
}

// call talks to the interface and gives the record that it answers.
func (s *site) call(t testing.TB, as account, method, path string, body any, wantStatus int) map[string]any {
	t.Helper()
	kind, data := "application/json", []byte(nil)
	switch body := body.(type) {
	case nil:
	case []byte:
		kind, data = "application/octet-stream", body
	default:
		var err error
		if data, err = json.Marshal(body); err != nil {
			t.Fatal(err)
		}
	}
	r := httptest.NewRequestWithContext(t.Context(), method, path, bytes.NewReader(data))
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Authorization", "Bearer "+as.Token)
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	if method != http.MethodGet && !s.unread {
		surveytest.ReadFiles(t, s.db, s.reader)
	}
	if w.Code != wantStatus {
		t.Fatalf("%s %s: status %d, want %d: %s", method, path, w.Code, wantStatus, w.Body)
	}
	var record map[string]any
	if w.Body.Len() > 0 {
		if err := json.Unmarshal(w.Body.Bytes(), &record); err != nil {
			t.Fatalf("%s %s: %v: %s", method, path, err, w.Body)
		}
	}
	return record
}

// draft makes a model of the seller's that lacks nothing but being published,
// and returns its path.
func (s *site) draft(t testing.TB, title string, price float64) string {
	t.Helper()
	return s.draftOf(t, map[string]any{"title": title, "price": price})
}

// draftOf makes a draft that lacks nothing with some members of its own.
func (s *site) draftOf(t testing.TB, members map[string]any) string {
	t.Helper()
	body := map[string]any{
		"title": "Cube", "description": "<p>A cube</p>", "tags": []string{"a", "b", "c", "d", "e"},
		"category": "tools", "price": 5, "license": "royalty_free",
	}
	maps.Copy(body, members)
	made := s.call(t, s.seller, "POST", "/v1/models", body, http.StatusCreated)
	path := fmt.Sprint("/v1/models/", made["id"])
	cube, err := os.ReadFile("../../../docs/tour/cube.stl")
	if err != nil {
		t.Fatal(err)
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 8, 6))); err != nil {
		t.Fatal(err)
	}
	s.call(t, s.seller, "POST", path+"/files?name=cube.stl", cube, http.StatusCreated)
	s.call(t, s.seller, "POST", path+"/images?name=cube.png", picture.Bytes(), http.StatusCreated)
	return path
}

// publish makes a published model of the seller's and gives its path.
func (s *site) publish(t testing.TB, title string, price float64) string {
	t.Helper()
	path := s.draft(t, title, price)
	s.call(t, s.seller, "PUT", path, map[string]any{"status": "published"}, http.StatusOK)
	return path
}

// publishOf makes a published model with some members of its own, and gives
// its path in the interface and that of its page.
func (s *site) publishOf(t testing.TB, members map[string]any) (path, page string) {
	t.Helper()
	path = s.draftOf(t, members)
	made := s.call(t, s.seller, "PUT", path, map[string]any{"status": "published"}, http.StatusOK)
	return path, strings.TrimPrefix(made["url"].(string), baseURL)
}

// order makes an order of the buyer's and gives its id and the path of its
// checkout page.
func (s *site) order(t testing.TB, model, returnURL string) (id int64, checkout string) {
	t.Helper()
	request := map[string]any{"model_id": strings.TrimPrefix(model, "/v1/models/"), "uuid": "mine-1"}
	if returnURL != "" {
		request["return_url"] = returnURL
	}
	made := s.call(t, s.buyer, "POST", "/v1/orders/", request, http.StatusCreated)
	if _, err := fmt.Sscan(made["id"].(string), &id); err != nil {
		t.Fatal(err)
	}
	checkout, ok := strings.CutPrefix(made["checkout_url"].(string), baseURL)
	if !ok || !strings.HasPrefix(checkout, "/checkout/") {
		t.Fatalf("checkout_url is %v", made["checkout_url"])
	}
	return id, checkout
}

// receiptOf is the receipt's path beside a checkout's.
func receiptOf(checkout string) string {
	return strings.Replace(checkout, "/checkout/", "/receipt/", 1)
}

func (s *site) wantOrder(t testing.TB, id int64, want vitrine.OrderStatus) {
	t.Helper()
	o, err := s.db.Order(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if o.Status != want {
		t.Errorf("the order is %s, want %s", o.Status, want)
	}
}

// browse sends what a browser sends and holds each page that comes back
// against what every page keeps to.
func (s *site) browse(t testing.TB, r *http.Request) page {
	t.Helper()
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	got := page{status: w.Code, header: w.Header(), body: w.Body.String()}
	got.check(t, r.Method+" "+r.URL.Path)
	return got
}

func (s *site) get(t testing.TB, path string) page {
	t.Helper()
	return s.browse(t, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
}

// choose sends the checkout page's form, as a browser does from the page.
func (s *site) choose(t testing.TB, checkout, outcome string) page {
	t.Helper()
	return s.browse(t, formOf(t, checkout, outcome, map[string]string{"Sec-Fetch-Site": "same-origin"}))
}

func formOf(t testing.TB, path, outcome string, header map[string]string) *http.Request {
	t.Helper()
	var body io.Reader = strings.NewReader(url.Values{"outcome": {outcome}}.Encode())
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, body)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for name, value := range header {
		r.Header.Set(name, value)
	}
	return r
}
