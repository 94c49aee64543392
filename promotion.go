package vitrine

import (
	"fmt"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // zones are known by their names on any host
	"unicode/utf8"
)

// PromotionState is how far a promotion has come.
type PromotionState string

// The states of a promotion.
const (
	PromotionPlanned  PromotionState = "planned"
	PromotionRunning  PromotionState = "running"
	PromotionEnded    PromotionState = "ended"
	PromotionCanceled PromotionState = "canceled" // before it began
)

// The limits of promotions.
const (
	MaxPromotions      = 100 // of one seller, planned and running
	MaxPromotionModels = 500 // named by one
	MaxDealName        = 100 // characters
	MaxPromotionTime   = 366 * 24 * time.Hour
)

// Promotion lowers prices from a begin to an end.
type Promotion struct {
	ID       int64
	SellerID int64  // whose models it is of; 0: those of all sellers who take part
	Name     string // for who planned it
	Lower    Lowering
	ModelIDs []int64 // in ascending order; nil: all that are published when it begins
	BeginsAt time.Time
	EndsAt   time.Time
	Zone     string // name of the time zone that begin and end were said in
	State    PromotionState
	// Through is the last model that the present state was carried out for; Carried says that it was for all.
	Through   int64
	Carried   bool
	Version   int64
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Lowering is how a price is lowered: by percent, or to another price.
type Lowering struct {
	Percent int64   // 1 to 99; 0: To says the price
	To      *Amount // nil: Percent does
}

// Of returns a price when it is lowered, in whole steps of its currency (StepOf); false where that is no lower one, or nothing.
func (l Lowering) Of(price, step Amount) (Amount, bool) {
	lower := price - Share(l.Percent*100).Of(price, step)
	if l.To != nil {
		lower = *l.To
	}
	return lower, lower > 0 && lower < price
}

// StateAt is the state of a promotion at a time, also before that is carried out.
func (p *Promotion) StateAt(now time.Time) PromotionState {
	switch {
	case p.State == PromotionCanceled || p.State == PromotionEnded || !now.Before(p.EndsAt):
		if p.State == PromotionCanceled {
			return PromotionCanceled
		}
		return PromotionEnded
	case !now.Before(p.BeginsAt):
		return PromotionRunning
	default:
		return PromotionPlanned
	}
}

// Meets reports whether two promotions are of the same models for some time. Those of a seller and
// of the whole shop never do: a model is in the one that has begun first.
func (p *Promotion) Meets(other *Promotion) bool {
	if p.SellerID != other.SellerID || !p.BeginsAt.Before(other.EndsAt) || !other.BeginsAt.Before(p.EndsAt) {
		return false
	}
	return p.ModelIDs == nil || other.ModelIDs == nil ||
		slices.ContainsFunc(p.ModelIDs, func(id int64) bool { return slices.Contains(other.ModelIDs, id) })
}

// Check returns what is wrong with a promotion that is planned now.
func (p *Promotion) Check(now time.Time) []Field {
	faults := faults(CheckDealName(p.Name))
	p.Lower.check(&faults)
	checkSpan(&faults, p.BeginsAt, p.EndsAt, now)
	faults = append(faults, CheckZone(p.Zone)...)
	checkNamed(&faults, p.ModelIDs)
	return faults
}

// checkNamed finds what is wrong with the models that a promotion or coupon names; nil names all.
func checkNamed(faults *faults, ids []int64) {
	switch {
	case ids != nil && len(ids) == 0:
		faults.add("/model_ids", "too_few", "name a model, or leave all of them to it")
	case len(ids) > MaxPromotionModels:
		faults.add("/model_ids", "too_many", "at most %d models can be named", MaxPromotionModels)
	}
}

func (l Lowering) check(faults *faults) {
	switch {
	case (l.Percent == 0) == (l.To == nil):
		faults.add("/percent", "required", "say either percent or the new price")
	case l.To != nil && *l.To <= 0:
		faults.add("/price", "too_small", "the new price is above 0")
	case l.To == nil && (l.Percent < 1 || l.Percent > 99):
		faults.add("/percent", "not_allowed", "a price is lowered by 1 to 99 percent")
	}
}

// checkSpan finds what is wrong with a begin and an end.
func checkSpan(faults *faults, begins, ends, now time.Time) {
	switch {
	case begins.IsZero():
		faults.add("/begins_at", "required", "say when it begins")
	case ends.IsZero():
		faults.add("/ends_at", "required", "say when it ends")
	case !ends.After(begins):
		faults.add("/ends_at", "too_small", "it ends after it begins")
	case !ends.After(now):
		faults.add("/ends_at", "too_small", "the end has passed")
	case ends.Sub(begins) > MaxPromotionTime:
		faults.add("/ends_at", "too_large", "it takes at most 366 days")
	}
}

// CheckZone returns what is wrong with the name of a time zone.
func CheckZone(name string) []Field {
	if name != "" && name != "Local" {
		if _, err := time.LoadLocation(name); err == nil {
			return nil
		}
	}
	return []Field{{Pointer: "/time_zone", Code: "unknown", Detail: "there is no such time zone: name one as Europe/Berlin or UTC"}}
}

// CheckDealName returns what is wrong with what its owner calls a promotion, coupon or bundle.
func CheckDealName(name string) []Field {
	fault := ""
	code := "too_long"
	switch n := utf8.RuneCountInString(name); {
	case strings.TrimSpace(name) == "":
		code, fault = "required", "give it a name"
	case n > MaxDealName:
		fault = fmt.Sprintf("the name has at most %d characters", MaxDealName)
	case strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }):
		code, fault = "bad_format", "the name is one line, without control characters"
	default:
		return nil
	}
	return []Field{{Pointer: "/name", Code: code, Detail: fault}}
}

// PromotedModel is a model in a promotion.
type PromotedModel struct {
	PromotionID int64
	ModelID     int64
	State       PromotedState
	// Price and Original are what the model cost before, and Lowered while it is in it; zero until it began.
	Price    Amount
	Original *Amount
	Lowered  Amount
}

// PromotedState is what became of a model in a promotion.
type PromotedState string

// The states of a model in a promotion.
const (
	PromotedNamed PromotedState = "named" // it has not begun
	PromotedOn    PromotedState = "on"
	PromotedLeft  PromotedState = "left" // its author changed the price or took the model off
	PromotedOver  PromotedState = "over"
	PromotedOut   PromotedState = "out" // could not be lowered: it cost no more, was gone, or was in another one
)

// Shows reports whether a model costs what the promotion that it is in says.
func (p *PromotedModel) Shows(m *Model) bool {
	return m.Price != nil && *m.Price == p.Lowered && m.OriginalPrice != nil && *m.OriginalPrice == p.Price
}

// Undo gives a model the price that it had before, unless it has another one meanwhile.
func (p *PromotedModel) Undo(m *Model) bool {
	if !p.Shows(m) {
		return false
	}
	price := p.Price
	m.Price, m.OriginalPrice = &price, p.Original
	return true
}
