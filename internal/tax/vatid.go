package tax

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"vitrine"
)

// TrimVATID is a VAT ID as it is kept: without spaces and signs that people write for their eyes.
func TrimVATID(text string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if strings.ContainsRune(" .-/\u00a0\t", r) {
			return -1
		}
		return r
	}, text))
}

// CountryOfVATID is the country of a VAT ID's letters: Greece writes EL.
func CountryOfVATID(id string) string {
	if len(id) < 2 {
		return ""
	}
	if id[:2] == "EL" {
		return "GR"
	}
	return id[:2]
}

// CheckVATID returns what is wrong with a VAT ID of a country, as far as its form and its check digits
// tell. pointer is where it stands.
func CheckVATID(pointer, id, country string) []vitrine.Field {
	fault := func(detail string) []vitrine.Field {
		return []vitrine.Field{{Pointer: pointer, Code: "bad_format", Detail: detail}}
	}
	theirs := CountryOfVATID(id)
	form, known := vatForms()[theirs]
	switch {
	case !known || theirs == "GR" && id[:2] != "EL":
		return fault("a VAT ID begins with the letters of a member state of the European Union, such as DE")
	case theirs != Territory(country):
		return fault("the VAT ID is of another country than the address")
	case !form.digits.MatchString(id[2:]):
		return fault(fmt.Sprintf("a VAT ID of this country has another form, such as %s", form.like))
	case form.check != nil && !form.check(id[2:]):
		return fault("the VAT ID has a mistake: its check digits are not right")
	}
	return nil
}

// vatForm is the form of the VAT IDs of a country, behind its letters.
type vatForm struct {
	digits *regexp.Regexp
	like   string
	check  func(string) bool // nil where no rule is published, or not for all
}

// vatForms are those that the European Commission lists (VIES, question 11 of its frequently asked
// ones), with the check digits that member states publish.
var vatForms = sync.OnceValue(func() map[string]vatForm {
	form := func(pattern, like string, check func(string) bool) vatForm {
		return vatForm{regexp.MustCompile("^(?:" + pattern + ")$"), like, check}
	}
	return map[string]vatForm{
		"AT": form(`U\d{8}`, "ATU13585627", checkAT), "BE": form(`[01]\d{9}`, "BE0428759497", checkBE),
		"BG": form(`\d{9,10}`, "BG175074752", checkBG), "CY": form(`[0-59]\d{7}[A-Z]`, "CY10259033P", checkCY),
		"CZ": form(`\d{8,10}`, "CZ46505334", checkCZ), "DE": form(`[1-9]\d{8}`, "DE136695976", iso7064),
		"DK": form(`[1-9]\d{7}`, "DK13585628", checkDK), "EE": form(`10\d{7}`, "EE100931558", checkEE),
		"GR": form(`\d{9}`, "EL094259216", checkEL), "ES": form(`[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z]`, "ESA28023430", checkES),
		"FI": form(`\d{8}`, "FI20774740", checkFI), "FR": form(`[A-HJ-NP-Z0-9]{2}\d{9}`, "FR40303265045", checkFR),
		"HR": form(`\d{11}`, "HR33392005961", iso7064), "HU": form(`\d{8}`, "HU12892312", checkHU),
		"IE": form(`\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W]`, "IE6433435OA", checkIE), "IT": form(`\d{11}`, "IT00743110157", checkIT),
		"LT": form(`\d{7}1\d|\d{10}1\d`, "LT119511515", checkLT), "LU": form(`\d{8}`, "LU15027442", checkLU),
		"LV": form(`\d{11}`, "LV40003521600", checkLV), "MT": form(`[1-9]\d{7}`, "MT11679112", checkMT),
		"NL": form(`\d{9}B\d{2}`, "NL004495445B01", checkNL), "PL": form(`\d{10}`, "PL8567346215", checkPL),
		"PT": form(`[1-9]\d{8}`, "PT501964843", checkPT), "RO": form(`[1-9]\d{1,9}`, "RO18547290", checkRO),
		"SE": form(`\d{10}01`, "SE123456789701", checkSE), "SI": form(`[1-9]\d{7}`, "SI50223054", checkSI),
		"SK": form(`[1-9]\d{9}`, "SK2022749619", checkSK),
	}
})
