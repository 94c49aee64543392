package account

import (
	"net/http"
	"slices"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
)

// settings is the page of an account.
type settings struct {
	User      vitrine.User
	Here      int64 // the session of this browser
	Sessions  []vitrine.Session
	Change    shop.AddressChange
	Languages []tongue
	Tokens    int
	Done      string          // what was just done
	Unsent    bool            // no mail is sent from here
	Erasure   vitrine.Erasure // zero where nobody asked for that
}

// tongue is a language that mails can be written in.
type tongue struct {
	Tag, Name string
	Chosen    bool
}

// told are the words for what was done.
var told = map[string]locale.Phrase{
	"confirmed": locale.Text("Thank you: that is noted."),
	"password":  locale.Text("Your password is changed. All other browsers are signed out."),
	"address":   locale.Text("A mail is on its way."),
	"again":     locale.Text("A mail is on its way once more."),
	"kept":      locale.Text("Your address stays as it is."),
	"language":  locale.Text("Your language is kept."),
	"ended":     locale.Text("That browser is signed out."),
	"others":    locale.Text("All other browsers are signed out."),
	"staying":   locale.Text("Your account stays."),
	"revoked":   locale.Text("That access token is worth nothing any more."),
}

// said says what was done, as the address of a page has it; "" for nothing.
func said(r *http.Request) string {
	return locale.Of(r.Context()).Say(told[r.URL.Query().Get("done")])
}

func (p *Pages) account(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Required(r)
	if err != nil {
		return err
	}
	view := settings{User: in.User, Here: in.Session.ID, Done: said(r), Unsent: p.unsent, Languages: p.tongues(in.User.Language)}
	if view.Sessions, err = p.shop.SessionsOf(r.Context(), in.User.ID); err != nil {
		return err
	}
	if view.Change, err = p.shop.AddressChange(r.Context(), in.User.ID); err != nil {
		return err
	}
	if view.Erasure, err = p.erasure(r, in); err != nil {
		return err
	}
	tokens, err := p.shop.OwnTokens(r.Context(), in.User.ID)
	if err != nil {
		return err
	}
	view.Tokens = len(tokens)
	return p.show(w, r, http.StatusOK, "account", locale.Of(r.Context()).T("Your account"), view)
}

func (p *Pages) tongues(chosen string) (list []tongue) {
	for _, tag := range p.languages {
		name := display.Self.Name(language.Make(tag)) // of one that the operator added
		if l := locale.Find(tag); l != nil {
			name = l.Name
		}
		list = append(list, tongue{tag, name, tag == chosen})
	}
	return list
}

func (p *Pages) submitLanguage(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Required(r)
	if err != nil {
		return err
	}
	f, err := read(w, r)
	if err != nil {
		return err
	}
	chosen := f.Get("language")
	if chosen != "" && !slices.Contains(p.languages, chosen) {
		return vitrine.Errorf(vitrine.Invalid, "mails are not written in %q here", chosen)
	}

	if err := p.shop.SetLanguage(r.Context(), in.User.ID, chosen); err != nil {
		return err
	}

	return pages.Done(w, r, home, "language")
}

func (p *Pages) endSession(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Required(r)
	if err != nil {
		return err
	}
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}

	if err := p.shop.EndSession(r.Context(), in.User.ID, id); err != nil {
		return err
	}

	return pages.Done(w, r, home, "ended")
}

func (p *Pages) endOthers(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Required(r)
	if err != nil {
		return err
	}

	if err := p.shop.EndSessions(r.Context(), in.User.ID, in.Session.ID); err != nil {
		return err
	}

	return pages.Done(w, r, home, "others")
}

// fresh returns who is signed in and has shown just now that it is them.
func (p *Pages) fresh(r *http.Request) (shop.SignedIn, error) {
	in, err := session.Required(r)
	if err != nil {
		return in, err
	}
	return in, p.shop.ProvedNow(r.Context(), in)
}

// proved is fresh for what nobody needs to agree to anything for.
func (p *Pages) proved(r *http.Request) (shop.SignedIn, error) {
	in, err := session.SignedIn(r)
	if err != nil {
		return in, err
	}
	return in, p.shop.ProvedNow(r.Context(), in)
}

// change is a page on which something of the account is changed.
type change struct {
	*form
	User vitrine.User
}

func (p *Pages) password(w http.ResponseWriter, r *http.Request) error {
	in, err := p.fresh(r)
	if err != nil {
		return err
	}
	return p.showPassword(w, r, http.StatusOK, change{empty(r), in.User})
}

func (p *Pages) showPassword(w http.ResponseWriter, r *http.Request, status int, c change) error {
	return p.show(w, r, status, "password", locale.Of(r.Context()).T("Change your password"), c)
}

func (p *Pages) submitPassword(w http.ResponseWriter, r *http.Request) error {
	in, err := p.fresh(r)
	if err != nil {
		return err
	}
	f, err := read(w, r)
	if err != nil {
		return err
	}

	err = p.shop.ChangePassword(r.Context(), in, f.Get("password"))
	if f.explain(err) {
		return p.showPassword(w, r, refused(w, r, err), change{f, in.User})
	}
	if err != nil {
		return err
	}

	return pages.Done(w, r, home, "password")
}

func (p *Pages) address(w http.ResponseWriter, r *http.Request) error {
	in, err := p.fresh(r)
	if err != nil {
		return err
	}
	return p.showAddress(w, r, http.StatusOK, change{empty(r), in.User})
}

func (p *Pages) showAddress(w http.ResponseWriter, r *http.Request, status int, c change) error {
	return p.show(w, r, status, "address", locale.Of(r.Context()).T("Change your address"), c)
}

func (p *Pages) submitAddress(w http.ResponseWriter, r *http.Request) error {
	in, err := p.fresh(r)
	if err != nil {
		return err
	}
	f, err := read(w, r)
	if err != nil {
		return err
	}

	err = p.shop.ChangeAddress(r.Context(), in, f.Get("email"))
	if f.explain(err) {
		return p.showAddress(w, r, refused(w, r, err), change{f, in.User})
	}
	if err != nil {
		return err
	}

	return pages.Done(w, r, home, "address")
}

func (p *Pages) sendAgain(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Required(r)
	if err != nil {
		return err
	}

	if err := p.shop.ConfirmAgain(r.Context(), in); err != nil {
		return err
	}

	return pages.Done(w, r, home, "again")
}

func (p *Pages) keepAddress(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Required(r)
	if err != nil {
		return err
	}

	if err := p.shop.KeepAddress(r.Context(), in.User.ID); err != nil {
		return err
	}

	return pages.Done(w, r, home, "kept")
}
