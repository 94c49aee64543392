package geometry

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/klauspost/compress/zstd"
)

// The head of SPZ 4, and what tells of a stream.
const (
	spzWideHead   = 32
	spzStreamHead = 16
	spzMaxStreams = 16
	spzMaxWindow  = 64 << 20
)

// readSPZ4 reads SPZ 4 (nianticlabs/spz, README): a head that is not packed, and
// each table by itself as zstd, in the order of SPZ 3.
func readSPZ4(in Input) (*Model, error) {
	z := &spzReader{r: io.NewSectionReader(in, 0, in.Size)}
	if known, err := z.head(in.Size); err != nil || !known {
		return typeOnly(), err
	}
	var head [spzWideHead]byte
	if in.Size < spzWideHead {
		return nil, spzError(io.ErrUnexpectedEOF)
	}
	if err := readFull(in, head[:], 0); err != nil {
		return nil, err
	}
	streams, err := spzStreams(in, int64(head[15]), int64(binary.LittleEndian.Uint32(head[16:])))
	if err != nil {
		return nil, err
	}
	unpack, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(spzMaxWindow))
	if err != nil {
		return nil, err
	}
	defer unpack.Close()
	z.r = &spzJoined{unpack: unpack, streams: streams}
	if err := z.tables(); err != nil {
		return nil, spzError(err)
	}
	return &Model{Splats: z.splats, UpAxis: "y"}, nil
}

// spzStreams finds the packed tables. The list of their sizes, packed and not,
// stands at an offset, and they follow it.
func spzStreams(in Input, count, at int64) (streams []*io.SectionReader, err error) {
	if count > spzMaxStreams {
		return nil, refuse(codeLimit, "the file has %d tables, at most %d are read", count, spzMaxStreams)
	}
	next := at + count*spzStreamHead
	for i := range count {
		var packed [8]byte
		if at+(i+1)*spzStreamHead > in.Size {
			return nil, spzError(io.ErrUnexpectedEOF)
		}
		if err := readFull(in, packed[:], at+i*spzStreamHead); err != nil {
			return nil, err
		}
		size := binary.LittleEndian.Uint64(packed[:])
		if size > math.MaxInt64 || int64(size) > in.Size-next {
			return nil, spzError(io.ErrUnexpectedEOF)
		}
		streams = append(streams, io.NewSectionReader(in, next, int64(size)))
		next += int64(size)
	}
	return streams, nil
}

// spzJoined unpacks one stream after the other.
type spzJoined struct {
	unpack  *zstd.Decoder
	streams []*io.SectionReader
	open    bool
}

func (j *spzJoined) Read(p []byte) (n int, err error) {
	for n == 0 && err == nil && len(j.streams) > 0 {
		if !j.open {
			if err := j.unpack.Reset(j.streams[0]); err != nil {
				return 0, spzPacked(err)
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
	return n, spzPacked(err)
}

// spzPacked tells damage from an end.
func spzPacked(err error) error {
	if err == nil || errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	return refuse(codeMalformed, "the file can't be unpacked: %s", shorten(fmt.Sprint(err)))
}
