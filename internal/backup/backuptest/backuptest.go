// Package backuptest has a backup that an earlier release wrote, for tests of what reads
// and restores backups.
package backuptest

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"testing"
)

//go:embed format-1.tar.gz
var packed []byte

// Earlier is a backup in format 1: a marketplace of ada, who sells, with what the tests of
// package backup say of it.
func Earlier(t testing.TB) []byte {
	t.Helper()
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	archive, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	return archive
}
