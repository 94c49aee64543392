package blob_test

import (
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/blob/blobtest"
)

// TestFullDisk stores bytes in a process that may not make files larger than a
// megabyte, which is as good as a full disk.
func TestFullDisk(t *testing.T) {
	if os.Getenv("VITRINE_TEST_CHILD") == "" {
		t.Parallel()
		child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestFullDisk$", "-test.v")
		child.Env = append(os.Environ(), "VITRINE_TEST_CHILD=1")
		if output, err := child.CombinedOutput(); err != nil || !bytes.Contains(output, []byte("--- PASS")) {
			t.Errorf("%v\n%s", err, output)
		}
		return
	}
	signal.Ignore(syscall.SIGXFSZ)
	disk := blobtest.OpenDisk(t, t.TempDir(), blob.DiskOptions{})
	limit(t, 1<<20)
	put := func(size int) error {
		_, err := disk.Put(t.Context(), "files", bytes.NewReader(make([]byte, size)))
		return err
	}
	if err := put(2 << 20); vitrine.CodeOf(err) != vitrine.Unavailable {
		t.Errorf("without room: %v", err)
	}
	if err := put(1 << 10); err != nil {
		t.Errorf("what fits: %v", err)
	}
	limit(t, ^uint64(0))
	if err := put(2 << 20); err != nil {
		t.Errorf("with room again: %v", err)
	}
	stored := 0
	if err := disk.List(t.Context(), "", func(blob.Info) error { stored++; return nil }); err != nil || stored != 2 {
		t.Errorf("%d objects are there, %v, want 2", stored, err)
	}
}

// limit bounds the size of the files that this process writes.
func limit(t *testing.T, size uint64) {
	t.Helper()
	var now syscall.Rlimit
	const fileSize = 1 // RLIMIT_FSIZE
	if err := syscall.Getrlimit(fileSize, &now); err != nil {
		t.Fatal(err)
	}
	now.Cur = min(size, now.Max)
	if err := syscall.Setrlimit(fileSize, &now); err != nil {
		t.Fatal(err)
	}
}
