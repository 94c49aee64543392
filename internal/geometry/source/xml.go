package source

import (
	"bytes"
	"errors"
	"io"
)

// xmlWindow is the buffer that XML is read through.
const xmlWindow = 256 << 10

// XML goes from element to element of an XML document in UTF-8 (W3C,
// "Extensible Markup Language 1.0", sections 2 and 3; "Namespaces in XML 1.0").
// It knows no DTD and expands nothing but the five names and the numbers of
// characters. What it gives is good until it goes on.
type XML struct {
	What string // is read, for people
	in   io.Reader
	buf  []byte
	pos  int // of what comes next

	Element Name // met last
	attrs   []attribute
	Depth   int // elements that are open, with the one met last

	closing bool   // the element met last has no content
	open    []byte // names of the elements that are open
	marks   []int  // where each begins
	spaces  []binding
	started bool
	Err     error
}

// Name is a name with its namespace.
type Name struct {
	Space string // "" is none
	Local []byte
	Whole []byte // with its prefix
}

// Is compares a name.
func (n Name) Is(space, local string) bool { return string(n.Local) == local && n.Space == space }

type attribute struct {
	Name
	value []byte
}

// binding binds a prefix to a namespace, within an element and its content.
type binding struct {
	prefix, uri string
	depth       int
}

// NewXML reads XML as it comes; what names it for people.
func NewXML(what string, in io.Reader) *XML {
	return &XML{What: what, in: in, buf: make([]byte, 0, xmlWindow)}
}

// Child goes on to the next child of the element that is open at a depth,
// passing over what is deeper; depth 0 is the document. False is the end of that
// element, or an error.
func (x *XML) Child(depth int) bool {
	for {
		started, ok := x.next()
		switch {
		case !ok, !started && x.Depth < depth:
			return false
		case started && x.Depth == depth+1:
			return true
		}
	}
}

// next goes on to the next start or end of an element.
func (x *XML) next() (started, ok bool) {
	if x.Err != nil {
		return false, false
	}
	if x.closing {
		x.closing = false
		x.leave()
		return false, true
	}
	for x.seek() {
		switch {
		case x.has("</"):
			return false, x.end()
		case x.has("<!--"):
			x.pass("-->")
		case x.has("<![CDATA["):
			x.pass("]]>")
		case x.has("<?"):
			x.pass("?>")
		// Comments and CDATA are told apart above: what is left is a
		// DTD, whose entities could expand without end.
		case x.has("<!"):
			x.fail(Unsafe, "has a DTD, which is not read")
		default:
			return true, x.start()
		}
	}
	switch {
	case x.Err != nil:
	case x.Depth > 0:
		x.fail(Truncated, "ends within <%s>", Shorten(string(x.open[x.marks[len(x.marks)-1]:])))
	case !x.started:
		x.fail(Malformed, "holds no element")
	}
	return false, false
}

func (x *XML) fail(code, format string, args ...any) bool {
	if x.Err == nil {
		x.Err = Refuse(code, x.What+" "+format, args...)
	}
	return false
}

// seek goes to the next <.
func (x *XML) seek() bool {
	if x.Err != nil {
		return false
	}
	for {
		if i := bytes.IndexByte(x.buf[x.pos:], '<'); i >= 0 {
			x.pos += i
			return true
		}
		x.pos = len(x.buf)
		if !x.more() {
			return false
		}
	}
}

// more fills the window behind what is still to be read. False is the end of the
// document, or an error.
func (x *XML) more() bool {
	rest := len(x.buf) - x.pos
	if x.Err != nil || rest > MaxLine {
		return x.fail(Limit, "has a tag of more than %d bytes", MaxLine)
	}
	to := x.buf[:cap(x.buf)]
	if rest > len(to)/2 {
		to = make([]byte, 2*len(to))
	}
	copy(to, x.buf[x.pos:])
	first := x.pos == 0 && rest == 0 && !x.started
	n, err := io.ReadFull(x.in, to[rest:])
	x.buf, x.pos = to[:rest+n], 0
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		x.Err = err
		return false
	}
	if first && (bytes.HasPrefix(x.buf, []byte("\xff\xfe")) || bytes.HasPrefix(x.buf, []byte("\xfe\xff"))) {
		return x.fail(Malformed, "is in UTF-16; save it in UTF-8")
	}
	return n > 0
}

// has reports whether this is what comes next.
func (x *XML) has(mark string) bool {
	for len(x.buf)-x.pos < len(mark) {
		if !x.more() {
			return false
		}
	}
	return string(x.buf[x.pos:x.pos+len(mark)]) == mark
}

// pass goes behind the next place of a mark.
func (x *XML) pass(mark string) {
	for {
		if i := bytes.Index(x.buf[x.pos:], []byte(mark)); i >= 0 {
			x.pos += i + len(mark)
			return
		}
		// The mark may begin at the end of the window: as much of it as could stand there is kept.
		x.pos = max(x.pos, len(x.buf)-len(mark)+1)
		if !x.more() {
			x.fail(Truncated, "ends before %s", mark)
			return
		}
	}
}

// tag returns the text of the tag that begins here, without < and >, and goes
// behind it. A > between quotes is none.
func (x *XML) tag() ([]byte, bool) {
	for at, quote := 1, byte(0); ; {
		for ; x.pos+at < len(x.buf); at++ {
			switch c := x.buf[x.pos+at]; {
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case c == '"' || c == '\'':
				quote = c
			case c == '<':
				return nil, x.fail(Malformed, "has a < within the tag <%s", Shorten(string(x.buf[x.pos+1:x.pos+at])))
			case c == '>':
				text := x.buf[x.pos+1 : x.pos+at]
				x.pos += at + 1
				return text, true
			}
		}
		// at counts from pos, and more moves what is there to the window's start: it goes on where it was.
		if !x.more() {
			return nil, x.fail(Truncated, "ends within a tag")
		}
	}
}

// start begins an element.
func (x *XML) start() bool {
	text, ok := x.tag()
	if !ok {
		return false
	}
	n := len(text)
	x.closing = n > 0 && text[n-1] == '/'
	if x.closing {
		text = text[:n-1]
	}
	name, rest := NextWord(text)
	switch {
	case len(name) == 0 || text[0] <= ' ' || bytes.IndexByte(name, '=') >= 0:
		return x.fail(Malformed, "has a < that begins no tag")
	case x.Depth == 0 && x.started:
		return x.fail(Malformed, "has a second root element, <%s>", Shorten(string(name)))
	case x.Depth == MaxDepth:
		return x.fail(Limit, "has elements deeper in each other than %d", MaxDepth)
	}
	x.Depth++
	x.started = true
	x.marks = append(x.marks, len(x.open))
	x.open = append(x.open, name...)
	if !x.readAttrs(rest) {
		return false
	}
	x.Element = x.resolve(name, true)
	return true
}

// end ends the element that is open.
func (x *XML) end() bool {
	text, ok := x.tag()
	if !ok {
		return false
	}
	name := bytes.TrimRight(text[1:], " \t\r\n")
	if x.Depth == 0 || !bytes.Equal(name, x.open[x.marks[len(x.marks)-1]:]) {
		return x.fail(Malformed, "closes <%s> where it is not open", Shorten(string(name)))
	}
	x.leave()
	return true
}

// leave forgets an element and the prefixes that it bound.
func (x *XML) leave() {
	last := len(x.marks) - 1
	x.open, x.marks = x.open[:x.marks[last]], x.marks[:last]
	for n := len(x.spaces); n > 0 && x.spaces[n-1].depth == x.Depth; n-- {
		x.spaces = x.spaces[:n-1]
	}
	x.Depth--
}
