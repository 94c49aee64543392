package geometry

import (
	"bytes"
	"encoding/xml"
	"iter"
	"strings"
)

// The limits of a document.
const (
	maxDAEText     = 320 << 20 // bytes
	maxDAEElements = 8_000_000
	maxDAEDepth    = 2 * maxDepth // elements in each other: nodes, and what is around them and in them
)

// daeDoc is a document as places in its text: its elements in the order in which
// they begin. The first one is the root, so that 0 as an element's child is none.
type daeDoc struct {
	text     []byte
	elements []daeElement
}

type daeElement struct {
	name uint32 // where its tag begins, behind the <
	from uint32 // where its content begins
	to   uint32 // and ends
	next uint32 // the element behind all that are in this one
}

// daeParser looks at the tags of a text alone (W3C, "Extensible Markup Language
// 1.0"). There is no DTD.
type daeParser struct {
	daeDoc
	at   int
	open []uint32
}

func parseDAE(text []byte) (*daeDoc, error) {
	p := &daeParser{daeDoc: daeDoc{text: text}}
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
		return nil, refuse(codeTruncated, "the file ends within <%s>", shorten(string(p.name(int(p.open[len(p.open)-1])))))
	case len(p.elements) == 0:
		return nil, refuse(codeTruncated, "the file ends before its first element")
	}
	return &p.daeDoc, nil
}

var errDAECut = refuse(codeTruncated, "the file ends within a tag")

// markup reads what begins with <.
func (p *daeParser) markup() error {
	rest := p.text[p.at:]
	switch {
	case len(rest) < 2:
		return errDAECut
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
		return errDAECut
	}
	return refuse(codeUnsafe, "the file has a DTD, which is not read")
}

func (p *daeParser) pass(mark string) error {
	i := bytes.Index(p.text[p.at:], []byte(mark))
	if i < 0 {
		return errDAECut
	}
	p.at += i + len(mark)
	return nil
}

func (p *daeParser) startTag() error {
	end := daeTagEnd(p.text, p.at+1)
	switch {
	case end < 0:
		return errDAECut
	case !daeNameStart(p.text[p.at+1]):
		return refuse(codeMalformed, "the file has a < that begins no tag")
	case len(p.open) == 0 && len(p.elements) > 0:
		return refuse(codeMalformed, "the file has a second root element")
	case len(p.elements) >= maxDAEElements:
		return refuse(codeLimit, "the file has more than %d elements", maxDAEElements)
	case len(p.open) >= maxDAEDepth:
		return refuse(codeLimit, "the file has elements deeper in each other than %d", maxDAEDepth)
	}
	number := uint32(len(p.elements))
	p.elements = append(p.elements, daeElement{uint32(p.at + 1), uint32(end + 1), uint32(end + 1), number + 1})
	if p.text[end-1] != '/' {
		p.open = append(p.open, number)
	}
	p.at = end + 1
	return nil
}

// daeTagEnd finds the > of a tag, which its values may have too.
func daeTagEnd(text []byte, at int) int {
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

func daeNameStart(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= 0x80
}

func (p *daeParser) endTag() error {
	i := bytes.IndexByte(p.text[p.at:], '>')
	if i < 0 {
		return errDAECut
	}
	name := bytes.TrimSpace(p.text[p.at+2 : p.at+i])
	last := len(p.open) - 1
	if last < 0 || !bytes.Equal(daeLocal(name), p.name(int(p.open[last]))) {
		return refuse(codeMalformed, "the file closes <%s> where it is not open", shorten(string(name)))
	}
	element := &p.elements[p.open[last]]
	element.to, element.next = uint32(p.at), uint32(len(p.elements))
	p.open = p.open[:last]
	p.at += i + 1
	return nil
}

// daeLocal is a name without its prefix.
func daeLocal(name []byte) []byte { return name[bytes.IndexByte(name, ':')+1:] }

// tag is a start tag without its brackets.
func (d *daeDoc) tag(element int) (name, attributes []byte) {
	e := d.elements[element]
	tag := d.text[e.name : e.from-1]
	n := 0
	for n < len(tag) && tag[n] > ' ' && tag[n] != '/' {
		n++
	}
	return daeLocal(tag[:n]), tag[n:]
}

func (d *daeDoc) name(element int) []byte {
	name, _ := d.tag(element)
	return name
}

func (d *daeDoc) is(element int, name string) bool { return string(d.name(element)) == name }

// attribute is the value of an attribute; "" when there is none.
func (d *daeDoc) attribute(element int, want string) string {
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
			return daePlain(value[1:end])
		}
		rest = value[end+1:]
	}
}

// children are the elements in one.
func (d *daeDoc) children(element int) iter.Seq[int] {
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
func (d *daeDoc) find(element int, names ...string) int {
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
func (d *daeDoc) inside(element int, name string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for child := element + 1; child < int(d.elements[element].next); child++ {
			if d.is(child, name) && !yield(child) {
				return
			}
		}
	}
}

// content is the text of an element, for lists of numbers: without comments.
func (d *daeDoc) content(element int) []byte {
	e := d.elements[element]
	raw := d.text[e.from:e.to]
	if bytes.IndexByte(raw, '<') < 0 {
		return raw
	}
	return daeStripped(raw)
}

// word is the text of an element, as a name.
func (d *daeDoc) word(element int) string {
	return strings.TrimSpace(daePlain(d.content(element)))
}

// daeStripped leaves comments and tags out and takes CDATA out of its brackets.
func daeStripped(raw []byte) []byte {
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

// daePlain resolves references such as &amp;.
func daePlain(raw []byte) string {
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
