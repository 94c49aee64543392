package sandbox

import (
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// attempt is a way out.
type attempt struct {
	name string
	do   func() error // nil: it got out
}

// threads is how many threads try at once, so that none is left out of the seal.
const threads = 4

// Escape tries to get out of the process that it is called in, by each way and on several
// threads, and names the ways that are open. It does no harm where it gets out.
func Escape(to Targets) []string {
	attempts := to.attempts()
	var mu sync.Mutex
	open := map[string]bool{}
	var ready, done sync.WaitGroup
	ready.Add(threads)
	for range threads {
		done.Go(func() {
			runtime.LockOSThread() // and the thread ends with the goroutine
			ready.Done()
			ready.Wait() // all are threads of their own now
			for _, a := range attempts {
				if a.do() == nil {
					mu.Lock()
					open[a.name] = true
					mu.Unlock()
				}
			}
		})
	}
	done.Wait()
	var names []string
	for _, a := range attempts {
		if open[a.name] && !slices.Contains(names, a.name) {
			names = append(names, a.name)
		}
	}
	return names
}

func (to Targets) attempts() []attempt {
	list := []attempt{
		{"write a file", to.write},
		{"connect to an address", to.connect},
		{"open a socket", opens(func() (int, error) { return unix.Socket(unix.AF_INET, unix.SOCK_DGRAM, 0) })},
		{"open a local socket", opens(func() (int, error) { return unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0) })},
		{"run a program", to.run},
		{"start a process", fork},
		{"trace its parent", trace},
		{"signal its parent", func() error { return unix.Kill(unix.Getppid(), 0) }},
		{"read its parent's memory", peek},
		{"make namespaces", func() error { return unix.Unshare(unix.CLONE_NEWUTS) }},
		{"write code of its own", code},
		{"open a ring of calls", opens(ring)},
		{"make a file in memory", opens(func() (int, error) { return unix.MemfdCreate("a", 0) })},
	}
	for _, path := range to.Files {
		list = append(list, attempt{"read " + path, opens(func() (int, error) { return unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0) })})
	}
	return list
}

func opens(open func() (int, error)) func() error {
	return func() error {
		fd, err := open()
		if err == nil {
			_ = unix.Close(fd)
		}
		return err
	}
}

func (to Targets) write() error {
	path := filepath.Join(to.Folder, "vitrine-escape")
	fd, err := unix.Open(path, unix.O_WRONLY|unix.O_CREAT|unix.O_CLOEXEC, 0o600)
	if err == nil {
		_ = unix.Close(fd)
		_ = unix.Unlink(path)
	}
	return err
}

// connect goes the way of Go's own network.
func (to Targets) connect() error {
	connection, err := net.Dial("tcp", to.Address)
	if err == nil {
		_ = connection.Close()
	}
	return err
}

func (to Targets) run() error {
	process, err := os.StartProcess(to.Program, []string{to.Program, "version"}, &os.ProcAttr{})
	if err == nil {
		_, err = process.Wait()
	}
	return err
}

// fork makes a copy of the process without a thread that could do anything, and ends it.
func fork() error {
	pid, _, errno := syscall.RawSyscall6(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0, 0, 0, 0)
	if errno != 0 {
		return errno
	}
	if pid == 0 {
		for {
			_, _, _ = syscall.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
		}
	}
	_, err := unix.Wait4(int(pid), nil, 0, nil)
	return err
}

func trace() error {
	err := unix.PtraceSeize(unix.Getppid())
	if err == nil {
		_ = unix.PtraceDetach(unix.Getppid())
	}
	return err
}

// peek reads where a program of this kind begins.
func peek() error {
	here := make([]byte, 4)
	local := []unix.Iovec{{Base: &here[0]}}
	local[0].SetLen(len(here))
	remote := []unix.RemoteIovec{{Base: uintptr(unsafe.Pointer(&plainCalls[0])), Len: len(here)}}
	_, err := unix.ProcessVMReadv(unix.Getppid(), local, remote, 0)
	return err
}

func code() error {
	memory, err := unix.Mmap(-1, 0, os.Getpagesize(), unix.PROT_READ|unix.PROT_WRITE|unix.PROT_EXEC, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err == nil {
		err = unix.Munmap(memory)
	}
	return err
}

func ring() (int, error) {
	parameters := make([]byte, 256)
	fd, _, errno := unix.Syscall(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&parameters[0])), 0)
	if errno != 0 {
		return 0, errno
	}
	return int(fd), nil
}
