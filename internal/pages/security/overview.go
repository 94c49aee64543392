package security

import (
	"net/http"

	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// overview is the page that says how somebody is let in.
type overview struct {
	shop.WaysIn
	Done    string
	Agent   string // proposed as name of a passkey
	Can     bool   // passkeys can be added here
	Why     string // why not
	Lacking bool   // an operator who may not act as such yet
	Weak    bool   // there is something stronger than the password, and it was not shown
	Last    bool   // what is left may not be removed
	Outside string // what people call the outside provider, "" for none
	Next    string // where somebody was on their way to
}

func (p *Pages) overview(w http.ResponseWriter, r *http.Request) error {
	in, err := required(r)
	if err != nil {
		return err
	}
	ways, err := p.shop.WaysIn(r.Context(), in.User.ID)
	if err != nil {
		return err
	}

	l := locale.Of(r.Context())
	o := overview{
		WaysIn: ways, Done: l.Say(told[r.URL.Query().Get("done")]), Agent: l.Agent(in.Session.Agent), Can: true,
		Lacking: in.User.IsAdmin && !in.Operator(), Weak: ways.Any() && !in.Session.Strong, Next: web.OwnPath(r.URL.Query().Get("next")),
		Outside: p.shop.Provider(),
		Last:    in.User.IsAdmin && in.House.StrongOperators && len(ways.Passkeys)+len(ways.Factors) == 1,
	}
	if why := p.shop.NoPasskeys(); why != nil {
		o.Can, o.Why = false, l.Says(why.Error())
	}
	v := pages.View{Title: l.T("Passkeys and codes"), Hidden: true, Section: "/account", Content: o}
	p.WithPasskeys(&v)
	return p.Render(w, r, http.StatusOK, "overview", v)
}

// told are the words for what was done, by the word for it in an address.
var told = map[string]locale.Phrase{
	"added":   locale.Text("The passkey was added. You can sign in with it from now on."),
	"renamed": locale.Text("It has another name now."),
	"removed": locale.Text("It was removed, and you are signed out everywhere else."),
	"linked":  locale.Text("You can sign in this way from now on."),
	"app":     locale.Text("The app was added. You are asked for a code of it from now on."),
}
