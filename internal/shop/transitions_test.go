package shop_test

import (
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
)

// transitions says what becomes of an order in the state at the head of the
// column by the act at the head of the row: a state, "=" where it stays without
// a fault, or "409".
const transitions = `
	act              unpaid    overdue   expired   canceled  paid      disputed  refunded
	pay              paid      409       409       409       409       409       409
	decline          =         409       409       409       409       409       409
	customer_cancels canceled  409       409       409       409       409       409
	caller_cancels   canceled  409       409       409       409       409       409
	time_passes      expired   expired   =         =         =         =         =
	mark_paid        paid      paid      paid      paid      409       paid      409
	refund           409       409       409       409       refunded  refunded  409
	event_paid       paid      paid      paid      paid      =         =         =
	event_refunded   409       409       409       409       refunded  refunded  =
	event_disputed   409       409       409       409       disputed  =         =
	event_over       409       409       409       409       =         paid      =
`

func TestTransitions(t *testing.T) {
	t.Parallel()
	rows := strings.Split(strings.TrimSpace(transitions), "\n")
	states := strings.Fields(rows[0])[1:]
	m := newMarket(t, payment.Sandbox{})
	for _, row := range rows[1:] {
		cells := strings.Fields(row)
		for i, want := range cells[1:] {
			m.checkTransition(t, states[i], cells[0], want)
		}
	}
}

// checkTransition brings an order into a state, lets something happen, and
// compares what it has become.
func (m *market) checkTransition(t *testing.T, state, act, want string) {
	t.Helper()
	name := act + " of an order that is " + state
	sold := m.sales(t, m.model.ID)
	o := m.order(t, m.model.ID)
	m.bring(t, o, state)
	before := m.read(t, o)

	err := m.act(t, o, act)

	code := vitrine.Code("")
	status := vitrine.OrderStatus(want)
	switch want {
	case "409":
		code, status = vitrine.Conflict, before.Status
	case "=":
		status = before.Status
	}
	wantCode(t, name, err, code)
	after := m.read(t, o)
	if after.Status != status {
		t.Errorf("%s: it is %s, want %s", name, after.Status, status)
	}
	if after.Downloads() != (status == vitrine.Paid || status == vitrine.Disputed) {
		t.Errorf("%s: its downloads are open: %t", name, after.Downloads())
	}
	if after.Downloads() {
		sold++
	}
	if got := m.sales(t, m.model.ID); got != sold {
		t.Errorf("%s: the model was sold %d times, want %d", name, got, sold)
	}
	if after.PaidAt.IsZero() && after.Downloads() || after.RefundedAt.IsZero() != (status != vitrine.Refunded) {
		t.Errorf("%s: it was paid at %s and refunded at %s", name, after.PaidAt, after.RefundedAt)
	}
}

// read reads an order as its maker sees it.
func (m *market) read(t *testing.T, o *vitrine.Order) *vitrine.Order {
	t.Helper()
	found, err := m.shop.Order(t.Context(), m.buyer, o.ID)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// bring moves a new order into a state.
func (m *market) bring(t *testing.T, o *vitrine.Order, state string) {
	t.Helper()
	way := map[string][]string{
		"unpaid": {}, "overdue": {"day_passes"}, "expired": {"time_passes"}, "canceled": {"caller_cancels"}, "paid": {"pay"},
		"disputed": {"pay", "event_disputed"}, "refunded": {"pay", "refund"},
	}
	acts, ok := way[state]
	if !ok {
		t.Fatalf("there is no way to %s", state)
	}
	for _, act := range acts {
		if err := m.act(t, o, act); err != nil {
			t.Fatal(err)
		}
	}
}

func (m *market) act(t *testing.T, o *vitrine.Order, act string) error {
	t.Helper()
	ctx := t.Context()
	var err error
	switch kind, event := strings.CutPrefix(act, "event_"); {
	case event:
		return m.shop.RecordPayment(ctx, m.event(o, kind))
	case act == "pay" || act == "decline":
		_, err = m.shop.Choose(ctx, o.CheckoutKey, act)
	case act == "customer_cancels":
		_, err = m.shop.CancelByCustomer(ctx, o.CheckoutKey)
	case act == "caller_cancels":
		err = m.shop.CancelOrder(ctx, m.buyer, o.ID, nil)
	case act == "day_passes":
		m.clock.Advance(24 * time.Hour)
	case act == "time_passes":
		m.clock.Advance(24 * time.Hour)
		err = m.shop.ExpireOrders(ctx)
	case act == "mark_paid":
		_, err = m.shop.MarkPaid(ctx, o.ID, "")
	case act == "refund":
		_, err = m.shop.Refund(ctx, o.ID, false)
	default:
		t.Fatalf("nobody can %s", act)
	}
	return err
}

// event is an event that was not told before.
func (m *market) event(o *vitrine.Order, kind string) payment.Event {
	kinds := map[string]payment.Kind{"paid": payment.Paid, "refunded": payment.Refunded, "disputed": payment.Disputed,
		"over": payment.DisputeOver}
	return payment.Event{Provider: "bank", ID: o.UUID + kind, OrderID: o.ID, Kind: kinds[kind]}
}

func TestEventsCountOnce(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	o := m.order(t, m.model.ID)
	paid, disputed, over := m.event(o, "paid"), m.event(o, "disputed"), m.event(o, "over")
	for _, event := range []payment.Event{paid, disputed, disputed, over, disputed, over, paid} {
		wantCode(t, string(event.Kind), m.shop.RecordPayment(t.Context(), event), "")
	}
	got := m.read(t, o)
	if got.Status != vitrine.Paid || got.Version != 4 || got.PaymentID != paid.ID || m.sales(t, m.model.ID) != 1 {
		t.Errorf("after events told twice the order is %+v, sold %d times", got, m.sales(t, m.model.ID))
	}

	unknown := payment.Event{Provider: "bank", ID: "x", OrderID: 999, Kind: payment.Paid}
	wantCode(t, "of no order", m.shop.RecordPayment(t.Context(), unknown), vitrine.NotFound)

	early := m.order(t, m.model.ID)
	wantCode(t, "a refund before the payment", m.shop.RecordPayment(t.Context(), m.event(early, "refunded")), vitrine.Conflict)
	wantCode(t, "the payment", m.shop.RecordPayment(t.Context(), m.event(early, "paid")), "")
	wantCode(t, "the refund once more", m.shop.RecordPayment(t.Context(), m.event(early, "refunded")), "")
	if got := m.read(t, early); got.Status != vitrine.Refunded {
		t.Errorf("the refund that came early was lost: the order is %s", got.Status)
	}
}

// A payment that comes after the end of its order is kept while there is
// something to sell, and goes back else.
func TestLatePayment(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		state    string
		after    time.Duration
		happened func(t *testing.T, m *market)
		want     vitrine.OrderStatus
	}{
		{"expired", "expired", 0, nothing, vitrine.Paid},
		{"canceled", "canceled", 0, nothing, vitrine.Paid},
		{"model taken back", "expired", 0, takeBack, vitrine.Paid},
		{"file removed", "expired", time.Hour, removeFile, vitrine.Paid},
		{"model deleted", "expired", 0, deleteModel, vitrine.Refunded},
		{"model deleted, canceled", "canceled", 0, deleteModel, vitrine.Refunded},
		{"model deleted, overdue", "overdue", 0, deleteModel, vitrine.Refunded},
		{"model deleted, still in time", "unpaid", 0, deleteModel, vitrine.Refunded},
		{"after a long time", "expired", 60 * 24 * time.Hour, nothing, vitrine.Paid},
		{"file removed, after a long time", "expired", 60 * 24 * time.Hour, removeFile, vitrine.Refunded},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := newMarket(t, payment.Sandbox{})
			o := m.order(t, m.model.ID)
			m.bring(t, o, c.state)
			c.happened(t, m)
			m.clock.Advance(c.after)

			wantCode(t, "pay", m.shop.RecordPayment(t.Context(), m.event(o, "paid")), "")

			got := m.read(t, o)
			if got.Status != c.want || got.PaidAt.IsZero() {
				t.Errorf("the order is %s, paid at %s; want %s", got.Status, got.PaidAt, c.want)
			}
		})
	}
}

func nothing(*testing.T, *market) {}

func takeBack(t *testing.T, m *market) {
	t.Helper()
	request := shop.ModelRequest{ModelChange: vitrine.ModelChange{Status: vitrine.Some(vitrine.Draft)}}
	_, err := m.shop.UpdateModel(t.Context(), m.seller, m.model.ID, request, nil)
	wantCode(t, "take back", err, "")
}

func removeFile(t *testing.T, m *market) {
	t.Helper()
	takeBack(t, m)
	wantCode(t, "remove", m.shop.RemoveFile(t.Context(), m.seller, m.model.ID, m.model.Files[0].ID, nil), "")
}

func deleteModel(t *testing.T, m *market) {
	t.Helper()
	wantCode(t, "delete", m.shop.DeleteModel(t.Context(), m.seller, m.model.ID, nil), "")
}
