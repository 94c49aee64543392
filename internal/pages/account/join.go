package account

import (
	"net/http"

	"golang.org/x/text/language"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
)

// joining is the page to join.
type joining struct {
	*form
	Policy     vitrine.JoinPolicy
	House      vitrine.House
	Invitation string // the secret, "" for none
	Provider   string // outside, "" for none
	Boxes      []pages.AgreeBox
}

// May reports whether the form is shown.
func (j joining) May() bool {
	return j.Policy == vitrine.JoinOpen || j.Policy == vitrine.JoinInvited && j.Invitation != ""
}

func (p *Pages) join(w http.ResponseWriter, r *http.Request) error {
	f := empty(r)
	if _, in := session.Of(r.Context()); in {
		http.Redirect(w, r, onward(f.Next), http.StatusSeeOther)
		return nil
	}
	invitation := r.URL.Query().Get("invitation")
	if invitation != "" {
		email, err := p.shop.Invited(r.Context(), invitation)
		if f.explain(err) || vitrine.CodeOf(err) == vitrine.NotFound {
			f.Problem, invitation = locale.Of(r.Context()).T("This invitation was used before or has expired: ask for a new one."), ""
		} else if err != nil {
			return err
		}
		f.Set("email", email)
	}
	return p.showJoin(w, r, http.StatusOK, f, invitation)
}

func (p *Pages) showJoin(w http.ResponseWriter, r *http.Request, status int, f *form, invitation string) error {
	house, err := p.shop.House(r.Context())
	if err != nil {
		return err
	}
	l := locale.Of(r.Context())
	return p.show(w, r, status, "join", l.T("Join {site}", house.Name), joining{
		form: f, Policy: house.Joining, House: house, Invitation: invitation, Provider: p.shop.Provider(),
		Boxes: pages.AgreeBoxes(l, house, house.Papers.Owed(nil), f.Values, f.faults),
	})
}

func (p *Pages) submitJoin(w http.ResponseWriter, r *http.Request) error {
	f, err := read(w, r)
	if err != nil {
		return err
	}
	account := shop.NewAccount{
		Username: f.Get("username"), Email: f.Get("email"), Password: f.Get("password"), Invitation: f.Get("invitation"),
		Language: p.language(r), Agreed: pages.AgreedIn(f.Values),
	}

	started, err := p.shop.Join(r.Context(), account, p.Sessions().Browser(r))
	if f.explain(err) {
		return p.showJoin(w, r, refused(w, r, err), f, account.Invitation)
	}
	if err != nil {
		return err
	}

	return p.begin(w, r, started, f.Next)
}

// begin gives a browser its session and leads on.
func (p *Pages) begin(w http.ResponseWriter, r *http.Request, started shop.Started, next string) error {
	if err := p.Sessions().Begin(w, r, started); err != nil {
		return err
	}
	http.Redirect(w, r, onward(next), http.StatusSeeOther)
	return nil
}

// language is the one of the mails' languages that a browser asks for, "" for none of them.
func (p *Pages) language(r *http.Request) string {
	var tags []language.Tag
	for _, name := range p.languages {
		tags = append(tags, language.Make(name))
	}
	wanted, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if err != nil || len(wanted) == 0 || len(tags) == 0 {
		return ""
	}
	_, i, sure := language.NewMatcher(tags).Match(wanted...)
	if sure == language.No {
		return ""
	}
	return p.languages[i]
}
