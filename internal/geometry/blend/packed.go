package blend

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"image"
	"io"

	"github.com/klauspost/compress/zstd"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// window bounds what is kept of a compressed file to unpack the rest.
const window = 64 << 20 // bytes

// readPacked reads a file that Blender compressed: with gzip, and since 3.0
// with zstd.
func readPacked(in source.Input, unpack func(io.Reader) (io.ReadCloser, error)) (*geometry.Model, error) {
	file := &sourceErrors{r: in.Reader()}
	unpacked, err := unpack(bufio.NewReaderSize(file, 64<<10))
	if err == nil {
		defer unpacked.Close()
		var m *geometry.Model
		m, err = readBlocks(&document{r: bufio.NewReaderSize(unpacked, 64<<10), left: source.MaxUnpacked})
		if _, refused := errors.AsType[*source.Refusal](err); err == nil || refused {
			return m, err
		}
	}
	switch {
	case file.err != nil:
		return nil, fmt.Errorf("read the file: %w", file.err)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, source.Refuse(source.Truncated, "the file ends before its first block is unpacked")
	}
	return nil, source.Refuse(source.Malformed, "the file can't be unpacked: its compressed bytes are damaged")
}

// ungzip unpacks gzip (RFC 1952).
func ungzip(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }

// unzstd unpacks zstd (RFC 8878).
func unzstd(r io.Reader) (io.ReadCloser, error) {
	d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(window))
	if err != nil {
		return nil, err
	}
	return d.IOReadCloser(), nil
}

// sourceErrors remembers what went wrong where a file is kept.
type sourceErrors struct {
	r   io.Reader
	err error
}

// Read reads on.
func (s *sourceErrors) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

// picture reads the block TEST (Blender, writefile.cc, write_thumb): width,
// height, and lines of red, green, blue and opacity from the lowest to the
// highest. One of another size than it says is none.
func (f *document) picture(size int64) error {
	if f.thumbnail != nil || size < 8 || size > 8+4*maxSide*maxSide {
		return f.skip(size)
	}
	data, err := f.copy(size)
	if err != nil {
		return err
	}
	width, height := int(int32(f.order.Uint32(data))), int(int32(f.order.Uint32(data[4:])))
	if data = data[8:]; width < 1 || height < 1 || width > maxSide || height > maxSide || len(data) < 4*width*height {
		return nil
	}
	picture := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		copy(picture.Pix[y*picture.Stride:][:4*width], data[4*width*(height-1-y):])
	}
	f.thumbnail = picture
	return nil
}
