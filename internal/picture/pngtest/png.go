// Package pngtest makes PNG files for tests. It keeps none of them in memory.
package pngtest

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// File writes one of so many pixels wide and high, row by row: of red, green, blue and
// alpha, of so many bits each.
func File(t testing.TB, side, depth int) *os.File {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "a.png"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	to := bufio.NewWriter(file)
	size := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(side)), uint32(side))
	_, err = to.WriteString("\x89PNG\r\n\x1a\n")
	err = errors.Join(err,
		part(to, "IHDR", append(size, byte(depth), 6, 0, 0, 0)), part(to, "IDAT", packed(t, side, depth)), part(to, "IEND", nil), to.Flush())
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// packed are the rows of a picture, all the same, as a PNG packs them.
func packed(t testing.TB, side, depth int) []byte {
	t.Helper()
	var data bytes.Buffer
	deflate, err := zlib.NewWriterLevel(&data, zlib.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	row := bytes.Repeat([]byte{0x7f}, 1+side*4*depth/8)
	row[0] = 0 // no filter
	for range side {
		if _, err := deflate.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := deflate.Close(); err != nil {
		t.Fatal(err)
	}
	return data.Bytes()
}

// part writes a chunk with its length and checksum.
func part(to io.Writer, name string, data []byte) error {
	body := append([]byte(name), data...)
	whole := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	whole = append(whole, body...)
	_, err := to.Write(binary.BigEndian.AppendUint32(whole, crc32.ChecksumIEEE(body)))
	return err
}
