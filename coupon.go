package vitrine

import (
	"slices"
	"strings"
	"time"
)

// The limits of coupons.
const (
	MaxCoupons    = 500 // of one seller, that are not ended
	MinCouponCode = 4   // letters and digits: shorter ones are soon guessed
	MaxCouponCode = 40
	MaxCouponUses = 1_000_000
)

// Coupon is a code that lowers what is paid by whoever enters it at a checkout.
type Coupon struct {
	ID       int64
	SellerID int64  // whose models it is for; 0: those of all sellers who take part
	Code     string // as FoldCoupon returns it
	Name     string // for who made it
	Less     Less
	ModelIDs []int64 // in ascending order; nil: all
	Uses     int64   // how many purchases it is good for; 0: any number
	UsesEach int64   // and how many of one buyer; 0: any number
	BeginsAt time.Time
	EndsAt   time.Time // zero: nobody said when it ends
	Zone     string    // name of the time zone that begin and end were said in
	EndedAt  time.Time // when somebody ended it; zero: nobody did
	Version  int64

	CreatedAt time.Time
	UpdatedAt time.Time
}

// Less is by how much a coupon lowers what is paid: by percent of each order, or by an amount of the whole purchase.
type Less struct {
	Percent int64   // 1 to 100; 0: Amount says it
	Amount  *Amount // nil: Percent does
}

// CouponState is how far a coupon has come.
type CouponState string

// The states of a coupon.
const (
	CouponPlanned CouponState = "planned"
	CouponValid   CouponState = "valid"
	CouponEnded   CouponState = "ended"
)

// StateAt is the state of a coupon at a time.
func (c *Coupon) StateAt(now time.Time) CouponState {
	switch {
	case spanOver(c.EndsAt, c.EndedAt, now):
		return CouponEnded
	case now.Before(c.BeginsAt):
		return CouponPlanned
	default:
		return CouponValid
	}
}

// spanOver reports whether the time of a coupon or bundle is over: that of its end has come, or somebody ended it.
func spanOver(ends, ended, now time.Time) bool {
	return !ended.IsZero() || !ends.IsZero() && !now.Before(ends)
}

// Covers reports whether a coupon is for a model.
func (c *Coupon) Covers(modelID int64) bool {
	return c.ModelIDs == nil || slices.Contains(c.ModelIDs, modelID)
}

// Limited reports whether a coupon is good for so many uses only.
func (c *Coupon) Limited() bool { return c.Uses != 0 || c.UsesEach != 0 }

// FoldCoupon returns a code as it is stored and compared: in capital letters, without spaces around it.
func FoldCoupon(code string) string { return strings.ToUpper(strings.TrimSpace(code)) }

// IsCouponCode reports whether a folded code can be one: letters of A to Z, digits and hyphens, with at least four letters or digits.
func IsCouponCode(code string) bool {
	signs := 0
	for _, r := range code {
		switch {
		case r >= 'A' && r <= 'Z' || r >= '0' && r <= '9':
			signs++
		case r != '-':
			return false
		}
	}
	return signs >= MinCouponCode && len(code) <= MaxCouponCode
}

// Check returns what is wrong with a coupon that is made or changed now.
func (c *Coupon) Check(now time.Time) []Field {
	faults := faults(CheckDealName(c.Name))
	if c.Code == "" {
		faults.add("/code", "required", "say which code buyers enter")
	} else if !IsCouponCode(c.Code) {
		faults.add("/code", "bad_format", "a code has letters of A to Z, digits and hyphens: %d to %d of them", MinCouponCode, MaxCouponCode)
	}
	c.Less.check(&faults)
	checkOpenSpan(&faults, c.BeginsAt, c.EndsAt, now)
	faults = append(faults, CheckZone(c.Zone)...)
	for name, n := range map[string]int64{"/uses": c.Uses, "/uses_each": c.UsesEach} {
		if n < 0 || n > MaxCouponUses {
			faults.add(name, "not_allowed", "a coupon is good for 1 to %d purchases, or leave it out for any number", MaxCouponUses)
		}
	}
	checkNamed(&faults, c.ModelIDs)
	return faults
}

func (l Less) check(faults *faults) {
	switch {
	case (l.Percent == 0) == (l.Amount == nil):
		faults.add("/percent", "required", "say either percent or an amount")
	case l.Amount != nil && *l.Amount <= 0:
		faults.add("/amount", "too_small", "the amount is above 0")
	case l.Amount == nil && (l.Percent < 1 || l.Percent > 100):
		faults.add("/percent", "not_allowed", "a coupon lowers by 1 to 100 percent")
	}
}

// checkOpenSpan finds what is wrong with a begin and an end that may be left open.
func checkOpenSpan(faults *faults, begins, ends, now time.Time) {
	switch {
	case begins.IsZero():
		faults.add("/begins_at", "required", "say when it begins")
	case !ends.IsZero() && !ends.After(begins):
		faults.add("/ends_at", "too_small", "it ends after it begins")
	case !ends.IsZero() && !ends.After(now):
		faults.add("/ends_at", "too_small", "the end has passed")
	}
}

// Discount is what a bundle and then a coupon took off the price of an order. It is the zero value where neither did.
type Discount struct {
	Bundle   BundlePart
	CouponID int64
	Code     string
	List     Amount // what the order cost before both
	Purchase string // counts orders that are paid together as one use of the coupon
}

// Lowers reports whether there is any.
func (d Discount) Lowers() bool { return d.CouponID != 0 || d.Bundle.ID != 0 }

// ListPrice is what the order costs without bundle and coupon.
func (o *Order) ListPrice() Amount {
	if !o.Discount.Lowers() {
		return o.Price
	}
	return o.Discount.List
}

// WithoutCoupon is what the order costs without a coupon: by itself, or as a part of its bundle.
func (o *Order) WithoutCoupon() Amount {
	if o.Discount.Bundle.ID != 0 {
		return o.Discount.Bundle.Price
	}
	return o.ListPrice()
}

// Saved is what bundles and coupons took off the orders of a checkout.
func (c *Checkout) Saved() (saved Amount) {
	for _, o := range c.Orders {
		saved += o.ListPrice() - o.Price
	}
	return saved
}

// Bundles are those whose prices orders of a checkout have, each once, in the orders' places.
func (c *Checkout) Bundles() []int64 {
	ids := []int64{}
	for _, o := range c.Orders {
		if id := o.Discount.Bundle.ID; id != 0 && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// Coupons are the codes that lowered orders of a checkout, each once, in the orders' places.
func (c *Checkout) Coupons() []string {
	codes := []string{}
	for _, o := range c.Orders {
		if o.Discount.Code != "" && !slices.Contains(codes, o.Discount.Code) {
			codes = append(codes, o.Discount.Code)
		}
	}
	return codes
}
