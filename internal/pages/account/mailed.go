package account

import (
	"net/http"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
)

// opened is a link of a mail that somebody has opened.
type opened struct {
	*form
	Key       string
	Purpose   vitrine.LinkPurpose
	Elsewhere bool // another browser asked for it
	Spent     string
	Email     string // that it was sent to
	User      string // who is signed in
}

// Again is the page where a new one is asked for.
func (o opened) Again() string {
	if o.Purpose == vitrine.LinkReset {
		return "/reset"
	}
	return "/sign-in"
}

// look reads a link without using it up.
func (p *Pages) look(r *http.Request, f *form) (*opened, error) {
	key := r.PathValue("key")
	link, elsewhere, err := p.shop.LookAtLink(r.Context(), key, p.Sessions().Asked(r))
	o := &opened{form: f, Key: key, Purpose: link.Purpose, Elsewhere: elsewhere, Email: link.Email}
	if vitrine.CodeOf(err) == vitrine.Conflict {
		o.Spent, err = locale.Of(r.Context()).T("This link has expired or was used before."), nil
	}
	if in, ok := session.Of(r.Context()); ok {
		o.User = in.User.Username
	}
	return o, err
}

// link shows what a link does that signs in or resets a password, and leads on to what
// others do.
func (p *Pages) link(w http.ResponseWriter, r *http.Request) error {
	o, err := p.look(r, empty(r))
	if err != nil {
		return err
	}
	return p.showLink(w, r, http.StatusOK, o)
}

func (p *Pages) showLink(w http.ResponseWriter, r *http.Request, status int, o *opened) error {
	l := locale.Of(r.Context())
	title := l.T("Sign in")
	switch o.Purpose {
	case vitrine.LinkSignIn:
	case vitrine.LinkReset:
		title = l.T("Choose a new password")
	case vitrine.LinkOrders:
		return pages.LeadTo("/orders/link/"+o.Key)(w, r) // of the library
	default:
		return vitrine.Errorf(vitrine.NotFound, "this link is not known")
	}
	return p.show(w, r, status, "link", title, o)
}

func (p *Pages) submitLink(w http.ResponseWriter, r *http.Request) error {
	f, err := read(w, r)
	if err != nil {
		return err
	}
	o, err := p.look(r, f)
	if err != nil {
		return err
	}
	if o.Spent != "" || o.Elsewhere {
		return p.showLink(w, r, http.StatusUnprocessableEntity, o)
	}
	shown, from := shop.Shown{Secret: o.Key, Cookie: p.Sessions().Asked(r)}, p.Sessions().Browser(r)

	var started shop.Started
	if o.Purpose == vitrine.LinkReset {
		started, err = p.shop.ResetPassword(r.Context(), shown, f.Get("password"), from)
	} else {
		started, err = p.shop.SignInByMail(r.Context(), shown, from)
	}
	if f.explain(err) {
		return p.showLink(w, r, refused(w, r, err), o)
	}
	if err != nil {
		return err
	}

	return p.begin(w, r, started, f.Next)
}

func (p *Pages) reset(w http.ResponseWriter, r *http.Request) error {
	return p.showReset(w, r, http.StatusOK, empty(r))
}

func (p *Pages) showReset(w http.ResponseWriter, r *http.Request, status int, f *form) error {
	return p.show(w, r, status, "reset", locale.Of(r.Context()).T("Forgotten password"), f)
}

func (p *Pages) askReset(w http.ResponseWriter, r *http.Request) error {
	return p.ask(w, r, vitrine.LinkReset, "/reset/code", p.showReset)
}

func (p *Pages) resetCode(w http.ResponseWriter, r *http.Request) error {
	if p.Sessions().Asked(r) == "" {
		http.Redirect(w, r, "/reset", http.StatusSeeOther)
		return nil
	}
	return p.showResetCode(w, r, http.StatusOK, empty(r))
}

func (p *Pages) showResetCode(w http.ResponseWriter, r *http.Request, status int, f *form) error {
	return p.show(w, r, status, "reset-code", locale.Of(r.Context()).T("Choose a new password"), f)
}

func (p *Pages) submitResetCode(w http.ResponseWriter, r *http.Request) error {
	f, err := read(w, r)
	if err != nil {
		return err
	}

	shown := shop.Shown{Code: f.Get("code"), Cookie: p.Sessions().Asked(r)}
	started, err := p.shop.ResetPassword(r.Context(), shown, f.Get("password"), p.Sessions().Browser(r))
	if f.explain(err) {
		return p.showResetCode(w, r, refused(w, r, err), f)
	}
	if err != nil {
		return err
	}

	return p.begin(w, r, started, f.Next)
}

// confirm asks who is signed in whether an address is theirs, or to be left.
func (p *Pages) confirm(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Required(r)
	if err != nil {
		return err
	}
	o, err := p.look(r, empty(r))
	if err != nil {
		return err
	}
	if o.Purpose == vitrine.LinkConfirm && in.User.EmailStands() && o.Email == in.User.Email {
		http.Redirect(w, r, home, http.StatusSeeOther) // it is done already
		return nil
	}
	return p.show(w, r, http.StatusOK, "confirm", locale.Of(r.Context()).T("Confirm an address"), o)
}

func (p *Pages) submitConfirm(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Required(r)
	if err != nil {
		return err
	}

	if err := p.shop.ConfirmAddress(r.Context(), in, r.PathValue("key")); err != nil {
		return err
	}

	return pages.Done(w, r, home, "confirmed")
}
