package api_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// answering is a sandbox whose disputes can be answered.
type answering struct{ payment.Sandbox }

// Answer takes everything.
func (answering) Answer(context.Context, string, vitrine.DisputeEvidence) error { return nil }

// owe has two refunds of order 1, one to be sent by hand and one done, a dispute of it, and a request of its buyer.
func (s *server) owe(t *testing.T, status vitrine.DisputeStatus) {
	t.Helper()
	s.write(t, func(ctx context.Context, tx *store.Tx) error {
		for _, state := range []vitrine.RefundState{vitrine.RefundOwed, vitrine.RefundDone} {
			row := vitrine.Refund{OrderID: 1, Needless: true, Provider: "sandbox", Payment: "second", Amount: 100, Currency: "USD", State: state,
				Reason: vitrine.ReasonDuplicate, By: vitrine.ByServer, CreatedAt: s.clock.Now()}
			if err := tx.InsertRefund(ctx, &row); err != nil {
				return err
			}
		}
		d := vitrine.Dispute{OrderID: 1, Provider: "sandbox", Object: "dp_1", Payment: "cs_1", Amount: 100, Currency: "USD", Reason: "fraudulent",
			Status: status, DueAt: s.clock.Now().Add(7 * 24 * time.Hour), CreatedAt: s.clock.Now()}
		if status.Over() {
			d.ClosedAt = s.clock.Now()
		}
		if _, err := tx.InsertDispute(ctx, &d); err != nil {
			return err
		}
		o, err := tx.Order(ctx, 1)
		if err != nil {
			return err
		}
		return tx.InsertRefundRequest(ctx, &vitrine.RefundRequest{OrderID: 1, BuyerID: o.BuyerID, SellerID: o.Model.AuthorID,
			Title: o.Model.Title, Amount: 250, Currency: o.Currency, Reason: vitrine.ReasonBroken, Text: "One leg of the chair is missing.",
			State: vitrine.RequestOpen,
			DueAt: s.clock.Now().Add(5 * 24 * time.Hour), CreatedAt: s.clock.Now()})
	})
}

// TestSettleAnAmount takes no word that another amount was sent than what is owed.
func TestSettleAnAmount(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.user(t, "ada")
	s.user(t, "bob")
	s.user(t, "admin", vitrine.AllScopes()...)
	path, _ := s.offer(t, "ada", complete, "chair.stl")
	s.pay(t, s.order(t, "bob", path, ""))
	s.owe(t, vitrine.DisputeWon)
	for _, test := range []struct {
		amount string
		status int
	}{{`0`, http.StatusUnprocessableEntity}, {`"0.99"`, http.StatusConflict}, {`2`, http.StatusConflict}, {`"1.00"`, http.StatusOK}} {
		answer := s.do(t, create("admin", "/v1/refunds/1/settle", `{"note": "by transfer", "amount": `+test.amount+`}`))
		if answer.Status != test.status {
			t.Errorf("of 1.00, %s: %d %s; want %d", test.amount, answer.Status, answer.Body, test.status)
		}
	}
}

// TestRefundOrder gives an order back in two parts, and reads what became of it.
func TestRefundOrder(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.user(t, "ada")
	s.user(t, "bob")
	s.user(t, "admin", vitrine.AllScopes()...)
	path, _ := s.offer(t, "ada", complete, "chair.stl")
	s.pay(t, s.order(t, "bob", path, ""))
	for _, test := range []struct {
		body   string
		status int
		want   map[string]string
	}{
		{`{"amount": "100000.00"}`, http.StatusUnprocessableEntity, nil},
		{`{"amount": 0.5, "reason": "broken", "note": "one leg"}`, http.StatusOK, map[string]string{"status": "paid", "refunded_amount": "0.50"}},
		{`{"keep_downloads": true}`, http.StatusOK, map[string]string{"status": "refunded"}},
		{`{}`, http.StatusConflict, nil},
	} {
		answer := s.do(t, create("admin", "/v1/orders/1/refund", test.body))
		if answer.Status != test.status {
			t.Fatalf("%s: %d %s", test.body, answer.Status, answer.Body)
		}
		for name, want := range test.want {
			if got := answer.at(t, name); got != want {
				t.Errorf("%s: %s is %v, want %v", test.body, name, got, want)
			}
		}
	}
	list := s.do(t, request{method: "GET", path: "/v1/orders/1/refunds", as: "admin"})
	if got := list.at(t, "total"); list.Status != http.StatusOK || fmt.Sprint(got) != "2" {
		t.Errorf("the refunds are %d %s", list.Status, list.Body)
	}
	for _, path := range []string{"/v1/orders/1/refunds", "/v1/refunds", "/v1/disputes"} {
		if answer := s.do(t, request{method: "GET", path: path, as: "bob"}); answer.Status != http.StatusForbidden {
			t.Errorf("%s: %d for a buyer", path, answer.Status)
		}
	}
}
