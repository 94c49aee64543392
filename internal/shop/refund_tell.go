package shop

import (
	"cmp"
	"context"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// The paths of the pages that mails about refund requests lead to. The number of the request, or the order, follows.
const (
	sellersRequest = "/sell/refunds/"
	desksRequest   = "/desk/refund-requests/"
	buyersOrder    = "/library/orders/"
)

// tellRequest writes to whoever is to do something about a request, or waits for what became of it.
func (s *Shop) tellRequest(ctx context.Context, tx *store.Tx, q vitrine.RefundRequest) error {
	switch q.State {
	case vitrine.RequestOpen:
		return s.tellSeller(ctx, tx, q)
	case vitrine.RequestPassed:
		return s.tellOperators(ctx, tx, q)
	case vitrine.RequestRefused:
		return s.tellBuyer(ctx, tx, q, mail.RefundRefused)
	case vitrine.RequestGranted:
		if q.Granted == 0 {
			return nil // the money went back in another way
		}
		return s.tellBuyer(ctx, tx, q, mail.RefundGranted)
	case vitrine.RequestDeclined:
		return s.tellBuyer(ctx, tx, q, mail.RefundDeclined)
	case vitrine.RequestWithdrawn:
	}
	return nil
}

// requestArgs lead to a path that ends with a number.
func requestArgs(q vitrine.RefundRequest, path string, id int64) mail.Args {
	return mail.Args{Link: path + idText(id), Values: map[string]string{mail.RequestID: idText(q.ID)}}
}

func (s *Shop) tellSeller(ctx context.Context, tx *store.Tx, q vitrine.RefundRequest) error {
	seller, err := tx.User(ctx, q.SellerID)
	if err != nil {
		return err
	}
	return s.post(ctx, tx, seller, mail.RefundAsked, requestArgs(q, sellersRequest, q.ID))
}

func (s *Shop) tellOperators(ctx context.Context, tx *store.Tx, q vitrine.RefundRequest) error {
	operators, err := tx.Operators(ctx)
	if err != nil {
		return err
	}
	for _, one := range operators {
		user, err := tx.UserByUsername(ctx, one.Username)
		if err != nil {
			return err
		}
		if err := s.post(ctx, tx, user, mail.RefundPassed, requestArgs(q, desksRequest, q.ID)); err != nil {
			return err
		}
	}
	return nil
}

// tellBuyer writes to the account that bought, or to the address of who bought without one.
func (s *Shop) tellBuyer(ctx context.Context, tx *store.Tx, q vitrine.RefundRequest, kind mail.Kind) error {
	o, err := tx.Order(ctx, q.OrderID)
	if err != nil {
		return err
	}
	buyer := &vitrine.User{EmailClaimed: true}
	if o.BuyerID != 0 {
		if buyer, err = tx.User(ctx, o.BuyerID); err != nil || buyer.Username == vitrine.ErasedName(buyer.ID) {
			return err
		}
	}
	args := requestArgs(q, buyersOrder, o.ID)
	if buyer.EmailClaimed { // as with receipts: the page of the order is a secret, and is read when the mail is sent
		args.Link = ""
		return s.postToAddress(ctx, tx, mail.Message{Kind: kind, To: o.BuyersEmail, Language: o.Language, Args: args}, false)
	}
	args.Link += "/refund"
	buyer.Language = cmp.Or(buyer.Language, o.Language)
	return s.post(ctx, tx, buyer, kind, args)
}
