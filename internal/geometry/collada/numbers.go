package collada

import (
	"bytes"
	"math"
	"strconv"

	"vitrine/internal/geometry/source"
)

// maxNumbers bounds what is read from arrays: one may be named many times.
const maxNumbers = 8 * source.MaxVertices

// array is an array of numbers by its element.
type array struct {
	element int
	values  []float32
}

// floats reads an array of numbers. What is no number becomes NaN.
func (r *reader) floats(element int) ([]float32, error) {
	if r.array.element == element {
		return r.array.values, nil
	}
	text := r.content(element)
	room := int64(len(text)+1) / 2
	count, err := strconv.ParseInt(r.attribute(element, "count"), 10, 64)
	if err != nil || count < 0 {
		count = 0
	}
	values := make([]float32, 0, min(count, room, maxNumbers))
	for at := blank(text, 0); at < len(text); at = blank(text, at) {
		v, next, ok := number(text, at)
		if !ok {
			v = math.NaN()
		}
		values, at = append(values, float32(v)), next
		if len(values) > maxNumbers {
			break
		}
	}
	if r.numbers += int64(len(values)); r.numbers > maxNumbers {
		return nil, source.Refuse(source.Limit, "the file's arrays have more than %d numbers", maxNumbers)
	}
	r.array = array{element, values}
	return values, nil
}

// number reads a number. OpenCOLLADA writes decimal commas where its machine
// does.
func number(text []byte, at int) (v float64, next int, ok bool) {
	if v, next, ok = source.ReadNumber(text, at); ok {
		return v, next, true
	}
	word, _ := source.NextWord(text[at:])
	whole, fraction, found := bytes.Cut(word, []byte{','})
	if !found || len(whole) == 0 || len(fraction) == 0 || fraction[0]-'0' > 9 {
		return 0, next, false
	}
	v, ok = source.ParseNumber(bytes.Join([][]byte{whole, fraction}, []byte{'.'}))
	return v, next, ok
}

func blank(text []byte, at int) int {
	for at < len(text) && text[at] <= ' ' {
		at++
	}
	return at
}

// layout is how an accessor takes values out of an array.
type layout struct {
	count, offset, stride int64
	picks                 []int64 // where the parts of a value are
}

// layout reads an accessor (section "accessor"): parts without a name are
// passed over.
func (r *reader) layout(accessor int) (l layout, err error) {
	l.stride = 1
	for _, number := range []struct {
		name string
		to   *int64
	}{{"count", &l.count}, {"offset", &l.offset}, {"stride", &l.stride}} {
		text := r.attribute(accessor, number.name)
		if text == "" {
			continue
		}
		if *number.to, err = strconv.ParseInt(text, 10, 64); err != nil || *number.to < 0 || *number.to > math.MaxUint32 {
			return l, source.Refuse(source.Malformed, "an accessor has the %s %q", number.name, source.Shorten(text))
		}
	}
	if l.stride == 0 {
		return l, source.Refuse(source.Malformed, "an accessor has no stride")
	}
	var all int64
	for param := range r.children(accessor) {
		if r.is(param, "param") {
			if r.attribute(param, "name") != "" && len(l.picks) < 4 {
				l.picks = append(l.picks, all)
			}
			all++
		}
	}
	if len(l.picks) == 0 {
		for i := range min(l.stride, 4) {
			l.picks = append(l.picks, i)
		}
	}
	if last := l.picks[len(l.picks)-1]; last >= l.stride {
		return l, source.Refuse(source.Malformed, "an accessor takes number %d of every %d", last+1, l.stride)
	}
	return l, nil
}

// source reads values of a size out of a source. Those that it has fewer parts of
// are filled up.
func (r *reader) source(element int, what string, size int, fill float32) ([]float32, error) {
	accessor := r.find(element, "technique_common", "accessor")
	if accessor == 0 {
		return nil, source.Refuse(source.Malformed, "the file's %s have no accessor", what)
	}
	l, err := r.layout(accessor)
	if err != nil {
		return nil, err
	}
	array, err := r.refer(accessor, "source", "float_array", "int_array")
	if err != nil {
		return nil, err
	}
	if array == 0 {
		return nil, source.Refuse(source.Malformed, "the file's %s have no array", what)
	}
	values, err := r.floats(array)
	if err != nil || l.count == 0 {
		return nil, err
	}
	last := l.picks[len(l.picks)-1]
	// The last value needs no room beyond its own last part: some arrays end there, and not after a whole stride.
	if err := source.CheckCount(what, l.count, l.stride, int64(len(values))-l.offset-last-1+l.stride, source.MaxVertices); err != nil {
		return nil, err
	}
	return l.take(values, size, fill), nil
}

func (l *layout) take(values []float32, size int, fill float32) []float32 {
	if l.offset == 0 && int(l.stride) == size && len(l.picks) == size {
		n := int(l.count) * size
		return values[:n:n]
	}
	taken := make([]float32, 0, int(l.count)*size)
	for at := l.offset; len(taken) < cap(taken); at += l.stride {
		for part := range size {
			if part >= len(l.picks) {
				taken = append(taken, fill)
				continue
			}
			taken = append(taken, values[at+l.picks[part]])
		}
	}
	return taken
}

// list reads the few numbers of an element, such as a colour or a matrix.
func (r *reader) list(element int, to []float64) (n int) {
	text := r.content(element)
	for at := 0; n < len(to); n++ {
		v, next, ok := number(text, at)
		if !ok || v-v != 0 {
			break
		}
		to[n], at = v, next
	}
	return n
}
