package billing

import (
	"net/http"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/tax"
	"vitrine/internal/web"
)

// ratesShown is what the page of rates shows.
type ratesShown struct {
	shop.TaxRatesAtDesk
	Off       bool            // nothing is said of tax
	Replaced  []store.TaxRate // of Own, those that stand no more
	Countries []locale.Country
	Typed     rate
	Faults    map[string]string
	Done      bool
}

// rate is one as it was typed.
type rate struct{ Country, Kind, Rate, From, Until string }

// written is a day as the language writes it; "" for none.
func written(l *locale.Language, day string) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return l.Day(at)
}

// kindOf is what a kind of good is called.
func kindOf(l *locale.Language, kind string) string {
	switch kind {
	case string(vitrine.CG):
		return l.T("3D models")
	case string(vitrine.Printable):
		return l.T("3D print models")
	}
	return l.T("goods|All")
}

// treated says how a sale is taxed, where that is not as most are.
func treated(l *locale.Language, t vitrine.Treatment) string {
	switch t {
	case vitrine.Exempt:
		return l.T("tax|exempt")
	case vitrine.Reversed:
		return l.T("tax|reverse charge")
	case vitrine.OutOfReach:
		return l.T("tax|not taxed there")
	case vitrine.TaxedAtHome:
		return l.T("tax|place not known")
	}
	return ""
}

func (p *Pages) rates(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.showRates(w, r, in, http.StatusOK, &ratesShown{Done: r.URL.Query().Has("done")})
}

func (p *Pages) showRates(w http.ResponseWriter, r *http.Request, in shop.SignedIn, status int, shown *ratesShown) (err error) {
	if shown.TaxRatesAtDesk, err = p.shop.TaxRates(r.Context(), in); err != nil {
		return err
	}
	rules, err := p.shop.TaxRules(r.Context())
	if err != nil {
		return err
	}
	var stand []store.TaxRate
	for _, one := range shown.Own {
		if one.ReplacedAt.IsZero() {
			stand = append(stand, one)
		} else {
			shown.Replaced = append(shown.Replaced, one)
		}
	}
	l := locale.Of(r.Context())
	shown.Own, shown.Off, shown.Countries = stand, rules.Mode == vitrine.TaxOff, l.Countries()
	return p.show(w, r, status, "rates", pages.View{Title: l.T("Tax"), Section: taxPath, Content: shown})
}

func (p *Pages) addRate(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	typed := rate{form.Get("country"), form.Get("kind"), strings.TrimSpace(form.Get("rate")), strings.TrimSpace(form.Get("from")),
		strings.TrimSpace(form.Get("until"))}
	percent, err := vitrine.ParseTaxRate(typed.Rate)
	if err != nil {
		percent = -1 // which is refused with all else that is wrong
	}

	err = p.shop.AddTaxRate(r.Context(), in, tax.Rate{Country: typed.Country, Kind: typed.Kind, Rate: percent, From: typed.From,
		Until: typed.Until})
	if problem, ok := pages.Faulty(err); ok {
		shown := &ratesShown{Typed: typed, Faults: pages.FaultsOf(locale.Of(r.Context()), problem)}
		return p.showRates(w, r, in, http.StatusUnprocessableEntity, shown)
	}
	if err != nil {
		return err
	}

	http.Redirect(w, r, taxPath+"?done=1", http.StatusSeeOther)
	return nil
}

// endRate ends a rate on a day, or takes it back.
func (p *Pages) endRate(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}

	err = p.shop.EndTaxRate(r.Context(), in, id, strings.TrimSpace(form.Get("until")))
	if problem, ok := pages.Faulty(err); ok {
		shown := &ratesShown{Faults: map[string]string{"end": firstOf(pages.FaultsOf(locale.Of(r.Context()), problem))}}
		return p.showRates(w, r, in, web.ProblemOf(r, problem).Status, shown)
	}
	if err != nil {
		return err
	}

	http.Redirect(w, r, taxPath+"?done=1", http.StatusSeeOther)
	return nil
}

func firstOf(faults map[string]string) string {
	for _, said := range faults {
		return said
	}
	return ""
}
