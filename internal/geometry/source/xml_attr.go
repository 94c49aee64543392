package source

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// maxBindings bounds the prefixes that are bound at once.
const maxBindings = 1000

// readAttrs reads the attributes of a tag.
func (x *XML) readAttrs(text []byte) bool {
	x.attrs = x.attrs[:0]
	for {
		text = bytes.TrimLeft(text, " \t\r\n")
		if len(text) == 0 {
			return x.resolveAttrs()
		}
		key, rest, ok := bytes.Cut(text, []byte{'='})
		key, rest = bytes.TrimRight(key, " \t\r\n"), bytes.TrimLeft(rest, " \t\r\n")
		if !ok || len(key) == 0 || len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
			return x.fail(Malformed, "has an attribute without a value in quotes: %s", Shorten(string(text)))
		}
		value, after, ok := bytes.Cut(rest[1:], rest[:1])
		if !ok {
			return x.fail(Malformed, "has an attribute without an end: %s", Shorten(string(text)))
		}
		if bytes.IndexByte(value, '&') >= 0 {
			if value, ok = expand(value); !ok {
				return x.fail(Malformed, "refers to what it does not say: %s", Shorten(string(text)))
			}
		}
		x.attrs = append(x.attrs, attribute{Name{Whole: key, Local: key}, value})
		text = after
	}
}

// resolveAttrs binds the prefixes that a tag declares, then names its attributes.
func (x *XML) resolveAttrs() bool {
	for _, a := range x.attrs {
		prefix, declares := bytes.CutPrefix(a.Whole, []byte("xmlns"))
		if !declares || len(prefix) > 0 && prefix[0] != ':' {
			continue
		}
		if len(x.spaces) == maxBindings {
			return x.fail(Limit, "binds more than %d prefixes", maxBindings)
		}
		x.spaces = append(x.spaces, binding{string(bytes.TrimPrefix(prefix, []byte{':'})), string(a.value), x.Depth})
	}
	for i := range x.attrs {
		x.attrs[i].Name = x.resolve(x.attrs[i].Whole, false)
	}
	return true
}

// resolve finds the namespace of a name. Attributes without a prefix are in none.
func (x *XML) resolve(whole []byte, element bool) Name {
	prefix, local, ok := bytes.Cut(whole, []byte{':'})
	if !ok {
		prefix, local = nil, whole
		if !element {
			return Name{Local: local, Whole: whole}
		}
	}
	return Name{x.Space(prefix), local, whole}
}

// Space is the namespace that a prefix stands for, or the prefix itself where it
// stands for none.
func (x *XML) Space(prefix []byte) string {
	for i := len(x.spaces) - 1; i >= 0; i-- {
		if x.spaces[i].prefix == string(prefix) {
			return x.spaces[i].uri
		}
	}
	return string(prefix)
}

// Attr is an attribute of the element met last, by its namespace and name; nil
// when it is not there.
func (x *XML) Attr(space, local string) []byte {
	for i := range x.attrs {
		if x.attrs[i].Is(space, local) {
			return x.attrs[i].value
		}
	}
	return nil
}

// expand resolves &amp; and &#38; and their like. Other names would need a
// DTD.
func expand(text []byte) ([]byte, bool) {
	to := make([]byte, 0, len(text))
	for {
		before, rest, found := bytes.Cut(text, []byte{'&'})
		to = append(to, before...)
		if !found {
			return to, true
		}
		name, after, ok := bytes.Cut(rest, []byte{';'})
		if !ok {
			return nil, false
		}
		r, ok := character(string(name))
		if !ok {
			return nil, false
		}
		to, text = utf8.AppendRune(to, r), after
	}
}

func character(name string) (rune, bool) {
	switch name {
	case "amp":
		return '&', true
	case "lt":
		return '<', true
	case "gt":
		return '>', true
	case "quot":
		return '"', true
	case "apos":
		return '\'', true
	}
	if len(name) < 2 || name[0] != '#' {
		return 0, false
	}
	digits, base := name[1:], 10
	if digits[0] == 'x' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 21)
	return rune(n), err == nil && n > 0 && utf8.ValidRune(rune(n))
}

// Quick returns the attributes, as they stand, of the next child of the element that
// is open at a depth, if it has no content, is called name, prefix included, and
// lies whole in the window. The caller who does not understand them goes back and
// asks child. Of a model of millions of vertices each is one such element.
func (x *XML) Quick(depth int, name string) (attrs []byte, back int, ok bool) {
	if x.closing && x.Depth == depth+1 {
		x.closing = false
		x.leave()
	}
	if x.closing || x.Depth != depth {
		return nil, 0, false
	}
	const longest = 512
	if len(x.buf)-x.pos < longest {
		x.more() // what fails here fails again in child
	}
	at := x.pos
	for at < len(x.buf) && x.buf[at] <= ' ' {
		at++
	}
	from := at + 1 + len(name)
	if from >= len(x.buf) || x.buf[at] != '<' || string(x.buf[at+1:from]) != name || x.buf[from] > ' ' {
		return nil, 0, false
	}
	// A > in quotes ends this too early: the caller then finds a quote open, and goes back.
	length := bytes.IndexByte(x.buf[from:], '>')
	if length < 1 || x.buf[from+length-1] != '/' {
		return nil, 0, false
	}
	back, x.pos = x.pos, from+length+1
	return x.buf[from : from+length-1], back, true
}

// Rewind goes back to where quick was.
func (x *XML) Rewind(back int) { x.pos = back }
