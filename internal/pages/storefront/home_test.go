package storefront_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/web"
)

func TestEmptyHome(t *testing.T) {
	t.Parallel()
	got := newSite(t, payment.Sandbox{}).get(t, "/")
	got.wantStatus(t, http.StatusOK)
	got.wantText(t, "Nothing is published yet")
	if !strings.Contains(got.body, `href="/sell"`) {
		t.Error("an empty marketplace does not lead to where people sell")
	}
	if cards := got.texts(t, "h3"); len(cards) > 0 {
		t.Errorf("an empty marketplace shows %q", cards)
	}
}

// TestVisitorsMaySell leads visitors to where people sell, as long as they may join and sell.
func TestVisitorsMaySell(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	s.publish(t, "Calibration cube", 1)
	house := vitrine.DefaultHouse()
	for _, c := range []struct {
		joining vitrine.JoinPolicy
		selling vitrine.SellerPolicy
		want    bool
	}{
		{vitrine.JoinOpen, vitrine.SellConfirmed, true}, {vitrine.JoinOpen, vitrine.SellOperators, false},
		{vitrine.JoinInvited, vitrine.SellConfirmed, false},
	} {
		house.Joining, house.Selling = c.joining, c.selling
		if err := s.shop.SetHouse(t.Context(), house); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(s.get(t, "/").body, `<a href="/sell">Sell</a>`); got != c.want {
			t.Errorf("who may join is %s, who may sell %s: the page leads to /sell: %v", c.joining, c.selling, got)
		}
	}
}

func TestHomeShowsTheNewest(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	s.publish(t, "Oldest", 12.5)
	s.draft(t, "Draft", 1)
	s.publish(t, "Middle", 0)
	gone := s.publish(t, "Withdrawn", 3)
	s.call(t, s.seller, "PUT", gone, map[string]any{"status": "draft"}, http.StatusOK)
	s.publish(t, "Newest", 7)

	got := s.get(t, "/")
	got.wantStatus(t, http.StatusOK)
	if diff := cmp.Diff([]string{"Newest", "Middle", "Oldest"}, got.texts(t, "h3")); diff != "" {
		t.Errorf("models (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"7.00 USD", "Free", "12.50 USD"}, got.texts(t, "strong")); diff != "" {
		t.Errorf("prices (-want +got):\n%s", diff)
	}
	got.wantText(t, "by ada", "STL", "See all 3 models")
	pictures := got.pictures(t)
	if len(pictures) != 3 {
		t.Fatalf("pictures: %q, want 3", pictures)
	}
	for _, path := range pictures {
		picture := s.get(t, path)
		picture.wantStatus(t, http.StatusOK)
		if kind := picture.header.Get("Content-Type"); !strings.HasPrefix(kind, "image/") {
			t.Errorf("%s is %q", path, kind)
		}
	}
}

// TestHomeShowsOnePage has more models than the page has room for.
func TestHomeShowsOnePage(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	for range 25 {
		s.publish(t, "One of many", 1)
	}
	got := s.get(t, "/")
	if n := len(got.texts(t, "h3")); n != 12 {
		t.Errorf("%d models are shown, want 12", n)
	}
	got.wantText(t, "See all 25 models")
}

// hostileTitles try to be more than text.
func hostileTitles() []string {
	return []string{
		`<script>alert(1)</script>`,
		`"><img src=x onerror=alert(1)>`,
		`' onmouseover='alert(1)`,
		`</title></h3></main><iframe src="//evil.example">`,
		`{{.Title}} &lt;b&gt; <!-- " ' -->`,
		`javascript:alert(1)`,
	}
}

// TestHostileTitles shows such titles on every page that shows titles: each
// stands there as text. That no page has scripts and handlers is checked of
// every page.
func TestHostileTitles(t *testing.T) {
	t.Parallel()
	for _, title := range hostileTitles() {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, payment.Sandbox{})
			model := s.publish(t, title, 5)
			_, checkout := s.order(t, model, "")
			want := strings.Join(strings.Fields(title), " ")

			home := s.get(t, "/")
			if diff := cmp.Diff([]string{want}, home.texts(t, "h3")); diff != "" {
				t.Errorf("titles at home (-want +got):\n%s", diff)
			}
			if pictures := home.pictures(t); len(pictures) != 1 {
				t.Errorf("pictures at home: %q", pictures)
			}
			asked := s.get(t, checkout)
			s.choose(t, checkout, "pay").wantRedirect(t, receiptOf(checkout))
			bought := s.get(t, receiptOf(checkout))
			for name, got := range map[string]page{"Checkout: ": asked, "Receipt: ": bought} {
				got.wantStatus(t, http.StatusOK)
				if diff := cmp.Diff([]string{name + want}, got.texts(t, "title")); diff != "" {
					t.Errorf("title of the page (-want +got):\n%s", diff)
				}
				if got := got.texts(t, "h2"); len(got) == 0 || got[0] != want {
					t.Errorf("%sheadings are %q, want first %q", name, got, want)
				}
				if diff := cmp.Diff([]string{"", "Picture of " + title}, got.attributes(t, "img", "alt")); diff != "" {
					t.Errorf("picture (-want +got):\n%s", diff)
				}
			}
		})
	}
}

func TestDocsListEveryOperation(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	finished, err := s.api.Contract()
	if err != nil {
		t.Fatal(err)
	}
	document, err := finished.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var contract struct {
		Paths map[string]map[string]struct {
			ID      string `json:"operationId"`
			Summary string `json:"summary"`
		} `json:"paths"`
		Components struct {
			Schemas map[string]any `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(document, &contract); err != nil {
		t.Fatal(err)
	}
	count := 0
	for path, methods := range contract.Paths {
		for method, operation := range methods {
			count++
			s.wantDescribed(t, "/docs/operations/"+operation.ID, operation.Summary, strings.ToUpper(method)+" "+path)
		}
	}
	for name := range contract.Components.Schemas {
		count++
		s.wantDescribed(t, "/docs/schemas/"+name, name)
	}
	got := s.get(t, "/docs")
	got.wantStatus(t, http.StatusOK)
	if listed := strings.Count(got.body, `<li id="`) - strings.Count(got.body, `<li id="answer-`) +
		strings.Count(s.get(t, "/docs/schemas").body, `<li id="schema-`); count != listed || count < 30 {
		t.Errorf("the pages list %d operations and schemas, the contract has %d", listed, count)
	}
	for _, gone := range []string{"/docs/operations/nonsense", "/docs/operations/%3Cscript%3E", "/docs/schemas/nonsense"} {
		s.get(t, gone).wantStatus(t, http.StatusNotFound)
	}
	s.get(t, "/docs/operations/createOrder").wantText(t, "409 conflict, such as “the buyer has bought this model already")
	got.wantText(t, baseURL, "503 unavailable, such as",
		"GET /v1/models/{id} ")
	s.get(t, "/docs/operations/uploadFile").wantText(t, "multipart/form-data", "file_type_id", "length at least 1", "curl -sS", "await fetch",
		"urllib.request.Request", "http.NewRequest")
	// Descriptions are CommonMark, and tags come in the contract's order.
	got.wantText(t, "Sellers make a draft (createModel)", "The pictures of a model.")
	for _, raw := range []string{"**Sellers", "`createModel`"} {
		if strings.Contains(got.body, raw) {
			t.Errorf("the page shows %q as it is written", raw)
		}
	}
	if models, categories := strings.Index(got.body, `<h2 id="models">`), strings.Index(got.body, `<h2 id="categories">`); models < 0 ||
		models > categories {
		t.Errorf("models begin at %d, categories at %d", models, categories)
	}
	s.get(t, "/docs/schemas/FactInt").wantText(t, "FactInt", "value *", "certainty *")
	s.get(t, "/docs/schemas/FactBox").wantText(t, "Box or null")
}

// wantDescribed asks for a page about a part of the interface. All of them are short.
func (s *site) wantDescribed(t *testing.T, path string, says ...string) {
	t.Helper()
	got := s.get(t, path)
	got.wantStatus(t, http.StatusOK)
	got.wantText(t, says...)
	if len(got.body) > 100_000 {
		t.Errorf("%s has %d bytes", path, len(got.body))
	}
}

func TestProblemPages(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	for _, doc := range web.Docs() {
		got := s.get(t, "/problems/"+string(doc.Code))
		got.wantStatus(t, http.StatusOK)
		got.wantText(t, doc.Title, string(doc.Code), doc.Text)
	}
	for _, code := range []string{"nonsense", "NOT_FOUND", "%3Cscript%3Ealert(1)%3C%2Fscript%3E", "not_found%00"} {
		s.get(t, "/problems/"+code).wantStatus(t, http.StatusNotFound)
	}
}

// TestProblemTypesLeadToTheirPages follows the address in a problem.
func TestProblemTypesLeadToTheirPages(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	problem := s.call(t, s.buyer, "POST", "/v1/orders", map[string]any{}, http.StatusUnprocessableEntity)
	path, ok := strings.CutPrefix(problem["type"].(string), baseURL)
	if !ok {
		t.Fatalf("the type is %v", problem["type"])
	}
	s.get(t, path).wantStatus(t, http.StatusOK)
}

// TestAssets follows the addresses of style and icon, which may be kept for
// ever.
func TestAssets(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	links := slices.DeleteFunc(s.get(t, "/").attributes(t, "link", "href"), func(link string) bool {
		return !strings.HasPrefix(link, "/assets/")
	})
	if len(links) != 2 {
		t.Fatalf("links: %q, want style and icon", links)
	}
	for i, kind := range []string{"text/css; charset=utf-8", "image/svg+xml"} {
		got := s.get(t, links[i])
		got.wantStatus(t, http.StatusOK)
		if got.header.Get("Content-Type") != kind || !strings.Contains(got.header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s has the header %v", links[i], got.header)
		}
		if strings.Contains(got.body, "url(") || strings.Contains(got.body, "@import") {
			t.Errorf("%s asks for something else", links[i])
		}
	}
	s.get(t, "/favicon.ico").wantStatus(t, http.StatusOK)
	for _, path := range []string{"/assets/style.css", "/assets/style.000000000000.css", "/assets/..", "/assets/"} {
		s.get(t, path).wantStatus(t, http.StatusNotFound)
	}
}
