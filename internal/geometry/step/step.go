// Package step counts the faces and points of STEP files (ISO 10303-21) without reading
// their shapes, which are surfaces that no mesh is made of here.
//
// It reads words, and knows strings and comments well enough not to count what stands in
// them. It knows no other format.
package step

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// blockSize is how much of a STEP file is read at once, and longestWord the longest
// word that means anything.
const (
	blockSize   = 256 << 10
	longestWord = 64
)

// Read counts the faces and points of a STEP file (ISO 10303-21, sections 6
// to 11) without reading their shape.
func Read(in source.Input) (*geometry.Model, error) {
	s := &scanner{fresh: true}
	buffer, kept, r := make([]byte, blockSize), 0, in.Reader()
	for {
		n, err := io.ReadFull(r, buffer[kept:])
		last := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !last {
			return nil, fmt.Errorf("read the file: %w", err)
		}
		text := buffer[:kept+n]
		left := s.scan(text, last)
		if last || s.ended {
			break
		}
		kept = copy(buffer, left)
	}
	switch {
	case !s.ended:
		return nil, source.Refuse(source.Truncated, "the file ends after %d entities, without END-ISO-10303-21", s.entities)
	case s.entities == 0:
		return nil, source.Refuse(source.NoContent, "the file holds no entities")
	}
	if s.faces == 0 {
		return geometry.TypeOnly(), nil // a building (IFC), triangles or wires, which are not counted
	}
	return &geometry.Model{Type: geometry.TypeNURBS,
		Counts: &geometry.Counts{Polygons: s.faces, Triangles: -1, Vertices: s.points, Certainty: geometry.Declared}}, nil
}

// scanner reads words, and knows what stands in strings and comments.
type scanner struct {
	quoted, comment bool // within a string, a comment
	data, ended     bool // within a data section, behind the last
	fresh           bool // at the beginning of a statement
	entity          bool // the statement defines an entity
	face, point     bool // and that is what it is
	reference       byte // the character before a word

	entities, faces, points int64
}

// kinds are the characters that matter: those of words, and marks.
var kinds = func() (kinds [256]byte) {
	for c := range kinds {
		switch c := byte(c); {
		case c >= '0' && c <= '9', c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z', c == '_', c == '-', c == '+':
			kinds[c] = 'w'
		case c == '\'', c == '/', c == ';', c == '#', c == '.':
			kinds[c] = c
		case c > ' ':
			kinds[c] = 'x'
		}
	}
	return kinds
}()

// scan reads a part of the text, and returns what has to be seen once more with
// the next part behind it.
func (s *scanner) scan(text []byte, last bool) (left []byte) {
	for i := 0; i < len(text) && !s.ended; {
		if s.quoted || s.comment {
			var ok bool
			if i, ok = s.skip(text, i); !ok {
				return text[i:]
			}
			continue
		}
		kind := kinds[text[i]]
		if kind != 'w' {
			if kind == '/' && i+1 == len(text) && !last {
				return text[i:]
			}
			i += s.mark(kind, text[i:])
			continue
		}
		end := i + 1
		for end < len(text) && kinds[text[end]] == 'w' {
			end++
		}
		// It may go on in the next block. A longer one means nothing, and
		// waiting for its end could fill the buffer.
		if end == len(text) && !last && end-i < longestWord {
			return text[i:]
		}
		s.word(text[i:end])
		i, s.reference = end, 0
	}
	return nil
}

// mark takes a character that is of no word, and returns how many it is.
func (s *scanner) mark(kind byte, text []byte) int {
	switch kind {
	case '\'':
		s.quoted = true
	case '/':
		s.comment = len(text) > 1 && text[1] == '*'
		if s.comment {
			return 2
		}
	case ';':
		s.statement()
	case '#':
		s.entity = s.entity || s.fresh && s.data
		s.reference, s.fresh = '#', false
	case '.':
		s.reference = '.'
	case 'x':
		s.reference, s.fresh = 0, false
	}
	return 1
}

// skip goes to the end of a string or comment. A quote within a string stands
// twice, which ends the string and begins the next. False: the end is not here.
func (s *scanner) skip(text []byte, i int) (int, bool) {
	end := "'"
	if s.comment {
		end = "*/"
	}
	at := bytes.Index(text[i:], []byte(end))
	if at < 0 {
		// A star at the end may be half of the end.
		return max(i, len(text)-len(end)+1), false
	}
	s.quoted, s.comment = false, false
	return i + at + len(end), true
}

// word takes a keyword, or a number.
func (s *scanner) word(word []byte) {
	if s.reference != 0 {
		return // of an entity, or .T.
	}
	first := s.fresh
	s.fresh = false
	switch string(word) {
	case "DATA":
		s.data = s.data || first
	case "ENDSEC":
		s.data = s.data && !first
	case "END-ISO-10303-21":
		s.ended = first
	case "ADVANCED_FACE", "FACE_SURFACE":
		s.face = true
	case "CARTESIAN_POINT":
		s.point = true
	}
}

// statement ends one.
func (s *scanner) statement() {
	if s.entity {
		s.entities++
		if s.face {
			s.faces++
		}
		if s.point {
			s.points++
		}
	}
	s.fresh, s.entity, s.face, s.point, s.reference = true, false, false, false, 0
}
