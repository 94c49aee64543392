package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/shop"
)

// TestOrdersForAdminsAndSellers finds orders of the storefront, which nobody's
// token has made, and sales.
func TestOrdersForAdminsAndSellers(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.user(t, "admin", vitrine.ScopeAdmin)
	path, _ := s.offer(t, "ada", complete, "a.stl")
	other, _ := s.offer(t, "eve", complete, "a.stl")
	order := s.order(t, "bob", path, `,"uuid":"bobs","return_url":"https://shop.example/back"`)
	s.clock.Advance(time.Hour)
	visitor, err := s.shop.OrderAsVisitor(t.Context(), shop.VisitorOrder{ModelID: 1, Email: "Lost@Example.net"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.shop.Choose(t.Context(), visitor.CheckoutKey, "pay"); err != nil {
		t.Fatal(err)
	}
	s.clock.Advance(time.Hour)
	s.order(t, "bob", other, "")
	at := fmt.Sprintf("/v1/orders/%d", visitor.ID)
	list := func(as, query string) request { return get(as, "/v1/orders"+query) }
	s.run(t, []scenario{
		{name: "all", request: list("admin", "?all=true"), wantStatus: 200,
			want: map[string]any{"total": 3, "orders.0.id": "3", "orders.1.id": "2", "orders.2.id": "1",
				"orders.1.buyers_email": "Lost@Example.net"}},
		{name: "an admin's own", request: list("admin", ""), wantStatus: 200, want: map[string]any{"total": 0}},
		{name: "by address", request: list("admin", "?all=true&email=lost@EXAMPLE.net"), wantStatus: 200,
			want: map[string]any{"total": 1, "orders.0.id": "2"}},
		{name: "by another address", request: list("admin", "?all=true&email=found@example.net"), wantStatus: 200,
			want: map[string]any{"total": 0}},
		{name: "by uuid", request: list("admin", "?all=true&uuid=bobs"), wantStatus: 200, want: map[string]any{"total": 1, "orders.0.id": "1"}},
		{name: "by model", request: list("admin", "?all=true&model_id="+idOf(path)), wantStatus: 200,
			want: map[string]any{"total": 2, "orders.0.id": "2"}},
		{name: "of no model", request: list("bob", "?model_id=0"), wantStatus: 200, want: map[string]any{"total": 0}},
		{name: "by state", request: list("admin", "?all=true&status=paid"), wantStatus: 200,
			want: map[string]any{"total": 1, "orders.0.id": "2"}},
		{name: "after a time", request: list("admin", "?all=true&created_after=2026-03-04T05:06:07Z"), wantStatus: 200,
			want: map[string]any{"total": 2}},
		{name: "between times", request: list("admin", "?all=true&created_after=2026-03-04T05:06:07Z&created_before=2026-03-04T09:06:07%2B02:00"),
			wantStatus: 200, want: map[string]any{"total": 1, "orders.0.id": "2"}},
		{name: "one's own by uuid", request: list("bob", "?uuid=bobs"), wantStatus: 200, want: map[string]any{"total": 1, "orders.0.id": "1"}},
		{name: "somebody's by uuid", request: list("eve", "?uuid=bobs"), wantStatus: 200, want: map[string]any{"total": 0}},
		{name: "all, without the right", request: list("bob", "?all=true"), wantStatus: 403, want: map[string]any{"code": "forbidden"}},
		{name: "an address, without the right", request: list("bob", "?email=bob@example.com"), wantStatus: 403},
		{name: "all and sold", request: list("admin", "?all=true&sold=true"), wantStatus: 400},
		{name: "not a time", request: list("bob", "?created_after=yesterday"), wantStatus: 400},
		{name: "not a model", request: list("bob", "?model_id=chair"), wantStatus: 400},
		{name: "one order", request: get("admin", at), wantStatus: 200,
			want: map[string]any{"download_token": visitor.DownloadToken, "buyers_email": "Lost@Example.net"}},
		{name: "to nobody else", request: get("ada", at), wantStatus: 404},
		{name: "sales", request: list("ada", "?sold=true"), wantStatus: 200, want: map[string]any{
			"total": 1, "orders.0.id": "2", "orders.0.buyers_email": nil, "orders.0.return_url": nil, "orders.0.checkout_url": nil,
			"orders.0.price": "12.50"}},
		{name: "no sales", request: list("bob", "?sold=true"), wantStatus: 200, want: map[string]any{"total": 0}},
	})
	for _, got := range []answer{s.do(t, list("admin", "?all=true")), s.do(t, list("bob", "")), s.do(t, list("ada", "?sold=true"))} {
		if text := string(got.Body); strings.Contains(text, "vdl_") || strings.Contains(text, "download_token") ||
			strings.Contains(text, "This license is an agreement") || got.at(t, "orders.0.files.0.name") == nil {
			t.Errorf("the list says %s", text)
		}
	}
	if seen := s.walk(t, "admin", "/v1/orders?all=true&per_page=1", "orders", "id"); strings.Join(seen, " ") != "3 2 1" {
		t.Errorf("the cursor walks over %v", seen)
	}
	s.choose(t, order, "pay")
	sales := s.do(t, list("ada", "?sold=true"))
	wantStatus(t, sales, http.StatusOK)
	if text := string(sales.Body); strings.Contains(text, "bob@") || strings.Contains(text, "shop.example") ||
		strings.Contains(text, "/checkout/") {
		t.Errorf("a seller reads %s", text)
	}
}
