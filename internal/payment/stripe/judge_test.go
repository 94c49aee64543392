package stripe_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/payment/stripe"
)

// judgeVariable names the environment variable with the binary of stripe-mock, which holds calls
// against Stripe's own description of its interface; scripts/install.sh builds it.
const judgeVariable = "VITRINE_TEST_STRIPEMOCK"

// judge has stripe-mock read each call before the simulated service does, which is more forgiving.
type judge struct {
	t       *testing.T
	address string

	mu    sync.Mutex
	calls map[string]bool // that were made, "POST /v1/refunds", each identifier as :id
}

// startJudge starts stripe-mock until the test ends, and skips the test where there is none.
func startJudge(t *testing.T) *judge {
	t.Helper()
	binary := os.Getenv(judgeVariable)
	if binary == "" {
		t.Skipf("%s names no stripe-mock", judgeVariable)
	}
	ctx, cancel := context.WithCancel(context.Background())
	process := exec.CommandContext(ctx, binary, "-http-addr", "127.0.0.1:0", "-https-addr", "127.0.0.1:0")
	output, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		_ = process.Wait() // it was killed
	})
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), "HTTP at address: "); ok {
			go func() { _, _ = io.Copy(io.Discard, output) }()
			return &judge{t: t, address: "http://" + address, calls: map[string]bool{}}
		}
	}
	t.Fatalf("stripe-mock says no address: %v", lines.Err())
	return nil
}

var identifiers = regexp.MustCompile(`/[a-z]+_[A-Za-z0-9_]+`)

// of returns next behind the judge.
func (j *judge) of(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			j.t.Error(err)
		}
		if status, answer := j.ask(r.Context(), r, body); status != http.StatusOK {
			j.t.Errorf("%s %s with %s: Stripe would say %d %s", r.Method, r.URL, body, status, answer)
		}
		// These are names of collections, as identifiers are not.
		path := strings.ReplaceAll(r.URL.Path, "account_links", "links")
		path = strings.ReplaceAll(path, "balance_transactions", "movements")
		path = strings.ReplaceAll(path, "line_items", "lines")
		j.mu.Lock()
		j.calls[r.Method+" "+identifiers.ReplaceAllString(path, "/:id")] = true
		j.mu.Unlock()
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

// ask returns what stripe-mock says to a call.
func (j *judge) ask(ctx context.Context, r *http.Request, body []byte) (int, []byte) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	asked, err := http.NewRequestWithContext(ctx, r.Method, j.address+r.URL.RequestURI(), bytes.NewReader(body))
	if err != nil {
		j.t.Error(err)
		return 0, nil
	}
	asked.Header = r.Header.Clone()
	asked.Header.Del("Accept-Encoding")
	answer, err := http.DefaultClient.Do(asked)
	if err != nil {
		j.t.Error(err)
		return 0, nil
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		j.t.Error(err)
	}
	return answer.StatusCode, text
}

// TestCallsAreOfStripesInterface makes every call that the provider has, with all that it may ask for: Stripe's
// description of its interface knows each parameter.
func TestCallsAreOfStripesInterface(t *testing.T) {
	t.Parallel()
	j := startJudge(t)
	d := newDeskBehind(t, j.of)
	d.Provider = d.of(t, stripe.Options{Key: key, Secrets: []string{secret}, API: d.PaysAt(), PaysAt: d.PaysAt(),
		BaseURL: "https://shop.example", Statement: "CHAIRS", Methods: []string{"card", "sepa_debit"}, Now: func() time.Time { return d.now }})
	account := d.seller(t)
	if _, err := d.Onboard(t.Context(), account, "/sell/money"); err != nil {
		t.Error(err)
	}

	left := order()
	left.ID, left.Handle = 8, "handle-8"
	d.begun(t, left)
	if _, err := d.End(t.Context(), payment.BillOf(left)); err != nil {
		t.Error(err)
	}

	b := several(1000, 250)
	askTax(b)
	d.sim.SettleIn("gbp", 85, 100)
	session := d.begunAll(t, &b)
	must(t, d.sim.Pay(session))
	if _, err := d.Lookup(t.Context(), b); err != nil {
		t.Error(err)
	}
	moved, err := d.Transfer(t.Context(), payment.Transfer{Key: "1:1", Order: b.Orders[0], Account: account, Amount: 900})
	must(t, err)
	if _, err := d.Reverse(t.Context(), payment.Reversal{Key: "1:2", Transfer: moved.Name, Amount: 100, Currency: "EUR"}); err != nil {
		t.Error(err)
	}
	if _, err := d.Refund(t.Context(), b.Orders[1], repayment(b.Orders[1])); err != nil {
		t.Error(err)
	}

	o := order()
	o.ID, o.Handle = 9, "handle-9"
	d.begun(t, o)
	must(t, d.sim.Pay(o.PaymentID))
	must(t, d.sim.Dispute(o.PaymentID))
	dispute := ""
	for _, e := range d.sim.Events() {
		header, body := d.sim.Message(e)
		notices, err := d.Verify(payment.Message{Header: header, Body: body})
		must(t, err)
		for _, n := range notices {
			events, err := d.Read(t.Context(), n)
			must(t, err)
			for _, e := range events {
				if e.Dispute != nil {
					dispute = e.Object
				}
			}
		}
	}
	evidence := vitrine.DisputeEvidence{Product: "A chair", Buyer: "ada@example.com", Terms: "No way back", Access: "Twice",
		Text: "It is hers"}
	if err := d.Answer(t.Context(), dispute, evidence); err != nil {
		t.Error(err)
	}
	// A notice may name the payment alone.
	if _, err := d.Read(t.Context(), payment.Notice{Payment: "pi_unknown"}); err != nil {
		t.Error(err)
	}
	if found, err := d.Since(t.Context(), d.now.Add(-time.Hour)); len(found) == 0 || err != nil {
		t.Errorf("%d notices, %v", len(found), err)
	}
	report := payment.ReportQuery{From: d.now.Add(-time.Hour), To: d.now}
	page, err := d.Movements(t.Context(), report)
	if len(page.Movements) == 0 || err != nil {
		t.Fatalf("%d movements, %v", len(page.Movements), err)
	}
	report.After = page.Movements[0].ID
	if _, err := d.Movements(t.Context(), report); err != nil {
		t.Error(err)
	}
	if _, err := d.Holds(t.Context()); err != nil {
		t.Error(err)
	}

	j.mu.Lock()
	defer j.mu.Unlock()
	if asked := len(j.calls); asked != len(callsInSource(t)) {
		t.Errorf("%d kinds of calls were judged, %q, of %q in the source", asked, slices.Sorted(maps.Keys(j.calls)), callsInSource(t))
	}
}

// TestJudgeRefuses has the judge refuse what Stripe does not know, without which it would prove nothing.
func TestJudgeRefuses(t *testing.T) {
	t.Parallel()
	j := startJudge(t)
	for _, c := range []struct {
		path, body string
		want       int
	}{
		{"/v1/refunds", "payment_intent=pi_1&amount=100", http.StatusOK},
		{"/v1/refunds", "payment_intent=pi_1&amount=much", http.StatusBadRequest},
		{"/v1/refunds", "payment_intent=pi_1&sum=100", http.StatusBadRequest},
		{"/v1/repayments", "", http.StatusNotFound},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, j.address+c.path, nil)
		must(t, err)
		r.Header.Set("Authorization", "Bearer "+key)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if status, answer := j.ask(t.Context(), r, []byte(c.body)); status != c.want {
			t.Errorf("%s with %s: %d %s; want %d", c.path, c.body, status, answer, c.want)
		}
	}
}

var calls = regexp.MustCompile(`stripe\.V1\w+\.\w+`)

// callsInSource returns the calls that the package makes, "stripe.V1Refunds.Create", each once.
func callsInSource(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	must(t, err)
	var found []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		must(t, err)
		found = append(found, calls.FindAllString(string(source), -1)...)
	}
	slices.Sort(found)
	return slices.Compact(found)
}
