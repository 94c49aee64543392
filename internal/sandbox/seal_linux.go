package sandbox

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// niceness leaves the processor to the server that answers people.
const niceness = 5

// Attributes end a child with its parent. In namespaces it has a network of its own,
// which is none; a machine may forbid that.
func Attributes(namespaces bool) *syscall.SysProcAttr {
	attributes := &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if namespaces {
		attributes.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET | syscall.CLONE_NEWIPC
		attributes.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		attributes.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	}
	return attributes
}

// Limit bounds the process that it is called in, and has the kernel end it first when
// memory runs out. RLIMIT_DATA counts what a process may write to; RLIMIT_AS would
// count the address space that an idle Go program reserves.
func Limit(l Limits) error {
	for resource, most := range map[int]uint64{
		unix.RLIMIT_DATA: l.Memory, unix.RLIMIT_CPU: l.CPU, unix.RLIMIT_FSIZE: 0, unix.RLIMIT_NOFILE: l.Descriptors, unix.RLIMIT_CORE: 0,
	} {
		if err := syscall.Setrlimit(resource, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
			return fmt.Errorf("limit the process: %w", err)
		}
	}
	// It is fine when the machine does not let it be nice, or knows no scores.
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness)
	if score, err := os.OpenFile("/proc/self/oom_score_adj", os.O_WRONLY, 0); err == nil {
		_, _ = score.WriteString("1000")
		_ = score.Close()
	}
	return nil
}

// Seal takes from the process, for good and on all of its threads, what the kernel
// lets it give away.
func Seal() Held {
	runtime.LockOSThread() // what is per thread goes to the others from this one
	defer runtime.UnlockOSThread()
	var held Held
	miss := func(what string, err error) {
		held.Missing = append(held.Missing, fmt.Sprintf("%s: %v", what, err))
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		miss("no new privileges", err)
		return held // the others need it
	}
	held.NoNewPrivileges = true
	version, err := restrictFiles()
	if err != nil {
		miss("Landlock", err)
	}
	held.Landlock = version
	if err := filterCalls(); err != nil {
		miss("seccomp", err)
	} else {
		held.Seccomp = true
	}
	return held
}

// errCgo: only a program that knows all of its threads can restrict them.
var errCgo = errors.New("this program was built with cgo: build it with CGO_ENABLED=0")

// The first versions of Landlock that know more than files (Linux,
// Documentation/userspace-api/landlock.rst).
const (
	landlockRefer   = 2
	landlockCut     = 3
	landlockNetwork = 4
	landlockDevices = 5
	landlockScopes  = 6
	landlockThreads = 8
)

// restrictFiles forbids all that Landlock can forbid: no rule allows anything. It
// gives the kernel's version.
func restrictFiles() (version int, err error) {
	const firstRights = unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1
	v, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0, errno
	}
	version = int(v)
	rules := unix.LandlockRulesetAttr{Handled_access_fs: firstRights}
	for _, more := range []struct {
		since int
		add   func()
	}{
		{landlockRefer, func() { rules.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_REFER }},
		{landlockCut, func() { rules.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_TRUNCATE }},
		{landlockNetwork, func() {
			rules.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
		}},
		{landlockDevices, func() { rules.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV }},
		{landlockScopes, func() {
			rules.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
		}},
	} {
		if version >= more.since {
			more.add()
		}
	}
	// A kernel refuses rights that it does not know, so only those of its version are named.
	set, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&rules)), unsafe.Sizeof(rules), 0)
	if errno != 0 {
		return 0, errno
	}
	defer unix.Close(int(set))
	if err := restrictThreads(set, version); err != nil {
		return 0, err
	}
	return version, nil
}

// restrictThreads puts all threads under a set of rules: by the kernel where it can,
// else one by one.
func restrictThreads(set uintptr, version int) error {
	if version >= landlockThreads {
		if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, set, unix.LANDLOCK_RESTRICT_SELF_TSYNC, 0); errno == 0 {
			return nil
		}
	}
	for _, call := range [][4]uintptr{
		{unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0},
		{unix.SYS_LANDLOCK_RESTRICT_SELF, set, 0, 0},
	} {
		_, _, errno := syscall.AllThreadsSyscall(call[0], call[1], call[2], call[3])
		if errno == syscall.ENOTSUP {
			return errCgo
		}
		if errno != 0 {
			return errno
		}
	}
	return nil
}
