package app_test

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/app"
	"vitrine/internal/shop"
)

// backAt is where the test's applications have people led back to. Nothing listens there.
const backAt = "http://127.0.0.1:9/callback"

// provider is a marketplace that applications ask for tokens.
type provider struct {
	*market
	ahead *atomic.Int64 // how far its clock is ahead of the machine's
}

// newProvider serves a marketplace with one model, free of limits.
func newProvider(t *testing.T) *provider {
	t.Helper()
	c, ahead := unlimited(t), &atomic.Int64{}
	c.TokenRate = 0
	now := func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	return &provider{marketWith(t, app.Options{Config: c, Read: readOnce, Now: now}, "ada"), ahead}
}

// client is an application as its maker knows it.
type client struct {
	*vitrine.Application
	secret string
}

func (p *provider) application(t *testing.T, n shop.NewApplication) client {
	t.Helper()
	owner, err := p.app.User(t.Context(), "ada")
	if err != nil {
		t.Fatal(err)
	}
	n.OwnerID = owner.ID
	made, secret, err := p.app.Shop().CreateApplication(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	return client{made, secret}
}

// openRegistration lets programs register themselves.
func (p *provider) openRegistration(t *testing.T) {
	t.Helper()
	house := vitrine.DefaultHouse()
	house.DynamicClients = true
	if err := p.app.Shop().SetHouse(t.Context(), house); err != nil {
		t.Fatal(err)
	}
}

// person is somebody with a browser.
type person struct {
	http *http.Client
	at   string
}

// visitor is a person whom nobody knows.
func (p *provider) visitor(t *testing.T) *person {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &person{&http.Client{Transport: p.client.Transport, Jar: jar, CheckRedirect: stay}, p.public}
}

// person is a new user who is signed in.
func (p *provider) person(t *testing.T, name string) *person {
	t.Helper()
	started, err := p.app.Shop().Join(t.Context(), shop.NewAccount{Username: name, Email: name + "@example.com", Password: "correct horse"},
		shop.Browser{})
	if err != nil {
		t.Fatal(err)
	}
	return p.with(t, started)
}

// with is a browser with a session.
func (p *provider) with(t *testing.T, started shop.Started) *person {
	t.Helper()
	visitor := p.visitor(t)
	at, err := url.Parse(p.public)
	if err != nil {
		t.Fatal(err)
	}
	visitor.http.Jar.SetCookies(at, []*http.Cookie{{Name: "vitrine-session", Value: started.Secret, Path: "/"}})
	return visitor
}

// shown is what a person or a program got.
type shown struct {
	status int
	header http.Header
	body   string
}

// where is the address that the answer leads to, without its query, and that.
func (s shown) where(t *testing.T) (address string, query url.Values) {
	t.Helper()
	to, err := url.Parse(s.header.Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	query, to.RawQuery = to.Query(), ""
	return to.String(), query
}

// yes is the form by which somebody says yes to what a page shows.
func (s shown) yes() url.Values {
	form := url.Values{"decision": {"allow"}}
	for _, field := range regexp.MustCompile(`<input type="hidden" name="(\w+)" value="([^"]*)"`).FindAllStringSubmatch(s.body, -1) {
		form.Set(field[1], field[2])
	}
	return form
}

func (s shown) json(t *testing.T) map[string]any {
	t.Helper()
	var record map[string]any
	if err := json.Unmarshal([]byte(s.body), &record); err != nil {
		t.Fatalf("%d %s: %v", s.status, s.body, err)
	}
	return record
}

func (p *person) do(t *testing.T, r *http.Request) shown {
	t.Helper()
	response, err := p.http.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return shown{response.StatusCode, response.Header, string(body)}
}

func (p *person) get(t *testing.T, path string) shown {
	t.Helper()
	return p.do(t, p.request(t, http.MethodGet, path, ""))
}

func (p *person) post(t *testing.T, path string, form url.Values) shown {
	t.Helper()
	r := p.request(t, http.MethodPost, path, form.Encode())
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return p.do(t, r)
}

func (p *person) request(t *testing.T, method, path, body string) *http.Request {
	t.Helper()
	if !strings.Contains(path, "://") {
		path = p.at + path
	}
	r, err := http.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// allow opens an address of /oauth/authorize, says yes, and returns what is sent back.
func (p *person) allow(t *testing.T, address string) url.Values {
	t.Helper()
	page := p.get(t, address)
	if page.status != http.StatusOK || !strings.Contains(page.body, `value="allow"`) {
		t.Fatalf("%s shows %d: %.600s", address, page.status, page.body)
	}
	answer := p.post(t, address, page.yes())
	if answer.status != http.StatusSeeOther {
		t.Fatalf("saying yes: %d %.600s", answer.status, answer.body)
	}
	_, query := answer.where(t)
	if query.Get("code") == "" || query.Get("iss") != p.at {
		t.Fatalf("saying yes leads back with %v", query)
	}
	return query
}

// ask is the address of /oauth/authorize with parameters.
func ask(parameters ...string) string {
	query := url.Values{}
	for i := 0; i < len(parameters); i += 2 {
		query.Add(parameters[i], parameters[i+1])
	}
	return "/oauth/authorize?" + query.Encode()
}

// pkce is a verifier and its challenge.
func pkce() (verifier, challenge string) {
	verifier = rand.Text() + rand.Text()
	sum := sha256.Sum256([]byte(verifier))
	return verifier, base64.RawURLEncoding.EncodeToString(sum[:])
}

// program sends a form to an address that programs talk to, with id and secret in the body.
func (p *provider) program(t *testing.T, path string, c client, parameters ...string) shown {
	t.Helper()
	form := url.Values{"client_id": {c.ClientID}}
	if c.secret != "" {
		form.Set("client_secret", c.secret)
	}
	for i := 0; i < len(parameters); i += 2 {
		form.Add(parameters[i], parameters[i+1])
	}
	return p.visitor(t).post(t, path, form)
}

// me asks the interface whom a token stands for.
func (p *provider) me(t *testing.T, token string) shown {
	t.Helper()
	return p.bearer(t, http.MethodGet, "/v1/users/me", token, "")
}

func (p *provider) bearer(t *testing.T, method, path, token, body string) shown {
	t.Helper()
	v := p.visitor(t)
	r := v.request(t, method, path, body)
	r.Header.Set("Authorization", "Bearer "+token)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return v.do(t, r)
}

// wantTokens fails unless an answer has what RFC 6749, section 5.1, and the contract say.
func wantTokens(t *testing.T, got shown, refresh bool, scope string) (access, again string) {
	t.Helper()
	record := got.json(t)
	if got.status != http.StatusOK || got.header.Get("Cache-Control") != "no-store" || record["token_type"] != "Bearer" ||
		record["expires_in"] != 7200.0 || record["scope"] != scope || record["created_at"].(float64) < 1.7e9 {
		t.Fatalf("tokens are %d %v %s, want the scope %q", got.status, got.header, got.body, scope)
	}
	access, _ = record["access_token"].(string)
	again, _ = record["refresh_token"].(string)
	if !strings.HasPrefix(access, "vtr_") || refresh != (again != "") {
		t.Fatalf("tokens are %s", got.body)
	}
	return access, again
}

// wantRefused fails unless an answer is an error of RFC 6749, section 5.2.
func wantRefused(t *testing.T, what string, got shown, status int, code string) {
	t.Helper()
	if got.status != status || got.json(t)["error"] != code || got.header.Get("Cache-Control") != "no-store" {
		t.Errorf("%s: %d %v %s, want %d %s", what, got.status, got.header, got.body, status, code)
	}
	if status == http.StatusUnauthorized && !strings.HasPrefix(got.header.Get("WWW-Authenticate"), "Basic ") {
		t.Errorf("%s: 401 with the challenge %q", what, got.header.Get("WWW-Authenticate"))
	}
}

// defaultScopes are what a token has that is asked for without naming any.
const defaultScopes = "models:read models:write orders:read orders:write"

// TestKnownClients plays requests of clients that are in use, as they are on the wire.
func TestKnownClients(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	c := p.application(t, shop.NewApplication{Name: "Workshop", RedirectURIs: []string{backAt}})

	t.Run("omniauth-cgtrader, form", func(t *testing.T) { p.omniauth(t, c, false) })
	t.Run("omniauth-cgtrader, Basic", func(t *testing.T) { p.omniauth(t, c, true) })
	t.Run("a server that asks with a scope it was given", func(t *testing.T) {
		access, _ := wantTokens(t, p.program(t, "/oauth/token", c, "grant_type", "client_credentials", "scope", "models:read"), false,
			"models:read")
		if got := p.bearer(t, http.MethodGet, "/v1/models", access, ""); got.status != http.StatusOK {
			t.Errorf("models: %d %s", got.status, got.body)
		}
		if got := p.bearer(t, http.MethodGet, "/v1/orders", access, ""); got.status != http.StatusForbidden {
			t.Errorf("orders: %d %s", got.status, got.body)
		}
	})
	t.Run("a scraper that sends a meaningless redirect_uri", func(t *testing.T) {
		got := p.program(t, "/oauth/token", c, "grant_type", "client_credentials", "redirect_uri", "..")
		access, _ := wantTokens(t, got, false, defaultScopes)
		if got := p.bearer(t, http.MethodGet, "/v1/models?keywords=auto&per_page=100", access, ""); got.status != http.StatusOK {
			t.Errorf("models: %d %s", got.status, got.body)
		}
	})
	t.Run("one that asks a new token before each call", func(t *testing.T) {
		for range 25 {
			access, _ := wantTokens(t, p.program(t, "/oauth/token", c, "grant_type", "client_credentials"), false, defaultScopes)
			if got := p.bearer(t, http.MethodGet, "/v1/categories.json", access, ""); got.status != http.StatusOK {
				t.Fatalf("categories: %d %s", got.status, got.body)
			}
		}
	})
}

// omniauth signs a person in to an application as omniauth-oauth2 with oauth2 1.4.4 does:
// no scope, no PKCE, the secret in the body or as HTTP Basic, then v1/users/me.json.
func (p *provider) omniauth(t *testing.T, c client, basic bool) {
	eve := p.person(t, "eve"+map[bool]string{true: "2"}[basic])
	back := eve.allow(t, ask("client_id", c.ClientID, "redirect_uri", backAt, "response_type", "code", "state", "a state & more"))
	if back.Get("state") != "a state & more" {
		t.Errorf("the state came back as %q", back.Get("state"))
	}
	form := url.Values{"grant_type": {"authorization_code"}, "code": {back.Get("code")}, "redirect_uri": {backAt}}
	v := p.visitor(t)
	if !basic {
		form.Set("client_id", c.ClientID)
		form.Set("client_secret", c.secret)
	}
	r := v.request(t, http.MethodPost, "/oauth/token", form.Encode())
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if basic {
		r.SetBasicAuth(c.ClientID, c.secret)
	}
	access, _ := wantTokens(t, v.do(t, r), true, defaultScopes)
	record := p.bearer(t, http.MethodGet, "/v1/users/me.json", access, "").json(t)
	application, _ := record["application"].(map[string]any)
	if record["username"] != "eve"+map[bool]string{true: "2"}[basic] || application["client_id"] != c.ClientID {
		t.Errorf("signed in as %v", record)
	}
}

// TestApplicationSells has an application order for its customers: by itself it sees what it
// ordered, and one that a user allowed buys for that user.
func TestApplicationSells(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	path := p.draft(t, upload{members: map[string]any{"title": "Oak stool", "category": "furniture", "subcategory": "chairs", "price": 12},
		files: []namedFile{{plain + "stool.txt", []byte("stool")}}, pictures: []namedFile{{"stool.png", swatch(1)}}})
	p.publish(t, path)
	id := strings.TrimPrefix(path, "/v1/models/")
	one := p.application(t, shop.NewApplication{Name: "One", RedirectURIs: []string{backAt}})
	other := p.application(t, shop.NewApplication{Name: "Other"})
	of := func(c client) string {
		access, _ := wantTokens(t, p.program(t, "/oauth/token", c, "grant_type", "client_credentials"), false, defaultScopes)
		return access
	}
	tokens := map[string]string{"one": of(one), "other": of(other), "owner": p.token}
	back := p.person(t, "eve").allow(t, ask("client_id", one.ClientID, "response_type", "code"))
	tokens["eve"], _ = wantTokens(t, p.program(t, "/oauth/token", one, "grant_type", "authorization_code", "code", back.Get("code")), true,
		defaultScopes)

	made := map[string]string{}
	for by, want := range map[string]string{"one": "customer@example.net", "eve": "eve@example.com"} {
		order := p.bearer(t, http.MethodPost, "/v1/orders/", tokens[by],
			`{"model_id": `+id+`, "uuid": "same", "buyers_email": "customer@example.net",
			"again": true}`)
		if order.status != http.StatusCreated || order.json(t)["buyers_email"] != want {
			t.Fatalf("%s orders: %d %s, want it for %s", by, order.status, order.body, want)
		}
		made[by] = order.json(t)["id"].(string)
	}
	for by, want := range map[string]string{"one": made["one"], "eve": made["eve"], "other": "", "owner": made["one"]} {
		list := p.bearer(t, http.MethodGet, "/v1/orders", tokens[by], "").json(t)
		found := ""
		for _, order := range list["orders"].([]any) {
			found += order.(map[string]any)["id"].(string)
		}
		if found != want {
			t.Errorf("%s sees the orders %q, want %q", by, found, want)
		}
		status := map[bool]int{true: http.StatusOK, false: http.StatusNotFound}[want == made["one"]]
		if got := p.bearer(t, http.MethodGet, "/v1/orders/"+made["one"], tokens[by], ""); got.status != status {
			t.Errorf("%s reads the application's order: %d, want %d", by, got.status, status)
		}
	}
	if got := p.bearer(t, http.MethodDelete, "/v1/orders/"+made["one"], tokens["other"], ""); got.status != http.StatusNotFound {
		t.Errorf("another application cancels: %d %s", got.status, got.body)
	}

	if err := p.app.Shop().RemoveApplication(t.Context(), one.ID); err != nil {
		t.Fatal(err)
	}
	for _, by := range []string{"one", "eve"} {
		if got := p.me(t, tokens[by]); got.status != http.StatusUnauthorized {
			t.Errorf("removed, the application is let in as %s: %d", by, got.status)
		}
	}
	wantRefused(t, "removed", p.program(t, "/oauth/token", one, "grant_type", "client_credentials"), http.StatusUnauthorized, "invalid_client")
}

// TestNewAgent is what a program does that was told an address and nothing else: it finds
// who gives tokens, registers itself, and asks with PKCE.
func TestNewAgent(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	agent := p.visitor(t)
	refused := agent.get(t, "/v1/models")
	if got := refused.header.Get("WWW-Authenticate"); got != `Bearer realm="vitrine"` {
		t.Errorf("the first challenge is %q", got)
	}
	challenges := strings.Join(refused.header.Values("WWW-Authenticate"), ", ")
	_, rest, _ := strings.Cut(challenges, `resource_metadata="`)
	about, _, _ := strings.Cut(rest, `"`)
	resource := agent.get(t, about).json(t)
	issuer, _ := resource["authorization_servers"].([]any)[0].(string)
	closed := agent.get(t, issuer+"/.well-known/oauth-authorization-server").json(t)
	if resource["resource"] != p.public || closed["issuer"] != p.public || closed["registration_endpoint"] != nil {
		t.Fatalf("found %v and %v", resource, closed)
	}
	metadata := `{"client_name": "Agent", "redirect_uris": ["` + backAt + `"], "token_endpoint_auth_method": "none",
		"grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"], "logo_uri": "http://169.254.169.254/",
		"scope": "models:read offline_access"}`
	register := func() shown { return agent.do(t, agent.request(t, http.MethodPost, "/oauth/register", metadata)) }
	wantRefused(t, "registration that is closed", register(), http.StatusBadRequest, "access_denied")

	p.openRegistration(t)
	found := agent.get(t, issuer+"/.well-known/oauth-authorization-server").json(t)
	if found["registration_endpoint"] != p.public+"/oauth/register" {
		t.Errorf("registration is at %v", found["registration_endpoint"])
	}
	made := register()
	record := made.json(t)
	if made.status != http.StatusCreated || record["client_secret"] != nil || record["scope"] != "models:read" {
		t.Fatalf("registered: %d %s", made.status, made.body)
	}
	c := client{&vitrine.Application{ClientID: record["client_id"].(string)}, ""}
	p.useAgent(t, c)
}

// useAgent has a person allow a program that registered itself, which then refreshes and
// revokes its token. It listens at another port than it registered.
func (p *provider) useAgent(t *testing.T, c client) {
	t.Helper()
	verifier, challenge := pkce()
	elsewhere := strings.Replace(backAt, ":9/", ":54321/", 1)
	address := ask("client_id", c.ClientID, "redirect_uri", elsewhere, "response_type", "code", "code_challenge", challenge,
		"code_challenge_method", "S256", "state", "s", "resource", p.public)
	eve := p.person(t, "eve")
	if page := eve.get(t, address); !strings.Contains(page.body, "registered itself") || !strings.Contains(page.body, "127.0.0.1:54321") {
		t.Errorf("the page does not say that the program registered itself, and where it leads: %s", page.body)
	}
	back := eve.allow(t, address)
	access, again := wantTokens(t, p.program(t, "/oauth/token", c, "grant_type", "authorization_code", "code", back.Get("code"),
		"redirect_uri",
		elsewhere, "code_verifier", verifier), true, "models:read")
	access2, again2 := wantTokens(t, p.program(t, "/oauth/token", c, "grant_type", "refresh_token", "refresh_token", again), true,
		"models:read")
	for _, token := range []string{access, access2} {
		if got := p.me(t, token); got.status != http.StatusOK {
			t.Errorf("me: %d %s", got.status, got.body)
		}
	}
	wantRefused(t, "credentials", p.program(t, "/oauth/token", c, "grant_type", "client_credentials"), http.StatusBadRequest,
		"unauthorized_client")
	if got := p.program(t, "/oauth/revoke", c, "token", again2, "token_type_hint", "refresh_token"); got.status != http.StatusOK {
		t.Errorf("revoke: %d %s", got.status, got.body)
	}
	for _, token := range []string{access, access2} {
		if got := p.me(t, token); got.status != http.StatusUnauthorized {
			t.Errorf("after the revocation: %d", got.status)
		}
	}
	if got := p.program(t, "/oauth/revoke", c, "token", "vtr_nonsense"); got.status != http.StatusOK {
		t.Errorf("revoke nonsense: %d %s", got.status, got.body)
	}
}
