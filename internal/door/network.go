package door

import "net/netip"

// networkBits is how much of an IPv6 address names a subscriber: providers give
// out no less than a /64 (RFC 6177), and its owner has all of it.
const networkBits = 64

// Network returns the network that counts as one: an IPv4 address, or the /64 of an
// IPv6 address.
func Network(address netip.Addr) netip.Prefix {
	address = address.Unmap().WithZone("")
	bits := min(networkBits, address.BitLen())
	if address.Is4() {
		bits = address.BitLen()
	}
	prefix, _ := address.Prefix(bits) // fails for lengths that don't fit alone
	return prefix
}
