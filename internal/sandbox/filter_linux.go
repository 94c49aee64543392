package sandbox

import (
	"fmt"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// Where the kernel shows a filter the call (Linux, seccomp.h: struct seccomp_data).
const (
	callNumber = 0
	callArch   = 4
	firstArg   = 16 // of eight bytes each, the low half first
)

// plainCalls are what a Go program calls while it reads open files, computes and
// writes its answer: memory, threads, clocks, and descriptors that it has.
var plainCalls = []uint32{
	unix.SYS_READ, unix.SYS_READV, unix.SYS_PREAD64, unix.SYS_WRITE, unix.SYS_WRITEV, unix.SYS_LSEEK, unix.SYS_CLOSE, unix.SYS_FSTAT,
	unix.SYS_FCNTL,
	unix.SYS_MUNMAP, unix.SYS_MREMAP, unix.SYS_MADVISE, unix.SYS_MINCORE, unix.SYS_BRK,
	unix.SYS_FUTEX, unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ, unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY, unix.SYS_GETPID,
	unix.SYS_GETTID,
	unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_CLOCK_GETTIME, unix.SYS_GETTIMEOFDAY, unix.SYS_GETRANDOM,
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK, unix.SYS_RESTART_SYSCALL,
	unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EVENTFD2, unix.SYS_PIPE2,
	unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
}

// namespaces are the flags by which clone would make a new one.
const namespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWTIME

// Tests of an argument.
var (
	allow = bpf.RetConstant{Val: unix.SECCOMP_RET_ALLOW}
	deny  = bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)}
)

// argument loads the low half of one, from 0.
func argument(n uint32) bpf.Instruction { return bpf.LoadAbsolute{Off: firstArg + 8*n, Size: 4} }

// boundCalls are allowed with some arguments only.
func boundCalls() map[uint32][]bpf.Instruction {
	// Memory that can be executed would let a reader that was taken over run what the file brings along.
	noCode := []bpf.Instruction{argument(2), bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: unix.PROT_EXEC, SkipFalse: 1}, deny, allow}
	is := func(n, value uint32) []bpf.Instruction {
		return []bpf.Instruction{argument(n), bpf.JumpIf{Cond: bpf.JumpEqual, Val: value, SkipFalse: 1}, allow, deny}
	}
	calls := map[uint32][]bpf.Instruction{
		unix.SYS_MMAP:     noCode,
		unix.SYS_MPROTECT: noCode,
		// Threads, and no processes.
		unix.SYS_CLONE: {
			argument(0), bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: namespaces, SkipFalse: 1}, deny,
			bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: unix.CLONE_THREAD, SkipFalse: 1}, allow, deny,
		},
		// Its flags are out of a filter's sight; who is told that there is none takes clone.
		unix.SYS_CLONE3: {bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)}},
		unix.SYS_PRCTL:  is(0, unix.PR_SET_VMA), // the runtime names its memory
		// Goroutines are interrupted by signals to threads of the process itself.
		unix.SYS_TGKILL: is(0, uint32(unix.Getpid())),
	}
	for call, value := range machineCalls {
		calls[call] = is(0, value)
	}
	return calls
}

// program is the filter: what is not on the lists fails with EPERM.
func program() ([]bpf.RawInstruction, error) {
	list := []bpf.Instruction{
		bpf.LoadAbsolute{Off: callArch, Size: 4},
		// The numbers of calls differ between kinds of processors: one that is allowed here may be any call there.
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: machine, SkipTrue: 1},
		bpf.RetConstant{Val: unix.SECCOMP_RET_KILL_PROCESS},
		bpf.LoadAbsolute{Off: callNumber, Size: 4},
	}
	for _, call := range plainCalls {
		list = append(list, bpf.JumpIf{Cond: bpf.JumpEqual, Val: call, SkipFalse: 1}, allow)
	}
	for call, tests := range boundCalls() {
		list = append(list, bpf.JumpIf{Cond: bpf.JumpEqual, Val: call, SkipFalse: uint8(len(tests))})
		list = append(list, tests...)
	}
	return bpf.Assemble(append(list, deny))
}

// filterCalls puts all threads behind the filter.
func filterCalls() error {
	if machine == 0 {
		return fmt.Errorf("there is no filter for this kind of processor")
	}
	raw, err := program()
	if err != nil {
		return fmt.Errorf("assemble the filter: %w", err)
	}
	filter := make([]unix.SockFilter, len(raw))
	for i, in := range raw {
		filter[i] = unix.SockFilter{Code: in.Op, Jt: in.Jt, Jf: in.Jf, K: in.K}
	}
	whole := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	// The runtime has started threads already: without TSYNC the filter would hold this one alone.
	thread, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC,
		uintptr(unsafe.Pointer(&whole)))
	if errno != 0 {
		return errno
	}
	if thread != 0 {
		return fmt.Errorf("thread %d can't be held", thread)
	}
	return nil
}
