package shop_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/payment/stripe"
	"vitrine/internal/payment/stripesim"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// answering is a bank that takes answers to disputes.
type answering struct {
	bank
	got vitrine.DisputeEvidence
}

func (a *answering) Answer(_ context.Context, _ string, e vitrine.DisputeEvidence) error {
	a.got = e
	return nil
}

// atDesk is an operator who has just signed in.
func (m *market) atDesk(t *testing.T) shop.SignedIn {
	t.Helper()
	return shop.SignedIn{User: m.chief(t).User, Session: vitrine.Session{ProvedAt: m.clock.Now(), CreatedAt: m.clock.Now(), Strong: true}}
}

// disputed is an open dispute of a paid order.
func (a *acting) disputed(t *testing.T) vitrine.Dispute {
	t.Helper()
	o := a.order(t, a.model.ID)
	a.sent(t, o, payment.Paid, "paid", "p")
	e := payment.Event{Provider: "bank", ID: "d", OrderID: o.ID, Kind: payment.Disputed, Payment: "p", Object: "d",
		Dispute: &payment.Dispute{Object: "d", Amount: o.Price, Reason: "fraudulent", Status: vitrine.DisputeOpen}}
	wantCode(t, "dispute", a.shop.RecordPayment(t.Context(), e), "")
	list, err := a.db.DisputesOfOrder(t.Context(), o.ID)
	if err != nil || len(list) != 1 {
		t.Fatalf("the disputes are %+v, %v", list, err)
	}
	return list[0]
}

// owed is a refund that somebody has to send by hand.
func (a *acting) owed(t *testing.T) *vitrine.Refund {
	t.Helper()
	o := a.paid(t)
	row := &vitrine.Refund{OrderID: o.ID, Needless: true, Provider: "bank", Payment: "second", Amount: o.Price, Currency: o.Currency,
		State: vitrine.RefundOwed, Reason: vitrine.ReasonDuplicate, By: vitrine.ByServer, CreatedAt: a.clock.Now()}
	write(t, a.db, func(ctx context.Context, tx *store.Tx) error { return tx.InsertRefund(ctx, row) })
	return row
}

// TestAnswer answers a dispute at Stripe by what is known of its order, once.
func TestAnswer(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		o, session := s.paidByStripe(t)
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			return tx.AddOrderDownload(ctx, store.OrderDownload{OrderID: o.ID, File: o.Files[0].Name, Network: "7f3a", At: s.clock.Now()})
		})
		must(t, s.sim.Dispute(session))
		s.takeAll(t)
		list, err := db.Disputes(t.Context(), store.DisputeQuery{Limit: 5})
		if err != nil || len(list) != 1 || list[0].DueAt.IsZero() || list[0].Status != vitrine.DisputeOpen {
			t.Fatalf("the disputes are %+v, %v", list, err)
		}
		operator := s.atDesk(t)
		_, err = s.shop.AnswerDispute(t.Context(), operator, list[0].ID, vitrine.DisputeEvidence{}, func(int64) bool { return false })
		wantCode(t, "of another version", err, vitrine.Stale)
		d, err := s.shop.AnswerDispute(t.Context(), operator, list[0].ID, vitrine.DisputeEvidence{}, nil)
		wantCode(t, "answer", err, "")
		sent := s.sim.Evidence(session)
		for part, want := range map[string]string{"product_description": o.Model.Title, "access_activity_log": o.Files[0].Name + ", network 7f3a",
			"cancellation_policy_disclosure": o.License.Hash} {
			if !strings.Contains(sent[part], want) {
				t.Errorf("the bank reads %q, want %q in it", sent[part], want)
			}
		}
		if d.Status != vitrine.DisputeReviewed || d.Evidence.Empty() || d.SentAt.IsZero() {
			t.Errorf("the dispute is %+v", d)
		}
		_, err = s.shop.AnswerDispute(t.Context(), operator, d.ID, vitrine.DisputeEvidence{Text: "more"}, nil)
		wantCode(t, "answer twice", err, vitrine.Conflict)
		s.takeAll(t)
		if now, err := db.Dispute(t.Context(), d.ID); err != nil || now.Status != vitrine.DisputeReviewed || now.Evidence != d.Evidence {
			t.Errorf("then it is %+v, %v", now, err)
		}
	})
}

// TestAnswerOfACheckout answers a dispute about a payment of three orders, of which one had its money back before: the bank reads of
// all of them, also where they have more downloads than fit, and one answer is that of each.
func TestAnswerOfACheckout(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		c := s.together(t, 1250, 999, 700)
		chosen, err := s.shop.ChooseForCheckout(t.Context(), c.Key, stripe.Choice)
		wantCode(t, "choose", err, "")
		must(t, s.sim.Pay(chosen.PaymentID))
		s.takeAll(t)
		_, err = s.shop.Refund(t.Context(), c.Orders[2].ID, false)
		wantCode(t, "give one back", err, "")
		downloaded := func(o *vitrine.Order, n int) {
			write(t, db, func(ctx context.Context, tx *store.Tx) error {
				for i := range n {
					d := store.OrderDownload{OrderID: o.ID, File: "file-of-" + o.Model.Title + strings.Repeat("-", 99),
						At: s.clock.Now().Add(time.Duration(i) * time.Second)}
					if err := tx.AddOrderDownload(ctx, d); err != nil {
						return err
					}
				}
				return nil
			})
		}
		downloaded(c.Orders[0], 3)
		downloaded(c.Orders[1], 200)
		must(t, s.sim.DisputePart(chosen.PaymentID, 2249))
		s.takeAll(t)
		list, err := db.Disputes(t.Context(), store.DisputeQuery{Limit: 5})
		if err != nil || len(list) != 2 {
			t.Fatalf("the disputes are %+v, %v", list, err)
		}
		desk := s.atDesk(t)
		_, err = s.shop.AnswerDispute(t.Context(), desk, list[1].ID, vitrine.DisputeEvidence{}, nil)
		wantCode(t, "answer", err, "")
		sent := s.sim.Evidence(chosen.PaymentID)
		for _, o := range c.Orders {
			order := fmt.Sprintf("Order %d", o.ID)
			for part, want := range map[string]string{"product_description": o.Model.Title, "access_activity_log": order,
				"cancellation_policy_disclosure": order + ": licence " + string(o.License.Type), "uncategorized_text": order} {
				if !strings.Contains(sent[part], want) {
					t.Errorf("the bank reads %q of it, want %q in it", sent[part], want)
				}
			}
		}
		log := sent["access_activity_log"]
		if strings.Count(log, "file-of-Chair a") != 3 || strings.Count(log, "file-of-Chair b") < 40 || !strings.Contains(log, " more.") ||
			utf8.RuneCountInString(log) > 20_000 || !strings.Contains(sent["uncategorized_text"], "7.00 USD of the price went back") {
			t.Errorf("the bank reads %d characters, and %s", utf8.RuneCountInString(log), sent["uncategorized_text"])
		}
		now, err := db.Disputes(t.Context(), store.DisputeQuery{Limit: 5})
		for _, d := range now {
			if d.Status != vitrine.DisputeReviewed || d.SentAt.IsZero() || d.Evidence.Product != sent["product_description"] || err != nil {
				t.Errorf("then one is %+v, %v", d, err)
			}
			_, err := s.shop.AnswerDispute(t.Context(), desk, d.ID, vitrine.DisputeEvidence{}, nil)
			wantCode(t, "answer twice", err, vitrine.Conflict)
		}
	})
}

// TestAnswerBeforeItIsKnown answers a dispute before it is known that it is of another order, too: the answer is that one's.
func TestAnswerBeforeItIsKnown(t *testing.T) {
	t.Parallel()
	m := newMarketOn(t, storetest.SQLite(t), payment.Manual{})
	b := &answering{}
	m.shop = m.shopWith(b)
	c := m.together(t, 1250, 999)
	tell := func(o *vitrine.Order, kind payment.Kind) {
		e := payment.Event{Provider: "bank", ID: fmt.Sprintf("%s %d", kind, o.ID), OrderID: o.ID, Kind: kind, Payment: "p", Object: "d"}
		if kind == payment.Disputed {
			e.Dispute = &payment.Dispute{Object: "d", Amount: o.Price, Reason: "fraudulent", Status: vitrine.DisputeOpen,
				Due: m.clock.Now().Add(time.Hour)}
		}
		wantCode(t, e.ID, m.shop.RecordPayment(t.Context(), e), "")
	}
	for _, o := range c.Orders {
		tell(o, payment.Paid)
	}
	tell(c.Orders[0], payment.Disputed)
	first, err := m.db.DisputesOfOrder(t.Context(), c.Orders[0].ID)
	wantCode(t, "read", err, "")
	_, err = m.shop.AnswerDispute(t.Context(), m.atDesk(t), first[0].ID, vitrine.DisputeEvidence{}, nil)
	wantCode(t, "answer", err, "")
	tell(c.Orders[1], payment.Disputed)
	second, err := m.db.DisputesOfOrder(t.Context(), c.Orders[1].ID)
	if err != nil || len(second) != 1 || second[0].Status != vitrine.DisputeReviewed || second[0].SentAt.IsZero() || second[0].TellDue ||
		second[0].Evidence != b.got {
		t.Errorf("the other one is %+v, %v", second, err)
	}
}

// TestContestedTogether gives nothing back of an order whose payment the bank has money of, though that is of another order alone:
// Stripe is not asked, which would refuse it. An inquiry moves nothing, and keeps nothing from going back.
func TestContestedTogether(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		var refunds atomic.Int32
		s := newTill(t, db, func(r *http.Request) stripesim.Fault {
			if r.URL.Path == "/v1/refunds" && r.Method == http.MethodPost {
				refunds.Add(1)
			}
			return stripesim.None
		})
		c := s.together(t, 1250, 700)
		chosen, err := s.shop.ChooseForCheckout(t.Context(), c.Key, stripe.Choice)
		wantCode(t, "choose", err, "")
		must(t, s.sim.Pay(chosen.PaymentID))
		s.takeAll(t)
		give := func(o *vitrine.Order, code vitrine.Code) {
			t.Helper()
			before := refunds.Load()
			contested, err := s.shop.Contested(t.Context(), s.read(t, o))
			if err != nil || contested != (code == vitrine.Conflict) {
				t.Errorf("order %d is contested: %t, %v", o.ID, contested, err)
			}
			_, err = s.shop.RefundPart(t.Context(), o.ID, shop.NewRefund{Amount: 100})
			wantCode(t, "give back", err, code)
			if asked := refunds.Load() != before; asked != (code == "") {
				t.Errorf("Stripe was asked: %t", asked)
			}
		}
		must(t, s.sim.Inquire(chosen.PaymentID))
		s.takeAll(t)
		give(c.Orders[1], "")
		must(t, s.sim.DisputePart(chosen.PaymentID, 1))
		s.takeAll(t)
		if first, second := s.read(t, c.Orders[0]), s.read(t, c.Orders[1]); first.Status == second.Status {
			t.Fatalf("both orders are %s: the dispute is of one of them", first.Status)
		}
		give(c.Orders[0], vitrine.Conflict)
		give(c.Orders[1], vitrine.Conflict)
		must(t, s.sim.EndAllDisputes(chosen.PaymentID, true))
		s.takeAll(t)
		give(c.Orders[0], "")
		give(c.Orders[1], "")
	})
}

// TestSettleByHand has an operator give back what they said had come, and what came too late.
func TestSettleByHand(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Manual{})
		first, second := m.orderOnce(t), m.orderOnce(t)
		for _, o := range []*vitrine.Order{first, second} {
			e := payment.ByOperator(o, payment.Paid)
			wantCode(t, "the money came", m.shop.RecordPayment(t.Context(), e), "")
		}
		waiting, err := db.RefundsWaiting(t.Context(), 5)
		if err != nil || len(waiting) != 1 || waiting[0].State != vitrine.RefundOwed || waiting[0].OrderID != second.ID {
			t.Fatalf("%+v waits, %v", waiting, err)
		}
		operator := m.atDesk(t)
		_, err = m.shop.SettleRefund(t.Context(), operator, waiting[0].ID, shop.SentByHand{Note: " "}, nil)
		wantCode(t, "without a word", err, vitrine.Invalid)
		_, err = m.shop.SettleRefund(t.Context(), operator, waiting[0].ID, shop.SentByHand{Note: "by transfer"}, nil)
		wantCode(t, "sent", err, "")
		_, err = m.shop.SettleRefund(t.Context(), operator, waiting[0].ID, shop.SentByHand{Note: "by transfer"}, nil)
		wantCode(t, "sent twice", err, vitrine.Conflict)
		if books := m.books(t, second); len(books) != 0 {
			t.Errorf("the books still have %v", books)
		}
	})
}
