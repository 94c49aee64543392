package stripe_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/payment/stripe"
	"vitrine/internal/payment/stripesim"
)

// askTax has Stripe Tax find the tax of a bill.
func askTax(b payment.Bill) {
	for _, o := range b.Orders {
		o.Tax = vitrine.OrderTax{Mode: vitrine.TaxStripe, Code: vitrine.DefaultTaxCode}
	}
}

// found pays a bill as a customer, and returns what is told of it.
func (d *desk) found(t *testing.T, b payment.Bill, by stripesim.Customer) []payment.Event {
	t.Helper()
	askTax(b)
	session := d.begunAll(t, &b)
	must(t, d.sim.Say(session, by))
	must(t, d.sim.Pay(session))
	_, events, err := d.told(t, b)
	if err != nil || len(events) != len(b.Orders) {
		t.Fatalf("paid, it is told of %+v, %v", events, err)
	}
	progress, err := d.Lookup(t.Context(), b)
	settled, ok := progress.(payment.Settled)
	if diff := cmp.Diff(events, settled.Events); diff != "" || !ok || err != nil {
		t.Errorf("asked about, it says otherwise than by a notice (%v, -notice +asked):\n%s", err, diff)
	}
	return events
}

// TestTaxIsFound has Stripe Tax find the tax of each order by itself, in the price that does not change.
func TestTaxIsFound(t *testing.T) {
	t.Parallel()
	vat := func(amount, base vitrine.Amount) *payment.Tax {
		return &payment.Tax{Amount: amount, Rate: 2000, Treatment: vitrine.Taxed, Country: "FR", Parts: []vitrine.TaxPart{
			{Type: "vat", Place: "France", Percent: "20", Amount: amount, Base: base, Reason: "standard_rated"}}}
	}
	none := func(treatment vitrine.Treatment, land, kind, place, reason string, base vitrine.Amount) *payment.Tax {
		return &payment.Tax{Treatment: treatment, Country: land,
			Parts: []vitrine.TaxPart{{Type: kind, Place: place, Percent: "0", Base: base, Reason: reason}}}
	}
	for name, c := range map[string]struct {
		by    stripesim.Customer
		buyer payment.Buyer
		want  []*payment.Tax
	}{
		"a consumer": {
			stripesim.Customer{Name: " Zoé\tDupont ", Line: "1 rue du Four", Postal: "75006", City: "Paris", Country: "FR", Card: "BE"},
			payment.Buyer{Name: "Zoé Dupont", Address: "1 rue du Four\n75006 Paris", Country: "FR", Card: "BE"},
			[]*payment.Tax{vat(167, 833), vat(0, 1), vat(56, 277)},
		},
		"a business": {
			stripesim.Customer{Name: "Möbel", City: "Wien", Country: "AT", VATID: "ATU13585627"},
			payment.Buyer{Name: "Möbel", Address: "Wien", Country: "AT", VATID: "ATU13585627"},
			[]*payment.Tax{none(vitrine.Reversed, "AT", "vat", "Austria", "reverse_charge", 1000),
				none(vitrine.Reversed, "AT", "vat", "Austria", "reverse_charge", 1),
				none(vitrine.Reversed, "AT", "vat", "Austria", "reverse_charge", 333)},
		},
		"where it is not registered": {
			stripesim.Customer{Name: "Koala", State: "NSW", Country: "AU", TaxID: "12345678912"},
			payment.Buyer{Name: "Koala", Address: "NSW\nABN 12345678912", Country: "AU"},
			[]*payment.Tax{none(vitrine.OutOfReach, "AU", "", "AU", "not_collecting", 1000),
				none(vitrine.OutOfReach, "AU", "", "AU", "not_collecting", 1), none(vitrine.OutOfReach, "AU", "", "AU", "not_collecting", 333)},
		},
	} {
		d, b := newDesk(t), several(1000, 1, 333)
		events := d.found(t, b, c.by)
		for i, e := range events {
			if diff := cmp.Diff(c.want[i], e.Tax); diff != "" {
				t.Errorf("%s: the tax of order %d (-want +got):\n%s", name, e.OrderID, diff)
			}
			if diff := cmp.Diff(&c.buyer, e.Buyer); diff != "" {
				t.Errorf("%s: the buyer (-want +got):\n%s", name, diff)
			}
			if e.Sum.Amount != b.Orders[i].Price {
				t.Errorf("%s: order %d was paid by %s", name, e.OrderID, e.Sum.Amount)
			}
		}
	}
}

// TestTaxOfSeveralPlaces names what each of them has of it, to the cent.
func TestTaxOfSeveralPlaces(t *testing.T) {
	t.Parallel()
	d, o := newDesk(t), order()
	b := payment.BillOf(o)
	o.ID, o.Handle = 1, "handle-1"
	b.Of = payment.Reference(o)
	e := d.found(t, b, stripesim.Customer{Country: "US", State: "NY"})[0]
	want := &payment.Tax{Amount: 102, Rate: 888, Treatment: vitrine.Taxed, Country: "US", Parts: []vitrine.TaxPart{ // 12.50 × 8.875 / 108.875
		{Type: "sales_tax", Place: "New York", Percent: "4", Amount: 45, Base: 1148, Reason: "standard_rated"},
		{Type: "sales_tax", Place: "New York City", Percent: "4.5", Amount: 52, Base: 1148, Reason: "standard_rated"},
		{Type: "sales_tax", Place: "Metropolitan Commuter Transportation District", Percent: "0.375", Amount: 5, Base: 1148,
			Reason: "standard_rated"},
	}}
	if diff := cmp.Diff(want, e.Tax); diff != "" {
		t.Errorf("the tax (-want +got):\n%s", diff)
	}
}

// TestTaxIsNotFound tells of a payment without its tax where Stripe Tax failed, and opens none where it is not set up.
func TestTaxIsNotFound(t *testing.T) {
	t.Parallel()
	for _, how := range []string{stripesim.TaxFailed, stripesim.TaxUnsure} {
		d := newDesk(t)
		d.sim.FailTax(how)
		for _, e := range d.found(t, several(1000, 250), stripesim.Customer{Country: "FR"}) {
			if e.Tax != nil || e.Buyer == nil || e.Buyer.Country != "FR" || e.Kind != payment.Paid {
				t.Errorf("%s: order %d is told of by %+v", how, e.OrderID, e)
			}
		}
	}
	d, b := newDesk(t), several(1000, 250)
	d.sim.FailTax(stripesim.TaxRefused)
	if _, err := d.Begin(t.Context(), b, stripe.Choice); err != nil {
		t.Errorf("a payment whose tax nobody asks for is refused: %v", err)
	}
	askTax(b)
	b.Try++
	if _, err := d.Begin(t.Context(), b, stripe.Choice); vitrine.CodeOf(err) != vitrine.Conflict {
		t.Errorf("where Stripe Tax is not set up, a session gives %v", err)
	}
}

// TestTaxIsNotLost tells nothing of a payment while its tax can't be read: it is read once more.
func TestTaxIsNotLost(t *testing.T) {
	t.Parallel()
	d, b := newDesk(t), several(1000, 250)
	askTax(b)
	session := d.begunAll(t, &b)
	must(t, d.sim.Pay(session))
	d.faultAt("/line_items")
	if found, _, err := d.told(t, b); vitrine.CodeOf(err) != vitrine.Unavailable || len(found) != 0 {
		t.Errorf("without its tax it is told of %q, %v", found, err)
	}
	d.faultAt("")
	if found, events, err := d.told(t, b); err != nil || len(found) != 2 || events[0].Tax.Amount != 160 {
		t.Errorf("read again it is %q, %v", found, err)
	}
}
