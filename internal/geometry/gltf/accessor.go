package gltf

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"vitrine/internal/geometry/source"
)

// The types of components (section 3.6.2.2).
const (
	componentInt8    = 5120
	componentUint8   = 5121
	componentInt16   = 5122
	componentUint16  = 5123
	componentUint32  = 5125
	componentFloat32 = 5126
)

const (
	maxStride = 1 << 16 // bytes; the specification allows 252
	chunkSize = 1 << 20 // bytes that are read at once
)

// componentSize is 0 for what is no component type.
func (n integer) componentSize() int {
	switch n {
	case componentInt8, componentUint8:
		return 1
	case componentInt16, componentUint16:
		return 2
	case componentUint32, componentFloat32:
		return 4
	}
	return 0
}

// components is how many numbers an element has; 0 for small matrices and what
// is no type.
func (a *accessor) components() int {
	switch a.Type {
	case "SCALAR":
		return 1
	case "VEC2":
		return 2
	case "VEC3":
		return 3
	case "VEC4":
		return 4
	case "MAT4":
		return 16
	}
	return 0
}

// span is where elements lie. Its source is nil when there is none to read.
type span struct {
	source io.ReaderAt
	at     int64
	count  int64
	stride int
	size   int // bytes of an element
}

// find resolves elements of a view and holds them against its bounds, and these
// against the buffer's. That bytes are compressed or in a missing file is noted.
func (r *reader) find(link ref, offset integer, count int64, size int) (span, error) {
	view, buffer, err := r.view(link)
	if err != nil {
		return span{}, err
	}
	stride := int(min(view.ByteStride, maxStride+1))
	if stride == 0 {
		stride = size
	}
	if stride < size || stride > maxStride {
		return span{}, source.Refuse(source.Malformed, "bufferView %d has elements of %d bytes every %d bytes", link-1, size, view.ByteStride)
	}
	left := int64(view.ByteLength) - int64(offset)
	if left < 0 {
		return span{}, source.Refuse(source.Malformed, "data begins %d bytes after the end of bufferView %d", -left, link-1)
	}
	// The last element need not fill its stride.
	if err := source.CheckCount("elements", count, int64(stride), left+int64(stride-size), 3*source.MaxTriangles); err != nil {
		return span{}, err
	}
	return span{buffer.source, int64(view.ByteOffset) + int64(offset), count, stride, size}, nil
}

// view finds a view and its buffer and checks the bounds.
func (r *reader) view(link ref) (*view, *buffer, error) {
	i := link.in(len(r.doc.BufferViews))
	if i < 0 {
		return nil, nil, source.Refuse(source.Malformed, "the file refers to bufferView %d but has only %d", link-1, len(r.doc.BufferViews))
	}
	view := &r.doc.BufferViews[i]
	b := view.Buffer.in(len(r.buffers))
	if b < 0 {
		return nil, nil, source.Refuse(source.Malformed, "bufferView %d is in buffer %d, of %d", i, view.Buffer-1, len(r.buffers))
	}
	buffer := &r.buffers[b]
	if int64(view.ByteOffset)+int64(view.ByteLength) > buffer.size {
		return nil, nil, source.Refuse(source.Truncated, "bufferView %d ends after the %d bytes of its buffer", i, buffer.size)
	}
	if buffer.source == nil {
		compressed := view.Extensions.Meshopt != nil || view.Extensions.MeshoptKHR != nil
		if buffer.name == "" && !compressed {
			return nil, nil, source.Refuse(source.Malformed, "buffer %d has no content", b)
		}
	}
	return view, buffer, nil
}

// accessor finds an accessor that has one of two numbers of components, and
// checks all of its bounds. Whether its bytes are there is noted.
func (r *reader) accessor(what string, link ref, few, many int) (*accessor, error) {
	i := link.in(len(r.doc.Accessors))
	if i < 0 {
		return nil, source.Refuse(source.Malformed, "the file refers to accessor %d but has only %d", link-1, len(r.doc.Accessors))
	}
	a := &r.doc.Accessors[i]
	n, size := a.components(), a.ComponentType.componentSize()
	if size == 0 || n != few && n != many {
		return nil, source.Refuse(source.Malformed, "accessor %d is %s of type %d, which can't be %s", i, source.Shorten(a.Type),
			a.ComponentType, what)
	}
	count := int64(a.Count)
	limit := int64(source.MaxVertices)
	if n == 1 {
		limit = 3 * source.MaxTriangles
	}
	if err := source.CheckCount(what, count, 0, 0, limit); err != nil {
		return nil, err
	}
	if a.BufferView > 0 {
		span, err := r.find(a.BufferView, a.ByteOffset, count, n*size)
		if err != nil {
			return nil, err
		}
		r.undecoded = r.undecoded || span.source == nil
	}
	return a, r.checkSparse(a, n*size)
}

func (r *reader) checkSparse(a *accessor, size int) error {
	if a.Sparse == nil {
		return nil
	}
	if a.Sparse.Count > a.Count {
		return source.Refuse(source.Malformed, "an accessor replaces %d of %d elements", a.Sparse.Count, a.Count)
	}
	indices, values, err := r.sparse(a, size)
	r.undecoded = r.undecoded || indices.source == nil || values.source == nil
	return err
}

// sparse finds the elements that stand in for others (section 3.6.2.3).
func (r *reader) sparse(a *accessor, size int) (indices, values span, err error) {
	s := a.Sparse
	switch s.Indices.ComponentType {
	case componentUint8, componentUint16, componentUint32:
	default:
		return indices, values, source.Refuse(source.Malformed, "an accessor has indices of type %d", s.Indices.ComponentType)
	}
	indices, err = r.find(s.Indices.BufferView, s.Indices.ByteOffset, int64(s.Count), s.Indices.ComponentType.componentSize())
	if err != nil {
		return indices, values, err
	}
	values, err = r.find(s.Values.BufferView, s.Values.ByteOffset, int64(s.Count), size)
	return indices, values, err
}

// each reads elements a chunk at a time: n of them, the first one numbered.
func (s span) each(use func(rows []byte, first, n int)) error {
	if s.count == 0 {
		return nil
	}
	bytesOf := func(n int64) int64 { return (n-1)*int64(s.stride) + int64(s.size) }
	most := max(int64(chunkSize/s.stride), 1)
	buffer := make([]byte, bytesOf(min(most, s.count)))
	for first := int64(0); first < s.count; first += most {
		n := min(most, s.count-first)
		rows := buffer[:bytesOf(n)]
		if err := source.ReadFull(s.source, rows, s.at+first*int64(s.stride)); err != nil {
			return fmt.Errorf("read a buffer: %w", err)
		}
		use(rows, int(first), int(n))
	}
	return nil
}

// into reads elements that lie in the file as they do in memory to their places there, a
// chunk at a time, as many as there is room for.
func (s span) into(room []byte, use func(first, n int)) error {
	most := max(chunkSize/s.size, 1)
	for first, count := 0, min(int(s.count), len(room)/s.size); first < count; first += most {
		n := min(most, count-first)
		if err := source.ReadFull(s.source, room[first*s.size:(first+n)*s.size], s.at+int64(first*s.size)); err != nil {
			return fmt.Errorf("read a buffer: %w", err)
		}
		use(first, n)
	}
	return nil
}

// load reads an accessor: where it has no view, nothing is given, and all is
// zero. Elements that stand in for others follow one at a time. Those that need no
// decoding to be in room are read there and given without rows; a nil room is for none.
func (r *reader) load(a *accessor, room []byte, use func(rows []byte, stride, first, n int)) error {
	size := a.components() * a.ComponentType.componentSize()
	if a.BufferView > 0 {
		span, err := r.find(a.BufferView, a.ByteOffset, int64(a.Count), size)
		if err != nil {
			return err
		}
		if room != nil && span.stride == size {
			err = span.into(room, func(first, n int) { use(nil, size, first, n) })
		} else {
			err = span.each(func(rows []byte, first, n int) { use(rows, span.stride, first, n) })
		}
		if err != nil {
			return err
		}
	}
	if a.Sparse == nil {
		return nil
	}
	indices, values, err := r.sparse(a, size)
	if err != nil {
		return err
	}
	places := make([]uint32, indices.count)
	if err := indices.each(func(rows []byte, first, n int) {
		wholes(places[first:first+n], rows, indices.stride, indices.size, 0)
	}); err != nil {
		return err
	}
	for _, place := range places {
		if int64(place) >= int64(a.Count) {
			return source.Refuse(source.Malformed, "an accessor replaces element %d of %d", place, a.Count)
		}
	}
	return values.each(func(rows []byte, first, n int) {
		for k := range n {
			use(rows[k*values.stride:], values.stride, int(places[first+k]), 1)
		}
	})
}

// wholes decodes unsigned numbers of 1, 2 or 4 bytes, adds base to each and
// gives the largest as it was read. Without rows the numbers are there already.
func wholes(to []uint32, rows []byte, stride, size int, base uint32) (largest uint32) {
	if rows == nil {
		return raise(to, base)
	}
	switch size {
	case 1:
		for i := range to {
			v := uint32(rows[i*stride])
			to[i], largest = base+v, max(largest, v)
		}
	case 2:
		for i := range to {
			v := uint32(binary.LittleEndian.Uint16(rows[i*stride:]))
			to[i], largest = base+v, max(largest, v)
		}
	case 4:
		for i := range to {
			v := binary.LittleEndian.Uint32(rows[i*stride:])
			to[i], largest = base+v, max(largest, v)
		}
	}
	return largest
}

// raise adds base to numbers and gives the largest as it was.
func raise(numbers []uint32, base uint32) (largest uint32) {
	// Each comparison waits for the one before, so there are three rows of them.
	var second, third uint32
	rest := numbers
	for ; len(rest) >= 3; rest = rest[3:] {
		largest, second, third = max(largest, rest[0]), max(second, rest[1]), max(third, rest[2])
	}
	for _, v := range rest {
		largest = max(largest, v)
	}
	if base > 0 {
		for i := range numbers {
			numbers[i] += base
		}
	}
	return max(largest, second, third)
}

// floats decodes elements of width components. Whole numbers are made floats
// as section 3.6.2.2 says.
func floats(to []float32, rows []byte, stride, width int, a *accessor) {
	if a.ComponentType == componentFloat32 {
		if stride == 4*width {
			width = len(to) // one long row
		}
		for ; len(to) > 0; to = to[width:] {
			floatRow(to[:width], rows)
			rows = rows[min(stride, len(rows)):]
		}
		return
	}
	size, scale := a.ComponentType.componentSize(), a.scale()
	for i, row := 0, 0; i < len(to); i, row = i+width, row+stride {
		for k := range width {
			v := component(rows[row+k*size:], a.ComponentType)
			if scale != 0 {
				// -128 and -32768 would come out a little below -1.
				v = max(v/scale, -1)
			}
			to[i+k] = v
		}
	}
}

func floatRow(to []float32, row []byte) {
	row = row[:4*len(to)]
	for i := range to {
		to[i] = math.Float32frombits(binary.LittleEndian.Uint32(row[4*i : 4*i+4]))
	}
}

func component(at []byte, kind integer) float32 {
	switch kind {
	case componentInt8:
		return float32(int8(at[0]))
	case componentUint8:
		return float32(at[0])
	case componentInt16:
		return float32(int16(binary.LittleEndian.Uint16(at)))
	case componentUint16:
		return float32(binary.LittleEndian.Uint16(at))
	}
	return float32(binary.LittleEndian.Uint32(at))
}

// scale is what the largest number of a normalized accessor stands for; 0 when
// numbers stand for themselves.
func (a *accessor) scale() float32 {
	if !a.Normalized {
		return 0
	}
	switch a.ComponentType {
	case componentInt8:
		return math.MaxInt8
	case componentUint8:
		return math.MaxUint8
	case componentInt16:
		return math.MaxInt16
	case componentUint16:
		return math.MaxUint16
	}
	return 0
}
