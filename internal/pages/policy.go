package pages

import (
	"strings"

	"vitrine"
)

// policy is the content security policy of a page. The zero value lets it show
// its own pictures and style, send its forms home, and nothing else.
type policy struct {
	FormLeadsTo string // a further address behind the page's form: browsers count the redirect behind a form as its action
	Script      bool   // a program of our own
	Viewer      string // kind of what the page shows in 3D, "" for nothing
}

func (p policy) String() string {
	directives := []string{"default-src 'none'"}
	switch p.Viewer {
	case "":
		directives = append(directives, "img-src 'self'")
		if p.Script {
			directives = append(directives, "script-src 'self'")
		}
	case "splat":
		// They are sorted by a worker in WebAssembly.
		directives = append(directives, "img-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", "worker-src blob:", "connect-src 'self' blob:")
	case "turntable":
		directives = append(directives, "img-src 'self'", "script-src 'self'")
	default:
		// Textures come out of the preview.
		directives = append(directives, "img-src 'self' blob:", "script-src 'self'", "connect-src 'self' blob:")
	}
	directives = append(directives, "style-src 'self'", "form-action 'self'"+origin(p.FormLeadsTo), "base-uri 'none'", "frame-ancestors 'none'")
	return strings.Join(directives, "; ")
}

// origin gives a return address as a source of a directive, with a space before
// it; "" when it is none, or has a host of a kind that the directive has no
// words for (CSP3, section 2.3.1: no IPv6).
func origin(address string) string {
	source := vitrine.ReturnOrigin(address)
	if source == "" || strings.Contains(source, "[") {
		return ""
	}
	return " " + source
}
