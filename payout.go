package vitrine

import (
	"cmp"
	"time"
)

// PayoutStatus is the state of a payout.
type PayoutStatus string

// The states of a payout. Its money is on its way from the first of them on, and available again
// when it has failed or was canceled.
const (
	PayoutPending  PayoutStatus = "pending"
	PayoutInBatch  PayoutStatus = "in_batch" // an operator may have given it to the bank
	PayoutSent     PayoutStatus = "sent"
	PayoutPaid     PayoutStatus = "paid"
	PayoutFailed   PayoutStatus = "failed"
	PayoutCanceled PayoutStatus = "canceled"
)

// PayoutStates are all states of payouts.
func PayoutStates() []PayoutStatus {
	return []PayoutStatus{PayoutPending, PayoutInBatch, PayoutSent, PayoutPaid, PayoutFailed, PayoutCanceled}
}

// UnderWay reports whether the money of a payout is on its way.
func (s PayoutStatus) UnderWay() bool {
	return s == PayoutPending || s == PayoutInBatch || s == PayoutSent
}

// CanBecome reports whether a payout may go from one state to another. Banks send money back
// that had arrived.
func (s PayoutStatus) CanBecome(next PayoutStatus) bool {
	switch next {
	case PayoutInBatch:
		return s == PayoutPending
	case PayoutSent:
		return s == PayoutInBatch
	case PayoutPaid:
		return s == PayoutSent
	case PayoutFailed:
		return s == PayoutSent || s == PayoutPaid
	case PayoutCanceled:
		return s == PayoutPending || s == PayoutInBatch
	default:
		return false
	}
}

// Payout is money that a seller is paid from what is available to them.
type Payout struct {
	ID        int64
	SellerID  int64
	Seller    string // username
	BatchID   int64  // 0: in none
	Run       string // by which run it was made: a seller has one of each
	Currency  string
	Live      bool
	Amount    Amount
	Status    PayoutStatus
	To        BankAccount // as the seller's account was; empty once a seller was erased, or where no key opens it
	Masked    string      // the account as it is shown
	Reason    string      // why it has failed
	Version   int64
	CreatedAt time.Time
	UpdatedAt time.Time
	SentAt    time.Time // zero: it was not
	EndedAt   time.Time // paid, failed or canceled; zero: it is none of these
}

// MaxPayoutReason is how many characters the reason of a payout that failed has at most.
const MaxPayoutReason = 300

// CheckPayoutReason returns what is wrong with the reason of a payout that failed.
func CheckPayoutReason(reason string) []Field {
	if isLine(reason, MaxPayoutReason) {
		return nil
	}
	return []Field{{Pointer: "/reason", Code: "bad_length", Detail: "say in one line, of at most 300 characters, why it came back"}}
}

// The states of a batch.
const (
	BatchOpen     = "open"
	BatchSent     = "sent"
	BatchCanceled = "canceled"
)

// PayoutBatch is some payouts that an operator gives to the bank at once.
type PayoutBatch struct {
	ID        int64
	Currency  string
	Status    string
	MadeBy    int64 // user
	Version   int64 // rises with each change of it and of its payouts
	CreatedAt time.Time
	SentAt    time.Time // zero: it was not

	Count int64  // of its payouts that are not canceled
	Sum   Amount // of these
}

// MaxBatch is how many payouts a batch has at most.
const MaxBatch = 500

// PayoutAccount is where a seller is paid.
type PayoutAccount struct {
	UserID    int64
	Bank      BankAccount // empty where no key opens it
	Masked    string
	Version   int64
	ChangedAt time.Time
}

// PayoutSchedule says when payouts are made.
type PayoutSchedule string

// The schedules of payouts.
const (
	PayoutsByHand  PayoutSchedule = "" // when an operator makes a batch
	PayoutsWeekly  PayoutSchedule = "weekly"
	PayoutsMonthly PayoutSchedule = "monthly"
)

// PayoutRules are what the operator says of payouts.
type PayoutRules struct {
	Schedule PayoutSchedule `json:"schedule,omitempty"`
	Day      int            `json:"day,omitzero"` // 1 (Monday) to 7, or 1 to 28 of a month
	// Least is what a payout is at least.
	Least Amount `json:"least,omitzero"`
	// CoolingDays are those after a change of a seller's account before anything is sent to it, 0: as DefaultCoolingDays.
	CoolingDays int `json:"cooling_days,omitzero"`
	// ArrivalDays are those after which what was sent counts as paid, 0: as DefaultArrivalDays.
	ArrivalDays int         `json:"arrival_days,omitzero"`
	From        BankAccount `json:"from,omitzero"` // of the marketplace; empty: not said
}

// How long payouts wait, unless an operator says otherwise, and at most. Banks send back within days what
// could not be booked.
const (
	DefaultCoolingDays = 7
	DefaultArrivalDays = 5
	MaxPayoutWait      = 60
)

// Cooling is how long nothing is sent to an account after it was changed.
func (r *PayoutRules) Cooling() time.Duration { return days(cmp.Or(r.CoolingDays, DefaultCoolingDays)) }

// Arrival is how long after it was sent a payout counts as paid.
func (r *PayoutRules) Arrival() time.Duration { return days(cmp.Or(r.ArrivalDays, DefaultArrivalDays)) }

func days(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }

// Threshold is what a payout is at least.
func (r *PayoutRules) Threshold() Amount { return max(r.Least, 1) }

// LastRun is the last day, of UTC, on which payouts were to be made; zero where they are made by hand.
func (r *PayoutRules) LastRun(now time.Time) time.Time {
	now = now.UTC()
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	switch r.Schedule {
	case PayoutsWeekly:
		return today.AddDate(0, 0, -(int(today.Weekday())-r.Day+7)%7)
	case PayoutsMonthly:
		run := today.AddDate(0, 0, r.Day-today.Day())
		if run.After(today) {
			run = run.AddDate(0, -1, 0)
		}
		return run
	default:
		return time.Time{}
	}
}

// NextRun is the next such day after now.
func (r *PayoutRules) NextRun(now time.Time) time.Time {
	last := r.LastRun(now)
	switch r.Schedule {
	case PayoutsWeekly:
		return last.AddDate(0, 0, 7)
	case PayoutsMonthly:
		return last.AddDate(0, 1, 0)
	default:
		return time.Time{}
	}
}

// check returns what is wrong with the rules.
func (r *PayoutRules) check() (faults []Field) {
	switch {
	case r.Schedule == PayoutsByHand && r.Day == 0:
	case r.Schedule == PayoutsByHand:
		faults = append(faults, Field{Pointer: "/payout_day", Code: "not_allowed", Detail: "payouts that are made by hand have no day"})
	case r.Schedule == PayoutsWeekly && (r.Day < 1 || r.Day > 7), r.Schedule == PayoutsMonthly && (r.Day < 1 || r.Day > 28):
		faults = append(faults, Field{Pointer: "/payout_day", Code: "not_allowed",
			Detail: "weekly payouts have a day from 1, Monday, to 7, and monthly ones from 1 to 28"})
	case r.Schedule != PayoutsWeekly && r.Schedule != PayoutsMonthly:
		faults = append(faults, Field{Pointer: "/payout_schedule", Code: "not_allowed", Detail: "payouts are made by hand, weekly or monthly"})
	}
	if r.Least < 0 || r.Least > MaxPrice {
		faults = append(faults, Field{Pointer: "/payout_least", Code: "not_allowed", Detail: "write an amount such as 25.00, or nothing"})
	}
	for pointer, n := range map[string]int{"/payout_cooling_days": r.CoolingDays, "/payout_arrival_days": r.ArrivalDays} {
		if n < 0 || n > MaxPayoutWait {
			faults = append(faults, Field{Pointer: pointer, Code: "not_allowed", Detail: "write days from 1 to 60, or nothing"})
		}
	}
	if r.From != (BankAccount{}) {
		faults = append(faults, r.From.Check("/payout_from")...)
	}
	return faults
}
