package vitrine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// MaxPrice is the highest price in minor units: 999,999.99.
const MaxPrice Amount = 99_999_999

// Amount is a sum of money in hundredths of its currency, also where that has no such coins: StepOf
// says which amounts it has. The whole marketplace has one currency, which is shown and stored beside
// the amount.
type Amount int64

// String returns the decimal form with two places, such as "12.00".
func (a Amount) String() string {
	return string(a.Append(nil))
}

// Append appends the decimal form to dst.
func (a Amount) Append(dst []byte) []byte {
	if a < 0 {
		dst, a = append(dst, '-'), -a
	}
	dst = strconv.AppendInt(dst, int64(a/100), 10)
	return append(dst, '.', byte('0'+a/10%10), byte('0'+a%10))
}

// ParsePrice reads the text of a JSON number as a price, exactly: it never
// becomes a binary floating-point number. Trailing zeros and exponents are
// understood ("12.500", "1.2e1").
func ParsePrice(text string) (Amount, error) {
	mantissa, exponent, err := splitExponent(text)
	if err != nil {
		return 0, err
	}
	if strings.HasPrefix(mantissa, "-") {
		if strings.Trim(mantissa, "-0.") == "" {
			return 0, nil
		}
		return 0, &Error{Code: Invalid, Message: "the price is negative: it is at least 0"}
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return 0, nil
	}
	// The value is digits × 10^scale minor units.
	scale := exponent - len(fraction) + 2
	for scale < 0 && strings.HasSuffix(digits, "0") {
		digits, scale = digits[:len(digits)-1], scale+1
	}
	if scale < 0 {
		return 0, &Error{Code: Invalid, Message: "the price has more than two decimals"}
	}
	if len(digits)+scale > len("99999999") {
		return 0, &Error{Code: Invalid, Message: fmt.Sprintf("the price is over the highest, %s", MaxPrice)}
	}
	n, err := strconv.ParseInt(digits+strings.Repeat("0", scale), 10, 64)
	if err != nil {
		return 0, &Error{Code: Invalid, Message: "the price is not a number", Err: err}
	}
	return Amount(n), nil
}

// ParseTypedPrice reads a price as people type it: with a point or a comma before its decimals,
// and spaces around it.
func ParseTypedPrice(text string) (Amount, error) {
	return ParsePrice(strings.Replace(strings.TrimSpace(text), ",", ".", 1))
}

// splitExponent splits a number into mantissa and exponent and checks its form.
func splitExponent(text string) (mantissa string, exponent int, err error) {
	wrong := &Error{Code: Invalid, Message: "the price is not a number"}
	mantissa = text
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		exponent, err = strconv.Atoi(text[i+1:])
		if err != nil || exponent > 1000 || exponent < -1000 {
			return "", 0, wrong
		}
		mantissa = text[:i]
	}
	whole, fraction, dotted := strings.Cut(strings.TrimPrefix(mantissa, "-"), ".")
	if !allDigits(whole) || dotted && !allDigits(fraction) {
		return "", 0, wrong
	}
	return mantissa, exponent, nil
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// IsCurrency reports whether a text has the form of a currency's code, ISO 4217.
func IsCurrency(text string) bool {
	return len(text) == 3 && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// withoutDecimals are the currencies that have no coins below the currency itself, or whose coins
// below it are no hundredths (MGA): ISO 4217, and what providers of payments take.
var withoutDecimals = [...]string{"BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "UGX", "UYI", "VND", "VUV",
	"XAF", "XOF", "XPF"}

// StepOf is the smallest amount of a currency that is sold, divided and given back; all others are whole
// numbers of it. A currency with three decimals, such as KWD, goes in hundredths.
func StepOf(currency string) Amount {
	if slices.Contains(withoutDecimals[:], currency) {
		return 100
	}
	return 1
}

// CheckStep refuses an amount that a currency has no coins for; Invalid.
func CheckStep(a Amount, currency string) error {
	if a%StepOf(currency) == 0 {
		return nil
	}
	return Errorf(Invalid, "%s has no decimals: it is a whole number, such as %d, and not %s", currency, a/100, a)
}
