package web

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// Proxies are the networks of proxies that the operator trusts.
type Proxies []netip.Prefix

// client returns the address of the client: the peer's, or, when the peer is a
// trusted proxy, the right-most address of X-Forwarded-For that is not one.
func (p Proxies) client(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	if len(p) == 0 || !p.contain(host) {
		return host
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	// From the right: each proxy appends the address that it saw, and anybody can send what stands further left.
	for i := len(hops) - 1; i >= 0; i-- {
		hop, ok := parseHop(hops[i])
		if !ok {
			return host
		}
		if host = hop; !p.contain(hop) {
			return host
		}
	}
	return host
}

// parseHop reads an entry of X-Forwarded-For: an address, with a port or not.
func parseHop(hop string) (string, bool) {
	hop = strings.TrimSpace(hop)
	if both, err := netip.ParseAddrPort(hop); err == nil {
		return both.Addr().Unmap().String(), true
	}
	address, err := netip.ParseAddr(strings.Trim(hop, "[]"))
	return address.Unmap().String(), err == nil
}

func (p Proxies) contain(host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && p.Contain(address)
}

// Contain reports whether an address is a trusted proxy's.
func (p Proxies) Contain(address netip.Addr) bool {
	for _, prefix := range p {
		if prefix.Contains(address.Unmap()) {
			return true
		}
	}
	return false
}

// NamesLoopback reports whether a Host header means this machine.
func NamesLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return strings.EqualFold(host, "localhost") || err == nil && address.Unmap().IsLoopback()
}
