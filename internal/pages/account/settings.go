package account

import (
	"net/http"
	"slices"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"vitrine"
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
	Erasure   vitrine.Erasure // zero where nobody asked for that
}

// tongue is a language that mails can be written in.
type tongue struct {
	Tag, Name string
	Chosen    bool
}

// done leads to a page that says what was done.
func done(w http.ResponseWriter, r *http.Request, path, what string) error {
	http.Redirect(w, r, path+"?done="+what, http.StatusSeeOther)
	return nil
}

// said are the words for what was done.
func said(what string) string {
	return map[string]string{
		"confirmed": "Thank you: that is noted.",
		"password":  "Your password is changed. All other browsers are signed out.",
		"address":   "A mail is on its way.",
		"again":     "A mail is on its way once more.",
		"kept":      "Your address stays as it is.",
		"language":  "Your language is kept.",
		"ended":     "That browser is signed out.",
		"others":    "All other browsers are signed out.",
		"staying":   "Your account stays.",
		"revoked":   "That access token is worth nothing any more.",
	}[what]
}

func (p *Pages) account(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Required(r)
	if err != nil {
		return err
	}
	view := settings{User: in.User, Here: in.Session.ID, Done: said(r.URL.Query().Get("done")), Languages: p.tongues(in.User.Language)}
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
	return p.show(w, r, http.StatusOK, "account", "Your account", view)
}

func (p *Pages) tongues(chosen string) (list []tongue) {
	for _, tag := range p.languages {
		list = append(list, tongue{tag, display.Self.Name(language.Make(tag)), tag == chosen})
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

	return done(w, r, home, "language")
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

	return done(w, r, home, "ended")
}

func (p *Pages) endOthers(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Required(r)
	if err != nil {
		return err
	}

	if err := p.shop.EndSessions(r.Context(), in.User.ID, in.Session.ID); err != nil {
		return err
	}

	return done(w, r, home, "others")
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
	return p.show(w, r, http.StatusOK, "password", "Change your password", change{empty(r), in.User})
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
		return p.show(w, r, refused(w, r, err), "password", "Change your password", change{f, in.User})
	}
	if err != nil {
		return err
	}

	return done(w, r, home, "password")
}

func (p *Pages) address(w http.ResponseWriter, r *http.Request) error {
	in, err := p.fresh(r)
	if err != nil {
		return err
	}
	return p.show(w, r, http.StatusOK, "address", "Change your address", change{empty(r), in.User})
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
		return p.show(w, r, refused(w, r, err), "address", "Change your address", change{f, in.User})
	}
	if err != nil {
		return err
	}

	return done(w, r, home, "address")
}

func (p *Pages) sendAgain(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Required(r)
	if err != nil {
		return err
	}

	if err := p.shop.ConfirmAgain(r.Context(), in); err != nil {
		return err
	}

	return done(w, r, home, "again")
}

func (p *Pages) keepAddress(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Required(r)
	if err != nil {
		return err
	}

	if err := p.shop.KeepAddress(r.Context(), in.User.ID); err != nil {
		return err
	}

	return done(w, r, home, "kept")
}
