// Package client speaks the interface of a Vitrine marketplace: searching the catalogue,
// uploading and publishing models, orders with their payment, downloads, refunds, webhooks and
// receipts.
//
//	market, err := client.New("https://models.example", client.WithToken(os.Getenv("VITRINE_TOKEN")))
//	for model, err := range market.Models(ctx, client.ModelsQuery{Keywords: "oak chair"}) { … }
//
// Each operation of the contract is a method with its name; reads leave out the "get", so that
// getOrder is [Client.Order]. Lists have two: [Client.ListOrders] asks for one page, and
// [Client.Orders] goes through all of them. What every operation takes (If-Match, a language, an
// idempotency key) is an option of the call; the headers of the answer are read by [Capture].
//
// What can't do anything twice is repeated when a line breaks or the server asks to wait: reads,
// and creations, which carry an idempotency key. Errors of the server are [*Error], and are told
// apart by [errors.Is] with [ErrNotFound] and its like.
//
// The package needs the standard library alone, and keeps no state but what a Client has, which
// any number of goroutines may use.
package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// What a client does unless options say otherwise.
const (
	defaultTries   = 4
	defaultTimeout = time.Minute
	defaultLargest = 32 << 20
	defaultAgent   = "vitrine-go/1"
)

// Client speaks to one marketplace.
type Client struct {
	base    *url.URL // without a slash at its end
	http    *http.Client
	token   TokenSource // nil: none is sent
	agent   string
	tries   int
	timeout time.Duration
	largest int64
}

// TokenSource returns the access token of the next request. It may be asked by several
// goroutines at once.
type TokenSource func(ctx context.Context) (string, error)

// Option is something that a client does differently.
type Option func(*Client)

// WithToken sends an access token, which begins with vtr_.
func WithToken(token string) Option {
	return WithTokenSource(func(context.Context) (string, error) { return token, nil })
}

// WithTokenSource asks for the access token before each request: for tokens that end and are
// replaced. [Client.Credentials] is one for applications.
func WithTokenSource(source TokenSource) Option { return func(c *Client) { c.token = source } }

// WithHTTPClient makes requests with a client of one's own, such as one with a proxy. It is
// copied; how it follows redirects is not asked.
func WithHTTPClient(own *http.Client) Option { return func(c *Client) { c.http = own } }

// WithUserAgent says who asks.
func WithUserAgent(agent string) Option { return func(c *Client) { c.agent = agent } }

// WithTries says how often a request is made at most, the first one counted: 4 unless it is said,
// 1 for never again.
func WithTries(tries int) Option { return func(c *Client) { c.tries = max(1, tries) } }

// WithTimeout says how long to wait for each answer, and how long uploads and downloads may
// stand still: a minute unless it is said. A whole call is bounded by its context.
func WithTimeout(wait time.Duration) Option { return func(c *Client) { c.timeout = wait } }

// WithMaxAnswer says how many bytes of JSON an answer may have: 32 MiB unless it is said.
func WithMaxAnswer(bytes int64) Option { return func(c *Client) { c.largest = bytes } }

// New returns a client of the marketplace at a base address, such as https://models.example.
// The token is sent nowhere else.
func New(base string, options ...Option) (*Client, error) {
	address, err := url.Parse(base)
	if err != nil {
		return nil, fmt.Errorf("vitrine: the base address: %w", err)
	}
	if (address.Scheme != "https" && address.Scheme != "http") || address.Host == "" {
		return nil, errors.New("vitrine: the base address is one such as https://models.example")
	}
	if address.User != nil || address.RawQuery != "" || address.Fragment != "" {
		return nil, errors.New("vitrine: the base address has neither user, query nor fragment")
	}
	address.Path, address.RawPath = strings.TrimRight(address.Path, "/"), ""
	c := &Client{base: address, http: &http.Client{}, agent: defaultAgent, tries: defaultTries, timeout: defaultTimeout,
		largest: defaultLargest}
	for _, option := range options {
		option(c)
	}
	own := *c.http
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c.http = &own
	return c, nil
}

// ownAddress returns an address that the server named, if it is of this marketplace: any other
// must not see the token.
func (c *Client) ownAddress(address string) (*url.URL, error) {
	to, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("vitrine: %w", err)
	}
	to = c.base.ResolveReference(to)
	sameHost := to.Scheme == c.base.Scheme && strings.EqualFold(to.Host, c.base.Host) && to.User == nil
	if !sameHost || !strings.HasPrefix(to.Path, c.base.Path+"/") {
		return nil, fmt.Errorf("vitrine: %s is not an address of %s", to.Redacted(), c.base)
	}
	return to, nil
}
