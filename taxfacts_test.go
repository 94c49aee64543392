package vitrine_test

import (
	"strings"
	"testing"
	"time"

	"vitrine"
)

func TestSellerFacts(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC)
	p := vitrine.SellerFacts{LegalName: " Ada  Lovelace ", Country: "gb", Born: "1990-05-31", Registration: "HRB 7", VATID: "gb 123"}.Tidied()
	if p.LegalName != "Ada Lovelace" || p.Country != "GB" || p.VATID != "GB123" || p.Registration != "" || p.Born == "" {
		t.Errorf("tidied it is %+v", p)
	}
	if faults := p.Check(now); len(faults) > 0 {
		t.Errorf("it is good, and %+v", faults)
	}
	if missing := strings.Join(p.Missing(), " "); missing != "/street /postcode /city /tax_number /tax_country" {
		t.Errorf("missing is %s", missing)
	}
	company := vitrine.SellerFacts{Entity: true, Born: "1990-05-31", Registration: "HRB 7"}.Tidied()
	if company.Born != "" || company.Registration == "" {
		t.Errorf("a company is %+v", company)
	}
	for name, wrong := range map[string]vitrine.SellerFacts{
		"born tomorrow": {Born: "2026-05-05"}, "born never": {Born: "1990-02-30"}, "a country in words": {Country: "Germany"},
		"digits": {TaxCountry: "D1"}, "lines": {City: "a\nb"}, "a long name": {LegalName: strings.Repeat("x", 121)},
	} {
		if len(wrong.Check(now)) == 0 {
			t.Errorf("%s: it is taken", name)
		}
	}
}

// TestTaxYear adds up by months and quarters: what went back counts in the month in which it did.
func TestTaxYear(t *testing.T) {
	t.Parallel()
	y := vitrine.TaxYear{Year: 2026}
	at := func(month time.Month, kind vitrine.EntryKind, sign vitrine.Amount) {
		y.Take(vitrine.StatementEntry{Kind: kind, At: time.Date(2026, month, 28, 23, 0, 0, 0, time.UTC), Net: sign * 700, Share: sign * 100,
			Tax: sign * 200})
	}
	at(time.March, vitrine.EntrySold, 1)
	at(time.March, vitrine.EntrySold, 1)
	at(time.April, vitrine.EntryRefunded, -1)
	at(time.December, vitrine.EntrySold, 1)
	at(time.December, vitrine.EntryPayoutArrived, -1)
	first, second, last := y.Quarter(1), y.Quarter(2), y.Quarter(4)
	if first != (vitrine.TaxSums{Sales: 2, Paid: 2000, Net: 1400, Share: 200, Tax: 400}) ||
		second != (vitrine.TaxSums{Net: -700, Share: -100, Tax: -200}) || last != (vitrine.TaxSums{Sales: 1, Paid: 1000, Net: 700, Share: 100,
		Tax: 200}) {
		t.Errorf("the quarters are %+v, %+v and %+v", first, second, last)
	}
	if whole := y.Whole(); whole != (vitrine.TaxSums{Sales: 3, Paid: 3000, Net: 1400, Share: 200, Tax: 400}) {
		t.Errorf("the year is %+v", whole)
	}
}
