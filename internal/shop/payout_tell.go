package shop

import (
	"context"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// payoutHappens has programs told what became of a payout.
func (s *Shop) payoutHappens(tx *store.Tx, p *vitrine.Payout, what vitrine.EventType) {
	told := *p
	tx.Happens(store.Happened{Type: what, Payout: &told})
}

// tellPayout tells programs and the seller of a payout that came into a state.
func (s *Shop) tellPayout(ctx context.Context, tx *store.Tx, p *vitrine.Payout) error {
	switch p.Status {
	case vitrine.PayoutSent:
		s.payoutHappens(tx, p, vitrine.EventPayoutSent)
		return nil
	case vitrine.PayoutPaid:
		s.payoutHappens(tx, p, vitrine.EventPayoutPaid)
		return s.postPayout(ctx, tx, p, mail.PayoutPaid)
	case vitrine.PayoutFailed:
		s.payoutHappens(tx, p, vitrine.EventPayoutFailed)
		return s.postPayout(ctx, tx, p, mail.PayoutFailed)
	case vitrine.PayoutCanceled:
		s.payoutHappens(tx, p, vitrine.EventPayoutCanceled)
		return nil
	default:
		return nil
	}
}

// transferHappens has programs told what became of an order's money that is at its seller's own account, or was to be.
func transferHappens(tx *store.Tx, t *vitrine.OrderTransfer, what vitrine.EventType, moved vitrine.Amount) {
	told := *t
	tx.Happens(store.Happened{Type: what, Transfer: &told, Moved: moved})
}

func (s *Shop) postPayout(ctx context.Context, tx *store.Tx, p *vitrine.Payout, kind mail.Kind) error {
	if p.Seller == vitrine.ErasedName(p.SellerID) {
		return nil
	}
	seller, err := tx.User(ctx, p.SellerID)
	if err != nil {
		return err
	}
	return s.post(ctx, tx, seller, kind, mail.Args{Link: moneyPath, Values: map[string]string{
		mail.Sum: p.Amount.String() + " " + p.Currency, mail.Account: p.Masked, mail.Reason: p.Reason,
	}})
}
