package stripe_test

import (
	"testing"

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
