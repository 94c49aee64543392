package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// textWindow is the buffer that text is read through at first.
const textWindow = 128 << 10

// Lines reads a text file line by line, whether they end in LF,
// CR LF or CR.
type Lines struct {
	r      io.Reader
	buf    []byte // what was read; there is room for eightBytes behind it
	pos    int    // of the next line
	err    error  // why there is no more to read
	end    byte
	Number int    // of the line given last, from 1
	joined []byte // a line that goes on in the next one
	Cut    bool   // the line given last is the file's last and has no end
}

// NewLines reads text from its beginning, without its byte order mark.
func NewLines(r *io.SectionReader) *Lines {
	l := &Lines{r: r, buf: make([]byte, 0, min(r.Size(), textWindow)+64), end: '\n'}
	l.more()
	head := l.buf[:min(len(l.buf), 64<<10)]
	// CR alone, as on the first Macintosh, ends lines only of a text whose beginning has no LF at all.
	if bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(head, '\r') >= 0 {
		l.end = '\r'
	}
	if bytes.HasPrefix(head, []byte("\xef\xbb\xbf")) {
		l.pos = 3
	}
	return l
}

// more reads on behind what is left of the buffer.
func (l *Lines) more() {
	to, left := l.buf[:cap(l.buf)], len(l.buf)-l.pos
	if left > len(to)/2 {
		to = make([]byte, 2*len(to))
	}
	copy(to, l.buf[l.pos:])
	var n int
	n, l.err = io.ReadFull(l.r, to[left:len(to)-8])
	l.buf, l.pos = to[:left+n], 0
}

// Next returns a line without its end; it is good until the next call. The error
// is io.EOF when there are no more.
func (l *Lines) Next() ([]byte, error) {
	length := bytes.IndexByte(l.buf[l.pos:], l.end)
	if length < 0 {
		var err error
		if length, err = l.seek(); err != nil {
			return nil, err
		}
	}
	line := l.buf[l.pos : l.pos+length]
	l.pos = min(l.pos+length+1, len(l.buf))
	l.Number++
	if length > 0 && line[length-1] == '\r' && !l.Cut {
		line = line[:length-1]
	}
	return line, nil
}

// seek returns the length of a line that ends beyond what was read.
func (l *Lines) seek() (length int, err error) {
	for l.err == nil {
		seen := len(l.buf) - l.pos
		if seen >= MaxLine {
			return 0, Refuse(Limit, "line %d is longer than %d bytes", l.Number+1, MaxLine)
		}
		l.more()
		// Only what is new is looked at, or a long line would cost the square of its length.
		if length := bytes.IndexByte(l.buf[seen:], l.end); length >= 0 {
			return seen + length, nil
		}
	}
	switch left := len(l.buf) - l.pos; {
	case !errors.Is(l.err, io.EOF) && !errors.Is(l.err, io.ErrUnexpectedEOF):
		return 0, fmt.Errorf("read a line: %w", l.err)
	case left == 0:
		return 0, io.EOF
	default:
		l.Cut = true
		return left, nil
	}
}

// Logical returns a line with those that it goes on in after a backslash.
func (l *Lines) Logical() ([]byte, error) {
	line, err := l.Next()
	// A comment ends with its line even where that ends in a backslash, as the path of a folder does.
	if err != nil || len(line) == 0 || line[len(line)-1] != '\\' || bytes.TrimLeft(line, " \t")[0] == '#' {
		return line, err
	}
	l.joined = l.joined[:0]
	for len(line) > 0 && line[len(line)-1] == '\\' {
		l.joined = append(append(l.joined, line[:len(line)-1]...), ' ')
		if len(l.joined) > MaxLine {
			return nil, Refuse(Limit, "line %d is longer than %d bytes", l.Number, MaxLine)
		}
		if line, err = l.Next(); errors.Is(err, io.EOF) {
			return l.joined, nil
		}
		if err != nil {
			return nil, err
		}
	}
	l.joined = append(l.joined, line...)
	return l.joined, nil
}

// IsText reports whether the beginning of a file holds no byte that text has not.
func IsText(head []byte) bool {
	if bytes.HasPrefix(head, []byte("\xef\xbb\xbf")) {
		head = head[3:]
	}
	for _, c := range head {
		if c == 0 || c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != 0x1a {
			return false
		}
	}
	return true
}
