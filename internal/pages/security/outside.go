package security

import (
	"errors"
	"net/http"
	"net/url"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/openid"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// leave sends a browser to the outside provider. A page says so: where a form led there at
// once, browsers would hold each address that the provider leads on to against the policy
// of the page with the form.
func (p *Pages) leave(w http.ResponseWriter, r *http.Request, in *shop.SignedIn, o shop.Errand) error {
	form, err := web.ReadForm(w, r, maxBody)
	if err != nil {
		return err
	}
	sent, err := p.shop.AskProvider(r.Context(), in, shop.Leaving{
		Errand: o, Next: web.OwnPath(form.Get("next")), Invitation: form.Get("invitation"), Cookie: p.Sessions().BrowserSecret(r),
	}, p.Sessions().Browser(r))
	if err != nil {
		return p.toldBy(w, r, err)
	}
	p.Sessions().KeepBrowser(w, sent.Browser)
	return p.Render(w, r, http.StatusOK, "leave", pages.View{
		Title: locale.Of(r.Context()).T("On to {provider}", p.shop.Provider()), Hidden: true, Onward: sent.Address,
		Content: leaving{p.shop.Provider(), sent.Address},
	})
}

// leaving is the page that leads to the provider.
type leaving struct{ Provider, Address string }

func (p *Pages) leaveToSignIn(w http.ResponseWriter, r *http.Request) error {
	return p.leave(w, r, nil, shop.ErrandSignIn)
}

func (p *Pages) leaveToLink(w http.ResponseWriter, r *http.Request) error {
	in, err := required(r)
	if err != nil {
		return err
	}
	return p.leave(w, r, &in, shop.ErrandLink)
}

func (p *Pages) leaveToProve(w http.ResponseWriter, r *http.Request) error {
	in, err := required(r)
	if err != nil {
		return err
	}
	return p.leave(w, r, &in, shop.ErrandProve)
}

// comeBack takes what a browser brings from the provider.
func (p *Pages) comeBack(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	if p.shop.Provider() != "" && query.Get("state") == "" {
		http.Redirect(w, r, "/sign-in", http.StatusSeeOther)
		return nil
	}
	var in *shop.SignedIn
	if who, ok := session.Of(r.Context()); ok {
		in = &who
	}
	out, err := p.shop.AnswerProvider(r.Context(), in, shop.Back{
		Answer: openid.Answer{Code: query.Get("code"), Issuer: query.Get("iss"), Error: query.Get("error")},
		State:  query.Get("state"), Cookie: p.Sessions().BrowserSecret(r),
	}, p.Sessions().Browser(r))
	switch {
	case err != nil:
		return p.toldBy(w, r, err)
	case out.New != nil:
		return p.showJoin(w, r, http.StatusOK, newcomer{Newcomer: out.New, Provider: p.shop.Provider(), Next: out.Next, Typed: out.New.Username})
	case out.Errand == shop.ErrandLink:
		return pages.Done(w, r, home, "linked")
	}
	if err := p.Sessions().Begin(w, r, *out.Started); err != nil {
		return err
	}
	http.Redirect(w, r, goOn(out.Next).Next, http.StatusSeeOther)
	return nil
}

// toldBy shows why the provider let nobody in, and where they can go from there.
func (p *Pages) toldBy(w http.ResponseWriter, r *http.Request, err error) error {
	switch vitrine.CodeOf(err) {
	case vitrine.Invalid, vitrine.Conflict, vitrine.Unavailable:
	default:
		return err
	}
	l, problem := locale.Of(r.Context()), web.ProblemOf(r, err)
	links := []pages.Link{{Text: l.T("Sign in"), Path: "/sign-in"}}
	if _, in := session.Of(r.Context()); in {
		links = []pages.Link{
			{Text: l.T("Show that it is you in another way"), Path: "/sign-in/again"}, {Text: l.T("Passkeys and codes"), Path: home},
		}
	}
	p.FailAs(w, r, problem, pages.Failure{
		Heading: l.T("That did not work"), Message: l.Says(problem.Detail), Links: links, RequestID: problem.RequestID,
	})
	return nil
}

// newcomer is the page on which somebody makes an account whom the provider knows.
type newcomer struct {
	*shop.Newcomer
	Provider, Next string
	Typed, Address string // username and address
	Problem        string
	Problems       map[string]string
	Boxes          []pages.AgreeBox

	sent   url.Values
	faults []vitrine.Field
}

func (p *Pages) showJoin(w http.ResponseWriter, r *http.Request, status int, n newcomer) error {
	house, err := p.shop.House(r.Context())
	if err != nil {
		return err
	}
	n.Boxes = pages.AgreeBoxes(locale.Of(r.Context()), house, house.Papers.Owed(nil), n.sent, n.faults)
	title := locale.Of(r.Context()).T("You are new here")
	return p.Render(w, r, status, "join", pages.View{Title: title, Hidden: true, Section: "/sign-in", Content: n})
}

func (p *Pages) join(w http.ResponseWriter, r *http.Request) error {
	form, err := web.ReadForm(w, r, maxBody)
	if err != nil {
		return err
	}
	account := shop.NewAccount{
		Username: form.Get("username"), Email: form.Get("email"), Agreed: pages.AgreedIn(form),
		Language: locale.Wanted(r.Header.Get("Accept-Language")),
	}
	started, again, err := p.shop.JoinByProvider(r.Context(), form.Get("ticket"), account,
		p.Sessions().BrowserSecret(r), p.Sessions().Browser(r))
	if err != nil && again != nil {
		n := newcomer{
			Newcomer: again, Provider: p.shop.Provider(), Next: web.OwnPath(form.Get("next")),
			Typed: account.Username, Address: account.Email, sent: form,
		}
		n.explain(locale.Of(r.Context()), err)
		return p.showJoin(w, r, web.ProblemOf(r, err).Status, n)
	}
	if err != nil {
		return p.toldBy(w, r, err)
	}
	if err := p.Sessions().Begin(w, r, started); err != nil {
		return err
	}
	http.Redirect(w, r, goOn(form.Get("next")).Next, http.StatusSeeOther)
	return nil
}

// explain notes what an error says of the form.
func (n *newcomer) explain(l *locale.Language, err error) {
	e, ok := errors.AsType[*vitrine.Error](err)
	if !ok {
		n.Problem = l.T("That did not work. Try again.")
		return
	}
	n.Problems, n.faults = map[string]string{}, e.Fields
	for _, fault := range e.Fields {
		n.Problems[fault.Pointer] = l.Says(fault.Detail)
	}
	if len(n.Problems) == 0 {
		n.Problem = l.Says(e.Message)
	}
}

// Wrong is what is wrong with a field.
func (n newcomer) Wrong(field string) string { return n.Problems["/"+field] }

func (p *Pages) unlink(w http.ResponseWriter, r *http.Request) error {
	in, err := required(r)
	if err != nil {
		return err
	}
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	if err := p.shop.Unlink(r.Context(), in, id); err != nil {
		return err
	}
	return pages.Done(w, r, home, "removed")
}
