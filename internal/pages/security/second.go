package security

import (
	"net/http"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/web"
)

// secondPage is the page on which somebody shows more than a password.
type secondPage struct {
	User     vitrine.User
	Waits    bool
	Apps     bool
	Passkeys bool
	Action   string // where the code goes, in the language of this page
	Next     string
	Problem  string
}

func (p *Pages) second(w http.ResponseWriter, r *http.Request) error {
	return p.showSecond(w, r, http.StatusOK, r.URL.Query().Get("next"), "")
}

func (p *Pages) showSecond(w http.ResponseWriter, r *http.Request, status int, next, problem string) error {
	in, err := present(r)
	if err != nil {
		return err
	}
	if in.Session.Strong {
		http.Redirect(w, r, goOn(next).Next, http.StatusSeeOther)
		return nil
	}
	ways, err := p.shop.WaysIn(r.Context(), in.User.ID)
	if err != nil {
		return err
	}
	v := pages.View{Title: locale.Of(r.Context()).T("One more step"), Hidden: true, Content: secondPage{
		User: in.User, Waits: in.Session.Waits, Apps: len(ways.Factors) > 0,
		Passkeys: len(ways.Passkeys) > 0 && p.shop.NoPasskeys() == nil,
		Action:   "/sign-in/second" + session.NextQuery(r, next), Next: web.OwnPath(next), Problem: problem,
	}}
	p.WithPasskeys(&v)
	return p.Render(w, r, status, "second", v)
}

func (p *Pages) submitSecond(w http.ResponseWriter, r *http.Request) error {
	in, err := present(r)
	if err != nil {
		return err
	}
	form, err := web.ReadForm(w, r, maxBody)
	if err != nil {
		return err
	}
	started, err := p.shop.ShowSecond(r.Context(), in, form.Get("code"), p.Sessions().Browser(r))
	switch vitrine.CodeOf(err) {
	case vitrine.Invalid:
		problem := locale.Of(r.Context()).T("This code is wrong, or was used before.")
		return p.showSecond(w, r, http.StatusUnprocessableEntity, form.Get("next"), problem)
	case vitrine.RateLimited:
		status, problem := pages.Later(w, r, err)
		return p.showSecond(w, r, status, form.Get("next"), problem)
	}
	if err != nil {
		return err
	}
	if err := p.Sessions().Begin(w, r, started); err != nil {
		return err
	}
	http.Redirect(w, r, goOn(form.Get("next")).Next, http.StatusSeeOther)
	return nil
}
