package payment

import (
	"math/bits"
	"net/url"

	"vitrine"
)

// Bill is what one payment is for: an order alone, or several orders that are paid together, possibly of
// several sellers. What happens to the payment happens to each order, with that order's part of the money.
type Bill struct {
	Orders   []*vitrine.Order
	Checkout int64  // number of the checkout that they are paid by; 0: an order alone
	Of       string // names the bill to a provider as Reference does an order
	Page     string // path of the page where it is paid
	Email    string // of the buyer; "" where it is not known
	Payment  string // the provider's name of the payment that was begun; "" for none
	Try      int64  // another one for each beginning
}

// BillOf is the bill of an order that is paid alone.
func BillOf(o *vitrine.Order) Bill {
	return Bill{Orders: []*vitrine.Order{o}, Of: Reference(o), Page: "/checkout/" + url.PathEscape(o.CheckoutKey), Email: o.BuyersEmail,
		Payment: o.PaymentID, Try: o.Version}
}

// Sum is what the orders of a bill cost together.
func (b Bill) Sum() (sum vitrine.Amount) {
	for _, o := range b.Orders {
		sum += o.Price
	}
	return sum
}

// Currency is that of the bill.
func (b Bill) Currency() string { return b.Orders[0].Currency }

// Check refuses a bill that no payment can be for: its orders are in one currency, and all for real
// money where live says so, or none.
func (b Bill) Check(live bool) error {
	if len(b.Orders) == 0 {
		return vitrine.Errorf(vitrine.Conflict, "there is no order to pay for")
	}
	for _, o := range b.Orders {
		switch {
		case o.Currency != b.Currency():
			return vitrine.Errorf(vitrine.Conflict, "orders %d and %d are in two currencies: they can't be paid together", b.Orders[0].ID, o.ID)
		case o.Live != live && live:
			return vitrine.Errorf(vitrine.Conflict, "order %d was made for tests: real money can't pay for it", o.ID)
		case o.Live != live:
			return vitrine.Errorf(vitrine.Conflict, "order %d was made for real money: no test can pay for it", o.ID)
		}
	}
	return nil
}

// Divide divides an amount in proportion to weights, in whole steps, so that the parts come to the whole:
// what rounding leaves over falls to those at which it adds up. Without any weight all of it is the first part.
func Divide(whole vitrine.Amount, weights []vitrine.Amount, step vitrine.Amount) []vitrine.Amount {
	parts := make([]vitrine.Amount, len(weights))
	var all, up, given vitrine.Amount
	for _, w := range weights {
		all += w
	}
	for i, w := range weights {
		up += w
		to := whole
		if all > 0 && up < all {
			to = ratio(whole, up, all) / step * step
		}
		parts[i], given = to-given, to
	}
	return parts
}

// ratio is a × part / all, where part is not over all and neither is negative.
func ratio(a, part, all vitrine.Amount) vitrine.Amount {
	if a < 0 {
		return -ratio(-a, part, all)
	}
	high, low := bits.Mul64(uint64(a), uint64(part))
	quotient, _ := bits.Div64(high, low, uint64(all))
	return vitrine.Amount(quotient)
}

// BillOfCheckout is the bill of a checkout: those of its orders that cost anything.
func BillOfCheckout(c *vitrine.Checkout) Bill {
	b := Bill{Checkout: c.ID, Of: referenceOf("payment of checkout " + c.Handle), Page: c.Path(), Payment: c.PaymentID, Try: c.Version}
	for _, o := range c.Orders {
		if o.Price > 0 {
			b.Orders = append(b.Orders, o)
		}
		if b.Email == "" {
			b.Email = o.BuyersEmail
		}
	}
	return b
}
