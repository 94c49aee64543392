package billing

import (
	"net/http"
	"net/url"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// yes is the value of a box that is ticked.
const yes = "yes"

// rulesForm is what the page of what is said of tax shows.
type rulesForm struct {
	vitrine.TaxRules
	Version   int64
	Countries []locale.Country
	Faults    map[string]string
	Saved     bool
	Finds     bool   // Stripe Tax can find the tax of what is paid here
	AnyCode   string // what Stripe takes everything for where the operator says nothing
}

// Stuck reports whether nobody can pay, as the tax is to be found by who is not asked to be paid any more.
func (f *rulesForm) Stuck() bool {
	return f.Mode == vitrine.TaxStripe && !f.Finds && len(f.Faults) == 0
}

func (p *Pages) rules(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	if err := p.shop.ProvedNow(r.Context(), in); err != nil { // before the form is filled in, which would be lost after
		return err
	}
	rules, err := p.shop.TaxRules(r.Context())
	if err != nil {
		return err
	}
	return p.showRules(w, r, http.StatusOK, &rulesForm{TaxRules: rules, Version: shop.TaxVersion(rules), Saved: r.URL.Query().Has("saved")})
}

func (p *Pages) showRules(w http.ResponseWriter, r *http.Request, status int, f *rulesForm) error {
	l := locale.Of(r.Context())
	f.Countries, f.Finds, f.AnyCode = l.Countries(), p.shop.FindsTax(), vitrine.DefaultTaxCode
	w.Header().Set("Cache-Control", "no-store")
	return p.show(w, r, status, "rules", pages.View{Title: l.T("Tax and invoices"), Section: taxPath, Content: f})
}

func (p *Pages) saveRules(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	rules, version := rulesOf(form), form.Get("version")

	err = p.shop.SetTaxRules(r.Context(), in, rules, func(now int64) bool { return version == strconv.FormatInt(now, 10) })
	if problem, ok := faulty(err); ok {
		stands, err := p.shop.TaxRules(r.Context())
		if err != nil {
			return err
		}
		f := &rulesForm{TaxRules: rules, Version: shop.TaxVersion(stands), Faults: pages.FaultsOf(locale.Of(r.Context()), problem)}
		return p.showRules(w, r, web.ProblemOf(r, problem).Status, f)
	}
	if err != nil {
		return err
	}

	http.Redirect(w, r, rulesPath+"?saved=1", http.StatusSeeOther)
	return nil
}

// rulesOf is what a form says of tax.
func rulesOf(form url.Values) vitrine.TaxRules {
	return vitrine.TaxRules{
		Mode: vitrine.TaxMode(form.Get("mode")), Seller: vitrine.TaxSeller(form.Get("seller")), House: partyOf(form, "house/"),
		Note: form.Get("note"), Series: form.Get("series"), Zone: form.Get("zone"), NetworkHeader: form.Get("network_header"),
		TwoPieces: form.Get("two_pieces") == yes, HomeRate: form.Get("home_rate") == yes, VIES: form.Get("vies") == yes,
		Code: form.Get("code"),
	}
}

func partyOf(form url.Values, before string) vitrine.Party {
	return vitrine.Party{
		Name: form.Get(before + "name"), Address: form.Get(before + "address"), Country: form.Get(before + "country"),
		VATID: form.Get(before + "vat_id"), TaxID: form.Get(before + "tax_id"), Email: form.Get(before + "email"),
	}
}

// faulty is what is wrong with a form, or that it is older than what stands.
func faulty(err error) (*vitrine.Error, bool) {
	problem, ok := pages.Faulty(err)
	if ok || vitrine.CodeOf(err) != vitrine.Stale {
		return problem, ok
	}
	return &vitrine.Error{Code: vitrine.Stale,
		Message: "this was changed meanwhile, in another window: look at what is stored now, and save once more"}, true
}

// profileForm is what the page of who a seller is on invoices shows.
type profileForm struct {
	vitrine.TaxProfile
	Sells     bool // sellers sell themselves
	Countries []locale.Country
	Faults    map[string]string
	Saved     bool
}

func (p *Pages) profile(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	profile, err := p.shop.TaxProfile(r.Context(), in)
	if err != nil {
		return err
	}
	return p.showProfile(w, r, http.StatusOK, &profileForm{TaxProfile: profile, Saved: r.URL.Query().Has("saved")})
}

func (p *Pages) showProfile(w http.ResponseWriter, r *http.Request, status int, f *profileForm) error {
	rules, err := p.shop.TaxRules(r.Context())
	if err != nil {
		return err
	}
	l := locale.Of(r.Context())
	f.Sells, f.Countries = rules.Mode != vitrine.TaxOff && rules.Seller == vitrine.AuthorSells, l.Countries()
	return p.show(w, r, status, "profile", pages.View{Title: l.T("You on invoices"), Section: "/sell", Content: f})
}

func (p *Pages) saveProfile(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	profile := vitrine.TaxProfile{Party: partyOf(form, ""), Exempt: form.Get("exempt") == yes, Note: form.Get("note")}

	err = p.shop.SetTaxProfile(r.Context(), in, profile)
	if problem, ok := pages.Faulty(err); ok {
		f := &profileForm{TaxProfile: profile, Faults: pages.FaultsOf(locale.Of(r.Context()), problem)}
		return p.showProfile(w, r, http.StatusUnprocessableEntity, f)
	}
	if err != nil {
		return err
	}

	http.Redirect(w, r, sellPath+"?saved=1", http.StatusSeeOther)
	return nil
}
