package stripe_test

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/payment/stripe"
	"vitrine/internal/payment/stripesim"
)

const (
	key    = "sk_test_0123456789"
	secret = "whsec_0123456789abcdef0123"
)

// desk is a provider with the Stripe that it talks to.
type desk struct {
	*stripe.Provider
	sim *stripesim.Sim
	now time.Time
	bad atomic.Pointer[string] // the end of a path whose calls fail

	// A call whose line breaks is repeated on another one, before the first handler is known to be done.
	fault atomic.Int32 // a stripesim.Fault, of the next call
	calls atomic.Int32
}

// failNext has the next call fail.
func (d *desk) failNext(f stripesim.Fault) { d.fault.Store(int32(f)) }

// faultAt has all calls fail whose path ends so; none for "".
func (d *desk) faultAt(end string) { d.bad.Store(&end) }

func newDesk(t *testing.T) *desk {
	t.Helper()
	return newDeskBehind(t, func(sim http.Handler) http.Handler { return sim })
}

// newDeskBehind is newDesk whose calls go through something else before they come to the service.
func newDeskBehind(t *testing.T, before func(sim http.Handler) http.Handler) *desk {
	t.Helper()
	d := &desk{now: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)}
	clock := func() time.Time { return d.now }
	d.sim = stripesim.New(stripesim.Options{Key: key, Secret: secret, Now: clock, Fault: func(r *http.Request) stripesim.Fault {
		if bad := d.bad.Load(); bad != nil && *bad != "" && strings.HasSuffix(r.URL.Path, *bad) {
			return stripesim.Before
		}
		d.calls.Add(1)
		return stripesim.Fault(d.fault.Swap(int32(stripesim.None)))
	}})
	server := httptest.NewServer(before(d.sim))
	t.Cleanup(server.Close)
	d.sim.SetAddress(server.URL)
	d.Provider = d.of(t, stripe.Options{Key: key, Secrets: []string{secret}, API: server.URL, PaysAt: server.URL, Now: clock,
		BaseURL: "https://shop.example"})
	return d
}

func (d *desk) of(t *testing.T, o stripe.Options) *stripe.Provider {
	t.Helper()
	p, err := stripe.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// order is one that is unpaid, at its third version.
func order() *vitrine.Order {
	return &vitrine.Order{ID: 7, Version: 3, Handle: "handle-7", CheckoutKey: "secret", Price: 1250, Currency: "EUR",
		BuyersEmail: "ada@example.com", Model: vitrine.PinnedModel{Title: "Chair & table"}}
}

// begun begins to pay an order, and notes what the shop would.
func (d *desk) begun(t *testing.T, o *vitrine.Order) payment.Redirect {
	t.Helper()
	progress, err := d.Begin(t.Context(), payment.BillOf(o), stripe.Choice)
	redirect, ok := progress.(payment.Redirect)
	if err != nil || !ok {
		t.Fatalf("begin gives %+v, %v; want a redirect", progress, err)
	}
	o.PaymentID = redirect.Payment
	return redirect
}

// read returns the kinds and names of what happened to the payment of an order.
func (d *desk) read(t *testing.T, about string) (found []string, err error) {
	t.Helper()
	events, err := d.Read(t.Context(), payment.Notice{ID: "n", Payment: about})
	for _, e := range events {
		if e.Provider != stripe.Name || e.OrderID != 7 || e.Of != payment.Reference(order()) {
			t.Errorf("the event %+v is not of the order", e)
		}
		name, _, _ := strings.Cut(e.ID, ":")
		found = append(found, string(e.Kind)+" "+name)
	}
	return found, err
}

func (d *desk) wantHistory(t *testing.T, when, about string, want ...string) {
	t.Helper()
	if got, err := d.read(t, about); err != nil || !slices.Equal(got, want) {
		t.Errorf("%s: %q, %v; want %q", when, got, err, want)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestPay(t *testing.T) {
	t.Parallel()
	d, o := newDesk(t), order()
	redirect := d.begun(t, o)
	if !strings.HasPrefix(redirect.URL,
		d.PaysAt()+"/") || redirect.Until.Sub(d.now) < 30*time.Minute || redirect.Until.Sub(d.now) > 35*time.Minute {
		t.Errorf("the customer is sent to %s until %s", redirect.URL, redirect.Until)
	}
	d.wantHistory(t, "before anything was paid", o.PaymentID)
	if got, err := d.Lookup(t.Context(), payment.BillOf(o)); err != nil || got != redirect {
		t.Errorf("asked about meanwhile: %+v, %v; want %+v", got, err, redirect)
	}
	must(t, d.sim.Pay(o.PaymentID))
	came := d.now
	d.now = came.Add(26 * time.Hour)
	events, err := d.Read(t.Context(), payment.Notice{ID: "n", Payment: o.PaymentID})
	if err != nil || len(events) != 1 {
		t.Fatalf("after the payment: %+v, %v", events, err)
	}
	want := payment.Sum{Amount: 1250, Currency: "EUR", Fee: payment.Fee{Amount: 44, Currency: "EUR"}}
	if e := events[0]; e.Kind != payment.Paid || e.Payment != o.PaymentID || e.Sum == nil || *e.Sum != want {
		t.Errorf("the payment is %+v with %+v; want %+v", e, e.Sum, want)
	} else if e.At.Unix() != came.Unix() {
		t.Errorf("the money came at %v, not %v", e.At, came)
	}
	if got, err := d.Lookup(t.Context(), payment.BillOf(o)); err != nil || got.(payment.Settled).Events[0].ID != events[0].ID {
		t.Errorf("asked about afterwards: %+v, %v", got, err)
	}
}

// TestBeginTwice repeats a beginning whose answer was lost, and begins anew.
func TestBeginTwice(t *testing.T) {
	t.Parallel()
	d, o := newDesk(t), order()
	d.failNext(stripesim.After)
	first := d.begun(t, o)
	if calls := d.calls.Load(); calls < 2 {
		t.Errorf("a call whose answer is lost is made %d times", calls)
	}
	if again := d.begun(t, order()); again != first {
		t.Errorf("the same beginning gives %+v and %+v", first, again)
	}
	o.Version++
	if other := d.begun(t, o); other.Payment == first.Payment {
		t.Errorf("a new beginning gives the same session, %s", other.Payment)
	}
}

func TestBeginRefuses(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	real, odd := order(), order()
	real.Live = true
	odd.Currency = "JPY"
	for name, c := range map[string]struct {
		order  *vitrine.Order
		choice string
		want   vitrine.Code
	}{
		"no choice":             {order(), "cash", vitrine.Invalid},
		"real money":            {real, stripe.Choice, vitrine.Conflict},
		"12.50 JPY":             {odd, stripe.Choice, vitrine.Conflict},
		"the service is broken": {order(), stripe.Choice, vitrine.Unavailable},
	} {
		before := d.calls.Load()
		if c.want == vitrine.Unavailable {
			d.Provider = d.of(t, stripe.Options{Key: key, Secrets: []string{secret}, API: "http://127.0.0.1:1", BaseURL: "https://shop.example"})
		}
		got, err := d.Begin(t.Context(), payment.BillOf(c.order), c.choice)
		if calls := d.calls.Load() - before; vitrine.CodeOf(err) != c.want || got != nil || calls != 0 {
			t.Errorf("%s: %+v, %v, after %d calls; want %q", name, got, err, calls, c.want)
		}
	}
}

// TestHistory plays all that can happen to a payment. Whatever notice is read, the whole of it
// is told, in order.
func TestHistory(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		happens func(s *stripesim.Sim, id string) []error
		want    []string
		code    vitrine.Code
	}{
		"expired":                    {func(s *stripesim.Sim, id string) []error { return []error{s.Expire(id)} }, []string{"failed failed"}, ""},
		"a bank that confirms later": {func(s *stripesim.Sim, id string) []error { return []error{s.PayLater(id)} }, nil, ""},
		"confirmed later": {func(s *stripesim.Sim, id string) []error { return []error{s.PayLater(id), s.Settle(id, true)} },
			[]string{"paid paid"}, ""},
		"refused later": {func(s *stripesim.Sim, id string) []error { return []error{s.PayLater(id), s.Settle(id, false)} },
			[]string{"failed failed"}, ""},
		"refunded": {func(s *stripesim.Sim, id string) []error {
			return []error{s.Pay(id), s.Refund(id, 1000), s.Refund(id, 250)}
		},
			[]string{"paid paid", "refunded refunded", "refunded refunded"}, ""},
		"disputed once more": {func(s *stripesim.Sim, id string) []error {
			return []error{s.Pay(id), s.Dispute(id), s.EndDispute(id, true), s.Dispute(id)}
		},
			[]string{"paid paid", "disputed disputed", "disputed disputed", "dispute_over won"}, ""},
		"asked what it was": {func(s *stripesim.Sim, id string) []error { return []error{s.Pay(id), s.Inquire(id)} },
			[]string{"paid paid", "dispute_seen seen"}, ""},
		"a part is disputed after a refund": {func(s *stripesim.Sim, id string) []error {
			return []error{s.Pay(id), s.Refund(id, 1000), s.DisputePart(id, 500), s.EndDispute(id, false)}
		},
			[]string{"paid paid", "refunded refunded", "disputed disputed", "dispute_lost lost"}, ""},
		"refunded in part": {func(s *stripesim.Sim, id string) []error { return []error{s.Pay(id), s.Refund(id, 1000)} },
			[]string{"paid paid", "refunded refunded"}, ""},
		"a refund that did not arrive": {func(s *stripesim.Sim, id string) []error {
			return []error{s.Pay(id), s.Refund(id, 1250), s.FailRefund(id)}
		}, []string{"paid paid", "refund_failed refund_failed"}, ""},
		"disputed": {func(s *stripesim.Sim, id string) []error { return []error{s.Pay(id), s.Dispute(id)} },
			[]string{"paid paid", "disputed disputed"}, ""},
		"won": {func(s *stripesim.Sim, id string) []error {
			return []error{s.Pay(id), s.Dispute(id), s.EndDispute(id, true)}
		},
			[]string{"paid paid", "disputed disputed", "dispute_over won"}, ""},
		"lost": {func(s *stripesim.Sim, id string) []error {
			return []error{s.Pay(id), s.Dispute(id), s.EndDispute(id, false)}
		},
			[]string{"paid paid", "disputed disputed", "dispute_lost lost"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, o := newDesk(t), order()
			d.begun(t, o)
			for _, err := range c.happens(d.sim, o.PaymentID) {
				must(t, err)
			}
			for i, e := range d.sim.Events() {
				header, body := d.sim.Message(e)
				notices, err := d.Verify(payment.Message{Header: header, Body: body})
				if err != nil || len(notices) != 1 || notices[0].ID != e.ID {
					t.Fatalf("%s gives notice of %+v, %v", e.Type, notices, err)
				}
				if got, err := d.read(t, notices[0].Payment); !slices.Equal(got, c.want) || vitrine.CodeOf(err) != c.code {
					t.Errorf("notice %d, %s: %q, %v; want %q", i, e.Type, got, err, c.want)
				}
			}
		})
	}
}

// TestSince finds what nobody sent, on more than one page, and nothing from before.
func TestSince(t *testing.T) {
	t.Parallel()
	d, o := newDesk(t), order()
	d.begun(t, o)
	must(t, d.sim.Pay(o.PaymentID))
	early := d.now
	d.now = d.now.Add(time.Hour)
	want := map[string]string{}
	for range 130 {
		o.Version++
		d.begun(t, o)
		must(t, d.sim.Expire(o.PaymentID))
		events := d.sim.Events()
		want[events[len(events)-1].ID] = o.PaymentID
	}
	found, err := d.Since(t.Context(), early.Add(time.Minute))
	got := map[string]string{}
	for _, n := range found {
		got[n.ID] = n.Payment
	}
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("%d notices, %v; want %d", len(got), err, len(want))
	}
	if all, err := d.Since(t.Context(), early); err != nil || len(all) != len(want)+1 {
		t.Errorf("from the beginning: %d notices, %v; want one more than %d", len(all), err, len(want))
	}
}

// TestVerify takes no message that Stripe did not just sign for this endpoint.
func TestVerify(t *testing.T) {
	t.Parallel()
	d, o := newDesk(t), order()
	d.begun(t, o)
	must(t, d.sim.Pay(o.PaymentID))
	header, body := d.sim.Message(d.sim.Events()[0])
	signed := payment.Message{Header: header, Body: body}
	rotating := d.of(t, stripe.Options{Key: key, Secrets: []string{"whsec_another0123456789", secret}, Now: func() time.Time { return d.now }})
	live := d.of(t, stripe.Options{Key: "sk_live_0123456789", Secrets: []string{secret}, Now: func() time.Time { return d.now }})
	other := d.of(t, stripe.Options{Key: key, Secrets: []string{"whsec_another0123456789"}, Now: func() time.Time { return d.now }})
	at := func(p *stripe.Provider, shift time.Duration) *stripe.Provider {
		_ = p
		return d.of(t, stripe.Options{Key: key, Secrets: []string{secret}, Now: func() time.Time { return d.now.Add(shift) }})
	}
	for name, c := range map[string]struct {
		provider *stripe.Provider
		message  payment.Message
		want     vitrine.Code
		notices  int
	}{
		"as it is sent":          {d.Provider, signed, "", 1},
		"by the second secret":   {rotating, signed, "", 1},
		"by another secret":      {other, signed, vitrine.Unauthenticated, 0},
		"five minutes later":     {at(d.Provider, 301*time.Second), signed, vitrine.Unauthenticated, 0},
		"five minutes too early": {at(d.Provider, -301*time.Second), signed, vitrine.Unauthenticated, 0},
		"four minutes later":     {at(d.Provider, 240*time.Second), signed, "", 1},
		"another body":           {d.Provider, payment.Message{Header: header, Body: append([]byte(" "), body...)}, vitrine.Unauthenticated, 0},
		"not signed":             {d.Provider, payment.Message{Header: http.Header{}, Body: body}, vitrine.Unauthenticated, 0},
		"a time and no signature": {d.Provider, payment.Message{Header: http.Header{"Stripe-Signature": {"t=1795348800"}}, Body: body},
			vitrine.Unauthenticated, 0},
		"an old one behind a new time": {at(d.Provider, time.Hour), payment.Message{Header: http.Header{"Stripe-Signature": {
			"t=" + strconv.FormatInt(d.now.Add(time.Hour).Unix(), 10) + "," + header.Get("Stripe-Signature")}}, Body: body},
			vitrine.Unauthenticated, 0},
		"of tests, for real money": {live, signed, "", 0},
	} {
		notices, err := c.provider.Verify(c.message)
		if vitrine.CodeOf(err) != c.want || len(notices) != c.notices {
			t.Errorf("%s: %+v, %v; want %d notices, %q", name, notices, err, c.notices, c.want)
		}
	}
}

// TestOthersPayments passes over what the same account sells elsewhere.
func TestOthersPayments(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	mine := order()
	d.begun(t, mine)
	foreign := d.foreign(t)
	must(t, d.sim.Pay(foreign))
	d.wantHistory(t, "a session of something else", foreign)
	d.wantHistory(t, "a payment intent of nothing known", "pi_unknown")
	mine.PaymentID = foreign
	if got, err := d.Lookup(t.Context(), payment.BillOf(mine)); vitrine.CodeOf(err) != vitrine.Conflict || got != nil {
		t.Errorf("an order whose session is another's: %+v, %v", got, err)
	}
	if got, err := d.Refund(t.Context(), mine, repayment(mine)); vitrine.CodeOf(err) != vitrine.Conflict || got != nil {
		t.Errorf("a refund of another's session: %+v, %v", got, err)
	}
}

// foreign opens a session that no marketplace asked for.
func (d *desk) foreign(t *testing.T) string {
	t.Helper()
	form := strings.NewReader("mode=payment&success_url=https://x.example&expires_at=" + "1795352400" +
		"&line_items[0][quantity]=1&line_items[0][price_data][unit_amount]=5&line_items[0][price_data][currency]=eur" +
		"&line_items[0][price_data][product_data][name]=Tea")
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v1/checkout/sessions", form)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Authorization", "Bearer "+key)
	w := httptest.NewRecorder()
	d.sim.ServeHTTP(w, r)
	_, rest, _ := strings.Cut(w.Body.String(), `"id":"`)
	id, _, _ := strings.Cut(rest, `"`)
	if !strings.HasPrefix(id, "cs_") {
		t.Fatalf("no session: %s", w.Body)
	}
	return id
}

// repayment is all of an order's money.
func repayment(o *vitrine.Order) payment.Repayment {
	return payment.Repayment{ID: 31, Payment: o.PaymentID, Amount: o.Price}
}

// TestRefund sends money back once.
func TestRefund(t *testing.T) {
	t.Parallel()
	d, o := newDesk(t), order()
	d.begun(t, o)
	if got, err := d.Refund(t.Context(), o, repayment(o)); vitrine.CodeOf(err) != vitrine.Conflict || got != nil {
		t.Errorf("a refund of what was not paid: %+v, %v", got, err)
	}
	must(t, d.sim.Pay(o.PaymentID))
	d.failNext(stripesim.After)
	for range 3 {
		got, err := d.Refund(t.Context(), o, repayment(o))
		done, ok := got.(payment.Settled)
		if err != nil || !ok || done.Events[0].Kind != payment.Refunded || done.Events[0].OrderID != o.ID {
			t.Fatalf("a refund gives %+v, %v", got, err)
		}
	}
	back := 0
	for _, e := range d.sim.Events() {
		if e.Type == "refund.created" {
			back++
		}
	}
	if back != 1 {
		t.Errorf("the money went back %d times", back)
	}
	d.wantHistory(t, "then", o.PaymentID, "paid paid", "refunded refunded")
}

func TestRefundOfADispute(t *testing.T) {
	t.Parallel()
	d, o := newDesk(t), order()
	d.begun(t, o)
	must(t, d.sim.Pay(o.PaymentID))
	must(t, d.sim.Dispute(o.PaymentID))
	if got, err := d.Refund(t.Context(), o, repayment(o)); vitrine.CodeOf(err) != vitrine.Conflict || got != nil {
		t.Errorf("a refund while the bank has the money: %+v, %v", got, err)
	}
}

// TestCurrencies has prices without decimals and with three come back as they went.
func TestCurrencies(t *testing.T) {
	t.Parallel()
	for currency, price := range map[string]vitrine.Amount{"EUR": 51, "JPY": 120000, "KWD": 1234, "ISK": 50000} {
		d, o := newDesk(t), order()
		o.Price, o.Currency = price, currency
		d.begun(t, o)
		must(t, d.sim.Pay(o.PaymentID))
		events, err := d.Read(t.Context(), payment.Notice{Payment: o.PaymentID})
		if err != nil || len(events) != 1 || events[0].Sum.Amount != price || events[0].Sum.Currency != currency {
			t.Errorf("%s %s comes back as %+v, %v", price, currency, events, err)
		}
	}
}

func TestNew(t *testing.T) {
	t.Parallel()
	good := stripe.Options{Key: key, Secrets: []string{secret}}
	for name, change := range map[string]func(*stripe.Options){
		"no key":                func(o *stripe.Options) { o.Key = "" },
		"a publishable key":     func(o *stripe.Options) { o.Key = "pk_test_0123456789" },
		"a line end":            func(o *stripe.Options) { o.Key += "\n" },
		"no secret":             func(o *stripe.Options) { o.Secrets = nil },
		"five secrets":          func(o *stripe.Options) { o.Secrets = []string{secret, secret, secret, secret, secret} },
		"a key as secret":       func(o *stripe.Options) { o.Secrets = []string{key} },
		"an open line":          func(o *stripe.Options) { o.API = "http://api.stripe.com" },
		"a path":                func(o *stripe.Options) { o.API = "https://api.stripe.com/v1" },
		"a long statement":      func(o *stripe.Options) { o.Statement = strings.Repeat("a", 21) },
		"a statement in quotes": func(o *stripe.Options) { o.Statement = `"Shop"` },
		"a method in capitals":  func(o *stripe.Options) { o.Methods = []string{"Card"} },
		"a method twice":        func(o *stripe.Options) { o.Methods = []string{"card", "link", "card"} },
		"a number as statement": func(o *stripe.Options) { o.Statement = "12345" },
	} {
		o := good
		change(&o)
		if p, err := stripe.New(o); vitrine.CodeOf(err) != vitrine.Invalid || p != nil || strings.Contains(err.Error(), key) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for prefix, live := range map[string]bool{"sk_test_": false, "rk_test_": false, "sk_live_": true, "rk_live_": true} {
		o := good
		o.Key = prefix + "0123456789"
		if p, err := stripe.New(o); err != nil || p.Live() != live || p.Name() != "stripe" || p.PaysAt() != "https://checkout.stripe.com" {
			t.Errorf("%s: %+v, %v; want live %t", prefix, p, err, live)
		}
	}
}

// TestKeyStaysSecret has errors name neither key nor secret.
func TestKeyStaysSecret(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	wrong := "sk_test_wrong0123456789"
	d.Provider = d.of(t, stripe.Options{Key: wrong, Secrets: []string{secret}, API: d.PaysAt(), Now: func() time.Time { return d.now }})
	_, err := d.Begin(context.WithoutCancel(t.Context()), payment.BillOf(order()), stripe.Choice)
	if err == nil || strings.Contains(err.Error(), wrong) || !strings.Contains(err.Error(), "--stripe-key") {
		t.Errorf("a wrong key gives %v", err)
	}
}

// TestMethods asks for the methods that the marketplace names, and tells the operator of one that the account does not take.
func TestMethods(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		methods []string
		code    vitrine.Code
	}{
		"of the account":        {nil, ""},
		"named":                 {[]string{"card", "sepa_debit"}, ""},
		"one that is not taken": {[]string{"card", "klarna"}, vitrine.Conflict},
	} {
		var asked url.Values
		var said strings.Builder
		d := newDeskBehind(t, func(sim http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if err := r.ParseForm(); err != nil {
					t.Error(err)
				}
				asked = r.PostForm
				sim.ServeHTTP(w, r)
			})
		})
		d.Provider = d.of(t, stripe.Options{Key: key, Secrets: []string{secret}, API: d.PaysAt(), PaysAt: d.PaysAt(), Methods: c.methods,
			Now: func() time.Time { return d.now }, Log: slog.New(slog.NewTextHandler(&said, nil))})
		_, err := d.Begin(t.Context(), payment.BillOf(order()), stripe.Choice)
		if vitrine.CodeOf(err) != c.code || strings.Contains(said.String(), "--stripe-methods") != (err != nil) {
			t.Errorf("%s: %v, and the log says %q", name, err, said.String())
		}
		for i, method := range c.methods {
			if got := asked.Get(fmt.Sprintf("payment_method_types[%d]", i)); got != method {
				t.Errorf("%s: method %d is %q, want %q", name, i, got, method)
			}
		}
		if asked.Has(fmt.Sprintf("payment_method_types[%d]", len(c.methods))) {
			t.Errorf("%s: more methods than were named: %v", name, asked)
		}
	}
}
