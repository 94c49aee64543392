package vitrine

import "time"

// StatementEntry is an entry of the ledger as the statement of a seller has it.
type StatementEntry struct {
	EntryID  int64
	Kind     EntryKind
	OrderID  int64 // 0 where it is of none
	Note     string
	At       time.Time
	Currency string
	Live     bool
	Net      Amount // added to what the seller has: on hold, available and on its way
	Share    Amount // added to what the marketplace keeps
	Tax      Amount // added to what is owed to the state
}

// Gross is what the buyer paid or got back, or what a payout was.
func (e *StatementEntry) Gross() Amount { return e.Net + e.Share + e.Tax }

// StatementGroup is a kind of what a statement adds up.
type StatementGroup string

// The groups of a statement, in its order.
const (
	StatementSales    StatementGroup = "sales"
	StatementRefunds  StatementGroup = "refunds"
	StatementDisputes StatementGroup = "disputes"
	StatementPayouts  StatementGroup = "payouts" // what has arrived, less what came back from there
	StatementOther    StatementGroup = "other"   // put right by the marketplace
)

// StatementGroups are all groups.
func StatementGroups() []StatementGroup {
	return []StatementGroup{StatementSales, StatementRefunds, StatementDisputes, StatementPayouts, StatementOther}
}

// Group is the group that an entry is added up in.
func (k EntryKind) Group() StatementGroup {
	switch k {
	case EntrySold:
		return StatementSales
	case EntryRefunded:
		return StatementRefunds
	case EntryDisputed, EntryDisputeWon, EntryDisputeLost:
		return StatementDisputes
	case EntryTransferred, EntryTransferBack, EntryPayout, EntryPayoutArrived, EntryPayoutReturned:
		return StatementPayouts
	default:
		return StatementOther
	}
}

// StatementSum is what the entries of a group come to.
type StatementSum struct {
	Count                  int64
	Gross, Tax, Share, Net Amount
}

// SellerStatement is what became of a seller's money in a month, of one currency. Opening and Net of all sums are
// Closing, which is the opening of the next month.
type SellerStatement struct {
	Month    time.Time // its first moment, of UTC
	Currency string
	Live     bool
	Opening  Amount
	Closing  Amount
	Sums     map[StatementGroup]StatementSum // of those that have entries that moved something
}

// Empty reports whether a seller had, and got, nothing in the currency.
func (s *SellerStatement) Empty() bool { return s.Opening == 0 && s.Closing == 0 && len(s.Sums) == 0 }

// Add adds an entry up. What moves nothing, such as from hold to what is available, is none of a statement.
func (s *SellerStatement) Add(e StatementEntry) {
	if e.Net == 0 && e.Share == 0 && e.Tax == 0 {
		return
	}
	if s.Sums == nil {
		s.Sums = map[StatementGroup]StatementSum{}
	}
	sum := s.Sums[e.Kind.Group()]
	sum.Count++
	sum.Gross, sum.Tax, sum.Share, sum.Net = sum.Gross+e.Gross(), sum.Tax+e.Tax, sum.Share+e.Share, sum.Net+e.Net
	s.Sums[e.Kind.Group()] = sum
}

// Moved is what all entries of the month come to.
func (s *SellerStatement) Moved() (sum StatementSum) {
	for _, one := range s.Sums {
		sum.Count += one.Count
		sum.Gross, sum.Tax, sum.Share, sum.Net = sum.Gross+one.Gross, sum.Tax+one.Tax, sum.Share+one.Share, sum.Net+one.Net
	}
	return sum
}

// ParseMonth reads a month such as 2026-05; Malformed for anything else.
func ParseMonth(text string) (time.Time, error) {
	month, err := time.Parse("2006-01", text)
	if err != nil || month.Year() < 1970 || month.Year() > 9998 {
		return time.Time{}, Errorf(Malformed, "a month is a year and a month, such as 2026-05")
	}
	return month, nil
}
