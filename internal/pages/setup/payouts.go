package setup

import (
	"net/url"
	"strconv"
	"strings"

	"vitrine"
)

// fillPayouts has the form show when sellers are paid.
func (f *form) fillPayouts(r vitrine.PayoutRules) {
	f.values.Set("payout_schedule", string(r.Schedule))
	for name, value := range map[string]string{
		"payout_from_holder": r.From.Holder, "payout_from_iban": r.From.IBAN, "payout_from_bic": r.From.BIC,
	} {
		f.values.Set(name, value)
	}
	for name, n := range map[string]int{
		"payout_day": r.Day, "payout_cooling_days": r.CoolingDays, "payout_arrival_days": r.ArrivalDays,
	} {
		if n > 0 {
			f.values.Set(name, strconv.Itoa(n))
		}
	}
	if r.Least > 0 {
		f.values.Set("payout_least", r.Least.String())
	}
}

// paidBy is a house with what a form says of payouts; -1, which Check refuses, for what is no number.
func paidBy(sent url.Values, house vitrine.House) vitrine.House {
	r := vitrine.PayoutRules{
		Schedule: vitrine.PayoutSchedule(sent.Get("payout_schedule")), Day: wholeDays(sent, "payout_day"),
		CoolingDays: wholeDays(sent, "payout_cooling_days"),
		ArrivalDays: wholeDays(sent, "payout_arrival_days"), From: vitrine.BankAccount{Holder: sent.Get("payout_from_holder"),
			IBAN: sent.Get("payout_from_iban"), BIC: sent.Get("payout_from_bic")}.Tidied(),
	}
	if least := strings.TrimSpace(sent.Get("payout_least")); least != "" {
		var err error
		if r.Least, err = vitrine.ParseTypedPrice(least); err != nil {
			r.Least = -1
		}
	}
	house.Payouts = r
	return house
}
