package shop

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"vitrine"
	"vitrine/internal/ledger"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

const (
	// reportPages is how many pages of a report one turn reads.
	reportPages = 20
	// reportOverlap is how long a report is read anew, for what stands in it late.
	reportOverlap = 3 * 24 * time.Hour
	// reportQuiet is how long nothing has to happen to some orders until both sides are compared: what happens is told to
	// one earlier than to the other.
	reportQuiet = 2 * time.Hour
)

// Reconcile reads what the provider reports to have moved, books what is certain without an order, its payouts and its
// fees, and notes where the ledger says otherwise. Cut off at any place it goes on from there.
func (s *Shop) Reconcile(ctx context.Context) error {
	reporter, ok := s.payments.(payment.Reporter)
	if !ok {
		return nil
	}
	r := reconciling{s, reporter, reporter.Name(), reporter.Live()}
	state, err := s.db.ReportState(ctx, r.provider, r.live)
	if err != nil {
		return err
	}
	if state.To.IsZero() {
		if state, err = r.begin(ctx, state); err != nil || state.To.IsZero() {
			return err
		}
	}
	for n := 0; n < reportPages && !state.To.IsZero(); n++ {
		if state, err = r.page(ctx, state); err != nil {
			return fmt.Errorf("read what %s reports: %w", r.provider, err)
		}
	}
	if !state.To.IsZero() {
		return nil // the next turn goes on
	}
	return r.compare(ctx, state)
}

type reconciling struct {
	*Shop
	reporter payment.Reporter
	provider string
	live     bool
}

// begin begins to read a report, from where it was read to.
func (r reconciling) begin(ctx context.Context, state store.ReportState) (store.ReportState, error) {
	if state.Began.IsZero() {
		first, err := r.db.FirstHeld(ctx, r.provider, r.live)
		if err != nil || first.IsZero() {
			return state, err // nothing was paid yet
		}
		state.Began, state.ReadTo, state.Compared = r.now(), first, first.Add(-time.Microsecond)
	}
	state.To = r.now().Truncate(time.Second)
	return state, nil
}

// page reads a page, and stores it with what is read next.
func (r reconciling) page(ctx context.Context, state store.ReportState) (store.ReportState, error) {
	page, err := r.reporter.Movements(ctx, payment.ReportQuery{From: state.ReadTo.Add(-reportOverlap), To: state.To, After: state.After})
	if err != nil {
		return state, err
	}
	next := state
	if next.After = page.Next; next.After == "" {
		if next.Held, err = r.reporter.Holds(ctx); err != nil {
			return state, err
		}
		next.ReadTo, next.To, next.HeldAt = state.To, time.Time{}, r.now()
	}
	err = r.db.Write(ctx, func(tx *store.Tx) error {
		for i := range page.Movements {
			if err := r.take(ctx, tx, &page.Movements[i], state.Began); err != nil {
				return err
			}
		}
		if next.To.IsZero() {
			if err := tx.LinkMovements(ctx, r.provider, state.ReadTo.Add(-reportOverlap)); err != nil {
				return err
			}
		}
		return tx.SetReportState(ctx, r.provider, r.live, next)
	})
	if err != nil {
		return state, err
	}
	return next, nil
}

// take stores a movement.
func (r reconciling) take(ctx context.Context, tx *store.Tx, m *vitrine.ProviderMovement, began time.Time) error {
	var orders []int64
	for _, of := range m.Orders {
		o, err := tx.Order(ctx, of.ID)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			continue
		}
		if err != nil {
			return err
		}
		if payment.Reference(o) == of.Of {
			orders = append(orders, of.ID)
		}
	}
	first, err := tx.AddMovement(ctx, r.provider, r.live, m, orders, r.now())
	switch {
	case err != nil || !first || !vitrine.IsCurrency(m.Currency):
		return err
	case m.Currency != m.FeeCurrency:
		return r.exchange(ctx, tx, m)
	case m.At.Before(began) || m.Amount-m.Fee == 0:
		return nil
	}
	sale := ledger.Sale{Provider: r.provider, Currency: m.Currency, Live: r.live}
	clearing := vitrine.LedgerAccount{Kind: vitrine.AccountClearing, Provider: r.provider, Currency: m.Currency, Live: r.live}
	var entry vitrine.LedgerEntry
	switch m.Kind {
	case vitrine.MovedPayout:
		entry, err = ledger.Banked(clearing, r.cause(m), m.Fee-m.Amount)
		entry.Note = m.Object
	case vitrine.MovedFee:
		entry, err = ledger.Fee(sale, r.cause(m), m.Fee-m.Amount)
	default:
		return nil
	}
	return r.enter(ctx, tx, entry, err)
}

// exchange books what the provider exchanged: a movement counts in the currency in which an order was paid, and what the
// provider holds of it is in the one in which it has settled. So both meet, and the accounts of what was exchanged tell the
// rates.
func (r reconciling) exchange(ctx context.Context, tx *store.Tx, m *vitrine.ProviderMovement) error {
	if !vitrine.IsCurrency(m.FeeCurrency) {
		return nil
	}
	for _, side := range []struct {
		name, currency string
		amount         vitrine.Amount
	}{{"given", m.Currency, -m.Amount}, {"got", m.FeeCurrency, m.Settled}} {
		if side.amount == 0 {
			continue
		}
		clearing := vitrine.LedgerAccount{Kind: vitrine.AccountClearing, Provider: r.provider, Currency: side.currency, Live: r.live}
		entry, err := ledger.Exchanged(clearing, "movement:"+r.provider+":"+m.ID+":"+side.name, side.amount)
		entry.Note = m.Object
		if err := r.enter(ctx, tx, entry, err); err != nil {
			return err
		}
	}
	return nil
}

// cause names the entry of a movement without an order. A payout that an operator booked by its name is booked.
func (r reconciling) cause(m *vitrine.ProviderMovement) string {
	if m.Kind == vitrine.MovedPayout && m.Amount < 0 {
		return "banked:" + r.provider + ":" + m.Object
	}
	return "movement:" + r.provider + ":" + m.ID
}

// compare compares what was reported and booked since the last time, and what was not the same then.
func (r reconciling) compare(ctx context.Context, state store.ReportState) error {
	moved := store.Moved{Provider: r.provider, Live: r.live, After: state.Compared, To: r.now().Add(-reportQuiet)}
	orders, err := r.db.OrdersMoved(ctx, moved)
	if err != nil {
		return err
	}
	open, err := r.db.OpenDifferences(ctx, 0, maxMismatches)
	if err != nil {
		return err
	}
	for _, d := range open {
		if d.Provider != r.provider || d.Live != r.live {
			continue
		}
		found := []int64{d.OrderID}
		if d.OrderID == 0 {
			if found, err = r.found(ctx, d); err != nil {
				return err
			}
		}
		orders = append(orders, found...)
	}
	done := map[int64]bool{}
	for _, id := range orders {
		if done[id] {
			continue
		}
		together, err := r.db.PaidTogether(ctx, r.provider, id)
		if err != nil {
			return err
		}
		for _, other := range together {
			done[other] = true
		}
		if err := r.compareOrders(ctx, together); err != nil {
			return err
		}
	}
	stray, err := r.db.StrayMovements(ctx, moved)
	if err != nil {
		return err
	}
	return r.db.Write(ctx, func(tx *store.Tx) error {
		for i := range stray {
			if err := r.compareStray(ctx, tx, &stray[i]); err != nil {
				return err
			}
		}
		state.Compared = moved.To
		return tx.SetReportState(ctx, r.provider, r.live, state)
	})
}

// found returns the orders of a movement that was of none when it was compared, and closes its difference where there are
// any.
func (r reconciling) found(ctx context.Context, d vitrine.Difference) (orders []int64, err error) {
	if orders, err = r.db.OrdersOfMovement(ctx, r.provider, d.About); err != nil || len(orders) == 0 {
		return nil, err
	}
	return orders, r.db.Write(ctx, func(tx *store.Tx) error { return tx.ResolveDifference(ctx, d.ID, 0, "", r.now()) })
}

// compareOrders compares orders that were paid together. Those that something happened to a short while ago come again.
func (r reconciling) compareOrders(ctx context.Context, orders []int64) error {
	return r.db.Write(ctx, func(tx *store.Tx) error {
		sums, err := tx.CompareOrders(ctx, r.provider, r.live, orders)
		if err != nil {
			return err
		}
		for _, sum := range sums {
			if sum.Last.After(r.now().Add(-reportQuiet)) {
				return nil
			}
		}
		for _, sum := range sums {
			d := vitrine.Difference{Provider: r.provider, Live: r.live, About: "order:" + idText(orders[0]),
				Kind:    vitrine.DifferenceOrder,
				OrderID: orders[0], Currency: sum.Currency, Reported: sum.Reported, Booked: sum.Booked, FoundAt: r.now()}
			if err := r.differ(ctx, tx, d); err != nil {
				return err
			}
			if err := r.endApart(ctx, tx, d, orders[1:]); err != nil {
				return err
			}
		}
		return nil
	})
}

// endApart closes what was noted of orders by themselves, before it was known that they were paid together.
func (r reconciling) endApart(ctx context.Context, tx *store.Tx, together vitrine.Difference, orders []int64) error {
	for _, id := range orders {
		apart := together
		apart.About = "order:" + idText(id)
		last, err := tx.LastDifferences(ctx, &apart, 1)
		if err == nil && len(last) > 0 && last[0].ResolvedAt.IsZero() {
			err = tx.ResolveDifference(ctx, last[0].ID, 0, "", r.now())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// compareStray compares a movement that is of no order.
func (r reconciling) compareStray(ctx context.Context, tx *store.Tx, m *vitrine.ProviderMovement) error {
	kind := vitrine.DifferenceOther
	switch m.Kind {
	case vitrine.MovedCharge, vitrine.MovedRefund, vitrine.MovedDispute:
		kind = vitrine.DifferenceForeign
	}
	booked, err := tx.BookedBy(ctx, r.cause(m))
	if err != nil {
		return err
	}
	reported := m.Amount
	if m.FeeCurrency == m.Currency {
		reported -= m.Fee
	}
	return r.differ(ctx, tx, vitrine.Difference{Provider: r.provider, Live: r.live, About: m.ID, Kind: kind, Currency: m.Currency,
		Reported: reported, Booked: booked, FoundAt: r.now()})
}

// differ notes a difference, or that there is none any more. One that an operator has explained is noted again only when
// the amount by which both sides are off has changed since: also where both have moved on together.
func (s *Shop) differ(ctx context.Context, tx *store.Tx, d vitrine.Difference) error {
	known, err := tx.LastDifferences(ctx, &d, 2)
	if err != nil {
		return err
	}
	var last, closed vitrine.Difference // closed is the newest that is
	if len(known) > 0 {
		last = known[0]
	}
	open := last.ID != 0 && last.ResolvedAt.IsZero()
	if !open {
		closed = last
	} else if len(known) > 1 {
		closed = known[1]
	}
	explained, err := s.explainedOff(ctx, tx, closed)
	if err != nil {
		return err
	}
	switch off := d.Off(); {
	case off == 0 && open:
		return tx.ResolveDifference(ctx, last.ID, 0, "", s.now())
	case off == 0 && explained != 0: // what was explained is over: should it come again, it is another one
		if err := tx.InsertDifference(ctx, &d); err != nil {
			return err
		}
		return tx.ResolveDifference(ctx, d.ID, 0, "", s.now())
	case off == explained && open: // it is again what was explained
		d.ID = last.ID
		if err := tx.ChangeDifference(ctx, &d); err != nil {
			return err
		}
		return tx.ResolveDifference(ctx, d.ID, closed.ResolvedBy, closed.Note, s.now())
	case off == explained:
		return nil
	case open && last.Reported == d.Reported && last.Booked == d.Booked:
		return nil
	case open:
		d.ID = last.ID
		return tx.ChangeDifference(ctx, &d)
	default:
		return tx.InsertDifference(ctx, &d)
	}
}

// explainedOff is by how much both sides may be off, as an operator explained by a closed difference; 0 where nobody did, and
// where what was missing of an order was booked, as its books have that since.
func (s *Shop) explainedOff(ctx context.Context, tx *store.Tx, closed vitrine.Difference) (vitrine.Amount, error) {
	if closed.ResolvedBy == 0 {
		return 0, nil
	}
	if closed.OrderID != 0 {
		booked, err := tx.BookedBy(ctx, causeOfDifference(closed.ID))
		if err != nil || booked != 0 {
			return 0, err
		}
	}
	return closed.Off(), nil
}

// causeOfDifference names the entry that books what was missing.
func causeOfDifference(id int64) string { return "difference:" + idText(id) }

// checkDifferences returns what does not meet a provider's report and nobody has explained.
func (s *Shop) checkDifferences(ctx context.Context) (wrong []Mismatch, err error) {
	open, err := s.db.OpenDifferences(ctx, 0, maxMismatches)
	for _, d := range open {
		wrong = append(wrong, Mismatch{"ledger/" + d.Provider + "/" + d.About,
			fmt.Sprintf("%s reports %s %s, and the ledger has %s: see to it at /desk/money/report", d.Provider, d.Reported, d.Currency, d.Booked)})
	}
	return wrong, err
}

// Explanation is what an operator says of a difference.
type Explanation struct {
	Note    string
	Account vitrine.AccountKind // that the money is booked against; "" where it is not booked
}

// Explain has an operator close a difference: by a note alone, or by booking what is missing. Conflict where somebody
// else did, or it has changed.
func (s *Shop) Explain(ctx context.Context, in SignedIn, id int64, off vitrine.Amount, e Explanation) error {
	if err := e.check(); err != nil {
		return err
	}
	return s.operate(ctx, in, func(tx *store.Tx, now SignedIn) error {
		d, err := tx.Difference(ctx, id)
		if err != nil {
			return err
		}
		if !d.ResolvedAt.IsZero() || d.Off() != off {
			return vitrine.Errorf(vitrine.Conflict, "this has changed meanwhile: look at it again")
		}
		after := facts{"reported": d.Reported.String(), "booked": d.Booked.String(), "currency": d.Currency,
			"about": d.About, "account": e.Account}
		if e.Account != "" {
			entry, err := explained(&d, e)
			if err := s.enter(ctx, tx, entry, err); err != nil {
				return err
			}
		}
		if err := tx.ResolveDifference(ctx, d.ID, now.User.ID, e.Note, s.now()); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActLedgerExplain, ID: idText(d.ID), Text: e.Note, After: after})
	})
}

// explained is the entry that books what is missing.
func explained(d *vitrine.Difference, e Explanation) (vitrine.LedgerEntry, error) {
	clearing := vitrine.LedgerAccount{Kind: vitrine.AccountClearing, Provider: d.Provider, Currency: d.Currency, Live: d.Live}
	other := vitrine.LedgerAccount{Kind: e.Account, Currency: d.Currency, Live: d.Live}
	if toProvider, _ := e.Account.Belonging(); toProvider {
		other.Provider = d.Provider
	}
	from, to, amount := other, clearing, d.Off()
	if amount < 0 {
		from, to, amount = clearing, other, -amount
	}
	entry, err := ledger.Adjusted(from, to, amount, causeOfDifference(d.ID), e.Note)
	entry.OrderID = d.OrderID
	return entry, err
}

// Explaining are the accounts that a difference can be booked against.
func Explaining() []vitrine.AccountKind {
	return []vitrine.AccountKind{vitrine.AccountFees, vitrine.AccountLosses, vitrine.AccountShare, vitrine.AccountBank}
}

func (e *Explanation) check() error {
	faults := reasonFaults(e.Note)
	if len(faults) == 0 && e.Account != "" && !slices.Contains(Explaining(), e.Account) {
		faults = append(faults, vitrine.Field{Pointer: "/account", Code: "unknown", Detail: "choose an account"})
	}
	return vitrine.InvalidFields(faults)
}

// Report is how the ledger meets what a provider reports.
type Report struct {
	Provider string
	Live     bool
	State    store.ReportState
	Booked   []vitrine.Held
	Open     []vitrine.Difference
	Next     int64 // that a further page is behind; 0 at the end
	Resolved []vitrine.Difference
}

// reportShown is how many differences a page lists.
const reportShown = 50

// ReportAtDesk tells an operator of it, with the open differences behind one.
func (s *Shop) ReportAtDesk(ctx context.Context, in SignedIn, after int64) (r Report, err error) {
	if err := in.MustOperate(); err != nil {
		return r, err
	}
	r.Provider, r.Live = s.payments.Name(), s.payments.Live()
	state, err1 := s.db.ReportState(ctx, r.Provider, r.Live)
	booked, err2 := s.db.HeldByLedger(ctx, r.Provider, r.Live)
	open, err3 := s.db.OpenDifferences(ctx, after, reportShown+1)
	resolved, err4 := s.db.ResolvedDifferences(ctx, reportShown)
	r.State, r.Booked, r.Open, r.Resolved = state, booked, open, resolved
	if len(r.Open) > reportShown {
		r.Open = r.Open[:reportShown]
		r.Next = r.Open[reportShown-1].ID
	}
	return r, errors.Join(err1, err2, err3, err4)
}
