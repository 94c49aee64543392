package pages

import (
	"net/url"
	"strings"
)

// policy is the content security policy of a page. The zero value lets it show
// its own pictures and style, send its forms home, and nothing else.
type policy struct {
	FormLeadsTo string // a further address behind the page's form: browsers count the redirect behind a form as its action
	Viewer      bool   // the page shows a model in 3D
	Blobs       string // address that the viewer fetches from beside our own, "" for none
}

func (p policy) String() string {
	directives := []string{"default-src 'none'"}
	if p.Viewer {
		directives = append(directives, "img-src 'self' data: blob:", "script-src 'self'", "worker-src 'self' blob:", "connect-src 'self'"+origin(p.Blobs))
	} else {
		directives = append(directives, "img-src 'self'")
	}
	directives = append(directives, "style-src 'self'", "form-action 'self'"+origin(p.FormLeadsTo), "base-uri 'none'", "frame-ancestors 'none'")
	return strings.Join(directives, "; ")
}

// origin gives an address as a source of a directive, with a space before it;
// "" when it is none.
func origin(address string) string {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" || strings.ContainsAny(parsed.Host, " ;,'") {
		return ""
	}
	return " " + parsed.Scheme + "://" + parsed.Host
}
