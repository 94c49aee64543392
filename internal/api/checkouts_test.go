package api_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
)

// TestCheckout puts two orders of a program's customer together and has them paid at once.
func TestCheckout(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	first, _ := s.offer(t, "ada", complete, "a.stl")
	second, _ := s.offer(t, "ada", complete, "a.stl")
	app := s.application(t, "carl")
	order := func(path, members string) string {
		got := s.do(t, request{method: "POST", path: "/v1/orders", header: app, body: `{"model_id":` + idOf(path) + members + `}`})
		wantStatus(t, got, http.StatusCreated)
		return text(got.at(t, "id"))
	}
	const eve = `,"buyers_email":"eve@example.com"`
	a, b, other := order(first, eve), order(second, eve), order(second, `,"buyers_email":"fay@example.com"`)
	make := func(body string) request {
		return request{method: "POST", path: "/v1/checkouts", header: app, body: body}
	}
	both := `{"order_ids":["` + a + `",` + b + `],"uuid":"mine","return_url":"https://shop.example/thanks"}`
	s.run(t, []scenario{
		{name: "two buyers", request: make(`{"order_ids":[` + a + `,` + other + `]}`), wantStatus: 409,
			want: refused("/order_ids/1", "other_buyer")},
		{name: "none", request: make(`{"order_ids":[]}`), wantStatus: 422},
		{name: "of somebody else", request: create("bob", "/v1/checkouts", `{"order_ids":[`+a+`]}`), wantStatus: 422,
			want: refused("/order_ids/0", "unknown")},
		{name: "of the owner, who is not the program", request: create("carl", "/v1/checkouts", `{"order_ids":[`+a+`]}`), wantStatus: 201,
			want: map[string]any{"id": "1"}},
		{name: "made", request: make(both), wantStatus: 201, want: map[string]any{"id": "2", "uuid": "mine", "status": "unpaid", "sum": "25.00",
			"currency": "USD", "orders.0.id": a, "orders.1.id": b, "orders.1.price": "12.50", "orders.1.status": "unpaid", "livemode": false}},
		{name: "once more", request: make(both), wantStatus: 201, want: map[string]any{"id": "2"}},
		{name: "what it replaced", request: get("carl", "/v1/checkouts/1"), wantStatus: 200, want: map[string]any{"status": "canceled",
			"checkout_url": nil}},
		{name: "of a stranger", request: get("bob", "/v1/checkouts/2"), wantStatus: 404},
		{name: "signed out", request: get("", "/v1/checkouts/2"), wantStatus: 401},
		{name: "the program's own", request: request{method: "GET", path: "/v1/checkouts", header: app}, wantStatus: 200,
			want: map[string]any{"total": 1, "checkouts.0.id": "2"}},
		{name: "by its uuid", request: get("carl", "/v1/checkouts?uuid=mine"), wantStatus: 200, want: map[string]any{"total": 1}},
	})
	read := func() answer { return s.do(t, request{method: "GET", path: "/v1/checkouts/2", header: app}) }
	unpaid := read()
	if _, err := s.shop.ChooseForCheckout(t.Context(), idOf(text(unpaid.at(t, "checkout_url"))), "pay"); err != nil {
		t.Fatal(err)
	}
	paid := read()
	for member, want := range map[string]any{"status": "paid", "orders.0.status": "paid", "orders.1.status": "paid", "checkout_url": nil} {
		if diff := cmp.Diff(want, paid.at(t, member)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", member, diff)
		}
	}
	if unpaid.Header.Get("ETag") == paid.Header.Get("ETag") || paid.at(t, "paid_at") == nil {
		t.Errorf("paid, the checkout has the ETag %s: %s", paid.Header.Get("ETag"), paid.Body)
	}
	s.run(t, []scenario{
		{name: "known", request: request{method: "GET", path: "/v1/checkouts/2", header: app}.with("If-None-Match", paid.Header.Get("ETag")),
			wantStatus: 304},
		{name: "cancel what is paid", request: request{method: "DELETE", path: "/v1/checkouts/2", header: app}, wantStatus: 409},
	})
}

// TestCancelCheckout ends a checkout with its orders, in the version that was seen.
func TestCancelCheckout(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, _ := s.offer(t, "ada", complete, "a.stl")
	s.order(t, "bob", path, "")
	made := s.do(t, create("bob", "/v1/checkouts", `{"order_ids":[1]}`))
	wantStatus(t, made, http.StatusCreated)
	s.run(t, []scenario{
		{name: "of another version", request: remove("bob", "/v1/checkouts/1").with("If-Match", `"c1-9-abc"`), wantStatus: 412},
		{name: "of a stranger", request: remove("eve", "/v1/checkouts/1"), wantStatus: 404},
		{name: "canceled", request: remove("bob", "/v1/checkouts/1").with("If-Match", made.Header.Get("ETag")), wantStatus: 204},
		{name: "its order too", request: get("bob", "/v1/orders/1"), wantStatus: 200, want: map[string]any{"status": "canceled"}},
		{name: "twice", request: remove("bob", "/v1/checkouts/1"), wantStatus: 409},
	})
}

// TestConfirmCheckout has an operator say that the money of a checkout came, in the version that was seen, once.
func TestConfirmCheckout(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		path, _ := s.offer(t, "ada", complete, "a.stl")
		s.order(t, "bob", path, "")
		s.order(t, "bob", path, `,"again":true`)
		made := s.do(t, create("bob", "/v1/checkouts", `{"order_ids":[1,2]}`))
		wantStatus(t, made, http.StatusCreated)
		boss := s.hand(t, vitrine.Token{UserID: s.user(t, "admin").ID, Scopes: []vitrine.Scope{vitrine.ScopeAdmin}})
		s.clock.Advance(23 * time.Hour)
		confirm := func() request { return put("", "/v1/checkouts/1", `{"status":"paid"}`).by(boss) }
		s.run(t, []scenario{
			{name: "by the buyer", request: put("bob", "/v1/checkouts/1", `{"status":"paid"}`), wantStatus: 403,
				want: map[string]any{"scope": "admin"}},
			{name: "of another version", request: confirm().with("If-Match", `"c1-9-abc"`), wantStatus: 412},
			{name: "of none", request: put("", "/v1/checkouts/9", `{"status":"paid"}`).by(boss), wantStatus: 404},
			{name: "tomorrow", request: put("", "/v1/checkouts/1", `{"status":"paid","paid_at":"2026-03-06"}`).by(boss), wantStatus: 422,
				want: map[string]any{"errors.0.pointer": "/paid_at", "errors.0.code": "not_allowed"}},
			{name: "confirmed", request: put("", "/v1/checkouts/1", `{"status":"paid","paid_at":"2026-03-04"}`).by(boss).
				with("If-Match", made.Header.Get("ETag")), wantStatus: 200,
				want: map[string]any{"status": "paid", "paid_at": "2026-03-04T12:00:00Z", "orders.0.status": "paid",
					"orders.1.status": "paid", "checkout_url": nil}},
			{name: "once", request: confirm(), wantStatus: 409},
			{name: "its orders", request: get("bob", "/v1/orders/2"), wantStatus: 200,
				want: map[string]any{"status": "paid", "paid_at": "2026-03-04T12:00:00Z"}},
		})
	})
}
