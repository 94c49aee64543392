package stripe

import (
	"context"
	"net/url"
	"strconv"
	"time"

	"github.com/stripe/stripe-go/v86"

	"vitrine"
	"vitrine/internal/payment"
)

// Choice is what the checkout page offers.
const Choice = "card"

// sessionTime is how long a customer has on Stripe's pages: not much more than the half hour
// that is the least that Stripe allows, since nobody else can begin to pay meanwhile.
const sessionTime = 31 * time.Minute

// The metadata of sessions and payment intents. A payment is found by them when no notice of it
// came.
const (
	ofOrder     = "vitrine_order"     // number of the order
	ofReference = "vitrine_reference" // payment.Reference of it
)

// Begin opens a session for the choice Choice. Asked again for the same version of an order,
// it is the same session.
func (p *Provider) Begin(ctx context.Context, o *vitrine.Order, choice string) (payment.Progress, error) {
	if choice != Choice {
		return nil, vitrine.Errorf(vitrine.Invalid, "the choice is %s", Choice)
	}
	if o.Live != p.Live() {
		return nil, vitrine.Errorf(vitrine.Conflict, "the order and the key of Stripe are not both for real money, or both for tests: "+
			"make a new order")
	}
	params, err := p.session(o)
	if err != nil {
		return nil, err
	}
	session, err := p.stripe.V1CheckoutSessions.Create(ctx, params)
	if err != nil {
		return nil, failed("open a checkout session", err)
	}
	return redirect(session), nil
}

func redirect(session *stripe.CheckoutSession) payment.Progress {
	return payment.Redirect{URL: session.URL, Payment: session.ID, Until: time.Unix(session.ExpiresAt, 0).UTC()}
}

// session is what Stripe is asked for.
func (p *Provider) session(o *vitrine.Order) (*stripe.CheckoutSessionCreateParams, error) {
	price, err := smallest(o.Price, o.Currency)
	if err != nil {
		return nil, err
	}
	number := strconv.FormatInt(o.ID, 10)
	of := map[string]string{ofOrder: number, ofReference: payment.Reference(o)}
	back := p.options.BaseURL + "/checkout/" + url.PathEscape(o.CheckoutKey)
	params := &stripe.CheckoutSessionCreateParams{
		Mode: stripe.String(stripe.CheckoutSessionModePayment), ClientReferenceID: stripe.String(number), Metadata: of,
		LineItems: []*stripe.CheckoutSessionCreateLineItemParams{{
			Quantity: stripe.Int64(1),
			PriceData: &stripe.CheckoutSessionCreateLineItemPriceDataParams{
				Currency: stripe.String(o.Currency), UnitAmount: stripe.Int64(price),
				ProductData: &stripe.CheckoutSessionCreateLineItemPriceDataProductDataParams{Name: stripe.String(o.Model.Title)},
			},
		}},
		PaymentIntentData: &stripe.CheckoutSessionCreatePaymentIntentDataParams{
			Metadata: of, TransferGroup: stripe.String("order_" + number),
		},
		SuccessURL: stripe.String(back + "?paid"), CancelURL: stripe.String(back),
		ExpiresAt: stripe.Int64(p.options.Now().Add(sessionTime).Unix()),
		// What customers pay is the price that was pinned, in its currency.
		AdaptivePricing: &stripe.CheckoutSessionCreateAdaptivePricingParams{Enabled: stripe.Bool(false)},
	}
	if o.BuyersEmail != "" {
		params.CustomerEmail = stripe.String(o.BuyersEmail)
	}
	if p.options.Statement != "" {
		params.PaymentIntentData.StatementDescriptorSuffix = stripe.String(p.options.Statement)
	}
	// The version rises with each beginning: a repeated call gets the same session, a new beginning a new one.
	params.SetIdempotencyKey("checkout:" + payment.Reference(o) + ":" + strconv.FormatInt(o.Version, 10))
	return params, nil
}
