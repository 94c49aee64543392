package geometry

import (
	"bytes"
	"errors"
	"io"
)

// xmlWindow is the buffer that XML is read through.
const xmlWindow = 256 << 10

// xmlReader goes from element to element of an XML document in UTF-8 (W3C,
// "Extensible Markup Language 1.0", sections 2 and 3; "Namespaces in XML 1.0").
// It knows no DTD and expands nothing but the five names and the numbers of
// characters. What it gives is good until it goes on.
type xmlReader struct {
	what string // is read, for people
	in   io.Reader
	buf  []byte
	pos  int // of what comes next

	element xmlName // met last
	attrs   []xmlAttr
	depth   int // elements that are open, with the one met last

	closing bool   // the element met last has no content
	open    []byte // names of the elements that are open
	marks   []int  // where each begins
	spaces  []xmlSpace
	started bool
	err     error
}

// xmlName is a name with its namespace.
type xmlName struct {
	space string // "" is none
	local []byte
	whole []byte // with its prefix
}

// is compares a name.
func (n xmlName) is(space, local string) bool { return string(n.local) == local && n.space == space }

type xmlAttr struct {
	xmlName
	value []byte
}

// xmlSpace binds a prefix to a namespace, within an element and its content.
type xmlSpace struct {
	prefix, uri string
	depth       int
}

// newXMLReader reads XML as it comes; what names it for people.
func newXMLReader(what string, in io.Reader) *xmlReader {
	return &xmlReader{what: what, in: in, buf: make([]byte, 0, xmlWindow)}
}

// child goes on to the next child of the element that is open at a depth,
// passing over what is deeper; depth 0 is the document. False is the end of that
// element, or an error.
func (x *xmlReader) child(depth int) bool {
	for {
		started, ok := x.next()
		switch {
		case !ok, !started && x.depth < depth:
			return false
		case started && x.depth == depth+1:
			return true
		}
	}
}

// next goes on to the next start or end of an element.
func (x *xmlReader) next() (started, ok bool) {
	if x.err != nil {
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
		case x.has("<!"):
			x.fail(codeUnsafe, "has a DTD, which is not read")
		default:
			return true, x.start()
		}
	}
	switch {
	case x.err != nil:
	case x.depth > 0:
		x.fail(codeTruncated, "ends within <%s>", shorten(string(x.open[x.marks[len(x.marks)-1]:])))
	case !x.started:
		x.fail(codeMalformed, "holds no element")
	}
	return false, false
}

func (x *xmlReader) fail(code, format string, args ...any) bool {
	if x.err == nil {
		x.err = refuse(code, x.what+" "+format, args...)
	}
	return false
}

// seek goes to the next <.
func (x *xmlReader) seek() bool {
	if x.err != nil {
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
func (x *xmlReader) more() bool {
	rest := len(x.buf) - x.pos
	if x.err != nil || rest > maxLine {
		return x.fail(codeLimit, "has a tag of more than %d bytes", maxLine)
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
		x.err = err
		return false
	}
	if first && (bytes.HasPrefix(x.buf, []byte("\xff\xfe")) || bytes.HasPrefix(x.buf, []byte("\xfe\xff"))) {
		return x.fail(codeMalformed, "is in UTF-16; save it in UTF-8")
	}
	return n > 0
}

// has says whether this is what comes next.
func (x *xmlReader) has(mark string) bool {
	for len(x.buf)-x.pos < len(mark) {
		if !x.more() {
			return false
		}
	}
	return string(x.buf[x.pos:x.pos+len(mark)]) == mark
}

// pass goes behind the next place of a mark.
func (x *xmlReader) pass(mark string) {
	for {
		if i := bytes.Index(x.buf[x.pos:], []byte(mark)); i >= 0 {
			x.pos += i + len(mark)
			return
		}
		x.pos = max(x.pos, len(x.buf)-len(mark)+1)
		if !x.more() {
			x.fail(codeTruncated, "ends before %s", mark)
			return
		}
	}
}

// tag gives the text of the tag that begins here, without < and >, and goes
// behind it. A > between quotes is none.
func (x *xmlReader) tag() ([]byte, bool) {
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
				return nil, x.fail(codeMalformed, "has a < within the tag <%s", shorten(string(x.buf[x.pos+1:x.pos+at])))
			case c == '>':
				text := x.buf[x.pos+1 : x.pos+at]
				x.pos += at + 1
				return text, true
			}
		}
		if !x.more() {
			return nil, x.fail(codeTruncated, "ends within a tag")
		}
	}
}

// start begins an element.
func (x *xmlReader) start() bool {
	text, ok := x.tag()
	if !ok {
		return false
	}
	n := len(text)
	x.closing = n > 0 && text[n-1] == '/'
	if x.closing {
		text = text[:n-1]
	}
	name, rest := nextWord(text)
	switch {
	case len(name) == 0 || text[0] <= ' ' || bytes.IndexByte(name, '=') >= 0:
		return x.fail(codeMalformed, "has a < that begins no tag")
	case x.depth == 0 && x.started:
		return x.fail(codeMalformed, "has a second root element, <%s>", shorten(string(name)))
	case x.depth == maxDepth:
		return x.fail(codeLimit, "has elements deeper in each other than %d", maxDepth)
	}
	x.depth++
	x.started = true
	x.marks = append(x.marks, len(x.open))
	x.open = append(x.open, name...)
	if !x.readAttrs(rest) {
		return false
	}
	x.element = x.resolve(name, true)
	return true
}

// end ends the element that is open.
func (x *xmlReader) end() bool {
	text, ok := x.tag()
	if !ok {
		return false
	}
	name := bytes.TrimRight(text[1:], " \t\r\n")
	if x.depth == 0 || !bytes.Equal(name, x.open[x.marks[len(x.marks)-1]:]) {
		return x.fail(codeMalformed, "closes <%s> where it is not open", shorten(string(name)))
	}
	x.leave()
	return true
}

// leave forgets an element and the prefixes that it bound.
func (x *xmlReader) leave() {
	last := len(x.marks) - 1
	x.open, x.marks = x.open[:x.marks[last]], x.marks[:last]
	for n := len(x.spaces); n > 0 && x.spaces[n-1].depth == x.depth; n-- {
		x.spaces = x.spaces[:n-1]
	}
	x.depth--
}
