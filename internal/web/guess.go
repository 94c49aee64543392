package web

import (
	"errors"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/door"
)

// Guesses counts, by network, how often somebody came with a secret that nobody
// has: the key of a checkout page, a download token, a signed address, an access
// token. Every such error is vitrine.ErrUnknownSecret, and every answer passes
// here, so no path can forget to count.
type Guesses struct{ limiter *Limiter }

// NewGuesses makes a counter with the budget of its name in rates; without one
// nothing is counted.
func NewGuesses(rates map[Budget]Rate, now func() time.Time) *Guesses {
	return &Guesses{NewLimiter(rates, now)}
}

// missed takes a wrong secret from the network's budget; the error is RateLimited
// when there is none left.
func (g *Guesses) missed(network string) error {
	if g == nil {
		return nil
	}
	return g.limiter.Take(http.Header{}, GuessedSecrets, network)
}

// spent is RateLimited while the network's budget is used up.
func (g *Guesses) spent(network string) error {
	if g == nil {
		return nil
	}
	return g.limiter.Spent(GuessedSecrets, network)
}

// stop refuses a request whose path or query is a secret, before anybody looks
// whether it is the right one: else who has guessed too often would still learn which
// guess was right. Access tokens are looked at all the same: many programs may share an
// address, and one with a wrong token must not stop the others.
func (g *Guesses) stop(pattern string, r *http.Request) error {
	if strings.Contains(pattern, "{key}") || pattern == "/blobs/" || strings.Contains(r.URL.RawQuery, "download_token") {
		return g.spent(ClientNetwork(r.Context()))
	}
	return nil
}

// countGuess gives err, or what its caller gets instead: a wrong secret of which
// there were too many.
func countGuess(info *requestInfo, err error) error {
	if !errors.Is(err, vitrine.ErrUnknownSecret) || info.counted {
		return err
	}
	info.counted = true
	if spent := info.guesses.missed(networkOf(info.client)); spent != nil {
		return spent
	}
	return err
}

// networkOf names the network that an address counts for.
func networkOf(client string) string {
	address, err := netip.ParseAddr(client)
	if err != nil {
		return client
	}
	return door.Network(address).String()
}
