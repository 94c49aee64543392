package storefront_test

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
)

// TestReturnAddress sends customers back to where the application said.
func TestReturnAddress(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, address, outcome string
		wantPlace              string // all but the query
		want                   url.Values
		wantAction             string // origin that the form may lead to
	}{
		{"plain", "https://shop.example/back", "pay", "https://shop.example/back", url.Values{"status": {"paid"}}, "https://shop.example"},
		{"no path", "https://shop.example", "pay", "https://shop.example", url.Values{"status": {"paid"}}, "https://shop.example"},
		{
			"an existing query", "https://shop.example:8443/back?session=a%20b%26c&x=1&x=2#done", "pay", "https://shop.example:8443/back#done",
			url.Values{"status": {"paid"}, "session": {"a b&c"}, "x": {"1", "2"}}, "https://shop.example:8443",
		},
		{"members of ours", "https://shop.example/back?id=7&status=paid", "decline", "https://shop.example/back",
			url.Values{"status": {"unpaid"}}, "https://shop.example"},
		{"this machine", "http://localhost:3000/back", "pay", "http://localhost:3000/back", url.Values{"status": {"paid"}},
			"http://localhost:3000"},
		{"canceled", "https://shop.example/back?a=b", "cancel", "https://shop.example/back", url.Values{"status": {"canceled"}, "a": {"b"}},
			"https://shop.example"},
		{"hostile", `https://shop.example/"><script>alert(1)</script>?a="><b>`, "pay",
			"https://shop.example/%22%3E%3Cscript%3Ealert%281%29%3C/script%3E", url.Values{"status": {"paid"}, "a": {`"><b>`}},
			"https://shop.example"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, payment.Sandbox{})
			id, checkout := s.order(t, s.publish(t, "Calibration cube", 12.5), c.address)
			policy := s.get(t, checkout).header.Get("Content-Security-Policy")
			if want := "form-action 'self' " + c.wantAction + "; "; !strings.Contains(policy, want) {
				t.Errorf("Content-Security-Policy is %q, want %q in it", policy, want)
			}

			got := s.choose(t, checkout, c.outcome)
			got.wantStatus(t, http.StatusSeeOther)
			address, err := url.Parse(got.header.Get("Location"))
			if err != nil {
				t.Fatal(err)
			}
			want := maps.Clone(c.want)
			want.Set("id", strconv.FormatInt(id, 10))
			want.Set("uuid", "mine-1")
			if diff := cmp.Diff(want, address.Query()); diff != "" {
				t.Errorf("query (-want +got):\n%s", diff)
			}
			address.RawQuery = ""
			if place, err := url.PathUnescape(c.wantPlace); err != nil || !slices.Contains([]string{c.wantPlace, place}, address.String()) {
				t.Errorf("the customer goes to %s, want %s", address, c.wantPlace)
			}
			if c.outcome == "pay" {
				s.get(t, receiptOf(checkout)).wantText(t, "Go back to the shop")
			}
		})
	}
}

// TestReturnAddressesThatAreRefused are no places to send a customer to.
func TestReturnAddressesThatAreRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	model := strings.TrimPrefix(s.publish(t, "Calibration cube", 12.5), "/v1/models/")
	for _, address := range []string{
		"javascript:alert(1)", "JavaScript:alert(1)", "javascript://shop.example/%0aalert(1)", "data:text/html,x", "vbscript:x",
		"ftp://shop.example/", "file:///etc/passwd",
		"shop.example/back", "//shop.example/back", "/back", "back", "?a=b", "https:", "https:///back", "https:shop.example",
		" https://shop.example", "https://shop.example/\nback",
		"http://shop.example/back", "http://localhost.evil.example/", "http://10.0.0.1/", "http://shop@evil.example/",
		"https://shop@evil.example/", "https://shop:x@evil.example/", "https://@shop.example/",
		"https://*", "https://*.example/", "https://shop.example;/", "https://shop.example'self'/", "https://shop.example:*/",
		"https://shop.example:0/", "https://shop.example:99999/", "https://shop.example:/",
		"https://shop.example\\@evil.example/", "https://sh%6fp.example/", "https://-/", "https://0x7f.1/", "https://[fe80::1%25eth0]/",
		"https://..", "https://münchen.example/",
	} {
		problem := s.call(t, s.buyer, "POST", "/v1/orders", map[string]any{"model_id": model, "return_url": address},
			http.StatusUnprocessableEntity)
		fields, _ := problem["errors"].([]any)
		if len(fields) != 1 {
			t.Errorf("%q: errors are %v", address, problem["errors"])
			continue
		}
		if field := fields[0].(map[string]any); field["pointer"] != "/return_url" || field["code"] != "bad_format" {
			t.Errorf("%q: %v", address, field)
		}
	}
}

// TestFormsOfOtherSites sends the checkout's form from elsewhere.
func TestFormsOfOtherSites(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		header map[string]string
		want   int
	}{
		{"cross-site", map[string]string{"Sec-Fetch-Site": "cross-site"}, http.StatusForbidden},
		{"same-site", map[string]string{"Sec-Fetch-Site": "same-site"}, http.StatusForbidden},
		{"an older browser, elsewhere", map[string]string{"Origin": "https://evil.example"}, http.StatusForbidden},
		{"an older browser, a sandboxed frame", map[string]string{"Origin": "null"}, http.StatusForbidden},
		{"same-origin", map[string]string{"Sec-Fetch-Site": "same-origin", "Origin": "https://example.com"}, http.StatusSeeOther},
		{"typed by the user", map[string]string{"Sec-Fetch-Site": "none"}, http.StatusSeeOther},
		{"an older browser, here", map[string]string{"Origin": "https://example.com"}, http.StatusSeeOther}, // httptest's host
		{"no browser", nil, http.StatusSeeOther},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, payment.Sandbox{})
			id, checkout := s.order(t, s.publish(t, "Calibration cube", 12.5), "")
			got := s.browse(t, formOf(t, checkout, "pay", c.header))
			got.wantStatus(t, c.want)
			if c.want != http.StatusForbidden {
				s.wantOrder(t, id, vitrine.Paid)
				return
			}
			got.wantText(t, "That did not work", "another site")
			s.wantOrder(t, id, vitrine.Unpaid)
			// Looking is allowed: an application's page links to the checkout.
			r := formOf(t, checkout, "", c.header)
			r.Method, r.Body = http.MethodGet, http.NoBody
			s.browse(t, r).wantStatus(t, http.StatusOK)
		})
	}
}

// TestReturnAddressIsAskedAgain sends nobody to an address that the operator has
// forbidden since the order was made.
func TestReturnAddressIsAskedAgain(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*site, int64) error{
		"another address is registered": func(s *site, app int64) error {
			register := func(app *vitrine.Application) { app.ReturnURLs = []string{"https://shop.example/other"} }
			_, err := s.shop.ChangeApplication(t.Context(), app, register)
			return err
		},
		"the application is removed": func(s *site, app int64) error { return s.shop.RemoveApplication(t.Context(), app) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, payment.Sandbox{})
			model := strings.TrimPrefix(s.publish(t, "Calibration cube", 12.5), "/v1/models/")
			app, _, err := s.shop.CreateApplication(t.Context(), shop.NewApplication{Name: "Shop", OwnerID: s.buyer.User.ID})
			if err != nil {
				t.Fatal(err)
			}
			caller := s.buyer.Caller
			caller.Application = app
			id, err := strconv.ParseInt(model, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			o, err := s.shop.CreateOrder(t.Context(), caller,
				shop.NewOrder{ModelID: id, BuyersEmail: "eve@example.net", ReturnURL: "https://shop.example/back"})
			if err != nil {
				t.Fatal(err)
			}
			checkout := "/checkout/" + o.CheckoutKey
			if policy := s.get(t, checkout).header.Get("Content-Security-Policy"); !strings.Contains(policy,
				"form-action 'self' https://shop.example;") {
				t.Errorf("before, the policy is %s", policy)
			}
			if err := change(s, app.ID); err != nil {
				t.Fatal(err)
			}

			if policy := s.get(t, checkout).header.Get("Content-Security-Policy"); !strings.Contains(policy, "form-action 'self';") {
				t.Errorf("the policy is %s", policy)
			}
			s.choose(t, checkout, "pay").wantRedirect(t, receiptOf(checkout))
			if links := s.get(t, receiptOf(checkout)).attributes(t, "a", "href"); slices.ContainsFunc(links, func(link string) bool {
				return strings.Contains(link, "shop.example")
			}) {
				t.Errorf("the receipt leads to %v", links)
			}
		})
	}
}

// TestReturnToIPv6 leads back by a link where the page's policy has no words for
// the address.
func TestReturnToIPv6(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	_, checkout := s.order(t, s.publish(t, "Calibration cube", 12.5), "http://[::1]:3000/back")
	if policy := s.get(t, checkout).header.Get("Content-Security-Policy"); !strings.Contains(policy, "form-action 'self';") {
		t.Errorf("the policy is %s", policy)
	}
	s.choose(t, checkout, "pay").wantRedirect(t, receiptOf(checkout))
	s.get(t, receiptOf(checkout)).wantText(t, "Go back to the shop")
}
