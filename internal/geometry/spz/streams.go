package spz

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/klauspost/compress/zstd"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// The head of SPZ 4, and what tells of a stream.
const (
	wideHead   = 32
	streamHead = 16
	maxStreams = 16
	maxWindow  = 64 << 20
)

// read4 reads SPZ 4 (nianticlabs/spz, README): a head that is not packed, and
// each table by itself as zstd, in the order of SPZ 3.
func read4(in source.Input) (*geometry.Model, error) {
	z := &reader{r: io.NewSectionReader(in, 0, in.Size)}
	if known, err := z.head(in.Size); err != nil || !known {
		return geometry.TypeOnly(), err
	}
	var head [wideHead]byte
	if in.Size < wideHead {
		return nil, errorOf(io.ErrUnexpectedEOF)
	}
	if err := source.ReadFull(in, head[:], 0); err != nil {
		return nil, err
	}
	streams, err := streams(in, int64(head[15]), int64(binary.LittleEndian.Uint32(head[16:])))
	if err != nil {
		return nil, err
	}
	unpack, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, err
	}
	defer unpack.Close()
	z.r = &joined{unpack: unpack, streams: streams}
	if err := z.tables(); err != nil {
		return nil, errorOf(err)
	}
	return &geometry.Model{Splats: z.splats, UpAxis: "y"}, nil
}

// streams finds the packed tables. The list of their sizes, packed and not,
// stands at an offset, and they follow it.
func streams(in source.Input, count, at int64) (streams []*io.SectionReader, err error) {
	if count > maxStreams {
		return nil, source.Refuse(source.Limit, "the file has %d tables, at most %d are read", count, maxStreams)
	}
	next := at + count*streamHead
	for i := range count {
		var packed [8]byte
		if at+(i+1)*streamHead > in.Size {
			return nil, errorOf(io.ErrUnexpectedEOF)
		}
		if err := source.ReadFull(in, packed[:], at+i*streamHead); err != nil {
			return nil, err
		}
		size := binary.LittleEndian.Uint64(packed[:])
		if size > math.MaxInt64 || int64(size) > in.Size-next {
			return nil, errorOf(io.ErrUnexpectedEOF)
		}
		streams = append(streams, io.NewSectionReader(in, next, int64(size)))
		next += int64(size)
	}
	return streams, nil
}

// joined unpacks one stream after the other.
type joined struct {
	unpack  *zstd.Decoder
	streams []*io.SectionReader
	open    bool
}

// Read unpacks on.
func (j *joined) Read(p []byte) (n int, err error) {
	for n == 0 && err == nil && len(j.streams) > 0 {
		if !j.open {
			if err := j.unpack.Reset(j.streams[0]); err != nil {
				return 0, packedError(err)
			}
			j.open = true
		}
		if n, err = j.unpack.Read(p); errors.Is(err, io.EOF) {
			j.open, j.streams, err = false, j.streams[1:], nil
		}
	}
	if n == 0 && err == nil && len(j.streams) == 0 {
		return 0, io.EOF
	}
	return n, packedError(err)
}

// packedError tells damage from an end.
func packedError(err error) error {
	if err == nil || errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	return source.Refuse(source.Malformed, "the file can't be unpacked: %s", source.Shorten(fmt.Sprint(err)))
}
