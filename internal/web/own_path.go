package web

import (
	"net/url"
	"strings"
)

// maxOwnPath is how long an address may be that somebody goes on to.
const maxOwnPath = 4096

// OwnPath returns a path and query of this marketplace, where somebody goes on after they
// have signed in; "" for all that a browser might take for another site's. It takes
// "/\host" and "/<tab>/host" for "//host" (URL standard, section 4.4).
func OwnPath(next string) string {
	if len(next) > maxOwnPath || !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") {
		return ""
	}
	if strings.ContainsFunc(next, func(r rune) bool { return r <= ' ' || r == '\\' || r == 0x7f }) {
		return ""
	}
	if u, err := url.Parse(next); err != nil || u.IsAbs() || u.Host != "" || u.User != nil {
		return ""
	}
	return next
}
