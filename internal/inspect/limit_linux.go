package inspect

import (
	"fmt"
	"os"
	"syscall"
)

// niceness leaves the processor to the server that answers people.
const niceness = 5

// attributes end a child with its parent. A sealed one has a network of its own,
// which is none.
func attributes(sealed bool) *syscall.SysProcAttr {
	attributes := &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if sealed {
		attributes.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET | syscall.CLONE_NEWIPC
		attributes.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		attributes.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	}
	return attributes
}

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
	// It is fine when the machine does not let it be nice.
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness)
	return nil
}
