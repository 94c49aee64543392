package storefront

import (
	"net/http"
	"net/url"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
)

// bill is what a checkout page asks for the tax and the invoice.
type bill struct {
	vitrine.Billing
	Faults    map[string]string
	Countries []locale.Country
	Needed    bool // nothing can be paid before
	Sure      bool // the buyer has to confirm the country
}

// billed fills in what a checkout page says and asks of tax.
func (p *Pages) billed(r *http.Request, s *sale) (err error) {
	if s.Taxing, err = p.shop.TaxOf(r.Context(), s.Order); err != nil || !s.Payable || s.Owned || s.Pending || !s.Taxing.Invoiced() ||
		s.Taxing.ByProvider() {
		return err
	}
	s.Bill = &bill{Billing: s.Order.Billing, Countries: locale.Of(r.Context()).Countries(), Needed: s.Taxing.Asks != "",
		Sure: s.Taxing.Asks == "sure"}
	if s.Bill.Country == "" {
		s.Bill.Country = network(r, s.Taxing)
	}
	return nil
}

// BillAt is where what the buyer says of themselves is sent.
func (s *sale) BillAt() string { return "/checkout/" + s.Key }

// network is the country of a request, as the source says that the operator named; "" for none.
func network(r *http.Request, t shop.Taxing) string {
	if t.Rules.NetworkHeader == "" {
		return ""
	}
	country := strings.ToUpper(strings.TrimSpace(r.Header.Get(t.Rules.NetworkHeader)))
	if !vitrine.IsCountry(country) {
		return ""
	}
	return country
}

// keepBill keeps what the buyer said of themselves, and shows the page again.
func (p *Pages) keepBill(w http.ResponseWriter, r *http.Request, form url.Values) error {
	s, err := p.sale(r)
	if err != nil {
		return err
	}
	said := saidOf(form)

	_, err = p.shop.Bill(r.Context(), r.PathValue("key"), said, network(r, s.Taxing))
	if problem, ok := pages.Faulty(err); ok && s.Bill != nil && len(problem.Fields) > 0 {
		s.Bill.Billing, s.Bill.Needed, s.Bill.Faults = said, true, pages.FaultsOf(locale.Of(r.Context()), problem)
		secret(w)
		return p.showCheckout(w, r, http.StatusUnprocessableEntity, s)
	}
	if err != nil {
		return err
	}

	secret(w)
	http.Redirect(w, r, "/checkout/"+s.Key, http.StatusSeeOther)
	return nil
}

func saidOf(form url.Values) vitrine.Billing {
	return vitrine.Billing{Name: form.Get("name"), Address: form.Get("address"), Country: form.Get("country"), VATID: form.Get("vat_id"),
		Sure: form.Get("sure") == "yes"}
}
