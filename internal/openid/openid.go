// Package openid signs people in with an outside OpenID provider: it makes the address that
// a browser is sent to, and finds out from what comes back who somebody is there. The flow
// is the code with PKCE; the provider's word is its signed ID token (OpenID Connect Core).
//
// The package knows nothing of pages, accounts or the database: which browser was sent for
// what, and that it comes back once, is for its caller to know.
package openid

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"vitrine"
)

// Options is what a provider is known by.
type Options struct {
	Issuer       string // address, as the provider writes it
	Name         string // for people; "" for the issuer's host
	ClientID     string // that the provider gave this marketplace
	ClientSecret string // "" for a client without one
	Return       string // address that browsers come back to
	Now          func() time.Time
}

// Provider is an outside OpenID provider.
type Provider struct {
	Options
	local  bool // it is on this machine
	client *http.Client

	mu    sync.Mutex
	found *found
	tried time.Time // when it was last asked in vain, and why that was
	why   error
}

// found is what a provider says of itself.
type found struct {
	*oidc.Provider
	endpoint   oauth2.Endpoint
	names      bool // itself in every answer (RFC 9207)
	discovered time.Time
}

// foundFor is how long a provider is taken at its word about itself.
const foundFor = time.Hour

// triedEvery is how soon a provider is asked again that did not answer: those who sign in
// then don't wait for it one after the other.
const triedEvery = 10 * time.Second

// New makes a provider. Nothing is asked of it before somebody signs in: a marketplace
// starts without it.
func New(o Options) (*Provider, error) {
	u, err := url.Parse(o.Issuer)
	if err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return nil, fmt.Errorf("the issuer is an address such as https://accounts.example.com, not %q", o.Issuer)
	}
	if u.Scheme != "https" && (u.Scheme != "http" || !isLoopback(u.Hostname())) {
		return nil, errors.New("the issuer's address begins with https")
	}
	if o.ClientID == "" {
		return nil, errors.New("the client id is missing that the provider gave this marketplace")
	}
	if o.Name == "" {
		o.Name = u.Host
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	p := &Provider{Options: o, local: isLoopback(u.Hostname())}
	p.client = p.guarded()
	return p, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// discover returns what the provider says of itself, asking it where that is long ago.
func (p *Provider) discover(ctx context.Context) (*found, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.found != nil && p.Now().Sub(p.found.discovered) < foundFor {
		return p.found, nil
	}
	if p.why != nil && p.Now().Sub(p.tried) < triedEvery {
		return nil, p.away(p.why)
	}
	f, err := p.ask(ctx)
	if err != nil {
		if ctx.Err() == nil {
			p.tried, p.why = p.Now(), err
		}
		return nil, p.away(err)
	}
	p.found, p.why = f, nil
	return f, nil
}

// ask asks the provider what it is.
func (p *Provider) ask(ctx context.Context) (*found, error) {
	provider, err := oidc.NewProvider(oidc.ClientContext(ctx, p.client), p.Issuer)
	if err != nil {
		return nil, err
	}
	var more struct {
		Names   bool     `json:"authorization_response_iss_parameter_supported"`
		Methods []string `json:"token_endpoint_auth_methods_supported"`
	}
	if err := provider.Claims(&more); err != nil {
		return nil, err
	}
	f := &found{Provider: provider, endpoint: provider.Endpoint(), names: more.Names, discovered: p.Now()}
	// Basic is what goes without saying (OpenID Connect Discovery, section 3).
	f.endpoint.AuthStyle = oauth2.AuthStyleInHeader
	if p.ClientSecret == "" || len(more.Methods) > 0 && !slices.Contains(more.Methods, "client_secret_basic") {
		f.endpoint.AuthStyle = oauth2.AuthStyleInParams
	}
	// Browsers are sent to this one; the transport looks at the others.
	u, err := url.Parse(f.endpoint.AuthURL)
	if err != nil || u.Host == "" || !p.allows(u) {
		return nil, fmt.Errorf("the provider sends browsers to %q", f.endpoint.AuthURL)
	}
	return f, nil
}

// allows reports whether an address may be asked: without TLS only where all is on this machine.
func (p *Provider) allows(u *url.URL) bool {
	return u.Scheme == "https" || u.Scheme == "http" && p.local && isLoopback(u.Hostname())
}

// away says that the provider does not do its part now; the log learns why.
func (p *Provider) away(err error) error {
	return &vitrine.Error{
		Code: vitrine.Unavailable, Err: fmt.Errorf("OpenID provider: %w", err),
		Message: fmt.Sprintf("%s does not answer as it should now: sign in another way, or try again later", p.Name),
	}
}

func (p *Provider) config(f *found) *oauth2.Config {
	return &oauth2.Config{
		ClientID: p.ClientID, ClientSecret: p.ClientSecret, Endpoint: f.endpoint, RedirectURL: p.Return,
		Scopes: []string{oidc.ScopeOpenID, "email", "profile"},
	}
}

// Question is what a browser is sent to the provider with.
type Question struct {
	State    string // comes back in the address
	Nonce    string // comes back in the token
	Verifier string // of PKCE, 43 characters at least; shown when the code is exchanged
	Anew     bool   // the provider asks who it is, even of somebody who is signed in there
}

// Address is where a browser is sent.
func (p *Provider) Address(ctx context.Context, q Question) (string, error) {
	f, err := p.discover(ctx)
	if err != nil {
		return "", err
	}
	options := []oauth2.AuthCodeOption{oidc.Nonce(q.Nonce), oauth2.S256ChallengeOption(q.Verifier)}
	if q.Anew {
		options = append(options, oauth2.SetAuthURLParam("prompt", "login"), oauth2.SetAuthURLParam("max_age", "0"))
	}
	return p.config(f).AuthCodeURL(q.State, options...), nil
}

// Answer is what comes back by the browser.
type Answer struct {
	Code   string
	Issuer string // "" where the provider does not name itself
	Error  string // of RFC 6749, section 4.1.2.1; "" for none
}

// Person is somebody as the provider knows them.
type Person struct {
	Issuer, Subject string
	Email           string // "" where it says none
	Verified        bool   // the provider vouches for the address
	Username        string // that they go by there, "" for none
}

// Check finds out whom a browser comes back as. Invalid when the provider says that it is
// nobody, or what it says was not said to this question.
func (p *Provider) Check(ctx context.Context, q Question, a Answer) (Person, error) {
	f, err := p.discover(ctx)
	if err != nil {
		return Person{}, err
	}
	// An answer of another provider must not reach this one's token endpoint (RFC 9207, section 2.4).
	if a.Issuer != "" && a.Issuer != p.Issuer || a.Issuer == "" && f.names {
		return Person{}, p.refused(fmt.Errorf("the answer is of %q", a.Issuer))
	}
	if a.Error != "" {
		return Person{}, p.said(a.Error)
	}
	if a.Code == "" {
		return Person{}, p.refused(errors.New("there is no code"))
	}
	ctx = oidc.ClientContext(ctx, p.client)
	tokens, err := p.config(f).Exchange(ctx, a.Code, oauth2.VerifierOption(q.Verifier))
	if _, answered := errors.AsType[*oauth2.RetrieveError](err); answered {
		return Person{}, p.refused(err)
	}
	if err != nil {
		return Person{}, p.away(err)
	}
	raw, _ := tokens.Extra("id_token").(string)
	token, err := f.Verifier(&oidc.Config{ClientID: p.ClientID, Now: p.Now}).Verify(ctx, raw)
	if err != nil {
		return Person{}, p.refused(err)
	}
	return p.person(ctx, f, q, token, tokens)
}

// claims are what a provider says of somebody.
type claims struct {
	Email    string `json:"email"`
	Verified any    `json:"email_verified"` // some write a text
	Username string `json:"preferred_username"`
	Party    string `json:"azp"`
	Time     int64  `json:"auth_time"`
}

// person reads an ID token that the provider has signed.
func (p *Provider) person(ctx context.Context, f *found, q Question, token *oidc.IDToken, tokens *oauth2.Token) (Person, error) {
	var said claims
	if err := token.Claims(&said); err != nil {
		return Person{}, p.refused(err)
	}
	switch {
	case token.Nonce != q.Nonce:
		return Person{}, p.refused(errors.New("the token was given for another question"))
	case token.Subject == "" || len(token.Subject) > 255:
		return Person{}, p.refused(errors.New("the token is of nobody"))
	case said.Party != "" && said.Party != p.ClientID || said.Party == "" && len(token.Audience) > 1:
		return Person{}, p.refused(errors.New("the token was given to another client"))
	case q.Anew && said.Time == 0:
		return Person{}, p.timeless()
	case q.Anew && p.Now().Sub(time.Unix(said.Time, 0)) > vitrine.FreshFor:
		return Person{}, p.refused(errors.New("the provider has asked nobody now"))
	}
	if said.Email == "" && f.UserInfoEndpoint() != "" {
		info, err := f.UserInfo(oidc.ClientContext(ctx, p.client), oauth2.StaticTokenSource(tokens))
		if err != nil {
			return Person{}, p.away(err)
		}
		if info.Subject != token.Subject {
			return Person{}, p.refused(errors.New("what is known of somebody is of somebody else"))
		}
		said.Email, said.Verified = info.Email, info.EmailVerified
	}
	return Person{
		Issuer: p.Issuer, Subject: token.Subject, Email: said.Email, Username: said.Username,
		Verified: said.Email != "" && (said.Verified == true || said.Verified == "true"),
	}, nil
}

func (p *Provider) refused(err error) error {
	return &vitrine.Error{Code: vitrine.Invalid,
		Message: fmt.Sprintf("what came from %s does not fit what was asked there: begin again", p.Name),
		Err:     fmt.Errorf("OpenID provider: %w", err)}
}

// timeless refuses a provider that does not say when it asked somebody, which it must where
// max_age is asked for (OpenID Connect Core, section 3.1.2.1): its word may be of last week.
func (p *Provider) timeless() error {
	return &vitrine.Error{
		Code:    vitrine.Invalid,
		Message: fmt.Sprintf("%s does not say when you signed in there, so it can't show that it is you now: show it in another way", p.Name),
		Err: errors.New("OpenID provider: its ID token has no auth_time although max_age was asked for: " +
			"nobody can show again who they are with it until it is told to send that claim"),
	}
}

// said tells of an error that the provider answered with. Its own words are not repeated: whoever
// made the address may have written them.
func (p *Provider) said(code string) error {
	message := "%s could not say who you are: try again, or sign in another way"
	switch code {
	case "access_denied":
		message = "%s was not allowed to say who you are: nothing was changed here"
	case "temporarily_unavailable", "server_error":
		message = "%s does not work now: try again later, or sign in another way"
	}
	return &vitrine.Error{Code: vitrine.Invalid, Message: fmt.Sprintf(message, p.Name),
		Err: fmt.Errorf("OpenID provider: %q", strings.ToValidUTF8(code, "?"))}
}
