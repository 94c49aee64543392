package tax

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"vitrine"
)

// Rate is a rate of tax in a country for some days.
type Rate struct {
	Country string
	Kind    string // of good that it is for: a product type; "" for all that have no rate of their own
	Rate    vitrine.TaxRate
	From    string // the first day, such as 2026-01-01
	Until   string // the first day on which it holds no more; "" for no end
	Source  string // who says so
}

// holds reports whether a rate is that of a day.
func (r Rate) holds(day string) bool { return r.From <= day && (r.Until == "" || day < r.Until) }

// Find returns the rate of a country for a kind of good on a day; false for none. A rate for the kind
// wins over one for all, and one of the operator over a shipped one.
func Find(own []Rate, country, kind, day string) (Rate, bool) {
	for _, wanted := range slices.Compact([]string{kind, ""}) {
		for _, list := range [][]Rate{own, Shipped()} {
			i := slices.IndexFunc(list, func(r Rate) bool { return r.Country == country && r.Kind == wanted && r.holds(day) })
			if i >= 0 {
				return list[i], true
			}
		}
	}
	return Rate{}, false
}

// Check returns what is wrong with a rate beside others of the operator, but for its country.
func (r Rate) Check(others []Rate) (faults []vitrine.Field) {
	wrong := func(pointer, code, detail string) {
		faults = append(faults, vitrine.Field{Pointer: pointer, Code: code, Detail: detail})
	}
	if r.Rate < 0 || r.Rate > vitrine.TaxRate(vitrine.WholePrice) {
		wrong("/rate", "not_allowed", "write percent from 0 to 100 with at most two decimals, such as 12.5")
	}
	if !isDay(r.From) {
		wrong("/from", "bad_format", "write the first day as 2026-01-01")
	}
	if r.Until != "" && (!isDay(r.Until) || r.Until <= r.From) {
		wrong("/until", "not_allowed", "a rate ends on a day behind its first one, written as 2026-01-01, or not at all")
	}
	if len(faults) > 0 {
		return faults
	}
	if slices.ContainsFunc(others, r.overlaps) {
		wrong("/from", "taken", "another rate of yours is for the same country and kind on some of these days: end that one first")
	}
	return faults
}

func (r Rate) overlaps(other Rate) bool {
	return r.Country == other.Country && r.Kind == other.Kind &&
		(r.Until == "" || other.From < r.Until) && (other.Until == "" || r.From < other.Until)
}

func isDay(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

// InForce are the rates that hold on a day, the operator's and the shipped ones that no other takes
// the place of, by country and kind.
func InForce(own []Rate, day string) (list []Rate) {
	taken := map[[2]string]bool{}
	for _, r := range slices.Concat(own, Shipped()) {
		if key := [2]string{r.Country, r.Kind}; r.holds(day) && !taken[key] {
			taken[key] = true
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(a, b Rate) int {
		return cmp.Or(strings.Compare(a.Country, b.Country), strings.Compare(a.Kind, b.Kind))
	})
	return list
}
