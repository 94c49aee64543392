package inspect

import (
	"fmt"
	"syscall"
)

// attributes end a child with its parent.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }

// limit bounds the process that it is called in. RLIMIT_DATA counts what a
// process may write to; RLIMIT_AS would count the address space that an idle Go
// program reserves.
func limit() error {
	for resource, most := range map[int]uint64{
		syscall.RLIMIT_DATA: memoryBytes, syscall.RLIMIT_CPU: cpuSeconds, syscall.RLIMIT_FSIZE: 0, syscall.RLIMIT_NOFILE: descriptors, syscall.RLIMIT_CORE: 0,
	} {
		if err := syscall.Setrlimit(resource, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
			return fmt.Errorf("limit the child: %w", err)
		}
	}
	return nil
}
