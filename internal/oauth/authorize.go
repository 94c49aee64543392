package oauth

import (
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"regexp"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// ask is what an application asks a person for, by an address that it sends them to.
type ask struct {
	app    *vitrine.Application
	sent   form
	named  bool   // redirect_uri
	back   string // where the answer goes
	scopes []vitrine.Scope
}

// authorize shows the page on which a person says yes or no, and carries that out. Whoever
// is not signed in does that first, and comes back.
func (s *Server) authorize(w http.ResponseWriter, r *http.Request) error {
	a, err := s.readAsk(r)
	if err != nil {
		return err // shown: there is no address that could be trusted with it
	}
	if err := a.check(); err != nil {
		return s.refuse(w, r, a, err)
	}
	in, ok := session.Of(r.Context())
	if !ok {
		http.Redirect(w, r, "/sign-in"+session.NextQuery(r, r.URL.RequestURI()), http.StatusSeeOther)
		return nil
	}
	if err := session.Agreed(in); err != nil {
		return err
	}
	if a.scopes, err = s.shop.Grantable(in, a.app, a.scopes); err != nil {
		return s.refuse(w, r, a, err)
	}
	if err := s.shop.ProvedFor(r.Context(), in, a.scopes); err != nil {
		return again(w, r, r.URL, err)
	}
	if r.Method == http.MethodPost {
		return s.decide(w, r, in, a)
	}
	return s.askFor(w, r, in, a)
}

// again leads who has to show first that it is them through the door for that, and from there
// back to an address that says in full what they were asked.
func again(w http.ResponseWriter, r *http.Request, address *url.URL, err error) error {
	door := session.Detour(&http.Request{Method: http.MethodGet, URL: address}, err)
	if door == "" {
		return err
	}
	http.Redirect(w, r, door, http.StatusSeeOther)
	return nil
}

// readAsk finds the application and where its answer goes. Until both are sure nobody is
// led anywhere (RFC 6749, section 4.1.2.1).
func (s *Server) readAsk(r *http.Request) (*ask, error) {
	sent, err := once(r.URL.Query())
	if err != nil {
		return nil, vitrine.Errorf(vitrine.Malformed, "%s: the application that sent you here made a mistake", err)
	}
	app, err := s.db.ApplicationByClient(r.Context(), sent["client_id"])
	if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && !app.Good() {
		return nil, vitrine.Errorf(vitrine.Malformed, "the application that sent you here is not known (client_id)")
	}
	if err != nil {
		return nil, err
	}
	a := &ask{app: app, sent: sent, back: sent["redirect_uri"], named: sent["redirect_uri"] != ""}
	if !a.named && len(app.RedirectURIs) == 1 {
		a.back = app.RedirectURIs[0]
	}
	if !app.MayRedirectTo(a.back) {
		return nil, vitrine.Errorf(vitrine.Malformed, "%s wants you sent back to an address that is not registered for it (redirect_uri). "+
			"Nothing was sent there", app.Name)
	}
	return a, nil
}

// challengeForm is what a challenge of S256 looks like (RFC 7636, section 4.2).
var challengeForm = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)

// check refuses what the application asks for wrongly.
func (a *ask) check() (err error) {
	challenge, method := a.sent["code_challenge"], a.sent["code_challenge_method"]
	switch {
	case a.sent["response_type"] == "":
		return &shop.Refusal{Name: shop.InvalidRequest, Detail: "response_type is missing"}
	case a.sent["response_type"] != "code":
		return &shop.Refusal{Name: "unsupported_response_type", Detail: "response_type is code"}
	case challenge == "" && method != "":
		return &shop.Refusal{Name: shop.InvalidRequest, Detail: "code_challenge is missing"}
	case challenge == "" && a.app.Public:
		return &shop.Refusal{Name: shop.InvalidRequest, Detail: "code_challenge is missing: a client without a secret uses PKCE"}
	case challenge != "" && (method != "S256" || !challengeForm.MatchString(challenge)):
		return &shop.Refusal{Name: shop.InvalidRequest, Detail: "code_challenge_method is S256, and code_challenge 43 characters of base64url"}
	}
	a.scopes, err = a.sent.scopes()
	return err
}

// refuse tells the application that it gets nothing. What registered itself gets nobody
// led to its address before they have said yes or no: else this would be a way to have
// people sent anywhere (RFC 9700, section 4.11.2).
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, a *ask, err error) error {
	refused, ok := errors.AsType[*shop.Refusal](err)
	if !ok {
		return err
	}
	if a.app.Registered && refused.Name != shop.AccessDenied {
		return vitrine.Errorf(vitrine.Malformed, "%s asked wrongly: %s (%s)", a.app.Name, refused.Detail, refused.Name)
	}
	return s.leadBack(w, r, a, url.Values{"error": {refused.Name}, "error_description": {plain(refused.Detail)}})
}

// leadBack sends the person back with the answer, which names who it is from (RFC 9207).
func (s *Server) leadBack(w http.ResponseWriter, r *http.Request, a *ask, answer url.Values) error {
	if state, ok := a.sent["state"]; ok {
		answer.Set("state", state)
	}
	answer.Set("iss", s.baseURL)
	address, err := url.Parse(a.back)
	if err != nil {
		return err
	}
	if address.RawQuery != "" {
		address.RawQuery += "&"
	}
	address.RawQuery += answer.Encode()
	if r.Method == http.MethodPost && !pages.FormMayLeadTo(a.back) {
		return s.Render(w, r, http.StatusOK, "back", pages.View{
			Title: locale.Of(r.Context()).T("Back to {name}", a.app.Name), Hidden: true,
			Content: back{Name: a.app.Name, Address: template.URL(address.String())},
		})
	}
	http.Redirect(w, r, address.String(), http.StatusSeeOther)
	return nil
}

// back leads to an address that a form can't.
type back struct {
	Name    string
	Address template.URL // that was registered
}

// asked is what a page says of who asks, and for what.
type asked struct {
	App      *vitrine.Application
	Owner    string // username, "" where nobody has looked at it
	Username string // of who is asked
	Scopes   []vitrine.Scope
	Shown    shop.Offer // sent back with a yes
	Action   string     // address that the form is sent to
	Host     string     // where the answer goes; "" for a device
	UserCode string     // that the device shows
	Device   *vitrine.DeviceRequest
}

func (s *Server) askFor(w http.ResponseWriter, r *http.Request, in shop.SignedIn, a *ask) error {
	content, err := s.asked(r, in, a.app)
	if err != nil {
		return err
	}
	content.Scopes, content.Shown = a.scopes, shop.OfferOf(a.app, a.scopes)
	l := locale.Of(r.Context())
	content.Action, content.Host = r.URL.RequestURI(), hostOf(l, a.back)
	return s.Render(w, r, http.StatusOK, "consent", pages.View{
		Title: l.T("Allow {name}?", a.app.Name), Hidden: true, Content: content, Policy: pages.Policy{FormLeadsTo: []string{a.back}},
	})
}

func (s *Server) asked(r *http.Request, in shop.SignedIn, app *vitrine.Application) (asked, error) {
	content := asked{App: app, Username: in.User.Username}
	if app.Registered {
		return content, nil
	}
	owner, err := s.db.User(r.Context(), app.OwnerID)
	if err == nil {
		content.Owner = owner.Username
	}
	return content, err
}

// hostOf says for people where an address leads.
func hostOf(l *locale.Language, address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return address
	}
	if parsed.Host == "" {
		return l.T("a program on your device ({scheme})", parsed.Scheme)
	}
	return parsed.Host
}

// decide carries out what the person said. A yes to something else than is asked for now
// shows them that.
func (s *Server) decide(w http.ResponseWriter, r *http.Request, in shop.SignedIn, a *ask) error {
	sent, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	shown := shop.Offer(sent.Get("shown"))
	switch decision := sent.Get("decision"); {
	case decision == "allow" && shown == shop.OfferOf(a.app, a.scopes):
		code, err := s.shop.Allow(r.Context(), in, shop.Ask{
			ApplicationID: a.app.ID, Scopes: a.scopes, RedirectURI: a.back, RedirectNamed: a.named, Challenge: a.sent["code_challenge"],
			Shown: shown,
		})
		if err != nil {
			return s.refuse(w, r, a, err)
		}
		return s.leadBack(w, r, a, url.Values{"code": {code}})
	case decision == "deny":
		return s.refuse(w, r, a, &shop.Refusal{Name: shop.AccessDenied, Detail: "the user said no"})
	}
	return s.askFor(w, r, in, a)
}
