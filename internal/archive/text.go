package archive

import (
	"crypto/sha256"
	"encoding/hex"
	"hash/crc32"
	"io"
	"strings"
)

// Text is a file with a text of its own.
func Text(name, text string) File {
	crc, sum := crc32.ChecksumIEEE([]byte(text)), sha256.Sum256([]byte(text))
	return File{
		Name: name, Size: int64(len(text)), SHA256: hex.EncodeToString(sum[:]), CRC32: &crc,
		Open: func() (io.ReadSeekCloser, error) { return nopCloser{strings.NewReader(text)}, nil },
	}
}

type nopCloser struct{ io.ReadSeeker }

// Close does nothing.
func (nopCloser) Close() error { return nil }
