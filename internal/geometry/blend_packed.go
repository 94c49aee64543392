package geometry

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"image"
	"io"

	"github.com/klauspost/compress/zstd"
)

// blendWindow bounds what is kept of a compressed file to unpack the rest.
const blendWindow = 64 << 20 // bytes

// readPackedBlend reads a file that Blender compressed: with gzip, and since 3.0
// with zstd.
func readPackedBlend(in Input, unpack func(io.Reader) (io.ReadCloser, error)) (*Model, error) {
	source := &sourceErrors{r: in.reader()}
	unpacked, err := unpack(bufio.NewReaderSize(source, 64<<10))
	if err == nil {
		defer unpacked.Close()
		var m *Model
		m, err = readBlocks(&blendFile{r: bufio.NewReaderSize(unpacked, 64<<10), left: maxUnpacked})
		if _, refused := errors.AsType[*Refusal](err); err == nil || refused {
			return m, err
		}
	}
	switch {
	case source.err != nil:
		return nil, fmt.Errorf("read the file: %w", source.err)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, refuse(codeTruncated, "the file ends before its first block is unpacked")
	}
	return nil, refuse(codeMalformed, "the file can't be unpacked: its compressed bytes are damaged")
}

// ungzip unpacks gzip (RFC 1952).
func ungzip(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }

// unzstd unpacks zstd (RFC 8878).
func unzstd(r io.Reader) (io.ReadCloser, error) {
	d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(blendWindow))
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
func (f *blendFile) picture(size int64) error {
	if f.thumbnail != nil || size < 8 || size > 8+4*blendMaxSide*blendMaxSide {
		return f.skip(size)
	}
	data, err := f.copy(size)
	if err != nil {
		return err
	}
	width, height := int(int32(f.order.Uint32(data))), int(int32(f.order.Uint32(data[4:])))
	if data = data[8:]; width < 1 || height < 1 || width > blendMaxSide || height > blendMaxSide || len(data) < 4*width*height {
		return nil
	}
	picture := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		copy(picture.Pix[y*picture.Stride:][:4*width], data[4*width*(height-1-y):])
	}
	f.thumbnail = picture
	return nil
}
