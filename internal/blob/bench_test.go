package blob_test

import (
	"bytes"
	"crypto/sha256"
	"os"
	"testing"

	"vitrine/internal/blob"
	"vitrine/internal/blob/blobtest"
)

const benchSize = 64 << 20

func BenchmarkDiskPut(b *testing.B) {
	disk, err := blob.OpenDisk(b.TempDir(), blob.DiskOptions{})
	if err != nil {
		b.Fatal(err)
	}
	defer disk.Close()
	data := blobtest.Bytes(benchSize, 1)
	b.SetBytes(benchSize)
	b.ReportAllocs()
	for b.Loop() {
		info, err := disk.Put(b.Context(), "files", bytes.NewReader(data))
		if err != nil {
			b.Fatal(err)
		}
		if err := disk.Delete(b.Context(), info.Key); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkHashAndWrite is what DiskPut can't do without: the hash, the write
// and the sync of one file.
func BenchmarkHashAndWrite(b *testing.B) {
	data, name := blobtest.Bytes(benchSize, 1), b.TempDir()+"/file"
	b.SetBytes(benchSize)
	for b.Loop() {
		sha256.Sum256(data)
		f, err := os.Create(name)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := f.Write(data); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
		if err := f.Close(); err != nil {
			b.Fatal(err)
		}
		if err := os.Remove(name); err != nil {
			b.Fatal(err)
		}
	}
}
