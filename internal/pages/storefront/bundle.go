package storefront

import (
	"html/template"
	"net/http"

	"vitrine/internal/locale"
)

// bundleBox is a bundle on the page of a model that is in it.
type bundleBox struct {
	ID     int64
	Name   string
	Count  int
	Price  string
	Singly string
	Saved  string
	Cards  []template.HTML
}

// bundlesShown is how many bundles the page of a model shows.
const bundlesShown = 3

// bundlesOf are bundles that a model is sold in.
func (p *Pages) bundlesOf(r *http.Request, modelID int64) (boxes []bundleBox, err error) {
	list, err := p.shop.OfferedBundles(r.Context(), bundlesShown, modelID)
	if err != nil {
		return nil, err
	}
	l, currency, s := locale.Of(r.Context()), p.shop.Settings().Currency, shownBy(r.Context())
	for _, b := range list {
		box := bundleBox{ID: b.ID, Name: b.Name, Count: len(b.Models), Price: l.Money(b.Price, currency),
			Singly: l.Money(b.Singly(), currency), Saved: l.Money(b.Singly()-b.Price, currency)}
		s.models = append(s.models, b.ModelIDs()...)
		if box.Cards, err = p.cards(r, b.ModelIDs(), 0); err != nil {
			return nil, err
		}
		boxes = append(boxes, box)
	}
	return boxes, nil
}
