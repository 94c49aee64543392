package app_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"vitrine/internal/shop"
)

// TestLibrary has golang.org/x/oauth2 ask for tokens in every way that it knows.
func TestLibrary(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	c := p.application(t, shop.NewApplication{Name: "Library", RedirectURIs: []string{backAt}})
	public := p.application(t, shop.NewApplication{Name: "Command line", RedirectURIs: []string{backAt}, Public: true})
	ctx := context.WithValue(t.Context(), oauth2.HTTPClient, p.client)
	at := oauth2.Endpoint{AuthURL: p.public + "/oauth/authorize", TokenURL: p.public + "/oauth/token",
		DeviceAuthURL: p.public + "/oauth/device_authorization"}
	for name, style := range map[string]oauth2.AuthStyle{"header": oauth2.AuthStyleInHeader, "body": oauth2.AuthStyleInParams,
		"either": oauth2.AuthStyleAutoDetect} {
		t.Run("credentials, "+name, func(t *testing.T) {
			t.Parallel()
			config := clientcredentials.Config{ClientID: c.ClientID, ClientSecret: c.secret, TokenURL: at.TokenURL, AuthStyle: style,
				Scopes: []string{"models:read", "orders:read"}}
			p.wantUser(t, config.Client(ctx), "ada")
		})
	}
	t.Run("code", func(t *testing.T) {
		t.Parallel()
		config := &oauth2.Config{ClientID: c.ClientID, ClientSecret: c.secret, Endpoint: at, RedirectURL: backAt, Scopes: []string{"models:read"}}
		verifier := oauth2.GenerateVerifier()
		back := p.person(t, "eve").allow(t, strings.TrimPrefix(config.AuthCodeURL("state", oauth2.S256ChallengeOption(verifier)), p.public))
		token, err := config.Exchange(ctx, back.Get("code"), oauth2.VerifierOption(verifier))
		if err != nil {
			t.Fatal(err)
		}
		first := token.RefreshToken
		token.Expiry = time.Now().Add(-time.Minute) // so that the library refreshes it
		source := config.TokenSource(ctx, token)
		if token, err = source.Token(); err != nil || token.RefreshToken == first || token.Extra("scope") != "models:read" {
			t.Fatalf("refreshed: %+v, %v", token, err)
		}
		p.wantUser(t, oauth2.NewClient(ctx, source), "eve")
	})
	t.Run("device", func(t *testing.T) {
		t.Parallel()
		config := &oauth2.Config{ClientID: public.ClientID, Endpoint: at, Scopes: []string{"models:read"}}
		device, err := config.DeviceAuth(ctx)
		if err != nil {
			t.Fatal(err)
		}
		fay := p.person(t, "fay")
		page := fay.get(t, strings.TrimPrefix(device.VerificationURIComplete, p.public))
		if page.status != http.StatusOK || !strings.Contains(page.body, "Command line") || !strings.Contains(page.body, device.UserCode) {
			t.Fatalf("the device's page: %d %s", page.status, page.body)
		}
		if done := fay.post(t, "/device", page.yes()); done.status != http.StatusOK {
			t.Fatalf("saying yes: %d %s", done.status, done.body)
		}
		device.Interval = 1
		token, err := config.DeviceAccessToken(ctx, device)
		if err != nil {
			t.Fatal(err)
		}
		p.wantUser(t, config.Client(ctx, token), "fay")
	})
}

// wantUser fails unless a client stands for a user.
func (p *provider) wantUser(t *testing.T, client *http.Client, name string) {
	t.Helper()
	response, err := client.Get(p.public + "/v1/users/me")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var body strings.Builder
	if err := response.Write(&body); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(body.String(), `"username":"`+name+`"`) {
		t.Errorf("the token stands for %s, want %s", body.String(), name)
	}
}
