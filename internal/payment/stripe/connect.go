package stripe

import (
	"context"
	"fmt"
	"strconv"
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
	ofAmount = "vitrine_amount" // what it counts as, where it is in another currency
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

// Transfer moves money of the order's charge to an account, also before Stripe has paid it to the marketplace. It is moved
// in the currency in which the charge has settled, at its rate.
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
	group := ""
	if session.PaymentIntent != nil {
		group = session.PaymentIntent.TransferGroup
	}
	if before, err := p.transferOf(ctx, t, group, charge); before != nil || err != nil {
		return movedBy(before), err
	}
	params, err := transferOfCharge(t, charge)
	if err != nil {
		return made, err
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

// transferOfCharge asks for a transfer. https://docs.stripe.com/connect/separate-charges-and-transfers#transfer-availability
func transferOfCharge(t payment.Transfer, charge *stripe.Charge) (*stripe.TransferCreateParams, error) {
	units, err := smallest(t.Amount, t.Order.Currency)
	if err != nil {
		return nil, err
	}
	params := &stripe.TransferCreateParams{Destination: stripe.String(t.Account), Metadata: map[string]string{ofStep: t.Key},
		SourceTransaction: stripe.String(charge.ID), Currency: stripe.String(strings.ToLower(t.Order.Currency)), Amount: stripe.Int64(units)}
	settled := charge.BalanceTransaction
	if settled == nil || settled.Currency == "" || settled.Currency == charge.Currency {
		return params, nil
	}
	// Rounded down: the parts of a charge never come to more than has settled of it.
	in := portion(settled.Amount, units, charge.Amount, settled.Currency)
	if in == 0 {
		return nil, vitrine.Errorf(vitrine.Conflict, "%s %s are less than the smallest coin of %s, in which Stripe settles", t.Amount,
			t.Order.Currency, currencyOf(string(settled.Currency)))
	}
	params.Currency, params.Amount = stripe.String(string(settled.Currency)), stripe.Int64(in)
	params.Metadata[ofAmount] = countedAs(units, charge.Currency)
	return params, nil
}

// portion is whole × part / all, rounded down to what Stripe moves of a currency.
func portion(whole, part, all int64, currency stripe.Currency) int64 {
	coin := coinOf(currencyOf(string(currency)))
	parts := payment.Divide(vitrine.Amount(whole), []vitrine.Amount{vitrine.Amount(part), vitrine.Amount(all - part)}, vitrine.Amount(coin))
	return int64(parts[0]) / coin * coin // also of all of it
}

// countedAs writes what a transfer counts as where it is made in another currency than its order was paid in.
func countedAs(units int64, currency stripe.Currency) string {
	return fmt.Sprintf("%d:%s", units, currency)
}

// countsAs reads what countedAs wrote; no currency where it is not there.
func countsAs(metadata map[string]string) (units int64, currency stripe.Currency) {
	text, of, _ := strings.Cut(metadata[ofAmount], ":")
	units, err := strconv.ParseInt(text, 10, 64)
	if err != nil || units < 0 || len(of) != 3 {
		return 0, ""
	}
	return units, stripe.Currency(of)
}

func movedBy(t *stripe.Transfer) payment.Moved {
	if t == nil {
		return payment.Moved{}
	}
	units, currency := countsAs(t.Metadata)
	if currency == "" {
		return payment.Moved{Name: t.ID, Amount: amountOf(t.Amount, currencyOf(string(t.Currency)))}
	}
	into := currencyOf(string(t.Currency))
	return payment.Moved{Name: t.ID, Amount: amountOf(units, currencyOf(string(currency))), Settled: amountOf(t.Amount, into), Into: into}
}

// movedBackBy is what a reversal moved, of so much of what its order was paid in.
func movedBackBy(made *stripe.TransferReversal, amount vitrine.Amount) payment.Moved {
	moved := payment.Moved{Name: made.ID, Amount: amount}
	if _, currency := countsAs(made.Metadata); currency != "" {
		moved.Into = currencyOf(string(made.Currency))
		moved.Settled = amountOf(made.Amount, moved.Into)
	}
	return moved
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

// Reverse moves money of a transfer back, at the rate of the transfer.
func (p *Provider) Reverse(ctx context.Context, r payment.Reversal) (moved payment.Moved, err error) {
	params := &stripe.TransferReversalListParams{ID: stripe.String(r.Transfer)}
	gone := int64(0) // in what the transfer counts as
	for made, err := range p.stripe.V1TransferReversals.List(ctx, params).All(ctx) {
		if err != nil {
			return moved, failed("look for the reversal "+r.Key, err)
		}
		units, currency := countsAs(made.Metadata)
		if currency == "" {
			units = made.Amount
		}
		if made.Metadata[ofStep] == r.Key {
			return movedBackBy(made, amountOf(units, r.Currency)), nil
		}
		gone += units
	}
	transfer, err := p.stripe.V1Transfers.Retrieve(ctx, r.Transfer, nil)
	if err != nil {
		return moved, failed("read transfer "+r.Transfer, err)
	}
	back, err := reversalOf(transfer, r, gone)
	if err != nil {
		return moved, err
	}
	made, err := p.stripe.V1TransferReversals.Create(ctx, back)
	switch {
	case is(err, stripe.ErrorCodeBalanceInsufficient), is(err, stripe.ErrorCodeInsufficientFunds):
		return moved, &vitrine.Error{Code: vitrine.Conflict, Message: "the seller's account has too little", Err: err}
	case err != nil:
		return moved, failed("move money of "+r.Transfer+" back", err)
	}
	return movedBackBy(made, r.Amount), nil
}

// reversalOf asks for a reversal of a transfer of which so much has gone back: with the last of it, all that is left.
func reversalOf(transfer *stripe.Transfer, r payment.Reversal, gone int64) (*stripe.TransferReversalCreateParams, error) {
	units, err := smallest(r.Amount, r.Currency)
	if err != nil {
		return nil, err
	}
	back := &stripe.TransferReversalCreateParams{ID: stripe.String(r.Transfer), Amount: stripe.Int64(units),
		Metadata: map[string]string{ofStep: r.Key}}
	back.SetIdempotencyKey("reversal:" + r.Key)
	whole, currency := countsAs(transfer.Metadata)
	if currency == "" {
		return back, nil
	}
	in := portion(transfer.Amount, min(gone+units, whole), whole, transfer.Currency) - transfer.AmountReversed
	if in <= 0 {
		return nil, vitrine.Errorf(vitrine.Conflict, "%s %s are less than the smallest coin of %s, in which Stripe settles", r.Amount,
			r.Currency, currencyOf(string(transfer.Currency)))
	}
	back.Amount, back.Metadata[ofAmount] = stripe.Int64(in), countedAs(units, currency)
	return back, nil
}
