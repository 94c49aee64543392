package account

import (
	"net/http"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
)

// erasing is the page on which somebody has their account removed, or keeps it.
type erasing struct {
	*form
	Erasure vitrine.Erasure // zero where nobody asked for that
	Days    int
}

// erasure returns what is to become of the account of who is signed in.
func (p *Pages) erasure(r *http.Request, in shop.SignedIn) (vitrine.Erasure, error) {
	e, err := p.shop.ErasureOf(r.Context(), in.User.ID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		err = nil
	}
	return e, err
}

func (p *Pages) erase(w http.ResponseWriter, r *http.Request) error {
	in, err := p.proved(r)
	if err != nil {
		return err
	}
	return p.showErase(w, r, http.StatusOK, in, empty(r))
}

func (p *Pages) showErase(w http.ResponseWriter, r *http.Request, status int, in shop.SignedIn, f *form) error {
	e, err := p.erasure(r, in)
	if err != nil {
		return err
	}
	const day = 24
	shown := erasing{form: f, Erasure: e, Days: int(vitrine.ErasureWait.Hours()) / day}
	return p.show(w, r, status, "erase", locale.Of(r.Context()).T("Remove your account"), shown)
}

func (p *Pages) submitErase(w http.ResponseWriter, r *http.Request) error {
	in, err := p.proved(r)
	if err != nil {
		return err
	}
	f, err := read(w, r)
	if err != nil {
		return err
	}
	if f.Get("sure") != "yes" {
		f.Problems["sure"] = locale.Of(r.Context()).T("Tick the box if that is what you want.")
		return p.showErase(w, r, http.StatusUnprocessableEntity, in, f)
	}

	err = p.shop.AskErasure(r.Context(), in)
	if f.explain(err) {
		return p.showErase(w, r, refused(w, r, err), in, f)
	}
	if err != nil {
		return err
	}

	return pages.Done(w, r, "/account/erase", "asked")
}

func (p *Pages) keepAccount(w http.ResponseWriter, r *http.Request) error {
	in, err := session.SignedIn(r)
	if err != nil {
		return err
	}

	err = p.shop.KeepAccount(r.Context(), in)
	if err != nil && vitrine.CodeOf(err) != vitrine.NotFound { // it was kept already
		return err
	}

	return pages.Done(w, r, home, "staying")
}
