package storefront

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/record"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// maxForm is how many bytes the form of a page has at most.
const maxForm = 16 << 10

// buy makes an order of the form on a model's page and leads to its checkout.
func (p *Pages) buy(w http.ResponseWriter, r *http.Request) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	id, err := strconv.ParseInt(form.Get("model_id"), 10, 64)
	if err != nil {
		return vitrine.Errorf(vitrine.Malformed, "the form does not name a model: open the model's page and try again")
	}
	languages := web.ReadersLanguages(r.Header.Get("Accept-Language"))
	if in, ok := session.Of(r.Context()); ok {
		return p.buySignedIn(w, r, in, shop.AccountOrder{ModelID: id, Language: languages, Again: form.Get("again") == "yes"})
	}
	email := strings.TrimSpace(form.Get("email"))

	order, err := p.shop.OrderAsVisitor(r.Context(), shop.VisitorOrder{
		ModelID: id, Email: email, Network: web.ClientNetwork(r.Context()), Language: languages,
	})
	if vitrine.CodeOf(err) == vitrine.Invalid {
		return p.askAgain(w, r, id, email)
	}
	if err != nil {
		return err
	}

	secret(w)
	http.Redirect(w, r, "/checkout/"+order.CheckoutKey, http.StatusSeeOther)
	return nil
}

// buySignedIn makes an order that belongs to an account, which says whose it is.
func (p *Pages) buySignedIn(w http.ResponseWriter, r *http.Request, in shop.SignedIn, n shop.AccountOrder) error {
	if session.Agreed(in) != nil {
		return p.agreeFirst(w, r, n.ModelID)
	}
	order, err := p.shop.OrderAsAccount(r.Context(), in, n)
	if err != nil {
		return err
	}

	secret(w)
	path := "/checkout/" + order.CheckoutKey
	if order.Downloads() {
		path = "/library/orders/" + strconv.FormatInt(order.ID, 10)
	}
	http.Redirect(w, r, path, http.StatusSeeOther)
	return nil
}

// agreeFirst leads to what a buyer has to agree to, and from there back to the model.
func (p *Pages) agreeFirst(w http.ResponseWriter, r *http.Request, id int64) error {
	m, err := p.db.Model(r.Context(), id)
	if err != nil {
		return err
	}
	secret(w)
	http.Redirect(w, r, session.AgreePath+"?next="+url.QueryEscape(record.Path(m)), http.StatusSeeOther)
	return nil
}

// askAgain shows the model's page with what is wrong with the address.
func (p *Pages) askAgain(w http.ResponseWriter, r *http.Request, id int64, email string) error {
	m, err := p.db.Model(r.Context(), id)
	if err != nil {
		return err
	}
	if m.Status != vitrine.Published {
		return vitrine.Errorf(vitrine.NotFound, "there is no model %d", id)
	}
	w.Header().Set("Cache-Control", "no-store")
	return p.showModel(w, r, http.StatusUnprocessableEntity, m, offer{
		Email: email, Problem: locale.Of(r.Context()).T("This is not an email address. It looks like ada@example.com."),
	})
}
