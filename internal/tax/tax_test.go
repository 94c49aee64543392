package tax_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/tax"
)

// summer is a day on which rates had changed.
func summer() time.Time { return time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC) }

// sale is one of 119.00 by a shop in Germany.
func sale() tax.Sale {
	return tax.Sale{
		Rules: vitrine.TaxRules{Mode: vitrine.TaxTable, Seller: vitrine.ShopSells}, Supplier: tax.Supplier{Country: "DE"},
		Price: 11900, Step: 1, Kind: "cg", Buyer: vitrine.Billing{Country: "DE", At: summer()}, At: summer(),
	}
}

// TestTax taxes sales to buyers of all kinds.
func TestTax(t *testing.T) {
	t.Parallel()
	type outcome struct {
		Treatment vitrine.Treatment
		Country   string
		Rate      vitrine.TaxRate
		Amount    vitrine.Amount
	}
	for name, c := range map[string]struct {
		change func(*tax.Sale)
		want   outcome
	}{
		"at home":      {func(*tax.Sale) {}, outcome{vitrine.Taxed, "DE", 1900, 1900}},
		"abroad":       {func(s *tax.Sale) { s.Buyer.Country = "FI" }, outcome{vitrine.Taxed, "FI", 2550, 2418}},
		"in Monaco":    {func(s *tax.Sale) { s.Buyer.Country = "MC" }, outcome{vitrine.Taxed, "FR", 2000, 1983}},
		"below 10,000": {func(s *tax.Sale) { s.Buyer.Country, s.Rules.HomeRate = "FI", true }, outcome{vitrine.Taxed, "DE", 1900, 1900}},
		"outside":      {func(s *tax.Sale) { s.Buyer.Country = "US" }, outcome{Treatment: vitrine.OutOfReach, Country: "US"}},
		"outside below": {func(s *tax.Sale) {
			s.Buyer.Country, s.Rules.HomeRate = "US", true
		}, outcome{Treatment: vitrine.OutOfReach, Country: "US"}},
		"to a business": {func(s *tax.Sale) {
			s.Buyer.Country, s.Buyer.VATID = "AT", "ATU13585627"
		}, outcome{Treatment: vitrine.Reversed, Country: "AT"}},
		"business below": {func(s *tax.Sale) {
			s.Buyer.Country, s.Buyer.VATID, s.Rules.HomeRate = "AT", "ATU13585627", true
		}, outcome{Treatment: vitrine.Reversed, Country: "AT"}},
		"business home":  {func(s *tax.Sale) { s.Buyer.VATID = "DE136695976" }, outcome{vitrine.Taxed, "DE", 1900, 1900}},
		"shop outside":   {func(s *tax.Sale) { s.Supplier.Country = "US" }, outcome{vitrine.Taxed, "DE", 1900, 1900}},
		"small business": {func(s *tax.Sale) { s.Rules.Mode = vitrine.TaxNone }, outcome{Treatment: vitrine.Exempt, Country: "DE"}},
		"exempt seller":  {func(s *tax.Sale) { s.Supplier.Exempt = true }, outcome{Treatment: vitrine.Exempt, Country: "DE"}},
		"nobody said":    {func(s *tax.Sale) { s.Buyer.Country = "" }, outcome{vitrine.TaxedAtHome, "DE", 1900, 1900}},
		"by Stripe":      {func(s *tax.Sale) { s.Rules.Mode = vitrine.TaxStripe }, outcome{Country: "DE"}},
		"whole yen":      {func(s *tax.Sale) { s.Step = 100 }, outcome{vitrine.Taxed, "DE", 1900, 1900}},
		"whole yen, odd": {func(s *tax.Sale) { s.Price, s.Step = 10000, 100 }, outcome{vitrine.Taxed, "DE", 1900, 1600}},
		"an own rate": {func(s *tax.Sale) {
			s.Rates = []tax.Rate{{Country: "DE", Rate: 1600, From: "2026-07-01"}}
		}, outcome{vitrine.Taxed, "DE", 1600, 1641}},
		"of another kind": {func(s *tax.Sale) {
			s.Rates = []tax.Rate{{Country: "DE", Kind: "printable", Rate: 700, From: "2026-07-01"}}
		}, outcome{vitrine.Taxed, "DE", 1900, 1900}},
		"of the kind": {func(s *tax.Sale) {
			s.Rates = []tax.Rate{{Country: "DE", Kind: "cg", Rate: 700, From: "2026-07-01"}}
		}, outcome{vitrine.Taxed, "DE", 700, 779}},
		"one of tomorrow": {func(s *tax.Sale) {
			s.Rates = []tax.Rate{{Country: "DE", Rate: 700, From: "2026-07-02"}}
		}, outcome{vitrine.Taxed, "DE", 1900, 1900}},
		"tomorrow there": {func(s *tax.Sale) {
			s.Rates, s.Rules.Zone = []tax.Rate{{Country: "DE", Rate: 700, From: "2026-07-02"}}, "Pacific/Auckland"
		}, outcome{vitrine.Taxed, "DE", 700, 779}},
		"one that ended": {func(s *tax.Sale) {
			s.Rates = []tax.Rate{{Country: "DE", Rate: 700, From: "2026-01-01", Until: "2026-07-01"}}
		}, outcome{vitrine.Taxed, "DE", 1900, 1900}},
		"free": {func(s *tax.Sale) { s.Price = 0 }, outcome{vitrine.Taxed, "DE", 1900, 0}},
		"Switzerland": {func(s *tax.Sale) {
			s.Buyer.Country, s.Rates = "CH", []tax.Rate{{Country: "CH", Rate: 810, From: "2024-01-01"}}
		}, outcome{vitrine.Taxed, "CH", 810, 892}},
	} {
		s := sale()
		c.change(&s)
		got := s.Tax()
		if diff := cmp.Diff(c.want, outcome{got.Treatment, got.Country, got.Rate, got.Amount}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if got.Mode != s.Rules.Mode || got.Kind != "cg" {
			t.Errorf("%s: %+v does not say how it was found", name, got)
		}
	}
	s := sale()
	s.Rules.Mode = vitrine.TaxOff
	if diff := cmp.Diff(vitrine.OrderTax{}, s.Tax()); diff != "" {
		t.Errorf("without tax (-want +got):\n%s", diff)
	}
}

// TestIncluded finds for each small price the tax that is nearest to the exact one.
func TestIncluded(t *testing.T) {
	t.Parallel()
	for _, rate := range []vitrine.TaxRate{0, 810, 1900, 2550, 10_000} {
		for _, step := range []vitrine.Amount{1, 100} {
			for price := vitrine.Amount(0); price <= 5000; price += step {
				got := tax.Included(price, rate, step)
				off := 2 * (got*vitrine.Amount(10_000+rate) - price*vitrine.Amount(rate))
				if got%step != 0 || off <= -step*vitrine.Amount(10_000+rate) || off > step*vitrine.Amount(10_000+rate) {
					t.Fatalf("%s at %s %% in steps of %d has a tax of %s", price, rate, step, got)
				}
			}
		}
	}
	if got := tax.Included(vitrine.MaxPrice, 10_000, 1); got != 50_000_000 {
		t.Errorf("half of the highest price is %s", got)
	}
}

// TestAsks asks buyers for no more than has to be known.
func TestAsks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rules vitrine.TaxRules
		buyer vitrine.Billing
		card  bool
		want  tax.Asking
	}{
		"no table":             {vitrine.TaxRules{Mode: vitrine.TaxNone}, vitrine.Billing{}, false, tax.AsksNothing},
		"no country":           {vitrine.TaxRules{}, vitrine.Billing{Network: "DE"}, true, tax.AsksCountry},
		"one is enough":        {vitrine.TaxRules{}, vitrine.Billing{Country: "DE"}, false, tax.AsksNothing},
		"one contradicts":      {vitrine.TaxRules{}, vitrine.Billing{Country: "DE", Network: "FR"}, true, tax.AsksSure},
		"confirmed":            {vitrine.TaxRules{}, vitrine.Billing{Country: "DE", Network: "FR", Sure: true}, false, tax.AsksNothing},
		"two agree":            {vitrine.TaxRules{TwoPieces: true}, vitrine.Billing{Country: "DE", Network: "DE"}, false, tax.AsksNothing},
		"two as good as agree": {vitrine.TaxRules{TwoPieces: true}, vitrine.Billing{Country: "FR", Network: "MC"}, false, tax.AsksNothing},
		"two are needed":       {vitrine.TaxRules{TwoPieces: true}, vitrine.Billing{Country: "DE"}, false, tax.AsksSure},
		"the card tells":       {vitrine.TaxRules{TwoPieces: true}, vitrine.Billing{Country: "DE"}, true, tax.AsksNothing},
		"two, and a business":  {vitrine.TaxRules{TwoPieces: true}, vitrine.Billing{Country: "DE", VATID: "DE136695976"}, false, tax.AsksNothing},
		"two, and confirmed":   {vitrine.TaxRules{TwoPieces: true}, vitrine.Billing{Country: "DE", Sure: true}, false, tax.AsksNothing},
	} {
		if name != "no table" {
			c.rules.Mode = vitrine.TaxTable
		}
		if got := tax.Asks(c.rules, c.buyer, c.card); got != c.want {
			t.Errorf("%s: asks for %q, want %q", name, got, c.want)
		}
	}
}

// TestShippedRates has one rate for each member state on each day since 2024.
func TestShippedRates(t *testing.T) {
	t.Parallel()
	for day := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() < 2028; day = day.AddDate(0, 0, 1) {
		rates := tax.InForce(nil, day.Format(time.DateOnly))
		if len(rates) != len(tax.Members()) {
			t.Fatalf("on %s there are %d rates, want %d", day.Format(time.DateOnly), len(rates), len(tax.Members()))
		}
		for i, r := range rates {
			if r.Country != tax.Members()[i] || r.Rate < 1700 || r.Rate > 2700 || r.Source == "" {
				t.Errorf("on %s %+v stands for %s", day.Format(time.DateOnly), r, tax.Members()[i])
			}
		}
	}
	for i, r := range tax.Shipped() {
		if faults := r.Check(append(tax.Shipped()[:i:i], tax.Shipped()[i+1:]...)); len(faults) > 0 {
			t.Errorf("%+v: %+v", r, faults)
		}
	}
}

// TestOwnRates refuses rates that can't be, and puts an operator's in the place of shipped ones.
func TestOwnRates(t *testing.T) {
	t.Parallel()
	good := tax.Rate{Country: "NO", Rate: 2500, From: "2026-01-01"}
	for name, change := range map[string]func(*tax.Rate){
		"/rate":  func(r *tax.Rate) { r.Rate = 10_001 },
		"/from":  func(r *tax.Rate) { r.From = "1.1.2026" },
		"/until": func(r *tax.Rate) { r.Until = r.From },
	} {
		r := good
		change(&r)
		if faults := r.Check(nil); len(faults) != 1 || faults[0].Pointer != name {
			t.Errorf("%s: %+v", name, faults)
		}
	}
	ended := tax.Rate{Country: "NO", Rate: 2500, From: "2025-01-01", Until: "2026-01-01"}
	others := []tax.Rate{ended, {Country: "NO", Kind: "cg", Rate: 0, From: "2026-01-01"}, {Country: "SE", From: "2026-01-01"}}
	if faults := good.Check(others); len(faults) > 0 {
		t.Errorf("a rate behind another: %+v", faults)
	}
	ended.Until = "2026-01-02"
	if faults := good.Check([]tax.Rate{ended}); len(faults) != 1 || faults[0].Code != "taken" {
		t.Errorf("a rate over another: %+v", faults)
	}
	rates := tax.InForce([]tax.Rate{good, {Country: "SE", Rate: 2600, From: "2026-01-01"}}, "2026-06-01")
	if len(rates) != len(tax.Members())+1 {
		t.Errorf("%d rates are in force", len(rates))
	}
	for _, r := range rates {
		if r.Country == "SE" && r.Rate != 2600 {
			t.Errorf("Sweden has %s %%", r.Rate)
		}
	}
}
