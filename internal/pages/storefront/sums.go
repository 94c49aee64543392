package storefront

import (
	"net/http"

	"vitrine"
	"vitrine/internal/locale"
)

// sumLine is a line of what is to be paid, as the template "sums" shows it.
type sumLine struct {
	Label  string
	Amount string
	Whole  bool // it is what is paid in the end
}

// sums are the lines under the orders that are paid together: what lowers their prices, and the sum.
func (p *Pages) sums(r *http.Request, c *vitrine.Checkout) ([]sumLine, error) {
	l := locale.Of(r.Context())
	names, err := p.db.BundleNames(r.Context(), c.Bundles())
	if err != nil {
		return nil, err
	}
	var lines []sumLine
	for _, id := range c.Bundles() {
		var saved vitrine.Amount
		for _, o := range c.Orders {
			if o.Discount.Bundle.ID == id {
				saved += o.ListPrice() - o.WithoutCoupon()
			}
		}
		lines = append(lines, bundleLine(l, names[id], saved, c.Currency))
	}
	for _, used := range couponOf(l, "", c.Orders).Used {
		lines = append(lines, sumLine{Label: l.T("Coupon {code}", used.Code), Amount: "\u2212" + used.Saved})
	}
	return append(lines, togetherLine(l, c.Sum(), c.Currency)), nil
}

func bundleLine(l *locale.Language, name string, saved vitrine.Amount, currency string) sumLine {
	return sumLine{Label: l.T("Bundle “{name}”", name), Amount: "\u2212" + l.Money(saved, currency)}
}

func togetherLine(l *locale.Language, sum vitrine.Amount, currency string) sumLine {
	return sumLine{Label: l.T("sum|Together"), Amount: l.Money(sum, currency), Whole: true}
}
