package stripe

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
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

// Begin opens a session for the choice Choice. Asked again for the same try of a bill, it is the
// same session.
func (p *Provider) Begin(ctx context.Context, b payment.Bill, choice string) (payment.Progress, error) {
	if choice != Choice {
		return nil, vitrine.Errorf(vitrine.Invalid, "the choice is %s", Choice)
	}
	if err := b.Check(p.Live()); err != nil {
		return nil, err
	}
	if err := checkLeast(b); err != nil {
		return nil, err
	}
	params, err := p.session(b)
	if err != nil {
		return nil, err
	}
	session, err := p.stripe.V1CheckoutSessions.Create(ctx, params)
	if is(err, stripe.ErrorCodeAmountTooSmall) { // the account is in another currency, which counts
		return nil, vitrine.Errorf(vitrine.Conflict, "%s %s is less than any card is charged: buy something else with it", b.Sum(), b.Currency())
	}
	if err != nil {
		return nil, p.refused(b, err)
	}
	return redirect(session), nil
}

// refused explains why no session was opened.
func (p *Provider) refused(b payment.Bill, err error) error {
	explained := failed("open a checkout session", err)
	// All else that a session is asked with is taken without tax, too: where Stripe Tax is not set up, there are several codes.
	var answer *stripe.Error
	if !errors.As(err, &answer) || answer.HTTPStatusCode != http.StatusBadRequest {
		return explained
	}
	switch chosen := len(p.options.Methods) > 0; {
	case taxed(b):
		why := "nobody can pay: Stripe Tax refuses to find the tax, see docs/stripe-tax.md"
		if chosen {
			why += "; or --stripe-methods names one that the account does not take"
		}
		p.options.Log.Error(why, "error", explained)
		return vitrine.Errorf(vitrine.Conflict, "the tax of this order can't be found at the moment: nothing was charged; tell the marketplace")
	case chosen:
		p.options.Log.Error("nobody can pay: --stripe-methods names one that the account at Stripe does not take, or not in this currency",
			"currency", b.Currency(), "error", explained)
		return vitrine.Errorf(vitrine.Conflict, "this can't be paid at the moment: nothing was charged; tell the marketplace")
	}
	return explained
}

func redirect(session *stripe.CheckoutSession) payment.Progress {
	return payment.Redirect{URL: session.URL, Payment: session.ID, Until: time.Unix(session.ExpiresAt, 0).UTC()}
}

// session is what Stripe is asked for.
func (p *Provider) session(b payment.Bill) (*stripe.CheckoutSessionCreateParams, error) {
	parts, err := partsOfBill(b)
	if err != nil {
		return nil, err
	}
	// The transfers to the sellers are in one group with the charge that they are made of.
	group := "order_" + strconv.FormatInt(b.Orders[0].ID, 10)
	if b.Checkout != 0 {
		group = "checkout_" + strconv.FormatInt(b.Checkout, 10)
	}
	_, number, _ := strings.Cut(group, "_")
	of, back := metadataOf(b, parts), p.options.BaseURL+b.Page
	params := &stripe.CheckoutSessionCreateParams{
		Mode: stripe.String(stripe.CheckoutSessionModePayment), ClientReferenceID: stripe.String(number), Metadata: of,
		LineItems:         lines(b, parts),
		PaymentIntentData: &stripe.CheckoutSessionCreatePaymentIntentDataParams{Metadata: of, TransferGroup: stripe.String(group)},
		SuccessURL:        stripe.String(back + "?paid"), CancelURL: stripe.String(back),
		ExpiresAt: stripe.Int64(p.options.Now().Add(sessionTime).Unix()),
		// What customers pay is the price that was pinned, in its currency.
		AdaptivePricing: &stripe.CheckoutSessionCreateAdaptivePricingParams{Enabled: stripe.Bool(false)},
	}
	if b.Email != "" {
		params.CustomerEmail = stripe.String(b.Email)
	}
	if taxed(b) {
		findTax(params, b)
	}
	if len(p.options.Methods) > 0 {
		params.PaymentMethodTypes = stripe.StringSlice(p.options.Methods)
	}
	if p.options.Statement != "" {
		params.PaymentIntentData.StatementDescriptorSuffix = stripe.String(p.options.Statement)
	}
	// A repeated call gets the same session, a new beginning a new one.
	params.SetIdempotencyKey("checkout:" + b.Of + ":" + strconv.FormatInt(b.Try, 10))
	return params, nil
}

// lines are what the customer reads on Stripe's page: each order by itself.
func lines(b payment.Bill, parts []part) []*stripe.CheckoutSessionCreateLineItemParams {
	found := make([]*stripe.CheckoutSessionCreateLineItemParams, len(parts))
	for i, o := range b.Orders {
		found[i] = &stripe.CheckoutSessionCreateLineItemParams{
			Quantity: stripe.Int64(1), Metadata: map[string]string{ofReference: parts[i].of},
			PriceData: &stripe.CheckoutSessionCreateLineItemPriceDataParams{
				Currency: stripe.String(o.Currency), UnitAmount: stripe.Int64(parts[i].units),
				ProductData: &stripe.CheckoutSessionCreateLineItemPriceDataProductDataParams{Name: stripe.String(o.Model.Title)},
			},
		}
	}
	return found
}
