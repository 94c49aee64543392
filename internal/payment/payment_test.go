package payment_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/payment"
)

func TestByName(t *testing.T) {
	t.Parallel()
	for name, live := range map[string]bool{"manual": true, "sandbox": false} {
		provider, err := payment.ByName(name)
		if err != nil || provider.Name() != name || provider.Live() != live {
			t.Errorf("%s gives %+v, %v; want live %t", name, provider, err, live)
		}
	}
	if _, err := payment.ByName("barter"); err == nil || !strings.Contains(err.Error(), `"barter"`) {
		t.Errorf("barter gives the error %v, want one that names it", err)
	}
}

// TestBegin begins payments of version 3 of order 7.
func TestBegin(t *testing.T) {
	t.Parallel()
	settled := func(kind payment.Kind, id string) payment.Progress {
		return payment.Happened(payment.Event{Provider: "sandbox", ID: id, OrderID: 7, Kind: kind})
	}
	for _, c := range []struct {
		name     string
		provider payment.Provider
		live     bool
		choice   string
		want     payment.Progress
		wantCode vitrine.Code
	}{
		{name: "pay", provider: payment.Sandbox{}, choice: "pay", want: settled(payment.Paid, "paid-7")},
		{name: "decline", provider: payment.Sandbox{}, choice: "decline", want: settled(payment.Failed, "failed-7-3")},
		{name: "delay", provider: payment.Sandbox{}, choice: "delay", want: payment.Pending{AskAfter: payment.SandboxDelay}},
		{name: "no choice", provider: payment.Sandbox{}, wantCode: vitrine.Invalid},
		{name: "an order for real money", provider: payment.Sandbox{}, live: true, choice: "pay", wantCode: vitrine.Conflict},
		{name: "manual", provider: payment.Manual{}, live: true, choice: "pay", wantCode: vitrine.Conflict},
	} {
		got, err := c.provider.Begin(t.Context(), payment.BillOf(&vitrine.Order{ID: 7, Version: 3, Live: c.live}), c.choice)
		if !cmp.Equal(got, c.want) || vitrine.CodeOf(err) != c.wantCode || c.wantCode == "" && err != nil {
			t.Errorf("%s: got %+v, %v; want %+v, code %q", c.name, got, err, c.want, c.wantCode)
		}
	}
}

// TestSandboxConfirmsNoRealPayment asks for an order whose payment was begun while payments
// were another provider's.
func TestSandboxConfirmsNoRealPayment(t *testing.T) {
	t.Parallel()
	got, err := payment.Sandbox{}.Lookup(t.Context(), payment.BillOf(&vitrine.Order{ID: 7, Live: true}))
	if want := (payment.Pending{}); err != nil || !cmp.Equal(got, payment.Progress(want)) {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
}

// TestProviders asks both for refunds, outcomes and the events of a message.
func TestProviders(t *testing.T) {
	t.Parallel()
	o := &vitrine.Order{ID: 7, Version: 3}
	for _, c := range []struct {
		provider             payment.Provider
		wantRefund, wantLook payment.Progress
	}{
		{payment.Manual{}, payment.Happened(payment.Event{Provider: "operator", ID: "refunded-7-31", OrderID: 7, Kind: payment.Refunded,
			Amount: 500, Payment: "p", Repayment: 31}),
			payment.Pending{}},
		{
			payment.Sandbox{}, payment.Happened(payment.Event{Provider: "sandbox", ID: "refunded-7-31", OrderID: 7, Kind: payment.Refunded,
				Amount: 500, Payment: "p", Repayment: 31}),
			payment.Happened(payment.Event{Provider: "sandbox", ID: "delayed-7", OrderID: 7, Kind: payment.Paid}),
		},
	} {
		name := c.provider.Name()
		if got, err := c.provider.Refund(t.Context(), o, payment.Repayment{ID: 31, Payment: "p", Amount: 500}); err != nil ||
			!cmp.Equal(got, c.wantRefund) {
			t.Errorf("%s refunds by %+v, %v; want %+v", name, got, err, c.wantRefund)
		}
		if got, err := c.provider.Lookup(t.Context(), payment.BillOf(o)); err != nil || !cmp.Equal(got, c.wantLook) {
			t.Errorf("%s finds %+v, %v; want %+v", name, got, err, c.wantLook)
		}
		notices, err := c.provider.Verify(payment.Message{Body: []byte(`{"paid":7}`)})
		if vitrine.CodeOf(err) != vitrine.NotFound || notices != nil {
			t.Errorf("%s takes a message: %+v, %v", name, notices, err)
		}
		if events, err := c.provider.Read(t.Context(), payment.Notice{ID: "n", Payment: "p"}); err != nil || events != nil {
			t.Errorf("%s reads a notice that nobody sent: %+v, %v", name, events, err)
		}
		if notices, err := c.provider.Since(t.Context(), time.Time{}); err != nil || notices != nil {
			t.Errorf("%s finds notices that nobody sent: %+v, %v", name, notices, err)
		}
		if c.provider.PaysAt() != "" {
			t.Errorf("%s sends customers to %q", name, c.provider.PaysAt())
		}
	}
}

// TestSeveralOrders has what becomes of a payment happen to each of its orders.
func TestSeveralOrders(t *testing.T) {
	t.Parallel()
	bill := payment.Bill{Checkout: 3, Orders: []*vitrine.Order{{ID: 7, Version: 3}, {ID: 8, Version: 1}}}
	for choice, want := range map[string]payment.Progress{
		"pay": payment.Happened(payment.Event{Provider: "sandbox", ID: "paid-7", OrderID: 7, Kind: payment.Paid, CheckoutID: 3},
			payment.Event{Provider: "sandbox", ID: "paid-8", OrderID: 8, Kind: payment.Paid, CheckoutID: 3}),
		"decline": payment.Happened(payment.Event{Provider: "sandbox", ID: "failed-7-3", OrderID: 7, Kind: payment.Failed, CheckoutID: 3},
			payment.Event{Provider: "sandbox", ID: "failed-8-1", OrderID: 8, Kind: payment.Failed, CheckoutID: 3}),
		"delay": payment.Pending{AskAfter: payment.SandboxDelay},
	} {
		got, err := payment.Sandbox{}.Begin(t.Context(), bill, choice)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", choice, err, diff)
		}
	}
	for name, wrong := range map[string]payment.Bill{
		"nothing":        {},
		"two currencies": {Orders: []*vitrine.Order{{ID: 7, Currency: "EUR"}, {ID: 8, Currency: "USD"}}},
		"one is real":    {Orders: []*vitrine.Order{{ID: 7}, {ID: 8, Live: true}}},
	} {
		if got, err := (payment.Sandbox{}).Begin(t.Context(), wrong, "pay"); vitrine.CodeOf(err) != vitrine.Conflict || got != nil {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestDivide(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		whole, step   vitrine.Amount
		weights, want []vitrine.Amount
	}{
		{100, 1, []vitrine.Amount{1, 1, 1}, []vitrine.Amount{33, 33, 34}},
		{100, 100, []vitrine.Amount{1, 1, 1}, []vitrine.Amount{0, 0, 100}},
		{400, 100, []vitrine.Amount{1000, 3000}, []vitrine.Amount{100, 300}},
		{0, 1, []vitrine.Amount{5, 5}, []vitrine.Amount{0, 0}},
		{-7, 1, []vitrine.Amount{1, 1}, []vitrine.Amount{-3, -4}},
		{7, 1, []vitrine.Amount{0, 0}, []vitrine.Amount{7, 0}},
		{99_999_999 * 50, 1, []vitrine.Amount{99_999_999 * 25, 99_999_999 * 25}, []vitrine.Amount{99_999_999 * 25, 99_999_999 * 25}},
		{44, 1, []vitrine.Amount{1250}, []vitrine.Amount{44}},
		{3, 1, nil, []vitrine.Amount{}},
	} {
		if got := payment.Divide(c.whole, c.weights, c.step); !slices.Equal(got, c.want) {
			t.Errorf("%d by %v gives %v, want %v", c.whole, c.weights, got, c.want)
		}
	}
}
