package inflate

import (
	"compress/zlib"
	"errors"
	"hash"
	"hash/adler32"
	"io"
	"math/bits"
)

// Zlib unpacks zlib: deflate with a head, and a checksum at the end (RFC 1950).
type Zlib struct {
	Reader
	sum hash.Hash32
	err error
}

// Reset makes the reader unpack another source. The error is that of its head.
func (z *Zlib) Reset(source io.Reader) error {
	z.Reader.Reset(source)
	z.sum, z.err = adler32.New(), nil
	head, err := z.take(16)
	if err != nil {
		return err
	}
	if head&15 != 8 || head>>4&15 > 7 || (head&0xff<<8|head>>8)%31 != 0 {
		return zlib.ErrHeader
	}
	if head>>13&1 != 0 {
		return zlib.ErrDictionary
	}
	return nil
}

// Read unpacks what comes next. The end is one once the checksum is found to be right.
func (z *Zlib) Read(p []byte) (int, error) {
	if z.err != nil {
		return 0, z.err
	}
	n, err := z.Reader.Read(p)
	_, _ = z.sum.Write(p[:n])
	if errors.Is(err, io.EOF) {
		err = z.check()
	}
	z.err = err
	return n, err
}

func (z *Zlib) check() error {
	if _, err := z.take(z.count & 7); err != nil {
		return err
	}
	sum, err := z.take(32)
	if err != nil {
		return err
	}
	if bits.ReverseBytes32(sum) != z.sum.Sum32() {
		return zlib.ErrChecksum
	}
	return io.EOF
}
