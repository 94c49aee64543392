package oauth

import (
	"errors"
	"net/http"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// The grants by which tokens are given.
const (
	byCredentials = "client_credentials"
	byCode        = "authorization_code"
	byRefresh     = "refresh_token"
	byDevice      = "urn:ietf:params:oauth:grant-type:device_code"
)

// token gives an application tokens. A redirect_uri beside client_credentials means
// nothing, and is let pass: clients send it.
func (s *Server) token(w http.ResponseWriter, r *http.Request) error {
	app, sent, err := s.proved(w, r)
	if err != nil {
		return err
	}

	issued, err := s.counted(w, r, app, sent)
	if err != nil {
		return err
	}

	return s.writeTokens(w, issued)
}

// counted is exchange, taken from the application's budget. A device that waits, and asks no
// more often than it was told, asks for nothing: any number may wait at once.
func (s *Server) counted(w http.ResponseWriter, r *http.Request, app *vitrine.Application, sent form) (issued shop.Issued, err error) {
	budget := budgetOf(r, app)
	if sent["grant_type"] != byDevice {
		if err := s.limiter.Take(w.Header(), web.Tokens, budget); err != nil {
			return issued, err
		}
		return s.exchange(r, app, sent)
	}
	if err := s.limiter.Spent(web.Tokens, budget); err != nil {
		return issued, err
	}
	issued, err = s.exchange(r, app, sent)
	if refused, ok := errors.AsType[*shop.Refusal](err); !ok || refused.Name != shop.AuthorizationPending {
		_ = s.limiter.Take(w.Header(), web.Tokens, budget) // for the next one: this one has its answer
	}
	return issued, err
}

func (s *Server) exchange(r *http.Request, app *vitrine.Application, sent form) (issued shop.Issued, err error) {
	scopes, err := sent.scopes()
	if err != nil {
		return issued, err
	}
	needs := map[string]string{byCode: "code", byRefresh: "refresh_token", byDevice: "device_code"}
	if name := needs[sent["grant_type"]]; name != "" && sent[name] == "" {
		return issued, &shop.Refusal{Name: shop.InvalidRequest, Detail: "the parameter " + name + " is missing"}
	}
	switch sent["grant_type"] {
	case byCredentials:
		return s.shop.TokenOfApplication(r.Context(), app, scopes)
	case byCode:
		return s.shop.RedeemCode(r.Context(), app, shop.Redemption{
			Code: sent["code"], RedirectURI: sent["redirect_uri"], Verifier: sent["code_verifier"],
		})
	case byRefresh:
		return s.shop.Refresh(r.Context(), app, sent["refresh_token"], scopes)
	case byDevice:
		return s.shop.RedeemDevice(r.Context(), app, sent["device_code"])
	case "":
		return issued, &shop.Refusal{Name: shop.InvalidRequest, Detail: "the parameter grant_type is missing"}
	}
	return issued, &shop.Refusal{Name: shop.UnsupportedGrant,
		Detail: "grant_type is client_credentials, authorization_code, refresh_token or " + byDevice}
}

// revoke ends a token (RFC 7009). token_type_hint may say what it is; it is found without.
func (s *Server) revoke(w http.ResponseWriter, r *http.Request) error {
	app, sent, err := s.client(w, r)
	if err != nil {
		return err
	}
	if sent["token"] == "" {
		return &shop.Refusal{Name: shop.InvalidRequest, Detail: "the parameter token is missing"}
	}

	if err := s.shop.RevokeByClient(r.Context(), app, sent["token"]); err != nil {
		return err
	}

	return web.WriteJSON(w, http.StatusOK, struct{}{})
}
