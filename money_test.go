package vitrine_test

import (
	"testing"

	"vitrine"
)

func TestParsePrice(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text string
		want vitrine.Amount
	}{
		{"0", 0}, {"-0", 0}, {"-0.00", 0}, {"0.1", 10}, {"0.29", 29}, {"1.1", 110}, {"12", 1200}, {"12.5", 1250},
		{"12.50", 1250}, {"12.500", 1250}, {"1.2e1", 1200}, {"1250e-2", 1250}, {"1E2", 10000}, {"999999.99", 99999999},
		{"0.0e999", 0}, {"19.99", 1999}, {"4.35", 435},
	} {
		got, err := vitrine.ParsePrice(test.text)
		if err != nil || got != test.want {
			t.Errorf("ParsePrice(%q) = %d, %v; want %d", test.text, got, err, test.want)
		}
	}
	for _, text := range []string{"", "-", "-1", "-0.01", "0.001", "1.999", "1000000", "999999.991", "1e6", "1e400", "1e-400",
		"1e99999999999", "NaN", "Infinity", "1,5", "0x10", "1.", ".5", "1e", " 1", "1 ", "١"} {
		got, err := vitrine.ParsePrice(text)
		if vitrine.CodeOf(err) != vitrine.Invalid {
			t.Errorf("ParsePrice(%q) = %d, %v; want it refused", text, got, err)
		}
	}
}

func TestAmountString(t *testing.T) {
	t.Parallel()
	for amount, want := range map[vitrine.Amount]string{0: "0.00", 5: "0.05", 50: "0.50", 1250: "12.50", 99999999: "999999.99",
		-150: "-1.50"} {
		if got := amount.String(); got != want {
			t.Errorf("Amount(%d) = %q, want %q", int64(amount), got, want)
		}
	}
}

func FuzzParsePrice(f *testing.F) {
	f.Add("12.50")
	f.Add("1e2")
	f.Add("-0")
	f.Fuzz(func(t *testing.T, text string) {
		amount, err := vitrine.ParsePrice(text)
		if err != nil {
			return
		}
		if amount < 0 || amount > vitrine.MaxPrice {
			t.Fatalf("ParsePrice(%q) = %d, out of bounds", text, amount)
		}
		again, err := vitrine.ParsePrice(amount.String())
		if err != nil || again != amount {
			t.Fatalf("%q became %s and then %d, %v", text, amount, again, err)
		}
	})
}
