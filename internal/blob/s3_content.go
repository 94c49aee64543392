package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// headSize is how much of an object's beginning is kept, so that looking at
// its first bytes and then reading all of it is one request.
const headSize = 4 << 10

// remote is the Content of an object in a bucket. It streams from its offset,
// and makes a new request after a seek.
type remote struct {
	ctx    context.Context // of Open: io.Reader leaves no other way
	store  *S3
	key    string
	size   int64
	head   []byte
	offset int64         // of the next Read
	stream io.ReadCloser // nil while none is open
	at     int64         // of the stream
	closed bool
}

func newRemote(ctx context.Context, store *S3, key string, out *s3.GetObjectOutput) (*remote, error) {
	c := &remote{ctx: ctx, store: store, key: key, size: aws.ToInt64(out.ContentLength), stream: out.Body}
	c.head = make([]byte, min(c.size, headSize))
	if _, err := io.ReadFull(c.stream, c.head); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	c.at = int64(len(c.head))
	return c, nil
}

func (c *remote) Read(p []byte) (int, error) {
	switch {
	case c.closed:
		return 0, fs.ErrClosed
	case len(p) == 0:
		return 0, nil
	case c.offset >= c.size:
		return 0, io.EOF
	case c.offset < int64(len(c.head)):
		n := copy(p, c.head[c.offset:])
		c.offset += int64(n)
		return n, nil
	}
	if err := c.align(); err != nil {
		return 0, err
	}
	n, err := c.stream.Read(p)
	c.at += int64(n)
	c.offset = c.at
	// A connection that was cut can look like the end.
	if err == io.EOF && c.at < c.size {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// align opens a stream at the offset, unless there is one.
func (c *remote) align() error {
	if c.stream != nil && c.at == c.offset {
		return nil
	}
	if c.stream != nil {
		_ = c.stream.Close() // errors about bytes that nobody wants don't matter
		c.stream = nil
	}
	stream, err := c.request(fmt.Sprintf("bytes=%d-", c.offset))
	if err != nil {
		return err
	}
	c.stream, c.at = stream, c.offset
	return nil
}

func (c *remote) request(byteRange string) (io.ReadCloser, error) {
	out, err := c.store.client.GetObject(c.ctx, &s3.GetObjectInput{
		Bucket: &c.store.bucket, Key: c.store.path(c.key), Range: &byteRange,
	})
	if err != nil {
		return nil, s3Fault(c.ctx, "read a stored object", err)
	}
	return out.Body, nil
}

func (c *remote) ReadAt(p []byte, offset int64) (int, error) {
	if offset < 0 {
		return 0, fs.ErrInvalid
	}
	wanted := p[:max(0, min(int64(len(p)), c.size-offset))]
	if len(wanted) > 0 {
		stream, err := c.request(fmt.Sprintf("bytes=%d-%d", offset, offset+int64(len(wanted))-1))
		if err != nil {
			return 0, err
		}
		defer stream.Close()
		if n, err := io.ReadFull(stream, wanted); err != nil {
			return n, s3Fault(c.ctx, "read a stored object", err)
		}
	}
	if len(wanted) < len(p) {
		return len(wanted), io.EOF
	}
	return len(wanted), nil
}

func (c *remote) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += c.offset
	case io.SeekEnd:
		offset += c.size
	}
	if offset < 0 || whence < io.SeekStart || whence > io.SeekEnd {
		return c.offset, fs.ErrInvalid
	}
	c.offset = offset
	return offset, nil
}

func (c *remote) Close() error {
	c.closed = true
	if c.stream == nil {
		return nil
	}
	err := c.stream.Close()
	c.stream = nil
	return err
}
