package storefront

import (
	"vitrine"
	"vitrine/internal/locale"
)

// sumLine is a line of what is to be paid, as the template "sums" shows it.
type sumLine struct {
	Label  string
	Amount string
	Whole  bool // it is what is paid in the end
}

// sumsOf are the lines under the orders that are paid together: what lowers their prices, taxes in them, and the sum.
func sumsOf(l *locale.Language, orders []*vitrine.Order) []sumLine {
	if len(orders) == 0 {
		return nil
	}
	var sum vitrine.Amount
	for _, o := range orders {
		sum += o.Price
	}
	var lines []sumLine
	for _, used := range couponOf(l, "", orders).Used {
		lines = append(lines, sumLine{Label: l.T("Coupon {code}", used.Code), Amount: "\u2212" + used.Saved})
	}
	return append(lines, sumLine{Label: l.T("sum|Together"), Amount: l.Money(sum, orders[0].Currency), Whole: true})
}
