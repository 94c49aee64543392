package inspect_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"vitrine/internal/geometry"
	"vitrine/internal/inspect"
)

// program builds the real program once: with the race detector a child would
// not fit into its memory.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "vitrine-inspect-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "vitrine")
	build := exec.Command("go", "build", "-o", path, "vitrine/cmd/vitrine")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as `make build`
	return path, build.Run()
})

func TestMain(m *testing.M) {
	if os.Getenv(oldKernel) != "" {
		if err := childOnOldKernel(); err != nil {
			panic(err)
		}
		return
	}
	code := m.Run()
	if path, err := program(); err == nil {
		_ = os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

func runner(t *testing.T) *inspect.Runner {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	// The clock is not what ends these children, however busy the machine is.
	return &inspect.Runner{Program: path, Wall: 5 * time.Minute}
}

// stl writes a binary STL that speaks of some triangles and has room for them.
func stl(t *testing.T, triangles uint32) inspect.File {
	t.Helper()
	head := make([]byte, 84)
	binary.LittleEndian.PutUint32(head[80:], triangles)
	path := filepath.Join(t.TempDir(), "a.stl")
	if err := os.WriteFile(path, head, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 84+50*int64(triangles)); err != nil {
		t.Fatal(err)
	}
	return open(t, path)
}

// cloud writes a PLY of so many vertices and one face, all at one place.
func cloud(t *testing.T, vertices int64) inspect.File {
	t.Helper()
	head := fmt.Sprintf("ply\nformat binary_little_endian 1.0\nelement vertex %d\nproperty float x\nproperty float y\nproperty float z\n"+
		"element face 1\nproperty list uchar int vertex_indices\nend_header\n", vertices)
	path := filepath.Join(t.TempDir(), "a.ply")
	if err := os.WriteFile(path, []byte(head), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, int64(len(head))+12*vertices+13); err != nil {
		t.Fatal(err)
	}
	return open(t, path)
}

func open(t *testing.T, path string) inspect.File {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return inspect.File{Name: filepath.Base(path), File: file}
}

func TestInspect(t *testing.T) {
	t.Parallel()
	report, err := runner(t).Read(t.Context(), open(t, "../../docs/tour/cube.stl"), nil, inspect.Want{})
	if err != nil || report.Rejected() {
		t.Fatalf("%+v, %v", report, err)
	}
	if report.Format != geometry.STL || report.Facts.Polygons.Value != 12 || !report.Facts.Watertight.Value {
		t.Errorf("%+v", report)
	}
}

// TestGreedyFile needs more memory than a child has, for no more than its size:
// it is not measured, and fine.
func TestGreedyFile(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	result, err := runner(t).Read(t.Context(), cloud(t, 59_000_000), nil, everything)
	if err != nil || result.Rejected() || result.Format != geometry.PLY || result.Facts.Polygons.Known() {
		t.Fatalf("%+v, %v", result.Report, err)
	}
	wantPicture(t, result)
}

// TestCostIsNoFault: what reading a file costs leaves it unmeasured, with a note. Breaking
// its reader rejects it, unless it is large, and so does having more than is read.
func TestCostIsNoFault(t *testing.T) {
	t.Parallel()
	real, err := program()
	if err != nil {
		t.Fatal(err)
	}
	refusal := func(code string) string {
		return `report='{"format": "stl", "problems": [{"code": "` + code + `", "detail": "why"}]}'; printf 'report %d\n%s' ${#report} "$report"`
	}
	for name, test := range map[string]struct {
		end       string // of the child that is to measure
		triangles uint32
		code      string
		rejected  bool
	}{
		"too slow":                 {"kill -XCPU $$", 10, "too_slow", false},
		"too large":                {"echo 'fatal error: runtime: out of memory' >&2; exit 2", 10, "too_large", false},
		"broken":                   {"exit 2", 10, "unreadable", true},
		"broken by a large file":   {"exit 2", 4_000_001, "unreadable", false},
		"over a limit":             {refusal("limit"), 10, "limit", true},
		"a large file over one":    {refusal("limit"), 4_000_001, "limit", false},
		"a large file that is bad": {refusal("malformed"), 4_000_001, "malformed", true},
	} {
		script := filepath.Join(t.TempDir(), "child")
		text := "#!/bin/sh\nasked=$(cat)\ncase $asked in\n*'\"detect_only\":true'*) printf '%s' \"$asked\" | '" + real + "' \"$@\" ;;\n*) " +
			test.end + " ;;\nesac\n"
		if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		result, err := (&inspect.Runner{Program: script, Wall: 5 * time.Minute}).Read(t.Context(), stl(t, test.triangles), nil, everything)
		if err != nil {
			t.Fatal(name, err)
		}
		told := result.Notes
		if test.rejected {
			told = result.Problems
		}
		if result.Rejected() != test.rejected || len(told) != 1 || told[0].Code != test.code || result.Facts.Polygons.Known() {
			t.Errorf("%s: %+v", name, result.Report)
		}
		if !test.rejected {
			wantPicture(t, result)
		}
	}
}

// TestGreedySmallFile says that it takes more than a child has, and is small.
func TestGreedySmallFile(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "child")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho 'fatal error: runtime: out of memory' >&2\nexit 2\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	result, err := (&inspect.Runner{Program: program}).Read(t.Context(), stl(t, 10), nil, everything)
	if err != nil || !result.Rejected() || result.Problems[0].Code != "too_large" {
		t.Errorf("%+v, %v", result.Report, err)
	}
}

func TestRefusedFile(t *testing.T) {
	t.Parallel()
	report, err := runner(t).Read(t.Context(), stl(t, 0), nil, inspect.Want{})
	if err != nil || !report.Rejected() || report.Problems[0].Code != "no_content" {
		t.Errorf("%+v, %v", report.Problems, err)
	}
}

func TestCanceled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if report, err := runner(t).Read(ctx, stl(t, 10), nil, inspect.Want{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v", report, err)
	}
}

func TestNoProgram(t *testing.T) {
	t.Parallel()
	if report, err := (&inspect.Runner{Program: filepath.Join(t.TempDir(), "nothing")}).Read(t.Context(), stl(t, 10), nil,
		inspect.Want{}); err == nil {
		t.Errorf("%+v", report)
	}
}
