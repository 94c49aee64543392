package storefront_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

func TestCheckoutShowsTheSale(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	id, checkout := s.order(t, s.publish(t, "Calibration cube", 12.5), "")

	got := s.get(t, checkout)
	got.wantStatus(t, http.StatusOK)
	o, err := s.db.Order(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	got.wantText(t, "Calibration cube", "by ada", "12.50 USD", "cube.stl", "SANDBOX: NO MONEY MOVES",
		"can be paid until "+o.ExpiresAt.UTC().Format("2 January 2006, 15:04"))
	got.wantText(t, "Licence: General", strings.Join(strings.Fields(o.License.Text[:60]), " "))
	if diff := cmp.Diff([]string{"pay", "decline", "delay", "cancel"}, got.outcomes(t)); diff != "" {
		t.Errorf("choices (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"/search", checkout, "/language"}, got.attributes(t, "form", "action")); diff != "" {
		t.Errorf("form (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"post", "post"}, got.attributes(t, "form", "method")); diff != "" {
		t.Errorf("form (-want +got):\n%s", diff)
	}
	for name, want := range map[string]string{"Cache-Control": "no-store", "X-Robots-Tag": "noindex"} {
		if got := got.header.Get(name); got != want {
			t.Errorf("header %s is %q, want %q", name, got, want)
		}
	}
	pictures := got.pictures(t)
	if len(pictures) != 1 {
		t.Fatalf("pictures: %q, want one", pictures)
	}
	s.get(t, pictures[0]).wantStatus(t, http.StatusOK)
}

// TestTaxByProvider asks nobody for what the payment provider asks, and lets nobody pay whose tax can't be found.
func TestTaxByProvider(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	rules := vitrine.TaxRules{Mode: vitrine.TaxTable, Seller: vitrine.ShopSells, House: vitrine.Party{Name: "Vitrine GmbH", Country: "DE"}}
	set := func() {
		if err := s.db.Write(t.Context(), func(tx *store.Tx) error { return tx.SetTaxRules(t.Context(), rules) }); err != nil {
			t.Fatal(err)
		}
	}
	set()
	id, checkout := s.order(t, s.publish(t, "Calibration cube", 12.5), "")
	s.get(t, checkout).wantText(t, "Where do you live?")
	rules.Mode = vitrine.TaxStripe
	set()
	got := s.get(t, checkout)
	got.wantText(t, "Tax is part of the price")
	if forms := got.attributes(t, "form", "class"); slices.Contains(forms, "bill") {
		t.Error("the page asks for what the provider asks")
	}
	refused := s.choose(t, checkout, "pay")
	refused.wantStatus(t, http.StatusConflict)
	refused.wantText(t, "nothing was charged")
	s.wantOrder(t, id, vitrine.Unpaid)
}

func TestSandboxPays(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	model := s.publish(t, "Calibration cube", 12.5)
	id, checkout := s.order(t, model, "")

	s.get(t, receiptOf(checkout)).wantRedirect(t, checkout) // nothing is bought yet
	s.choose(t, checkout, "pay").wantRedirect(t, receiptOf(checkout))
	s.wantOrder(t, id, vitrine.Paid)
	s.get(t, checkout).wantRedirect(t, receiptOf(checkout))
	s.choose(t, checkout, "pay").wantStatus(t, http.StatusConflict)

	s.call(t, s.seller, "DELETE", model, nil, http.StatusNoContent) // who bought it keeps it
	got := s.get(t, receiptOf(checkout))
	got.wantStatus(t, http.StatusOK)
	got.wantText(t, "Calibration cube", "by ada", "12.50 USD", "StatePaid", "mine-1", "SANDBOX: NO MONEY MOVED", "Licence: General",
		"Your downloads")
	if got := got.header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control is %q", got)
	}
	s.wantDownload(t, got)
}

// wantDownload follows the receipt's one link to a file.
func (s *site) wantDownload(t *testing.T, receipt page) {
	t.Helper()
	links := slices.DeleteFunc(receipt.attributes(t, "a", "href"), func(link string) bool { return !strings.Contains(link, "/files/") })
	if len(links) != 1 {
		t.Fatalf("downloads: %q, want one", links)
	}
	got := s.get(t, links[0])
	got.wantStatus(t, http.StatusFound)
	if got := got.header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control is %q", got)
	}
	want, err := os.ReadFile("../../../docs/tour/cube.stl")
	if err != nil {
		t.Fatal(err)
	}
	if bought := s.get(t, strings.TrimPrefix(got.header.Get("Location"), baseURL)); bought.body != string(want) {
		t.Errorf("%d bytes, status %d, not the %d that were bought", len(bought.body), bought.status, len(want))
	}
}

func TestSandboxDeclines(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	id, checkout := s.order(t, s.publish(t, "Calibration cube", 12.5), "")

	s.choose(t, checkout, "decline").wantRedirect(t, checkout+"?declined=1")
	s.wantOrder(t, id, vitrine.Unpaid)
	got := s.get(t, checkout+"?declined=1")
	got.wantStatus(t, http.StatusOK)
	got.wantText(t, "The payment was declined. Nothing was charged")
	s.choose(t, checkout, "pay").wantRedirect(t, receiptOf(checkout))
}

func TestSandboxDelays(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSite(t, payment.Sandbox{})
		id, checkout := s.order(t, s.publish(t, "Calibration cube", 12.5), "https://shop.example/back")

		if refresh := s.get(t, checkout).attributes(t, "meta", "http-equiv"); slices.Contains(refresh, "refresh") {
			t.Error("the page looks again also when nothing is on its way")
		}
		s.choose(t, checkout, "delay").wantRedirect(t, checkout)
		s.wantOrder(t, id, vitrine.Unpaid)
		got := s.get(t, checkout)
		got.wantStatus(t, http.StatusOK)
		got.wantText(t, "Your payment is on its way.")
		if refresh := got.attributes(t, "meta", "http-equiv"); !slices.Contains(refresh, "refresh") {
			t.Error("the page does not look again by itself")
		}
		if outcomes := got.outcomes(t); len(outcomes) > 0 {
			t.Errorf("meanwhile the customer can choose %v", outcomes)
		}
		again := s.choose(t, checkout, "pay") // as somebody who clicks twice does
		again.wantStatus(t, http.StatusConflict)
		again.wantText(t, "Your payment is on its way.")

		if n := s.work(t); n != 0 {
			t.Errorf("%d payments are confirmed at once, want some seconds later", n)
		}
		time.Sleep(payment.SandboxDelay)
		if n := s.work(t); n != 1 {
			t.Fatalf("%d payments are confirmed, want 1", n)
		}
		s.get(t, checkout).wantRedirect(t, receiptOf(checkout))
		s.get(t, receiptOf(checkout)).wantText(t, "paid", "Go back to the shop")
	})
}

// work does the payment jobs that are due, and gives their number.
func (s *site) work(t *testing.T) int {
	t.Helper()
	var due []store.Job
	err := s.db.Write(t.Context(), func(tx *store.Tx) (err error) {
		due, err = tx.ClaimJobs(t.Context(), shop.JobConfirmPayment, store.Lease{Name: "test", For: time.Minute}, 10)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, job := range due {
		var waits shop.PaymentJob
		if err := json.Unmarshal([]byte(job.Args), &waits); err != nil || job.Kind != shop.JobConfirmPayment {
			t.Fatalf("job %+v: %v", job, err)
		}
		if err := s.shop.ConfirmPayment(t.Context(), waits); err != nil {
			t.Fatal(err)
		}
	}
	return len(due)
}

func TestUnknownChoice(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	id, checkout := s.order(t, s.publish(t, "Calibration cube", 12.5), "")
	for _, outcome := range []string{"", "PAY", "refund", "paid"} {
		s.choose(t, checkout, outcome).wantStatus(t, http.StatusUnprocessableEntity)
	}
	s.choose(t, checkout, "confirm").wantStatus(t, http.StatusPaymentRequired) // it is not free
	for body, want := range map[string]int{
		"outcome=%zz": http.StatusBadRequest, "outcome=pay&x=" + strings.Repeat("x", 1<<20): http.StatusRequestEntityTooLarge,
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, checkout, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		s.browse(t, r).wantStatus(t, want)
	}
	s.browse(t, formOf(t, checkout+"?outcome=pay", "", nil)).wantStatus(t, http.StatusUnprocessableEntity)
	s.wantOrder(t, id, vitrine.Unpaid)
}

func TestFreeOrder(t *testing.T) {
	t.Parallel()
	for _, provider := range []payment.Provider{payment.Sandbox{}, payment.Manual{}} {
		t.Run(provider.Name(), func(t *testing.T) {
			t.Parallel()
			s := newSite(t, provider)
			id, checkout := s.order(t, s.publish(t, "Calibration cube", 0), "")
			s.wantOrder(t, id, vitrine.Unpaid)

			got := s.get(t, checkout)
			got.wantText(t, "Free", "Get it for free")
			if diff := cmp.Diff([]string{"confirm", "cancel"}, got.outcomes(t)); diff != "" {
				t.Errorf("choices (-want +got):\n%s", diff)
			}
			s.choose(t, checkout, "confirm").wantRedirect(t, receiptOf(checkout))
			s.wantOrder(t, id, vitrine.Paid)
			s.wantDownload(t, s.get(t, receiptOf(checkout)))
		})
	}
}

func TestManualPayments(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Manual{})
	id, checkout := s.order(t, s.publish(t, "Calibration cube", 12.5), "")

	got := s.get(t, checkout)
	got.wantStatus(t, http.StatusOK)
	got.wantText(t, fmt.Sprintf("Pay 12.50 USD to the seller as agreed and name order %d.", id),
		"The operator of this marketplace confirms the payment")
	if diff := cmp.Diff([]string{"cancel"}, got.outcomes(t)); diff != "" {
		t.Errorf("choices (-want +got):\n%s", diff)
	}
	if strings.Contains(got.text(t), "SANDBOX") {
		t.Error("the page speaks of a sandbox")
	}
	for _, outcome := range []string{"pay", "delay", "confirm"} {
		if got := s.choose(t, checkout, outcome); got.status != http.StatusConflict && got.status != http.StatusPaymentRequired {
			t.Errorf("%s: status %d, want a refusal", outcome, got.status)
		}
	}
	s.wantOrder(t, id, vitrine.Unpaid)
	if _, err := s.shop.MarkPaid(t.Context(), id, ""); err != nil {
		t.Fatal(err)
	}
	s.get(t, checkout).wantRedirect(t, receiptOf(checkout))
	if receipt := s.get(t, receiptOf(checkout)); strings.Contains(receipt.text(t), "SANDBOX") {
		t.Error("the receipt speaks of a sandbox")
	}
}

// TestPinnedCurrency shows an order after the operator changed the currency.
func TestPinnedCurrency(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	id, checkout := s.order(t, s.publish(t, "Calibration cube", 12.5), "")
	later := newSiteOn(t, s.db, payment.Sandbox{}, "EUR")
	later.get(t, checkout).wantText(t, "12.50 USD")
	if _, err := later.shop.MarkPaid(t.Context(), id, ""); err != nil {
		t.Fatal(err)
	}
	later.get(t, receiptOf(checkout)).wantText(t, "12.50 USD")
}
