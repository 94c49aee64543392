package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http/httputil"
	"strconv"
	"strings"
)

// answer is what load looks at of an HTTP answer.
type answer struct {
	status  int
	length  int64
	chunked bool
	next    string // path of the next page
	body    []byte // when it was asked for
}

// readAnswer reads an answer; its body only when keep says so.
func readAnswer(r *bufio.Reader, keep bool) (a answer, err error) {
	line, err := r.ReadSlice('\n')
	if err != nil {
		return a, err
	}
	if len(line) < 12 {
		return a, fmt.Errorf("odd status line %q", line)
	}
	if a.status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return a, err
	}
	a.length = -1
	for {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return a, err
		}
		if len(line) <= 2 {
			break
		}
		a.header(line)
	}
	body := io.LimitReader(r, a.length)
	switch {
	case a.chunked:
		body = httputil.NewChunkedReader(r)
	case a.length < 0:
		return a, errors.New("an answer without Content-Length")
	}
	return a, a.take(body, r, keep)
}

// take reads the body to its end.
func (a *answer) take(body io.Reader, r *bufio.Reader, keep bool) (err error) {
	announced := a.length
	if keep {
		a.body, err = io.ReadAll(body)
		a.length = int64(len(a.body))
	} else {
		a.length, err = io.Copy(io.Discard, body)
	}
	if err != nil {
		return err
	}
	if a.chunked {
		_, err = r.ReadSlice('\n') // the empty line after the last chunk
	} else if a.length < announced {
		err = io.ErrUnexpectedEOF
	}
	return err
}

func (a *answer) header(line []byte) {
	const length, link, encoding = "content-length:", "link:", "transfer-encoding: chunked"
	switch {
	case len(line) > len(length) && strings.EqualFold(string(line[:len(length)]), length):
		a.length, _ = strconv.ParseInt(strings.TrimSpace(string(line[len(length):])), 10, 64)
	case len(line) > len(link) && strings.EqualFold(string(line[:len(link)]), link):
		a.next = nextPath(string(line))
	case len(line) >= len(encoding) && strings.EqualFold(string(line[:len(encoding)]), encoding):
		a.chunked = true
	}
}

// nextPath finds the path of rel="next" in a Link header.
func nextPath(header string) string {
	for part := range strings.SplitSeq(header, ",") {
		if !strings.Contains(part, `rel="next"`) {
			continue
		}
		_, address, _ := strings.Cut(part, "//")
		if address, _, found := strings.Cut(address, ">"); found {
			if i := strings.IndexByte(address, '/'); i >= 0 {
				return address[i:]
			}
		}
	}
	return ""
}
