package papers

import (
	"cmp"
	"net/http"
	"net/url"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/web"
)

// agreeing is the page on which somebody agrees to what was published since they joined.
type agreeing struct {
	Next   string
	Boxes  []pages.AgreeBox
	Before bool // they agreed to an earlier version
}

func (p *Pages) agree(w http.ResponseWriter, r *http.Request) error {
	return p.showAgree(w, r, http.StatusOK, r.URL.Query(), nil)
}

// showAgree shows what is to be agreed to; who owes nothing goes on.
func (p *Pages) showAgree(w http.ResponseWriter, r *http.Request, status int, sent url.Values, faults []vitrine.Field) error {
	in, err := session.SignedIn(r)
	if err != nil {
		return err
	}
	next := web.OwnPath(sent.Get("next"))
	if len(in.Owes) == 0 {
		return lead(w, r, cmp.Or(next, "/account"))
	}
	before, err := p.db.Agreements(r.Context(), in.User.ID)
	if err != nil {
		return err
	}
	shown := agreeing{Next: next, Boxes: pages.AgreeBoxes(locale.Of(r.Context()), in.House, in.Owes, sent, faults), Before: len(before) > 0}
	return p.Render(w, r, status, "agree", pages.View{
		Title: locale.Of(r.Context()).T("Before you go on"), Hidden: true, Content: shown,
	})
}

func (p *Pages) submitAgree(w http.ResponseWriter, r *http.Request) error {
	in, err := session.SignedIn(r)
	if err != nil {
		return err
	}
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}

	err = p.shop.Agree(r.Context(), in, pages.AgreedIn(form))
	if problem, ok := pages.Faulty(err); ok {
		return p.showAgree(w, r, web.ProblemOf(r, err).Status, form, problem.Fields)
	}
	if err != nil {
		return err
	}

	return lead(w, r, cmp.Or(web.OwnPath(form.Get("next")), "/account"))
}
