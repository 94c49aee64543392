package deals

import (
	"net/http"
	"net/url"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
)

// couponRow is a coupon in a list.
type couponRow struct {
	shop.CountedCoupon
	Path, State, Lowers, Of, Times, Begins, Ends string
	Open                                         bool // it can be changed
}

// couponStates say how far coupons have come.
var couponStates = map[vitrine.CouponState]locale.Phrase{
	vitrine.CouponPlanned: locale.Text("coupon|planned"), vitrine.CouponValid: locale.Text("coupon|valid"),
	vitrine.CouponEnded: locale.Text("coupon|ended"),
}

func (p *Pages) couponRow(l *locale.Language, at side, one shop.CountedCoupon) couponRow {
	row := couponRow{CountedCoupon: one, Path: at.root + "/coupons/" + idText(one.ID), State: l.Say(couponStates[one.StateAt(p.now())]),
		Begins: inZone(l, one.BeginsAt, one.Zone), Ends: l.T("coupon|no end"), Open: one.EndedAt.IsZero()}
	if !one.EndsAt.IsZero() {
		row.Ends = inZone(l, one.EndsAt, one.Zone)
	}
	if one.Less.Amount != nil {
		row.Lowers = l.T("{amount} off", l.Money(*one.Less.Amount, p.shop.Settings().Currency))
	} else {
		row.Lowers = l.Off(one.Less.Percent)
	}
	if row.Times = l.Number(one.Used); one.Uses > 0 {
		row.Times = l.T("{used} of {most}", l.Number(one.Used), l.Number(one.Uses))
	}
	row.Of = modelsOf(l, one.SellerID, one.ModelIDs)
	return row
}

// onCoupon is what the page of a coupon shows.
type onCoupon struct {
	Row   *couponRow // nil for a new one
	Form  *form
	Root  string
	Whole bool
}

func (p *Pages) newCoupon(w http.ResponseWriter, r *http.Request, at side) error {
	return p.showCoupon(w, r, at, &form{Values: url.Values{"time_zone": {"UTC"}, "which": {"all"}}}, nil, nil)
}

func (p *Pages) showCoupon(w http.ResponseWriter, r *http.Request, at side, f *form, one *shop.CountedCoupon, refused error) error {
	l := locale.Of(r.Context())
	if err := p.fill(r, at, f); err != nil {
		return err
	}
	status, err := f.refuse(r, refused)
	if err != nil {
		return err
	}
	shown, title := onCoupon{Form: f, Root: at.root, Whole: at.whole}, l.T("New coupon")
	f.Path = at.root + "/coupons"
	if one != nil {
		row := p.couponRow(l, at, *one)
		shown.Row, title = &row, one.Code
		f.Path, f.Version = row.Path, one.Version
	}
	return p.show(w, r, status, at, "coupon", pages.View{Title: title, Content: shown})
}

// couponSent reads the form of a coupon.
func couponSent(r *http.Request, f *form) shop.CouponChange {
	l := locale.Of(r.Context())
	c := shop.CouponChange{Code: vitrine.Some(f.Get("code")), Name: vitrine.Some(f.Get("name")), Zone: vitrine.Some(f.Get("time_zone"))}
	c.BeginsAt, c.EndsAt = f.moment(l, "begins_at"), f.moment(l, "ends_at")
	c.Percent, c.Amount = f.whole(l, "percent"), f.amount(l, "amount")
	c.Uses, c.UsesEach = orNone(f.whole(l, "uses")), orNone(f.whole(l, "uses_each"))
	if c.EndsAt = orNone(c.EndsAt); f.Faults["ends_at"] != "" {
		c.EndsAt = vitrine.Optional[time.Time]{}
	}
	c.ModelIDs = f.models("model")
	return c
}

// orNone is null where nothing was typed.
func orNone[T any](o vitrine.Optional[T]) vitrine.Optional[T] {
	if !o.Set {
		o.Set, o.Null = true, true
	}
	return o
}

func (p *Pages) makeCoupon(w http.ResponseWriter, r *http.Request, at side) error {
	f, err := read(w, r)
	if err != nil {
		return err
	}

	n := shop.NewCoupon{CouponChange: couponSent(r, f), Whole: at.whole}
	if len(f.Faults) == 0 {
		_, err = p.shop.MakeCoupon(r.Context(), at.caller(), n)
	}
	if err != nil || len(f.Faults) > 0 {
		return p.showCoupon(w, r, at, f, nil, err)
	}

	return leadBack(w, r, at, "coupon")
}

// couponOf returns the coupon of an address, if it belongs to the side.
func (p *Pages) couponOf(r *http.Request, at side) (shop.CountedCoupon, error) {
	id, err := pages.Number(r, "id")
	if err != nil {
		return shop.CountedCoupon{}, err
	}
	one, err := p.shop.Coupon(r.Context(), at.caller(), id)
	if err == nil && (one.SellerID == 0) != at.whole {
		err = pages.NothingHere()
	}
	return one, err
}

func (p *Pages) coupon(w http.ResponseWriter, r *http.Request, at side) error {
	one, err := p.couponOf(r, at)
	if err != nil {
		return err
	}
	return p.showCoupon(w, r, at, &form{Values: couponValues(one.Coupon)}, &one, nil)
}

func couponValues(one *vitrine.Coupon) url.Values {
	v := url.Values{"code": {one.Code}, "name": {one.Name}, "time_zone": {one.Zone}, "begins_at": {typedIn(one.BeginsAt, one.Zone)},
		"ends_at": {typedIn(one.EndsAt, one.Zone)}}
	if one.Less.Amount != nil {
		v.Set("amount", one.Less.Amount.String())
	} else {
		v.Set("percent", idText(one.Less.Percent))
	}
	for name, n := range map[string]int64{"uses": one.Uses, "uses_each": one.UsesEach} {
		if n > 0 {
			v.Set(name, idText(n))
		}
	}
	nameModels(v, one.ModelIDs)
	return v
}

func (p *Pages) changeCoupon(w http.ResponseWriter, r *http.Request, at side) error {
	one, err := p.couponOf(r, at)
	if err != nil {
		return err
	}
	f, err := read(w, r)
	if err != nil {
		return err
	}

	change := couponSent(r, f)
	f.keepTimes(&change.BeginsAt, one.BeginsAt, &change.EndsAt, one.EndsAt, one.Zone)
	if len(f.Faults) == 0 {
		_, err = p.shop.ChangeCoupon(r.Context(), at.caller(), one.ID, change, f.version())
	}
	if err != nil || len(f.Faults) > 0 {
		return p.showCoupon(w, r, at, f, &one, err)
	}

	return leadBack(w, r, at, "changed")
}

func (p *Pages) endCoupon(w http.ResponseWriter, r *http.Request, at side) error {
	one, err := p.couponOf(r, at)
	if err != nil {
		return err
	}

	if err := p.shop.EndCoupon(r.Context(), at.caller(), one.ID, nil); err != nil {
		return p.showCoupon(w, r, at, &form{Values: couponValues(one.Coupon)}, &one, err)
	}

	return leadBack(w, r, at, "couponended")
}
