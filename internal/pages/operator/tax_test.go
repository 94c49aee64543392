package operator_test

import (
	"encoding/csv"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/shop"
)

// TestTaxReports downloads both reports and the legend, which has a line for each of their columns.
func TestTaxReports(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.earned(t)
	boss := s.operator(t, "boss")
	seller, err := s.db.UserByEmail(t.Context(), "maker-of-one@example.com")
	if err != nil {
		t.Fatal(err)
	}
	in := shop.SignedIn{User: *seller, Session: vitrine.Session{ProvedAt: s.clock.Now(), CreatedAt: s.clock.Now()}}
	profile := vitrine.SellerFacts{LegalName: "+Ada", TaxNumber: "123", TaxCountry: "DE"}
	if err := s.shop.SetSellerFacts(t.Context(), in, profile, nil); err != nil {
		t.Fatal(err)
	}
	get := func(form, year string) [][]string {
		t.Helper()
		got := s.ask(t, "POST", "/desk/tax-reports", boss, url.Values{"form": {form}, "year": {year}})
		rows, err := csv.NewReader(got.Body).ReadAll()
		if err != nil || got.Code != http.StatusOK {
			t.Fatalf("%s: %d, %v", form, got.Code, err)
		}
		return rows
	}
	legend := get("legend", "")
	for form, want := range map[string]map[string]string{
		"dac7": {"legal_name": "'+Ada", "kind": "individual", "tin": "123", "q2_consideration": "12.50", "q2_activities": "1", "q1_fees": "0.00",
			"account_identifier": "DE89370400440532013000", "place_of_birth": "", "street": ""},
		"1099k": {"payee_name": "'+Ada", "payee_tin": "", "box_1a_gross_amount": "12.50", "box_3_number_of_transactions": "1",
			"box_5e_may":   "12.50",
			"box_5d_april": "0.00", "box_1b_card_not_present": ""},
	} {
		rows := get(form, "2026")
		if len(rows) != 2 {
			t.Fatalf("%s has %q", form, rows)
		}
		for column, value := range want {
			if at := slices.Index(rows[0], column); at < 0 || rows[1][at] != value {
				t.Errorf("%s: %s is not %q in %q", form, column, value, rows)
			}
		}
		for _, column := range rows[0] {
			if !slices.ContainsFunc(legend, func(line []string) bool { return line[0] == form && line[1] == column && line[3] != "" }) {
				t.Errorf("the legend lacks %s of %s", column, form)
			}
		}
		if none := get(form, "2025"); len(none) != 1 {
			t.Errorf("%s of the year before has %q", form, none)
		}
	}
	for _, wrong := range []url.Values{{"form": {"1065"}, "year": {"2026"}}, {"form": {"dac7"}, "year": {"2027"}}, {"form": {"dac7"}}} {
		if got := s.ask(t, "POST", "/desk/tax-reports", boss, wrong); got.Code != http.StatusUnprocessableEntity {
			t.Errorf("%v: %d", wrong, got.Code)
		}
	}
	if page := s.ask(t, "GET", "/desk/tax-reports", boss, nil).Body.String(); !strings.Contains(page, "place_of_birth") ||
		!strings.Contains(page, "No: it stays empty") {
		t.Error("the page has no legend")
	}
}
