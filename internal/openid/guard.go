package openid

import (
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"vitrine/internal/guard"
)

// The limits of what a provider answers with.
const (
	maxAnswer = 1 << 20
	patience  = 10 * time.Second
)

// guarded is a client for the addresses that a provider names. What it is sent to is not the
// operator's word any more: it asks nothing without TLS, nothing of this machine and of what
// clouds keep their secrets at (link-local addresses), unless the provider itself is on this
// machine. It follows nothing, and reads no more and waits no longer than a provider needs.
func (p *Provider) guarded() *http.Client {
	return guard.Client(guard.Options{
		URL: func(u *url.URL) error {
			if !p.allows(u) {
				return fmt.Errorf("%s is without TLS", u.Redacted())
			}
			return nil
		},
		Address: func(ip netip.Addr) error {
			ip = ip.Unmap()
			if !p.local && (ip.IsLoopback() || ip.IsLinkLocalUnicast() || ip.IsUnspecified() || ip.IsMulticast()) {
				return fmt.Errorf("%s is no address of a provider", ip)
			}
			return nil
		},
		Redirect: errors.New("the provider leads elsewhere"), Timeout: patience, MaxAnswer: maxAnswer,
	})
}
