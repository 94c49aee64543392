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

func TestParseTypedPrice(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]vitrine.Amount{"12": 1200, "12.5": 1250, "12,50": 1250, " 0,99\t": 99} {
		got, err := vitrine.ParseTypedPrice(text)
		if err != nil || got != want {
			t.Errorf("ParseTypedPrice(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", " ", "1,2,3", "1.234,50", "1,234.50", "1,234", "-1", "1 000", ",5", "5,"} {
		if got, err := vitrine.ParseTypedPrice(text); vitrine.CodeOf(err) != vitrine.Invalid {
			t.Errorf("ParseTypedPrice(%q) = %d, %v; want it refused", text, got, err)
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

// TestSteps sells in currencies with and without coins below the currency itself.
func TestSteps(t *testing.T) {
	t.Parallel()
	for currency, step := range map[string]vitrine.Amount{"EUR": 1, "KWD": 1, "JPY": 100, "ISK": 100, "": 1} {
		if got := vitrine.StepOf(currency); got != step {
			t.Errorf("%s goes in steps of %d, want %d", currency, got, step)
		}
	}
	for _, test := range []struct {
		amount   vitrine.Amount
		currency string
		want     vitrine.Code
	}{
		{1250, "EUR", ""}, {1, "KWD", ""}, {120000, "JPY", ""}, {0, "JPY", ""}, {-500, "JPY", ""},
		{1250, "JPY", vitrine.Invalid}, {-1, "KRW", vitrine.Invalid},
	} {
		if err := vitrine.CheckStep(test.amount, test.currency); vitrine.CodeOf(err) != test.want {
			t.Errorf("%s %s: %v, want %q", test.amount, test.currency, err, test.want)
		}
	}
	for _, test := range []struct{ price, share, want vitrine.Amount }{
		{120_000, 1250, 15_000}, {10_000, 1250, 1_300}, {10_000, 1249, 1_200}, {100, 5000, 100}, {100, 4999, 0},
	} {
		if got := vitrine.Share(test.share).Of(test.price, 100); got != test.want {
			t.Errorf("%d hundredths of a percent of %s are %s, want %s", test.share, test.price, got, test.want)
		}
	}
}
