package stripe

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v86"
	"github.com/stripe/stripe-go/v86/webhook"

	"vitrine"
	"vitrine/internal/payment"
)

// signatureHeader has the time of a message and its signatures.
const signatureHeader = "Stripe-Signature"

// notice is an event of Stripe, as far as it is believed. https://docs.stripe.com/api/events/object
type notice struct {
	ID       string `json:"id"`
	Object   string `json:"object"`
	Livemode bool   `json:"livemode"`
	Account  string `json:"account"` // a connected account; "" for one's own
	Data     struct {
		Object subject `json:"object"`
	} `json:"data"`
}

// subject is what an event is about.
type subject struct {
	ID            string          `json:"id"`
	Object        string          `json:"object"`
	PaymentIntent json.RawMessage `json:"payment_intent"`
}

// kinds are the events that payments cause.
var kinds = []string{
	"checkout.session.completed", "checkout.session.async_payment_succeeded", "checkout.session.async_payment_failed",
	"checkout.session.expired", "refund.created", "refund.updated", "refund.failed", "charge.refunded",
	"charge.updated", // the fee is known
	"charge.dispute.created", "charge.dispute.updated", "charge.dispute.closed",
	"charge.dispute.funds_withdrawn", "charge.dispute.funds_reinstated",
	"account.updated", "payout.paid", "payout.failed", // of connected accounts
}

// Verify checks the signature of a message by any of the secrets, and its time against the
// clock. An event of the other mode, or one that is about no payment, gives no notice, and no
// error either: Stripe would send it again for days.
func (p *Provider) Verify(message payment.Message) ([]payment.Notice, error) {
	header := message.Header.Get(signatureHeader)
	if err := p.checkTime(header); err != nil {
		return nil, err
	}
	if !p.signed(message.Body, header) {
		return nil, vitrine.Errorf(vitrine.Unauthenticated, "no secret of this marketplace signed this")
	}
	var n notice
	if err := json.Unmarshal(message.Body, &n); err != nil || n.ID == "" || n.Object != "event" {
		return nil, vitrine.Errorf(vitrine.Malformed, "this is no event of Stripe")
	}
	if n.Livemode != p.Live() {
		p.options.Log.Warn("an event of Stripe is of the other mode than the key: its endpoint is set up in the wrong one", "event", n.ID,
			"livemode", n.Livemode)
		return nil, nil
	}
	return n.Data.Object.notices(n.ID, n.Account), nil
}

// Since lists the events of a time, of which Stripe keeps thirty days.
func (p *Provider) Since(ctx context.Context, from time.Time) (found []payment.Notice, err error) {
	params := &stripe.EventListParams{CreatedRange: &stripe.RangeQueryParams{GreaterThanOrEqual: from.Unix()},
		Types: stripe.StringSlice(kinds)}
	params.Limit = stripe.Int64(100)
	for event, err := range p.stripe.V1Events.List(ctx, params).All(ctx) {
		if err != nil {
			return nil, failed("list the events since "+from.UTC().Format(time.RFC3339), err)
		}
		var about subject
		if err := json.Unmarshal(event.Data.Raw, &about); err != nil {
			return nil, fmt.Errorf("stripe: read event %s: %w", event.ID, err)
		}
		found = append(found, about.notices(event.ID, event.Account)...)
	}
	return found, nil
}

func (p *Provider) signed(body []byte, header string) bool {
	for _, secret := range p.options.Secrets {
		if webhook.ValidatePayloadIgnoringTolerance(body, header, secret) == nil {
			return true
		}
	}
	return false
}

// checkTime refuses a message that was signed long ago, or is to be: it may have been caught
// on its way. Of several times that a header names, the signature is of one: all must be right.
func (p *Provider) checkTime(header string) error {
	signed := false
	for part := range strings.SplitSeq(header, ",") {
		text, ok := strings.CutPrefix(part, "t=")
		if !ok {
			continue
		}
		seconds, err := strconv.ParseInt(text, 10, 64)
		if age := p.options.Now().Sub(time.Unix(seconds, 0)); err != nil || age.Abs() > webhook.DefaultTolerance {
			return vitrine.Errorf(vitrine.Unauthenticated, "the message was not signed in these five minutes: look at the clock of this machine")
		}
		signed = true
	}
	if !signed {
		return vitrine.Errorf(vitrine.Unauthenticated, "the message is not signed")
	}
	return nil
}

// notices names the payment that an event is about by its session or by its payment intent;
// none for an event of something else, or of another account.
func (o subject) notices(event, account string) []payment.Notice {
	about, connected := "", account != ""
	switch o.Object {
	case "account", "payout": // of a seller: how their account stands is read
		about, connected = account, account == ""
	case "checkout.session":
		about = o.ID
	case "refund", "dispute", "charge":
		about = identifier(o.PaymentIntent)
	}
	if about == "" || connected {
		return nil
	}
	return []payment.Notice{{ID: event, Payment: about}}
}

// identifier is that of an object which may stand there whole.
func identifier(raw json.RawMessage) string {
	var id string
	if json.Unmarshal(raw, &id) == nil {
		return id
	}
	var whole struct {
		ID string `json:"id"`
	}
	_ = json.Unmarshal(raw, &whole) // "" where there is none
	return whole.ID
}
