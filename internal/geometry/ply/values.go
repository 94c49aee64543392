package ply

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"vitrine/internal/geometry/source"
)

// valueSource reads the numbers behind a PLY's header one after another.
type valueSource interface {
	// begin goes to the next record.
	begin() error
	number(kind kind) (float64, error)
	// numbers adds n numbers to a list.
	numbers(to []float64, kind kind, n int64) ([]float64, error)
	skip(kind kind, n int64) error
	// room returns how many numbers there can be at most.
	room(kind kind) int64
}

// errEnd says that the file ends; the element at hand knows where.
var errEnd = errors.New("the file ends")

func newValueSource(in source.Input, h *header) valueSource {
	data := io.NewSectionReader(in, h.dataOffset, in.Size-h.dataOffset)
	if h.format == ascii {
		return &textValues{lines: source.NewLines(data), size: data.Size()}
	}
	s := &binaryValues{r: data, left: data.Size(), buffer: make([]byte, blockSize)}
	s.order = binary.LittleEndian
	if s.big = h.format == big; s.big {
		s.order = binary.BigEndian
	}
	return s
}

// textValues reads the numbers of a text. A record has a line, or several; what
// stands behind it in its line is left out.
type textValues struct {
	lines *source.Lines
	line  []byte
	at    int
	size  int64
}

func (s *textValues) begin() error {
	for {
		line, err := s.lines.Next()
		if errors.Is(err, io.EOF) {
			return errEnd
		}
		if err != nil {
			return err
		}
		if len(bytes.TrimLeft(line, " \t\r")) > 0 {
			s.line, s.at = line, 0
			return nil
		}
	}
}

func (s *textValues) number(kind) (float64, error) {
	v, next, ok := source.ReadNumber(s.line, s.at)
	for !ok && len(bytes.TrimLeft(s.line[s.at:], " \t\r")) == 0 {
		if err := s.begin(); err != nil {
			return 0, err
		}
		v, next, ok = source.ReadNumber(s.line, s.at)
	}
	if !ok && s.lines.Cut {
		return 0, errEnd
	}
	if !ok {
		return 0, source.Refuse(source.Malformed, "line %d after the header has a word where a number should be", s.lines.Number)
	}
	s.at = next
	return v, nil
}

func (s *textValues) numbers(to []float64, k kind, n int64) ([]float64, error) {
	for range n {
		v, err := s.number(k)
		if err != nil {
			return nil, err
		}
		to = append(to, v)
	}
	return to, nil
}

func (s *textValues) skip(k kind, n int64) error {
	for range n {
		if _, err := s.number(k); err != nil {
			return err
		}
	}
	return nil
}

// room is that of the whole text: what is left is not known.
func (s *textValues) room(kind) int64 { return s.size/2 + 1 }

// blockSize is how many bytes are read at once.
const blockSize = 256 << 10

// binaryValues reads the numbers of a binary file.
type binaryValues struct {
	r       io.Reader
	big     bool
	order   binary.ByteOrder
	left    int64 // bytes not read into the buffer
	buffer  []byte
	at, end int
}

func (s *binaryValues) begin() error { return nil }

// need has n bytes, at most a block, in the buffer.
func (s *binaryValues) need(n int) error {
	if s.end-s.at >= n {
		return nil
	}
	s.end = copy(s.buffer, s.buffer[s.at:s.end])
	s.at = 0
	more := int(min(int64(len(s.buffer)-s.end), s.left))
	if s.end+more < n {
		return errEnd
	}
	if _, err := io.ReadFull(s.r, s.buffer[s.end:s.end+more]); err != nil {
		return fmt.Errorf("read the data: %w", err)
	}
	s.end, s.left = s.end+more, s.left-int64(more)
	return nil
}

func (s *binaryValues) number(k kind) (float64, error) {
	size := k.size()
	if err := s.need(size); err != nil {
		return 0, err
	}
	v := number(s.buffer[s.at:s.at+size], k, s.order)
	s.at += size
	return v, nil
}

func (s *binaryValues) numbers(to []float64, k kind, n int64) ([]float64, error) {
	size := k.size()
	for n > 0 {
		part := min(n, int64(len(s.buffer)/size))
		if err := s.need(int(part) * size); err != nil {
			return nil, err
		}
		to = numbers(to, s.buffer[s.at:s.at+int(part)*size], k, s.order)
		s.at += int(part) * size
		n -= part
	}
	return to, nil
}

func (s *binaryValues) skip(k kind, n int64) error {
	for n *= int64(k.size()); n > 0; {
		part := int(min(n, int64(len(s.buffer))))
		if err := s.need(part); err != nil {
			return err
		}
		s.at, n = s.at+part, n-int64(part)
	}
	return nil
}

func (s *binaryValues) room(k kind) int64 {
	return (s.left + int64(s.end-s.at)) / int64(k.size())
}

// numbers adds all numbers that the bytes are.
func numbers(to []float64, data []byte, k kind, order binary.ByteOrder) []float64 {
	if (k == kindInt32 || k == kindUint32) && order == binary.ByteOrder(binary.LittleEndian) {
		for ; len(data) >= 4; data = data[4:] {
			v := binary.LittleEndian.Uint32(data)
			if k == kindInt32 {
				to = append(to, float64(int32(v)))
			} else {
				to = append(to, float64(v))
			}
		}
		return to
	}
	for size := k.size(); len(data) >= size; data = data[size:] {
		to = append(to, number(data, k, order))
	}
	return to
}

// number is the number that the bytes begin with.
func number(data []byte, k kind, order binary.ByteOrder) float64 {
	switch k {
	case kindInt8:
		return float64(int8(data[0]))
	case kindUint8:
		return float64(data[0])
	case kindInt16:
		return float64(int16(order.Uint16(data)))
	case kindUint16:
		return float64(order.Uint16(data))
	case kindInt32:
		return float64(int32(order.Uint32(data)))
	case kindUint32:
		return float64(order.Uint32(data))
	case kindFloat32:
		return float64(math.Float32frombits(order.Uint32(data)))
	}
	return math.Float64frombits(order.Uint64(data))
}
