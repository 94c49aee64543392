package oauth

import (
	"encoding/base64"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// maxForm is how many bytes a form may have.
const maxForm = 64 << 10

// form are the parameters of a request. Each comes once (RFC 6749, section 3.2).
type form map[string]string

func readForm(w http.ResponseWriter, r *http.Request) (form, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/x-www-form-urlencoded" {
		return nil, &shop.Refusal{Name: shop.InvalidRequest, Detail: "send the parameters as application/x-www-form-urlencoded in the body"}
	}
	values, err := web.ReadValues(w, r, maxForm)
	if err != nil {
		return nil, err
	}
	return once(values)
}

// once refuses parameters that came twice: two readers might see different ones.
func once(values url.Values) (form, error) {
	read := form{}
	for name, list := range values {
		if len(list) > 1 {
			return nil, &shop.Refusal{Name: shop.InvalidRequest, Detail: "the parameter " + name + " came more than once"}
		}
		read[name] = list[0]
	}
	return read, nil
}

// scopes reads the parameter scope; nil when none are named.
func (f form) scopes() ([]vitrine.Scope, error) {
	if strings.TrimSpace(f["scope"]) == "" {
		return nil, nil
	}
	scopes, err := vitrine.ParseScopes(f["scope"])
	if err != nil {
		return nil, &shop.Refusal{Name: shop.InvalidScope, Detail: err.Error()}
	}
	return scopes, nil
}

// proofOf reads by which application a request was made: from the header Authorization, or
// from the body, never from the address (RFC 6749, section 2.3.1).
func proofOf(r *http.Request, sent form) (shop.ClientProof, error) {
	proof := shop.ClientProof{ID: sent["client_id"], Secret: sent["client_secret"]}
	scheme, encoded, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if strings.EqualFold(scheme, "Basic") {
		id, secret, ok := basic(encoded)
		if !ok {
			return proof, &shop.Refusal{Name: shop.InvalidClient, Detail: "the header Authorization does not parse"}
		}
		if proof.Secret != "" || proof.ID != "" && proof.ID != id {
			return proof, &shop.Refusal{Name: shop.InvalidRequest, Detail: "send the client's id and secret in one way, not in two"}
		}
		return shop.ClientProof{ID: id, Secret: secret}, nil
	}
	if proof.ID == "" {
		return proof, &shop.Refusal{Name: shop.InvalidClient,
			Detail: "send client_id, and the client's secret if it has one, in the body or as " +
				"HTTP Basic"}
	}
	return proof, nil
}

// basic reads HTTP Basic, whose parts are form-encoded.
func basic(encoded string) (id, secret string, ok bool) {
	text, err := base64.StdEncoding.DecodeString(strings.TrimSpace(encoded))
	if err != nil {
		return "", "", false
	}
	id, secret, ok = strings.Cut(string(text), ":")
	id, errID := url.QueryUnescape(id)
	secret, errSecret := url.QueryUnescape(secret)
	return id, secret, ok && errID == nil && errSecret == nil
}

func logClient(r *http.Request, app *vitrine.Application, sent form) {
	web.Log(r.Context(), slog.Int64("application", app.ID))
	if grant := sent["grant_type"]; len(grant) < 60 {
		web.Log(r.Context(), slog.String("grant_type", grant))
	}
}
