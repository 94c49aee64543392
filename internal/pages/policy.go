package pages

import (
	"regexp"
	"slices"
	"strings"

	"vitrine"
)

// Policy is the content security policy of a page. The zero value lets it show
// its own pictures and style, send its forms home, and nothing else.
type Policy struct {
	FormLeadsTo []string // further addresses behind the page's form: browsers count the redirect behind a form as its action
	Script      bool     // a program of our own
	Asks        bool     // programs of the page ask this host for more
	Viewer      []string // kinds of what the page shows in 3D
}

func (p Policy) String() string {
	directives := []string{"default-src 'none'"}
	// Textures come out of a GLB. Splats are sorted by a worker in WebAssembly.
	glb, splat := slices.Contains(p.Viewer, "glb"), slices.Contains(p.Viewer, "splat")
	for _, source := range []struct {
		needed    bool
		directive string
	}{
		{!glb, "img-src 'self'"}, {glb, "img-src 'self' blob:"},
		{splat, "script-src 'self' 'wasm-unsafe-eval'"}, {!splat && (p.Script || len(p.Viewer) > 0), "script-src 'self'"},
		{splat, "worker-src blob:"}, {glb || splat, "connect-src 'self' blob:"}, {p.Asks && !glb && !splat, "connect-src 'self'"},
	} {
		if source.needed {
			directives = append(directives, source.directive)
		}
	}
	action := "form-action 'self'"
	for _, address := range p.FormLeadsTo {
		action += origin(address)
	}
	// default-src covers none of form-action, base-uri and frame-ancestors (CSP3).
	directives = append(directives, "style-src 'self'", action, "base-uri 'none'", "frame-ancestors 'none'")
	return strings.Join(directives, "; ")
}

// origin returns a return address as a source of a directive, with a space before
// it; "" when it is none, or has a host of a kind that the directive has no
// words for (CSP3, section 2.3.1: no IPv6).
func origin(address string) string {
	source := vitrine.ReturnOrigin(address)
	if scheme, _, ok := strings.Cut(address, ":"); ok && programScheme.MatchString(scheme) {
		return " " + scheme + ":"
	}
	if source == "" || strings.Contains(source, "[") {
		return ""
	}
	return " " + source
}

// programScheme is a scheme that belongs to a program, which has a dot (RFC 8252, section
// 7.1).
var programScheme = regexp.MustCompile(`^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+$`)

// FormMayLeadTo reports whether a policy can let a form lead to an address.
func FormMayLeadTo(address string) bool { return origin(address) != "" }
