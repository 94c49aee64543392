package inspect_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"

	"vitrine/internal/inspect"
)

// kernelLandlock is the version of Landlock that the kernel has; 0 is none.
func kernelLandlock() int {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(version)
}

// TestIsolation: a child of the real program finds no way out, not to the database of its
// server either, with namespaces and without.
func TestIsolation(t *testing.T) {
	t.Parallel()
	database := filepath.Join(t.TempDir(), "vitrine.db")
	if err := os.WriteFile(database, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]*inspect.Runner{"as ever": runner(t), "without namespaces": runner(t).Openly()} {
		found, err := r.Isolation(t.Context(), database)
		if err != nil {
			t.Fatal(err)
		}
		if len(found.Open) > 0 || !found.Seccomp || !found.NoNewPrivileges {
			t.Errorf("%s: held by %s, a child could %v", name, found, found.Open)
		}
		if want := kernelLandlock(); found.Landlock != want {
			t.Errorf("%s: Landlock %d, the kernel has %d: %s", name, found.Landlock, want, found.Gaps())
		}
		if name != "as ever" && found.Namespaces {
			t.Errorf("%s: it has namespaces", name)
		}
	}
}

// TestIsolationStays: where a child had namespaces, one that can't be started is an error,
// and the next has them again.
func TestIsolationStays(t *testing.T) {
	t.Parallel()
	r := runner(t)
	before, err := r.Isolation(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	program := r.Program
	r.Program = filepath.Join(t.TempDir(), "no-program")
	if err := os.WriteFile(r.Program, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(t.Context(), open(t, "../../docs/tour/cube.stl"), nil, inspect.Want{}); err == nil {
		t.Error("a child without a program was started")
	}
	r.Program = program
	after, err := r.Isolation(t.Context())
	if err != nil || after.Namespaces != before.Namespaces {
		t.Errorf("before it was held by %s, afterwards by %s, %v", before, after, err)
	}
}

// TestReadsSealed: in its sandbox a child reads as ever; where isolation is required and
// not to be had, it reads nothing, which says nothing about the file.
func TestReadsSealed(t *testing.T) {
	t.Parallel()
	for _, r := range []*inspect.Runner{runner(t), runner(t).Openly()} {
		r.Sealed = kernelLandlock() > 0
		result, err := r.Read(t.Context(), open(t, "../../docs/tour/cube.stl"), nil, everything)
		if err != nil || result.Facts.Polygons.Value != 12 || result.Picture == nil || result.Preview == nil {
			t.Errorf("%+v, %v", result.Report, err)
		}
	}
	r := withoutLandlock(t)
	if result, err := r.Read(t.Context(), open(t, "../../docs/tour/cube.stl"), nil, inspect.Want{}); err != nil ||
		result.Facts.Polygons.Value != 12 {
		t.Errorf("%+v, %v", result.Report, err)
	}
	r.Sealed = true
	if result, err := r.Read(t.Context(), open(t, "../../docs/tour/cube.stl"), nil, inspect.Want{}); err == nil ||
		!strings.Contains(err.Error(), "Landlock") {
		t.Errorf("without isolation: %+v, %v", result.Report, err)
	}
}

// oldKernel has the test program be a child on a kernel without Landlock.
const oldKernel = "VITRINE_OLD_KERNEL"

func withoutLandlock(t *testing.T) *inspect.Runner {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "child")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+oldKernel+"=1 exec '"+program+"' \"$@\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return &inspect.Runner{Program: path}
}

// childOnOldKernel is what that child does.
func childOnOldKernel() error {
	raw, err := bpf.Assemble([]bpf.Instruction{
		bpf.LoadAbsolute{Off: 0, Size: 4}, bpf.JumpIf{Cond: bpf.JumpEqual, Val: unix.SYS_LANDLOCK_CREATE_RULESET, SkipFalse: 1},
		bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)}, bpf.RetConstant{Val: unix.SECCOMP_RET_ALLOW},
	})
	if err != nil {
		return err
	}
	var filter []unix.SockFilter
	for _, in := range raw {
		filter = append(filter, unix.SockFilter{Code: in.Op, Jt: in.Jt, Jf: in.Jf, K: in.K})
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	whole := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC,
		uintptr(unsafe.Pointer(&whole))); errno != 0 {
		return errno
	}
	return inspect.Child(os.Stdin, os.Stdout)
}
