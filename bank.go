package vitrine

import (
	"strings"
)

// BankAccount is where money is sent to, or from.
type BankAccount struct {
	Holder string `json:"holder,omitempty"`
	IBAN   string `json:"iban,omitempty"` // as machines read it: capital letters and digits alone
	BIC    string `json:"bic,omitempty"`  // "" where the bank is found by the IBAN
}

// MaxHolder is how many characters the holder of an account has at most, as pain.001 has it.
const MaxHolder = 70

// Tidied is an account as it was typed, without what people write between its parts.
func (b BankAccount) Tidied() BankAccount {
	together := func(text string) string { return strings.ToUpper(strings.Join(strings.Fields(text), "")) }
	return BankAccount{Holder: strings.Join(strings.Fields(b.Holder), " "), IBAN: together(b.IBAN), BIC: together(b.BIC)}
}

// Check returns what is wrong with an account; its members are below a pointer, "" for the top.
func (b BankAccount) Check(below string) (faults []Field) {
	if !isLine(b.Holder, MaxHolder) {
		faults = append(faults, Field{Pointer: below + "/holder", Code: "bad_length",
			Detail: "the holder of an account is named by 1 to 70 characters in one line"})
	}
	if !IsIBAN(b.IBAN) {
		faults = append(faults, Field{Pointer: below + "/iban", Code: "bad_format",
			Detail: "this is no IBAN: look whether a character is missing, or two changed places"})
	}
	if b.BIC != "" && !IsBIC(b.BIC) {
		faults = append(faults, Field{Pointer: below + "/bic", Code: "bad_format",
			Detail: "a BIC has 8 or 11 letters and digits, such as DEUTDEFF"})
	}
	return faults
}

// Masked is the account as it is shown: its country and the last four characters.
func (b BankAccount) Masked() string {
	if len(b.IBAN) < 8 {
		return ""
	}
	return b.IBAN[:2] + "…" + b.IBAN[len(b.IBAN)-4:]
}

// IsIBAN reports whether a text is an IBAN (ISO 13616) of a country that has them, with the right
// length and check digits.
func IsIBAN(text string) bool {
	if len(text) < 5 || len(text) != ibanLength(text[:2]) {
		return false
	}
	rest := 0
	for _, r := range text[4:] + text[:4] {
		switch {
		case r >= '0' && r <= '9':
			rest = (rest*10 + int(r-'0')) % 97
		case r >= 'A' && r <= 'Z':
			rest = (rest*100 + int(r-'A') + 10) % 97
		default:
			return false
		}
	}
	return rest == 1 && allDigits(text[2:4])
}

// ibanLengths are the lengths of IBANs with the countries that have them, of the registry of SWIFT.
const ibanLengths = `15 NO;16 BE;18 DK FI FO GL NL SD;19 MK SI;20 AT BA EE KZ LT LU XK;21 CH HR LI LV;22 BG BH CR DE GB GE IE ME RS VA;
23 AE GI IL IQ TL;24 AD CZ ES MD PK RO SA SE SK TN VG;25 LY PT ST;26 IS TR;27 FR GR IT MC MR SM;28 AL AZ BY CY DO GT HU LB PL SV;
29 BR EG PS QA UA;30 JO KW MU;31 MT SC;32 LC`

// ibanLength is how long the IBANs of a country are; 0 for one that has none.
func ibanLength(country string) int {
	for row := range strings.SplitSeq(ibanLengths, ";") {
		length, countries, _ := strings.Cut(strings.TrimSpace(row), " ")
		if strings.Contains(" "+countries+" ", " "+country+" ") {
			return int(length[0]-'0')*10 + int(length[1]-'0')
		}
	}
	return 0
}

// IsBIC reports whether a text has the form of a BIC (ISO 9362): bank, country, place, and a branch.
func IsBIC(text string) bool {
	if len(text) != 8 && len(text) != 11 {
		return false
	}
	for i, r := range text {
		letter, digit := r >= 'A' && r <= 'Z', r >= '0' && r <= '9'
		if !letter && (!digit || i >= 4 && i < 6) {
			return false
		}
	}
	return true
}
