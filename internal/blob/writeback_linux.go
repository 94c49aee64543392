//go:build linux && !arm

package blob

import (
	"os"
	"syscall"
)

// syncFileRangeWrite is SYNC_FILE_RANGE_WRITE of sync_file_range(2).
const syncFileRangeWrite = 2

// beginWriteback has the kernel start writing a part of f. It is only a hint:
// the fsync at the end is what counts, and reports what failed.
func beginWriteback(f *os.File, offset, size int64) {
	conn, err := f.SyscallConn()
	if err != nil {
		return
	}
	_ = conn.Control(func(fd uintptr) {
		_ = syscall.SyncFileRange(int(fd), offset, size, syncFileRangeWrite)
	})
}
