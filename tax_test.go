package vitrine_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
)

// TestQuarters puts moments around the end of a quarter into it, or behind it, by the zone.
func TestQuarters(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	last := time.Date(2026, 12, 31, 22, 59, 59, 999_999_000, time.UTC)
	for name, c := range map[string]struct {
		at   time.Time
		zone *time.Location
		want string
	}{
		"last of the year":      {last, berlin, "2026-Q4"},
		"first of the next":     {last.Add(time.Microsecond), berlin, "2027-Q1"},
		"still the old in UTC":  {last.Add(time.Microsecond), time.UTC, "2026-Q4"},
		"in summer":             {time.Date(2026, 6, 30, 22, 0, 0, 0, time.UTC), berlin, "2026-Q3"},
		"in summer, before":     {time.Date(2026, 6, 30, 21, 59, 59, 0, time.UTC), berlin, "2026-Q2"},
		"when clocks go over":   {time.Date(2026, 3, 31, 22, 0, 0, 0, time.UTC), berlin, "2026-Q2"},
		"before that, in March": {time.Date(2026, 3, 31, 21, 59, 0, 0, time.UTC), berlin, "2026-Q1"},
	} {
		q := vitrine.QuarterOf(c.at, c.zone)
		if q.String() != c.want {
			t.Errorf("%s: %s, want %s", name, q, c.want)
		}
		if c.at.Before(q.Begin(c.zone)) || !c.at.Before(q.End(c.zone)) {
			t.Errorf("%s: %s begins at %s and ends at %s", name, q, q.Begin(c.zone), q.End(c.zone))
		}
		if q.Next().Before() != q || !q.End(c.zone).Equal(q.Next().Begin(c.zone)) {
			t.Errorf("%s: %s is not behind the one before it", name, q.Next())
		}
		if read, err := vitrine.ParseQuarter(q.String()); read != q || err != nil {
			t.Errorf("%s is read as %s (%v)", q, read, err)
		}
	}
	for _, wrong := range []string{"", "2026", "2026-Q0", "2026-Q5", "26-Q1", "2026-Q1x", " 2026-Q1", "1026-Q1"} {
		if _, err := vitrine.ParseQuarter(wrong); vitrine.CodeOf(err) != vitrine.Invalid {
			t.Errorf("%q is read as a quarter: %v", wrong, err)
		}
	}
}

// TestTaxRules refuses rules that an invoice could not be written by.
func TestTaxRules(t *testing.T) {
	t.Parallel()
	good := vitrine.TaxRules{
		Mode: vitrine.TaxNone, Seller: vitrine.ShopSells, Note: "No VAT is charged (§ 19 UStG).", Series: "RE-2026-", Zone: "Europe/Berlin",
		House: vitrine.Party{Name: "Vitrine GmbH", Address: "Marktplatz 1\n10115 Berlin", Country: "DE"}, NetworkHeader: "CF-IPCountry",
	}
	if faults := good.Check(); len(faults) > 0 {
		t.Fatalf("good rules: %+v", faults)
	}
	for pointer, change := range map[string]func(*vitrine.TaxRules){
		"/mode":           func(r *vitrine.TaxRules) { r.Mode = "vat" },
		"/seller":         func(r *vitrine.TaxRules) { r.Seller = "" },
		"/house/name":     func(r *vitrine.TaxRules) { r.House.Name = "" },
		"/house/address":  func(r *vitrine.TaxRules) { r.House.Address = " \n" },
		"/house/tax_id":   func(r *vitrine.TaxRules) { r.House.TaxID = "a\nb" },
		"/house/email":    func(r *vitrine.TaxRules) { r.House.Email = "nobody" },
		"/note":           func(r *vitrine.TaxRules) { r.Note = "" },
		"/series":         func(r *vitrine.TaxRules) { r.Series = "re-" },
		"/zone":           func(r *vitrine.TaxRules) { r.Zone = "Mars/Olympus" },
		"/network_header": func(r *vitrine.TaxRules) { r.NetworkHeader = "a b" },
	} {
		r := good
		change(&r)
		var got []string
		for _, f := range r.Check() {
			got = append(got, f.Pointer)
		}
		if diff := cmp.Diff([]string{pointer}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", pointer, diff)
		}
	}
	off := vitrine.TaxRules{Seller: vitrine.ShopSells}
	if faults := off.Check(); len(faults) > 0 {
		t.Errorf("a marketplace that says nothing of tax: %+v", faults)
	}
}

// TestBilling asks businesses for what their invoice needs, and nobody else.
func TestBilling(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		buyer vitrine.Billing
		want  int
	}{
		"nothing":      {vitrine.Billing{}, 0},
		"private":      {vitrine.Billing{Name: "Ada", Address: "Oak street 1\nTown"}, 0},
		"business":     {vitrine.Billing{Name: "Ada Ltd", Address: "Oak street 1", VATID: "x"}, 0},
		"nameless":     {vitrine.Billing{Address: "Oak street 1", VATID: "x"}, 1},
		"homeless":     {vitrine.Billing{Name: "Ada Ltd", VATID: "x"}, 1},
		"two lines":    {vitrine.Billing{Name: "Ada\nLovelace"}, 1},
		"unseen":       {vitrine.Billing{Address: "Oak\x00street"}, 1},
		"a whole book": {vitrine.Billing{Address: string(make([]byte, 401))}, 1},
	} {
		if faults := c.buyer.Check(); len(faults) != c.want {
			t.Errorf("%s: %+v", name, faults)
		}
	}
}

// TestTaxRates reads and writes rates in percent.
func TestTaxRates(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]vitrine.TaxRate{"25.5": 2550, "0": 0, "8,1": 810, "100": 10_000} {
		if got, err := vitrine.ParseTaxRate(text); got != want || err != nil {
			t.Errorf("%q is read as %d (%v)", text, got, err)
		}
	}
	for _, wrong := range []string{"", " ", "-1", "101", "7.123", "x"} {
		if _, err := vitrine.ParseTaxRate(wrong); vitrine.CodeOf(err) != vitrine.Invalid {
			t.Errorf("%q is read as a rate: %v", wrong, err)
		}
	}
	if got := vitrine.TaxRate(2550).String(); got != "25.5" {
		t.Errorf("25.5 is written as %s", got)
	}
	t2 := vitrine.OrderTax{Seller: vitrine.AuthorSells, Amount: 319}
	if t2.Owed() != 0 {
		t.Error("the marketplace owes an author's tax")
	}
	if t2.Seller = vitrine.ShopSells; t2.Owed() != 319 {
		t.Error("the marketplace does not owe its own tax")
	}
}
