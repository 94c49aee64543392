package account

import (
	"net/http"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/session"
	"vitrine/internal/shop"
)

// entrance is the page to sign in.
type entrance struct {
	*form
	Joining  vitrine.JoinPolicy
	Passkeys bool   // can be used here
	Provider string // outside, "" for none
}

func (p *Pages) signIn(w http.ResponseWriter, r *http.Request) error {
	f := empty(r)
	if _, in := session.Of(r.Context()); in {
		http.Redirect(w, r, onward(f.Next), http.StatusSeeOther)
		return nil
	}
	return p.showSignIn(w, r, http.StatusOK, f)
}

func (p *Pages) showSignIn(w http.ResponseWriter, r *http.Request, status int, f *form) error {
	house, err := p.shop.House(r.Context())
	if err != nil {
		return err
	}
	v := view("sign-in", locale.Of(r.Context()).T("Sign in"), entrance{f, house.Joining, p.shop.NoPasskeys() == nil, p.shop.Provider()})
	p.WithPasskeys(&v)
	return p.Render(w, r, status, "sign-in", v)
}

func (p *Pages) submitSignIn(w http.ResponseWriter, r *http.Request) error {
	f, err := read(w, r)
	if err != nil {
		return err
	}

	started, err := p.shop.SignIn(r.Context(), shop.Credentials{Name: f.Get("email"), Password: f.Get("password")}, p.Sessions().Browser(r))
	if f.explain(err) {
		if vitrine.CodeOf(err) == vitrine.RateLimited {
			f.Problem += " " + locale.Of(r.Context()).T("You need not wait for the other ways to sign in below.")
		}
		return p.showSignIn(w, r, refused(w, r, err), f)
	}
	if err != nil {
		return err
	}

	return p.begin(w, r, started, f.Next)
}

// askSignIn sends a link to sign in with.
func (p *Pages) askSignIn(w http.ResponseWriter, r *http.Request) error {
	return p.ask(w, r, vitrine.LinkSignIn, "/sign-in/code", p.showSignIn)
}

// ask sends a link to the address in a form, and leads to the page where its code is typed.
func (p *Pages) ask(w http.ResponseWriter, r *http.Request, purpose vitrine.LinkPurpose, then string,
	show func(http.ResponseWriter, *http.Request, int, *form) error) error {
	f, err := read(w, r)
	if err != nil {
		return err
	}

	cookie, err := p.shop.AskLink(r.Context(), purpose, f.Get("email"), p.Sessions().Browser(r))
	if f.explain(err) {
		return show(w, r, refused(w, r, err), f)
	}
	if err != nil {
		return err
	}

	p.Sessions().KeepAsked(w, cookie)
	http.Redirect(w, r, then+f.onward, http.StatusSeeOther)
	return nil
}

func (p *Pages) signInCode(w http.ResponseWriter, r *http.Request) error {
	if p.Sessions().Asked(r) == "" {
		http.Redirect(w, r, "/sign-in", http.StatusSeeOther) // this browser asked for nothing
		return nil
	}
	return p.showCode(w, r, http.StatusOK, empty(r))
}

func (p *Pages) showCode(w http.ResponseWriter, r *http.Request, status int, f *form) error {
	return p.show(w, r, status, "code", locale.Of(r.Context()).T("Look into your mail"), f)
}

func (p *Pages) submitSignInCode(w http.ResponseWriter, r *http.Request) error {
	f, err := read(w, r)
	if err != nil {
		return err
	}

	started, err := p.shop.SignInByMail(r.Context(), shop.Shown{Code: f.Get("code"), Cookie: p.Sessions().Asked(r)}, p.Sessions().Browser(r))
	if f.explain(err) {
		return p.showCode(w, r, refused(w, r, err), f)
	}
	if err != nil {
		return err
	}

	return p.begin(w, r, started, f.Next)
}

func (p *Pages) signOut(w http.ResponseWriter, r *http.Request) error {
	if err := p.Sessions().SignOut(w, r); err != nil {
		return err
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return nil
}

// proof is the page on which somebody who is signed in shows once more that it is them.
type proof struct {
	*form
	User     vitrine.User
	Passkeys bool   // the user has some that can be used here
	Provider string // outside, that the user signs in with; "" for none
}

// ByMail reports whether a link can be sent to the user instead.
func (p proof) ByMail() bool { return !p.User.EmailClaimed }

// HasPassword reports whether the user has a password to type.
func (p proof) HasPassword() bool { return p.User.PasswordHash != "" }

func (p *Pages) again(w http.ResponseWriter, r *http.Request) error {
	in, err := session.SignedIn(r)
	if err != nil {
		return err
	}
	return p.showAgain(w, r, http.StatusOK, in, empty(r))
}

func (p *Pages) showAgain(w http.ResponseWriter, r *http.Request, status int, in shop.SignedIn, f *form) error {
	ways, err := p.shop.WaysIn(r.Context(), in.User.ID)
	if err != nil {
		return err
	}
	shown := proof{form: f, User: in.User, Passkeys: len(ways.Passkeys) > 0 && p.shop.NoPasskeys() == nil, Provider: ways.Provider}
	v := view("again", locale.Of(r.Context()).T("Is it you?"), shown)
	p.WithPasskeys(&v)
	return p.Render(w, r, status, "again", v)
}

func (p *Pages) submitAgain(w http.ResponseWriter, r *http.Request) error {
	in, err := session.SignedIn(r)
	if err != nil {
		return err
	}
	f, err := read(w, r)
	if err != nil {
		return err
	}

	err = p.shop.ProveByPassword(r.Context(), in, f.Get("password"))
	if vitrine.CodeOf(err) == vitrine.Unauthenticated {
		f.Problems["password"] = locale.Of(r.Context()).T("This is not the password of your account.")
	}
	if f.explain(err) {
		return p.showAgain(w, r, refused(w, r, err), in, f)
	}
	if err != nil {
		return err
	}

	http.Redirect(w, r, onward(f.Next), http.StatusSeeOther)
	return nil
}
