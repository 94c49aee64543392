package app_test

import (
	"net/http"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/app"
	"vitrine/internal/shop"
)

// newLimited is a provider that gives few tokens, behind a proxy.
func newLimited(t *testing.T) *provider {
	t.Helper()
	c, ahead := unlimited(t), &atomic.Int64{}
	c.TokenRate, c.TokenBurst, c.TrustedProxies = 6, 5, "127.0.0.0/8"
	now := func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	return &provider{marketWith(t, app.Options{Config: c, Read: readOnce, Now: now}, "ada"), ahead}
}

// tokenFrom sends a form for a token from a network.
func (p *provider) tokenFrom(t *testing.T, network string, form url.Values) shown {
	t.Helper()
	v := p.visitor(t)
	r := v.request(t, http.MethodPost, "/oauth/token", form.Encode())
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("X-Forwarded-For", network)
	return v.do(t, r)
}

// TestBudgetOfPublicApplication has one network use up what it has of an application that
// everybody can call as: others go on, and so do devices that wait.
func TestBudgetOfPublicApplication(t *testing.T) {
	t.Parallel()
	p := newLimited(t)
	open := p.application(t, shop.NewApplication{Name: "Open", RedirectURIs: []string{backAt}, Public: true})
	wrong := url.Values{"client_id": {open.ClientID}, "grant_type": {"refresh_token"}, "refresh_token": {"x"}}
	for range 5 {
		wantRefused(t, "at first", p.tokenFrom(t, "192.0.2.1", wrong), http.StatusBadRequest, "invalid_grant")
	}
	wantRefused(t, "too many", p.tokenFrom(t, "192.0.2.1", wrong), http.StatusTooManyRequests, "temporarily_unavailable")
	wantRefused(t, "another network", p.tokenFrom(t, "198.51.100.7", wrong), http.StatusBadRequest, "invalid_grant")

	device := p.program(t, "/oauth/device_authorization", open).json(t)["device_code"].(string)
	wait := url.Values{"client_id": {open.ClientID}, "device_code": {device}, "grant_type": {"urn:ietf:params:oauth:grant-type:device_code"}}
	for range 20 {
		wantRefused(t, "a device that waits", p.tokenFrom(t, "203.0.113.9", wait), http.StatusBadRequest, "authorization_pending")
		p.ahead.Add(int64(6 * time.Second))
	}
	wait.Set("device_code", "unknown")
	for range 5 {
		wantRefused(t, "no such device", p.tokenFrom(t, "233.252.0.1", wait), http.StatusBadRequest, "invalid_grant")
	}
	wantRefused(t, "too many devices", p.tokenFrom(t, "233.252.0.1", wait), http.StatusTooManyRequests, "temporarily_unavailable")
}

// TestBudgetOfWrongSecrets guesses secrets until the network has none left: right ones are
// good there still.
func TestBudgetOfWrongSecrets(t *testing.T) {
	t.Parallel()
	p := newLimited(t)
	c := p.application(t, shop.NewApplication{Name: "One"})
	form := url.Values{"client_id": {c.ClientID}, "client_secret": {"guess"}, "grant_type": {"client_credentials"}}
	for range 5 {
		wantRefused(t, "a guess", p.tokenFrom(t, "192.0.2.1", form), http.StatusUnauthorized, "invalid_client")
	}
	for range 2 {
		wantRefused(t, "one more", p.tokenFrom(t, "192.0.2.1", form), http.StatusTooManyRequests, "temporarily_unavailable")
	}
	wantRefused(t, "another network", p.tokenFrom(t, "198.51.100.7", form), http.StatusUnauthorized, "invalid_client")
	form.Set("client_secret", c.secret)
	if got := p.tokenFrom(t, "192.0.2.1", form); got.status != http.StatusOK {
		t.Errorf("the right one: %d %s", got.status, got.body)
	}
}
