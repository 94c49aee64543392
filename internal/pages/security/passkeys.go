package security

import (
	"cmp"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"net/url"

	"vitrine"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// readAll reads the body of a request that is JSON: no form of another site is.
func readAll(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return nil, vitrine.Errorf(vitrine.Malformed, "send application/json")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return nil, &vitrine.Error{Code: vitrine.Malformed, Message: "the body ended early, or is too large", Err: err}
	}
	return body, nil
}

// shown is what a script sends that a browser has answered.
type shown struct {
	Name   string          `json:"name"`   // of a new passkey
	Next   string          `json:"next"`   // where somebody goes on to
	Answer json.RawMessage `json:"answer"` // RegistrationResponseJSON or AuthenticationResponseJSON
}

// onward tells the script where to go.
type onward struct {
	Next string `json:"next"`
}

func goOn(next string) onward { return onward{cmp.Or(web.OwnPath(next), "/account")} }

func (p *Pages) askPasskey(w http.ResponseWriter, r *http.Request) (any, error) {
	options, browser, err := p.shop.AskPasskey(r.Context(), p.Sessions().BrowserSecret(r), p.Sessions().Browser(r))
	if err != nil {
		return nil, err
	}
	p.Sessions().KeepBrowser(w, browser)
	return options, nil
}

func (p *Pages) signIn(w http.ResponseWriter, r *http.Request) (any, error) {
	var said shown
	if err := read(w, r, &said); err != nil {
		return nil, err
	}
	started, err := p.shop.SignInByPasskey(r.Context(), said.Answer, p.Sessions().BrowserSecret(r), p.Sessions().Browser(r))
	if err != nil {
		return nil, err
	}
	return goOn(said.Next), p.Sessions().Begin(w, r, started)
}

func (p *Pages) askOwn(w http.ResponseWriter, r *http.Request) (any, error) {
	in, err := present(r)
	if err != nil {
		return nil, err
	}
	options, browser, err := p.shop.AskOwnPasskey(r.Context(), in, p.Sessions().BrowserSecret(r))
	if err != nil {
		return nil, err
	}
	p.Sessions().KeepBrowser(w, browser)
	return options, nil
}

func (p *Pages) prove(w http.ResponseWriter, r *http.Request) (any, error) {
	in, err := present(r)
	if err != nil {
		return nil, err
	}
	var said shown
	if err := read(w, r, &said); err != nil {
		return nil, err
	}
	started, err := p.shop.ProveByPasskey(r.Context(), in, said.Answer, p.Sessions().BrowserSecret(r), p.Sessions().Browser(r))
	if err != nil {
		return nil, err
	}
	return goOn(said.Next), p.Sessions().Begin(w, r, started)
}

func (p *Pages) askNew(_ http.ResponseWriter, r *http.Request) (any, error) {
	in, err := required(r)
	if err != nil {
		return nil, err
	}
	return p.shop.AskNewPasskey(r.Context(), in)
}

func (p *Pages) add(w http.ResponseWriter, r *http.Request) (any, error) {
	in, err := required(r)
	if err != nil {
		return nil, err
	}
	var said shown
	if err := read(w, r, &said); err != nil {
		return nil, err
	}
	if _, err := p.shop.AddPasskey(r.Context(), in, cmp.Or(said.Name, in.Session.Agent), said.Answer); err != nil {
		return nil, err
	}
	next := home + "?done=added"
	if onto := web.OwnPath(said.Next); onto != "" {
		next += "&next=" + url.QueryEscape(onto)
	}
	return onward{next}, nil
}

// change renames or removes what a list shows.
func (p *Pages) change(w http.ResponseWriter, r *http.Request,
	rename func(in shop.SignedIn, id int64, name string) error, remove func(in shop.SignedIn, id int64) error) error {
	in, err := required(r)
	if err != nil {
		return err
	}
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	form, err := web.ReadForm(w, r, maxBody)
	if err != nil {
		return err
	}
	done := "renamed"
	if form.Get("do") == "remove" {
		done, err = "removed", remove(in, id)
	} else {
		err = rename(in, id, form.Get("name"))
	}
	if err != nil {
		return err
	}
	return pages.Done(w, r, home, done)
}

func (p *Pages) changePasskey(w http.ResponseWriter, r *http.Request) error {
	return p.change(w, r, func(in shop.SignedIn, id int64, name string) error {
		return p.shop.RenamePasskey(r.Context(), in, id, name)
	}, func(in shop.SignedIn, id int64) error { return p.shop.RemovePasskey(r.Context(), in, id) })
}

func (p *Pages) changeApp(w http.ResponseWriter, r *http.Request) error {
	return p.change(w, r, func(in shop.SignedIn, id int64, name string) error {
		return p.shop.RenameFactor(r.Context(), in, id, name)
	}, func(in shop.SignedIn, id int64) error { return p.shop.RemoveFactor(r.Context(), in, id) })
}
