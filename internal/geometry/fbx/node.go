package fbx

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"vitrine/internal/geometry/source"
)

// file reads records where they lie in the file, and nothing else of it.
type file struct {
	source.File
	wide  bool // offsets have 64 bits
	names map[string]string

	window   []byte // of the file, from at
	at       int64
	unpacked int64 // bytes of all arrays
	zeros    int64 // of them beyond what their packed bytes are worth, see admit
	over     bool  // the arrays had more than is read
	inflate  inflater
}

// window is how much is read at once, and the longest text of a property.
const window = 32 << 10

// bytes returns n bytes, at most window, until it is called again.
func (f *file) bytes(at, n int64) ([]byte, error) {
	if from := at - f.at; from >= 0 && from+n <= int64(len(f.window)) {
		return f.window[from : from+n], nil
	}
	if at < 0 || n > f.Size-at {
		return nil, source.Refuse(source.Truncated, "the file ends after %d bytes, within something that goes on", f.Size)
	}
	if f.window == nil {
		f.window = make([]byte, window)
	}
	f.window = f.window[:min(window, f.Size-at)]
	read, err := f.ReadAt(f.window, at)
	if read < len(f.window) {
		f.window = f.window[:0]
		if err == nil || errors.Is(err, io.EOF) {
			return nil, source.Refuse(source.Truncated, "the file ends after %d of %d bytes", at+int64(read), f.Size)
		}
		return nil, fmt.Errorf("read a record: %w", err)
	}
	f.at = at
	return f.window[:n], nil
}

// name keeps one copy of each of the words that come again and again.
func (f *file) name(text []byte) string {
	if known, ok := f.names[string(text)]; ok {
		return known
	}
	fresh := string(text)
	if len(f.names) < 4096 && len(fresh) <= 64 {
		f.names[fresh] = fresh
	}
	return fresh
}

// node is a node record: its properties, and the records inside it.
type node struct {
	name   string
	count  int64 // properties
	first  int64 // where they begin
	inside int64 // where they end and records may follow
	end    int64
}

// record reads the head of the record at a place. It is not ok when it is the
// null record, which ends a list.
func (f *file) record(at, limit int64) (record node, ok bool, err error) {
	size := int64(13)
	if f.wide {
		size = 25
	}
	if size > limit-at {
		return record, false, f.beyond(at, limit)
	}
	head, err := f.bytes(at, size)
	if err != nil {
		return record, false, err
	}
	var length uint64
	if f.wide {
		record.end, record.count = int64(binary.LittleEndian.Uint64(head)), int64(binary.LittleEndian.Uint64(head[8:]))
		length = binary.LittleEndian.Uint64(head[16:])
	} else {
		record.end, record.count = int64(binary.LittleEndian.Uint32(head)), int64(binary.LittleEndian.Uint32(head[4:]))
		length = uint64(binary.LittleEndian.Uint32(head[8:]))
	}
	if record.end == 0 {
		return record, false, nil
	}
	record.first = at + size + int64(head[size-1])
	if record.end > limit {
		return record, false, f.beyond(at, limit)
	}
	// An end of 64 bits may be negative here and is then before the
	// beginning; the length is compared unsigned for the same reason.
	if record.first > record.end || length > uint64(record.end-record.first) {
		return record, false, source.Refuse(source.Malformed, "the record at byte %d ends before its own properties", at)
	}
	record.inside = record.first + int64(length)
	// A property takes a byte at least, the letter of its kind.
	if record.count < 0 || record.count > int64(length) {
		return record, false, source.Refuse(source.Malformed, "the record at byte %d has %d bytes for %d properties", at, length, record.count)
	}
	name, err := f.bytes(at+size, int64(head[size-1]))
	if err != nil {
		return record, false, err
	}
	record.name = f.name(name)
	return record, true, nil
}

func (f *file) beyond(at, limit int64) error {
	if limit == f.Size {
		return source.Refuse(source.Truncated, "the file ends after %d bytes, within the record at byte %d", f.Size, at)
	}
	return source.Refuse(source.Malformed, "the record at byte %d reaches beyond the one around it", at)
}

// each goes through the records inside another.
func (f *file) each(record node, use func(node) error) error {
	for at := record.inside; at < record.end; {
		child, ok, err := f.record(at, record.end)
		if err != nil || !ok {
			return err
		}
		if err := use(child); err != nil {
			return err
		}
		at = child.end
	}
	return nil
}

// value is a property of a record. Texts and arrays stay in the file.
type value struct {
	kind   byte
	number float64
	id     int64 // of whole numbers
	at     int64 // of a text or an array: its bytes
	size   int64
	count  int64 // of an array
	packed bool
}

// values goes through the properties of a record.
type values struct {
	file    *file
	at, end int64
	left    int64
}

func (f *file) values(record node) *values {
	return &values{f, record.first, record.inside, record.count}
}

// scalars are the sizes of the properties that are one number.
var scalars = [256]int64{'C': 1, 'B': 1, 'Z': 1, 'Y': 2, 'I': 4, 'F': 4, 'D': 8, 'L': 8}

// elements are the sizes of the numbers in arrays.
var elements = [256]int64{'b': 1, 'c': 1, 'i': 4, 'f': 4, 'd': 8, 'l': 8}

// next returns the next property; one of kind 0 when there is none.
func (v *values) next() (one value, err error) {
	if v.left <= 0 {
		return one, nil
	}
	kind, err := v.take(1)
	if err != nil {
		return one, err
	}
	one.kind = kind[0]
	v.left--
	switch size := scalars[one.kind]; {
	case size > 0:
		data, err := v.take(size)
		if err != nil {
			return one, err
		}
		one.scalar(data)
	case one.kind == 'S' || one.kind == 'R':
		data, err := v.take(4)
		if err != nil {
			return one, err
		}
		one.at, one.size = v.at, int64(binary.LittleEndian.Uint32(data))
		return one, v.skip(one.size)
	case elements[one.kind] > 0:
		return one, v.array(&one)
	default:
		return one, source.Refuse(source.Malformed, "byte %d has a property of kind %q, which FBX does not know", v.at-1, rune(one.kind))
	}
	return one, nil
}

func (v *values) take(n int64) ([]byte, error) {
	if err := v.skip(n); err != nil {
		return nil, err
	}
	return v.file.bytes(v.at-n, n)
}

func (v *values) skip(n int64) error {
	if n > v.end-v.at {
		return source.Refuse(source.Malformed, "the property at byte %d reaches beyond its record", v.at)
	}
	v.at += n
	return nil
}

func (v *value) scalar(data []byte) {
	switch v.kind {
	case 'F':
		v.number = float64(math.Float32frombits(binary.LittleEndian.Uint32(data)))
		return
	case 'D':
		v.number = math.Float64frombits(binary.LittleEndian.Uint64(data))
		return
	case 'Y':
		v.id = int64(int16(binary.LittleEndian.Uint16(data)))
	case 'I':
		v.id = int64(int32(binary.LittleEndian.Uint32(data)))
	case 'L':
		v.id = int64(binary.LittleEndian.Uint64(data))
	default:
		v.id = int64(data[0])
	}
	v.number = float64(v.id)
}

// number returns the next property as a number; 0 when it is none.
func (v *values) number() (float64, error) {
	value, err := v.next()
	return value.number, err
}

// vector returns the next three properties as numbers.
func (v *values) vector() (vector [3]float64, err error) {
	for i := range vector {
		if vector[i], err = v.number(); err != nil {
			return vector, err
		}
	}
	return vector, nil
}

// text returns the next property as a text; "" when it is none.
func (v *values) text() (string, error) {
	value, err := v.next()
	if err != nil || value.kind != 'S' {
		return "", err
	}
	if value.size > window {
		return "", source.Refuse(source.Limit, "the file has a name of %d bytes, at most %d are read", value.size, window)
	}
	data, err := v.file.bytes(value.at, value.size)
	if err != nil {
		return "", err
	}
	return v.file.name(data), nil
}

// properties goes through the named properties of an object: P records, which
// have four words before their values, or in version 6 Property records with
// three.
func (f *file) properties(object node, use func(name string, v *values) error) error {
	return f.each(object, func(list node) error {
		words := 3
		switch list.name {
		case "Properties70":
		case "Properties60":
			words = 2
		default:
			return nil
		}
		return f.each(list, func(record node) error {
			values := f.values(record)
			name, err := values.text()
			if err != nil {
				return err
			}
			for range words {
				if _, err := values.next(); err != nil {
					return err
				}
			}
			return use(name, values)
		})
	})
}
