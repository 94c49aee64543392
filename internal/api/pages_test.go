package api_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"vitrine"
	"vitrine/internal/shop"
)

// writePage publishes a version of a text of the marketplace.
func (s *server) writePage(t testing.TB, kind vitrine.PaperKind, n shop.NewPaper) {
	t.Helper()
	admin := s.user(t, "admin", vitrine.AllScopes()[4:]...).User
	in := shop.SignedIn{User: admin, Session: vitrine.Session{ProvedAt: s.clock.Now(), CreatedAt: s.clock.Now(), Strong: true}}
	if _, err := s.shop.PublishPaper(t.Context(), in, kind, n); err != nil {
		t.Fatal(err)
	}
}

// terms are terms that everybody agrees to, in two languages.
func terms() shop.NewPaper {
	return shop.NewPaper{Binds: shop.BindsAnew, Texts: []vitrine.PaperText{
		{Language: "en", Title: "Terms", Text: "# Models\n\nBe **kind**."},
		{Language: "de", Title: "Bedingungen", Text: "Seid *nett*."},
	}}
}

// TestPages reads the marketplace's own texts in their languages and versions.
func TestPages(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.run(t, []scenario{{name: "none", request: get("bob", "/v1/pages"), wantStatus: 200, want: map[string]any{"pages": []any{}}}})
	s.writePage(t, vitrine.TermsPaper, terms())
	s.writePage(t, vitrine.HelpPaper, shop.NewPaper{Texts: []vitrine.PaperText{{Language: "en", Title: "Help", Text: "Ask."}}})
	again := terms()
	again.Since, again.Binds, again.Texts[0].Text = 1, shop.BindsAsEver, "Be kinder."
	s.writePage(t, vitrine.TermsPaper, again)
	const page = "/v1/pages/terms"
	s.run(t, []scenario{
		{name: "all", request: get("bob", "/v1/pages"), wantStatus: 200, want: map[string]any{
			"pages.0.page": "terms", "pages.0.version": 2, "pages.0.agreed_from": 1, "pages.0.languages": []any{"en", "de"},
			"pages.0.url": baseURL + "/terms", "pages.1.page": "help", "pages.1.agreed_from": nil, "pages.2": nil}},
		{name: "one", request: get("bob", page), wantStatus: 200, want: map[string]any{"title": "Terms", "text": "Be kinder.", "language": "en"},
			wantHeader: map[string]string{"Content-Language": "en"}},
		{name: "in another language", request: get("bob", page).with("Accept-Language", "de-AT"), wantStatus: 200,
			want: map[string]any{"title": "Bedingungen", "text": "Seid *nett*.", "url": baseURL + "/terms"}},
		{name: "of before", request: get("bob", page+"?version=1"), wantStatus: 200, want: map[string]any{"version": 1,
			"text": "# Models\n\nBe **kind**.", "url": baseURL + "/terms/versions/1"}},
		{name: "known", request: get("bob", page).with("If-None-Match", s.do(t, get("bob", page)).Header.Get("ETag")), wantStatus: 304},
		{name: "none of that number", request: get("bob", page+"?version=3"), wantStatus: http.StatusNotFound},
		{name: "not written", request: get("bob", "/v1/pages/imprint"), wantStatus: http.StatusNotFound},
		{name: "its versions", request: get("bob", page+"/versions"), wantStatus: 200, want: map[string]any{"total": 2,
			"versions.0.version": 2, "versions.0.shown": true, "versions.0.url": baseURL + "/terms",
			"versions.1.version": 1, "versions.1.shown": false, "versions.1.url": baseURL + "/terms/versions/1"}},
		{name: "versions of none", request: get("bob", "/v1/pages/imprint/versions"), wantStatus: 200, want: map[string]any{"total": 0,
			"versions": []any{}}},
		{name: "versions, signed out", request: get("", page+"/versions"), wantStatus: http.StatusUnauthorized},
		{name: "none of that name", request: get("bob", "/v1/pages/jokes"), wantStatus: http.StatusNotFound},
	})
}

// TestConsent reads what a buyer agreed to with the order: they, and the operator.
func TestConsent(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	house := vitrine.DefaultHouse()
	house.AskWaiver, house.WaiverText = true, "At once, please."
	if err := s.shop.SetHouse(t.Context(), house); err != nil {
		t.Fatal(err)
	}
	path, _ := s.offer(t, "ada", complete, "a.stl")
	order := s.order(t, "bob", path, "")
	at := orderPath(t, order)
	before := s.do(t, get("bob", at))
	if err := s.shop.Waive(t.Context(), idOf(text(order.at(t, "checkout_url"))), shop.WaiverHash(house.WaiverText)); err != nil {
		t.Fatal(err)
	}
	house.WaiverText = "Sooner."
	if err := s.shop.SetHouse(t.Context(), house); err != nil {
		t.Fatal(err)
	}
	s.user(t, "admin", vitrine.AllScopes()[4:]...)
	agreed := map[string]any{"consent.text": "At once, please.", "consent.agreed_at": "2026-03-04T05:06:07Z"}
	s.run(t, []scenario{
		{name: "the buyer", request: get("bob", at).with("If-None-Match", before.Header.Get("ETag")), wantStatus: 200, want: agreed},
		{name: "the operator, who confirms the payment", request: put("admin", at, `{"status":"paid"}`), wantStatus: 200, want: agreed},
		{name: "the seller", request: get("ada", at), wantStatus: http.StatusNotFound},
	})
	if before.at(t, "consent") != nil {
		t.Errorf("before it was %v", before.at(t, "consent"))
	}
}

// TestOperatorsWritePages publishes two versions of a text, one against somebody else's, and
// withdraws it.
func TestOperatorsWritePages(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) { s.operatorsWritePages(t) })
}

func (s *server) operatorsWritePages(t *testing.T) {
	t.Helper()
	s.user(t, "admin", vitrine.ScopeAdmin)
	const path = "/v1/desk/pages/terms"
	put := func(body string) request { return request{method: "PUT", path: path, as: "admin", body: body} }
	read := request{method: "GET", path: path, as: "admin"}
	one := func(n json.Number) map[string]any { return map[string]any{"version": n, "shown": true} }
	s.run(t, []scenario{
		{name: "without the scope", request: request{method: "PUT", path: path, as: "bob", body: published(0)}, wantStatus: 403},
		{name: "read without the scope", request: get("bob", path), wantStatus: 403},
		{name: "none yet", request: read, wantStatus: 200, want: map[string]any{"version": json.Number("0"), "shown": false, "texts": []any{}}},
		{name: "the first", request: put(published(0)), wantStatus: 200, want: one("1")},
		{name: "everybody reads it", request: get("bob", "/v1/pages/terms"), wantStatus: 200, want: map[string]any{"text": "Be kind."}},
		{name: "from before it", request: put(published(0)), wantStatus: 409},
		{name: "the second", request: put(published(1)), wantStatus: 200, want: map[string]any{"version": json.Number("2"),
			"agreed_from": json.Number("1")}},
		{name: "twice in a language", request: put(`{"version":2,"agree":"nobody","texts":[{"language":"en","title":"A","text":"a"},` +
			`{"language":"en","title":"B","text":"b"}]}`), wantStatus: 422},
		{name: "who is to agree", request: put(`{"version":2,"agree":"me","texts":[{"language":"en","title":"A","text":"a"}]}`), wantStatus: 422},
		{name: "a language as it is typed", request: put(`{"version":2,"agree":"nobody","texts":[{"language":"ZH-hans","title":"A","text":"a"}]}`),
			wantStatus: 200, want: map[string]any{"texts.0.language": "zh-Hans"}},
		{name: "withdraw", request: request{method: "DELETE", path: path, as: "admin"}, wantStatus: 204},
		{name: "it is gone", request: get("bob", "/v1/pages/terms"), wantStatus: 404},
		{name: "its versions stay", request: get("bob", "/v1/pages/terms/versions"), wantStatus: 200, want: map[string]any{
			"total": json.Number("3"), "versions.0.shown": false}},
		{name: "operators have its words", request: read, wantStatus: 200,
			want: map[string]any{"version": json.Number("3"), "shown": false, "texts.0.text": "a"}},
		{name: "publish it again", request: put(published(3)), wantStatus: 200, want: one("4")},
	})
}
