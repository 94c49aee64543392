package moderation

import (
	"net/http"
	"net/url"

	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/web"
)

func (p *Pages) erase(w http.ResponseWriter, r *http.Request, a asked) error {
	return p.afterAct(w, r, a, "erase", p.shop.ErasePerson(r.Context(), a.in, a.id))
}

func (p *Pages) keepAccount(w http.ResponseWriter, r *http.Request, a asked) error {
	return p.afterAct(w, r, a, "keep", p.shop.KeepPerson(r.Context(), a.in, a.id))
}

// forgetting is the page on which an operator takes the address of somebody without an
// account out of what was bought with it.
type forgetting struct {
	url.Values
	Faults map[string]string
	Done   bool
}

func (p *Pages) forget(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Operator(r)
	if err == nil {
		err = p.shop.ProvedNow(r.Context(), in)
	}
	if err != nil {
		return err
	}
	return p.showForget(w, r, http.StatusOK, forgetting{Done: r.URL.Query().Has("done")})
}

func (p *Pages) showForget(w http.ResponseWriter, r *http.Request, status int, f forgetting) error {
	return p.show(w, r, status, "forget", locale.Of(r.Context()).T("Forget an address"), peoplePath, f)
}

func (p *Pages) submitForget(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Operator(r)
	if err != nil {
		return err
	}
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}

	status, wrong, err := explained(r, p.shop.EraseAddress(r.Context(), in, form.Get("email")))
	if err != nil {
		return err
	}
	if wrong != nil {
		return p.showForget(w, r, status, forgetting{Values: form, Faults: wrong})
	}

	return pages.Done(w, r, forgetPath, "forget")
}
