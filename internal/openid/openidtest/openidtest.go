// Package openidtest is an OpenID provider for tests, on the loopback interface: it knows
// everybody whom a test tells it of, asks nobody, and can be told to lie.
package openidtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"
)

// The client that the provider knows. Its secret has characters that must be escaped.
const (
	ClientID     = "a shop"
	ClientSecret = "s3cret+/%"
)

// Provider is a provider. Its members are changed while nobody asks it.
type Provider struct {
	URL     string
	Person  map[string]any // claims of whoever comes
	Token   map[string]any // claims in place of the right ones; nil values are left out
	About   map[string]any // of its metadata, in place of the right ones
	Info    map[string]any // what it says of somebody beside the token
	Answer  url.Values     // parameters that browsers are sent back with, in place of the right ones
	Refuses bool           // to exchange codes
	Forged  bool           // tokens are signed by somebody else
	Now     func() time.Time

	key, other *ecdsa.PrivateKey
	mu         sync.Mutex
	given      map[string]url.Values // what was asked, by the code that was given for it
	asked      []url.Values
}

// New starts a provider that stops when the test ends.
func New(t testing.TB) *Provider {
	t.Helper()
	p := &Provider{
		Person: map[string]any{"sub": "ada-at-home"}, Info: map[string]any{"sub": "ada-at-home"},
		given: map[string]url.Values{}, Now: time.Now,
	}
	for _, key := range []**ecdsa.PrivateKey{&p.key, &p.other} {
		var err error
		if *key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
			t.Fatal(err)
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.about)
	mux.HandleFunc("GET /authorize", p.authorize)
	mux.HandleFunc("POST /token", p.token)
	mux.HandleFunc("GET /keys", p.keys)
	mux.HandleFunc("GET /userinfo", func(w http.ResponseWriter, _ *http.Request) { write(w, http.StatusOK, p.Info) })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	p.URL = server.URL
	return p
}

// Asked are what browsers were sent with so far.
func (p *Provider) Asked() []url.Values {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked
}

func (p *Provider) about(w http.ResponseWriter, _ *http.Request) {
	about := map[string]any{
		"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token", "jwks_uri": p.URL + "/keys",
		"userinfo_endpoint": p.URL + "/userinfo", "id_token_signing_alg_values_supported": []string{"ES256"},
		"authorization_response_iss_parameter_supported": true,
	}
	maps.Copy(about, p.About)
	write(w, http.StatusOK, about)
}

func (p *Provider) authorize(w http.ResponseWriter, r *http.Request) {
	asked, code := r.URL.Query(), rand.Text()
	p.mu.Lock()
	p.given[code] = asked
	p.asked = append(p.asked, asked)
	p.mu.Unlock()
	answer := url.Values{"code": {code}, "state": {asked.Get("state")}, "iss": {p.URL}}
	maps.Copy(answer, p.Answer)
	http.Redirect(w, r, asked.Get("redirect_uri")+"?"+answer.Encode(), http.StatusSeeOther)
}

// token exchanges a code, once, for the client that it was given to.
func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	code := r.PostFormValue("code")
	p.mu.Lock()
	asked, ok := p.given[code]
	delete(p.given, code)
	p.mu.Unlock()
	sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	id, secret, _ := r.BasicAuth()
	if !ok || p.Refuses || id != url.QueryEscape(ClientID) || secret != url.QueryEscape(ClientSecret) || asked.Get("client_id") != ClientID ||
		asked.Get("redirect_uri") != r.PostFormValue("redirect_uri") || asked.Get("code_challenge_method") != "S256" ||
		asked.Get("code_challenge") != base64.RawURLEncoding.EncodeToString(sum[:]) {
		write(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant"})
		return
	}
	now := p.Now()
	claims := map[string]any{
		"iss": p.URL, "aud": ClientID, "iat": now.Unix(), "exp": now.Add(time.Minute).Unix(),
		"nonce": asked.Get("nonce"), "auth_time": now.Unix(),
	}
	maps.Copy(claims, p.Person)
	maps.Copy(claims, p.Token)
	maps.DeleteFunc(claims, func(_ string, value any) bool { return value == nil })
	write(w, http.StatusOK, map[string]any{"access_token": "an access token", "token_type": "Bearer", "id_token": p.sign(claims)})
}

// sign makes a token of claims (RFC 7515, ES256).
func (p *Provider) sign(claims map[string]any) string {
	body, _ := json.Marshal(claims)
	signed := encode([]byte(`{"alg":"ES256","kid":"1"}`)) + "." + encode(body)
	sum, key := sha256.Sum256([]byte(signed)), p.key
	if p.Forged {
		key = p.other
	}
	r, s, _ := ecdsa.Sign(rand.Reader, key, sum[:])
	return signed + "." + encode(append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...))
}

func (p *Provider) keys(w http.ResponseWriter, _ *http.Request) {
	point, err := p.key.PublicKey.Bytes()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	write(w, http.StatusOK, map[string]any{"keys": []any{map[string]any{
		"kty": "EC", "crv": "P-256", "kid": "1", "alg": "ES256", "use": "sig", "x": encode(point[1:33]), "y": encode(point[33:]),
	}}})
}

func encode(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }

func write(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value)
}
