package storefront_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

const paymentText = `# By transfer

Models & Sons
IBAN **DE02 1203 0000**

| BIC | Bank |
|---|---|
| BYLADEM1001 | Example Bank |

Ask [us](https://pay.example/help), not [them](javascript:alert(1)). <script>alert(2)</script><b onclick="x()">!</b> ![pixel](https://track.example/p.png)`

// payTo makes a marketplace with a text about payments beside one that exists.
func (s *site) payTo(t testing.TB, provider payment.Provider) *site {
	t.Helper()
	told := newSiteOn(t, s.db, provider, "USD", func(set *shop.Settings) { set.PaymentText = paymentText })
	told.seller, told.buyer = s.seller, s.buyer
	return told
}

func TestPaymentTextOnCheckout(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Manual{}).payTo(t, payment.Manual{})
	id, checkout := s.order(t, s.publish(t, "Calibration cube", 12.5), "")

	got := s.get(t, checkout)
	got.wantStatus(t, http.StatusOK)
	got.wantText(t, "How to pay", "Example Bank", "The operator of this marketplace confirms the payment")
	place := got.all(t, "section")
	if len(place) != 1 {
		t.Fatalf("%d sections, want the one that says how to pay", len(place))
	}
	for _, want := range []string{fmt.Sprint("Pay 12.50 USD and name order ", id), "By transfer", "IBAN DE02 1203 0000", "BYLADEM1001",
		"Ask us, not them."} {
		if text := textOf(place[0]); !strings.Contains(text, want) {
			t.Errorf("how to pay lacks %q: %s", want, text)
		}
	}
	if strings.Contains(got.text(t), "to the seller as agreed") {
		t.Error("the page speaks of an agreement as well")
	}
	wantPaymentElements(t, got)

	if _, err := s.shop.MarkPaid(t.Context(), id, ""); err != nil {
		t.Fatal(err)
	}
	s.get(t, receiptOf(checkout)).wantNoPaymentText(t, "the receipt of a paid order")
}

// wantPaymentElements asks for what became of the text's Markdown.
func wantPaymentElements(t *testing.T, got page) {
	t.Helper()
	if want := []string{"How to pay", "By transfer"}; !slices.Equal(append(got.texts(t, "h3"), got.texts(t, "h4")...), want) {
		t.Errorf("headings %q and %q, want %q", got.texts(t, "h3"), got.texts(t, "h4"), want)
	}
	if strong := got.texts(t, "strong"); !slices.Contains(strong, "DE02 1203 0000") {
		t.Errorf("what is strong: %q", strong)
	}
	if len(got.all(t, "br")) != 1 {
		t.Error("lines are not kept apart")
	}
	for _, bad := range []string{"javascript:", "<script>", "onclick", "track.example"} {
		if strings.Contains(got.body, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	if !strings.Contains(got.body, `<a href="https://pay.example/help" rel="nofollow noreferrer">us</a>`) {
		t.Error("the link is gone")
	}
}

func (p page) wantNoPaymentText(t testing.TB, what string) {
	t.Helper()
	p.wantStatus(t, http.StatusOK)
	if strings.Contains(p.body, "Example Bank") || strings.Contains(p.body, "How to pay") {
		t.Errorf("%s says how to pay", what)
	}
}

// TestPaymentTextStaysAway asks the pages where nothing is to be paid by hand.
func TestPaymentTextStaysAway(t *testing.T) {
	t.Parallel()
	plain := newSite(t, payment.Sandbox{})
	sandbox, manual := plain.payTo(t, payment.Sandbox{}), plain.payTo(t, payment.Manual{})
	model := sandbox.publish(t, "Calibration cube", 12.5)
	_, played := sandbox.order(t, model, "")
	sandbox.get(t, played).wantNoPaymentText(t, "the sandbox")
	manual.get(t, played).wantNoPaymentText(t, "an order of the sandbox, later")

	manual.buyer = manual.account(t, "carol")
	_, free := manual.order(t, manual.publish(t, "Free cube", 0), "")
	manual.get(t, free).wantNoPaymentText(t, "a free order")

	manual.buyer = manual.account(t, "dave")
	_, canceled := manual.order(t, manual.publish(t, "Second cube", 3), "")
	manual.choose(t, canceled, "cancel")
	manual.get(t, canceled).wantNoPaymentText(t, "a canceled order")
}

// TestAddressToKeep finds the page's own address in a field that can be read
// without scripts, and the script that copies it.
func TestAddressToKeep(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	_, checkout := s.order(t, s.publish(t, "Calibration cube", 12.5), "")
	s.get(t, checkout).wantAddress(t, checkout)
	s.choose(t, checkout, "pay")
	s.get(t, receiptOf(checkout)).wantAddress(t, receiptOf(checkout))

	s.buyer = s.account(t, "carol")
	_, canceled := s.order(t, s.publish(t, "Second cube", 3), "")
	s.choose(t, canceled, "cancel")
	ended := s.get(t, canceled)
	if strings.Contains(ended.body, "Keep this address") || strings.Contains(ended.header.Get("Content-Security-Policy"), "script-src") {
		t.Error("the page of a canceled order asks to be kept, or allows scripts")
	}
}

func (p page) wantAddress(t *testing.T, path string) {
	t.Helper()
	fields := slices.DeleteFunc(p.all(t, "input"), func(e *html.Node) bool { return attribute(e, "id") != "address" })
	if len(fields) != 1 || attribute(fields[0], "value") != baseURL+path || !slices.Contains(p.attributes(t, "input", "readonly"), "") {
		t.Fatalf("%d fields for the address %s, or not read-only", len(fields), path)
	}
	if attribute(fields[0], "name") != "" {
		t.Error("forms send the address along")
	}
	if labels := p.texts(t, "label"); !slices.Contains(labels, "Keep this address") ||
		!slices.Contains(p.attributes(t, "p", "role"), "status") {
		t.Errorf("labels %q, or no place that tells of the copy", labels)
	}
	if !slices.ContainsFunc(p.attributes(t, "script", "src"), func(src string) bool { return strings.HasPrefix(src, "/assets/copy.") }) {
		t.Error("nothing copies it")
	}
	if got := p.header.Get("Content-Security-Policy"); !strings.Contains(got, "; script-src 'self'; ") {
		t.Errorf("the policy does not let the script run: %s", got)
	}
}

// TestViewsOfKeptPages counts who gets the page of a model, also one that was kept.
func TestViewsOfKeptPages(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	_, page := s.publishOf(t, map[string]any{"title": "Oak chair", "price": 5})
	for _, who := range []struct{ method, agent, purpose string }{
		{"GET", "Firefox", ""}, {"GET", "Firefox", ""}, {"GET", "Safari", ""}, {"HEAD", "Edge", ""}, {"GET", "Chrome", "prefetch"},
		{"GET", "Googlebot", ""},
	} {
		r := httptest.NewRequestWithContext(t.Context(), who.method, page, nil)
		r.Header.Set("User-Agent", who.agent)
		r.Header.Set("Sec-Purpose", who.purpose)
		s.handler.ServeHTTP(httptest.NewRecorder(), r)
	}
	if kept := s.views.Memories()["pages"]().Hits; kept == 0 {
		t.Error("no page was kept")
	}
	if err := s.shop.WriteVisits(t.Context()); err != nil {
		t.Fatal(err)
	}
	q := store.SeenQuery{SellerID: s.seller.User.ID, From: time.UnixMicro(0), To: s.now().AddDate(0, 0, 2)}
	seen, err := s.db.SeenByDay(t.Context(), q)
	if err != nil || len(seen) != 1 || seen[0].Views != 2 {
		t.Errorf("the views are %v, want 2: %v", seen, err)
	}
}
