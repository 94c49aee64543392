// Package disposition says in a header that a file is to be saved, and under which name.
package disposition

import (
	"fmt"
	"strings"
	"unicode"
)

// Of is the Content-Disposition of a download (RFC 6266): the name
// in ASCII for old clients, and in full as filename* (RFC 8187).
func Of(name string) string {
	name = strings.Map(plainRune, strings.ToValidUTF8(name, "_"))
	if name == "" {
		return "attachment"
	}
	return fmt.Sprintf(`attachment; filename="%s"; filename*=UTF-8''%s`, strings.Map(asciiRune, name), encodeExtended(name))
}

// plainRune replaces what no file name needs: control characters, folders and
// the marks that turn the direction of writing, which disguise an extension.
func plainRune(r rune) rune {
	if r == '/' || r == '\\' || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
		return '_'
	}
	return r
}

// asciiRune replaces what a quoted string can't hold, and "%", which some
// clients decode there (RFC 6266, appendix D).
func asciiRune(r rune) rune {
	if r < ' ' || r > '~' || r == '"' || r == '%' {
		return '_'
	}
	return r
}

// encodeExtended is the value-chars of RFC 8187, section 3.2.1.
func encodeExtended(s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if isAttrChar(c) {
			b.WriteByte(c)
			continue
		}
		fmt.Fprintf(&b, "%%%02X", c)
	}
	return b.String()
}

func isAttrChar(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	return strings.IndexByte("!#$&+-.^_`|~", c) >= 0
}
