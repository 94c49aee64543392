package stripe

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/stripe/stripe-go/v86"

	"vitrine"
	"vitrine/internal/payment"
)

// The metadata of sessions and payment intents. A payment is found by them when no notice of it
// came. That of several orders names their checkout, and each order with its part of the money.
const (
	ofOrder     = "vitrine_order"     // number of the order that is paid alone; of a refund, of the order that it is of
	ofReference = "vitrine_reference" // payment.Reference of it, or the reference of the bill
	ofCheckout  = "vitrine_checkout"  // number of the checkout of several orders
	ofParts     = "vitrine_orders_"   // and a number: orders of a checkout, as part.text has them, with spaces between
)

// maxValue is how long a value of metadata may be. https://docs.stripe.com/metadata
const maxValue = 500

// part is what an order has of a payment.
type part struct {
	order int64
	of    string // payment.Reference of the order
	units int64  // as Stripe counts them
	alone bool   // all of the payment is the order's
}

func (p part) text() string { return fmt.Sprintf("%d:%s:%d", p.order, p.of, p.units) }

// id names an event of the part by what it is an event of.
func (p part) id(what, object string) string {
	if p.alone {
		return what + ":" + object
	}
	return what + ":" + object + ":" + strconv.FormatInt(p.order, 10)
}

// partsOfBill are what the orders of a bill will have of its payment.
func partsOfBill(b payment.Bill) ([]part, error) {
	parts := make([]part, len(b.Orders))
	for i, o := range b.Orders {
		units, err := smallest(o.Price, o.Currency)
		if err != nil {
			return nil, err
		}
		parts[i] = part{order: o.ID, of: payment.Reference(o), units: units, alone: b.Checkout == 0}
	}
	return parts, nil
}

// metadataOf names a bill and its parts.
func metadataOf(b payment.Bill, parts []part) map[string]string {
	if b.Checkout == 0 {
		return metadataOfOrder(parts[0])
	}
	named := map[string]string{ofCheckout: strconv.FormatInt(b.Checkout, 10), ofReference: b.Of}
	line, n := "", 1
	for _, p := range parts {
		if text := p.text(); len(line)+1+len(text) <= maxValue {
			line = strings.TrimPrefix(line+" "+text, " ")
		} else {
			line, n = text, n+1
		}
		named[ofParts+strconv.Itoa(n)] = line
	}
	return named
}

// checkoutOf names the checkout that a session is for, and its reference; 0 for an order alone.
func checkoutOf(session *stripe.CheckoutSession) (id int64, reference string) {
	id, err := strconv.ParseInt(session.Metadata[ofCheckout], 10, 64)
	if err != nil || id <= 0 {
		return 0, ""
	}
	return id, session.Metadata[ofReference]
}

func metadataOfOrder(p part) map[string]string {
	return map[string]string{ofOrder: strconv.FormatInt(p.order, 10), ofReference: p.of}
}

// ours reports whether a session is one of a marketplace.
func ours(session *stripe.CheckoutSession) bool {
	return session.Metadata[ofOrder] != "" || session.Metadata[ofCheckout] != ""
}

// partsOf reads whose a session's money is. Malformed where its metadata was changed, Conflict where the
// session is not for the sum of its parts.
func partsOf(session *stripe.CheckoutSession) ([]part, error) {
	changed := vitrine.Errorf(vitrine.Malformed, "session %s names no order: its metadata was changed", session.ID)
	if session.Metadata[ofCheckout] == "" {
		order, err := strconv.ParseInt(session.Metadata[ofOrder], 10, 64)
		if err != nil {
			return nil, changed
		}
		return []part{{order, session.Metadata[ofReference], session.AmountTotal, true}}, nil
	}
	if id, _ := checkoutOf(session); id == 0 {
		return nil, changed
	}
	var parts []part
	var sum int64
	for _, key := range slices.Sorted(maps.Keys(session.Metadata)) {
		if !strings.HasPrefix(key, ofParts) {
			continue
		}
		for text := range strings.FieldsSeq(session.Metadata[key]) {
			p, ok := parsePart(text)
			if !ok {
				return nil, changed
			}
			parts, sum = append(parts, p), sum+p.units
		}
	}
	if len(parts) == 0 {
		return nil, changed
	}
	if currency := currencyOf(string(session.Currency)); sum != session.AmountTotal {
		return nil, vitrine.Errorf(vitrine.Conflict, "session %s is for %s %s, and its orders cost %s: send the money back, or settle it by hand",
			session.ID, amountOf(session.AmountTotal, currency), currency, amountOf(sum, currency))
	}
	return parts, nil
}

func parsePart(text string) (part, bool) {
	fields := strings.Split(text, ":")
	if len(fields) != 3 {
		return part{}, false
	}
	order, err := strconv.ParseInt(fields[0], 10, 64)
	units, wrong := strconv.ParseInt(fields[2], 10, 64)
	return part{order: order, of: fields[1], units: units}, err == nil && wrong == nil && order > 0 && units > 0
}

// partOf returns the part that an order has of a session; false where it has none.
func partOf(session *stripe.CheckoutSession, o *vitrine.Order) (part, bool) {
	if session == nil {
		return part{}, false
	}
	parts, err := partsOf(session)
	i := slices.IndexFunc(parts, func(p part) bool { return p.of == payment.Reference(o) })
	if err != nil || i < 0 {
		return part{}, false
	}
	return parts[i], true
}

// isOf reports whether a session is the payment of a bill.
func isOf(session *stripe.CheckoutSession, b payment.Bill) bool {
	return session != nil && session.Metadata[ofReference] == b.Of
}
