package api

import "vitrine"

// PayoutRules say when sellers are paid, and from where.
type PayoutRules struct {
	Schedule    string `json:"schedule" enum:"hand,weekly,monthly" doc:"Whether payouts are made by operators alone, each week or each month."`
	Day         int    `json:"day,omitempty" minimum:"0" maximum:"28" doc:"1, Monday, to 7, or 1 to 28 of a month; absent where payouts are made by hand."`
	Least       string `json:"least,omitempty" doc:"What a payout is at least; absent for anything." example:"25.00"`
	CoolingDays int    `json:"cooling_days,omitempty" doc:"Days after a change of a seller's account before anything is sent to it, 1 to 60; absent: 7."`
	ArrivalDays int    `json:"arrival_days,omitempty" doc:"Days after which what was sent counts as paid, 1 to 60; absent: 5."`
	FromHolder  string `json:"from_holder,omitempty" doc:"Who holds the account that is paid from; absent where it was not said."`
	FromIBAN    string `json:"from_iban,omitempty" doc:"Its IBAN."`
	FromBIC     string `json:"from_bic,omitempty" doc:"Its BIC."`
}

// byHand is the schedule of payouts that operators make.
const byHand = "hand"

func (r *PayoutRules) rules() vitrine.PayoutRules {
	rules := vitrine.PayoutRules{Schedule: vitrine.PayoutSchedule(r.Schedule), Day: r.Day, CoolingDays: r.CoolingDays,
		ArrivalDays: r.ArrivalDays,
		From:        vitrine.BankAccount{Holder: r.FromHolder, IBAN: r.FromIBAN, BIC: r.FromBIC}.Tidied()}
	if r.Schedule == byHand {
		rules.Schedule = vitrine.PayoutsByHand
	}
	if r.Least != "" {
		var err error
		if rules.Least, err = vitrine.ParsePrice(r.Least); err != nil {
			rules.Least = -1 // which Check refuses
		}
	}
	return rules
}

func encodePayoutRules(r *vitrine.PayoutRules) PayoutRules {
	encoded := PayoutRules{Schedule: string(r.Schedule), Day: r.Day, CoolingDays: r.CoolingDays, ArrivalDays: r.ArrivalDays,
		FromHolder: r.From.Holder, FromIBAN: r.From.IBAN, FromBIC: r.From.BIC}
	if r.Schedule == vitrine.PayoutsByHand {
		encoded.Schedule = byHand
	}
	if r.Least > 0 {
		encoded.Least = r.Least.String()
	}
	return encoded
}
