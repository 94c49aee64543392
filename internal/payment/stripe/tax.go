package stripe

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/stripe/stripe-go/v86"

	"vitrine"
	"vitrine/internal/payment"
)

// Taxes is true: Stripe Tax finds the tax of orders that ask for it.
func (p *Provider) Taxes() bool { return true }

// taxed reports whether Stripe Tax is to find the tax of a bill.
func taxed(b payment.Bill) bool {
	return slices.ContainsFunc(b.Orders, func(o *vitrine.Order) bool { return o.Tax.Mode == vitrine.TaxStripe })
}

// findTax has Stripe Tax find the tax that the prices have in them, by the address that the customer tells, and ask
// businesses for their tax number. https://docs.stripe.com/tax/checkout
func findTax(params *stripe.CheckoutSessionCreateParams, b payment.Bill) {
	params.AutomaticTax = &stripe.CheckoutSessionCreateAutomaticTaxParams{Enabled: stripe.Bool(true)}
	params.TaxIDCollection = &stripe.CheckoutSessionCreateTaxIDCollectionParams{Enabled: stripe.Bool(true)}
	params.BillingAddressCollection = stripe.String(stripe.CheckoutSessionBillingAddressCollectionRequired)
	for i, o := range b.Orders {
		price := params.LineItems[i].PriceData
		price.TaxBehavior = stripe.String(stripe.PriceTaxBehaviorInclusive)
		price.ProductData.TaxCode = stripe.String(cmp.Or(o.Tax.Code, vitrine.DefaultTaxCode))
	}
}

// taxes is what Stripe Tax found of each order of a session that was paid, by the order's reference. An order that it
// found nothing of is not there.
func (p *Provider) taxes(ctx context.Context, session *stripe.CheckoutSession, parts []part) (map[string]*payment.Tax, error) {
	if session.AutomaticTax == nil || !session.AutomaticTax.Enabled {
		return nil, nil
	}
	if status := session.AutomaticTax.Status; status != stripe.CheckoutSessionAutomaticTaxStatusComplete {
		p.options.Log.Error("Stripe Tax found no tax of a payment: it is taxed by the table", "session", session.ID, "status", status)
		return nil, nil
	}
	params := &stripe.CheckoutSessionListLineItemsParams{Session: stripe.String(session.ID)}
	params.Limit = stripe.Int64(100)
	params.AddExpand("data.taxes")
	found, currency := map[string]*payment.Tax{}, currencyOf(string(session.Currency))
	for line, err := range p.stripe.V1CheckoutSessions.ListLineItems(ctx, params).All(ctx) {
		if err != nil {
			return nil, failed("read the taxes of "+session.ID, err)
		}
		// Of an order that is paid alone the one line is its, whatever it is called.
		i := slices.IndexFunc(parts, func(of part) bool { return of.of == line.Metadata[ofReference] || of.alone })
		if i < 0 || line.AmountTotal != parts[i].units || line.AmountTax < 0 || line.AmountTax > line.AmountTotal {
			p.options.Log.Error("a line of a payment is of none of its orders", "session", session.ID, "line", line.ID)
			continue
		}
		found[parts[i].of] = taxOf(line, session, currency)
	}
	return found, nil
}

// taxOf is the tax of a line.
func taxOf(line *stripe.LineItem, session *stripe.CheckoutSession, currency string) *payment.Tax {
	tax := &payment.Tax{Amount: amountOf(line.AmountTax, currency)}
	var percent float64
	var units int64
	for _, t := range line.Taxes {
		rate := t.Rate
		if rate == nil {
			rate = &stripe.TaxRate{}
		}
		// Rounded by what they come to, so that they come to the tax of the line.
		amount := amountOf(units+t.Amount, currency) - amountOf(units, currency)
		units += t.Amount
		tax.Parts = append(tax.Parts, vitrine.TaxPart{Type: string(rate.TaxType),
			Place:   cmp.Or(rate.Jurisdiction, rate.DisplayName, rate.Country),
			Percent: strconv.FormatFloat(rate.EffectivePercentage, 'f', -1, 64), Amount: amount, Base: amountOf(t.TaxableAmount, currency),
			Reason: string(t.TaxabilityReason)})
		percent += rate.EffectivePercentage
		tax.Country = cmp.Or(tax.Country, landOf(rate.Country))
	}
	if home := session.CustomerDetails; tax.Country == "" && home != nil && home.Address != nil {
		tax.Country = landOf(home.Address.Country)
	}
	tax.Rate, tax.Treatment = vitrine.TaxRate(math.Round(percent*100)), treatmentOf(line)
	if tax.Treatment != vitrine.Taxed {
		tax.Rate = 0
	}
	return tax
}

// treatmentOf says why the tax of a line is what it is. https://docs.stripe.com/tax/zero-tax
func treatmentOf(line *stripe.LineItem) vitrine.Treatment {
	because := func(reasons ...stripe.LineItemTaxTaxabilityReason) bool {
		return slices.ContainsFunc(line.Taxes, func(t *stripe.LineItemTax) bool { return slices.Contains(reasons, t.TaxabilityReason) })
	}
	switch {
	case line.AmountTax > 0:
		return vitrine.Taxed
	case because(stripe.LineItemTaxTaxabilityReasonReverseCharge):
		return vitrine.Reversed
	case because(stripe.LineItemTaxTaxabilityReasonProductExempt, stripe.LineItemTaxTaxabilityReasonProductExemptHoliday,
		stripe.LineItemTaxTaxabilityReasonCustomerExempt):
		return vitrine.Exempt
	case len(line.Taxes) == 0, because(stripe.LineItemTaxTaxabilityReasonNotCollecting,
		stripe.LineItemTaxTaxabilityReasonNotSubjectToTax, stripe.LineItemTaxTaxabilityReasonNotSupported):
		return vitrine.OutOfReach
	default:
		return vitrine.Taxed // at a rate of zero, or of a cent
	}
}

// buyerOf is what the customer of a session told; nil where that is nothing.
func buyerOf(session *stripe.CheckoutSession) *payment.Buyer {
	var b payment.Buyer
	if c := session.CustomerDetails; c != nil {
		b.Name = oneLine(cmp.Or(c.BusinessName, c.IndividualName, c.Name), vitrine.MaxPartyName)
		b.Address, b.Country = addressOf(c)
		for _, id := range c.TaxIDs {
			if id.Type == stripe.CheckoutSessionCustomerDetailsTaxIDTypeEUVAT {
				b.VATID = oneLine(id.Value, maxTaxID)
			}
		}
	}
	if charge := chargeOf(session); charge != nil && charge.PaymentMethodDetails != nil && charge.PaymentMethodDetails.Card != nil {
		b.Card = landOf(charge.PaymentMethodDetails.Card.Country)
	}
	if b == (payment.Buyer{}) {
		return nil
	}
	return &b
}

// maxTaxID is how long a number of a tax office is.
const maxTaxID = 40

// addressOf is an address in lines, and its country. Numbers of businesses that are none of the European Union stand
// below it.
func addressOf(c *stripe.CheckoutSessionCustomerDetails) (lines, country string) {
	var list []string
	if a := c.Address; a != nil {
		country = landOf(a.Country)
		list = []string{a.Line1, a.Line2, strings.TrimSpace(a.PostalCode + " " + a.City), a.State}
	}
	for _, id := range c.TaxIDs {
		if id.Type != stripe.CheckoutSessionCustomerDetailsTaxIDTypeEUVAT {
			_, kind, _ := strings.Cut(string(id.Type), "_")
			list = append(list, oneLine(strings.ToUpper(kind)+" "+id.Value, maxTaxID))
		}
	}
	for i, line := range list {
		list[i] = oneLine(line, vitrine.MaxPartyAddress/(len(list)+1))
	}
	return strings.Join(slices.DeleteFunc(list, func(line string) bool { return line == "" }), "\n"), country
}

// oneLine is a text as it may stand on an invoice.
func oneLine(text string, most int) string {
	runes := []rune(strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " "))
	return strings.TrimSpace(string(runes[:min(len(runes), most)]))
}

// landOf is a country as ISO 3166-1 has it; "" for none.
func landOf(code string) string {
	if code = strings.ToUpper(code); vitrine.IsCountry(code) {
		return code
	}
	return ""
}
