package vitrine_test

import (
	"testing"

	"vitrine"
)

// TestShare divides prices: no unit is lost, and halves are the marketplace's.
func TestShare(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		share   vitrine.Share
		written string
		price   vitrine.Amount
		rest    vitrine.Amount
	}{
		"":       {0, "0", 1999, 1999},
		"0":      {0, "0", 1999, 1999},
		"15":     {1500, "15", 1000, 850},
		"12,5":   {1250, "12.5", 1000, 875},
		" 12.50": {1250, "12.5", 4, 3},
		"33.33":  {3333, "33.33", 1, 1},
		".5":     {50, "0.5", 100, 99},
		"5":      {500, "5", 10, 9}, // half a cent
		"10.":    {1000, "10", 99_999_999, 89_999_999},
		"100":    {10000, "100", 1999, 0},
	} {
		share, err := vitrine.ParseShare(text)
		if err != nil || share != want.share || share.String() != want.written || share.Rest(want.price, 1) != want.rest {
			t.Errorf("%q is %d, written %s, and leaves %d of %d (%v), want %+v",
				text, share, share, share.Rest(want.price, 1), want.price, err, want)
		}
		if sum := share.Of(want.price, 1) + share.Rest(want.price, 1); sum != want.price {
			t.Errorf("%q divides %d into %d", text, want.price, sum)
		}
	}
	for _, text := range []string{"100.01", "101", "-1", "a", "1.234", "1.2.3", "1,2,3", "+1", "1e1", "99999999999"} {
		if share, err := vitrine.ParseShare(text); vitrine.CodeOf(err) != vitrine.Invalid {
			t.Errorf("%q is taken for %s (%v)", text, share, err)
		}
	}
}
