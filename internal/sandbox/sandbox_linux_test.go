package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"

	"vitrine/internal/sandbox"
)

// modeVariable has the test program be one that tries to get out.
const modeVariable = "VITRINE_SANDBOX_MODE"

// captive is what a process that was shut in tells.
type captive struct {
	Held sandbox.Held
	Open []string
}

func TestMain(m *testing.M) {
	mode := os.Getenv(modeVariable)
	if mode == "" {
		os.Exit(m.Run())
	}
	var to sandbox.Targets
	if err := json.NewDecoder(os.Stdin).Decode(&to); err != nil {
		panic(err)
	}
	var told captive
	switch mode {
	case "without Landlock":
		without(unix.SYS_LANDLOCK_CREATE_RULESET)
	case "without seccomp":
		without(unix.SYS_SECCOMP)
	}
	if mode != "free" {
		told.Held = sandbox.Seal()
	}
	told.Open = sandbox.Escape(to)
	if err := json.NewEncoder(os.Stdout).Encode(told); err != nil {
		panic(err)
	}
}

// without makes a kernel of this one that does not know a call.
func without(call uint32) {
	raw, err := bpf.Assemble([]bpf.Instruction{
		bpf.LoadAbsolute{Off: 0, Size: 4}, bpf.JumpIf{Cond: bpf.JumpEqual, Val: call, SkipFalse: 1},
		bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)}, bpf.RetConstant{Val: unix.SECCOMP_RET_ALLOW},
	})
	if err != nil {
		panic(err)
	}
	var filter []unix.SockFilter
	for _, in := range raw {
		filter = append(filter, unix.SockFilter{Code: in.Op, Jt: in.Jt, Jf: in.Jf, K: in.K})
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		panic(err)
	}
	whole := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC,
		uintptr(unsafe.Pointer(&whole))); errno != 0 {
		panic(errno)
	}
}

// targets are there to be reached.
func targets(t *testing.T) sandbox.Targets {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	folder := t.TempDir()
	database := filepath.Join(folder, "vitrine.db")
	if err := os.WriteFile(database, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	program, err := exec.LookPath("true")
	if err != nil {
		t.Fatal(err)
	}
	return sandbox.Targets{Files: []string{"/etc/passwd", database}, Folder: folder, Address: listener.Addr().String(), Program: program}
}

func try(t *testing.T, mode string) captive {
	t.Helper()
	text, err := json.Marshal(targets(t))
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(program)
	child.Env = append(os.Environ(), modeVariable+"="+mode)
	child.Stdin, child.Stderr = strings.NewReader(string(text)), os.Stderr
	output, err := child.Output()
	if err != nil {
		t.Fatal(err)
	}
	var told captive
	if err := json.Unmarshal(output, &told); err != nil {
		t.Fatal(err)
	}
	return told
}

// TestFree: what is not shut in gets out by nearly every way, so that the others say
// something. Being traced, read and ringed depends on the machine.
func TestFree(t *testing.T) {
	t.Parallel()
	told := try(t, "free")
	for _, way := range []string{
		"read /etc/passwd", "write a file", "connect to an address", "open a socket", "open a local socket", "run a program",
		"start a process", "signal its parent", "write code of its own", "make a file in memory",
	} {
		if !slices.Contains(told.Open, way) {
			t.Errorf("it could not %s: %v", way, told.Open)
		}
	}
}

// TestSealed: nothing gets out on any thread, also where the kernel knows no Landlock.
func TestSealed(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"sealed", "without Landlock"} {
		told := try(t, mode)
		if len(told.Open) > 0 || !told.Held.Seccomp || !told.Held.NoNewPrivileges {
			t.Errorf("%s: held by %v, it could %v", mode, told.Held, told.Open)
		}
		if mode == "sealed" {
			continue
		}
		if told.Held.Whole() || told.Held.Landlock != 0 || !strings.Contains(fmt.Sprint(told.Held.Missing), "Landlock") {
			t.Errorf("%s: %+v", mode, told.Held)
		}
	}
}

// TestUnfiltered: where the kernel filters no calls, that is said, and what is open is
// found.
func TestUnfiltered(t *testing.T) {
	t.Parallel()
	told := try(t, "without seccomp")
	if told.Held.Seccomp || told.Held.Whole() || !strings.Contains(fmt.Sprint(told.Held.Missing), "seccomp") ||
		!slices.Contains(told.Open, "start a process") {
		t.Errorf("%+v", told)
	}
	if told.Held.Landlock > 0 && (slices.Contains(told.Open, "read /etc/passwd") || slices.Contains(told.Open, "write a file")) {
		t.Errorf("under Landlock alone it could %v", told.Open)
	}
}
