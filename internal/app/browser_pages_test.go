package app_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	browser "vitrine/internal/browsertest"
)

// place is a page of the marketplace.
type place struct {
	name, address string
	fault         string // that the browser reports because of the page's status
}

func (m *market) places(t testing.TB) []place {
	t.Helper()
	paid, fresh := m.order(t, m.bowl), m.order(t, m.bowl)
	free := m.order(t, m.planter)
	m.send(t, paid, url.Values{"outcome": {"pay"}})
	return []place{
		{"home", "/", ""},
		{"list", "/3d-models", ""},
		{"category", "/3d-models/furniture/chairs", ""},
		{"filtered", "/search?keywords=stool&max_price=12&extensions=stl", ""},
		{"nothing-found", "/search?keywords=unobtainium&max_price=3", ""},
		{"model", m.bowl, ""},
		{"model-long", m.long, ""},
		{"model-printable", m.planter, ""},
		{"model-splats", m.cloud, ""},
		{"model-adult", m.adult, ""},
		{"list-adult", "/search?adult_content=true&keywords=bather", ""},
		{"seller", "/sellers/juniper-forge", ""},
		{"checkout", fresh, ""},
		{"checkout-declined", fresh + "?declined=1", ""},
		{"cart", "/cart", ""},
		{"checkout-free", free, ""},
		{"receipt", strings.Replace(paid, "/checkout/", "/receipt/", 1), ""},
		{"receipt-check", "/receipts/verify", ""},
		{"receipt-check-arabic", "/receipts/verify?lang=ar", ""},
		{"missing", "/3d-models/furniture/chairs/gone", "404"},
		{"filter-wrong", "/search?max_price=cheap", "400"},
		{"home-arabic", "/?lang=ar", ""},
		{"list-arabic", "/search?lang=ar&max_price=12&extensions=stl", ""},
		{"model-arabic", m.long + "?lang=ar", ""},
		{"model-german", m.planter + "?lang=de", ""},
		{"model-chinese", m.bowl + "?lang=zh-Hans", ""},
		{"docs", "/docs", ""},
		{"operation", "/docs/operations/createModel", ""},
		{"schemas", "/docs/schemas", ""},
		{"schema", "/docs/schemas/Model", ""},
		{"problem", "/problems/not_found", ""},
	}
}

// order buys a model without a browser, and returns the address of its checkout.
func (m *market) order(t testing.TB, model string) string {
	t.Helper()
	page := m.get(t, m.at(model)).Body
	_, rest, paid := strings.Cut(page, `name="model_id" value="`)
	id, _, _ := strings.Cut(rest, `"`)
	if !paid {
		_, rest, _ = strings.Cut(page, `href="/free/`)
		id, _, _ = strings.Cut(rest, "/")
	}
	return m.send(t, "/buy", url.Values{"model_id": {id}, "email": {"eve@example.net"}})
}

// send sends a form, and returns where it leads to.
func (m *market) send(t testing.TB, path string, form url.Values) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, m.at(path), strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := m.client.Transport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusSeeOther {
		t.Fatalf("%s: status %d", path, response.StatusCode)
	}
	return response.Header.Get("Location")
}

// at is the whole address of a path; a whole address stays.
func (m *market) at(path string) string {
	if strings.Contains(path, "://") {
		return path
	}
	return m.public + path
}

// openAll opens what is folded away, but for the end of long lists, and counts it.
const openAll = `[...document.querySelectorAll('main details:not([open])')].slice(0, 12).map((fold) => (fold.open = true)).length`

// survey looks at every page: that it fits its window and that everybody can
// use it.
func (m *market) survey(t *testing.T, w window) {
	page := w.open(t, browser.Without3D())
	for _, p := range m.places(t) {
		if p.fault != "" {
			page.Expect(p.fault)
		}
		page.Go(m.at(p.address))
		page.Keep("page-" + p.name + "-" + w.name)
		if browser.Eval[int](page, openAll) > 0 && (p.name == "filtered" || p.name == "docs" && w.narrow()) {
			page.Keep("page-" + p.name + "-open-" + w.name)
		}
		page.Fits()
		page.Accessible()
	}
}

// keyboard goes through pages without a mouse.
func (m *market) keyboard(t *testing.T, w window) {
	page := w.open(t, browser.Without3D())
	for _, p := range m.places(t) {
		switch p.name {
		case "home", "filtered", "model", "seller", "checkout", "receipt", "problem":
			page.Go(m.at(p.address))
			page.Reachable()
		}
	}
	page.Go(m.at("/"))
	page.Press(browser.Tab)
	if got := page.Text(":focus"); got != "Skip to the content" {
		t.Errorf("the first that Tab reaches is %q", got)
	}
	if !browser.Eval[bool](page, `document.activeElement.getBoundingClientRect().top >= 0`) {
		t.Error("the skip link is out of sight while it has the focus")
	}
	page.Press(browser.Enter, browser.Tab)
	if !browser.Eval[bool](page, `document.querySelector('main').contains(document.activeElement)`) {
		t.Error("the skip link does not lead into the content")
	}
}
