package inspect_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"vitrine/internal/geometry"
	"vitrine/internal/inspect"
)

// fbxZeros are the records of a mesh whose vertices are so many zeros, packed.
func fbxZeros(t *testing.T, numbers int) []byte {
	t.Helper()
	var packed bytes.Buffer
	deflate := zlib.NewWriter(&packed)
	for piece := make([]byte, 1<<20); numbers > 0; numbers -= len(piece) / 8 {
		if _, err := deflate.Write(piece[:min(len(piece), 8*numbers)]); err != nil {
			t.Fatal(err)
		}
	}
	if err := deflate.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

// fbxRecord is a record at a place of a file, of so many properties.
func fbxRecord(at int, name string, count int, properties []byte, children ...func(at int) []byte) []byte {
	le := binary.LittleEndian
	body := append(append([]byte{byte(len(name))}, name...), properties...)
	for _, child := range children {
		body = append(body, child(at+12+len(body))...)
	}
	if len(children) > 0 {
		body = append(body, make([]byte, 13)...)
	}
	head := le.AppendUint32(nil, uint32(at+12+len(body)))
	head = le.AppendUint32(le.AppendUint32(head, uint32(count)), uint32(len(properties)))
	return append(head, body...)
}

// bomb writes an FBX of several meshes with so many zeros each.
func bomb(t *testing.T, meshes, numbers int) inspect.File {
	t.Helper()
	le := binary.LittleEndian
	packed := fbxZeros(t, numbers)
	array := le.AppendUint32(le.AppendUint32([]byte{'d'}, uint32(numbers)), 1)
	array = append(le.AppendUint32(array, uint32(len(packed))), packed...)
	var all []func(int) []byte
	for i := range meshes {
		id := le.AppendUint64([]byte{'L'}, uint64(i+1))
		id = append(id, "S\x07\x00\x00\x00a\x00\x01MeshS\x04\x00\x00\x00Mesh"...)
		all = append(all, func(at int) []byte {
			return fbxRecord(at, "Geometry", 3, id, func(at int) []byte { return fbxRecord(at, "Vertices", 1, array) })
		})
	}
	head := le.AppendUint32([]byte("Kaydara FBX Binary  \x00\x1a\x00"), 7400)
	content := append(append(head, fbxRecord(len(head), "Objects", 0, nil, all...)...), make([]byte, 13)...)
	path := filepath.Join(t.TempDir(), "a.fbx")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return open(t, path)
}

// TestFBXBombs: what unpacks to far more than its bytes are worth takes less than half of
// what a child has, keeps its format's name, and returns why nothing is measured.
func TestFBXBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	for name, test := range map[string]struct {
		meshes, numbers int
		known           bool
	}{
		"zeros with room":   {4, 3_900_000, true},
		"one array":         {1, 66_000_000, false},
		"many small arrays": {60, 3_900_000, false},
	} {
		child, largest := runner(t), int64(0)
		child.OnEnd(func(state *os.ProcessState) {
			if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
				largest = max(largest, usage.Maxrss<<10)
			}
		})
		result, err := child.Read(t.Context(), bomb(t, test.meshes, test.numbers), nil, inspect.Want{})
		if err != nil || result.Rejected() || result.Format != geometry.FBX {
			t.Fatalf("%s: %+v, %v", name, result.Report, err)
		}
		if over := len(result.Notes) == 1 && strings.Contains(result.Notes[0].Detail, "unpack to far more"); over == test.known {
			t.Errorf("%s: %+v", name, result.Report)
		}
		if largest == 0 || largest >= 512<<20 {
			t.Errorf("%s: a child of %d MiB", name, largest>>20)
		}
		t.Logf("%s: %d MiB", name, largest>>20)
	}
}
