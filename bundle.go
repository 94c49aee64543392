package vitrine

import (
	"slices"
	"time"
)

// The limits of bundles.
const (
	MaxBundles      = 200 // of one seller, that are not ended
	MinBundleModels = 2
	MaxBundleModels = 20
)

// Bundle is several models of one seller that are sold together for one price, with a licence each. Each of them is an order of its
// own, and the price is divided among them.
type Bundle struct {
	ID         int64
	SellerID   int64
	SellerName string
	Name       string // that buyers see
	Price      Amount
	Models     []BundledModel // in ascending order of their numbers, as they are now
	BeginsAt   time.Time
	EndsAt     time.Time // zero: nobody said when it ends
	Zone       string    // name of the time zone that begin and end were said in
	EndedAt    time.Time // when somebody ended it; zero: nobody did
	Version    int64

	CreatedAt time.Time
	UpdatedAt time.Time
}

// BundledModel is a model of a bundle as it is now.
type BundledModel struct {
	ID    int64
	Title string
	Price Amount
	Sold  bool // false: it has left the catalogue
}

// BundleState is how far a bundle has come.
type BundleState string

// The states of a bundle.
const (
	BundlePlanned  BundleState = "planned"
	BundleOffered  BundleState = "offered"
	BundleWithheld BundleState = "withheld" // its time has come, but BundleFault keeps it from being sold
	BundleEnded    BundleState = "ended"
)

// BundleFault is what keeps a bundle from being sold until somebody mends it; "" for nothing.
type BundleFault string

// The faults of bundles.
const (
	BundleModelGone BundleFault = "model_gone"
	BundleNoLower   BundleFault = "no_lower" // one by one the models cost no more
)

// Fault is what keeps a bundle from being sold, whatever its time is.
func (b *Bundle) Fault() BundleFault {
	switch {
	case len(b.Models) < MinBundleModels || slices.ContainsFunc(b.Models, func(m BundledModel) bool { return !m.Sold }):
		return BundleModelGone
	case b.Price >= b.Singly():
		return BundleNoLower
	default:
		return ""
	}
}

// Singly is what the models cost one by one.
func (b *Bundle) Singly() (sum Amount) {
	for _, m := range b.Models {
		sum += m.Price
	}
	return sum
}

// ModelIDs are the models by their numbers, in ascending order.
func (b *Bundle) ModelIDs() []int64 {
	ids := make([]int64, len(b.Models))
	for i, m := range b.Models {
		ids[i] = m.ID
	}
	return ids
}

// StateAt is the state of a bundle at a time.
func (b *Bundle) StateAt(now time.Time) BundleState {
	switch {
	case spanOver(b.EndsAt, b.EndedAt, now):
		return BundleEnded
	case now.Before(b.BeginsAt):
		return BundlePlanned
	case b.Fault() != "":
		return BundleWithheld
	default:
		return BundleOffered
	}
}

// Check returns what is wrong with a bundle that is made or changed now, but for its models.
func (b *Bundle) Check(now time.Time) []Field {
	faults := faults(CheckDealName(b.Name))
	if b.Price < 0 {
		faults.add("/price", "too_small", "the price is not below 0")
	}
	checkOpenSpan(&faults, b.BeginsAt, b.EndsAt, now)
	faults = append(faults, CheckZone(b.Zone)...)
	if n := len(b.Models); n < MinBundleModels {
		faults.add("/model_ids", "too_few", "a bundle is of at least %d models", MinBundleModels)
	} else if n > MaxBundleModels {
		faults.add("/model_ids", "too_many", "a bundle is of at most %d models", MaxBundleModels)
	}
	return faults
}

// BundlePart is what an order has of a bundle that its buyer pays at once. It is the zero value where it is in none.
type BundlePart struct {
	ID     int64
	Price  Amount // of the order, before a coupon
	Orders int    // among how many the price was divided: they have it as long as all of them are paid at once
}

// CartBundle is a bundle whose models somebody means to buy, but for those that they have.
type CartBundle struct {
	ID    int64
	Name  string
	Price Amount // of what they buy of it
	Saved Amount // beside what that costs one by one
}
