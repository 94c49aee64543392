package collada

import (
	"bytes"
	"encoding/xml"
	"iter"
	"strings"

	"vitrine/internal/geometry/source"
)

// The limits of a document.
const (
	maxText     = 320 << 20 // bytes
	maxElements = 8_000_000
	maxDepth    = 2 * source.MaxDepth // elements in each other: nodes, and what is around them and in them
)

// doc is a document as places in its text: its elements in the order in which
// they begin. The first one is the root, so that 0 as an element's child is none.
type doc struct {
	text     []byte
	elements []element
}

type element struct {
	name uint32 // where its tag begins, behind the <
	from uint32 // where its content begins
	to   uint32 // and ends
	next uint32 // the element behind all that are in this one
}

// parser looks at the tags of a text alone (W3C, "Extensible Markup Language
// 1.0"). There is no DTD.
type parser struct {
	doc
	at   int
	open []uint32
}

func parse(text []byte) (*doc, error) {
	p := &parser{doc: doc{text: text}}
	for {
		i := bytes.IndexByte(text[p.at:], '<')
		if i < 0 {
			break
		}
		p.at += i
		if err := p.markup(); err != nil {
			return nil, err
		}
	}
	switch {
	case len(p.open) > 0:
		return nil, source.Refuse(source.Truncated, "the file ends within <%s>", source.Shorten(string(p.name(int(p.open[len(p.open)-1])))))
	case len(p.elements) == 0:
		return nil, source.Refuse(source.Truncated, "the file ends before its first element")
	}
	return &p.doc, nil
}

var errCut = source.Refuse(source.Truncated, "the file ends within a tag")

// markup reads what begins with <.
func (p *parser) markup() error {
	rest := p.text[p.at:]
	switch {
	case len(rest) < 2:
		return errCut
	case rest[1] == '/':
		return p.endTag()
	case rest[1] == '?':
		return p.pass("?>")
	case rest[1] != '!':
		return p.startTag()
	case bytes.HasPrefix(rest, []byte("<!--")):
		p.at += len("<!--")
		return p.pass("-->")
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		return p.pass("]]>")
	case len(rest) < len("<![CDATA["):
		return errCut
	}
	return source.Refuse(source.Unsafe, "the file has a DTD, which is not read")
}

func (p *parser) pass(mark string) error {
	i := bytes.Index(p.text[p.at:], []byte(mark))
	if i < 0 {
		return errCut
	}
	p.at += i + len(mark)
	return nil
}

func (p *parser) startTag() error {
	end := tagEnd(p.text, p.at+1)
	switch {
	case end < 0:
		return errCut
	case !nameStart(p.text[p.at+1]):
		return source.Refuse(source.Malformed, "the file has a < that begins no tag")
	case len(p.open) == 0 && len(p.elements) > 0:
		return source.Refuse(source.Malformed, "the file has a second root element")
	case len(p.elements) >= maxElements:
		return source.Refuse(source.Limit, "the file has more than %d elements", maxElements)
	case len(p.open) >= maxDepth:
		return source.Refuse(source.Limit, "the file has elements deeper in each other than %d", maxDepth)
	}
	number := uint32(len(p.elements))
	p.elements = append(p.elements, element{uint32(p.at + 1), uint32(end + 1), uint32(end + 1), number + 1})
	if p.text[end-1] != '/' {
		p.open = append(p.open, number)
	}
	p.at = end + 1
	return nil
}

// tagEnd finds the > of a tag, which its values may have too.
func tagEnd(text []byte, at int) int {
	for at < len(text) {
		switch c := text[at]; c {
		case '>':
			return at
		case '"', '\'':
			i := bytes.IndexByte(text[at+1:], c)
			if i < 0 {
				return -1
			}
			at += i + 1
		}
		at++
	}
	return -1
}

func nameStart(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= 0x80
}

func (p *parser) endTag() error {
	i := bytes.IndexByte(p.text[p.at:], '>')
	if i < 0 {
		return errCut
	}
	name := bytes.TrimSpace(p.text[p.at+2 : p.at+i])
	last := len(p.open) - 1
	if last < 0 || !bytes.Equal(local(name), p.name(int(p.open[last]))) {
		return source.Refuse(source.Malformed, "the file closes <%s> where it is not open", source.Shorten(string(name)))
	}
	element := &p.elements[p.open[last]]
	element.to, element.next = uint32(p.at), uint32(len(p.elements))
	p.open = p.open[:last]
	p.at += i + 1
	return nil
}

// local is a name without its prefix.
func local(name []byte) []byte { return name[bytes.IndexByte(name, ':')+1:] }

// tag is a start tag without its brackets.
func (d *doc) tag(element int) (name, attributes []byte) {
	e := d.elements[element]
	tag := d.text[e.name : e.from-1]
	n := 0
	for n < len(tag) && tag[n] > ' ' && tag[n] != '/' {
		n++
	}
	return local(tag[:n]), tag[n:]
}

func (d *doc) name(element int) []byte {
	name, _ := d.tag(element)
	return name
}

func (d *doc) is(element int, name string) bool { return string(d.name(element)) == name }

// attribute is the value of an attribute; "" when there is none.
func (d *doc) attribute(element int, want string) string {
	_, rest := d.tag(element)
	for {
		key, value, ok := bytes.Cut(rest, []byte{'='})
		value = bytes.TrimLeft(value, " \t\r\n")
		if !ok || len(value) == 0 || value[0] != '"' && value[0] != '\'' {
			return ""
		}
		end := bytes.IndexByte(value[1:], value[0]) + 1
		if end == 0 {
			return ""
		}
		if string(bytes.TrimSpace(key)) == want {
			return plain(value[1:end])
		}
		rest = value[end+1:]
	}
}

// children are the elements in one.
func (d *doc) children(element int) iter.Seq[int] {
	return func(yield func(int) bool) {
		end := int(d.elements[element].next)
		for child := element + 1; child < end; child = int(d.elements[child].next) {
			if !yield(child) {
				return
			}
		}
	}
}

// find goes down from an element by names; 0 is none.
func (d *doc) find(element int, names ...string) int {
	for _, name := range names {
		found := 0
		for child := range d.children(element) {
			if d.is(child, name) {
				found = child
				break
			}
		}
		if element = found; found == 0 {
			return 0
		}
	}
	return element
}

// inside are all elements of a name that are in an element.
func (d *doc) inside(element int, name string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for child := element + 1; child < int(d.elements[element].next); child++ {
			if d.is(child, name) && !yield(child) {
				return
			}
		}
	}
}

// content is the text of an element, for lists of numbers: without comments.
func (d *doc) content(element int) []byte {
	e := d.elements[element]
	raw := d.text[e.from:e.to]
	if bytes.IndexByte(raw, '<') < 0 {
		return raw
	}
	return stripped(raw)
}

// word is the text of an element, as a name.
func (d *doc) word(element int) string {
	return strings.TrimSpace(plain(d.content(element)))
}

// stripped leaves comments and tags out and takes CDATA out of its brackets.
func stripped(raw []byte) []byte {
	var text []byte
	for {
		before, rest, found := bytes.Cut(raw, []byte{'<'})
		text = append(text, before...)
		if !found {
			return text
		}
		mark := ">"
		switch {
		case bytes.HasPrefix(rest, []byte("!--")):
			mark = "-->"
		case bytes.HasPrefix(rest, []byte("![CDATA[")):
			inside, _, _ := bytes.Cut(rest[len("![CDATA["):], []byte("]]>"))
			text = append(text, inside...)
			mark = "]]>"
		default:
			text = append(text, ' ')
		}
		_, raw, _ = bytes.Cut(rest, []byte(mark))
	}
}

// plain resolves references such as &amp;.
func plain(raw []byte) string {
	if bytes.IndexByte(raw, '&') >= 0 && len(raw) < 4096 {
		var plain struct {
			Text string `xml:",chardata"`
		}
		if err := xml.Unmarshal([]byte("<a>"+string(raw)+"</a>"), &plain); err == nil {
			return plain.Text
		}
	}
	return strings.ToValidUTF8(string(raw[:min(len(raw), 4096)]), "\uFFFD")
}
