package oauth

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// deviceAnswer is what a device shows to its user (RFC 8628, section 3.2).
type deviceAnswer struct {
	DeviceCode string `json:"device_code"`
	UserCode   string `json:"user_code"`
	Page       string `json:"verification_uri"`
	WholePage  string `json:"verification_uri_complete"`
	ExpiresIn  int64  `json:"expires_in"` // seconds
	Interval   int64  `json:"interval"`   // seconds
}

func (s *Server) deviceAuthorization(w http.ResponseWriter, r *http.Request) error {
	app, sent, err := s.client(w, r)
	if err != nil {
		return err
	}
	scopes, err := sent.scopes()
	if err != nil {
		return err
	}

	asked, err := s.shop.AskDevice(r.Context(), app, scopes, web.ClientNetwork(r.Context()))
	if err != nil {
		return err
	}

	return web.WriteJSON(w, http.StatusOK, deviceAnswer{
		DeviceCode: asked.Secret, UserCode: asked.UserCode, Page: s.baseURL + "/device",
		WholePage: s.baseURL + "/device?user_code=" + url.QueryEscape(asked.UserCode),
		ExpiresIn: int64(vitrine.DeviceLife.Seconds()), Interval: int64(asked.Interval.Seconds()),
	})
}

// typing is the page on which the code of a device is typed.
type typing struct {
	Typed string
	Wrong string // why the code was not taken
	Said  string // what was said to the last one
}

// device is the page on which somebody types the code that a device shows, sees what asks,
// and says yes or no to it.
func (s *Server) device(w http.ResponseWriter, r *http.Request) error {
	in, ok := session.Of(r.Context())
	if !ok {
		http.Redirect(w, r, "/sign-in"+session.NextQuery(r, r.URL.RequestURI()), http.StatusSeeOther)
		return nil
	}
	if err := session.Agreed(in); err != nil {
		return err
	}
	sent := r.URL.Query()
	if r.Method == http.MethodPost {
		form, err := web.ReadForm(w, r, maxForm)
		if err != nil {
			return err
		}
		for name, values := range form {
			sent[name] = values
		}
	}
	code, said := sent.Get("user_code"), said{}
	if r.Method == http.MethodPost {
		said.decision, said.to = sent.Get("decision"), shop.Offer(sent.Get("shown"))
	}
	if code == "" {
		return s.askCode(w, r, http.StatusOK, typing{})
	}
	return s.aboutDevice(w, r, in, code, said)
}

// said is what a person said, and to what.
type said struct {
	decision string
	to       shop.Offer
}

func (s *Server) aboutDevice(w http.ResponseWriter, r *http.Request, in shop.SignedIn, code string, said said) error {
	l := locale.Of(r.Context())
	device, app, err := s.shop.DeviceOf(r.Context(), in, code, web.ClientNetwork(r.Context()))
	if e, ok := errors.AsType[*vitrine.Error](err); ok && e.Code == vitrine.Invalid {
		return s.askCode(w, r, http.StatusUnprocessableEntity, typing{Typed: code, Wrong: l.Says(e.Fields[0].Detail)})
	}
	if err != nil {
		return err
	}
	scopes, err := s.shop.Grantable(in, app, device.Scopes)
	if err != nil || !app.Good() {
		wrong := l.T("The program that waits may have nothing from you.")
		return s.askCode(w, r, http.StatusUnprocessableEntity, typing{Typed: code, Wrong: wrong})
	}
	if err := s.shop.ProvedFor(r.Context(), in, scopes); err != nil {
		return again(w, r, &url.URL{Path: "/device", RawQuery: url.Values{"user_code": {code}}.Encode()}, err)
	}
	shown := shop.OfferOf(app, scopes)
	if said.decision == "deny" || said.decision == "allow" && said.to == shown {
		return s.decideDevice(w, r, in, device, app, said)
	}
	content, err := s.asked(r, in, app)
	if err != nil {
		return err
	}
	device.Network = strings.TrimSuffix(device.Network, "/32") // one address, as people know it
	content.Scopes, content.Shown = scopes, shown
	content.Action, content.UserCode, content.Device = "/device", auth.CleanUserCode(code), device
	return s.Render(w, r, http.StatusOK, "consent", pages.View{Title: l.T("Allow {name}?", app.Name), Hidden: true, Content: content})
}

func (s *Server) decideDevice(w http.ResponseWriter, r *http.Request, in shop.SignedIn, device *vitrine.DeviceRequest,
	app *vitrine.Application, said said) error {
	allow := said.decision == "allow"
	if err := s.shop.DecideDevice(r.Context(), in, device, said.to, allow); err != nil {
		return err
	}
	l := locale.Of(r.Context())
	if allow {
		return s.askCode(w, r, http.StatusOK, typing{Said: l.T("You allowed {name}. Go back to your device: it goes on by itself.", app.Name)})
	}
	return s.askCode(w, r, http.StatusOK, typing{Said: l.T("You said no. {name} gets nothing.", app.Name)})
}

func (s *Server) askCode(w http.ResponseWriter, r *http.Request, status int, content typing) error {
	return s.Render(w, r, status, "device", pages.View{Title: locale.Of(r.Context()).T("Connect a device"), Hidden: true, Content: content})
}
