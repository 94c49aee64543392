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

// kind is what sort of secret was guessed. Each has a budget of its own, so that a
// program with a wrong access token closes no checkout page of its network.
type kind string

const (
	pageKeys       kind = "page"
	signatures     kind = "signature"
	downloadTokens kind = "download"
	accessTokens   kind = "access"
)

// signedPath begins the addresses of stored bytes that a folder signs; it is blob.DownloadPath.
const signedPath = "/blobs/"

// secretOf returns which secret of a request stands in its path or query; "" for none.
func secretOf(pattern string, r *http.Request) kind {
	switch {
	case strings.Contains(pattern, "{key}"):
		return pageKeys
	case pattern == signedPath:
		return signatures
	case strings.Contains(pattern, "/files/") && r.URL.Query().Has("download_token"):
		return downloadTokens
	}
	return ""
}

// missed takes a wrong secret from the network's budget; the error is RateLimited
// when there is none left.
func (g *Guesses) missed(secret kind, network string) error {
	if g == nil {
		return nil
	}
	return g.limiter.Take(http.Header{}, GuessedSecrets, string(secret)+" "+network)
}

// stop refuses a request whose path or query is a secret, before anybody looks
// whether it is the right one: else who has guessed too often would still learn which
// guess was right. Access tokens are looked at all the same: many programs may share an
// address, and one with a wrong token must not stop the others.
func (g *Guesses) stop(pattern string, r *http.Request) error {
	secret := secretOf(pattern, r)
	if g == nil || secret == "" {
		return nil
	}
	return g.limiter.Spent(GuessedSecrets, string(secret)+" "+ClientNetwork(r.Context()))
}

// countGuess returns err, or what its caller gets instead: a wrong secret of which
// there were too many.
func countGuess(r *http.Request, info *requestInfo, err error) error {
	if !errors.Is(err, vitrine.ErrUnknownSecret) || info.counted {
		return err
	}
	info.counted = true
	// secretOf does not see access tokens: of all wrong secrets, theirs alone are Unauthenticated.
	secret := secretOf(info.pattern, r)
	if vitrine.CodeOf(err) == vitrine.Unauthenticated {
		secret = accessTokens
	}
	if spent := info.guesses.missed(secret, networkOf(info.client)); spent != nil {
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
