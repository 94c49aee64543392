package security

import (
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
)

func (p *Pages) newCodes(w http.ResponseWriter, r *http.Request) error {
	in, err := required(r)
	if err != nil {
		return err
	}
	codes, err := p.shop.NewRecoveryCodes(r.Context(), in)
	if err != nil {
		return err
	}
	return p.showCodes(w, r, in, codes)
}

// codesPage is the page that shows recovery codes, once.
type codesPage struct {
	Codes []string
	User  vitrine.User
	File  template.URL // the codes as a text that a browser keeps: the server forgets them now
}

func (p *Pages) showCodes(w http.ResponseWriter, r *http.Request, in shop.SignedIn, codes []string) error {
	l := locale.Of(r.Context())
	text := strings.Join(append([]string{
		l.T("Recovery codes of {name} at {site}", in.User.Username, in.House.Name), p.Address("/sign-in"), "", l.T("Each lets you in once."), "",
	}, codes...), "\n") + "\n"
	content := codesPage{codes, in.User, template.URL("data:text/plain;charset=utf-8," + url.PathEscape(text))} //nolint:gosec // escaped
	v := pages.View{Title: l.T("Your recovery codes"), Hidden: true, Section: "/account", Content: content}
	return p.Render(w, r, http.StatusOK, "codes", v)
}
