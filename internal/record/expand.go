package record

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Form is what a server adds to stored records.
type Form struct {
	Base    string // the public base address, without a slash at its end
	Numeric bool   // prices are JSON numbers rather than strings
	Listed  bool   // without the facts of single files, which make up half of a record
}

// Expand appends a stored record with its marks filled in.
func (f Form) Expand(dst []byte, stored string) []byte {
	dst = slices.Grow(dst, len(stored)+strings.Count(stored, string(markBase))*len(f.Base))
	for {
		before, rest, marked := strings.Cut(stored, string(markFacts))
		dst = f.expandBase(dst, before)
		if !marked {
			return dst
		}
		facts, after, _ := strings.Cut(rest, string(markFacts))
		if !f.Listed {
			dst = append(dst, facts...)
		}
		stored = after
	}
}

func (f Form) expandBase(dst []byte, stored string) []byte {
	for {
		i := strings.IndexByte(stored, markBase)
		if i < 0 {
			return f.expandPrices(dst, stored)
		}
		dst = f.expandPrices(dst, stored[:i])
		dst = append(dst, f.Base...)
		stored = stored[i+1:]
	}
}

func (f Form) expandPrices(dst []byte, part string) []byte {
	for {
		i := strings.IndexByte(part, markPrice)
		if i < 0 {
			return append(dst, part...)
		}
		dst = append(dst, part[:i]...)
		if !f.Numeric {
			dst = append(dst, '"')
		}
		part = part[i+1:]
	}
}

const hex = "0123456789abcdef"

// appendString appends s as a JSON string (RFC 8259, section 7). Bytes that
// are not UTF-8 become U+FFFD.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			// A U+FFFD that somebody wrote has three bytes: only a broken character has one.
			if r == utf8.RuneError && size == 1 {
				dst = append(append(dst, s[start:i]...), "\ufffd"...)
				start = i + 1
			}
			i += size
			continue
		}
		dst = append(dst, s[start:i]...)
		dst = appendEscape(dst, c)
		i++
		start = i
	}
	return append(append(dst, s[start:]...), '"')
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	default:
		return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
	}
}
