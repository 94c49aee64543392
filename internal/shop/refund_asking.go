package shop

import (
	"context"
	"slices"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// RefundAsking is what was asked for of the money of an order, and what may be.
type RefundAsking struct {
	Requests []vitrine.RefundRequest // the newest first
	Left     vitrine.Amount          // that may be asked for now; 0: nothing
	Until    time.Time               // until when; zero where nothing was paid
}

// Asked reports whether a page about it has something to say.
func (a RefundAsking) Asked() bool { return a.Left > 0 || len(a.Requests) > 0 }

// RefundAsking reads what was asked for of an order that its reader may see.
func (s *Shop) RefundAsking(ctx context.Context, o *vitrine.Order) (a RefundAsking, err error) {
	if o.Price == 0 || o.PaidAt.IsZero() {
		return a, nil
	}
	house, err := s.House(ctx)
	if err != nil {
		return a, err
	}
	a.Until = o.PaidAt.Add(house.Refunds.AskTime())
	if a.Requests, err = s.db.RequestsOfOrder(ctx, o.ID); err != nil {
		return a, err
	}
	slices.Reverse(a.Requests)
	waits := len(a.Requests) > 0 && !a.Requests[0].State.Over()
	if waits || len(a.Requests) >= vitrine.MaxRequests || s.mayAskRefund(o, house.Refunds) != nil {
		return a, nil
	}
	if a.Left, err = s.refundable(ctx, s.db, o, 0); vitrine.CodeOf(err) == vitrine.Conflict {
		err = nil // it is on its way
	}
	return a, err
}

// RefundRequests lists requests of what the caller bought, or sold; of an application by itself those of orders that it made. All
// requests are the operator's to see.
func (s *Shop) RefundRequests(ctx context.Context, caller vitrine.Caller, scope vitrine.OrderScope,
	q store.RefundRequestQuery) (page store.RefundRequestPage, err error) {
	switch {
	case scope == vitrine.OrdersAll && !caller.Admin():
		return page, &vitrine.Error{Code: vitrine.Forbidden, Scope: string(vitrine.ScopeAdmin),
			Message: "all requests are for admins: the access token lacks the scope " + string(vitrine.ScopeAdmin)}
	case scope == vitrine.OrdersAll:
	case scope == vitrine.OrdersSold:
		q.SellerID = caller.User.ID
	case caller.ForCustomers():
		q.ApplicationID = caller.Application.ID
	default:
		q.BuyerID = caller.User.ID
	}
	return s.db.RefundRequests(ctx, q)
}

// RefundRequestsAtDesk lists requests to operators.
func (s *Shop) RefundRequestsAtDesk(ctx context.Context, in SignedIn, q store.RefundRequestQuery) (store.RefundRequestPage, error) {
	if err := in.MustOperate(); err != nil {
		return store.RefundRequestPage{}, err
	}
	return s.db.RefundRequests(ctx, q)
}

// RefundRequest returns a request to whoever bought or sold what it is about, or made the order, and to operators; NotFound to all
// others.
func (s *Shop) RefundRequest(ctx context.Context, caller vitrine.Caller, id int64) (vitrine.RefundRequest, error) {
	q, err := s.db.RefundRequest(ctx, id)
	if err != nil || caller.Admin() || q.SellerID == caller.User.ID && !caller.ForCustomers() {
		return q, err
	}
	o, err := s.db.Order(ctx, q.OrderID)
	if err == nil && !buys(caller, o) {
		err = vitrine.Errorf(vitrine.NotFound, "there is no refund request %d", id)
	}
	return q, err
}

// RefundRequestAtDesk returns a request to operators.
func (s *Shop) RefundRequestAtDesk(ctx context.Context, in SignedIn, id int64) (vitrine.RefundRequest, error) {
	if err := in.MustOperate(); err != nil {
		return vitrine.RefundRequest{}, err
	}
	return s.db.RefundRequest(ctx, id)
}

// DownloadsOf returns how often files of an order were downloaded, as far as that is kept, for who answers a request.
func (s *Shop) DownloadsOf(ctx context.Context, orderID int64) (int, error) {
	list, err := s.db.OrderDownloads(ctx, orderID)
	return len(list), err
}
