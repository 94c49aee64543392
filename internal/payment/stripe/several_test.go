package stripe_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/payment/stripe"
	"vitrine/internal/payment/stripesim"
)

// several is a checkout of orders that cost these prices.
func several(prices ...vitrine.Amount) payment.Bill {
	b := payment.Bill{Checkout: 5, Of: "reference-of-the-checkout", Page: "/checkouts/secret", Email: "ada@example.com", Try: 1}
	for i, price := range prices {
		b.Orders = append(b.Orders, &vitrine.Order{ID: int64(i + 1), Version: 1, Handle: fmt.Sprintf("handle-%d", i+1), Price: price,
			Currency: "EUR", Model: vitrine.PinnedModel{Title: fmt.Sprintf("Chair %d", i+1)}})
	}
	return b
}

// begunAll begins to pay a checkout, and notes what the shop would.
func (d *desk) begunAll(t *testing.T, b *payment.Bill) string {
	t.Helper()
	progress, err := d.Begin(t.Context(), *b, stripe.Choice)
	redirect, ok := progress.(payment.Redirect)
	if err != nil || !ok {
		t.Fatalf("begin gives %+v, %v; want a redirect", progress, err)
	}
	b.Payment = redirect.Payment
	for _, o := range b.Orders {
		o.PaymentID = redirect.Payment
	}
	return redirect.Payment
}

// told is what is read of a payment, in words: what happened to which order.
func (d *desk) told(t *testing.T, b payment.Bill) (found []string, events []payment.Event, err error) {
	t.Helper()
	events, err = d.Read(t.Context(), payment.Notice{ID: "n", Payment: b.Payment})
	ids := map[string]bool{}
	for _, e := range events {
		o := b.Orders[e.OrderID-1]
		if e.Provider != stripe.Name || e.Of != payment.Reference(o) || e.Payment != b.Payment || ids[e.ID] {
			t.Errorf("the event %+v is not of order %d, or is there twice", e, o.ID)
		}
		ids[e.ID] = true
		found = append(found, fmt.Sprintf("%d %s", e.OrderID, e.Kind))
	}
	return found, events, err
}

// TestPaySeveral pays three orders at once: each is told of its part, and of its part of the fee.
func TestPaySeveral(t *testing.T) {
	t.Parallel()
	d, b := newDesk(t), several(1000, 1, 333)
	session := d.begunAll(t, &b)
	if again, err := d.Begin(t.Context(), b, stripe.Choice); err != nil || again.(payment.Redirect).Payment != session {
		t.Errorf("the same beginning gives %+v, %v", again, err)
	}
	if found, _, err := d.told(t, b); err != nil || found != nil {
		t.Errorf("before it is paid: %q, %v", found, err)
	}
	must(t, d.sim.Pay(session))
	found, events, err := d.told(t, b)
	if err != nil || !slices.Equal(found, []string{"1 paid", "2 paid", "3 paid"}) {
		t.Fatalf("paid, it is %q, %v", found, err)
	}
	var sum, fee vitrine.Amount
	for i, e := range events {
		if e.Sum == nil || e.Sum.Amount != b.Orders[i].Price || e.Sum.Currency != "EUR" || e.Sum.Fee.Currency != "EUR" {
			t.Fatalf("order %d got %+v, want its price", e.OrderID, e.Sum)
		}
		sum, fee = sum+e.Sum.Amount, fee+e.Sum.Fee.Amount
	}
	if sum != 1334 || fee != 46 { // 1.5 % of 13.34, rounded up, and 25 cents
		t.Errorf("the parts come to %s with a fee of %s", sum, fee)
	}
	settled, err := d.Lookup(t.Context(), b)
	if got, ok := settled.(payment.Settled); err != nil || !ok || len(got.Events) != 3 || got.Events[2].ID != events[2].ID {
		t.Errorf("asked about: %+v, %v", settled, err)
	}
}

// TestManyOrders names as many orders as a checkout may have within what Stripe keeps.
func TestManyOrders(t *testing.T) {
	t.Parallel()
	d, b := newDesk(t), several(slices.Repeat([]vitrine.Amount{vitrine.MaxPrice}, 50)...)
	for _, o := range b.Orders {
		o.ID += 1 << 40
	}
	session := d.begunAll(t, &b)
	must(t, d.sim.Pay(session))
	events, err := d.Read(t.Context(), payment.Notice{Payment: session})
	if err != nil || len(events) != 50 || events[49].Of != payment.Reference(b.Orders[49]) {
		t.Errorf("%d events, %v", len(events), err)
	}
}

// TestHistoryOfSeveral plays what can happen to the payment of two orders, of 10.00 and 2.50.
func TestHistoryOfSeveral(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		happens func(s *stripesim.Sim, id string) []error
		want    string
		code    vitrine.Code
	}{
		"expired":    {func(s *stripesim.Sim, id string) []error { return []error{s.Expire(id)} }, "1 failed, 2 failed", ""},
		"paid later": {func(s *stripesim.Sim, id string) []error { return []error{s.PayLater(id)} }, "", ""},
		"refused later": {func(s *stripesim.Sim, id string) []error { return []error{s.PayLater(id), s.Settle(id, false)} },
			"1 failed, 2 failed", ""},
		"all sent back at Stripe's desk": {func(s *stripesim.Sim, id string) []error { return []error{s.Pay(id), s.Refund(id, 1250)} },
			"1 paid, 2 paid, 1 refunded, 2 refunded", ""},
		"a part sent back at Stripe's desk": {func(s *stripesim.Sim, id string) []error { return []error{s.Pay(id), s.Refund(id, 250)} },
			"1 paid, 2 paid, 1 refunded, 2 refunded", ""},
		"disputed": {func(s *stripesim.Sim, id string) []error { return []error{s.Pay(id), s.Dispute(id)} },
			"1 paid, 2 paid, 1 disputed, 2 disputed", ""},
		"won": {func(s *stripesim.Sim, id string) []error {
			return []error{s.Pay(id), s.Dispute(id), s.EndDispute(id, true)}
		},
			"1 paid, 2 paid, 1 disputed, 2 disputed, 1 dispute_over, 2 dispute_over", ""},
		"lost": {func(s *stripesim.Sim, id string) []error {
			return []error{s.Pay(id), s.Dispute(id), s.EndDispute(id, false)}
		},
			"1 paid, 2 paid, 1 disputed, 2 disputed, 1 dispute_lost, 2 dispute_lost", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, b := newDesk(t), several(1000, 250)
			session := d.begunAll(t, &b)
			for _, err := range c.happens(d.sim, session) {
				must(t, err)
			}
			if found, _, err := d.told(t, b); strings.Join(found, ", ") != c.want || vitrine.CodeOf(err) != c.code {
				t.Errorf("%q, %v; want %q", strings.Join(found, ", "), err, c.want)
			}
		})
	}
}

// TestRefundOneOfSeveral sends the part of one order back, once, and leaves the others'.
func TestRefundOneOfSeveral(t *testing.T) {
	t.Parallel()
	d, b := newDesk(t), several(1000, 250, 99)
	session := d.begunAll(t, &b)
	if got, err := d.Refund(t.Context(), b.Orders[1], repayment(b.Orders[1])); vitrine.CodeOf(err) != vitrine.Conflict {
		t.Errorf("a refund of what was not paid: %+v, %v", got, err)
	}
	must(t, d.sim.Pay(session))
	d.failNext(stripesim.After)
	for range 3 {
		got, err := d.Refund(t.Context(), b.Orders[1], repayment(b.Orders[1]))
		if done, ok := got.(payment.Settled); err != nil || !ok || done.Events[0].OrderID != 2 {
			t.Fatalf("a refund gives %+v, %v", got, err)
		}
	}
	if kept := d.sim.Kept(b.Of); kept != 1099 {
		t.Errorf("%d is kept of 13.49 after 2.50 went back", kept)
	}
	found, _, err := d.told(t, b)
	if want := []string{"1 paid", "2 paid", "3 paid", "2 refunded"}; err != nil || !slices.Equal(found, want) {
		t.Errorf("then: %q, %v; want %q", found, err, want)
	}
	for _, o := range b.Orders {
		if _, err := d.Refund(t.Context(), o, repayment(o)); err != nil {
			t.Errorf("order %d: %v", o.ID, err)
		}
	}
	if kept := d.sim.Kept(""); kept != 0 {
		t.Errorf("%d is kept when all went back", kept)
	}
	stranger := several(1, 2, 3, 4).Orders[3]
	stranger.PaymentID = session
	if got, err := d.Refund(t.Context(), stranger, repayment(stranger)); vitrine.CodeOf(err) != vitrine.Conflict {
		t.Errorf("a refund of an order that has no part: %+v, %v", got, err)
	}
}

// TestDisputeAfterARefund has a dispute be of the order alone of which something is left, with all of its fee; also once the
// refund before it did not arrive.
func TestDisputeAfterARefund(t *testing.T) {
	t.Parallel()
	d, b := newDesk(t), several(1000, 250)
	session := d.begunAll(t, &b)
	must(t, d.sim.Pay(session))
	if _, err := d.Refund(t.Context(), b.Orders[1], repayment(b.Orders[1])); err != nil {
		t.Fatal(err)
	}
	must(t, d.sim.DisputePart(session, 500))
	for _, when := range []string{"after it", "once it came back"} {
		_, events, err := d.told(t, b)
		var drawn []payment.Event
		for _, e := range events {
			if e.Kind == payment.Disputed {
				drawn = append(drawn, e)
			}
		}
		if err != nil || len(drawn) != 1 || drawn[0].OrderID != b.Orders[0].ID || drawn[0].Amount != 500 ||
			drawn[0].Fee.Amount != stripesim.DisputeFee {
			t.Errorf("%s the dispute is %+v, %v", when, drawn, err)
		}
		if when == "after it" {
			must(t, d.sim.FailRefund(session))
		}
	}
}

// TestEnd ends the payment of two orders at each of its states: what was paid is, and nobody pays what was ended.
func TestEnd(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before func(s *stripesim.Sim, id string) error
		fault  stripesim.Fault // of the next call
		want   []payment.Kind  // of each order; none: the bank has still to confirm it
	}{
		"open":              {nil, stripesim.None, []payment.Kind{payment.Failed, payment.Failed}},
		"the answer lost":   {nil, stripesim.After, []payment.Kind{payment.Failed, payment.Failed}},
		"expired":           {(*stripesim.Sim).Expire, stripesim.None, []payment.Kind{payment.Failed, payment.Failed}},
		"paid":              {(*stripesim.Sim).Pay, stripesim.None, []payment.Kind{payment.Paid, payment.Paid}},
		"paid, not settled": {(*stripesim.Sim).PayLater, stripesim.None, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, b := newDesk(t), several(1000, 250)
			session := d.begunAll(t, &b)
			if c.before != nil {
				must(t, c.before(d.sim, session))
			}
			d.failNext(c.fault)
			for range 2 {
				got, err := d.End(t.Context(), b)
				var kinds []payment.Kind
				if ended, ok := got.(payment.Settled); ok {
					for _, e := range ended.Events {
						kinds = append(kinds, e.Kind)
					}
				} else if _, ok := got.(payment.Pending); !ok {
					t.Errorf("the end gives %+v", got)
				}
				if err != nil || !slices.Equal(kinds, c.want) {
					t.Errorf("the end gives %q, %v; want %q", kinds, err, c.want)
				}
			}
			if err := d.sim.Pay(session); err == nil {
				t.Error("it can be paid after its end")
			}
			other := several(1)
			other.Of, other.Payment = "another bill", session
			if got, err := d.End(t.Context(), other); vitrine.CodeOf(err) != vitrine.Conflict {
				t.Errorf("the end of another bill gives %+v, %v", got, err)
			}
		})
	}
}

// TestEndPaidMeanwhile has the customer pay between the look at a session and its end.
func TestEndPaidMeanwhile(t *testing.T) {
	t.Parallel()
	var d *desk
	var b payment.Bill
	d = newDeskBehind(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/expire") {
				must(t, d.sim.Pay(b.Payment))
			}
			next.ServeHTTP(w, r)
		})
	})
	b = several(1000, 250)
	d.begunAll(t, &b)
	got, err := d.End(t.Context(), b)
	if ended, ok := got.(payment.Settled); err != nil || !ok || len(ended.Events) != 2 || ended.Events[0].Kind != payment.Paid {
		t.Errorf("the end gives %+v, %v", got, err)
	}
}

// TestThreeDecimals pays a cart of amounts in a currency with three decimals, and gives it back in parts: by the marketplace, whose
// amounts Stripe takes, and in thousandths at Stripe's own desk and by a bank. What went comes to what was paid, to the last unit.
func TestThreeDecimals(t *testing.T) {
	t.Parallel()
	d, b := newDesk(t), several(1233, 1, 707)
	for _, o := range b.Orders {
		o.Currency = "KWD"
	}
	session := d.begunAll(t, &b)
	must(t, d.sim.Pay(session))
	if kept := d.sim.Kept(b.Of); kept != 19_410 {
		t.Errorf("the customer paid %d thousandths", kept)
	}
	back := func(o *vitrine.Order, amount vitrine.Amount, number int64) {
		t.Helper()
		got, err := d.Refund(t.Context(), o, payment.Repayment{ID: number, Payment: session, Amount: amount})
		if done, ok := got.(payment.Settled); err != nil || !ok || done.Events[0].Amount != amount {
			t.Errorf("a refund of %s gives %+v, %v", amount, got, err)
		}
	}
	back(b.Orders[0], 333, 1)
	for _, thousandths := range []int64{1_234, 2_345, 1} {
		must(t, d.sim.Refund(session, thousandths))
	}
	back(b.Orders[2], 100, 2)
	must(t, d.sim.DisputePart(session, 4_444))
	must(t, d.sim.EndDispute(session, false))
	must(t, d.sim.DisputePart(session, 19_410-3_330-1_234-2_345-1-1_000-4_444))
	must(t, d.sim.EndDispute(session, false))
	_, events, err := d.told(t, b)
	must(t, err)
	gone := map[int64]vitrine.Amount{}
	for _, e := range events {
		switch e.Kind {
		case payment.Paid:
			if e.Sum.Amount != b.Orders[e.OrderID-1].Price {
				t.Errorf("order %d was paid by %s", e.OrderID, e.Sum.Amount)
			}
		case payment.Refunded, payment.Disputed:
			gone[e.OrderID] += e.Amount
		}
	}
	for i, o := range b.Orders {
		if gone[o.ID] > o.Price {
			t.Errorf("%s of order %d went, which cost %s", gone[o.ID], i+1, o.Price)
		}
	}
	if sum := gone[1] + gone[2] + gone[3]; sum != b.Sum() {
		t.Errorf("%s went of %s: %v", sum, b.Sum(), gone)
	}
}

// TestRefundsOfOneSecond divides refunds of one second, sent at Stripe's own desk and of one order alone, the same after each.
func TestRefundsOfOneSecond(t *testing.T) {
	t.Parallel()
	d, b := newDesk(t), several(1000, 250)
	session := d.begunAll(t, &b)
	must(t, d.sim.Pay(session))
	first := map[string]vitrine.Amount{} // of each event, as it was told at first
	for n := range 3 {
		if n == 1 {
			_, err := d.Refund(t.Context(), b.Orders[1], payment.Repayment{ID: 9, Payment: session, Amount: 120})
			must(t, err)
		} else {
			must(t, d.sim.Refund(session, 500))
		}
		d.news(t, b, first)
	}
}

// news are the events that are told of a checkout for the first time; those that were told before are the same.
func (d *desk) news(t *testing.T, b payment.Bill, before map[string]vitrine.Amount) (events []payment.Event) {
	t.Helper()
	_, all, err := d.told(t, b)
	must(t, err)
	for _, e := range all {
		was, known := before[e.ID]
		if !known {
			before[e.ID], events = e.Amount, append(events, e)
		} else if was != e.Amount {
			t.Errorf("%s was %s, and is %s", e.ID, was, e.Amount)
		}
	}
	return events
}

// TestMovedBetweenCalls has money go back, and a bank draw some, while Stripe is asked for refunds and disputes, in between: both are
// divided as they are ever after.
func TestMovedBetweenCalls(t *testing.T) {
	t.Parallel()
	var d *desk
	var session string
	var moves atomic.Bool
	d = newDeskBehind(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/v1/disputes" && moves.CompareAndSwap(true, false) {
				must(t, d.sim.Refund(session, 900))
				must(t, d.sim.DisputePart(session, 500))
			}
			next.ServeHTTP(w, r)
		})
	})
	b := several(1000, 500)
	session = d.begunAll(t, &b)
	must(t, d.sim.Pay(session))
	_, err := d.Refund(t.Context(), b.Orders[0], payment.Repayment{ID: 31, Payment: session, Amount: 600})
	must(t, err)
	moves.Store(true)
	of := map[string]vitrine.Amount{}
	for range 2 {
		d.news(t, b, of)
	}
	if moves.Load() || len(of) < 5 {
		t.Errorf("nothing moved between two calls: %v", of)
	}
}

// TestSentAgain has a refund of one of two orders come back, and go again from Stripe's own desk, which knows no orders: it is of the
// same one, while it has as much. What else is sent there is of both, by what is left of each with what came back, and what was told
// before stays as it was.
func TestSentAgain(t *testing.T) {
	t.Parallel()
	d, b := newDesk(t), several(1000, 500)
	session := d.begunAll(t, &b)
	must(t, d.sim.Pay(session))
	of := map[string]vitrine.Amount{} // of each event, as it was told at first
	told := func(want ...string) {
		t.Helper()
		var found []string
		for _, e := range d.news(t, b, of) {
			if e.Kind != payment.Paid {
				found = append(found, fmt.Sprintf("%d %s %s", e.OrderID, e.Kind, e.Amount))
			}
		}
		if !slices.Equal(found, want) {
			t.Errorf("news is %q, want %q", found, want)
		}
		d.now = d.now.Add(time.Minute)
	}
	told()
	_, err := d.Refund(t.Context(), b.Orders[0], repayment(b.Orders[0]))
	must(t, err)
	told("1 refunded 10.00")
	must(t, d.sim.Refund(session, 100)) // of the other one, as nothing is left of the first
	told("2 refunded 1.00")
	_, err = d.Refund(t.Context(), b.Orders[1], payment.Repayment{ID: 32, Payment: session, Amount: 100})
	must(t, err)
	must(t, d.sim.FailRefund(session))
	told("2 refund_failed 1.00")
	must(t, d.sim.Refund(session, 100)) // again
	told("2 refunded 1.00")
	must(t, d.sim.FailRefund(session))
	must(t, d.sim.FailRefund(session))
	must(t, d.sim.FailRefund(session))
	told("1 refund_failed 10.00", "2 refund_failed 1.00", "2 refund_failed 1.00")
	must(t, d.sim.Refund(session, 1000)) // the first one's again
	told("1 refunded 10.00")
	must(t, d.sim.FailRefund(session))
	told("1 refund_failed 10.00")
	_, err = d.Refund(t.Context(), b.Orders[0], payment.Repayment{ID: 33, Payment: session, Amount: 1000})
	must(t, err)
	told("1 refunded 10.00")
	must(t, d.sim.FailRefund(session))
	told("1 refund_failed 10.00")
	must(t, d.sim.Refund(session, 600)) // as much as no other: of both
	told("1 refunded 4.00", "2 refunded 2.00")
	_, err = d.Refund(t.Context(), b.Orders[1], payment.Repayment{ID: 34, Payment: session, Amount: 300})
	must(t, err)
	told("2 refunded 3.00")
	must(t, d.sim.Refund(session, 100)) // as much came back of the second, of which nothing is left
	told("1 refunded 1.00")
}

// TestPartsDontComeToTheSum believes no session whose metadata says something else than what was paid.
func TestPartsDontComeToTheSum(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(metadata map[string]string)
		code   vitrine.Code
	}{
		"less": {func(m map[string]string) {
			m["vitrine_orders_1"] = strings.Replace(m["vitrine_orders_1"], ":1000", ":999", 1)
		}, vitrine.Conflict},
		"one left": {func(m map[string]string) { m["vitrine_orders_1"], _, _ = strings.Cut(m["vitrine_orders_1"], " ") }, vitrine.Conflict},
		"nonsense": {func(m map[string]string) { m["vitrine_orders_1"] = "1:2" }, vitrine.Malformed},
		"none":     {func(m map[string]string) { delete(m, "vitrine_orders_1") }, vitrine.Malformed},
	} {
		d, b := newDesk(t), several(1000, 250)
		session := d.begunAll(t, &b)
		must(t, d.sim.Pay(session))
		d.sim.ChangeMetadata(session, c.change)
		if found, _, err := d.told(t, b); found != nil || vitrine.CodeOf(err) != c.code {
			t.Errorf("%s: %q, %v; want %q", name, found, err, c.code)
		}
	}
}

// TestFeeWithoutDecimals divides a fee in whole yen.
func TestFeeWithoutDecimals(t *testing.T) {
	t.Parallel()
	d, b := newDesk(t), several(10000, 10000, 10000)
	for _, o := range b.Orders {
		o.Currency = "JPY"
	}
	session := d.begunAll(t, &b)
	must(t, d.sim.Pay(session))
	_, events, err := d.told(t, b)
	var fees []vitrine.Amount
	for _, e := range events {
		fees = append(fees, e.Sum.Fee.Amount)
	}
	if want := []vitrine.Amount{1000, 1000, 1000}; err != nil || !slices.Equal(fees, want) { // 30 of 300 yen
		t.Errorf("fees of %v, %v; want %v", fees, err, want)
	}
}
