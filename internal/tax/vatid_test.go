package tax_test

import (
	"testing"

	"vitrine/internal/tax"
)

// TestVATIDs takes a VAT ID of each member state, and refuses it with another check digit, another
// length and another country.
func TestVATIDs(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, id := range []string{
		"ATU13585627", "BE0428759497", "BG175074752", "CY10259033P", "CZ46505334", "DE136695976", "DK13585628", "EE100931558",
		"EL094259216", "ESA28023430", "ES54362315K", "ESX2482300W",
		"FI20774740", "FR40303265045", "HR33392005961", "HU12892312", "IE6433435F", "IE6433435OA",
		"IE8D79739I", "IT00743110157", "LT119511515", "LT100001919017", "LU15027442", "LV40003521600", "MT11679112", "NL004495445B01",
		"PL8567346215", "PT501964843", "RO18547290", "SE123456789701", "SI50223054", "SK2022749619",
	} {
		country := tax.CountryOfVATID(id)
		seen[country] = true
		if faults := tax.CheckVATID("/vat_id", id, country); len(faults) > 0 {
			t.Errorf("%s is refused: %+v", id, faults)
		}
		for name, wrong := range map[string]string{"another check digit": otherDigit(id), "too long": id + "1234", "too short": id[:3]} {
			if len(tax.CheckVATID("/vat_id", wrong, country)) == 0 {
				t.Errorf("%s of %s is taken: %s", name, id, wrong)
			}
		}
		if len(tax.CheckVATID("/vat_id", id, "US")) == 0 {
			t.Errorf("%s is taken for one of the United States", id)
		}
	}
	for _, member := range tax.Members() {
		if !seen[member] {
			t.Errorf("there is no VAT ID of %s here", member)
		}
	}
	for _, wrong := range []string{"", "D", "GR094259216", "GB980780684", "XI980780684", "DEÄ36695976"} {
		if len(tax.CheckVATID("/vat_id", wrong, "GR")) == 0 {
			t.Errorf("%q is taken", wrong)
		}
	}
	if got := tax.TrimVATID(" de 136.695-976\u00a0"); got != "DE136695976" {
		t.Errorf("a VAT ID with spaces is kept as %q", got)
	}
}

// otherDigit changes the digit of a VAT ID that the others check.
func otherDigit(id string) string {
	b, at := []byte(id), len(id)-1
	switch id[:2] {
	case "IE":
		at = 9
	case "NL":
		at = 10
	case "SE":
		at = 11
	case "FR":
		at = 3
	}
	switch b[at] {
	case '9':
		b[at] = '8'
	case 'A':
		b[at] = 'B'
	default:
		b[at]++
	}
	return string(b)
}

func FuzzVATID(f *testing.F) {
	for _, id := range []string{"ESK1234567A", "ES12345678Z", "IE1+23456A", "RO1", "BG1234567890", "LV01018012345"} {
		f.Add(id)
	}
	f.Fuzz(func(_ *testing.T, id string) {
		tax.CheckVATID("/vat_id", tax.TrimVATID(id), tax.CountryOfVATID(id))
	})
}
