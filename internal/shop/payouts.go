package shop

import (
	"context"
	"fmt"
	"time"

	"vitrine"
	"vitrine/internal/ledger"
	"vitrine/internal/store"
)

// payoutsAtOnce is how many payouts one transaction makes, or ends.
const payoutsAtOnce = 20

// Unpayable says why what is available to a seller is not paid out; "" where it is.
type Unpayable string

// Why a seller is not paid.
const (
	PayableNow      Unpayable = ""
	TooLittle       Unpayable = "too_little"
	NoAccount       Unpayable = "no_account"
	AccountTooFresh Unpayable = "cooling"
	SellerSuspended Unpayable = "suspended"
)

// whyUnpaid says why somebody is not paid by some rules.
func whyUnpaid(o *store.Owed, rules *vitrine.PayoutRules, now time.Time) Unpayable {
	switch {
	case o.Suspended:
		return SellerSuspended
	case o.ChangedAt.IsZero():
		return NoAccount
	case now.Before(o.ChangedAt.Add(rules.Cooling())):
		return AccountTooFresh
	case o.Amount < rules.Threshold():
		return TooLittle
	default:
		return PayableNow
	}
}

// MakePayouts makes the payouts of the last day on which some were due, once. Each transaction makes some of them:
// whoever goes on after one that was cut off makes the rest.
func (s *Shop) MakePayouts(ctx context.Context) error {
	house, err := s.House(ctx)
	if err != nil {
		return err
	}
	due := house.Payouts.LastRun(s.now())
	if due.IsZero() {
		return nil
	}
	run := due.Format(time.DateOnly)
	last, err := s.db.LastPayoutRun(ctx)
	if err != nil || last >= run {
		return err
	}
	for after, ended := int64(0), false; !ended; {
		err := s.db.Write(ctx, func(tx *store.Tx) error {
			next, err := s.makeSome(ctx, tx, run, after)
			if ended = next == 0; err != nil || !ended {
				after = max(after, next)
				return err
			}
			return tx.SetPayoutRun(ctx, run)
		})
		if err != nil {
			return fmt.Errorf("make payouts: %w", err)
		}
	}
	return nil
}

// makeSome makes payouts to sellers behind one, and returns the last that it looked at; 0 where there are no more.
func (s *Shop) makeSome(ctx context.Context, tx *store.Tx, run string, after int64) (int64, error) {
	house, err := tx.House(ctx)
	if err != nil {
		return 0, err
	}
	owed, err := tx.Owed(ctx, after, payoutsAtOnce)
	if err != nil || len(owed) == 0 {
		return 0, err
	}
	for _, o := range owed {
		if whyUnpaid(&o, &house.Payouts, s.now()) == PayableNow {
			if _, err := s.makePayout(ctx, tx, o, run); err != nil {
				return 0, err
			}
		}
	}
	return owed[len(owed)-1].AccountID, nil
}

// makePayout puts all that is available to a seller on its way; nil where the run has done so already.
func (s *Shop) makePayout(ctx context.Context, tx *store.Tx, o store.Owed, run string) (*vitrine.Payout, error) {
	account, err := tx.PayoutAccount(ctx, o.SellerID)
	if err != nil {
		return nil, err
	}
	p := &vitrine.Payout{SellerID: o.SellerID, Seller: o.Seller, Run: run, Currency: o.Currency, Live: true,
		Amount: min(o.Amount, vitrine.MaxLine),
		Status: vitrine.PayoutPending, To: account.Bank, Masked: account.Masked, CreatedAt: s.now(), UpdatedAt: s.now()}
	made, err := tx.InsertPayout(ctx, p)
	if err != nil || !made {
		return nil, err
	}
	entry, err := booked(p).Sent(payoutCause(p, "made"))
	if err := s.enter(ctx, tx, entry, err); err != nil {
		return nil, err
	}
	s.payoutHappens(tx, p, vitrine.EventPayoutCreated)
	return p, s.Note(ctx, tx, Noted{Act: vitrine.ActPayoutMake, ID: idText(p.ID), After: payoutFacts(p)})
}

// booked is a payout as the ledger knows it.
func booked(p *vitrine.Payout) ledger.Payout {
	return ledger.Payout{SellerID: p.SellerID, Currency: p.Currency, Live: p.Live, Amount: p.Amount}
}

// payoutCause names what happens to a payout once.
func payoutCause(p *vitrine.Payout, what string) string { return "payout:" + idText(p.ID) + ":" + what }

func payoutFacts(p *vitrine.Payout) facts {
	return facts{"seller": p.SellerID, "status": p.Status, "amount": p.Amount.String(), "currency": p.Currency, "batch": p.BatchID}
}

// movePayout brings a payout to another state, with its money, in the transaction of what causes it. Conflict where
// it can't go there.
func (s *Shop) movePayout(ctx context.Context, tx *store.Tx, p *vitrine.Payout, to vitrine.PayoutStatus, reason string) error {
	was, before := p.Status, payoutFacts(p)
	if !was.CanBecome(to) {
		return vitrine.Errorf(vitrine.Conflict, "payout %d is %s, and can't become %s", p.ID, was, to)
	}
	p.Status, p.Reason, p.UpdatedAt = to, reason, s.now()
	switch {
	case to == vitrine.PayoutSent:
		p.SentAt = s.now()
	case !to.UnderWay():
		p.EndedAt = s.now()
	}
	if err := tx.MovePayout(ctx, p); err != nil {
		return err
	}
	if entry, err := moneyMoved(p, was); entry.Cause != "" || err != nil {
		if err := s.enter(ctx, tx, entry, err); err != nil {
			return err
		}
	}
	if err := s.tellPayout(ctx, tx, p); err != nil {
		return err
	}
	return s.Note(ctx, tx, Noted{Act: payoutAct(to), ID: idText(p.ID), Before: before, After: payoutFacts(p), Text: reason})
}

// moneyMoved is the entry of a payout that came into its state; none where no money moves by that.
func moneyMoved(p *vitrine.Payout, was vitrine.PayoutStatus) (vitrine.LedgerEntry, error) {
	switch {
	case p.Status == vitrine.PayoutPaid:
		return booked(p).Arrived(payoutCause(p, "paid"))
	case p.Status == vitrine.PayoutFailed && was == vitrine.PayoutPaid:
		return booked(p).Bounced(payoutCause(p, "bounced"))
	case p.Status == vitrine.PayoutFailed || p.Status == vitrine.PayoutCanceled:
		return booked(p).Returned(payoutCause(p, "returned"))
	default:
		return vitrine.LedgerEntry{}, nil
	}
}

func payoutAct(s vitrine.PayoutStatus) vitrine.Act {
	return map[vitrine.PayoutStatus]vitrine.Act{
		vitrine.PayoutInBatch: vitrine.ActPayoutBatch, vitrine.PayoutSent: vitrine.ActPayoutSent, vitrine.PayoutPaid: vitrine.ActPayoutPaid,
		vitrine.PayoutFailed: vitrine.ActPayoutFailed, vitrine.PayoutCanceled: vitrine.ActPayoutCancel,
	}[s]
}

// EndPayouts takes what was sent, and did not come back for as long as the house says, as paid.
func (s *Shop) EndPayouts(ctx context.Context) error {
	house, err := s.House(ctx)
	if err != nil {
		return err
	}
	for n := payoutsAtOnce; n == payoutsAtOnce; {
		err := s.db.Write(ctx, func(tx *store.Tx) error {
			arrived, err := tx.ArrivedPayouts(ctx, s.now().Add(-house.Payouts.Arrival()), payoutsAtOnce)
			if n = len(arrived); err != nil {
				return err
			}
			for _, p := range arrived {
				if err := s.movePayout(ctx, tx, p, vitrine.PayoutPaid, ""); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("end payouts: %w", err)
		}
	}
	return nil
}

// checkPayouts returns sellers whose payouts the ledger says otherwise of.
func (s *Shop) checkPayouts(ctx context.Context) (wrong []Mismatch, err error) {
	faults, err := s.db.TransitFaults(ctx, maxMismatches)
	for _, f := range faults {
		wrong = append(wrong, Mismatch{"payouts of " + idText(f.SellerID),
			fmt.Sprintf("%s %s of their payouts are on their way, and %s by the ledger", f.Payouts, f.Currency, f.Ledger)})
	}
	return wrong, err
}
