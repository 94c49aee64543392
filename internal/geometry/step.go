package geometry

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// stepBlock is how much of a STEP file is read at once, and stepWord the longest
// word that means anything.
const (
	stepBlock = 256 << 10
	stepWord  = 64
)

// readSTEP counts the faces and points of a STEP file (ISO 10303-21, sections 6
// to 11) without reading their shape.
func readSTEP(in Input) (*Model, error) {
	s := &stepScanner{fresh: true}
	buffer, kept, r := make([]byte, stepBlock), 0, in.reader()
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
		return nil, refuse(codeTruncated, "the file ends after %d entities, without END-ISO-10303-21", s.entities)
	case s.entities == 0:
		return nil, refuse(codeNoGeometry, "the file holds no entities")
	}
	if s.faces == 0 {
		return typeOnly(), nil // a building (IFC), triangles or wires, which are not counted
	}
	return &Model{Type: typeNURBS, Counts: &Counts{Polygons: s.faces, Triangles: -1, Vertices: s.points, Certainty: Declared}}, nil
}

// stepScanner reads words, and knows what stands in strings and comments.
type stepScanner struct {
	quoted, comment bool // within a string, a comment
	data, ended     bool // within a data section, behind the last
	fresh           bool // at the beginning of a statement
	entity          bool // the statement defines an entity
	face, point     bool // and that is what it is
	reference       byte // the character before a word

	entities, faces, points int64
}

// stepKinds are the characters that matter: those of words, and marks.
var stepKinds = func() (kinds [256]byte) {
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

// scan reads a part of the text, and gives what has to be seen once more with
// the next part behind it.
func (s *stepScanner) scan(text []byte, last bool) (left []byte) {
	for i := 0; i < len(text) && !s.ended; {
		if s.quoted || s.comment {
			var ok bool
			if i, ok = s.skip(text, i); !ok {
				return text[i:]
			}
			continue
		}
		kind := stepKinds[text[i]]
		if kind != 'w' {
			if kind == '/' && i+1 == len(text) && !last {
				return text[i:]
			}
			i += s.mark(kind, text[i:])
			continue
		}
		end := i + 1
		for end < len(text) && stepKinds[text[end]] == 'w' {
			end++
		}
		if end == len(text) && !last && end-i < stepWord {
			return text[i:]
		}
		s.word(text[i:end])
		i, s.reference = end, 0
	}
	return nil
}

// mark takes a character that is of no word, and gives how many it is.
func (s *stepScanner) mark(kind byte, text []byte) int {
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
func (s *stepScanner) skip(text []byte, i int) (int, bool) {
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
func (s *stepScanner) word(word []byte) {
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
func (s *stepScanner) statement() {
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

// igesTail is how much of an IGES file's end is looked at.
const igesTail = 4096

// readIGES knows the type alone: the shapes of IGES are curves and surfaces
// (IGES 5.3, section 2.2). A whole file ends with a line of the section T.
func readIGES(in Input) (*Model, error) {
	tail := make([]byte, min(in.Size, igesTail))
	if _, err := in.ReadAt(tail, in.Size-int64(len(tail))); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the end: %w", err)
	}
	for line := range bytes.Lines(tail) {
		if len(line) > 72 && line[72] == 'T' {
			return &Model{Type: typeNURBS, Counts: &Counts{Polygons: -1, Triangles: -1, Vertices: -1, Certainty: Declared}}, nil
		}
	}
	return nil, refuse(codeTruncated, "the file ends without its last section, T")
}
