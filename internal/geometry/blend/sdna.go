package blend

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"strings"

	"vitrine/internal/geometry/source"
)

// dna is a file's description of its own structures.
type dna struct {
	order   binary.ByteOrder
	pointer int64
	names   []string // of fields, such as *next and name[24]
	types   []string
	sizes   []byte // two bytes for each type
	structs []layout
}

// layout is a structure: its type and its fields, each a type and a name of
// two bytes.
type layout struct {
	kind   int
	fields []byte
}

// parseDNA reads the block DNA1 (Blender, dna_genfile.cc): the letters
// SDNA, then the parts NAME, TYPE, TLEN and STRC, each at a multiple of four.
func parseDNA(text []byte, order binary.ByteOrder, pointer int64) (*dna, error) {
	d := &dna{order: order, pointer: pointer}
	r := &parser{text: text, order: order}
	r.letters("SDNA")
	d.names = r.strings("NAME")
	d.types = r.strings("TYPE")
	r.letters("TLEN")
	d.sizes = r.bytes(2 * len(d.types))
	r.letters("STRC")
	n := r.count(4)
	d.structs = make([]layout, 0, n)
	for range n {
		kind, fields := r.short(), r.short()
		d.structs = append(d.structs, layout{kind, r.bytes(4 * fields)})
	}
	if r.failed {
		return nil, source.Refuse(source.Malformed, "the file's description of its structures, DNA1, is damaged")
	}
	for _, s := range d.structs {
		if !d.valid(s) {
			return nil, source.Refuse(source.Malformed, "the file's description of its structures, DNA1, names what it does not have")
		}
	}
	return d, nil
}

// valid reports whether all that a structure refers to is there.
func (d *dna) valid(s layout) bool {
	if s.kind >= len(d.types) {
		return false
	}
	for f := s.fields; len(f) >= 4; f = f[4:] {
		if int(d.order.Uint16(f)) >= len(d.types) || int(d.order.Uint16(f[2:])) >= len(d.names) {
			return false
		}
	}
	return true
}

// name is the type of a structure; "" when there is none of that number.
func (d *dna) name(kind int32) string {
	if kind < 0 || int(kind) >= len(d.structs) {
		return ""
	}
	return d.types[d.structs[kind].kind]
}

// size is the bytes of a structure.
func (d *dna) size(kind int32) int64 { return d.typeSize(d.structs[kind].kind) }

func (d *dna) typeSize(i int) int64 { return int64(d.order.Uint16(d.sizes[2*i:])) }

// integer reads a field of a structure by its name. False: there is no such
// field, or the block ends before.
func (d *dna) integer(s structure, field string) (int64, bool) {
	if d.name(s.kind) == "" {
		return 0, false
	}
	at := int64(0)
	for f := d.structs[s.kind].fields; len(f) >= 4; f = f[4:] {
		size, name := d.typeSize(int(d.order.Uint16(f))), d.names[d.order.Uint16(f[2:])]
		if name != field {
			at += d.fieldSize(name, size)
			continue
		}
		if at+size > int64(len(s.data)) {
			return 0, false
		}
		switch size {
		case 1:
			return int64(int8(s.data[at])), true
		case 2:
			return int64(int16(d.order.Uint16(s.data[at:]))), true
		case 4:
			return int64(int32(d.order.Uint32(s.data[at:]))), true
		}
		return 0, false
	}
	return 0, false
}

// fieldSize is the bytes of a field: of a pointer, or of an array such as
// mat[4][4].
func (d *dna) fieldSize(name string, size int64) int64 {
	if strings.HasPrefix(name, "*") || strings.HasPrefix(name, "(") {
		size = d.pointer
	}
	_, rest, _ := strings.Cut(name, "[")
	for rest != "" {
		var digits string
		digits, rest, _ = strings.Cut(rest, "]")
		n, err := strconv.ParseUint(digits, 10, 32)
		// n is below 2^32 and size below 2^16, so the product can't overflow.
		if err != nil || int64(n)*size > maxHead {
			return maxHead // too large for any field behind to be kept
		}
		size *= int64(n)
		rest = strings.TrimPrefix(rest, "[")
	}
	return size
}

// parser reads a description. Once it has failed it returns zeros.
type parser struct {
	text   []byte
	at     int
	order  binary.ByteOrder
	failed bool
}

func (r *parser) bytes(n int) []byte {
	if r.failed || n < 0 || n > len(r.text)-r.at {
		r.failed = true
		return nil
	}
	r.at += n
	return r.text[r.at-n : r.at : r.at]
}

// letters goes to the next multiple of four, where these are.
func (r *parser) letters(want string) {
	r.bytes(-r.at & 3)
	r.failed = r.failed || string(r.bytes(len(want))) != want
}

func (r *parser) short() int {
	if text := r.bytes(2); text != nil {
		return int(r.order.Uint16(text))
	}
	return 0
}

// count reads how many there are of what takes at least size bytes each.
func (r *parser) count(size int) int {
	text := r.bytes(4)
	if text == nil {
		return 0
	}
	n := r.order.Uint32(text)
	if int64(n)*int64(size) > int64(len(r.text)-r.at) {
		r.failed = true
		return 0
	}
	return int(n)
}

// strings reads a list of strings, each with a zero behind it.
func (r *parser) strings(letters string) []string {
	r.letters(letters)
	n := r.count(1)
	list := make([]string, 0, n)
	for range n {
		end := bytes.IndexByte(r.text[r.at:], 0)
		text := r.bytes(end + 1)
		if r.failed || end < 0 {
			r.failed = true
			return list
		}
		list = append(list, string(text[:end]))
	}
	return list
}
