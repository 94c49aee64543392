package openid_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/openid"
	"vitrine/internal/openid/openidtest"
)

const back = "https://models.example/sign-in/provider"

// open makes a provider of a fake one.
func open(t testing.TB, fake *openidtest.Provider) *openid.Provider {
	t.Helper()
	p, err := openid.New(openid.Options{Issuer: fake.URL, ClientID: openidtest.ClientID, ClientSecret: openidtest.ClientSecret, Return: back})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func question() openid.Question {
	return openid.Question{State: "a state", Nonce: "a nonce", Verifier: strings.Repeat("v", 43)}
}

// visit goes to the provider as a browser does, and returns what it brings back.
func visit(t testing.TB, p *openid.Provider, q openid.Question) openid.Answer {
	t.Helper()
	address, err := p.Address(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	led, err := answer.Location()
	if err != nil {
		t.Fatal(err)
	}
	got := led.Query()
	if !strings.HasPrefix(led.String(), back+"?") || got.Get("state") != q.State {
		t.Fatalf("the provider leads to %s", led)
	}
	return openid.Answer{Code: got.Get("code"), Issuer: got.Get("iss"), Error: got.Get("error")}
}

// why is what the log says of an error.
func why(err error) string {
	if e, ok := errors.AsType[*vitrine.Error](err); ok && e.Err != nil {
		return e.Err.Error()
	}
	return ""
}

func TestPerson(t *testing.T) {
	t.Parallel()
	type said = map[string]any
	for name, c := range map[string]struct {
		person, info said
		want         openid.Person
	}{
		"in the token": {said{"sub": "1", "email": "ada@example.com", "email_verified": true, "preferred_username": "Ada"}, nil,
			openid.Person{Subject: "1", Email: "ada@example.com", Verified: true, Username: "Ada"}},
		"as a text": {said{"sub": "1", "email": "a@b.c", "email_verified": "true"}, nil,
			openid.Person{Subject: "1", Email: "a@b.c", Verified: true}},
		"not verified": {said{"sub": "1", "email": "a@b.c", "email_verified": false}, nil, openid.Person{Subject: "1", Email: "a@b.c"}},
		"nothing said": {said{"sub": "1", "email": "a@b.c"}, nil, openid.Person{Subject: "1", Email: "a@b.c"}},
		"a number":     {said{"sub": "1", "email": "a@b.c", "email_verified": 1}, nil, openid.Person{Subject: "1", Email: "a@b.c"}},
		"no address":   {said{"sub": "1", "email_verified": true}, said{"sub": "1"}, openid.Person{Subject: "1"}},
		"beside a token": {said{"sub": "1"}, said{"sub": "1", "email": "a@b.c", "email_verified": true},
			openid.Person{Subject: "1", Email: "a@b.c", Verified: true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake := openidtest.New(t)
			fake.Person, fake.Info = c.person, c.info
			p := open(t, fake)
			got, err := p.Check(t.Context(), question(), visit(t, p, question()))
			if c.want.Issuer = fake.URL; err != nil || got != c.want {
				t.Errorf("got %+v, %v, want %+v", got, err, c.want)
			}
		})
	}
}

// TestRefused has the provider, or somebody between, say what was not asked.
func TestRefused(t *testing.T) {
	t.Parallel()
	claim := func(name string, value any) func(*openidtest.Provider) {
		return func(p *openidtest.Provider) { p.Token = map[string]any{name: value} }
	}
	for name, lie := range map[string]func(*openidtest.Provider){
		"another question":        claim("nonce", "another nonce"),
		"no question":             claim("nonce", nil),
		"another client":          claim("aud", "another shop"),
		"given to another client": func(p *openidtest.Provider) { p.Token = map[string]any{"azp": "another shop"} },
		"for two clients":         claim("aud", []string{openidtest.ClientID, "another shop"}),
		"another issuer":          claim("iss", "https://evil.example"),
		"expired":                 claim("exp", time.Now().Add(-time.Minute).Unix()),
		"not yet":                 claim("nbf", time.Now().Add(time.Hour).Unix()),
		"nobody":                  func(p *openidtest.Provider) { p.Token = map[string]any{"sub": "", "email": "a@b.c"} },
		"a long subject": func(p *openidtest.Provider) {
			p.Token = map[string]any{"sub": strings.Repeat("x", 256), "email": "a@b.c"}
		},
		"forged":               func(p *openidtest.Provider) { p.Forged = true },
		"no code taken":        func(p *openidtest.Provider) { p.Refuses = true },
		"somebody else beside": func(p *openidtest.Provider) { p.Info = map[string]any{"sub": "eve", "email": "ada@example.com"} },
		"mix-up":               func(p *openidtest.Provider) { p.Answer = url.Values{"iss": {"https://evil.example"}} },
		"nameless":             func(p *openidtest.Provider) { p.Answer = url.Values{"iss": nil} },
		"an error":             func(p *openidtest.Provider) { p.Answer = url.Values{"error": {"access_denied"}} },
		"no code":              func(p *openidtest.Provider) { p.Answer = url.Values{"code": nil} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake := openidtest.New(t)
			lie(fake)
			p := open(t, fake)
			got, err := p.Check(t.Context(), question(), visit(t, p, question()))
			if vitrine.CodeOf(err) != vitrine.Invalid {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

// TestCodeOfAnother exchanges a code with another verifier, and twice.
func TestCodeOfAnother(t *testing.T) {
	t.Parallel()
	fake := openidtest.New(t)
	p := open(t, fake)
	other := question()
	other.Verifier = strings.Repeat("w", 43)
	if _, err := p.Check(t.Context(), other, visit(t, p, question())); vitrine.CodeOf(err) != vitrine.Invalid {
		t.Errorf("another verifier: %v", err)
	}
	answer := visit(t, p, question())
	for i, want := range []vitrine.Code{"", vitrine.Invalid} {
		if _, err := p.Check(t.Context(), question(), answer); vitrine.CodeOf(err) != want {
			t.Errorf("time %d: %v", i, err)
		}
	}
}

// TestProvedLongAgo asks a provider that takes somebody for who they were a while ago.
func TestProvedLongAgo(t *testing.T) {
	t.Parallel()
	fake := openidtest.New(t)
	fake.Token = map[string]any{"auth_time": time.Now().Add(-time.Hour).Unix()}
	p := open(t, fake)
	anew := question()
	anew.Anew = true
	if _, err := p.Check(t.Context(), anew, visit(t, p, anew)); vitrine.CodeOf(err) != vitrine.Invalid {
		t.Errorf("an hour ago: %v", err)
	}
	fake.Token = map[string]any{"auth_time": nil}
	_, err := p.Check(t.Context(), anew, visit(t, p, anew))
	if e, ok := errors.AsType[*vitrine.Error](err); !ok || e.Code != vitrine.Invalid ||
		!strings.Contains(e.Message, "show it in another way") || e.Err == nil || !strings.Contains(e.Err.Error(), "auth_time") {
		t.Errorf("who does not say when: %v", err)
	}
	if asked := fake.Asked()[0]; asked.Get("prompt") != "login" || asked.Get("max_age") != "0" {
		t.Errorf("the provider was asked %v", asked)
	}
	if _, err := p.Check(t.Context(), question(), visit(t, p, question())); err != nil {
		t.Errorf("who only signs in: %v", err)
	}
}

// TestAway asks providers that are not what they should be.
func TestAway(t *testing.T) {
	t.Parallel()
	for name, about := range map[string]map[string]any{
		"another issuer":       {"issuer": "https://evil.example"},
		"browsers without TLS": {"authorization_endpoint": "http://evil.example/authorize"},
		"a script":             {"authorization_endpoint": "javascript:alert(1)"},
		"too much":             {"x": strings.Repeat("x", 2<<20)},
	} {
		fake := openidtest.New(t)
		fake.About = about
		if address, err := open(t, fake).Address(t.Context(), question()); vitrine.CodeOf(err) != vitrine.Unavailable {
			t.Errorf("%s: %q, %v", name, address, err)
		}
	}
	for name, about := range map[string]map[string]any{
		"tokens without TLS": {"token_endpoint": "http://192.0.2.1/token"},
		"keys without TLS":   {"jwks_uri": "http://192.0.2.1/keys"},
	} {
		fake := openidtest.New(t)
		fake.About = about
		p := open(t, fake)
		_, err := p.Check(t.Context(), question(), visit(t, p, question()))
		if err == nil || !strings.Contains(why(err), "without TLS") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestHangs asks a provider that says nothing, and those who come after.
func TestHangs(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	p, err := openid.New(openid.Options{Issuer: server.URL, ClientID: "x"})
	if err != nil {
		t.Fatal(err)
	}
	p.Client().Timeout = 50 * time.Millisecond
	for range 3 {
		if _, err := p.Address(t.Context(), question()); vitrine.CodeOf(err) != vitrine.Unavailable {
			t.Errorf("got %v", err)
		}
	}
	if n := asked.Load(); n != 1 {
		t.Errorf("%d waited for it, one after the other", n)
	}
}

// TestGuard sends what a provider is asked with to places that are none of a provider's.
func TestGuard(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(server.Close)
	p, err := openid.New(openid.Options{Issuer: "https://accounts.example.com", ClientID: "x"})
	if err != nil {
		t.Fatal(err)
	}
	for address, why := range map[string]string{
		server.URL:                       "is no address of a provider",
		"https://localhost:9":            "is no address of a provider",
		"https://[::1]:9":                "is no address of a provider",
		"https://[::ffff:127.0.0.1]:9":   "is no address of a provider",
		"https://169.254.169.254/latest": "is no address of a provider",
		"https://0.0.0.0:9":              "is no address of a provider",
		"http://127.0.0.1:9":             "is without TLS",
		"http://accounts.example.com":    "is without TLS",
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := p.Client().Do(r)
		if err == nil {
			_ = answer.Body.Close()
		}
		if err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// TestLeadsElsewhere has a provider redirect what it is asked.
func TestLeadsElsewhere(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.RedirectHandler("http://127.0.0.1:9/", http.StatusFound))
	t.Cleanup(server.Close)
	p, err := openid.New(openid.Options{Issuer: server.URL, ClientID: "x"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Address(context.Background(), question()); err == nil || !strings.Contains(why(err), "leads elsewhere") {
		t.Errorf("got %v", err)
	}
}

func TestNew(t *testing.T) {
	t.Parallel()
	for issuer, good := range map[string]bool{
		"https://accounts.example.com": true, "https://login.example.com/realms/shop": true,
		"http://127.0.0.1:9999": true, "http://localhost:1": true,
		"http://accounts.example.com": false, "http://192.168.1.1": false, "accounts.example.com": false, "https://": false,
		"https://a.example?x=1": false, "https://a.example#x": false, "https://me@a.example": false, "file:///etc/passwd": false,
	} {
		if _, err := openid.New(openid.Options{Issuer: issuer, ClientID: "x"}); (err == nil) != good {
			t.Errorf("%s: %v", issuer, err)
		}
	}
	if _, err := openid.New(openid.Options{Issuer: "https://accounts.example.com"}); err == nil {
		t.Error("a client without an id is taken")
	}
}
