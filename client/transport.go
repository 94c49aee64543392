package client

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// request is one of an operation.
type request struct {
	method, path string
	query        url.Values
	body         any     // JSON, nil for none
	stream       *stream // bytes, nil for none
	keyed        bool    // it takes an Idempotency-Key
	harmless     bool    // done twice it does no more than once
	leads        bool    // it is answered by a redirect
	header       http.Header
}

// stream is a body of bytes.
type stream struct {
	body   io.Reader
	length int64        // -1: not known
	kind   string       // its media type
	rewind func() error // nil: it can be sent once
}

// ask makes a request, and returns the record that answers it.
func ask[T any](ctx context.Context, c *Client, r *request, options []CallOption) (*T, error) {
	answer, err := c.do(ctx, r, settle(options))
	if err != nil {
		return nil, err
	}
	kind, _, _ := mime.ParseMediaType(answer.header.Get("Content-Type")) // what can't be read is not JSON
	if kind != "application/json" && !strings.HasSuffix(kind, "+json") {
		return nil, r.failed(fmt.Errorf("the answer is %q instead of application/json: is this the address of a marketplace?", kind))
	}
	record := new(T)
	if err := json.Unmarshal(answer.body, record); err != nil {
		return nil, r.failed(err)
	}
	return record, nil
}

// tell makes a request that is answered without a record.
func (c *Client) tell(ctx context.Context, r *request, options []CallOption) error {
	_, err := c.do(ctx, r, settle(options))
	return err
}

// answered is an answer that was read as a whole.
type answered struct {
	header http.Header
	body   []byte
}

// do makes a request, again where that is safe, and reads the answer.
func (c *Client) do(ctx context.Context, r *request, s *call) (*answered, error) {
	if _, said := s.header[idempotencyKey]; r.keyed && !said {
		s.header.Set(idempotencyKey, rand.Text())
	} else if s.header.Get(idempotencyKey) == "" {
		s.header.Del(idempotencyKey)
	}
	var encoded []byte
	if r.body != nil {
		var err error
		if encoded, err = json.Marshal(r.body); err != nil {
			return nil, r.failed(err)
		}
	}
	for try := 1; ; try++ {
		answer, err := c.once(ctx, r, s, encoded)
		if err == nil {
			return answer, nil
		}
		if try >= c.tries || !repeats(r, s, try, err) {
			return nil, r.failed(err)
		}
		if pauseErr := pause(ctx, try, err); pauseErr != nil {
			return nil, r.failed(errors.Join(err, pauseErr))
		}
		if r.stream != nil {
			if err := r.stream.rewind(); err != nil {
				return nil, r.failed(err)
			}
		}
	}
}

// once makes a request once.
func (c *Client) once(ctx context.Context, r *request, s *call, encoded []byte) (*answered, error) {
	ctx, watch := watchOver(ctx, c.timeout)
	defer watch.stop()
	body := &sending{watch: watch}
	defer body.end()
	if r.stream != nil {
		body.body = r.stream.body
	}
	out, err := c.build(ctx, r, s, encoded, body)
	if err != nil {
		return nil, err
	}
	answer, err := c.http.Do(out)
	if err != nil {
		return nil, broken(ctx, err)
	}
	defer answer.Body.Close()
	s.note(answer)
	text, err := io.ReadAll(io.LimitReader(watch.reads(answer.Body), c.largest+1))
	if err != nil {
		return nil, broken(ctx, err)
	}
	if int64(len(text)) > c.largest {
		return nil, fmt.Errorf("the answer has more than %d bytes", c.largest)
	}
	if r.leads && answer.StatusCode == http.StatusFound {
		return &answered{answer.Header, nil}, nil
	}
	return &answered{answer.Header, text}, problem(answer, text)
}

// build makes the request of the standard library.
func (c *Client) build(ctx context.Context, r *request, s *call, encoded []byte, sent *sending) (*http.Request, error) {
	address, err := c.address(r, s)
	if err != nil {
		return nil, err
	}
	var body io.Reader
	if encoded != nil {
		body = bytes.NewReader(encoded)
	}
	if sent.body != nil {
		body = sent
	}
	out, err := http.NewRequestWithContext(ctx, r.method, address.String(), body)
	if err != nil {
		return nil, err
	}
	for _, header := range []http.Header{r.header, s.header} {
		for name, values := range header {
			out.Header[name] = values
		}
	}
	if r.stream != nil {
		out.ContentLength = r.stream.length
		out.Header.Set("Content-Type", r.stream.kind)
	}
	if encoded != nil {
		out.Header.Set("Content-Type", "application/json")
	}
	out.Header.Set("Accept", "application/json")
	return out, c.sign(ctx, out)
}

// sign says who asks.
func (c *Client) sign(ctx context.Context, out *http.Request) error {
	out.Header.Set("User-Agent", c.agent)
	if c.token == nil {
		return nil
	}
	token, err := c.token(ctx)
	if err != nil {
		return fmt.Errorf("the access token: %w", err)
	}
	if token != "" {
		out.Header.Set("Authorization", "Bearer "+token)
	}
	return nil
}

// address returns where a request goes. An empty segment is refused: without its id, an address
// is that of something else.
func (c *Client) address(r *request, s *call) (*url.URL, error) {
	path := strings.TrimPrefix(r.path, "/")
	if slices.ContainsFunc(strings.Split(path, "/"), func(part string) bool { return part == "" || part == "." || part == ".." }) {
		return nil, fmt.Errorf("an id is empty or impossible")
	}
	address := c.base.JoinPath(path)
	query := url.Values{}
	for _, values := range []url.Values{r.query, s.query} {
		for name, value := range values {
			query[name] = value
		}
	}
	address.RawQuery = query.Encode()
	return address, nil
}

// failed says which request an error is of. The query is left out: it may have secrets.
func (r *request) failed(err error) error {
	return fmt.Errorf("vitrine: %s %s: %w", r.method, r.path, err)
}

// broken returns why no answer came, without the address that [url.Error] would tell.
func broken(ctx context.Context, err error) error {
	var of *url.Error
	if errors.As(err, &of) {
		err = of.Err
	}
	if cause := context.Cause(ctx); cause != nil {
		return &brokenError{cause}
	}
	return &brokenError{err}
}

// brokenError is a line that broke, or was never there.
type brokenError struct{ err error }

func (e *brokenError) Error() string { return e.err.Error() }
func (e *brokenError) Unwrap() error { return e.err }
