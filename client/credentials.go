package client

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// earlier is how long before its end a token is replaced.
const earlier = time.Minute

// Credentials returns the tokens of an application that acts for itself (client_credentials,
// RFC 6749): a new one whenever the last one ends. Scopes are those that the application has
// unless some are named.
//
//	market, err := client.New(base)
//	market = market.With(client.WithTokenSource(market.Credentials(id, secret)))
func (c *Client) Credentials(id, secret string, scopes ...string) TokenSource {
	var mu sync.Mutex
	var token string
	var until time.Time
	return func(ctx context.Context) (string, error) {
		mu.Lock()
		defer mu.Unlock()
		if token != "" && time.Now().Before(until) {
			return token, nil
		}
		form := url.Values{"grant_type": {"client_credentials"}}
		if len(scopes) > 0 {
			form.Set("scope", strings.Join(scopes, " "))
		}
		made, err := c.grant(ctx, id, secret, form)
		if err != nil {
			return "", err
		}
		token, until = made.AccessToken, time.Now().Add(time.Duration(made.ExpiresIn)*time.Second-earlier)
		return token, nil
	}
}

// With returns a client of the same marketplace that does some things differently.
func (c *Client) With(options ...Option) *Client {
	other := *c
	for _, option := range options {
		option(&other)
	}
	own := *other.http
	own.CheckRedirect = c.http.CheckRedirect
	other.http = &own
	return &other
}

// granted is what OAuth answers.
type granted struct {
	AccessToken string `json:"access_token"`
	ExpiresIn   int64  `json:"expires_in"`
}

// grant asks for a token.
func (c *Client) grant(ctx context.Context, id, secret string, form url.Values) (*granted, error) {
	basic := func(s *call) {
		r := &http.Request{Header: s.header}
		r.SetBasicAuth(url.QueryEscape(id), url.QueryEscape(secret)) // RFC 6749, section 2.3.1
	}
	body := strings.NewReader(form.Encode())
	anonymous := *c
	anonymous.token = nil
	again := func() error {
		_, err := body.Seek(0, io.SeekStart)
		return err
	}
	asked := &stream{body: body, length: int64(body.Len()), kind: "application/x-www-form-urlencoded", rewind: again}
	made, err := ask[granted](ctx, &anonymous, &request{method: http.MethodPost, path: "/oauth/token", stream: asked, harmless: true},
		[]CallOption{basic})
	if err != nil {
		return nil, err
	}
	if made.AccessToken == "" {
		return nil, fmt.Errorf("vitrine: the answer of /oauth/token has no token")
	}
	return made, nil
}

// oauthDetail returns what an error of OAuth says.
func oauthDetail(body []byte) string {
	var said struct {
		Code   string `json:"error"`
		Detail string `json:"error_description"`
	}
	if json.Unmarshal(body, &said) != nil {
		return ""
	}
	return plain(cmp.Or(said.Detail, said.Code))
}
