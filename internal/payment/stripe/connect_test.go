package stripe_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/payment/stripe"
)

// seller opens an account that money can be moved to.
func (d *desk) seller(t *testing.T) string {
	t.Helper()
	account, err := d.OpenAccount(t.Context(), payment.NewSeller{Name: payment.SellerReference("secret", "7"), Email: "ada@example.com"})
	must(t, err)
	again, err := d.OpenAccount(t.Context(), payment.NewSeller{Name: payment.SellerReference("secret", "7"), Email: "ada@example.com"})
	if again != account || err != nil {
		t.Errorf("opened again it is %s, %v; want %s", again, err, account)
	}
	must(t, d.sim.Onboarded(account))
	if found, err := d.Account(t.Context(), account); !cmp.Equal(found, payment.SellerAccount{Active: true}) || err != nil {
		t.Errorf("it stands at %+v, %v", found, err)
	}
	return account
}

// TestTransfer moves money of a payment to a seller, and some of it back: once by a key, also when Stripe has forgotten that and
// another sum is asked for, as after a restored backup.
func TestTransfer(t *testing.T) {
	t.Parallel()
	for currency, whole := range map[string]vitrine.Amount{"EUR": 1000, "JPY": 120000, "KWD": 1230} {
		d, o := newDesk(t), order()
		o.Price, o.Currency = whole, currency
		account := d.seller(t)
		d.begun(t, o)
		first := payment.Transfer{Key: "o:1", Order: o, Account: account, Amount: whole}
		if _, err := d.Transfer(t.Context(), first); vitrine.CodeOf(err) != vitrine.Conflict {
			t.Errorf("%s: unpaid it gives %v", currency, err)
		}
		must(t, d.sim.Pay(o.PaymentID))
		made, err := d.Transfer(t.Context(), first)
		if made.Amount != whole || err != nil {
			t.Errorf("%s: %+v is moved, %v; want %s", currency, made, err, whole)
		}
		d.sim.ForgetKeys()
		first.Amount /= 2
		if again, err := d.Transfer(t.Context(), first); again != made || err != nil {
			t.Errorf("%s: moved again it is %+v, %v; want %+v", currency, again, err, made)
		}
		back := payment.Reversal{Key: "o:2", Transfer: made.Name, Amount: whole / 2, Currency: currency}
		reversed, err := d.Reverse(t.Context(), back)
		if reversed.Amount != whole/2 || err != nil {
			t.Errorf("%s: %+v is moved back, %v", currency, reversed, err)
		}
		d.sim.ForgetKeys()
		back.Amount = whole
		if again, err := d.Reverse(t.Context(), back); again != reversed || err != nil {
			t.Errorf("%s: moved back again it is %+v, %v; want %+v", currency, again, err, reversed)
		}
		must(t, d.sim.PayOut(account, ""))
		back.Key, back.Amount = "o:3", whole/2
		if _, err := d.Reverse(t.Context(), back); vitrine.CodeOf(err) != vitrine.Conflict {
			t.Errorf("%s: what the account has no more comes back: %v", currency, err)
		}
	}
}

// TestTransferRefused has a restricted account: what is refused is known to have moved nothing, and an account that is not
// there any more is restricted.
func TestTransferRefused(t *testing.T) {
	t.Parallel()
	d, o := newDesk(t), order()
	account := d.seller(t)
	d.begun(t, o)
	must(t, d.sim.Pay(o.PaymentID))
	must(t, d.sim.Restrict(account, "listed"))
	_, err := d.Transfer(t.Context(), payment.Transfer{Key: "o:1", Order: o, Account: account, Amount: 100})
	if err == nil || vitrine.CodeOf(err) == vitrine.Unavailable {
		t.Errorf("a restricted account gives %v", err)
	}
	found, err := d.Account(t.Context(), account)
	if !cmp.Equal(found, payment.SellerAccount{Reason: "listed"}) || err != nil {
		t.Errorf("restricted it stands at %+v, %v", found, err)
	}
	must(t, d.sim.CloseAccount(account))
	found, err = d.Account(t.Context(), account)
	if !cmp.Equal(found, payment.SellerAccount{Reason: "account_invalid"}) || err != nil {
		t.Errorf("closed it stands at %+v, %v", found, err)
	}
	if at, err := d.Onboard(t.Context(), "acct_other", "/sell/money"); err == nil {
		t.Errorf("the seller of another marketplace is led to %s", at)
	}
	if d.OnboardsAt() != d.PaysAt() {
		t.Errorf("it asks at %s", d.OnboardsAt())
	}
	if p, err := stripe.New(stripe.Options{Key: key, Secrets: []string{secret}}); err != nil ||
		p.OnboardsAt() != "https://connect.stripe.com" {
		t.Errorf("Stripe asks elsewhere: %v", err)
	}
}

// TestTransferInThousandths moves money that has settled in a currency of which Stripe moves hundredths, though it counts thousandths.
func TestTransferInThousandths(t *testing.T) {
	t.Parallel()
	d, o := newDesk(t), order()
	o.Price, o.Currency = 1000, "USD"
	account := d.seller(t)
	d.begun(t, o)
	d.sim.SettleIn("kwd", 3077, 1000)
	must(t, d.sim.Pay(o.PaymentID))
	made, err := d.Transfer(t.Context(), payment.Transfer{Key: "o:1", Order: o, Account: account, Amount: 333})
	if made.Amount != 333 || err != nil || d.sim.AccountHas(account) != 1_020 { // 3.077 × 3.33 / 10.00 is 1.0246…
		t.Fatalf("%+v is moved, %v; the account has %d", made, err, d.sim.AccountHas(account))
	}
	for i, c := range []struct {
		amount vitrine.Amount
		has    int64
	}{{111, 680}, {222, 0}} {
		back := payment.Reversal{Key: fmt.Sprintf("o:%d", i+2), Transfer: made.Name, Amount: c.amount, Currency: "USD"}
		if moved, err := d.Reverse(t.Context(), back); moved.Amount != c.amount || err != nil || d.sim.AccountHas(account) != c.has {
			t.Errorf("%s back: %+v, %v; the account has %d, want %d", c.amount, moved, err, d.sim.AccountHas(account), c.has)
		}
	}
}

// TestTransferElsewhere moves money of a payment that has settled in another currency: at its rate, rounded down, and back at
// that of the transfer until nothing is left, whatever the rate is then.
func TestTransferElsewhere(t *testing.T) {
	t.Parallel()
	d, o := newDesk(t), order()
	o.Price, o.Currency = 1000, "USD"
	account := d.seller(t)
	d.begun(t, o)
	d.sim.SettleIn("eur", 907, 1000)
	must(t, d.sim.Pay(o.PaymentID))
	d.sim.SettleIn("eur", 800, 1000)
	first := payment.Transfer{Key: "o:1", Order: o, Account: account, Amount: 333}
	made, err := d.Transfer(t.Context(), first)
	if made.Amount != 333 || err != nil || d.sim.AccountHas(account) != 302 { // 9.07 × 3.33 / 10.00
		t.Fatalf("%+v is moved, %v; the account has %d", made, err, d.sim.AccountHas(account))
	}
	d.sim.ForgetKeys()
	if again, err := d.Transfer(t.Context(), first); again != made || err != nil {
		t.Errorf("moved again it is %+v, %v; want %+v", again, err, made)
	}
	rest := payment.Transfer{Key: "o:2", Order: o, Account: account, Amount: 667}
	if _, err := d.Transfer(t.Context(), rest); err != nil || d.sim.AccountHas(account) != 302+604 {
		t.Errorf("the rest: %v; the account has %d", err, d.sim.AccountHas(account))
	}
	for i, c := range []struct {
		amount vitrine.Amount
		has    int64
	}{{100, 604 + 212}, {1, 604 + 211}, {232, 604}} {
		back := payment.Reversal{Key: fmt.Sprintf("o:%d", i+3), Transfer: made.Name, Amount: c.amount, Currency: "USD"}
		for range 2 {
			moved, err := d.Reverse(t.Context(), back)
			if moved.Amount != c.amount || err != nil || d.sim.AccountHas(account) != c.has {
				t.Errorf("%s back: %+v, %v; the account has %d, want %d", c.amount, moved, err, d.sim.AccountHas(account), c.has)
			}
			d.sim.ForgetKeys()
		}
	}
	page, err := d.Movements(t.Context(), payment.ReportQuery{From: d.now.Add(-time.Hour), To: d.now})
	must(t, err)
	var counted, settled vitrine.Amount
	for _, m := range page.Movements {
		if m.Currency != "USD" || m.FeeCurrency != "EUR" || m.Settled == 0 || (m.Amount < 0) != (m.Settled < 0) {
			t.Errorf("a movement counts as %+v", m)
		}
		counted, settled = counted+m.Amount, settled+m.Settled
	}
	if counted != 333 || settled != 907-302-604+302 { // all was moved, and of that what came back
		t.Errorf("the movements come to %s USD and %s EUR", counted, settled)
	}
	small := payment.Transfer{Key: "o:9", Order: o, Account: account, Amount: 1}
	if _, err := d.Transfer(t.Context(), small); vitrine.CodeOf(err) != vitrine.Conflict {
		t.Errorf("less than a coin is moved: %v", err)
	}
}
