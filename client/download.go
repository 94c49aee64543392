package client

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
)

// ErrChanged says that the file became another one while it was downloaded.
var ErrChanged = errors.New("the file has changed since its download began")

// storageHops is how often a storage may lead on.
const storageHops = 5

// Download says which file is downloaded, and what it has to be.
type Download struct {
	// Token is the download_token of a paid order; without one, whether the caller may have the file
	// is decided by the access token.
	Token string
	// Size and SHA256 (hexadecimal) are what the file's record says; what differs is [ErrDigest].
	// They are not compared where they are zero.
	Size   int64
	SHA256 string
	// Progress is told how many bytes came, and of how many, -1 when that is not known.
	Progress func(received, total int64)
}

// DownloadFile writes a file of a model to a writer, and returns how many bytes it wrote. After a
// broken line it goes on where it was. The storage that the file comes from does not see the
// access token.
//
// What was written is good only if there is no error: [Client.SaveFile] leaves nothing else behind.
//
// GET /v1/models/{model_id}/files/{id}, with the scope models:read.
func (c *Client) DownloadFile(ctx context.Context, modelID, id int64, to io.Writer, d Download, options ...CallOption) (int64, error) {
	return c.fetch(ctx, fileRequest(modelID, id, d), &fetching{Download: d, to: to, digest: sha256.New()}, options)
}

// DownloadPurchase is [Client.DownloadFile] for a file of an order in the caller's library.
//
// GET /v1/library/{order_id}/files/{id}, with the scope library:read.
func (c *Client) DownloadPurchase(
	ctx context.Context, orderID string, id int64, to io.Writer, d Download, options ...CallOption,
) (int64, error) {
	r := &request{method: http.MethodGet, path: "/v1/library/" + segment(orderID) + "/files/" + segment(id), leads: true}
	return c.fetch(ctx, r, &fetching{Download: d, to: to, digest: sha256.New()}, options)
}

// SaveFile downloads a file of a model into a file of this machine, which is there once all of it
// came and is what it has to be. What came before is kept beside it, with .part at its end: the
// next call goes on from there.
func (c *Client) SaveFile(ctx context.Context, modelID, id int64, name string, d Download, options ...CallOption) error {
	part, err := os.OpenFile(name+".part", os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return fmt.Errorf("vitrine: %w", err)
	}
	defer part.Close()
	f := &fetching{Download: d, to: part, digest: sha256.New()}
	if f.received, err = io.Copy(f.digest, part); err != nil {
		return fmt.Errorf("vitrine: %w", err)
	}
	f.restart = func() error {
		if err := part.Truncate(0); err != nil {
			return err
		}
		_, err := part.Seek(0, io.SeekStart)
		return err
	}
	if _, err := c.fetch(ctx, fileRequest(modelID, id, d), f, options); err != nil {
		if errors.Is(err, ErrDigest) || errors.Is(err, ErrChanged) {
			return errors.Join(err, os.Remove(part.Name())) // nothing good can come of it
		}
		return err
	}
	if err := errors.Join(part.Sync(), part.Close()); err != nil {
		return fmt.Errorf("vitrine: %w", err)
	}
	if err := os.Rename(part.Name(), name); err != nil {
		return fmt.Errorf("vitrine: %w", err)
	}
	return nil
}

func fileRequest(modelID, id int64, d Download) *request {
	r := &request{method: http.MethodGet, path: "/v1/models/" + segment(modelID) + "/files/" + segment(id), query: url.Values{}, leads: true}
	if d.Token != "" {
		r.query.Set("download_token", d.Token)
	}
	return r
}

// fetching is a download on its way.
type fetching struct {
	Download

	to       io.Writer
	digest   hash.Hash
	received int64
	etag     string       // of the bytes that were received
	restart  func() error // forgets what was received; nil: that can't be done
}

// fetch downloads what a request leads to.
func (c *Client) fetch(ctx context.Context, r *request, f *fetching, options []CallOption) (int64, error) {
	for stuck := 1; ; stuck++ {
		before := f.received
		answer, err := c.do(ctx, r, settle(options))
		if err != nil {
			return f.received, err
		}
		err = c.receive(ctx, answer.header.Get("Location"), f)
		if err == nil {
			return f.received, f.check(r)
		}
		if f.received > before {
			stuck = 1
		}
		var line *brokenError
		var status *Error
		if !errors.As(err, &line) && !(errors.As(err, &status) && passing(status.Status)) || stuck >= c.tries {
			return f.received, r.failed(err)
		}
		if pauseErr := pause(ctx, stuck, err); pauseErr != nil {
			return f.received, r.failed(errors.Join(err, pauseErr))
		}
	}
}

// check compares what came with what it has to be.
func (f *fetching) check(r *request) error {
	if f.Size != 0 && f.received != f.Size || f.SHA256 != "" && !strings.EqualFold(hex.EncodeToString(f.digest.Sum(nil)), f.SHA256) {
		return r.failed(ErrDigest)
	}
	return nil
}

// receive reads a file from the storage, from where it is on.
func (c *Client) receive(ctx context.Context, location string, f *fetching) error {
	ctx, watch := watchOver(ctx, c.timeout)
	defer watch.stop()
	answer, err := c.open(ctx, location, f)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	total, err := f.begin(answer)
	if err != nil {
		return err
	}
	body := watch.reads(answer.Body)
	if f.received > 0 && answer.StatusCode == http.StatusOK { // it is the whole file again
		if _, err := io.CopyN(io.Discard, body, f.received); err != nil {
			return broken(ctx, err)
		}
	}
	return f.copy(ctx, body, total)
}

// open asks the storage, without the access token.
func (c *Client) open(ctx context.Context, location string, f *fetching) (*http.Response, error) {
	from := c.base
	for range storageHops {
		to, err := from.Parse(location)
		if err != nil || location == "" {
			return nil, errors.New("the redirect leads nowhere")
		}
		if to.Scheme != "https" && (to.Scheme != "http" || c.base.Scheme == "https") {
			return nil, fmt.Errorf("the redirect leads from https to %s", to.Scheme)
		}
		out, err := http.NewRequestWithContext(ctx, http.MethodGet, to.String(), nil)
		if err != nil {
			return nil, errors.New("the redirect leads nowhere")
		}
		out.Header.Set("User-Agent", c.agent)
		out.Header.Set("Accept-Encoding", "identity") // offsets are those of the file
		if f.received > 0 {
			out.Header.Set("Range", fmt.Sprintf("bytes=%d-", f.received))
			if strings.HasPrefix(f.etag, `"`) {
				out.Header.Set("If-Range", f.etag)
			}
		}
		answer, err := c.http.Do(out)
		if err != nil {
			return nil, broken(ctx, err)
		}
		if answer.StatusCode < 300 || answer.StatusCode >= 400 {
			return answer, nil
		}
		_ = answer.Body.Close() // nothing in it is asked for
		from, location = to, answer.Header.Get("Location")
	}
	return nil, fmt.Errorf("the storage leads on more than %d times", storageHops)
}

// begin looks at the head of an answer. It returns how many bytes the file has, -1 when that is
// not known.
func (f *fetching) begin(answer *http.Response) (int64, error) {
	etag := answer.Header.Get("ETag")
	if f.etag != "" && etag != f.etag && answer.StatusCode < 300 {
		return 0, ErrChanged
	}
	switch answer.StatusCode {
	case http.StatusOK:
		f.etag = etag
		return answer.ContentLength, nil
	case http.StatusPartialContent:
		f.etag = etag
		return partOf(answer.Header.Get("Content-Range"), f.received)
	case http.StatusRequestedRangeNotSatisfiable:
		if total, ok := strings.CutPrefix(answer.Header.Get("Content-Range"), "bytes */"); ok && total == strconv.FormatInt(f.received, 10) {
			answer.Body = http.NoBody // all of it is there
			return f.received, nil
		}
		if f.restart != nil {
			f.received, f.etag = 0, ""
			f.digest.Reset()
			if err := f.restart(); err != nil {
				return 0, err
			}
			return 0, &brokenError{ErrChanged}
		}
	}
	text, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<16)) // what can't be read is nothing to show
	return 0, problem(answer, text)
}

// partOf reads Content-Range: the part has to begin where the last one ended.
func partOf(said string, from int64) (int64, error) {
	span, whole, ok := strings.Cut(strings.TrimPrefix(said, "bytes "), "/")
	first, _, ranged := strings.Cut(span, "-")
	if !ok || !ranged || first != strconv.FormatInt(from, 10) {
		return 0, fmt.Errorf("the storage sends %q, and bytes from %d on were asked for", plain(said), from)
	}
	total, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return -1, nil
	}
	return total, nil
}

// copy writes what comes. What the writer says ends the download; what the line says does not.
func (f *fetching) copy(ctx context.Context, body io.Reader, total int64) error {
	buffer := make([]byte, 256<<10)
	for {
		n, err := body.Read(buffer)
		if f.Size != 0 && f.received+int64(n) > f.Size {
			return ErrDigest // no end of it
		}
		if _, err := f.to.Write(buffer[:n]); err != nil {
			return err
		}
		f.digest.Write(buffer[:n])
		if f.received += int64(n); n > 0 && f.Progress != nil {
			f.Progress(f.received, total)
		}
		if err == io.EOF {
			if total >= 0 && f.received < total {
				return &brokenError{io.ErrUnexpectedEOF}
			}
			return nil
		}
		if err != nil {
			return broken(ctx, err)
		}
	}
}

// ExportAccount writes everything that is kept about the caller, as a ZIP file, and returns how
// many bytes it wrote. It is made anew for each call: a broken line ends it.
//
// GET /v1/export, with the scope account:export.
func (c *Client) ExportAccount(ctx context.Context, to io.Writer, options ...CallOption) (int64, error) {
	r := &request{method: http.MethodGet, path: "/v1/export"}
	ctx, watch := watchOver(ctx, c.timeout)
	defer watch.stop()
	s := settle(options)
	out, err := c.build(ctx, r, s, nil, &sending{watch: watch})
	if err != nil {
		return 0, r.failed(err)
	}
	out.Header.Set("Accept", "application/zip, application/problem+json")
	answer, err := c.http.Do(out)
	if err != nil {
		return 0, r.failed(broken(ctx, err))
	}
	defer answer.Body.Close()
	s.note(answer)
	body := watch.reads(answer.Body)
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(body, c.largest)) // what can't be read is nothing to show
		return 0, r.failed(problem(answer, text))
	}
	f := &fetching{to: to, digest: sha256.New()}
	err = f.copy(ctx, body, answer.ContentLength)
	if err != nil {
		err = r.failed(err)
	}
	return f.received, err
}
