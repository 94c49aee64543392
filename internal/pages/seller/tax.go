package seller

import (
	"errors"
	"net/http"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

const taxPath = root + "/tax-office"

// tax is the form with what a tax office asks.
type tax struct {
	vitrine.SellerFacts
	Version int64
	Faults  map[string]string
	Problem string
	Saved   bool
	Missing []string // names of fields
}

// taxFields are the fields as they are called.
func taxFields(l *locale.Language) map[string]string {
	return map[string]string{
		"/legal_name": l.T("Legal name"), "/street": l.T("Street and number"), "/postcode": l.T("Postcode"), "/city": l.T("City"),
		"/country": l.T("Country, two letters"), "/tax_number": l.T("Tax number"), "/tax_country": l.T("Country that gave the tax number"),
		"/born": l.T("Date of birth"), "/registration": l.T("Number in the register of companies"),
	}
}

func (p *Pages) tax(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	stored, err := p.shop.SellerFacts(r.Context(), in)
	if err != nil {
		return err
	}
	f := &tax{SellerFacts: stored.SellerFacts, Version: stored.Version, Saved: r.URL.Query().Has("saved")}
	if stored.Version > 0 {
		names := taxFields(locale.Of(r.Context()))
		for _, pointer := range stored.Missing() {
			f.Missing = append(f.Missing, names[pointer])
		}
	}
	return p.showTax(w, r, http.StatusOK, f)
}

func (p *Pages) showTax(w http.ResponseWriter, r *http.Request, status int, f *tax) error {
	w.Header().Set("Cache-Control", "no-store")
	return p.show(w, r, status, "tax", locale.Of(r.Context()).T("For the tax office"), f)
}

func (p *Pages) saveTax(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	form, err := web.ReadForm(w, r, maxAccountForm)
	if err != nil {
		return err
	}
	said := vitrine.SellerFacts{
		Entity: form.Get("entity") == "yes", LegalName: form.Get("legal_name"), Street: form.Get("street"), Postcode: form.Get("postcode"),
		City: form.Get("city"), Region: form.Get("region"), Country: form.Get("country"), TaxNumber: form.Get("tax_number"),
		TaxCountry: form.Get("tax_country"), VATID: form.Get("vat_id"), Born: form.Get("born"), Registration: form.Get("registration"),
	}
	err = p.shop.SetSellerFacts(r.Context(), in, said, accountSeen(form))
	problem, refused := errors.AsType[*vitrine.Error](err)
	if !refused || problem.Code != vitrine.Invalid && problem.Code != vitrine.Stale {
		if err == nil {
			http.Redirect(w, r, taxPath+"?saved=1", http.StatusSeeOther)
		}
		return err
	}
	l := locale.Of(r.Context())
	stored, err := p.shop.SellerFacts(r.Context(), in)
	if err != nil {
		return err
	}
	f := &tax{SellerFacts: said, Version: stored.Version, Faults: map[string]string{}}
	for _, fault := range problem.Fields {
		f.Faults[fault.Pointer[1:]] = l.Says(fault.Detail)
	}
	if problem.Code == vitrine.Stale {
		f.Problem = l.T("This was changed meanwhile, in another window. Look at what is stored now, and save once more.")
	}
	return p.showTax(w, r, web.ProblemOf(r, problem).Status, f)
}

// Line is a field of the form.
func (f *tax) Line(name, label, value, autocomplete string) taxInput {
	return taxInput{name, label, value, autocomplete, f.Faults[name]}
}

type taxInput struct{ Name, Label, Value, Autocomplete, Fault string }
