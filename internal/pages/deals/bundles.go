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

// bundleRow is a bundle in a list.
type bundleRow struct {
	*vitrine.Bundle
	Path, State, Why, Costs, Singly, Of, Begins, Ends string
	Open                                              bool // it can be changed
}

// bundleStates say how far bundles have come, and bundleFaults what keeps them from being sold.
var (
	bundleStates = map[vitrine.BundleState]locale.Phrase{
		vitrine.BundlePlanned: locale.Text("bundle|planned"), vitrine.BundleOffered: locale.Text("bundle|on sale"),
		vitrine.BundleWithheld: locale.Text("bundle|not sold"), vitrine.BundleEnded: locale.Text("bundle|ended"),
	}
	bundleFaults = map[vitrine.BundleFault]locale.Phrase{
		vitrine.BundleModelGone: locale.Text("A model of it is no longer published: publish it again, or choose others."),
		vitrine.BundleNoLower:   locale.Text("One by one its models cost no more: lower the price."),
	}
)

func (p *Pages) bundleRow(l *locale.Language, at side, one *vitrine.Bundle) bundleRow {
	currency, state := p.shop.Settings().Currency, one.StateAt(p.now())
	row := bundleRow{Bundle: one, Path: at.root + "/bundles/" + idText(one.ID), State: l.Say(bundleStates[state]),
		Costs: l.Money(one.Price, currency), Singly: l.Money(one.Singly(), currency), Of: modelsOf(l, one.SellerID, one.ModelIDs()),
		Begins: inZone(l, one.BeginsAt, one.Zone), Ends: l.T("coupon|no end"), Open: one.EndedAt.IsZero()}
	if !one.EndsAt.IsZero() {
		row.Ends = inZone(l, one.EndsAt, one.Zone)
	}
	if state != vitrine.BundleEnded {
		row.Why = l.Say(bundleFaults[one.Fault()])
	}
	return row
}

// onBundle is what the page of a bundle shows.
type onBundle struct {
	Row   *bundleRow // nil for a new one
	Form  *form
	Root  string
	Whole bool
}

func (p *Pages) newBundle(w http.ResponseWriter, r *http.Request, at side) error {
	if at.whole { // operators sell nothing
		return pages.NothingHere()
	}
	f := &form{Values: url.Values{"time_zone": {"UTC"}}}
	if model := r.URL.Query().Get("model"); model != "" {
		f.Set("model", model)
	}
	return p.showBundle(w, r, at, f, nil, nil)
}

func (p *Pages) showBundle(w http.ResponseWriter, r *http.Request, at side, f *form, one *vitrine.Bundle, refused error) error {
	l := locale.Of(r.Context())
	if err := p.fill(r, at, f); err != nil {
		return err
	}
	status, err := f.refuse(r, refused)
	if err != nil {
		return err
	}
	shown, title := onBundle{Form: f, Root: at.root, Whole: at.whole}, l.T("New bundle")
	f.Path = at.root + "/bundles"
	if one != nil {
		row := p.bundleRow(l, at, one)
		shown.Row, title = &row, one.Name
		f.Path, f.Version = row.Path, one.Version
	}
	return p.show(w, r, status, at, "bundle", pages.View{Title: title, Content: shown})
}

// bundleSent reads the form of a bundle.
func bundleSent(r *http.Request, f *form) shop.BundleChange {
	l := locale.Of(r.Context())
	c := shop.BundleChange{Name: vitrine.Some(f.Get("name")), Zone: vitrine.Some(f.Get("time_zone"))}
	c.Price = f.amount(l, "price")
	c.BeginsAt, c.EndsAt = f.moment(l, "begins_at"), orNone(f.moment(l, "ends_at"))
	if f.Faults["ends_at"] != "" {
		c.EndsAt = vitrine.Optional[time.Time]{}
	}
	c.ModelIDs = vitrine.Some(f.chosen("model"))
	return c
}

func (p *Pages) makeBundle(w http.ResponseWriter, r *http.Request, at side) error {
	if at.whole {
		return pages.NothingHere()
	}
	f, err := read(w, r)
	if err != nil {
		return err
	}

	n := shop.NewBundle{BundleChange: bundleSent(r, f)}
	if len(f.Faults) == 0 {
		_, err = p.shop.MakeBundle(r.Context(), at.caller(), n)
	}
	if err != nil || len(f.Faults) > 0 {
		return p.showBundle(w, r, at, f, nil, err)
	}

	return leadBack(w, r, at, "bundle")
}

// bundleOf returns the bundle of an address, if the side looks after it: operators do after all, sellers after their own.
func (p *Pages) bundleOf(r *http.Request, at side) (*vitrine.Bundle, error) {
	id, err := pages.Number(r, "id")
	if err != nil {
		return nil, err
	}
	one, err := p.shop.Bundle(r.Context(), at.caller(), id)
	if err == nil && !at.whole && one.SellerID != at.in.User.ID {
		err = pages.NothingHere()
	}
	return one, err
}

func (p *Pages) bundle(w http.ResponseWriter, r *http.Request, at side) error {
	one, err := p.bundleOf(r, at)
	if err != nil {
		return err
	}
	return p.showBundle(w, r, at, &form{Values: bundleValues(one)}, one, nil)
}

func bundleValues(one *vitrine.Bundle) url.Values {
	v := url.Values{"name": {one.Name}, "price": {one.Price.String()}, "time_zone": {one.Zone},
		"begins_at": {typedIn(one.BeginsAt, one.Zone)}, "ends_at": {typedIn(one.EndsAt, one.Zone)}}
	nameModels(v, one.ModelIDs())
	return v
}

func (p *Pages) changeBundle(w http.ResponseWriter, r *http.Request, at side) error {
	one, err := p.bundleOf(r, at)
	if err == nil && at.whole {
		err = pages.NothingHere()
	}
	if err != nil {
		return err
	}
	f, err := read(w, r)
	if err != nil {
		return err
	}

	change := bundleSent(r, f)
	f.keepTimes(&change.BeginsAt, one.BeginsAt, &change.EndsAt, one.EndsAt, one.Zone)
	if len(f.Faults) == 0 {
		_, err = p.shop.ChangeBundle(r.Context(), at.caller(), one.ID, change, f.version())
	}
	if err != nil || len(f.Faults) > 0 {
		return p.showBundle(w, r, at, f, one, err)
	}

	return leadBack(w, r, at, "changed")
}

func (p *Pages) endBundle(w http.ResponseWriter, r *http.Request, at side) error {
	one, err := p.bundleOf(r, at)
	if err != nil {
		return err
	}

	if err := p.shop.EndBundle(r.Context(), at.caller(), one.ID, nil); err != nil {
		return p.showBundle(w, r, at, &form{Values: bundleValues(one)}, one, err)
	}

	return leadBack(w, r, at, "bundleended")
}
