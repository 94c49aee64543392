package setup

import (
	"net/url"
	"strconv"
	"strings"

	"vitrine"
)

// fillRefunds has the form show when buyers may ask for their money.
func (f *form) fillRefunds(r vitrine.RefundRules) {
	for name, n := range map[string]int{
		"refunds_ask_days": r.AskDays, "refunds_seller_days": r.SellerDays, "refunds_desk_days": r.DeskDays,
	} {
		if n > 0 {
			f.values.Set(name, strconv.Itoa(n))
		}
	}
	for name, set := range map[string]bool{"refunds_open": !r.Closed, "refunds_grants": r.Grants} {
		if set {
			f.values.Set(name, yes)
		}
	}
}

// refundedBy is a house with what a form says of refund requests.
func refundedBy(sent url.Values, house vitrine.House) vitrine.House {
	house.Refunds = vitrine.RefundRules{
		Closed: sent.Get("refunds_open") != yes, Grants: sent.Get("refunds_grants") == yes, AskDays: wholeDays(sent, "refunds_ask_days"),
		SellerDays: wholeDays(sent, "refunds_seller_days"), DeskDays: wholeDays(sent, "refunds_desk_days"),
	}
	return house
}

// wholeDays reads a number of days: 0 for nothing, and -1, which Check refuses, for what is no number above it.
func wholeDays(sent url.Values, name string) int {
	text := strings.TrimSpace(sent.Get(name))
	if text == "" {
		return 0
	}
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || n == 0 {
		return -1
	}
	return int(n)
}
