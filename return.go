package vitrine

import (
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ReturnTo is the address that the customer comes back to, with the order's
// id, uuid and status added; "" when the caller gave none.
func (o *Order) ReturnTo(id string) string {
	return returnTo(o.ReturnURL, url.Values{"id": {id}, "uuid": {o.UUID}, "status": {string(o.Status)}})
}

func returnTo(back string, with url.Values) string {
	address, err := url.Parse(back)
	if err != nil || back == "" {
		return ""
	}
	query := address.Query()
	for name, values := range with {
		query[name] = values
	}
	address.RawQuery = query.Encode()
	return address.String()
}

// CheckReturnURL returns what is wrong with a return address: it is where a
// customer is led from a page that they trust.
func CheckReturnURL(address string) []Field {
	if _, ok := parseReturnURL(address); ok {
		return nil
	}
	return []Field{{Pointer: "/return_url", Code: "bad_format",
		Detail: "return_url is https:// (http:// on this machine alone), a host and what follows, without a user name, of at most " +
			"2048 characters"}}
}

// ReturnOrigin is the scheme, host and port of a return address; "" when it is
// none.
func ReturnOrigin(address string) string {
	parsed, ok := parseReturnURL(address)
	if !ok {
		return ""
	}
	return parsed.Scheme + "://" + strings.ToLower(parsed.Host)
}

// A host's name as programs write it: labels of ASCII letters, digits and
// hyphens (RFC 1123, section 2.1), those of other scripts in Punycode.
var hostName = regexp.MustCompile(`^(?i:[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*(?i:[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)\.?$`)

func parseReturnURL(address string) (*url.URL, bool) {
	parsed, err := url.Parse(address)
	if err != nil || len(address) > 2048 || parsed.User != nil {
		return nil, false
	}
	host, loopback := parsed.Hostname(), false
	if ip, err := netip.ParseAddr(host); err == nil {
		loopback = ip.IsLoopback() && ip.Zone() == ""
		if ip.Zone() != "" || ip.Is4In6() {
			return nil, false
		}
	} else {
		loopback = strings.EqualFold(host, "localhost")
		if len(host) > 253 || !hostName.MatchString(host) || numeric(host) {
			return nil, false
		}
	}
	if strings.HasSuffix(parsed.Host, ":") || parsed.Port() != "" && !validPort(parsed.Port()) {
		return nil, false
	}
	return parsed, parsed.Scheme == "https" || parsed.Scheme == "http" && loopback
}

// numeric reports whether browsers would read a name as an IPv4 address in one of
// its older forms, such as 0x7f.1.
func numeric(host string) bool {
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	_, err := strconv.ParseUint(labels[len(labels)-1], 0, 64)
	return err == nil
}

func validPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return err == nil && n > 0
}

// MayReturnTo reports whether the application may have customers sent to an
// address. Once the operator has registered return addresses for it, those
// alone: scheme, host, port and path are the same, and what follows the question
// mark is the application's to add.
func (a *Application) MayReturnTo(address string) bool {
	if !a.RemovedAt.IsZero() {
		return false
	}
	return len(a.ReturnURLs) == 0 || slices.ContainsFunc(a.ReturnURLs, func(registered string) bool {
		return returnPlace(registered) == returnPlace(address) && returnPlace(address) != ""
	})
}

func returnPlace(address string) string {
	parsed, ok := parseReturnURL(address)
	if !ok {
		return ""
	}
	path := parsed.EscapedPath()
	if path == "" {
		path = "/"
	}
	return ReturnOrigin(address) + path
}
