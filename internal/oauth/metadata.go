package oauth

import (
	"net/http"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/web"
)

// serverMetadata says where everything is (RFC 8414).
type serverMetadata struct {
	Issuer                string   `json:"issuer"`
	Authorization         string   `json:"authorization_endpoint"`
	Token                 string   `json:"token_endpoint"`
	Revocation            string   `json:"revocation_endpoint"`
	DeviceAuthorization   string   `json:"device_authorization_endpoint"`
	Registration          string   `json:"registration_endpoint,omitempty"`
	Scopes                []string `json:"scopes_supported"`
	ResponseTypes         []string `json:"response_types_supported"`
	ResponseModes         []string `json:"response_modes_supported"`
	Grants                []string `json:"grant_types_supported"`
	TokenAuthMethods      []string `json:"token_endpoint_auth_methods_supported"`
	RevocationAuthMethods []string `json:"revocation_endpoint_auth_methods_supported"`
	ChallengeMethods      []string `json:"code_challenge_methods_supported"`
	SaysIssuer            bool     `json:"authorization_response_iss_parameter_supported"` // RFC 9207
	Languages             []string `json:"ui_locales_supported"`
	Documentation         string   `json:"service_documentation"`
}

func (s *Server) metadata(w http.ResponseWriter, r *http.Request) {
	house, err := s.shop.House(r.Context())
	if err != nil {
		web.WriteProblem(w, r, err)
		return
	}
	methods := []string{"client_secret_basic", "client_secret_post", "none"}
	m := serverMetadata{
		Issuer: s.baseURL, Authorization: s.baseURL + "/oauth/authorize", Token: s.baseURL + "/oauth/token",
		Revocation:          s.baseURL + "/oauth/revoke",
		DeviceAuthorization: s.baseURL + "/oauth/device_authorization", Scopes: scopeNames(), ResponseTypes: []string{"code"},
		ResponseModes: []string{"query"}, Grants: []string{byCode, byRefresh, byCredentials, byDevice}, TokenAuthMethods: methods,
		RevocationAuthMethods: methods, ChallengeMethods: []string{"S256"}, SaysIssuer: true, Documentation: s.baseURL + "/docs",
	}
	for _, l := range locale.All() {
		m.Languages = append(m.Languages, l.Tag)
	}
	if house.DynamicClients {
		m.Registration = s.baseURL + "/oauth/register"
	}
	writeMetadata(w, r, m)
}

// resourceMetadata says who gives tokens for the interface (RFC 9728).
type resourceMetadata struct {
	Resource      string   `json:"resource"`
	Name          string   `json:"resource_name"`
	Servers       []string `json:"authorization_servers"`
	Scopes        []string `json:"scopes_supported"`
	Methods       []string `json:"bearer_methods_supported"`
	Documentation string   `json:"resource_documentation"`
}

func (s *Server) resource(path string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		house, err := s.shop.House(r.Context())
		if err != nil {
			web.WriteProblem(w, r, err)
			return
		}
		writeMetadata(w, r, resourceMetadata{
			Resource: s.baseURL + path, Name: house.Name, Servers: []string{s.baseURL}, Scopes: scopeNames(),
			Methods: []string{"header", "body", "query"}, Documentation: s.baseURL + "/docs",
		})
	}
}

// scopeNames are the scopes that programs may ask for without the operator.
func scopeNames() []string { return strings.Fields(vitrine.JoinScopes(vitrine.DefaultScopes())) }

func writeMetadata(w http.ResponseWriter, r *http.Request, document any) {
	w.Header().Set("Cache-Control", "public, max-age=60")
	if err := web.WriteJSON(w, http.StatusOK, document); err != nil {
		web.WriteProblem(w, r, err)
	}
}
