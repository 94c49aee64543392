package pages_test

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
			"an existing query", "http://shop.example:8443/back?session=a%20b%26c&x=1&x=2#done", "pay", "http://shop.example:8443/back#done",
			url.Values{"status": {"paid"}, "session": {"a b&c"}, "x": {"1", "2"}}, "http://shop.example:8443",
		},
		{"members of ours", "https://shop.example/back?id=7&status=paid", "decline", "https://shop.example/back", url.Values{"status": {"unpaid"}}, "https://shop.example"},
		{"canceled", "https://shop.example/back?a=b", "cancel", "https://shop.example/back", url.Values{"status": {"canceled"}, "a": {"b"}}, "https://shop.example"},
		{"hostile", `https://shop.example/"><script>alert(1)</script>?a="><b>`, "pay", "https://shop.example/%22%3E%3Cscript%3Ealert%281%29%3C/script%3E", url.Values{"status": {"paid"}, "a": {`"><b>`}}, "https://shop.example"},
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
		"javascript:alert(1)", "JavaScript:alert(1)", "javascript://shop.example/%0aalert(1)", "data:text/html,x", "vbscript:x", "ftp://shop.example/", "file:///etc/passwd",
		"shop.example/back", "//shop.example/back", "/back", "back", "?a=b", "https:", "https:///back", "https:shop.example", " https://shop.example", "https://shop.example/\nback",
	} {
		problem := s.call(t, s.buyer, "POST", "/v1/orders", map[string]any{"model_id": model, "return_url": address}, http.StatusUnprocessableEntity)
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
