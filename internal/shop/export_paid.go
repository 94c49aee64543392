package shop

import (
	"context"
	"errors"

	"vitrine"
	"vitrine/internal/store"
)

// exportPayouts exports where a seller is paid, and what they were.
func (s *Shop) exportPayouts(ctx context.Context, user vitrine.User, add func(any) error) error {
	account, err := s.db.PayoutAccount(ctx, user.ID)
	if err == nil {
		err = add(object{"account": object{"holder": account.Bank.Holder, "iban": account.Bank.IBAN, "bic": account.Bank.BIC,
			"changed_at": when(account.ChangedAt)}})
	}
	if err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
		return err
	}
	connected, err := s.db.ConnectedAccounts(ctx, user.ID)
	for _, c := range connected {
		err = errors.Join(err, add(object{"provider": c.Provider, "provider_account": c.Account, "live": c.Live, "status": c.Status,
			"reason": c.Reason, "fault": c.Fault, "created_at": when(c.CreatedAt), "updated_at": when(c.UpdatedAt)}))
	}
	if err != nil {
		return err
	}
	return eachPage(func(page vitrine.Page) (string, error) {
		found, err := s.db.Payouts(ctx, store.PayoutQuery{SellerID: user.ID, Page: page})
		if err != nil {
			return "", err
		}
		for _, p := range found.Payouts {
			record := object{"id": p.ID, "status": p.Status, "amount": p.Amount.String(), "currency": p.Currency, "iban": p.To.IBAN,
				"reason": p.Reason, "created_at": when(p.CreatedAt), "sent_at": when(p.SentAt), "ended_at": when(p.EndedAt)}
			if err := add(record); err != nil {
				return "", err
			}
		}
		return found.Next, nil
	})
}

// exportedTransfers are what of a sale was moved to the seller's account with the provider.
func (s *Shop) exportedTransfers(ctx context.Context, o *vitrine.Order) (list []object, err error) {
	made, err := s.db.Transfers(ctx, o.ID)
	for _, m := range made {
		list = append(list, object{"reference": m.Reference, "amount": m.Amount.String(), "moved_back": m.Reversed.String(),
			"currency": o.Currency, "at": when(m.CreatedAt)})
	}
	return list, err
}

// exportCheckouts exports the checkouts that a user made.
func (s *Shop) exportCheckouts(ctx context.Context, user vitrine.User, add func(any) error) error {
	return eachPage(func(page vitrine.Page) (string, error) {
		found, err := s.db.Checkouts(ctx, vitrine.CheckoutQuery{UserID: user.ID, Page: page})
		if err != nil {
			return "", err
		}
		for _, c := range found.Checkouts {
			orders := []int64{}
			for _, o := range c.Orders {
				orders = append(orders, o.ID)
			}
			record := object{"id": c.ID, "uuid": c.UUID, "orders": orders, "application_id": c.ApplicationID, "sum": c.Sum().String(),
				"currency": c.Currency, "bundles": c.Bundles(), "coupons": c.Coupons(), "return_url": c.ReturnURL, "livemode": c.Live,
				"created_at": when(c.CreatedAt), "paid_at": when(c.PaidAt), "canceled_at": when(c.CanceledAt)}
			if err := add(record); err != nil {
				return "", err
			}
		}
		return found.Next, nil
	})
}

// exportTax exports what a user has said for the tax office.
func (s *Shop) exportTax(ctx context.Context, user vitrine.User, add func(any) error) error {
	p, err := s.db.SellerFacts(ctx, user.ID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	return add(object{"profile": p.SellerFacts, "changed_at": when(p.ChangedAt)})
}

// exportRequests exports what a user asked back, and what they answered to those who bought of them, without the words of others.
func (s *Shop) exportRequests(ctx context.Context, user vitrine.User, add func(any) error) error {
	for _, q := range []store.RefundRequestQuery{{BuyerID: user.ID}, {SellerID: user.ID}} {
		err := eachPage(func(page vitrine.Page) (string, error) {
			q.Page = page
			found, err := s.db.RefundRequests(ctx, q)
			if err != nil {
				return "", err
			}
			for _, one := range found.Requests {
				if err := add(exportedRequest(one, q.SellerID != 0)); err != nil {
					return "", err
				}
			}
			return found.Next, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func exportedRequest(q vitrine.RefundRequest, sold bool) object {
	record := object{"id": q.ID, "order_id": q.OrderID, "sold": sold, "title": q.Title, "amount": q.Amount.String(),
		"granted": q.Granted.String(), "currency": q.Currency, "reason": q.Reason, "state": q.State, "created_at": when(q.CreatedAt),
		"answered_at": when(q.AnsweredAt), "ended_at": when(q.EndedAt)}
	if sold {
		record["answer"] = q.SellerAnswer
	} else {
		record["text"] = q.Text
	}
	return record
}
