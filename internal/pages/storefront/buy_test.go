package storefront_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/payment"
)

// send sends a form as a browser does, from a page of a site.
func (s *site) send(t testing.TB, path string, form url.Values, from string) page {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", from)
	return s.browse(t, r)
}

// buyForm reads the form that buys a model off its page, with an address. The page of a
// free model has none: what downloads it names the model.
func buyForm(t testing.TB, model page, email string) url.Values {
	t.Helper()
	form := url.Values{"email": {email}}
	for _, field := range model.all(t, "input") {
		if attribute(field, "type") == "hidden" {
			form.Set(attribute(field, "name"), attribute(field, "value"))
		}
	}
	for _, address := range model.attributes(t, "a", "href") {
		if rest, free := strings.CutPrefix(address, "/free/"); free && strings.HasSuffix(rest, "/all.zip") {
			form.Set("model_id", strings.TrimSuffix(rest, "/all.zip"))
		}
	}
	return form
}

// TestVisitorBuys goes from the home page to the bought file, by links and
// forms alone. Two visitors buy the same model, one of them twice.
func TestVisitorBuys(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	s.publish(t, "Calibration cube", 12.5)
	card := s.get(t, "/").all(t, "h3")[0].FirstChild
	model := s.get(t, attribute(card, "href"))
	for _, email := range []string{"eve@example.net", "eve@example.net", "mallory@example.net", "bob@example.com"} {
		bought := s.send(t, "/buy", buyForm(t, model, email), "same-origin")
		checkout := bought.header.Get("Location")
		if bought.status != http.StatusSeeOther || !strings.HasPrefix(checkout, "/checkout/") ||
			bought.header.Get("Cache-Control") != "no-store" {
			t.Fatalf("status %d to %q", bought.status, checkout)
		}
		s.get(t, checkout).wantText(t, "Calibration cube", "12.50 USD", "SANDBOX")
		s.choose(t, checkout, "pay").wantRedirect(t, receiptOf(checkout))
		receipt := s.get(t, receiptOf(checkout))
		receipt.wantText(t, "Buyer"+email, "paid")
		s.wantDownload(t, receipt)
	}
}

func TestVisitorGetsFreeModel(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Manual{})
	_, path := s.publishOf(t, map[string]any{"title": "Free cube", "price": 0})
	model := s.get(t, path)
	model.wantText(t, "Free", "Download free (1.3 kB)", "No account is needed.")
	if fields := model.attributes(t, "input", "name"); slices.Contains(fields, "email") {
		t.Errorf("the page asks for %q", fields)
	}
	checkout := s.send(t, "/buy", buyForm(t, model, "eve@example.net"), "same-origin").header.Get("Location")
	s.choose(t, checkout, "confirm").wantRedirect(t, receiptOf(checkout))
	s.wantDownload(t, s.get(t, receiptOf(checkout)))
}

func TestBuyRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	api, path := s.publishOf(t, map[string]any{"title": "Cube"})
	form := buyForm(t, s.get(t, path), "eve@example.net")
	s.send(t, "/buy", form, "cross-site").wantStatus(t, http.StatusForbidden)
	s.send(t, "/buy", form, "same-site").wantStatus(t, http.StatusForbidden)
	for _, email := range []string{"", "eve", `"><script>`} {
		again := s.send(t, "/buy", buyForm(t, s.get(t, path), email), "same-origin")
		again.wantStatus(t, http.StatusUnprocessableEntity)
		again.wantText(t, "This is not an email address.", "Buy for 5.00 USD")
		for _, field := range again.all(t, "input") {
			if attribute(field, "name") == "email" && (attribute(field, "value") != email || attribute(field, "aria-invalid") != "true") {
				t.Errorf("the field has %q", field.Attr)
			}
		}
	}
	for id, want := range map[string]int{"": 400, "x": 400, "999": 404, "-1": 404} {
		form.Set("model_id", id)
		if got := s.send(t, "/buy", form, "same-origin"); got.status != want {
			t.Errorf("model %q: status %d, want %d", id, got.status, want)
		}
	}
	s.call(t, s.seller, "PUT", api, map[string]any{"status": "draft"}, http.StatusOK)
	form.Set("model_id", strings.TrimPrefix(api, "/v1/models/"))
	s.send(t, "/buy", form, "same-origin").wantStatus(t, http.StatusNotFound)
	form.Set("email", "nonsense")
	s.send(t, "/buy", form, "same-origin").wantStatus(t, http.StatusNotFound)
	s.get(t, "/buy").wantStatus(t, http.StatusMethodNotAllowed)
	s.wantNoOrders(t)
}

// wantNoOrders fails when some order was made.
func (s *site) wantNoOrders(t testing.TB) {
	t.Helper()
	if _, err := s.db.Order(t.Context(), 1); vitrine.CodeOf(err) != vitrine.NotFound {
		t.Errorf("an order was made: %v", err)
	}
}
