// Package stripe has customers pay by Stripe, on the pages of its hosted Checkout
// (https://docs.stripe.com/payments/checkout).
//
// A payment is one Checkout session, of one order or of several. Stripe tells of it by signed notices that come late, twice
// and in any order, and that are not believed beyond their sender: what happened is read anew
// from the session, its refunds and its disputes, and named by those objects, so that it is the
// same however often and in whatever order it is read.
//
// What Stripe gets to know of a customer is the address of their order and what they type
// there; of the marketplace, the title and price of what is sold.
package stripe

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v86"

	"vitrine"
)

// Name is that of the provider.
const Name = "stripe"

// The addresses of Stripe.
const (
	API   = "https://api.stripe.com"
	Pages = "https://checkout.stripe.com"
)

// callTime is what one call may take. A customer waits for some.
const callTime = 20 * time.Second

// retries is how often the library tries a call again that may not have arrived; it repeats the
// idempotency key.
const retries = 2

// Options are what a Provider is made of.
type Options struct {
	Key     string   // secret or restricted: sk_live_…, rk_live_…, sk_test_…, rk_test_…
	Secrets []string // of the endpoints that notices come to, whsec_…; two of each while one is replaced by the other
	BaseURL string   // public address of the marketplace
	// Statement is what customers read on their statement beside the name of the account; "" for
	// nothing more.
	Statement string
	// Methods are what customers can pay by, as Stripe names them, such as card and sepa_debit; none: what the account has
	// switched on.
	Methods []string
	API     string // address of the service; "" for API
	PaysAt  string // origin of its pages; "" for Pages, or for API where that is another one
	Client  *http.Client
	Now     func() time.Time
	Log     *slog.Logger
}

// Provider is a payment.Provider.
type Provider struct {
	options Options
	stripe  *stripe.Client
}

// New makes a provider; Invalid when the options can't be right.
func New(o Options) (*Provider, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if o.PaysAt == "" && o.API == "" {
		o.PaysAt = Pages
	}
	o.API = cmp.Or(o.API, API)
	o.PaysAt = cmp.Or(o.PaysAt, o.API)
	if o.Client == nil {
		o.Client = &http.Client{Timeout: callTime}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	backends := stripe.NewBackendsWithConfig(&stripe.BackendConfig{
		URL: stripe.String(o.API), HTTPClient: o.Client, MaxNetworkRetries: stripe.Int64(retries), EnableTelemetry: stripe.Bool(false),
		LeveledLogger: &stripe.LeveledLogger{Level: stripe.LevelNull}, // what fails is returned
	})
	return &Provider{options: o, stripe: stripe.NewClient(o.Key, stripe.WithBackends(backends))}, nil
}

// MaxStatement is how many characters of a statement are left to a marketplace.
const MaxStatement = 20

func (o *Options) check() error {
	if _, err := isLive(o.Key); err != nil {
		return err
	}
	if len(o.Secrets) == 0 || len(o.Secrets) > 4 {
		return vitrine.Errorf(vitrine.Invalid, "name the signing secret of the endpoint that Stripe sends its events to, whsec_…, "+
			"and that of the one for connected accounts where there is one; two of each while you replace it")
	}
	for _, secret := range o.Secrets {
		if !strings.HasPrefix(secret, "whsec_") || len(secret) < len("whsec_")+16 {
			return vitrine.Errorf(vitrine.Invalid, "a signing secret of Stripe begins with whsec_")
		}
	}
	for _, address := range []string{o.API, o.PaysAt} {
		if err := checkAddress(address); err != nil {
			return err
		}
	}
	if err := checkMethods(o.Methods); err != nil {
		return err
	}
	return checkStatement(o.Statement)
}

// checkMethods refuses what can't be names of methods: Stripe alone knows which there are.
func checkMethods(names []string) error {
	notOfName := func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') }
	for i, name := range names {
		if name == "" || strings.ContainsFunc(name, notOfName) || slices.Contains(names[:i], name) {
			return vitrine.Errorf(vitrine.Invalid, "name each method once, as Stripe does, such as card, link, paypal or sepa_debit, not %q", name)
		}
	}
	return nil
}

// isLive reports whether real money moves by a key.
func isLive(key string) (bool, error) {
	kind, rest, _ := strings.Cut(key, "_")
	mode, secret, _ := strings.Cut(rest, "_")
	if kind != "sk" && kind != "rk" || mode != "live" && mode != "test" || len(secret) < 8 || strings.ContainsFunc(key, notOfKey) {
		return false, vitrine.Errorf(vitrine.Invalid, "the key of Stripe is a secret or restricted one: sk_live_…, rk_live_…, sk_test_… "+
			"or rk_test_…")
	}
	return mode == "live", nil
}

func notOfKey(r rune) bool {
	return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
}

// checkAddress refuses to send a key, or a customer, over a line that others may read.
func checkAddress(address string) error {
	if address == "" {
		return nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Path != "" || u.RawQuery != "" || u.User != nil ||
		u.Scheme != "https" && (u.Scheme != "http" || u.Hostname() != "127.0.0.1" && u.Hostname() != "localhost") {
		return vitrine.Errorf(vitrine.Invalid, "the addresses of Stripe are https:// and a host, or http:// on this machine, and not %q", address)
	}
	return nil
}

// checkStatement holds a text against what banks print.
// https://docs.stripe.com/get-started/account/statement-descriptors#requirements
func checkStatement(text string) error {
	if text == "" {
		return nil
	}
	printable := func(r rune) bool { return r < ' ' || r > '~' || strings.ContainsRune(`<>\'"*`, r) }
	letter := func(r rune) bool { return r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' }
	if len(text) > MaxStatement || strings.ContainsFunc(text, printable) || !strings.ContainsFunc(text, letter) {
		return vitrine.Errorf(vitrine.Invalid, "the text on statements has up to %d characters of ASCII, one letter or more, and none of "+
			"< > \\ ' \" *",
			MaxStatement)
	}
	return nil
}

// Name is "stripe".
func (p *Provider) Name() string { return Name }

// Live reports whether the key moves real money.
func (p *Provider) Live() bool {
	live, _ := isLive(p.options.Key) // a key that New took
	return live
}

// PaysAt is the origin of Stripe's pages.
func (p *Provider) PaysAt() string { return p.options.PaysAt }

// failed explains an error of Stripe. What an operator must know stays in it; the key never does.
// Where the service can't be reached, or has too much to do, it is Unavailable.
func failed(what string, err error) error {
	err = fmt.Errorf("stripe: %s: %w", what, err)
	var refused *stripe.Error
	switch errors.As(err, &refused); {
	case refused == nil, refused.HTTPStatusCode >= 500, refused.HTTPStatusCode == http.StatusTooManyRequests,
		refused.HTTPStatusCode == http.StatusConflict: // the same call is under way
		return &vitrine.Error{Code: vitrine.Unavailable, Message: "the payment service does not answer: nothing was charged; try again in " +
			"a minute",
			Err: err}
	case refused.HTTPStatusCode == http.StatusUnauthorized:
		return fmt.Errorf("stripe: %s: the key was refused: look at --stripe-key (request %s)", what, refused.RequestID)
	default:
		return fmt.Errorf("stripe: %s: %s %s: %s (request %s)", what, refused.Type, refused.Code, refused.Msg, refused.RequestID)
	}
}

// is reports whether Stripe answered by a code.
func is(err error, code stripe.ErrorCode) bool {
	var refused *stripe.Error
	return errors.As(err, &refused) && refused.Code == code
}
