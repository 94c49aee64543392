package geometry

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// textLines gives the lines of a text file one by one, whether they end in LF,
// CR LF or CR.
type textLines struct {
	r      *bufio.Reader
	end    byte
	number int    // of the line given last, from 1
	joined []byte // a line that goes on in the next one
	cut    bool   // the line given last is the file's last and has no end
}

func newTextLines(r *io.SectionReader) *textLines {
	l := &textLines{r: bufio.NewReaderSize(r, int(min(r.Size()+1, maxLine))), end: '\n'}
	head, _ := l.r.Peek(64 << 10) // what fails here fails again below
	if bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(head, '\r') >= 0 {
		l.end = '\r'
	}
	if bytes.HasPrefix(head, []byte("\xef\xbb\xbf")) {
		_, _ = l.r.Discard(3) // was peeked
	}
	return l
}

// next gives a line without its end; it is good until the next call. The error
// is io.EOF when there are no more.
func (l *textLines) next() ([]byte, error) {
	line, err := l.r.ReadSlice(l.end)
	if err != nil {
		if errors.Is(err, bufio.ErrBufferFull) {
			return nil, refuse(codeLimit, "line %d is longer than %d bytes", l.number+1, maxLine)
		}
		if !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("read a line: %w", err)
		}
		if len(line) == 0 {
			return nil, io.EOF
		}
		l.cut = true
		l.number++
		return line, nil
	}
	l.number++
	line = line[:len(line)-1]
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line, nil
}

// logical gives a line with those that it goes on in after a backslash.
func (l *textLines) logical() ([]byte, error) {
	line, err := l.next()
	if err != nil || len(line) == 0 || line[len(line)-1] != '\\' || bytes.TrimLeft(line, " \t")[0] == '#' {
		return line, err
	}
	l.joined = l.joined[:0]
	for len(line) > 0 && line[len(line)-1] == '\\' {
		l.joined = append(append(l.joined, line[:len(line)-1]...), ' ')
		if len(l.joined) > maxLine {
			return nil, refuse(codeLimit, "line %d is longer than %d bytes", l.number, maxLine)
		}
		if line, err = l.next(); errors.Is(err, io.EOF) {
			return l.joined, nil
		}
		if err != nil {
			return nil, err
		}
	}
	l.joined = append(l.joined, line...)
	return l.joined, nil
}
