package vitrine_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
)

func TestCanBecome(t *testing.T) {
	t.Parallel()
	all := []vitrine.OrderStatus{vitrine.Unpaid, vitrine.Paid, vitrine.Canceled, vitrine.Expired, vitrine.Refunded, vitrine.Disputed}
	for from, want := range map[vitrine.OrderStatus][]vitrine.OrderStatus{
		vitrine.Unpaid:   {vitrine.Paid, vitrine.Canceled, vitrine.Expired},
		vitrine.Paid:     {vitrine.Refunded, vitrine.Disputed},
		vitrine.Canceled: {vitrine.Paid},
		vitrine.Expired:  {vitrine.Paid},
		vitrine.Refunded: nil,
		vitrine.Disputed: {vitrine.Paid, vitrine.Refunded},
		"":               nil,
	} {
		got := slices.DeleteFunc(slices.Clone(all), func(to vitrine.OrderStatus) bool { return !from.CanBecome(to) })
		if !slices.Equal(got, want) {
			t.Errorf("%q becomes %q, want %q", from, got, want)
		}
	}
}

func TestDownloadsAndPayable(t *testing.T) {
	t.Parallel()
	end := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	for _, c := range []struct {
		status    vitrine.OrderStatus
		kept      bool
		downloads bool
		payable   bool // just before its end
	}{
		{vitrine.Unpaid, false, false, true},
		{vitrine.Paid, false, true, false},
		{vitrine.Canceled, false, false, false},
		{vitrine.Expired, false, false, false},
		{vitrine.Refunded, false, false, false},
		{vitrine.Refunded, true, true, false},
		{vitrine.Disputed, false, true, false},
	} {
		o := vitrine.Order{Status: c.status, DownloadsKept: c.kept, ExpiresAt: end}
		got := []bool{o.Downloads(), o.Payable(end.Add(-1)), o.Payable(end)}
		if diff := cmp.Diff([]bool{c.downloads, c.payable, false}, got); diff != "" {
			t.Errorf("%s, kept %v: downloads, payable before and at its end (-want +got):\n%s", c.status, c.kept, diff)
		}
	}
}
