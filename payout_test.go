package vitrine_test

import (
	"testing"
	"time"

	"vitrine"
)

// TestRunsOfPayouts walks over two years: each run is on its day, and the next one follows the last.
func TestRunsOfPayouts(t *testing.T) {
	t.Parallel()
	for _, rules := range []vitrine.PayoutRules{
		{Schedule: vitrine.PayoutsWeekly, Day: 1}, {Schedule: vitrine.PayoutsWeekly, Day: 7},
		{Schedule: vitrine.PayoutsMonthly, Day: 1}, {Schedule: vitrine.PayoutsMonthly, Day: 28},
	} {
		before := time.Time{}
		for now := time.Date(2027, 1, 29, 0, 0, 0, 0, time.UTC); now.Year() < 2029; now = now.Add(7 * time.Hour) {
			last, next := rules.LastRun(now), rules.NextRun(now)
			if last.After(now) || !next.After(now) || !before.IsZero() && last != before && rules.NextRun(before) != last {
				t.Fatalf("%+v at %s: the last run is %s, after %s, and the next %s", rules, now, last, before, next)
			}
			on := last.Day()
			if rules.Schedule == vitrine.PayoutsWeekly {
				on = (int(last.Weekday())+6)%7 + 1
			}
			if on != rules.Day {
				t.Fatalf("%+v at %s: the last run is on %s", rules, now, last)
			}
			before = last
		}
	}
	byHand := vitrine.PayoutRules{}
	if now := time.Now(); !byHand.LastRun(now).IsZero() || !byHand.NextRun(now).IsZero() {
		t.Error("what is made by hand has a run")
	}
}

// TestPayoutStates walks all ways that a payout can go: none comes back to where it was, and what has
// ended well can only bounce.
func TestPayoutStates(t *testing.T) {
	t.Parallel()
	ways := map[vitrine.PayoutStatus]int{}
	var walk func(s vitrine.PayoutStatus, steps int)
	walk = func(s vitrine.PayoutStatus, steps int) {
		if steps > 5 {
			t.Fatalf("there is a way that does not end, over %s", s)
		}
		ways[s]++
		for _, next := range vitrine.PayoutStates() {
			if s.CanBecome(next) {
				walk(next, steps+1)
			}
		}
	}
	walk(vitrine.PayoutPending, 0)
	if len(ways) != len(vitrine.PayoutStates()) {
		t.Errorf("a payout comes to %v alone", ways)
	}
	if !vitrine.PayoutPaid.CanBecome(vitrine.PayoutFailed) || vitrine.PayoutFailed.CanBecome(vitrine.PayoutPaid) {
		t.Error("what was paid can bounce, and what failed is made anew")
	}
}

func TestPayoutRules(t *testing.T) {
	t.Parallel()
	for name, rules := range map[string]vitrine.PayoutRules{
		"a day by hand":   {Day: 1},
		"an eighth day":   {Schedule: vitrine.PayoutsWeekly, Day: 8},
		"no day":          {Schedule: vitrine.PayoutsMonthly},
		"the 29th":        {Schedule: vitrine.PayoutsMonthly, Day: 29},
		"each minute":     {Schedule: "minutely", Day: 1},
		"less than zero":  {Least: -1},
		"cooled for ever": {CoolingDays: 61},
		"never arriving":  {ArrivalDays: -1},
		"half an account": {From: vitrine.BankAccount{Holder: "Shop"}},
	} {
		house := vitrine.DefaultHouse()
		house.Payouts = rules
		if len(house.Check()) == 0 {
			t.Errorf("%s is taken", name)
		}
	}
}
