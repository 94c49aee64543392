package shop_test

import (
	"slices"
	"testing"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/payment/stripe"
	"vitrine/internal/shop"
)

// prove holds orders, ledger, documents, sellers and Stripe against each other.
func (y *year) prove(t *testing.T) {
	t.Helper()
	wrong, err := y.shop.Check(t.Context(), false)
	for _, m := range wrong {
		t.Errorf("a check finds %s: %s", m.Key, m.Detail)
	}
	wantCode(t, "check", err, "")
	y.nothingWaits(t)
	books := books{earned: map[int64]vitrine.Amount{}}
	states := map[vitrine.OrderStatus]int{}
	for _, c := range y.checkouts {
		y.proveCheckout(t, c, &books, states)
	}
	y.proveSums(t, &books)
	y.proveSellers(t, &books)
	y.proveCoupons(t)
	books.proveNumbers(t)
	for _, s := range []vitrine.OrderStatus{vitrine.Paid, vitrine.Refunded} {
		if states[s] == 0 {
			t.Errorf("the year has no order that is %s: %v", s, states)
		}
	}
	t.Logf("%d checkouts, orders %v, %d entries, %d documents, killed %d times; refused: %v", len(y.checkouts), states, books.entries,
		len(books.numbers), y.fate.deaths, y.refused)
}

// nothingWaits looks for jobs and differences that are left.
func (y *year) nothingWaits(t *testing.T) {
	t.Helper()
	troubled, err := y.db.TroubledJobs(t.Context(), 0, 20)
	wantCode(t, "list jobs", err, "")
	for _, j := range troubled {
		if j.GivenUp && j.Kind == shop.JobRefundPayment {
			continue // the operator has sent it by hand
		}
		t.Errorf("job %d, %s of %s, never ends: %s", j.ID, j.Kind, j.Args, j.Problem)
	}
	waiting, err := y.db.RefundsWaiting(t.Context(), 20)
	wantCode(t, "list refunds", err, "")
	for _, r := range waiting {
		t.Errorf("refund %d of order %d, of %s, is %s for ever: %s", r.ID, r.OrderID, r.Amount, r.State, r.Failure)
	}
	failed, err := y.db.FailedTransfers(t.Context(), 20)
	wantCode(t, "list transfers", err, "")
	for _, f := range failed {
		t.Logf("of order %d %s stands at its seller's account, and %s should: %s", f.OrderID, f.There, f.Wanted, f.Fault)
	}
}

// books is what is found by looking at each order.
type books struct {
	entries int
	tax     vitrine.Amount
	numbers []*vitrine.Invoice
	earned  map[int64]vitrine.Amount // by seller: of what is left of their orders
}

// proveCheckout compares a checkout, and its orders, with what Stripe has moved and with the ledger.
func (y *year) proveCheckout(t *testing.T, c *vitrine.Checkout, b *books, states map[vitrine.OrderStatus]int) {
	t.Helper()
	moved := vitrine.Amount(0)
	taken := 0
	for _, made := range c.Orders {
		o := y.order(t, made.ID)
		states[o.Status]++
		entries, err := y.db.EntriesOfOrder(t.Context(), o.ID)
		wantCode(t, "read entries", err, "")
		b.entries += len(entries)
		for _, e := range entries {
			moved += lineOf(e, func(a vitrine.LedgerAccount) bool {
				return a.Kind == vitrine.AccountClearing && a.Provider == stripe.Name
			})
		}
		if o.Status.Taken() {
			taken++
		}
		if o.Refunded > o.Price || (o.Status == vitrine.Refunded) != (o.Refunded == o.Price && o.Status.Taken() && o.Price > 0) && o.Price > 0 {
			t.Errorf("order %d is %s, and %s of %s went back", o.ID, o.Status, o.Refunded, o.Price)
		}
		b.proveEarned(t, o, entries)
		y.proveDocuments(t, o, b)
	}
	now, err := y.db.Checkout(t.Context(), c.ID)
	wantCode(t, "read a checkout", err, "")
	if taken != 0 && taken != len(c.Orders) || (taken == 0) != now.PaidAt.IsZero() {
		t.Errorf("of checkout %d money came for %d of %d orders, and it was paid at %s", c.ID, taken, len(c.Orders), now.PaidAt)
	}
	if is := vitrine.Amount(y.sim.Moved(payment.BillOfCheckout(now).Of)); is != moved {
		t.Errorf("Stripe has moved %s for checkout %d, and the ledger %s", is, c.ID, moved)
	}
}

// order reads one, whoever bought it.
func (y *year) order(t *testing.T, id int64) *vitrine.Order {
	t.Helper()
	o, err := y.db.Order(t.Context(), id)
	wantCode(t, "read an order", err, "")
	return o
}

// lineOf is what an entry moves on some accounts.
func lineOf(e vitrine.LedgerEntry, on func(vitrine.LedgerAccount) bool) (sum vitrine.Amount) {
	for _, line := range e.Lines {
		if on(line.Account) {
			sum += line.Amount
		}
	}
	return sum
}

// proveEarned compares what a seller has of an order with what is left of it: to the cent where all is, or nothing, and
// where parts went back to a cent for each of them.
func (b *books) proveEarned(t *testing.T, o *vitrine.Order, entries []vitrine.LedgerEntry) {
	t.Helper()
	var earned vitrine.Amount
	parts := vitrine.Amount(0)
	for _, e := range entries {
		switch e.Kind {
		case vitrine.EntrySold, vitrine.EntryRefunded, vitrine.EntryDisputed, vitrine.EntryDisputeWon, vitrine.EntryDisputeLost,
			vitrine.EntryReleased:
			earned -= lineOf(e, func(a vitrine.LedgerAccount) bool {
				return a.SellerID == o.Model.AuthorID && (a.Kind == vitrine.AccountHold || a.Kind == vitrine.AccountAvailable)
			})
		}
		if e.Kind == vitrine.EntryRefunded || e.Kind == vitrine.EntryDisputeLost {
			parts++
		}
	}
	var want vitrine.Amount
	if o.Status.Taken() && o.Price > 0 {
		whole := o.Share.Rest(o.Price-o.Tax.Owed(), vitrine.StepOf(o.Currency))
		want = whole * (o.Price - o.Refunded) / o.Price
	}
	if off := earned - want; off > parts || off < -parts || o.Refunded == o.Price && earned != 0 {
		t.Errorf("order %d is %s, %s of %s went back in %d parts: its seller has %s, want %s", o.ID, o.Status, o.Refunded, o.Price, parts,
			earned, want)
	}
	b.earned[o.Model.AuthorID] += earned
}

// proveDocuments compares what an order says went back with its invoice and credit notes.
func (y *year) proveDocuments(t *testing.T, o *vitrine.Order, b *books) {
	t.Helper()
	list, err := y.shop.InvoicesOf(t.Context(), o)
	wantCode(t, "list documents", err, "")
	var left vitrine.Amount
	for _, d := range list {
		if d.Kind == vitrine.Credited {
			left, b.tax = left-d.Gross, b.tax-d.Tax
		} else {
			left, b.tax = left+d.Gross, b.tax+d.Tax
		}
	}
	b.numbers = append(b.numbers, list...)
	want := vitrine.Amount(0)
	if o.Status.Taken() {
		want = o.Price - o.Refunded
	}
	if left != want {
		t.Errorf("order %d is %s, and %s of it are left; its %d documents come to %s", o.ID, o.Status, want, len(list), left)
	}
}

// proveNumbers looks for gaps in the numbers of documents.
func (b *books) proveNumbers(t *testing.T) {
	t.Helper()
	series := map[string][]int64{}
	for _, d := range b.numbers {
		series[d.Series] = append(series[d.Series], d.Sequence)
	}
	for name, found := range series {
		slices.Sort(found)
		for i, n := range found {
			if n != int64(i)+1 {
				t.Errorf("of series %s document %d has the number %d", name, i+1, n)
				break
			}
		}
	}
	if len(series) == 0 {
		t.Error("no document was written")
	}
}

// proveSums compares the accounts of the marketplace with what is found elsewhere.
func (y *year) proveSums(t *testing.T, b *books) {
	t.Helper()
	sums, err := y.db.LedgerSums(t.Context())
	wantCode(t, "add the ledger up", err, "")
	all, has := vitrine.Amount(0), map[string]vitrine.Amount{}
	for _, s := range sums {
		all += s.Sum
		if s.Provider == "" || s.Provider == stripe.Name {
			has[string(s.Kind)] += s.Sum
		}
		if s.Currency != "USD" || !s.Live {
			t.Errorf("there are accounts of %s, live %t", s.Currency, s.Live)
		}
	}
	if all != 0 {
		t.Errorf("the ledger sums to %s", all)
	}
	state, err := y.db.ReportState(t.Context(), stripe.Name, true)
	wantCode(t, "read the report", err, "")
	held := vitrine.Amount(0)
	for _, h := range state.Held {
		held += h.Amount
	}
	for _, want := range []struct {
		what string
		is   vitrine.Amount
		want vitrine.Amount
	}{
		{"with Stripe", has[string(vitrine.AccountClearing)], held},
		{"kept by Stripe", has[string(vitrine.AccountFees)], vitrine.Amount(y.sim.Fees())},
		{"owed to the state", -has[string(vitrine.AccountTax)], b.tax},
		{"disputed", has[string(vitrine.AccountDisputes)], 0},
		{"owed to buyers", has[string(vitrine.AccountReturns)], 0},
		{"paid to the bank", y.sumOfKind(t, vitrine.EntryBanked, vitrine.AccountBank), vitrine.Amount(y.sim.Banked())},
	} {
		if want.is != want.want {
			t.Errorf("the ledger has %s %s, want %s", want.is, want.what, want.want)
		}
	}
}

// sumOfKind is what entries of a kind have moved on accounts of a kind.
func (y *year) sumOfKind(t *testing.T, kind vitrine.EntryKind, account vitrine.AccountKind) (sum vitrine.Amount) {
	t.Helper()
	for cursor := ""; ; {
		page, err := y.db.LedgerEntries(t.Context(), vitrine.LedgerQuery{Kind: kind, Page: vitrine.Page{Size: 100, Cursor: cursor}})
		wantCode(t, "read the ledger", err, "")
		for _, e := range page.Entries {
			sum += lineOf(e, func(a vitrine.LedgerAccount) bool { return a.Kind == account })
		}
		if cursor = page.Next; cursor == "" {
			return sum
		}
	}
}

// proveSellers explains what each seller has: by their orders, by what was sent to them, line by line, and month by month.
func (y *year) proveSellers(t *testing.T, b *books) {
	t.Helper()
	there := vitrine.Amount(0)
	for _, seller := range y.sellers {
		id := seller.User.ID
		balances, err := y.db.Balances(t.Context(), id)
		wantCode(t, "read a balance", err, "")
		has := vitrine.Amount(0)
		for _, balance := range balances {
			has += balance.Hold + balance.Available + balance.Transit
		}
		lines, byKind := y.lines(t, id)
		if lines != has {
			t.Errorf("%s has %s, and the lines come to %s", seller.User.Username, has, lines)
		}
		moved := byKind[vitrine.EntryTransferred] + byKind[vitrine.EntryTransferBack]
		there -= moved
		rest := byKind[vitrine.EntryAdjusted] + byKind[vitrine.EntryPayout] + byKind[vitrine.EntryPayoutArrived] +
			byKind[vitrine.EntryPayoutReturned]
		if want := b.earned[id] + moved + rest; want != has {
			t.Errorf("%s has %s; earned %s, moved to their account %s, paid and put right %s", seller.User.Username, has, b.earned[id], -moved, rest)
		}
		y.proveMonths(t, id, has)
	}
	var at int64
	accounts := y.sim.Accounts()
	for _, account := range accounts {
		at += y.sim.AccountHas(account) + y.sim.PaidOut(account)
	}
	if vitrine.Amount(at) != there || there == 0 {
		t.Errorf("at %d accounts of sellers, and paid from there, are %s; the ledger has moved %s there", len(accounts),
			vitrine.Amount(at), there)
	}
}

// lines adds up what moved the balance of a seller, all of it and by what happened.
func (y *year) lines(t *testing.T, seller int64) (sum vitrine.Amount, byKind map[vitrine.EntryKind]vitrine.Amount) {
	t.Helper()
	byKind = map[vitrine.EntryKind]vitrine.Amount{}
	for cursor := ""; ; {
		page, err := y.db.Statement(t.Context(), seller, vitrine.Page{Size: 100, Cursor: cursor})
		wantCode(t, "read a statement", err, "")
		for _, m := range page.Movements {
			moved := m.Hold + m.Available + m.Transit
			sum, byKind[m.Kind] = sum+moved, byKind[m.Kind]+moved
		}
		if cursor = page.Next; cursor == "" {
			return sum, byKind
		}
	}
}

// proveMonths follows a seller's statements from nothing to what they have: each begins where the one before ended.
func (y *year) proveMonths(t *testing.T, seller int64, has vitrine.Amount) {
	t.Helper()
	months, err := y.shop.StatementMonths(t.Context(), seller)
	wantCode(t, "list months", err, "")
	at := vitrine.Amount(0)
	for _, month := range slices.Backward(months) {
		list, err := y.shop.Statements(t.Context(), seller, month.Month, nil)
		if err != nil || len(list) > 1 {
			t.Fatalf("of %s there are %d statements, %v", month.Name(), len(list), err)
		}
		var s vitrine.SellerStatement // with nothing in it: what nothing was left of did not move
		if len(list) == 1 {
			s = list[0]
		}
		if s.Opening != at || s.Opening+s.Moved().Net != s.Closing {
			t.Errorf("the statement of %s goes from %s by %s to %s; the one before ended at %s", month.Name(), s.Opening, s.Moved().Net,
				s.Closing, at)
		}
		at = s.Closing
	}
	if at != has {
		t.Errorf("the last statement ends at %s, and the seller has %s", at, has)
	}
}

// proveCoupons looks at what bundles and coupons lowered: never below nothing, bundles as a whole or not at all, and coupons no more often
// than they are good for. Only the word of an operator, who has seen the money, is above a limit.
func (y *year) proveCoupons(t *testing.T) {
	t.Helper()
	used, bundled := map[int64]int64{}, 0
	for _, c := range y.checkouts {
		lowered := map[int64]bool{} // by which coupons
		whole, taken := 0, 0
		for _, made := range c.Orders {
			o := y.order(t, made.ID)
			if o.Price < 0 || o.Price > o.ListPrice() {
				t.Errorf("order %d costs %s of %s", o.ID, o.Price, o.ListPrice())
			}
			if o.Discount.CouponID != 0 && o.Status.Taken() {
				lowered[o.Discount.CouponID] = true
			}
			if part := o.Discount.Bundle; part.ID != 0 && o.Status.Taken() {
				taken, whole = taken+1, part.Orders
			}
		}
		for id := range lowered {
			if !y.byHand[c.ID] {
				used[id]++
			}
		}
		if taken != whole {
			t.Errorf("of the %d orders of a bundle, %d were paid", whole, taken)
		}
		bundled += taken
	}
	if len(used) == 0 || bundled == 0 {
		t.Errorf("%d coupons were used, and %d orders of bundles paid", len(used), bundled)
	}
	for id, n := range used {
		c, err := y.db.Coupon(t.Context(), id)
		wantCode(t, "read a coupon", err, "")
		if c.Uses > 0 && n > c.Uses {
			t.Errorf("coupon %s, good for %d purchases, was used for %d", c.Code, c.Uses, n)
		}
	}
}
