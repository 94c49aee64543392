package mail

import (
	"context"
	"maps"
	"strconv"
	"time"

	"vitrine"
)

// requestStates are those of refund requests that mails tell of. A mail that comes too late, because somebody answered meanwhile,
// is not sent.
var requestStates = map[Kind]vitrine.RefundRequestState{
	RefundAsked: vitrine.RequestOpen, RefundPassed: vitrine.RequestPassed, RefundRefused: vitrine.RequestRefused,
	RefundGranted: vitrine.RequestGranted, RefundDeclined: vitrine.RequestDeclined,
}

// lookAtRequest is look for what a buyer asks for.
func (o *Office) lookAtRequest(ctx context.Context, kind Kind, a *Args) error {
	id, err := strconv.ParseInt(a.Values[RequestID], 10, 64)
	if err != nil {
		return nil //nolint:nilerror // it is about no request
	}
	q, err := o.db.RefundRequest(ctx, id)
	if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && q.State != requestStates[kind] {
		return errUnwanted
	}
	if err != nil {
		return err
	}
	order, err := o.db.Order(ctx, q.OrderID)
	if err != nil {
		return err
	}
	a.Values = maps.Clone(a.Values)
	a.Values[OrderID], a.Values[Title], a.Values["author"] = strconv.FormatInt(order.ID, 10), order.Model.Title, order.Model.AuthorName
	a.Values["words"], a.Values[Answer] = q.Text, q.DeskAnswer
	amount := q.Amount
	switch {
	case kind == RefundGranted:
		amount = q.Granted
		if q.DeskAnswer == "" {
			a.Values[Answer] = q.SellerAnswer
		}
	case kind == RefundRefused:
		a.Values[Answer] = q.SellerAnswer
	case q.SellerAnswer != "":
		a.Values["refused"] = "yes"
	}
	a.Values[Sum] = amount.String() + " " + q.Currency
	if !q.DueAt.IsZero() {
		a.Values[Day] = q.DueAt.UTC().Format(time.DateOnly)
	}
	if !order.Live {
		a.Values["sandbox"] = "yes" // the words say that no money moved
	}
	if a.Link == "" { // of who has no account: the address of the page is a secret
		a.Link = "/receipt/" + order.CheckoutKey + "/refund"
	}
	return nil
}
