package app_test

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/shop"
)

// TestAsksWrongly opens /oauth/authorize with requests that are wrong: what is not sure to be
// registered is shown, all else is sent back to the application, with who says it.
func TestAsksWrongly(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	c := p.application(t, shop.NewApplication{Name: "One", RedirectURIs: []string{backAt, "https://one.example/back?a=1"}})
	open := p.application(t, shop.NewApplication{Name: "Open", RedirectURIs: []string{backAt, "com.example.one:/back"}, Public: true,
		Scopes: []vitrine.Scope{vitrine.ScopeModelsRead}})
	_, challenge := pkce()
	eve := p.person(t, "eve")
	asking := func(c client, redirect string, more ...string) string {
		return ask(append([]string{"client_id", c.ClientID, "redirect_uri", redirect, "response_type", "code"}, more...)...)
	}
	for name, test := range map[string]struct {
		address string
		want    string // error that is sent back; "" for shown
	}{
		"nothing":               {ask(), ""},
		"nobody's client":       {ask("client_id", "nobody", "redirect_uri", backAt, "response_type", "code"), ""},
		"no redirect of two":    {ask("client_id", c.ClientID, "response_type", "code"), ""},
		"another redirect":      {asking(c, "https://evil.example/"), ""},
		"a longer redirect":     {asking(c, backAt+"/more"), ""},
		"another query":         {asking(c, "https://one.example/back?a=2"), ""},
		"another port, private": {asking(c, "http://127.0.0.1:10/callback"), ""},
		"another host, open":    {asking(open, "http://127.0.0.2:9/callback"), ""},
		"another scheme, open":  {asking(open, "https://127.0.0.1:9/callback"), ""},
		"user name in it, open": {asking(open, "http://127.0.0.1:9@evil.example/callback"), ""},
		"the redirect twice":    {ask("client_id", c.ClientID, "redirect_uri", backAt, "redirect_uri", backAt, "response_type", "code"), ""},
		"no response type":      {ask("client_id", c.ClientID, "redirect_uri", backAt), "invalid_request"},
		"a token at once":       {ask("client_id", c.ClientID, "redirect_uri", backAt, "response_type", "token"), "unsupported_response_type"},
		"no such scope":         {asking(c, backAt, "scope", "world"), "invalid_scope"},
		"the operator's scope":  {asking(c, backAt, "scope", "admin"), "invalid_scope"},
		"none that it may have": {asking(open, backAt, "code_challenge", challenge, "code_challenge_method", "S256", "scope",
			"orders:read"), "invalid_scope"},
		"no PKCE, public":         {asking(open, backAt), "invalid_request"},
		"plain PKCE":              {asking(c, backAt, "code_challenge", challenge, "code_challenge_method", "plain"), "invalid_request"},
		"PKCE without its method": {asking(c, backAt, "code_challenge", challenge), "invalid_request"},
		"a short challenge":       {asking(c, backAt, "code_challenge", "abc", "code_challenge_method", "S256"), "invalid_request"},
	} {
		for _, got := range []shown{eve.get(t, test.address), eve.post(t, test.address, url.Values{"decision": {"allow"}})} {
			back, query := got.where(t)
			if test.want == "" {
				if got.status != http.StatusBadRequest || back != "" {
					t.Errorf("%s: %d to %s, want it shown", name, got.status, back)
				}
				continue
			}
			if got.status != http.StatusSeeOther || back != backAt || query.Get("error") != test.want || query.Get("iss") != p.public {
				t.Errorf("%s: %d to %s with %v, want %s", name, got.status, back, query, test.want)
			}
		}
	}
}

// TestConsent says no, says nothing, is framed, sent by another site, and not signed in.
func TestConsent(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	c := p.application(t, shop.NewApplication{Name: "<b>One</b>", RedirectURIs: []string{"https://one.example/back?a=1"}})
	address := ask("client_id", c.ClientID, "response_type", "code", "state", "x y")
	out := p.visitor(t).get(t, address)
	to, query := out.where(t)
	if out.status != http.StatusSeeOther || to != "/sign-in" || query.Get("next") != address {
		t.Errorf("signed out: %d to %s %v", out.status, to, query)
	}
	eve := p.person(t, "eve")
	page := eve.get(t, address)
	for _, want := range []string{"&lt;b&gt;One&lt;/b&gt;", "one.example", "See models", "Order models for you", "ada", "eve",
		`name="decision" value="allow"`} {
		if !strings.Contains(page.body, want) {
			t.Errorf("the page does not say %s: %s", want, page.body)
		}
	}
	policy := page.header.Get("Content-Security-Policy")
	if page.header.Get("X-Frame-Options") != "DENY" || !strings.Contains(policy, "frame-ancestors 'none'") ||
		!strings.Contains(policy, "form-action 'self' https://one.example;") || page.header.Get("Cache-Control") != "no-store" {
		t.Errorf("the page comes with %v", page.header)
	}
	no := eve.post(t, address, url.Values{"decision": {"deny"}})
	to, query = no.where(t)
	if to != "https://one.example/back" || query.Get("a") != "1" || query.Get("error") != "access_denied" || query.Get("state") != "x y" ||
		query.Get("iss") != p.public || query.Has("code") {
		t.Errorf("no leads to %s with %v", to, query)
	}
	if said := eve.post(t, address, url.Values{"decision": {"maybe"}}); said.status != http.StatusOK || said.header.Get("Location") != "" {
		t.Errorf("neither yes nor no: %d %s", said.status, said.header.Get("Location"))
	}
	foreign := eve.request(t, http.MethodPost, address, "decision=allow")
	foreign.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	foreign.Header.Set("Sec-Fetch-Site", "cross-site")
	if got := eve.do(t, foreign); got.status != http.StatusForbidden {
		t.Errorf("sent by another site: %d", got.status)
	}
	if _, query := eve.post(t, address, page.yes()).where(t); query.Get("code") == "" || query.Get("a") != "1" {
		t.Errorf("yes leads back with %v", query)
	}
}

// TestTokenRefused asks for tokens wrongly.
func TestTokenRefused(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	c := p.application(t, shop.NewApplication{Name: "One", RedirectURIs: []string{backAt}})
	open := p.application(t, shop.NewApplication{Name: "Open", RedirectURIs: []string{backAt}, Public: true})
	wrong := client{c.Application, "vtc_wrong"}
	for _, test := range []struct {
		name   string
		got    shown
		status int
		code   string
	}{
		{"a wrong secret", p.program(t, "/oauth/token", wrong, "grant_type", "client_credentials"), 401, "invalid_client"},
		{"no secret", p.program(t, "/oauth/token", client{c.Application, ""}, "grant_type", "client_credentials"), 401, "invalid_client"},
		{"a public client with one", p.program(t, "/oauth/token", client{open.Application, "x"}, "grant_type", "refresh_token"), 401,
			"invalid_client"},
		{"a public client by itself", p.program(t, "/oauth/token", open, "grant_type", "client_credentials"), 400, "unauthorized_client"},
		{"no grant", p.program(t, "/oauth/token", c), 400, "invalid_request"},
		{"another grant", p.program(t, "/oauth/token", c, "grant_type", "password", "username", "eve"), 400, "unsupported_grant_type"},
		{"no code", p.program(t, "/oauth/token", c, "grant_type", "authorization_code"), 400, "invalid_request"},
		{"a made-up code", p.program(t, "/oauth/token", c, "grant_type", "authorization_code", "code", "vta_x"), 400, "invalid_grant"},
		{"a parameter twice", p.program(t, "/oauth/token", c, "grant_type", "client_credentials", "grant_type", "client_credentials"), 400,
			"invalid_request"},
		{"a scope it has not", p.program(t, "/oauth/token", c, "grant_type", "client_credentials", "scope", "admin"), 400, "invalid_scope"},
		{"no such scope", p.program(t, "/oauth/token", c, "grant_type", "client_credentials", "scope", "world"), 400, "invalid_scope"},
		{"by the address", p.visitor(t).post(t, "/oauth/token?client_id="+c.ClientID+"&client_secret="+c.secret,
			url.Values{"grant_type": {"client_credentials"}}), 401, "invalid_client"},
		{"revoke without a token", p.program(t, "/oauth/revoke", c), 400, "invalid_request"},
		{"revoke with a wrong secret", p.program(t, "/oauth/revoke", wrong, "token", p.token), 401, "invalid_client"},
		{"revoke a user's own token", p.program(t, "/oauth/revoke", c, "token", p.token), 400, "unauthorized_client"},
		{"a device with a wrong secret", p.program(t, "/oauth/device_authorization", wrong), 401, "invalid_client"},
	} {
		wantRefused(t, test.name, test.got, test.status, test.code)
	}
	if got := p.me(t, p.token); got.status != http.StatusOK {
		t.Errorf("after all that the user's own token gives %d", got.status)
	}
	for header, status := range map[string]int{"Basic !": 401,
		"Basic " + base64.StdEncoding.EncodeToString([]byte(c.ClientID+":"+c.secret)): 400} {
		v := p.visitor(t)
		r := v.request(t, http.MethodPost, "/oauth/token", url.Values{"grant_type": {"client_credentials"}, "client_secret": {c.secret}}.Encode())
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Authorization", header)
		wantRefused(t, header, v.do(t, r), status, map[int]string{401: "invalid_client", 400: "invalid_request"}[status])
	}
	v := p.visitor(t)
	r := v.request(t, http.MethodPost, "/oauth/token", `{"grant_type": "client_credentials"}`)
	r.Header.Set("Content-Type", "application/json")
	wantRefused(t, "JSON", v.do(t, r), http.StatusBadRequest, "invalid_request")
}

// TestTokensAtOnce redeems a code and refreshes in many requests that come together: one
// redeems, and all that refresh get the same.
func TestTokensAtOnce(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	c := p.application(t, shop.NewApplication{Name: "One", RedirectURIs: []string{backAt}})
	eve, address := p.person(t, "eve"), ask("client_id", c.ClientID, "response_type", "code")
	atOnce := func(parameters ...string) (answers [5]shown) {
		var group sync.WaitGroup
		for i := range answers {
			group.Go(func() { answers[i] = p.program(t, "/oauth/token", c, parameters...) })
		}
		group.Wait()
		return answers
	}
	statuses := map[int]int{}
	for _, got := range atOnce("grant_type", "authorization_code", "code", eve.allow(t, address).Get("code")) {
		statuses[got.status]++
	}
	if statuses[http.StatusOK] != 1 || statuses[http.StatusBadRequest] != 4 {
		t.Errorf("one code in five requests: %v", statuses)
	}

	first := p.program(t, "/oauth/token", c, "grant_type", "authorization_code", "code", eve.allow(t, address).Get("code"))
	_, again := wantTokens(t, first, true, defaultScopes)
	answers := atOnce("grant_type", "refresh_token", "refresh_token", again)
	access, next := wantTokens(t, answers[0], true, defaultScopes)
	for _, got := range answers[1:] {
		if a, n := wantTokens(t, got, true, defaultScopes); a != access || n != next {
			t.Errorf("refreshes at once get %s and %s", answers[0].body, got.body)
		}
	}
	p.ahead.Add(int64(vitrine.RefreshGrace + time.Second))
	wantRefused(t, "a refresh token that was used", p.program(t, "/oauth/token", c, "grant_type", "refresh_token", "refresh_token", again),
		http.StatusBadRequest, "invalid_grant")
	if got := p.me(t, access); got.status != http.StatusUnauthorized {
		t.Errorf("after that its successor gives %d", got.status)
	}
}

// TestChangedMeanwhile changes an application while somebody looks at what it asks for: a yes
// to that gives nothing, and shows what it asks for now.
func TestChangedMeanwhile(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	c := p.application(t, shop.NewApplication{
		Name: "Viewer", RedirectURIs: []string{backAt}, Scopes: []vitrine.Scope{vitrine.ScopeModelsRead},
	})
	eve := p.person(t, "eve")
	address := ask("client_id", c.ClientID, "response_type", "code", "scope", "models:read orders:write")
	device := p.program(t, "/oauth/device_authorization", c, "scope", "models:read orders:write").json(t)
	whole := strings.TrimPrefix(device["verification_uri_complete"].(string), p.public)
	before, typed := eve.get(t, address), eve.get(t, whole)
	if _, err := p.app.Shop().ChangeApplication(t.Context(), c.ID, func(a *vitrine.Application) {
		a.Name, a.Scopes = "Another", vitrine.SharedScopes()
	}); err != nil {
		t.Fatal(err)
	}
	again, typedAgain := eve.post(t, address, before.yes()), eve.post(t, "/device", typed.yes())
	for name, got := range map[string]shown{"authorize": again, "device": typedAgain} {
		if got.status != http.StatusOK || !strings.Contains(got.body, "Another") || !strings.Contains(got.body, "orders:write") ||
			!strings.Contains(got.body, `value="allow"`) {
			t.Errorf("%s: a yes to what was shown before gives %d %s", name, got.status, got.body)
		}
	}
	poll := func() shown {
		return p.program(t, "/oauth/token", c, "grant_type", "urn:ietf:params:oauth:grant-type:device_code", "device_code",
			device["device_code"].(string))
	}
	wantRefused(t, "the device meanwhile", poll(), http.StatusBadRequest, "authorization_pending")
	if _, query := eve.post(t, address, again.yes()).where(t); query.Get("code") == "" {
		t.Errorf("a yes to what is shown now leads back with %v", query)
	}
	if done := eve.post(t, "/device", typedAgain.yes()); !strings.Contains(done.body, "You allowed Another") {
		t.Errorf("a yes to what the device asks for now: %d %s", done.status, done.body)
	}
}

// TestPhishedDevice has somebody open the page of a device that is not theirs: it says who
// asks, from where, and does nothing by itself.
func TestPhishedDevice(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	tool := p.application(t, shop.NewApplication{Name: "Blender <add-on>", Public: true})
	device := p.program(t, "/oauth/device_authorization", tool, "scope", "models:read").json(t)
	whole := strings.TrimPrefix(device["verification_uri_complete"].(string), p.public)
	poll := func() shown {
		return p.program(t, "/oauth/token", tool, "grant_type", "urn:ietf:params:oauth:grant-type:device_code", "device_code",
			device["device_code"].(string))
	}
	out := p.visitor(t).get(t, whole)
	if to, query := out.where(t); to != "/sign-in" || query.Get("next") != whole {
		t.Errorf("signed out it leads to %s %v", to, query)
	}
	eve := p.person(t, "eve")
	page := eve.get(t, whole)
	for _, want := range []string{"Blender &lt;add-on&gt;", device["user_code"].(string), "127.0.0.1",
		"Go on only if you started it yourself", "See models"} {
		if !strings.Contains(page.body, want) {
			t.Errorf("the page does not say %q: %s", want, page.body)
		}
	}
	if page.header.Get("X-Frame-Options") != "DENY" {
		t.Error("the page can be framed")
	}
	wantRefused(t, "looked at", poll(), http.StatusBadRequest, "authorization_pending")
	eve.get(t, whole+"&decision=allow")
	wantRefused(t, "a link that says yes", poll(), http.StatusBadRequest, "slow_down")
	if typed := eve.post(t, "/device", url.Values{"user_code": {device["user_code"].(string)}}); !strings.Contains(typed.body,
		`value="allow"`) {
		t.Errorf("typed: %d %s", typed.status, typed.body)
	}
	if got := eve.post(t, "/device", url.Values{"user_code": {device["user_code"].(string)},
		"decision": {"deny"}}); !strings.Contains(got.body, "You said no") {
		t.Errorf("no: %d %s", got.status, got.body)
	}
	wantRefused(t, "denied", poll(), http.StatusBadRequest, "access_denied")
	if got := eve.get(t, whole); got.status != http.StatusUnprocessableEntity || !strings.Contains(got.body, "Nothing waits for this code") {
		t.Errorf("used: %d", got.status)
	}
}

// TestRegistersWrongly registers programs that are none.
func TestRegistersWrongly(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	p.openRegistration(t)
	v := p.visitor(t)
	for body, want := range map[string]string{
		`[]`: "invalid_client_metadata", `{`: "invalid_client_metadata",
		`{"client_name": "x"}`:                                                                       "invalid_redirect_uri",
		`{"redirect_uris": ["http://evil.example/"]}`:                                                "invalid_redirect_uri",
		`{"redirect_uris": ["javascript:alert(1)"]}`:                                                 "invalid_redirect_uri",
		`{"redirect_uris": ["https://a.example/#b"]}`:                                                "invalid_redirect_uri",
		`{"redirect_uris": ["https://a.example/\nb"]}`:                                               "invalid_redirect_uri",
		`{"redirect_uris": ["https://a.example/"], "client_name": "a\u202eb"}`:                       "invalid_client_metadata",
		`{"redirect_uris": ["https://a.example/"], "grant_types": ["client_credentials"]}`:           "invalid_client_metadata",
		`{"redirect_uris": ["https://a.example/"], "token_endpoint_auth_method": "private_key_jwt"}`: "invalid_client_metadata",
		`{"redirect_uris": ["https://a.example/"], "scope": "admin users:create"}`:                   "invalid_client_metadata",
	} {
		wantRefused(t, body, v.do(t, v.request(t, http.MethodPost, "/oauth/register", body)), http.StatusBadRequest, want)
	}
	made := v.do(t, v.request(t, http.MethodPost, "/oauth/register", `{"redirect_uris": ["`+backAt+`"]}`)).json(t)
	c := client{&vitrine.Application{ClientID: made["client_id"].(string)}, made["client_secret"].(string)}
	wantRefused(t, "by itself", p.program(t, "/oauth/token", c, "grant_type", "client_credentials"), http.StatusBadRequest,
		"unauthorized_client")
	wrong := p.person(t, "eve").get(t, ask("client_id", c.ClientID, "response_type", "token"))
	if wrong.status != http.StatusBadRequest || wrong.header.Get("Location") != "" {
		t.Errorf("a program that registered itself leads people to %d %s", wrong.status, wrong.header.Get("Location"))
	}
}

// TestTokensFromOtherOrigins asks from a script of another origin.
func TestTokensFromOtherOrigins(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	v := p.visitor(t)
	for path, open := range map[string]bool{
		"/oauth/token": true, "/oauth/revoke": true, "/.well-known/oauth-authorization-server": true,
		"/.well-known/oauth-protected-resource": true,
		"/oauth/authorize":                      false, "/device": false, "/oauth/register": false,
	} {
		r := v.request(t, http.MethodOptions, path, "")
		r.Header.Set("Origin", "https://elsewhere.example")
		r.Header.Set("Access-Control-Request-Method", "POST")
		got := v.do(t, r)
		if (got.status == http.StatusNoContent && got.header.Get("Access-Control-Allow-Origin") == "*") != open ||
			got.header.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s: %d %v", path, got.status, got.header)
		}
	}
}
