package shop_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/ledger"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// TestLedgerSearch compares each way to find entries with a walk over all of them, on pages of every size, and what
// is added up with the sum of all lines.
func TestLedgerSearch(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, &bank{})
		house := vitrine.DefaultHouse()
		house.Share = 1250
		wantCode(t, "ask for a share", m.shop.SetHouse(t.Context(), house), "")
		random := rand.New(rand.NewPCG(14, 9))
		for range 3 {
			m.playOrder(t, m.order(t, m.model.ID), random)
		}
		in := newOperator(t, m)
		moved, err := m.shop.Adjust(t.Context(), in, shop.Adjustment{From: bankIn("USD"), To: clearingIn("USD"), Amount: 77, Reason: "counted"})
		wantCode(t, "adjust", err, "")
		all, err := db.LedgerEntries(t.Context(), vitrine.LedgerQuery{Page: vitrine.Page{Size: 1_000}})
		wantCode(t, "read all", err, "")
		if len(all.Entries) < 20 || all.Entries[0].ID != moved.ID {
			t.Fatalf("there are %d entries", len(all.Entries))
		}
		middle := all.Entries[len(all.Entries)/2].CreatedAt
		for name, q := range ledgerQueries(m, middle) {
			compareSearch(t, db, name, q, all.Entries)
		}
		compareSums(t, db, all.Entries)
	})
}

func newOperator(t *testing.T, m *market) shop.SignedIn {
	t.Helper()
	user, _, err := m.shop.CreateUser(t.Context(), shop.NewUser{Username: "chief", Email: "chief@example.com", Admin: true})
	wantCode(t, "make an operator", err, "")
	return shop.SignedIn{User: *user, Session: vitrine.Session{ProvedAt: m.clock.Now()}, House: vitrine.DefaultHouse()}
}

// ledgerQueries are some of each kind, alone and together.
func ledgerQueries(m *market, middle time.Time) map[string]vitrine.LedgerQuery {
	list := map[string]vitrine.LedgerQuery{
		"all": {}, "an order": {OrderID: 1}, "a seller": {SellerID: m.model.AuthorID}, "another seller": {SellerID: 999},
		"an amount": {Amount: *m.model.Price}, "a cause": {Cause: ledger.Cause(1, "paid")},
		"from": {From: middle}, "to": {To: middle}, "a day": {From: middle.Truncate(24 * time.Hour), To: middle.Add(24 * time.Hour)},
		"fees of an amount": {Kind: vitrine.EntryFee, Amount: 30}, "sold since": {Kind: vitrine.EntrySold, From: middle},
		"a seller's hold since": {SellerID: m.model.AuthorID, Account: vitrine.AccountHold, From: middle},
		"a seller's releases":   {SellerID: m.model.AuthorID, Kind: vitrine.EntryReleased},
	}
	for _, kind := range vitrine.EntryKinds() {
		list["kind "+string(kind)] = vitrine.LedgerQuery{Kind: kind}
	}
	for _, kind := range vitrine.AccountKinds() {
		list["account "+string(kind)] = vitrine.LedgerQuery{Account: kind}
		list["adjusted "+string(kind)] = vitrine.LedgerQuery{Account: kind, Kind: vitrine.EntryAdjusted}
	}
	return list
}

// compareSearch asks for pages of some sizes.
func compareSearch(t *testing.T, db *store.DB, name string, q vitrine.LedgerQuery, all []vitrine.LedgerEntry) {
	t.Helper()
	var want []int64
	for _, e := range all {
		if asksFor(q, e) {
			want = append(want, e.ID)
		}
	}
	for _, size := range []int{3, 1_000} {
		var got []int64
		q.Page = vitrine.Page{Size: size}
		for begun := false; !begun || q.Page.Cursor != ""; begun = true {
			page, err := db.LedgerEntries(t.Context(), q)
			wantCode(t, "find "+name, err, "")
			for _, e := range page.Entries {
				got = append(got, e.ID)
			}
			q.Page.Cursor = page.Next
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s, %d a page (-scan +search):\n%s", name, size, diff)
		}
	}
}

func asksFor(q vitrine.LedgerQuery, e vitrine.LedgerEntry) bool {
	on := func(l vitrine.LedgerLine) bool {
		return (q.SellerID == 0 || l.Account.SellerID == q.SellerID) && (q.Account == "" || l.Account.Kind == q.Account)
	}
	return (q.OrderID == 0 || e.OrderID == q.OrderID) && (q.Kind == "" || e.Kind == q.Kind) && (q.Cause == "" || e.Cause == q.Cause) &&
		(q.Amount == 0 || e.Moves() == q.Amount) && (q.From.IsZero() || !e.CreatedAt.Before(q.From)) &&
		(q.To.IsZero() || e.CreatedAt.Before(q.To)) && slices.ContainsFunc(e.Lines, on)
}

// compareSums compares balances and days with all lines, before and after they are added up.
func compareSums(t *testing.T, db *store.DB, all []vitrine.LedgerEntry) {
	t.Helper()
	wantSums, wantDays := map[string]vitrine.Amount{}, map[string]vitrine.Amount{}
	for _, e := range all {
		for _, l := range e.Lines {
			wantSums[shop.AccountWord(l.Account)] += l.Amount
			if l.Account.SellerID == 0 {
				wantDays[fmt.Sprint(e.CreatedAt.UTC().Format(time.DateOnly), shop.AccountWord(l.Account), l.Amount > 0)] += max(l.Amount, -l.Amount)
			}
		}
	}
	for _, added := range []bool{false, true} {
		if added {
			wantCode(t, "add up", db.AddTallies(t.Context()), "")
		}
		gotSums, gotDays := map[string]vitrine.Amount{}, map[string]vitrine.Amount{}
		sums, err := db.LedgerSums(t.Context())
		wantCode(t, "read the sums", err, "")
		for _, s := range sums {
			gotSums[shop.AccountWord(s.LedgerAccount)] = s.Sum
		}
		days, err := db.LedgerDays(t.Context(), time.Unix(0, 0))
		wantCode(t, "read the days", err, "")
		for _, d := range days {
			for in, amount := range map[bool]vitrine.Amount{true: d.In, false: d.Out} {
				if amount != 0 {
					gotDays[fmt.Sprint(d.Day.Format(time.DateOnly), shop.AccountWord(d.Account), in)] = amount
				}
			}
		}
		if diff := cmp.Diff(wantSums, gotSums) + cmp.Diff(wantDays, gotDays); diff != "" {
			t.Errorf("added up: %v (-lines +sums):\n%s", added, diff)
		}
	}
}

// TestAdjust moves money by an operator's word, once, and refuses all that would not be right.
func TestAdjust(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, &bank{})
		in := newOperator(t, m)
		move := func(from, to, seller, amount, reason string) vitrine.Code {
			_, err := m.shop.AdjustTyped(t.Context(), in, shop.TypedMove{
				From: from, To: to, Seller: seller, Amount: amount, Reason: reason, Key: "k"})
			return vitrine.CodeOf(err)
		}
		const usd, clearing, seller = "bank::USD:test", "clearing:stripe:USD:test", "available::USD:test"
		for name, got := range map[string]vitrine.Code{
			"without a reason":  move(usd, clearing, "", "1", " "),
			"of nothing":        move(usd, clearing, "", "0", "why"),
			"backwards":         move(usd, clearing, "", "-1", "why"),
			"to itself":         move(usd, usd, "", "1", "why"),
			"to other money":    move(usd, "clearing:stripe:EUR:test", "", "1", "why"),
			"to real money":     move(usd, "clearing:stripe:USD:live", "", "1", "why"),
			"to nowhere":        move(usd, "moon::USD:test", "", "1", "why"),
			"to no seller":      move(usd, seller, "nobody", "1", "why"),
			"without provider":  move(usd, "clearing::USD:test", "", "1", "why"),
			"a bank's provider": move("bank:stripe:USD:test", clearing, "", "1", "why"),
		} {
			if got != vitrine.Invalid {
				t.Errorf("%s: %q, want invalid", name, got)
			}
		}
		if code := move(usd, seller, "Seller", "1,5", "a gift"); code != "" {
			t.Errorf("a gift: %q", code)
		}
		if code := move(usd, seller, "seller", "1.5", "a gift"); code != vitrine.Conflict {
			t.Errorf("the same form once more: %q, want conflict", code)
		}
		balances, err := db.Balances(t.Context(), m.model.AuthorID)
		if err != nil || len(balances) != 1 || balances[0].Available != -150 {
			t.Errorf("the seller has %+v (%v)", balances, err)
		}
		paid := shop.TypedMove{From: clearing, Amount: "20", Reason: "po_1"}
		_, err = m.shop.BankTyped(t.Context(), in, paid)
		wantCode(t, "bank", err, "")
		_, err = m.shop.BankTyped(t.Context(), in, paid)
		wantCode(t, "bank again", err, vitrine.Conflict)
		paid.From = usd
		_, err = m.shop.BankTyped(t.Context(), in, paid)
		wantCode(t, "bank what is at the bank", err, vitrine.Invalid)
		stranger := in
		stranger.User = m.buyer.User
		_, err = m.shop.Bank(t.Context(), stranger, clearingIn("USD"), 1, "po_2")
		wantCode(t, "by a buyer", err, vitrine.NotFound)
	})
}
