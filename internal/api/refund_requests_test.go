package api_test

import (
	"fmt"
	"net/http"
	"testing"

	"vitrine"
)

// TestRefundRequests asks for a part of an order, which the seller refuses and an operator grants in part; and for the rest, which is
// withdrawn, asked for once more, and granted by the seller.
func TestRefundRequests(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		path, _ := s.offer(t, "ada", complete, "a.stl")
		s.pay(t, s.order(t, "bob", path, ""))
		s.user(t, "eve")
		boss := s.hand(t, vitrine.Token{UserID: s.user(t, "admin").ID, Scopes: vitrine.AllScopes()})
		const all, one, ask = "/v1/refund_requests", "/v1/refund_requests/1", "/v1/orders/1/refund_requests"
		wish := `{"reason":"broken","text":"One leg is missing.","amount":"5.00"}`
		s.run(t, []scenario{
			{name: "none", request: get("bob", all), wantStatus: 200, want: map[string]any{"refund_requests": []any{}}},
			{name: "signed out", request: get("", all), wantStatus: http.StatusUnauthorized},
			{name: "no such", request: get("bob", one), wantStatus: http.StatusNotFound},
			{name: "malformed", request: create("bob", ask, `{"text":`), wantStatus: http.StatusBadRequest},
			{name: "without a word", request: create("bob", ask, `{"reason":"broken","text":" "}`), wantStatus: 422, want: refused("/text", "bad_length")},
			{name: "for too much", request: create("bob", ask, `{"reason":"broken","text":"x","amount":"12.51"}`), wantStatus: 422,
				want: refused("/amount", "too_large")},
			{name: "for nothing", request: create("bob", ask, `{"reason":"broken","text":"x","amount":0}`), wantStatus: 422,
				want: refused("/amount", "too_small")},
			{name: "of another's order", request: create("eve", ask, wish), wantStatus: http.StatusNotFound},
			{name: "of one's own sale", request: create("ada", ask, wish), wantStatus: http.StatusNotFound},
			{name: "asked", request: create("bob", ask, wish), wantStatus: 201, want: map[string]any{"success": true, "id": 1, "order_id": "1",
				"amount": "5.00", "granted": "0.00", "state": "open", "reason": "broken", "text": "One leg is missing.", "ended_at": nil}},
			{name: "asked twice", request: create("bob", ask, wish), wantStatus: http.StatusConflict},
			{name: "read by another", request: get("eve", one), wantStatus: http.StatusNotFound},
			{name: "read by the seller", request: get("ada", one), wantStatus: 200, want: map[string]any{"id": 1}},
			{name: "listed for the seller", request: get("ada", all+"?sold=true&state=open&order_id=1"), wantStatus: 200,
				want: map[string]any{"refund_requests.0.id": 1}},
			{name: "not for the seller as a buyer", request: get("ada", all), wantStatus: 200, want: map[string]any{"refund_requests": []any{}}},
			{name: "all, by a buyer", request: get("bob", all+"?all=true"), wantStatus: http.StatusForbidden},
			{name: "both lists", request: get("bob", all+"?all=true&sold=true"), wantStatus: http.StatusBadRequest},
			{name: "all", request: get("", all+"?all=true").by(boss), wantStatus: 200, want: map[string]any{"refund_requests.0.id": 1}},
			{name: "answered by the buyer", request: create("bob", one+"/answer", `{"grant":true}`), wantStatus: http.StatusNotFound},
			{name: "decided by the seller", request: create("ada", one+"/decision", `{"grant":true}`), wantStatus: http.StatusForbidden},
			{name: "insisted on too soon", request: create("bob", one+"/insist", ""), wantStatus: http.StatusConflict},
			{name: "granted above what is asked", request: create("ada", one+"/answer", `{"grant":true,"amount":"5.01"}`), wantStatus: 422,
				want: refused("/amount", "too_large")},
			{name: "refused without a word", request: create("ada", one+"/answer", `{"grant":false}`), wantStatus: 422},
			{name: "refused", request: create("ada", one+"/answer", `{"grant":false,"text":"It is as shown."}`), wantStatus: 200,
				want: map[string]any{"state": "refused", "seller_answer": "It is as shown."}},
			{name: "refused twice", request: create("ada", one+"/answer", `{"grant":true}`), wantStatus: http.StatusConflict},
			{name: "insisted by another", request: create("eve", one+"/insist", ""), wantStatus: http.StatusNotFound},
			{name: "insisted on", request: create("bob", one+"/insist", ""), wantStatus: 200, want: map[string]any{"state": "passed"}},
			{name: "granted in part", request: create("", one+"/decision", `{"grant":true,"amount":2,"text":"Half."}`).by(boss), wantStatus: 200,
				want: map[string]any{"state": "granted", "granted": "2.00", "desk_answer": "Half.", "due_at": nil}},
			{name: "decided twice", request: create("", one+"/decision", `{"grant":true}`).by(boss), wantStatus: http.StatusConflict},
			{name: "the order", request: get("bob", "/v1/orders/1"), wantStatus: 200,
				want: map[string]any{"status": "paid", "refunded_amount": "2.00"}},
			{name: "withdrawn once it is over", request: create("bob", one+"/withdraw", ""), wantStatus: http.StatusConflict},
		})
		rest := func() string { // numbers may be left out
			t.Helper()
			made := s.do(t, create("bob", ask, `{"reason":"other","text":"All of it."}`))
			wantStatus(t, made, http.StatusCreated)
			if made.at(t, "amount") != "10.50" {
				t.Errorf("what is left is asked for as %s", made.Body)
			}
			return all + "/" + fmt.Sprint(made.at(t, "id"))
		}
		s.run(t, []scenario{{name: "withdrawn", request: create("bob", rest()+"/withdraw", ""), wantStatus: 200,
			want: map[string]any{"state": "withdrawn"}}})
		s.run(t, []scenario{
			{name: "granted", request: create("ada", rest()+"/answer", `{"grant":true,"keep_downloads":true}`), wantStatus: 200,
				want: map[string]any{"state": "granted", "granted": "10.50"}},
			{name: "the order is refunded", request: get("bob", "/v1/orders/1"), wantStatus: 200,
				want: map[string]any{"status": "refunded", "refunded_amount": "12.50"}},
			{name: "nothing is left", request: create("bob", ask, wish), wantStatus: http.StatusConflict},
		})
	})
}

// TestRefundRules changes when buyers may ask.
func TestRefundRules(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	boss := s.hand(t, vitrine.Token{UserID: s.user(t, "admin").ID, Scopes: vitrine.AllScopes()})
	path, _ := s.offer(t, "ada", complete, "a.stl")
	s.pay(t, s.order(t, "bob", path, ""))
	s.run(t, []scenario{
		{name: "too long", request: put("", "/v1/desk/house", `{"refunds":{"requests":true,"ask_days":366}}`).by(boss), wantStatus: 422},
		{name: "not taken", request: put("", "/v1/desk/house", `{"refunds":{"requests":false,"ask_days":20,"grants":true}}`).by(boss), wantStatus: 200,
			want: map[string]any{"refunds.requests": false, "refunds.ask_days": 20, "refunds.grants": true}},
		{name: "asked in vain", request: create("bob", "/v1/orders/1/refund_requests", `{"reason":"broken","text":"x"}`),
			wantStatus: http.StatusConflict},
	})
}
