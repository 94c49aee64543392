package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// order makes an order of a model; members, when there are any, begin with a
// comma.
func (s *server) order(t testing.TB, as, modelPath, members string) answer {
	t.Helper()
	got := s.do(t, create(as, "/v1/orders", `{"model_id":`+idOf(modelPath)+members+`}`))
	wantStatus(t, got, http.StatusCreated)
	return got
}

// choose does what a button of the order's checkout page does.
func (s *server) choose(t testing.TB, order answer, what string) {
	t.Helper()
	checkout := text(order.at(t, "checkout_url"))
	if _, err := s.shop.Choose(t.Context(), idOf(checkout), what); err != nil {
		t.Fatal(err)
	}
}

func (s *server) pay(t testing.TB, order answer) { t.Helper(); s.choose(t, order, "pay") }

func orderPath(t testing.TB, order answer) string {
	t.Helper()
	return "/v1/orders/" + text(order.at(t, "id"))
}

// application returns a token of an application that belongs to a user.
func (s *server) application(t testing.TB, owner string) map[string]string {
	t.Helper()
	user := s.user(t, owner)
	app, _, err := s.shop.CreateApplication(t.Context(), shop.NewApplication{Name: "Shop of " + owner, OwnerID: user.ID})
	if err != nil {
		t.Fatal(err)
	}
	secret := auth.NewSecret(auth.TokenPrefix)
	token := vitrine.Token{UserID: user.ID, ApplicationID: app.ID, Scopes: vitrine.DefaultScopes(), CreatedAt: s.clock.Now()}
	if err := s.db.Write(t.Context(), func(tx *store.Tx) error { return tx.InsertToken(t.Context(), &token, auth.Hash(secret)) }); err != nil {
		t.Fatal(err)
	}
	return map[string]string{"Authorization": "Bearer " + secret}
}

func TestOrderRecord(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, file := s.offer(t, "ada", complete, "a.stl")

	got := s.order(t, "bob", path, `,"uuid":"my-1","return_url":"https://shop.example/back?x=1"`)

	for member, want := range map[string]any{
		"success": true, "id": "1", "uuid": "my-1", "status": "unpaid",
		"model": map[string]any{"title": "Oak chair", "slug": "oak-chair", "author_name": "ada"},
		"price": "12.50", "currency": "USD", "license.type": "general", "buyers_email": "bob@example.com",
		"return_url": "https://shop.example/back?x=1",
		"created_at": "2026-03-04T05:06:07Z", "expires_at": "2026-03-05T05:06:07Z", "paid_at": nil, "refunded_at": nil, "livemode": false,
		"files.0.name": "a.stl", "files.0.download_url": baseURL + file, "files.1": nil,
	} {
		if diff := cmp.Diff(want, got.at(t, member)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", member, diff)
		}
	}
	if fmt.Sprint(got.at(t, "model_id")) != idOf(path) || got.Header.Get("Location") != baseURL+"/v1/orders/1" {
		t.Errorf("model_id %v, Location %q", got.at(t, "model_id"), got.Header.Get("Location"))
	}
	if checkout := text(got.at(t, "checkout_url")); !strings.HasPrefix(checkout, baseURL+"/checkout/") || len(idOf(checkout)) < 26 {
		t.Errorf("checkout_url is %q", checkout)
	}
	read := s.do(t, get("bob", "/v1/orders/1"))
	if read.at(t, "download_token") != got.at(t, "download_token") || read.at(t, "success") != nil ||
		read.Header.Get("ETag") != got.Header.Get("ETag") {
		t.Errorf("read as %s", read.Body)
	}
}

// TestOrderETagFollowsTheKeys has other keys replace an order's secrets.
func TestOrderETagFollowsTheKeys(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, _ := s.offer(t, "ada", complete, "a.stl")
	made := s.order(t, "bob", path, "")
	at, etag := orderPath(t, made), made.Header.Get("ETag")
	s.run(t, []scenario{{name: "known", request: get("bob", at).with("If-None-Match", etag), wantStatus: 304}})

	keys, err := auth.ParseKeys(auth.NewKey())
	if err != nil {
		t.Fatal(err)
	}
	s.db.UseSecrets(keys)

	read := s.do(t, get("bob", at).with("If-None-Match", etag))
	if read.Status != http.StatusOK || read.at(t, "download_token") == made.at(t, "download_token") {
		t.Fatalf("with other keys: status %d, %s", read.Status, read.Body)
	}
	s.run(t, []scenario{
		{name: "known again", request: get("bob", at).with("If-None-Match", read.Header.Get("ETag")), wantStatus: 304},
		{name: "what it was before is this version", request: remove("bob", at).with("If-Match", etag), wantStatus: 204},
	})
}

func TestCreateOrder(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, _ := s.offer(t, "ada", complete, "a.stl")
	other, _ := s.offer(t, "ada", complete, "a.stl")
	draft := s.draft(t, "ada", complete)
	body := func(members string) string { return `{"model_id":` + idOf(path) + members + `}` }
	order := func(as, body string) request { return create(as, "/v1/orders", body) }
	s.run(t, []scenario{
		{name: "made", request: order("bob", body(`,"uuid":"u1","return_url":"https://a.example/"`)), wantStatus: 201,
			want: map[string]any{"id": "1"}},
		{name: "the same again", request: order("bob", body(`,"return_url":"https://a.example/","uuid":"u1"`)), wantStatus: 201,
			want: map[string]any{"id": "1", "success": true}},
		{name: "another return_url", request: order("bob", body(`,"uuid":"u1","return_url":"https://b.example/"`)), wantStatus: 409,
			want: refused("/uuid", "taken")},
		{name: "another model", request: order("bob", `{"model_id":`+idOf(other)+`,"uuid":"u1","return_url":"https://a.example/"}`),
			wantStatus: 409, want: refused("/uuid", "taken")},
		{name: "somebody else's uuid is not taken", request: order("eve", body(`,"uuid":"u1"`)), wantStatus: 201,
			want: map[string]any{"id": "2"}},
		{name: "model_id as a string", request: order("bob", `{"model_id":"`+idOf(path)+`"}`), wantStatus: 201,
			want: map[string]any{"id": "3", "model_id": 1}},
		{name: "without a uuid each is new", request: order("bob", body("")), wantStatus: 201, want: map[string]any{"id": "4"}},
		{name: "a user's own address counts", request: order("bob", body(`,"buyers_email":"eve@example.com"`)), wantStatus: 201,
			want: map[string]any{"buyers_email": "bob@example.com"}},
		{name: "whatever stands there", request: order("bob", body(`,"buyers_email":"nonsense"`)), wantStatus: 201,
			want: map[string]any{"buyers_email": "bob@example.com"}},
		{name: "one's own model", request: order("ada", body("")), wantStatus: 409, want: refused("/model_id", "owned")},
		{name: "one's own model all the same", request: order("ada", body(`,"again":true`)), wantStatus: 201},
		{name: "somebody's draft", request: order("bob", `{"model_id":`+idOf(draft)+`}`), wantStatus: 404},
		{name: "one's own draft", request: order("ada", `{"model_id":`+idOf(draft)+`,"again":true}`), wantStatus: 409,
			want: map[string]any{"code": "conflict"}},
		{name: "no such model", request: order("bob", `{"model_id":99999}`), wantStatus: 404},
		{name: "signed out", request: order("", body("")), wantStatus: 401,
			wantHeader: map[string]string{"WWW-Authenticate": `Bearer realm="vitrine"`}},
		{name: "not JSON", request: order("bob", `model_id=1`), wantStatus: 400},
		{name: "no body", request: order("bob", ""), wantStatus: 400},
		{name: "no model", request: order("bob", `{"uuid":"x"}`), wantStatus: 422, want: refused("/model_id", "required")},
		{name: "null for the model", request: order("bob", `{"model_id":null}`), wantStatus: 422},
		{name: "a word for the model", request: order("bob", `{"model_id":"chair"}`), wantStatus: 422},
		{name: "half a model", request: order("bob", `{"model_id":1.5}`), wantStatus: 422},
		{name: "model 0", request: order("bob", `{"model_id":0}`), wantStatus: 422},
		{name: "unknown member", request: order("bob", body(`,"emial":"x"`)), wantStatus: 422, want: refused("/emial", "unknown_member")},
		{name: "a misspelt member", request: order("bob", body(`,"buyer_email":"x"`)), wantStatus: 422,
			want: map[string]any{"errors.0.detail": `there is no member "buyer_email"; did you mean "buyers_email"?`}},
		{name: "a uuid with a space", request: order("bob", body(`,"uuid":"a b"`)), wantStatus: 422, want: refused("/uuid", "bad_format")},
		{name: "a long uuid", request: order("bob", body(`,"uuid":"`+strings.Repeat("u", 65)+`"`)), wantStatus: 422,
			want: refused("/uuid", "too_long")},
		{name: "a uuid that is a number", request: order("bob", body(`,"uuid":5`)), wantStatus: 422, want: refused("/uuid", "wrong_type")},
		{name: "a relative return_url", request: order("bob", body(`,"return_url":"/back"`)), wantStatus: 422,
			want: refused("/return_url", "bad_format")},
		{name: "an ftp return_url", request: order("bob", body(`,"return_url":"ftp://a.example/"`)), wantStatus: 422,
			want: refused("/return_url", "bad_format")},
	})
}

func TestOrderTwice(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, _ := s.offer(t, "ada", complete, "a.stl")
	again := func(members string) request {
		return create("bob", "/v1/orders", `{"model_id":`+idOf(path)+members+`}`)
	}
	first := s.order(t, "bob", path, `,"uuid":"u1"`)
	s.run(t, []scenario{{name: "while it is unpaid", request: again(""), wantStatus: 201}})
	s.pay(t, first)
	s.run(t, []scenario{
		{name: "once it is paid", request: again(""), wantStatus: 409, want: refused("/model_id", "owned")},
		{name: "again", request: again(`,"again":true`), wantStatus: 201, want: map[string]any{"status": "unpaid"}},
		{name: "the paid one repeated", request: again(`,"uuid":"u1"`), wantStatus: 201,
			want: map[string]any{"id": "1", "status": "paid", "checkout_url": nil}},
	})
}

// TestOrderOfApplication buys for customers, whom an application names by
// their addresses.
func TestOrderOfApplication(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, file := s.offer(t, "ada", complete, "a.stl")
	s.user(t, "bob")
	token := s.application(t, "shopkeeper")
	order := func(members string) request {
		return request{method: "POST", path: "/v1/orders", header: token, body: `{"model_id":` + idOf(path) + members + `}`}
	}
	s.run(t, []scenario{
		{name: "for a stranger", request: order(`,"buyers_email":"stranger@example.org"`), wantStatus: 201,
			want: map[string]any{"buyers_email": "stranger@example.org"}},
		{name: "for nobody named", request: order(""), wantStatus: 201, want: map[string]any{"buyers_email": nil}},
		{name: "for no address", request: order(`,"buyers_email":"stranger"`), wantStatus: 422, want: refused("/buyers_email", "bad_format")},
		{name: "for the author", request: order(`,"buyers_email":"ada@example.com"`), wantStatus: 409, want: refused("/model_id", "owned")},
		{name: "for bob", request: order(`,"buyers_email":"bob@example.com","uuid":"bobs"`), wantStatus: 201},
		{name: "the same uuid for another", request: order(`,"buyers_email":"eve@example.com","uuid":"bobs"`), wantStatus: 409,
			want: refused("/uuid", "taken")},
		{name: "bob did not make it", request: get("bob", "/v1/orders/3"), wantStatus: 404},
		{name: "the owner did", request: get("shopkeeper", "/v1/orders/3"), wantStatus: 200},
	})
	s.pay(t, s.do(t, get("shopkeeper", "/v1/orders/3")))
	s.run(t, []scenario{
		{name: "bob bought it", request: get("bob", file), wantStatus: 302},
		{name: "the shopkeeper did not", request: get("shopkeeper", file), wantStatus: 403},
	})
}

func TestOrderPins(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	terms := strings.Replace(complete, `"license":"general"`, `"license":"custom","custom_license":"Old terms."`, 1)
	path, file := s.offer(t, "ada", terms, "a.stl")
	order := s.order(t, "bob", path, "")

	for _, q := range []request{
		put("ada", path, `{"price":99,"title":"New chair","license":"custom","custom_license":"New terms."}`),
		bare("ada", path+"/files?name=b.stl", content("b.stl")), remove("ada", file),
	} {
		if got := s.do(t, q); got.Status >= 300 {
			t.Fatalf("%s %s: status %d: %s", q.method, q.path, got.Status, got.Body)
		}
	}
	s.pay(t, order)

	s.run(t, []scenario{
		{name: "the order", request: get("bob", orderPath(t, order)), wantStatus: 200, want: map[string]any{
			"status": "paid", "price": "12.50", "model.title": "Oak chair", "license.text": "Old terms.", "license.type": "custom",
			"license.text_hash": order.at(t, "license.text_hash"), "files.0.name": "a.stl", "files.1": nil, "paid_at": "2026-03-04T05:06:07Z"}},
		{name: "the bought file", request: get("bob", file), wantStatus: 302},
		{name: "a file that came later", request: get("bob", path+"/files/2"), wantStatus: 403},
		{name: "a new order", request: create("eve", "/v1/orders", `{"model_id":`+idOf(path)+`}`), wantStatus: 201,
			want: map[string]any{"price": "99.00", "license.text": "New terms.", "files.0.name": "b.stl", "files.1": nil}},
	})
}

func TestCancelOrder(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, _ := s.offer(t, "ada", complete, "a.stl")
	first := s.order(t, "bob", path, "")
	paid := s.order(t, "bob", path, "")
	late := s.order(t, "bob", path, "")
	at, etag := orderPath(t, first), first.Header.Get("ETag")
	s.pay(t, paid)
	s.run(t, []scenario{
		{name: "signed out", request: remove("", at), wantStatus: 401},
		{name: "somebody else's", request: remove("eve", at), wantStatus: 404},
		{name: "the seller", request: remove("ada", at), wantStatus: 404},
		{name: "no such order", request: remove("bob", "/v1/orders/99999"), wantStatus: 404},
		{name: "not an id", request: remove("bob", "/v1/orders/x"), wantStatus: 404},
		{name: "another version", request: remove("bob", at).with("If-Match", `"o1-9-unpaid"`), wantStatus: 412,
			want: map[string]any{"code": "stale"}},
		{name: "a paid one", request: remove("bob", orderPath(t, paid)), wantStatus: 409, want: map[string]any{"code": "conflict"}},
		{name: "this version", request: remove("bob", at).with("If-Match", etag), wantStatus: 204},
		{name: "it is canceled", request: get("bob", at), wantStatus: 200, want: map[string]any{"status": "canceled", "checkout_url": nil}},
		{name: "canceled twice", request: remove("bob", at), wantStatus: 409},
	})
	s.clock.Advance(24 * time.Hour)
	s.run(t, []scenario{
		{name: "time expires it", request: get("bob", orderPath(t, late)), wantStatus: 200,
			want: map[string]any{"status": "expired", "checkout_url": nil}},
		{name: "which can't be canceled", request: remove("bob", orderPath(t, late)), wantStatus: 409},
	})
}

func TestListOrders(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, _ := s.offer(t, "ada", complete, "a.stl")
	s.order(t, "eve", path, "")
	orders := make([]answer, 5)
	for i := range orders {
		orders[i] = s.order(t, "bob", path, fmt.Sprintf(`,"uuid":"u%d"`, i))
	}
	s.pay(t, orders[1])
	wantStatus(t, s.do(t, remove("bob", orderPath(t, orders[2]))), http.StatusNoContent)
	list := func(query string) request { return get("bob", "/v1/orders/"+query) }
	s.run(t, []scenario{
		{name: "newest first", request: list(""), wantStatus: 200,
			want: map[string]any{"total": 5, "total_relation": "eq", "orders.0.uuid": "u4", "orders.4.uuid": "u0", "orders.5": nil}},
		{name: "paid ones", request: list("?status=paid"), wantStatus: 200, want: map[string]any{"total": 1, "orders.0.uuid": "u1"}},
		{name: "canceled ones", request: list("?status=canceled"), wantStatus: 200, want: map[string]any{"total": 1, "orders.0.uuid": "u2"}},
		{name: "unpaid ones", request: list("?status=unpaid&per_page=1"), wantStatus: 200,
			want: map[string]any{"total": 3, "orders.0.uuid": "u4", "orders.1": nil}},
		{name: "none", request: list("?status=disputed"), wantStatus: 200, want: map[string]any{"total": 0, "orders": []any{}}},
		{name: "the seller made none", request: get("ada", "/v1/orders"), wantStatus: 200, want: map[string]any{"total": 0}},
		{name: "another state", request: list("?status=lost"), wantStatus: 400, want: refusedParameter("status", "not_allowed")},
		{name: "not a page", request: list("?page=0"), wantStatus: 400, want: refusedParameter("page", "too_small")},
		{name: "too deep", request: list("?page=101&per_page=100"), wantStatus: 422, want: refusedParameter("page", "too_large")},
		{name: "another list's cursor", request: list("?cursor=bmV3ZXN0OjE6MQ"), wantStatus: 400, want: refusedParameter("cursor", "bad_format")},
		{name: "the second page", request: list("?page=2&per_page=2"), wantStatus: 200,
			want: map[string]any{"orders.0.uuid": "u2", "orders.1.uuid": "u1", "orders.2": nil}},
		{name: "signed out", request: get("", "/v1/orders"), wantStatus: 401},
	})
	if seen := s.walk(t, "bob", "/v1/orders?per_page=2", "orders", "uuid"); strings.Join(seen, " ") != "u4 u3 u2 u1 u0" {
		t.Errorf("the cursor walks over %v", seen)
	}
	s.clock.Advance(25 * time.Hour)
	s.run(t, []scenario{
		{name: "expired by now", request: list("?status=expired"), wantStatus: 200,
			want: map[string]any{"total": 3, "orders.0.status": "expired"}},
		{name: "none is unpaid", request: list("?status=unpaid"), wantStatus: 200, want: map[string]any{"total": 0}},
	})
}

// walk follows rel="next" from a list's address to its end, and gives a member of
// each entry.
func (s *server) walk(t testing.TB, as, address, list, member string) []string {
	t.Helper()
	var seen []string
	for page := 0; address != "" && page < 100; page++ {
		got := s.do(t, get(as, strings.TrimPrefix(address, baseURL)))
		wantStatus(t, got, http.StatusOK)
		for i := 0; got.at(t, fmt.Sprint(list, ".", i)) != nil; i++ {
			seen = append(seen, fmt.Sprint(got.at(t, fmt.Sprint(list, ".", i, ".", member))))
		}
		address = links(t, got)["next"]
	}
	return seen
}

// links reads the Link header: addresses by relation.
func links(t testing.TB, got answer) map[string]string {
	t.Helper()
	found := map[string]string{}
	for link := range strings.SplitSeq(got.Header.Get("Link"), ", ") {
		address, relation, ok := strings.Cut(link, ">; rel=")
		if !ok || !strings.HasPrefix(address, "<"+baseURL+"/v1/") {
			t.Fatalf("the Link header is %q", got.Header.Get("Link"))
		}
		found[strings.Trim(relation, `"`)] = address[1:]
	}
	return found
}
