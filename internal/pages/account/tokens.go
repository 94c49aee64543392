package account

import (
	"net/http"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
)

// purse is the page of access tokens.
type purse struct {
	*form
	Tokens []vitrine.Token
	Made   *shop.Access // shown once
	May    []pages.ScopeInWords
	Done   string
}

// Asked reports whether a scope was chosen in the form.
func (p purse) Asked(scope vitrine.Scope) bool {
	for _, asked := range p.Values["scope"] {
		if asked == string(scope) {
			return true
		}
	}
	return false
}

func (p *Pages) tokens(w http.ResponseWriter, r *http.Request) error {
	in, err := p.fresh(r)
	if err != nil {
		return err
	}
	return p.showTokens(w, r, http.StatusOK, in, purse{form: empty(r)})
}

func (p *Pages) showTokens(w http.ResponseWriter, r *http.Request, status int, in shop.SignedIn, view purse) (err error) {
	view.Done, view.May = said(r), pages.ScopesInWords(locale.Of(r.Context()), in.Caller().Scopes)
	if view.Tokens, err = p.shop.OwnTokens(r.Context(), in.User.ID); err != nil {
		return err
	}
	return p.show(w, r, status, "tokens", locale.Of(r.Context()).T("Access tokens"), view)
}

func (p *Pages) makeToken(w http.ResponseWriter, r *http.Request) error {
	in, err := p.fresh(r)
	if err != nil {
		return err
	}
	f, err := read(w, r)
	if err != nil {
		return err
	}

	var access shop.Access
	n, err := newToken(f)
	if err == nil {
		access, err = p.shop.MakeToken(r.Context(), in.Caller(), n)
	}
	if f.explain(err) {
		return p.showTokens(w, r, refused(w, r, err), in, purse{form: f})
	}
	if err != nil {
		return err
	}

	return p.showTokens(w, r, http.StatusOK, in, purse{form: empty(r), Made: &access})
}

// newToken reads what a token is to be made from.
func newToken(f *form) (n shop.NewToken, err error) {
	days, err := strconv.Atoi(f.Get("days"))
	if err != nil || days < 0 || days > 3660 {
		return n, vitrine.Errorf(vitrine.Invalid, "say how long the access token is good")
	}
	n.Lifetime = time.Duration(days) * 24 * time.Hour
	for _, scope := range f.Values["scope"] {
		n.Scopes = append(n.Scopes, vitrine.Scope(scope))
	}
	if len(n.Scopes) == 0 {
		return n, vitrine.Errorf(vitrine.Invalid, "choose at least one thing that the access token permits")
	}
	return n, nil
}

func (p *Pages) rotateToken(w http.ResponseWriter, r *http.Request) error {
	in, err := p.fresh(r)
	if err != nil {
		return err
	}
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}

	access, err := p.shop.RotateToken(r.Context(), in.Caller(), id, shop.NewToken{})
	if err != nil {
		return err
	}

	return p.showTokens(w, r, http.StatusOK, in, purse{form: empty(r), Made: &access})
}

func (p *Pages) revokeToken(w http.ResponseWriter, r *http.Request) error {
	in, err := p.fresh(r)
	if err != nil {
		return err
	}
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}

	if err := p.shop.EndToken(r.Context(), in.Caller(), id); err != nil {
		return err
	}

	return pages.Done(w, r, "/account/tokens", "revoked")
}
