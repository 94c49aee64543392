package geometry

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// plyFormat is how the values behind a PLY's header are written.
type plyFormat int

const (
	plyASCII plyFormat = iota
	plyLittle
	plyBig
)

// plyKind is a type of numbers.
type plyKind uint8

const (
	plyInt8 plyKind = iota + 1
	plyUint8
	plyInt16
	plyUint16
	plyInt32
	plyUint32
	plyFloat32
	plyFloat64
)

// plyKinds are the types by both of their spellings.
var plyKinds = map[string]plyKind{
	"char": plyInt8, "uchar": plyUint8, "short": plyInt16, "ushort": plyUint16, "int": plyInt32, "uint": plyUint32, "float": plyFloat32, "double": plyFloat64,
	"int8": plyInt8, "uint8": plyUint8, "int16": plyInt16, "uint16": plyUint16, "int32": plyInt32, "uint32": plyUint32, "float32": plyFloat32, "float64": plyFloat64,
}

// size is the bytes of a number in a binary file.
func (k plyKind) size() int {
	return [...]int{0, 1, 1, 2, 2, 4, 4, 4, 8}[k]
}

// whole says whether the numbers are integers.
func (k plyKind) whole() bool { return k < plyFloat32 }

// plyHeader is the head of a PLY file.
type plyHeader struct {
	format     plyFormat
	elements   []plyElement
	textures   []string // of "comment TextureFile"
	dataOffset int64
}

// plyElement is a table: count records of the same properties.
type plyElement struct {
	name       string
	count      int64
	properties []plyProperty
}

// plyProperty is a number of a record, or a list with its length in front.
type plyProperty struct {
	name      string
	kind      plyKind
	list      bool
	countKind plyKind // of a list's length
}

// element finds the first element of a name; nil when there is none.
func (h *plyHeader) element(name string) *plyElement {
	for i := range h.elements {
		if h.elements[i].name == name {
			return &h.elements[i]
		}
	}
	return nil
}

// property is the place of a property of a record by any of its names; -1 when
// there is none.
func (e *plyElement) property(names ...string) int {
	for _, name := range names {
		for i, p := range e.properties {
			if p.name == name {
				return i
			}
		}
	}
	return -1
}

// has says whether each of the properties is a number of a record.
func (e *plyElement) has(names ...string) bool {
	for _, name := range names {
		if i := e.property(name); i < 0 || e.properties[i].list {
			return false
		}
	}
	return true
}

// least is the fewest bytes that a record takes. A number as text takes a digit
// and a blank.
func (e *plyElement) least(format plyFormat) int64 {
	size := int64(0)
	for _, p := range e.properties {
		switch {
		case format == plyASCII:
			size += 2
		case p.list:
			size += int64(p.countKind.size())
		default:
			size += int64(p.kind.size())
		}
	}
	return size
}

// readPLYHeader reads the lines up to end_header. What is not known is left out.
func readPLYHeader(in Input) (*plyHeader, error) {
	head := make([]byte, min(in.Size, maxLine))
	if _, err := in.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the head: %w", err)
	}
	end := []byte{'\n'}
	if cr := bytes.IndexByte(head, '\r'); cr >= 0 && !bytes.Contains(head[:min(len(head), cr+2)], end) {
		end[0] = '\r'
	}
	h := &plyHeader{format: -1}
	for rest, number := head, 1; ; number++ {
		line, after, found := bytes.Cut(rest, end)
		if !found && in.Size > maxLine {
			return nil, refuse(codeLimit, "the header is longer than %d bytes", maxLine)
		}
		if !found {
			return nil, refuse(codeTruncated, "the file ends within its header, in line %d", number)
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
func (h *plyHeader) line(words []string, number int) error {
	if len(words) == 0 {
		return nil
	}
	switch words[0] {
	case "format":
		formats := map[string]plyFormat{"ascii": plyASCII, "binary_little_endian": plyLittle, "binary_big_endian": plyBig}
		format, known := plyFormat(-1), false
		if len(words) > 1 {
			format, known = formats[words[1]]
		}
		if !known {
			return refuse(codeMalformed, "line %d: the format is none of ascii, binary_little_endian and binary_big_endian", number)
		}
		h.format = format
	case "element":
		return h.addElement(words, number)
	case "property":
		if len(h.elements) == 0 {
			return refuse(codeMalformed, "line %d: a property comes before the first element", number)
		}
		return h.elements[len(h.elements)-1].addProperty(words, number)
	case "comment":
		if len(words) > 2 && strings.EqualFold(words[1], "TextureFile") && len(h.textures) < plyMaxTextures {
			h.textures = append(h.textures, strings.Join(words[2:], " "))
		}
	}
	return nil
}

// plyMaxTextures bounds the pictures that a file names.
const plyMaxTextures = 1000

func (h *plyHeader) addElement(words []string, number int) error {
	if len(words) < 3 {
		return refuse(codeMalformed, "line %d: an element has a name and a count", number)
	}
	count, err := strconv.ParseUint(words[2], 10, 62)
	if err != nil {
		return refuse(codeMalformed, "line %d: the element %s has the count %q", number, shorten(words[1]), shorten(words[2]))
	}
	h.elements = append(h.elements, plyElement{name: words[1], count: int64(count)})
	return nil
}

func (e *plyElement) addProperty(words []string, number int) error {
	p := plyProperty{name: words[len(words)-1]}
	known := false
	switch {
	case len(words) == 5 && words[1] == "list":
		p.list = true
		p.countKind, known = plyKinds[words[2]]
		if known {
			p.kind, known = plyKinds[words[3]]
		}
	case len(words) == 3:
		p.kind, known = plyKinds[words[1]]
	}
	if !known {
		return refuse(codeMalformed, "line %d: the property %q has no type that PLY knows", number, shorten(strings.Join(words[1:], " ")))
	}
	e.properties = append(e.properties, p)
	return nil
}

// maxRecords bounds the records of a table, before any of them is read.
const maxRecords = max(maxVertices, maxTriangles)

// check holds the counts against the limit and the bytes behind the header.
func (h *plyHeader) check(size int64) error {
	if h.format < 0 {
		return refuse(codeMalformed, "the header has no format")
	}
	left := size - h.dataOffset
	if h.format == plyASCII {
		left++ // no blank behind the last number
	}
	for i := range h.elements {
		e := &h.elements[i]
		least := e.least(h.format)
		if least == 0 {
			continue // takes no bytes and is not read
		}
		if err := checkCount("records of "+shorten(e.name), e.count, least, left, maxRecords); err != nil {
			return err
		}
		left -= least * e.count
	}
	return nil
}
