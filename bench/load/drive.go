package main

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"time"
)

// request is one that is sent, and the class that its latency counts for.
type request struct {
	class        string
	method, path string
	body         string
	visitor      bool // without the token, as a browser asks
	form         bool // its body is a form
	keep         bool // the answer is looked at
}

func (o *options) write(dst []byte, r request) []byte {
	dst = fmt.Appendf(dst, "%s %s HTTP/1.1\r\nHost: bench\r\n", r.method, r.path)
	if r.visitor {
		dst = append(dst, "Accept: text/html\r\nAccept-Encoding: gzip\r\nAccept-Language: en-US\r\n"...)
		if o.cookie != "" {
			dst = fmt.Appendf(dst, "Cookie: %s\r\n", o.cookie)
		}
	} else {
		dst = fmt.Appendf(dst, "Authorization: Bearer %s\r\n", o.token)
	}
	if r.body != "" {
		kind := "application/json"
		if r.form {
			kind = "application/x-www-form-urlencoded"
		}
		dst = fmt.Appendf(dst, "Content-Type: %s\r\nContent-Length: %d\r\n", kind, len(r.body))
	}
	return append(append(dst, "\r\n"...), r.body...)
}

// connection sends requests one after the other.
type connection struct {
	net.Conn
	o      *options
	reader *bufio.Reader
	buffer []byte
}

func (o *options) dial() (*connection, error) {
	conn, err := net.Dial("tcp", o.address)
	if err != nil {
		return nil, err
	}
	return &connection{Conn: conn, o: o, reader: bufio.NewReaderSize(conn, 64<<10)}, nil
}

func (c *connection) ask(r request, keep bool) (answer, error) {
	c.buffer = c.o.write(c.buffer[:0], r)
	if _, err := c.Write(c.buffer); err != nil {
		return answer{}, err
	}
	return readAnswer(c.reader, keep)
}

// source makes the requests of one connection, each after the answer to the one before. It
// returns false when nothing is left to ask for.
type source func(last answer) (request, bool)

// work is a kind of load.
type work struct {
	warm []request // asked for once before, unmeasured
	// source makes that of a connection.
	source func(r *rand.Rand) source
}

// measure keeps the connections busy for the duration, or until nothing is left.
func measure(o *options, w work, beside func(end time.Time) *result) (*result, error) {
	if err := warmUp(o, w.warm); err != nil {
		return nil, fmt.Errorf("warm up: %w", err)
	}
	start := time.Now()
	end := start.Add(o.duration)
	all := newResult()
	var mu sync.Mutex
	var group sync.WaitGroup
	collect := func(one *result) {
		mu.Lock()
		defer mu.Unlock()
		all.add(one)
	}
	for k := range o.connections {
		group.Go(func() {
			collect(drive(o, w.source(rand.New(rand.NewPCG(o.share.seed, uint64(k)<<8+o.share.part))), end))
		})
	}
	if beside != nil {
		group.Go(func() { collect(beside(end)) })
	}
	group.Wait()
	all.took = min(time.Since(start), o.duration)
	return all, all.err
}

// drive keeps one connection busy.
func drive(o *options, next source, end time.Time) *result {
	r := newResult()
	conn, err := o.dial()
	if err != nil {
		return &result{err: err}
	}
	defer conn.Close()
	var last answer
	for time.Now().Before(end) {
		request, more := next(last)
		if !more {
			return r
		}
		start := time.Now()
		if last, err = conn.ask(request, request.keep); err != nil {
			return &result{err: fmt.Errorf("%s %s: %w", request.method, request.path, err)}
		}
		r.note(request, last, time.Since(start))
	}
	return r
}

// warmUp asks for everything once, on eight connections.
func warmUp(o *options, list []request) error {
	var group sync.WaitGroup
	errs := make([]error, min(8, len(list)))
	for k := range errs {
		group.Go(func() {
			conn, err := o.dial()
			if err != nil {
				errs[k] = err
				return
			}
			defer conn.Close()
			for i := k; i < len(list) && errs[k] == nil; i += len(errs) {
				var got answer
				if got, errs[k] = conn.ask(list[i], false); errs[k] == nil && got.status >= 300 {
					errs[k] = fmt.Errorf("%s answers %d", list[i].path, got.status)
				}
			}
		})
	}
	group.Wait()
	return errors.Join(errs...)
}
