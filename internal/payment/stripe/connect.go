package stripe

import (
	"context"
	"strings"

	"github.com/stripe/stripe-go/v86"

	"vitrine"
	"vitrine/internal/payment"
)

// connectPages is where sellers tell Stripe what it asks.
const connectPages = "https://connect.stripe.com"

// The metadata of accounts, and of transfers and reversals: Stripe forgets idempotency keys after some days.
const (
	ofSeller = "vitrine_seller"
	ofStep   = "vitrine_transfer"
)

// OnboardsAt is the origin of the pages that sellers are led to.
func (p *Provider) OnboardsAt() string {
	if p.options.API == API {
		return connectPages
	}
	return p.options.API
}

// OpenAccount makes an Express account, of which Stripe asks what law asks it, and whose losses the marketplace
// bears. https://docs.stripe.com/connect/accounts-v1
func (p *Provider) OpenAccount(ctx context.Context, seller payment.NewSeller) (string, error) {
	params := &stripe.AccountCreateParams{
		Controller: &stripe.AccountCreateControllerParams{
			Fees:                  &stripe.AccountCreateControllerFeesParams{Payer: stripe.String("application")},
			Losses:                &stripe.AccountCreateControllerLossesParams{Payments: stripe.String("application")},
			RequirementCollection: stripe.String("stripe"),
			StripeDashboard:       &stripe.AccountCreateControllerStripeDashboardParams{Type: stripe.String("express")},
		},
		Capabilities: &stripe.AccountCreateCapabilitiesParams{
			Transfers: &stripe.AccountCreateCapabilitiesTransfersParams{Requested: stripe.Bool(true)},
		},
		Metadata: map[string]string{ofSeller: seller.Name},
	}
	if seller.Email != "" {
		params.Email = stripe.String(seller.Email)
	}
	params.SetIdempotencyKey("account:" + seller.Name)
	account, err := p.stripe.V1Accounts.Create(ctx, params)
	if err != nil {
		return "", failed("open an account for a seller", err)
	}
	return account.ID, nil
}

// Onboard makes a link to the pages on which Stripe asks.
func (p *Provider) Onboard(ctx context.Context, account, back string) (string, error) {
	link, err := p.stripe.V1AccountLinks.Create(ctx, &stripe.AccountLinkCreateParams{
		Account: stripe.String(account), Type: stripe.String("account_onboarding"),
		ReturnURL: stripe.String(p.options.BaseURL + back), RefreshURL: stripe.String(p.options.BaseURL + back),
	})
	if err != nil {
		return "", failed("lead the seller of "+account+" to Stripe", err)
	}
	return link.URL, nil
}

// Account reads how an account stands, and how the last payout from it went.
func (p *Provider) Account(ctx context.Context, id string) (found payment.SellerAccount, err error) {
	account, err := p.stripe.V1Accounts.GetByID(ctx, id, nil)
	if is(err, stripe.ErrorCodeAccountInvalid) || is(err, stripe.ErrorCodeResourceMissing) { // its owner closed it, or it is of another key
		found.Reason = string(stripe.ErrorCodeAccountInvalid)
		return found, nil
	}
	if err != nil {
		return found, failed("read account "+id, err)
	}
	found.Active = account.Capabilities != nil && account.Capabilities.Transfers == stripe.AccountCapabilityStatusActive
	if account.Requirements != nil && !found.Active {
		found.Reason = string(account.Requirements.DisabledReason)
	}
	if !account.PayoutsEnabled && found.Active && account.Requirements != nil {
		found.Fault = string(account.Requirements.DisabledReason)
	}
	params := &stripe.PayoutListParams{}
	params.Limit = stripe.Int64(1)
	params.SetStripeAccount(id)
	for payout, err := range p.stripe.V1Payouts.List(ctx, params).All(ctx) {
		if err != nil {
			return found, failed("read the payouts of "+id, err)
		}
		if payout.Status == stripe.PayoutStatusFailed {
			found.Fault = strings.TrimSpace(payout.FailureMessage + " " + string(payout.FailureCode))
		}
		break
	}
	return found, nil
}

// Transfer moves money of the order's charge to an account, also before Stripe has paid it to the marketplace.
func (p *Provider) Transfer(ctx context.Context, t payment.Transfer) (made payment.Moved, err error) {
	session, err := p.read(ctx, t.Order.PaymentID)
	if err != nil {
		return made, err
	}
	charge := chargeOf(session)
	if charge == nil {
		return made, vitrine.Errorf(vitrine.Conflict, "nothing was paid by %q for order %d that could be transferred",
			t.Order.PaymentID, t.Order.ID)
	}
	amount, err := smallest(t.Amount, t.Order.Currency)
	if err != nil {
		return made, err
	}
	group := ""
	if session.PaymentIntent != nil {
		group = session.PaymentIntent.TransferGroup
	}
	if before, err := p.transferOf(ctx, t, group, charge); before != nil || err != nil {
		return movedBy(before), err
	}
	params := &stripe.TransferCreateParams{
		Amount: stripe.Int64(amount), Currency: stripe.String(strings.ToLower(t.Order.Currency)), Destination: stripe.String(t.Account),
		SourceTransaction: stripe.String(charge.ID), Metadata: map[string]string{ofStep: t.Key},
	}
	if group != "" {
		params.TransferGroup = stripe.String(group)
	}
	params.SetIdempotencyKey("transfer:" + t.Key)
	transfer, err := p.stripe.V1Transfers.Create(ctx, params)
	if err != nil {
		return made, failed("transfer the money of order "+t.Key, err)
	}
	return movedBy(transfer), nil
}

func movedBy(t *stripe.Transfer) payment.Moved {
	if t == nil {
		return payment.Moved{}
	}
	return payment.Moved{Name: t.ID, Amount: amountOf(t.Amount, currencyOf(string(t.Currency)))}
}

// transferOf returns the transfer that was made by the same key; nil where there is none. It is in the group of the
// payment, or, where that has none, among what the account got since the payment.
func (p *Provider) transferOf(ctx context.Context, t payment.Transfer, group string, charge *stripe.Charge) (*stripe.Transfer, error) {
	params := &stripe.TransferListParams{TransferGroup: stripe.String(group)}
	if group == "" {
		params = &stripe.TransferListParams{Destination: stripe.String(t.Account),
			CreatedRange: &stripe.RangeQueryParams{GreaterThanOrEqual: charge.Created}}
	}
	params.Limit = stripe.Int64(100)
	for made, err := range p.stripe.V1Transfers.List(ctx, params).All(ctx) {
		if err != nil {
			return nil, failed("look for the transfer "+t.Key, err)
		}
		if made.Metadata[ofStep] == t.Key {
			return made, nil
		}
	}
	return nil, nil //nolint:nilnil // none was made
}

// Reverse moves money of a transfer back.
func (p *Provider) Reverse(ctx context.Context, r payment.Reversal) (moved payment.Moved, err error) {
	params := &stripe.TransferReversalListParams{ID: stripe.String(r.Transfer)}
	for made, err := range p.stripe.V1TransferReversals.List(ctx, params).All(ctx) {
		if err != nil {
			return moved, failed("look for the reversal "+r.Key, err)
		}
		if made.Metadata[ofStep] == r.Key {
			return payment.Moved{Name: made.ID, Amount: amountOf(made.Amount, r.Currency)}, nil
		}
	}
	amount, err := smallest(r.Amount, r.Currency)
	if err != nil {
		return moved, err
	}
	back := &stripe.TransferReversalCreateParams{ID: stripe.String(r.Transfer), Amount: stripe.Int64(amount),
		Metadata: map[string]string{ofStep: r.Key}}
	back.SetIdempotencyKey("reversal:" + r.Key)
	made, err := p.stripe.V1TransferReversals.Create(ctx, back)
	switch {
	case is(err, stripe.ErrorCodeBalanceInsufficient), is(err, stripe.ErrorCodeInsufficientFunds):
		return moved, &vitrine.Error{Code: vitrine.Conflict, Message: "the seller's account has too little", Err: err}
	case err != nil:
		return moved, failed("move money of "+r.Transfer+" back", err)
	}
	return payment.Moved{Name: made.ID, Amount: amountOf(made.Amount, r.Currency)}, nil
}
