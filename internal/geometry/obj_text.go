package geometry

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// objLines gives the lines of a text file one by one, whether they end in LF,
// CR LF or CR.
type objLines struct {
	r      *bufio.Reader
	end    byte
	number int    // of the line given last, from 1
	joined []byte // a line that goes on in the next one
	cut    bool   // the line given last is the file's last and has no end
}

func newOBJLines(r *io.SectionReader) *objLines {
	l := &objLines{r: bufio.NewReaderSize(r, int(min(r.Size()+1, maxLine))), end: '\n'}
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
func (l *objLines) next() ([]byte, error) {
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
func (l *objLines) logical() ([]byte, error) {
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

// objNumber reads the number at a place of a line, after blanks, and says where
// it ends. Not ok: there is none, or something else. It is parseNumber, looking at
// each byte but once.
func objNumber(s []byte, at int) (v float64, next int, ok bool) {
	for at < len(s) && s[at] <= ' ' {
		at++
	}
	if at >= len(s) {
		return 0, at, false
	}
	i, negative := at, false
	if s[i] == '-' || s[i] == '+' {
		negative = s[i] == '-'
		i++
	}
	var mantissa uint64
	first := i
	for i < len(s) && s[i]-'0' < 10 {
		mantissa = mantissa*10 + uint64(s[i]-'0')
		i++
	}
	digits, power := i-first, 0
	if i < len(s) && s[i] == '.' {
		i++
		first = i
		for i < len(s) && s[i]-'0' < 10 {
			mantissa = mantissa*10 + uint64(s[i]-'0')
			i++
		}
		power = first - i
		digits -= power
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		n, end := objInt(s, i+1)
		if end == i+1 || n < -1000 || n > 1000 {
			return objSlowNumber(s, at)
		}
		i, power = end, power+int(n)
	}
	// 19 digits and more may not fit into the mantissa.
	if digits == 0 || digits > 18 || mantissa >= 1<<53 || power < -22 || power > 22 || i < len(s) && s[i] > ' ' {
		return objSlowNumber(s, at)
	}
	v = float64(mantissa)
	if power < 0 {
		v /= powersOfTen[-power]
	} else {
		v *= powersOfTen[power]
	}
	if negative {
		v = -v
	}
	return v, i, true
}

// objSlowNumber reads a number with many digits, or something else.
func objSlowNumber(s []byte, at int) (v float64, next int, ok bool) {
	word, rest := nextWord(s[at:])
	v, ok = parseSlowly(word)
	return v, len(s) - len(rest), ok
}

// objInt reads a whole number and says where it ends: where it began when there
// is none. What is too large for its 18 digits stays large.
func objInt(s []byte, at int) (n int64, next int) {
	i, negative := at, false
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		negative = s[i] == '-'
		i++
	}
	first := i
	for i < len(s) && s[i]-'0' < 10 {
		if n < 1e17 {
			n = n*10 + int64(s[i]-'0')
		}
		i++
	}
	if i == first {
		return 0, at
	}
	if negative {
		n = -n
	}
	return n, i
}
