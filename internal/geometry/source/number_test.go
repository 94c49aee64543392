package source

import (
	"strconv"
	"strings"
	"testing"
)

// TestReadNumber holds the quick way against strconv's.
func TestReadNumber(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"0", "-0", "+1", "1", "12.5", "-0.001", ".5", "5.", "1e3", "1E-3", "-1.25e+2", "123456789012345", "1234567890123456789", "0.1", "0.3",
		"3.4028235e38", "1e-45", "1e22", "1e23", "1e-22", "1e-23", "9007199254740993", "0.30000000000000004", "1e400",
		"12.345678901234567", "-0.99999999999999999", "900719925474099.25", "900719925474099.37", "90071992547409.933", "99999999999999999.9",
		"12345678", "12345678.12345678", "123456789.123456789",
		"", "-", "+", "+-1", "-+1", ".", "e5", "1e", "1e+", "1.2.3", "1,5", "0x10", "nan", "inf", "1.#IND", "--1", "1 ", "1e99999999999",
		"0E1000",
	} {
		got, next, ok := ReadNumber([]byte(text), 0)
		ok = ok && next == len(text)
		want, err := strconv.ParseFloat(text, 64)
		switch text {
		case "nan", "inf", "0x10":
			continue // strconv takes them, and the readers refuse what is no number
		}
		if ok != (err == nil) || ok && got != want {
			t.Errorf("%q: %v, %v; strconv says %v, %v", text, got, ok, want, err)
		}
	}
}

// TestReadNumberInside reads numbers out of texts that go on behind them, as lines
// of a buffer do: what is behind is no part of them.
func TestReadNumberInside(t *testing.T) {
	t.Parallel()
	const digits = "-123.456789012"
	for end := 1; end <= len(digits); end++ {
		got, next, ok := ReadNumber([]byte(digits + "34567890123456789")[:end], 0)
		want, err := strconv.ParseFloat(digits[:end], 64)
		if ok != (err == nil) || ok && (got != want || next != end) {
			t.Errorf("%q: %v to %d, %v; strconv says %v, %v", digits[:end], got, next, ok, want, err)
		}
	}
}

func FuzzReadNumber(f *testing.F) {
	f.Add("1.5e-3")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsFunc(text, func(c rune) bool { return c <= ' ' }) {
			t.Skip("several words")
		}
		got, next, ok := ReadNumber([]byte(text), 0)
		ok = ok && next == len(text)
		want, err := strconv.ParseFloat(text, 64)
		if err == nil && ok && got != want && want == want {
			t.Errorf("%q: %v, strconv says %v", text, got, want)
		}
		if ok != (err == nil) {
			t.Errorf("%q: %t, strconv says %v", text, ok, err)
		}
	})
}
