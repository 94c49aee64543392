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

// promotionRow is a promotion in a list.
type promotionRow struct {
	*vitrine.Promotion
	Path, State, Lowers, Of, Begins, Ends string
	Open                                  bool // it can be changed
}

// promotionStates say how far promotions, and what ends like them, have come.
var promotionStates = map[vitrine.PromotionState]locale.Phrase{
	vitrine.PromotionPlanned: locale.Text("promotion|planned"), vitrine.PromotionRunning: locale.Text("promotion|running"),
	vitrine.PromotionEnded: locale.Text("promotion|over"), vitrine.PromotionCanceled: locale.Text("promotion|canceled"),
}

func (p *Pages) row(l *locale.Language, at side, one *vitrine.Promotion) promotionRow {
	state := one.StateAt(p.now())
	row := promotionRow{Promotion: one, Path: at.root + "/promotions/" + idText(one.ID), State: l.Say(promotionStates[state]),
		Begins: inZone(l, one.BeginsAt, one.Zone), Ends: inZone(l, one.EndsAt, one.Zone),
		Open: state == vitrine.PromotionPlanned || state == vitrine.PromotionRunning}
	if one.Lower.To != nil {
		row.Lowers = l.T("to {price}", l.Money(*one.Lower.To, p.shop.Settings().Currency))
	} else {
		row.Lowers = l.Off(one.Lower.Percent)
	}
	row.Of = modelsOf(l, one.SellerID, one.ModelIDs)
	return row
}

// modelsOf says which models a promotion or coupon is of.
func modelsOf(l *locale.Language, sellerID int64, ids []int64) string {
	switch {
	case ids != nil:
		return l.N("{n} model", "{n} models", int64(len(ids)))
	case sellerID == 0:
		return l.T("models of all who take part")
	default:
		return l.T("all models")
	}
}

// inZone is a time as a clock in the zone shows it, with the zone's name.
func inZone(l *locale.Language, at time.Time, name string) string {
	zone, err := time.LoadLocation(name)
	if err != nil {
		zone, name = time.UTC, "UTC"
	}
	local := at.In(zone)
	day := time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, time.UTC)
	return l.T("{day}, {time} ({zone})", l.Day(day), local.Format("15:04"), name)
}

func (p *Pages) newPromotion(w http.ResponseWriter, r *http.Request, at side) error {
	f := &form{Values: url.Values{"time_zone": {"UTC"}, "which": {"all"}}}
	if model := r.URL.Query().Get("model"); model != "" {
		f.Set("which", "some")
		f.Set("model", model)
	}
	return p.showPromotion(w, r, at, f, nil, nil)
}

// onPromotion is what the page of a promotion shows.
type onPromotion struct {
	Row   *promotionRow // nil for a new one
	Form  *form
	Root  string
	Whole bool
	Runs  bool
}

func (p *Pages) showPromotion(w http.ResponseWriter, r *http.Request, at side, f *form, one *vitrine.Promotion, refused error) error {
	l := locale.Of(r.Context())
	if err := p.fill(r, at, f); err != nil {
		return err
	}
	status, err := f.refuse(r, refused)
	if err != nil {
		return err
	}
	shown, title := onPromotion{Form: f, Root: at.root, Whole: at.whole}, l.T("New promotion")
	f.Path = at.root + "/promotions"
	if one != nil {
		row := p.row(l, at, one)
		shown.Row, shown.Runs, title = &row, one.StateAt(p.now()) == vitrine.PromotionRunning, one.Name
		f.Path, f.Version = row.Path, one.Version
	}
	return p.show(w, r, status, at, "promotion", pages.View{Title: title, Content: shown})
}

// promotionSent reads the form of a promotion.
func promotionSent(r *http.Request, f *form) shop.PromotionChange {
	l := locale.Of(r.Context())
	c := shop.PromotionChange{Name: vitrine.Some(f.Get("name")), Zone: vitrine.Some(f.Get("time_zone"))}
	c.BeginsAt, c.EndsAt = f.moment(l, "begins_at"), f.moment(l, "ends_at")
	c.Percent, c.Price = f.whole(l, "percent"), f.amount(l, "price")
	c.ModelIDs = f.models("model")
	return c
}

func (p *Pages) plan(w http.ResponseWriter, r *http.Request, at side) error {
	f, err := read(w, r)
	if err != nil {
		return err
	}

	n := shop.NewPromotion{PromotionChange: promotionSent(r, f), Whole: at.whole}
	if len(f.Faults) == 0 {
		_, err = p.shop.PlanPromotion(r.Context(), at.caller(), n)
	}
	if err != nil || len(f.Faults) > 0 {
		return p.showPromotion(w, r, at, f, nil, err)
	}

	return leadBack(w, r, at, "planned")
}

// promotionOf returns the promotion of an address, if it belongs to the side.
func (p *Pages) promotionOf(r *http.Request, at side) (*vitrine.Promotion, error) {
	id, err := pages.Number(r, "id")
	if err != nil {
		return nil, err
	}
	one, err := p.shop.Promotion(r.Context(), at.caller(), id)
	if err == nil && (one.SellerID == 0) != at.whole {
		err = pages.NothingHere()
	}
	return one, err
}

func (p *Pages) promotion(w http.ResponseWriter, r *http.Request, at side) error {
	one, err := p.promotionOf(r, at)
	if err != nil {
		return err
	}
	return p.showPromotion(w, r, at, &form{Values: promotionValues(one)}, one, nil)
}

func promotionValues(one *vitrine.Promotion) url.Values {
	v := url.Values{"name": {one.Name}, "time_zone": {one.Zone}, "begins_at": {typedIn(one.BeginsAt, one.Zone)},
		"ends_at": {typedIn(one.EndsAt, one.Zone)}}
	if one.Lower.To != nil {
		v.Set("price", one.Lower.To.String())
	} else {
		v.Set("percent", idText(one.Lower.Percent))
	}
	nameModels(v, one.ModelIDs)
	return v
}

// nameModels fills in which models a form names; nil is all.
func nameModels(v url.Values, ids []int64) {
	v.Set("which", "all")
	if ids != nil {
		v.Set("which", "some")
	}
	for _, id := range ids {
		v.Add("model", idText(id))
	}
}

// typedIn is a time as browsers send it.
func typedIn(at time.Time, name string) string {
	zone, err := time.LoadLocation(name)
	if err != nil || at.IsZero() {
		return ""
	}
	return at.In(zone).Format(timeForm)
}

func (p *Pages) changePromotion(w http.ResponseWriter, r *http.Request, at side) error {
	one, err := p.promotionOf(r, at)
	if err != nil {
		return err
	}
	f, err := read(w, r)
	if err != nil {
		return err
	}

	change := promotionSent(r, f)
	if one.State == vitrine.PromotionRunning { // its form says no more than this
		change = shop.PromotionChange{Name: change.Name, EndsAt: change.EndsAt}
	}
	if typedIn(one.BeginsAt, one.Zone) == f.Get("begins_at") && one.Zone == f.Get("time_zone") {
		change.BeginsAt = vitrine.Optional[time.Time]{} // which has seconds that browsers don't send
	}
	if len(f.Faults) == 0 {
		_, err = p.shop.ChangePromotion(r.Context(), at.caller(), one.ID, change, f.version())
	}
	if err != nil || len(f.Faults) > 0 {
		return p.showPromotion(w, r, at, f, one, err)
	}

	return leadBack(w, r, at, "changed")
}

func (p *Pages) endPromotion(w http.ResponseWriter, r *http.Request, at side) error {
	one, err := p.promotionOf(r, at)
	if err != nil {
		return err
	}

	if _, err := p.shop.EndPromotion(r.Context(), at.caller(), one.ID, nil); err != nil {
		return p.showPromotion(w, r, at, &form{Values: promotionValues(one)}, one, err)
	}

	return leadBack(w, r, at, "ended")
}
