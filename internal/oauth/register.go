package oauth

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// What is wrong with a registration (RFC 7591, section 3.2.2).
const (
	invalidRedirect = "invalid_redirect_uri"
	invalidMetadata = "invalid_client_metadata"
)

// clientMetadata is what a program says of itself that registers. What it says beside
// that is left out, and no address of it is ever fetched.
type clientMetadata struct {
	RedirectURIs  []string `json:"redirect_uris"`
	Name          string   `json:"client_name,omitempty"`
	AuthMethod    string   `json:"token_endpoint_auth_method"`
	GrantTypes    []string `json:"grant_types"`
	ResponseTypes []string `json:"response_types"`
	Scope         string   `json:"scope"`
}

// registered is the answer to one that did.
type registered struct {
	ID       string `json:"client_id"`
	Secret   string `json:"client_secret,omitempty"`
	IssuedAt int64  `json:"client_id_issued_at"`
	Expires  *int64 `json:"client_secret_expires_at,omitempty"` // 0: never
	clientMetadata
}

// register makes an application of a program that asks for it (RFC 7591), where the
// operator lets programs do so.
func (s *Server) register(w http.ResponseWriter, r *http.Request) error {
	asked, scopes, err := readMetadata(w, r)
	if err != nil {
		return err
	}

	app, secret, err := s.shop.RegisterProgram(r.Context(), shop.NewProgram{
		Name: asked.Name, RedirectURIs: asked.RedirectURIs, Public: asked.AuthMethod == "none", Scopes: scopes,
		Network: web.ClientNetwork(r.Context()),
	})
	if err != nil {
		return registrationError(err)
	}

	asked.Scope = vitrine.JoinScopes(app.Scopes)
	out := registered{ID: app.ClientID, Secret: secret, IssuedAt: app.CreatedAt.Unix(), clientMetadata: *asked}
	if secret != "" {
		out.Expires = new(int64)
	}
	return web.WriteJSON(w, http.StatusCreated, out)
}

// readMetadata reads what a program says of itself, and fills in what it leaves out.
func readMetadata(w http.ResponseWriter, r *http.Request) (*clientMetadata, []vitrine.Scope, error) {
	m := &clientMetadata{
		AuthMethod: "client_secret_basic", GrantTypes: []string{byCode}, ResponseTypes: []string{"code"}, Name: "Unnamed program",
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxForm))
	if err == nil {
		err = json.Unmarshal(body, m)
	}
	if err != nil {
		return nil, nil, &shop.Refusal{Name: invalidMetadata, Detail: "the body is not a JSON object with client metadata"}
	}
	if !slices.Contains([]string{"none", "client_secret_basic", "client_secret_post"}, m.AuthMethod) {
		return nil, nil, &shop.Refusal{Name: invalidMetadata,
			Detail: "token_endpoint_auth_method is none, client_secret_basic or client_secret_post"}
	}
	m.GrantTypes = slices.DeleteFunc(m.GrantTypes, func(grant string) bool {
		return !slices.Contains([]string{byCode, byRefresh, byDevice},
			grant)
	})
	m.ResponseTypes = []string{"code"}
	if len(m.GrantTypes) == 0 {
		return nil, nil, &shop.Refusal{Name: invalidMetadata, Detail: "grant_types has none of " + byCode + ", " + byRefresh + " and " + byDevice}
	}
	if len(m.RedirectURIs) == 0 && slices.Contains(m.GrantTypes, byCode) {
		return nil, nil, &shop.Refusal{Name: invalidRedirect, Detail: "redirect_uris is missing"}
	}
	// A program may ask for more than there is: it gets what there is of that.
	return m, knownScopes(m.Scope), nil
}

// knownScopes reads those scopes of a text that there are; nil for none.
func knownScopes(text string) (scopes []vitrine.Scope) {
	for word := range strings.FieldsSeq(text) {
		if slices.Contains(vitrine.AllScopes(), vitrine.Scope(word)) {
			scopes = append(scopes, vitrine.Scope(word))
		}
	}
	return scopes
}

// registrationError names what is wrong with an application as RFC 7591 does.
func registrationError(err error) error {
	e, ok := errors.AsType[*vitrine.Error](err)
	if !ok || e.Code != vitrine.Invalid {
		return err
	}
	refused := &shop.Refusal{Name: invalidMetadata, Detail: e.Message}
	for _, field := range e.Fields {
		refused.Detail = field.Detail
		if field.Pointer == "/redirect_uris" {
			refused.Name = invalidRedirect
		}
	}
	return refused
}
