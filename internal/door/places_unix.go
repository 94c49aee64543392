//go:build unix

package door

import "syscall"

// descriptors is how many files and connections the process may have open, 0
// when nobody knows.
func descriptors() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0
	}
	return int(min(limit.Cur, 1<<30))
}
