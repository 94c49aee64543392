package ply

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"vitrine/internal/geometry/source"
)

// encoding is how the values behind a PLY's header are written.
type encoding int

const (
	ascii encoding = iota
	little
	big
)

// kind is a type of numbers.
type kind uint8

const (
	kindInt8 kind = iota + 1
	kindUint8
	kindInt16
	kindUint16
	kindInt32
	kindUint32
	kindFloat32
	kindFloat64
)

// kinds are the types by both of their spellings.
var kinds = map[string]kind{
	"char": kindInt8, "uchar": kindUint8, "short": kindInt16, "ushort": kindUint16, "int": kindInt32, "uint": kindUint32,
	"float": kindFloat32, "double": kindFloat64,
	"int8": kindInt8, "uint8": kindUint8, "int16": kindInt16, "uint16": kindUint16, "int32": kindInt32, "uint32": kindUint32,
	"float32": kindFloat32, "float64": kindFloat64,
}

// size is the bytes of a number in a binary file.
func (k kind) size() int {
	return [...]int{0, 1, 1, 2, 2, 4, 4, 4, 8}[k]
}

// whole reports whether the numbers are integers.
func (k kind) whole() bool { return k < kindFloat32 }

// header is the head of a PLY file.
type header struct {
	format     encoding
	elements   []element
	textures   []string // of "comment TextureFile"
	dataOffset int64
}

// element is a table: count records of the same properties.
type element struct {
	name       string
	count      int64
	properties []property
}

// property is a number of a record, or a list with its length in front.
type property struct {
	name      string
	kind      kind
	list      bool
	countKind kind // of a list's length
}

// element finds the first element of a name; nil when there is none.
func (h *header) element(name string) *element {
	for i := range h.elements {
		if h.elements[i].name == name {
			return &h.elements[i]
		}
	}
	return nil
}

// property is the place of a property of a record by any of its names; -1 when
// there is none.
func (e *element) property(names ...string) int {
	for _, name := range names {
		for i, p := range e.properties {
			if p.name == name {
				return i
			}
		}
	}
	return -1
}

// has reports whether each of the properties is a number of a record.
func (e *element) has(names ...string) bool {
	for _, name := range names {
		if i := e.property(name); i < 0 || e.properties[i].list {
			return false
		}
	}
	return true
}

// least is the fewest bytes that a record takes. A number as text takes a digit
// and a blank.
func (e *element) least(format encoding) int64 {
	size := int64(0)
	for _, p := range e.properties {
		switch {
		case format == ascii:
			size += 2
		case p.list:
			size += int64(p.countKind.size())
		default:
			size += int64(p.kind.size())
		}
	}
	return size
}

// readHeader reads the lines up to end_header. What is not known is left out.
func readHeader(in source.Input) (*header, error) {
	head := make([]byte, min(in.Size, source.MaxLine))
	if _, err := in.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the head: %w", err)
	}
	end := []byte{'\n'}
	// CR alone ends lines if the first has no LF before it or right behind: farther on, data may hold any byte.
	if cr := bytes.IndexByte(head, '\r'); cr >= 0 && !bytes.Contains(head[:min(len(head), cr+2)], end) {
		end[0] = '\r'
	}
	h := &header{format: -1}
	for rest, number := head, 1; ; number++ {
		line, after, found := bytes.Cut(rest, end)
		if !found && in.Size > source.MaxLine {
			return nil, source.Refuse(source.Limit, "the header is longer than %d bytes", source.MaxLine)
		}
		if !found {
			return nil, source.Refuse(source.Truncated, "the file ends within its header, in line %d", number)
		}
		words := strings.Fields(string(line))
		if len(words) > 0 && words[0] == "end_header" {
			h.dataOffset = int64(len(head) - len(after))
			return h, h.check(in.Size)
		}
		if err := h.line(words, number); err != nil {
			return nil, err
		}
		rest = after
	}
}

// line takes the words of a line of the header.
func (h *header) line(words []string, number int) error {
	if len(words) == 0 {
		return nil
	}
	switch words[0] {
	case "format":
		formats := map[string]encoding{"ascii": ascii, "binary_little_endian": little, "binary_big_endian": big}
		format, known := encoding(-1), false
		if len(words) > 1 {
			format, known = formats[words[1]]
		}
		if !known {
			return source.Refuse(source.Malformed, "line %d: the format is none of ascii, binary_little_endian and binary_big_endian", number)
		}
		h.format = format
	case "element":
		return h.addElement(words, number)
	case "property":
		if len(h.elements) == 0 {
			return source.Refuse(source.Malformed, "line %d: a property comes before the first element", number)
		}
		return h.elements[len(h.elements)-1].addProperty(words, number)
	case "comment":
		if len(words) > 2 && strings.EqualFold(words[1], "TextureFile") && len(h.textures) < maxTextures {
			h.textures = append(h.textures, strings.Join(words[2:], " "))
		}
	}
	return nil
}

// maxTextures bounds the pictures that a file names.
const maxTextures = 1000

func (h *header) addElement(words []string, number int) error {
	if len(words) < 3 {
		return source.Refuse(source.Malformed, "line %d: an element has a name and a count", number)
	}
	count, err := strconv.ParseUint(words[2], 10, 62)
	if err != nil {
		return source.Refuse(source.Malformed, "line %d: the element %s has the count %q", number, source.Shorten(words[1]),
			source.Shorten(words[2]))
	}
	h.elements = append(h.elements, element{name: words[1], count: int64(count)})
	return nil
}

func (e *element) addProperty(words []string, number int) error {
	p := property{name: words[len(words)-1]}
	known := false
	switch {
	case len(words) == 5 && words[1] == "list":
		p.list = true
		p.countKind, known = kinds[words[2]]
		if known {
			p.kind, known = kinds[words[3]]
		}
	case len(words) == 3:
		p.kind, known = kinds[words[1]]
	}
	if !known {
		return source.Refuse(source.Malformed, "line %d: the property %q has no type that PLY knows", number,
			source.Shorten(strings.Join(words[1:], " ")))
	}
	e.properties = append(e.properties, p)
	return nil
}

// maxRecords bounds the records of a table, before any of them is read.
const maxRecords = max(source.MaxVertices, source.MaxTriangles)

// check holds the counts against the limit and the bytes behind the header.
func (h *header) check(size int64) error {
	if h.format < 0 {
		return source.Refuse(source.Malformed, "the header has no format")
	}
	left := size - h.dataOffset
	if h.format == ascii {
		left++ // no blank behind the last number
	}
	for i := range h.elements {
		e := &h.elements[i]
		least := e.least(h.format)
		if least == 0 {
			continue // takes no bytes and is not read
		}
		if err := source.CheckCount("records of "+source.Shorten(e.name), e.count, least, left, maxRecords); err != nil {
			return err
		}
		left -= least * e.count
	}
	return nil
}
