package vitrine_test

import (
	"strings"
	"testing"

	"vitrine"
)

// TestIsIBAN takes the examples of the registry, and none in which one character is another or two
// neighbours have changed places.
func TestIsIBAN(t *testing.T) {
	t.Parallel()
	for _, good := range []string{
		"DE89370400440532013000", "FR1420041010050500013M02606", "NL91ABNA0417164300", "GB29NWBK60161331926819", "NO9386011117947",
		"MT84MALT011000012345MTLCAST001S", "CH9300762011623852957", "BE68539007547034", "ES9121000418450200051332",
	} {
		if !vitrine.IsIBAN(good) {
			t.Errorf("%s is an IBAN", good)
		}
		for i := range good {
			changed := good[:i] + string('0'+(good[i]+1)%10) + good[i+1:]
			if changed != good && vitrine.IsIBAN(changed) {
				t.Errorf("%s, of which one character is another, passes as %s", good, changed)
			}
			if i > 4 && good[i] != good[i-1] {
				if turned := good[:i-1] + good[i:i+1] + good[i-1:i] + good[i+1:]; vitrine.IsIBAN(turned) {
					t.Errorf("%s, of which two characters changed places, passes as %s", good, turned)
				}
			}
		}
	}
	for _, bad := range []string{"", "DE", "US64SVBKUS6S3300958879", "DE8937040044053201300", "DE893704004405320130000",
		"de89370400440532013000",
		"DE89 3704 0044 0532 0130 00", "DEA9370400440532013000", "DE8937040044053201300é"} {
		if vitrine.IsIBAN(bad) {
			t.Errorf("%q is no IBAN", bad)
		}
	}
}

func TestBankAccount(t *testing.T) {
	t.Parallel()
	account := vitrine.BankAccount{Holder: "  Käthe \t Maß ", IBAN: "de89 3704 0044 0532 0130 00", BIC: " cobadeff "}.Tidied()
	if want := (vitrine.BankAccount{Holder: "Käthe Maß", IBAN: "DE89370400440532013000", BIC: "COBADEFF"}); account != want {
		t.Errorf("tidied it is %+v, want %+v", account, want)
	}
	if faults := account.Check(""); len(faults) > 0 {
		t.Errorf("it is good, and %+v", faults)
	}
	if got := account.Masked(); got != "DE…3000" {
		t.Errorf("it is shown as %q", got)
	}
	wrong := vitrine.BankAccount{Holder: strings.Repeat("x", 71), IBAN: "DE1", BIC: "COBA1EFF"}
	var pointers []string
	for _, fault := range wrong.Check("/to") {
		pointers = append(pointers, fault.Pointer)
	}
	if got := strings.Join(pointers, " "); got != "/to/holder /to/iban /to/bic" {
		t.Errorf("the faults of %+v are at %s", wrong, got)
	}
}
