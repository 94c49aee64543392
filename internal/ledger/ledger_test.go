package ledger_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/ledger"
)

// sale is one of 19.99 with 3.19 of tax, of which 12.5 % is the marketplace's.
func sale() ledger.Sale {
	return ledger.Sale{OrderID: 12, SellerID: 7, Provider: "stripe", Currency: "EUR", Live: true, Price: 1999, Tax: 319, Share: 1250}
}

// books are balances by kind of account.
type books map[vitrine.AccountKind]vitrine.Amount

func (b books) add(t *testing.T, e vitrine.LedgerEntry, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	sum := vitrine.Amount(0)
	for _, line := range e.Lines {
		sum += line.Amount
		if b[line.Account.Kind] += line.Amount; b[line.Account.Kind] == 0 {
			delete(b, line.Account.Kind)
		}
	}
	if sum != 0 {
		t.Errorf("%s sums to %d", e.Cause, sum)
	}
}

func (b books) want(t *testing.T, want books) {
	t.Helper()
	if diff := cmp.Diff(want, b); diff != "" {
		t.Errorf("the balances (-want +got):\n%s", diff)
	}
}

// TestSold divides the price among those who earn by it.
func TestSold(t *testing.T) {
	t.Parallel()
	e, err := ledger.Sold(sale())
	eur := vitrine.LedgerAccount{Currency: "EUR", Live: true}
	of := func(kind vitrine.AccountKind, provider string, seller int64) vitrine.LedgerAccount {
		a := eur
		a.Kind, a.Provider, a.SellerID = kind, provider, seller
		return a
	}
	want := vitrine.LedgerEntry{Kind: vitrine.EntrySold, Cause: "order:12:paid", OrderID: 12, Lines: []vitrine.LedgerLine{
		{Account: of(vitrine.AccountClearing, "stripe", 0), Amount: 1999},
		{Account: of(vitrine.AccountTax, "", 0), Amount: -319},
		{Account: of(vitrine.AccountShare, "", 0), Amount: -210},
		{Account: of(vitrine.AccountHold, "", 7), Amount: -1470},
	}}
	if diff := cmp.Diff(want, e); diff != "" || err != nil {
		t.Errorf("the entry (%v, -want +got):\n%s", err, diff)
	}
	for name, change := range map[string]func(*ledger.Sale){
		"free":             func(s *ledger.Sale) { s.Price, s.Tax = 0, 0 },
		"negative":         func(s *ledger.Sale) { s.Price = -1 },
		"more tax":         func(s *ledger.Sale) { s.Tax = 2000 },
		"more than all":    func(s *ledger.Sale) { s.Share = 10_001 },
		"nobody's":         func(s *ledger.Sale) { s.SellerID = 0 },
		"no provider":      func(s *ledger.Sale) { s.Provider = "" },
		"without currency": func(s *ledger.Sale) { s.Currency = "" },
	} {
		s := sale()
		change(&s)
		if _, err := ledger.Sold(s); vitrine.CodeOf(err) != vitrine.Invalid {
			t.Errorf("%s: %v, want invalid", name, err)
		}
	}
}

// story is what was booked of a sale.
type story struct {
	sale   ledger.Sale
	booked []vitrine.LedgerEntry
}

// stands is what the sale stands at.
func (y *story) stands() ledger.Standing {
	st, _ := ledger.Stand(y.sale, y.booked)
	return st
}

func (y *story) book(t *testing.T, e vitrine.LedgerEntry, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	y.booked = append(y.booked, e)
}

func (y *story) want(t *testing.T, want books) {
	t.Helper()
	b := books{}
	for _, e := range y.booked {
		b.add(t, e, nil)
	}
	b.want(t, want)
}

// TestWays follows the money of a sale to the end of each way that it can take.
func TestWays(t *testing.T) {
	t.Parallel()
	const refund, draw, won, lost = "refund", "draw", "won", "lost"
	do := func(t *testing.T, y *story, what string, amount vitrine.Amount) {
		t.Helper()
		st := y.stands()
		act := map[string]func(string, vitrine.Amount) (vitrine.LedgerEntry, error){
			refund: st.Refunded, draw: st.Draw, won: st.DisputeWon, lost: st.DisputeLost}[what]
		e, err := act(what, amount)
		y.book(t, e, err)
	}
	release := func(t *testing.T, y *story) {
		t.Helper()
		e, err := y.stands().Release("release")
		y.book(t, e, err)
	}
	whole := books{vitrine.AccountClearing: 1999, vitrine.AccountTax: -319, vitrine.AccountShare: -210, vitrine.AccountHold: -1470}
	for name, way := range map[string]struct {
		follow func(t *testing.T, y *story)
		want   books
	}{
		"refunded on hold": {func(t *testing.T, y *story) { do(t, y, refund, 1999) }, books{}},
		"refunded after payout": {func(t *testing.T, y *story) {
			release(t, y)
			p := ledger.Payout{SellerID: 7, Currency: "EUR", Live: true, Amount: 1470}
			for _, step := range []func(string) (vitrine.LedgerEntry, error){p.Sent, p.Returned, p.Sent, p.Arrived} {
				e, err := step("p")
				y.book(t, e, err)
			}
			do(t, y, refund, 1999)
		}, books{vitrine.AccountAvailable: 1470, vitrine.AccountBank: -1470}},
		"transferred and moved back": {func(t *testing.T, y *story) {
			release(t, y)
			e, err := ledger.Transferred(y.sale, "t", 1470)
			y.book(t, e, err)
			y.want(t, books{vitrine.AccountClearing: 529, vitrine.AccountTax: -319, vitrine.AccountShare: -210})
			e, err = ledger.TransferBack(y.sale, "t-", 1470)
			y.book(t, e, err)
			do(t, y, refund, 1999)
		}, books{}},
		"dispute won": {func(t *testing.T, y *story) {
			release(t, y)
			do(t, y, draw, 1999)
			y.want(t, books{vitrine.AccountDisputes: 1999, vitrine.AccountTax: -319, vitrine.AccountShare: -210, vitrine.AccountHold: -1470})
			do(t, y, won, 1999)
		}, whole},
		"dispute lost with its fee": {func(t *testing.T, y *story) {
			do(t, y, draw, 1999)
			e, err := ledger.Fee(y.sale, "f", 1500)
			y.book(t, e, err)
			do(t, y, lost, 1999)
		}, books{vitrine.AccountFees: 1500, vitrine.AccountClearing: -1500}},
		"a part is disputed after it was released, and lost": {func(t *testing.T, y *story) {
			release(t, y)
			do(t, y, draw, 1000)
			y.want(t, books{vitrine.AccountClearing: 999, vitrine.AccountDisputes: 1000, vitrine.AccountTax: -319, vitrine.AccountShare: -210,
				vitrine.AccountHold: -735, vitrine.AccountAvailable: -735})
			do(t, y, lost, 1000)
		}, books{vitrine.AccountClearing: 999, vitrine.AccountTax: -159, vitrine.AccountShare: -105, vitrine.AccountAvailable: -735}},
		"the rest is given back while a part is disputed": {func(t *testing.T, y *story) {
			release(t, y)
			do(t, y, draw, 1000)
			do(t, y, refund, 999)
			do(t, y, lost, 1000)
		}, books{}},
		"disputed twice in parts, won and lost": {func(t *testing.T, y *story) {
			do(t, y, draw, 1000)
			do(t, y, draw, 999)
			do(t, y, won, 1000)
			do(t, y, lost, 999)
			do(t, y, draw, 1000)
			do(t, y, lost, 1000)
		}, books{}},
		"disputed after it was given back, and lost": {func(t *testing.T, y *story) {
			do(t, y, refund, 1999)
			do(t, y, draw, 1999)
			y.want(t, books{vitrine.AccountClearing: -1999, vitrine.AccountDisputes: 1999})
			do(t, y, lost, 1999)
		}, books{vitrine.AccountClearing: -1999, vitrine.AccountLosses: 1999}},
		"all of it is lost after a part was given back": {func(t *testing.T, y *story) {
			do(t, y, refund, 500)
			do(t, y, draw, 1999)
			do(t, y, lost, 1999)
		}, books{vitrine.AccountClearing: -500, vitrine.AccountLosses: 500}},
		"a refund that did not arrive, and was sent by the bank": {func(t *testing.T, y *story) {
			do(t, y, refund, 1999)
			e, err := ledger.RefundFailed(y.sale, "f", 1999)
			y.book(t, e, err)
			y.want(t, books{vitrine.AccountClearing: 1999, vitrine.AccountReturns: -1999})
			e, err = ledger.ReturnedByBank(y.sale, "s", 1999)
			y.book(t, e, err)
		}, books{vitrine.AccountClearing: 1999, vitrine.AccountBank: -1999}},
		"paid twice": {func(t *testing.T, y *story) {
			e, err := ledger.Needless(y.sale, "n", 1999)
			y.book(t, e, err)
			e, err = ledger.Returned(y.sale, "b", 1999)
			y.book(t, e, err)
			e, err = ledger.Lost(y.sale, "l", 1999)
			y.book(t, e, err)
			e, err = ledger.Lost(y.sale, "w", -1999)
			y.book(t, e, err)
		}, whole},
	} {
		y := &story{sale: sale()}
		e, err := ledger.Sold(y.sale)
		y.book(t, e, err)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			way.follow(t, y)
			y.want(t, way.want)
		})
	}
}

// TestPartRefunds gives random sales back in random parts, disputed and released in between: nobody ever gives more
// than they have of the sale, and in the end nothing is left.
func TestPartRefunds(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(14, 3))
	for range 3_000 {
		s := sale()
		s.Currency = []string{"EUR", "JPY"}[random.IntN(2)]
		step := vitrine.StepOf(s.Currency)
		upTo := func(most vitrine.Amount) vitrine.Amount {
			return vitrine.Amount(random.Int64N(int64(most/step)+1)) * step
		}
		s.Price = max(step, upTo(vitrine.MaxPrice>>random.IntN(26)))
		s.Tax, s.Share = upTo(s.Price), vitrine.Share(random.Int64N(int64(vitrine.WholePrice)+1))
		y := &story{sale: s}
		e, err := ledger.Sold(s)
		y.book(t, e, err)
		for st := y.stands(); st.Left.Sum() > 0; st = y.stands() {
			free := st.Left.Sum() - st.Disputed
			switch amount := step + upTo(st.Left.Sum()-step); {
			case random.IntN(4) == 0 && st.Held > 0 && st.Disputed == 0:
				e, err = st.Release("release")
			case amount <= free && random.IntN(2) == 0:
				e, err = st.Refunded("r", amount)
			case amount <= free:
				e, err = st.Draw("d", amount)
			case st.Disputed == 0:
				continue
			case random.IntN(2) == 0:
				e, err = st.DisputeWon("w", min(amount, st.Disputed))
			default:
				e, err = st.DisputeLost("l", min(amount, st.Disputed))
			}
			y.book(t, e, err)
			after := y.stands()
			if left := after.Left; min(left.Tax, left.Share, left.Earned, after.Held, left.Earned-after.Held, after.Disputed) < 0 ||
				left.Tax%step+left.Share%step+left.Earned%step > 0 {
				t.Fatalf("after %s of %+v stands %+v", e.Kind, s, after)
			}
		}
		y.want(t, books{})
	}
	y := &story{sale: sale()}
	e, err := ledger.Sold(y.sale)
	y.book(t, e, err)
	for _, amount := range []vitrine.Amount{-1, 0} {
		if _, err := y.stands().Refunded("r", amount); vitrine.CodeOf(err) != vitrine.Invalid {
			t.Errorf("%s of 19.99 is refunded (%v)", amount, err)
		}
	}
	if _, sold := ledger.Stand(y.sale, nil); sold {
		t.Error("what was never booked is sold")
	}
	yen := ledger.Parts{Tax: 9_000, Share: 1_150, Earned: 80_850} // booked in hundredths
	if taken, err := yen.Take(50_050, 100); vitrine.CodeOf(err) != vitrine.Invalid {
		t.Errorf("half a yen is given back: %+v (%v)", taken, err)
	}
	for _, amount := range []vitrine.Amount{50_000, yen.Sum()} {
		if taken, err := yen.Take(amount, 100); err != nil || taken.Sum() != amount || taken.Earned > yen.Earned {
			t.Errorf("%s of what was booked in hundredths takes %+v (%v)", amount, taken, err)
		}
	}
}

// TestTake divides every amount of small parts: none is exceeded, and what is earned is rounded half up.
func TestTake(t *testing.T) {
	t.Parallel()
	const most = 6
	for n := range (most + 1) * (most + 1) * (most + 1) {
		p := ledger.Parts{Tax: vitrine.Amount(n % 7), Share: vitrine.Amount(n / 7 % 7), Earned: vitrine.Amount(n / 49)}
		for amount := vitrine.Amount(1); amount <= p.Sum(); amount++ {
			taken, err := p.Take(amount, 1)
			left := p.Less(taken)
			if err != nil || taken.Sum() != amount || min(taken.Tax, taken.Share, taken.Earned, left.Tax, left.Share, left.Earned) < 0 {
				t.Fatalf("%+v of %+v is taken for %d (%v)", taken, p, amount, err)
			}
			if off := 2 * (taken.Earned*p.Sum() - p.Earned*amount); off <= -p.Sum() || off > p.Sum() {
				t.Fatalf("%d of %+v takes %d of what is earned", amount, p, taken.Earned)
			}
		}
	}
}

// TestMoved books what operators and providers move between accounts.
func TestMoved(t *testing.T) {
	t.Parallel()
	clearing := vitrine.LedgerAccount{Kind: vitrine.AccountClearing, Provider: "stripe", Currency: "EUR", Live: true}
	bank := vitrine.LedgerAccount{Kind: vitrine.AccountBank, Currency: "EUR", Live: true}
	b := books{}
	e, err := ledger.Banked(clearing, "b", 500)
	b.add(t, e, err)
	e, err = ledger.Adjusted(bank, clearing, 20, "a", "counted twice")
	b.add(t, e, err)
	b.want(t, books{vitrine.AccountBank: 480, vitrine.AccountClearing: -480})
	debt := ledger.Payout{SellerID: 7, Currency: "EUR", Amount: -1}
	test := bank
	test.Live = false
	for name, adjust := range map[string]func() (vitrine.LedgerEntry, error){
		"without a reason": func() (vitrine.LedgerEntry, error) { return ledger.Adjusted(bank, clearing, 20, "a", "") },
		"backwards":        func() (vitrine.LedgerEntry, error) { return ledger.Adjusted(bank, clearing, -20, "a", "why") },
		"to itself":        func() (vitrine.LedgerEntry, error) { return ledger.Adjusted(bank, bank, 20, "a", "why") },
		"of test money":    func() (vitrine.LedgerEntry, error) { return ledger.Adjusted(test, clearing, 20, "a", "why") },
		"without a cause":  func() (vitrine.LedgerEntry, error) { return ledger.Adjusted(bank, clearing, 20, "", "why") },
		"beyond all bounds": func() (vitrine.LedgerEntry, error) {
			return ledger.Adjusted(bank, clearing, vitrine.MaxLine+1, "a", "why")
		},
		"a payout of a debt": func() (vitrine.LedgerEntry, error) { return debt.Sent("p") },
	} {
		if _, err := adjust(); vitrine.CodeOf(err) != vitrine.Invalid {
			t.Errorf("%s: %v, want invalid", name, err)
		}
	}
}
