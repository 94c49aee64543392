package fbx

import (
	"compress/flate"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"vitrine/internal/geometry/inflate"
	"vitrine/internal/geometry/source"
)

// maxDeflate bounds what deflate makes of a byte (RFC 1951: 258 bytes for two
// bits).
const maxDeflate = 1032

// array reads the head of an array and holds its length against the bytes.
func (v *values) array(one *value) error {
	head, err := v.take(12)
	if err != nil {
		return err
	}
	one.count = int64(binary.LittleEndian.Uint32(head))
	encoding := binary.LittleEndian.Uint32(head[4:])
	stored := int64(binary.LittleEndian.Uint32(head[8:]))
	// Count and length have 32 bits each, so that neither product can leave an int64.
	bytes := one.count * elements[one.kind]
	one.at = v.at
	switch encoding {
	case 0:
		stored = bytes
	case 1:
		one.packed = true
		if bytes > maxDeflate*(stored+1) {
			return source.Refuse(source.Malformed, "the file declares %d numbers in %d compressed bytes", one.count, stored)
		}
	default:
		return source.Refuse(source.Malformed, "the array at byte %d is encoded in a way that FBX does not know", v.at)
	}
	one.size = stored
	return v.skip(stored)
}

// inflater unpacks one array after the other.
type inflater struct {
	unpack *inflate.Zlib
	chunk  []byte
}

// open returns the bytes of an array.
func (f *file) open(v value) (io.Reader, error) {
	raw := io.NewSectionReader(f, v.at, v.size)
	if !v.packed {
		return raw, nil
	}
	if f.inflate.unpack == nil {
		f.inflate.unpack = &inflate.Zlib{}
	}
	return f.inflate.unpack, packed(f.inflate.unpack.Reset(raw))
}

// packed makes a refusal of what is wrong with compressed bytes.
func packed(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return source.Refuse(source.Malformed, "an array holds less than its announced length")
	case errors.Is(err, zlib.ErrHeader), errors.Is(err, zlib.ErrDictionary), errors.Is(err, zlib.ErrChecksum), errors.As(err, &corrupt):
		return source.Refuse(source.Malformed, "an array is not compressed as it should be")
	}
	return fmt.Errorf("read an array: %w", err)
}

// decode returns the numbers of an array in pieces. They must be as many as were
// announced.
func (f *file) decode(v value, use func(chunk []byte)) error {
	left := v.count * elements[v.kind]
	if left == 0 {
		return nil
	}
	reader, err := f.open(v)
	if err != nil {
		return err
	}
	if f.inflate.chunk == nil {
		f.inflate.chunk = make([]byte, 64<<10)
	}
	for left > 0 {
		chunk := f.inflate.chunk[:min(left, int64(len(f.inflate.chunk)))]
		if _, err := io.ReadFull(reader, chunk); err != nil {
			return packed(err)
		}
		use(chunk)
		left -= int64(len(chunk))
	}
	// zlib compares its checksum at the end (RFC 1950, section 2.2), so it has to be read beyond the last number.
	if n, err := io.ReadFull(reader, f.inflate.chunk[:1]); n > 0 {
		return source.Refuse(source.Malformed, "an array holds more than its announced length")
	} else if !errors.Is(err, io.EOF) {
		return packed(err)
	}
	return nil
}

// The room of what arrays unpack to, in bytes. Zeros are honest, and deflate makes a
// thousand of them of one byte, so that the ratio of one array says nothing: what all of
// them are beyond ratio times their packed bytes has room for zeros.
const (
	ratio = 16
	zeros = 128 << 20
)

// admit takes the room of an array before anything of it is unpacked. A number takes
// four bytes once it is read, whatever it took in the file.
func (f *file) admit(v value) error {
	size := v.count * elements[v.kind]
	f.unpacked += size
	if v.packed {
		f.zeros += max(max(size, 4*v.count)-ratio*v.size, 0)
	}
	switch {
	case size > source.MaxArray:
		f.over = true
		return source.Refuse(source.Limit, "the file has an array of %d bytes, at most %d are read", size, int64(source.MaxArray))
	case f.unpacked > source.MaxUnpacked:
		f.over = true
		return source.Refuse(source.Limit, "the file's arrays have more than %d bytes", int64(source.MaxUnpacked))
	case f.zeros > zeros:
		f.over = true
		return source.Refuse(source.Limit, "the file's arrays unpack to far more than arrays of their size should")
	}
	return nil
}

// list finds the numbers of a record: an array, or in version 6 as many
// properties. It tells how many there are.
func (f *file) list(record node, what string, limit int64) (first value, count int64, err error) {
	if first, err = f.values(record).next(); err != nil {
		return first, 0, err
	}
	count = first.count
	if elements[first.kind] == 0 {
		count = record.count
	} else if err := f.admit(first); err != nil {
		return first, 0, err
	}
	return first, count, source.CheckCount(what, count, 0, 0, limit)
}

// floats reads the numbers of a record.
func (f *file) floats(record node, what string, limit int64) ([]float32, error) {
	read := reading[float32]{"df", floatsOf, func(v value) float32 { return float32(v.number) }}
	return read.numbers(f, record, what, limit)
}

// ints reads the whole numbers of a record.
func (f *file) ints(record node, what string, limit int64) ([]int32, error) {
	read := reading[int32]{"ilbc", intsOf, func(v value) int32 { return clampInt(v.id) }}
	return read.numbers(f, record, what, limit)
}

// reading makes numbers of arrays of some kinds, or of single properties.
type reading[T int32 | float32] struct {
	kinds  string
	unpack func(to []T, kind byte, chunk []byte)
	single func(value) T
}

func (read reading[T]) numbers(f *file, record node, what string, limit int64) ([]T, error) {
	first, count, err := f.list(record, what, limit)
	if err != nil || count == 0 {
		return nil, err
	}
	room := count
	if first.packed { // what its bytes are worth at once, the rest as it comes
		room = min(count, max(2*first.size, 1<<16))
	}
	numbers := make([]T, 0, room)
	if elements[first.kind] > 0 {
		if strings.IndexByte(read.kinds, first.kind) < 0 {
			return nil, source.Refuse(source.Malformed, "the %s of a mesh are numbers of kind %q", what, rune(first.kind))
		}
		err := f.decode(first, func(chunk []byte) {
			done, n := len(numbers), len(chunk)/int(elements[first.kind])
			numbers = source.Grow(numbers, n)[:done+n]
			read.unpack(numbers[done:], first.kind, chunk)
		})
		return numbers, err
	}
	for values := f.values(record); ; {
		value, err := values.next()
		if err != nil || value.kind == 0 {
			return numbers, err
		}
		numbers = append(numbers, read.single(value))
	}
}

func floatsOf(to []float32, kind byte, chunk []byte) {
	switch kind {
	case 'd':
		for i := range to {
			to[i] = float32(math.Float64frombits(binary.LittleEndian.Uint64(chunk[8*i:])))
		}
	case 'f':
		for i := range to {
			to[i] = math.Float32frombits(binary.LittleEndian.Uint32(chunk[4*i:]))
		}
	}
}

// clampInt narrows a number; what does not fit becomes an index that no list has.
func clampInt(n int64) int32 {
	return int32(max(min(n, math.MaxInt32), math.MinInt32))
}

func intsOf(to []int32, kind byte, chunk []byte) {
	switch kind {
	case 'i':
		for i := range to {
			to[i] = int32(binary.LittleEndian.Uint32(chunk[4*i:]))
		}
	case 'l':
		for i := range to {
			to[i] = clampInt(int64(binary.LittleEndian.Uint64(chunk[8*i:])))
		}
	case 'b', 'c':
		for i := range to {
			to[i] = int32(int8(chunk[i]))
		}
	}
}
