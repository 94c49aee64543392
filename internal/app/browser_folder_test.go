package app_test

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// freeWhileAway is an address that no other server takes while this one is away.
func freeWhileAway(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.12:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	return listener.Addr().String()
}

// folderSpeed is how fast the folder is sent, in bytes a second: it takes so long that the
// line breaks before all is there, also on a slow machine.
const folderSpeed = 60_000

// folderOfTwelve writes a folder with a folder in it, twelve files in all, and returns the
// SHA-256 of each by its name.
func folderOfTwelve(t *testing.T) (folder string, want map[string]string) {
	t.Helper()
	folder, want = filepath.Join(t.TempDir(), "gear train"), map[string]string{}
	if err := os.MkdirAll(filepath.Join(folder, "small"), 0o700); err != nil {
		t.Fatal(err)
	}
	const facets, stride = 2000, 50
	for i := range 12 {
		data := make([]byte, 84+facets*stride)
		binary.LittleEndian.PutUint32(data[80:], facets)
		for f := range facets {
			for corner := range 9 {
				at := data[84+f*stride+12+4*corner:]
				binary.LittleEndian.PutUint32(at, math.Float32bits(float32((f*(i+1)*(corner+2))%97)))
			}
		}
		name := fmt.Sprintf("%sgear %02d.stl", plain, i+1)
		at := filepath.Join(folder, name)
		if i > 7 {
			at = filepath.Join(folder, "small", name)
		}
		if err := os.WriteFile(at, data, 0o600); err != nil {
			t.Fatal(err)
		}
		want[name] = fmt.Sprintf("%x", sha256.Sum256(data))
	}
	return folder, want
}

// wantFiles compares the files of a model.
func (m *market) wantFiles(t *testing.T, model string, want map[string]string) {
	t.Helper()
	files, _ := m.call(t, http.MethodGet, "/v1/models/"+model+"/files", nil)["files"].([]any)
	got := map[string]string{}
	for _, f := range files {
		file, _ := f.(map[string]any)
		got[fmt.Sprint(file["name"])] = fmt.Sprint(file["sha256"])
	}
	if diff := cmp.Diff(want, got); diff != "" || len(files) != len(want) {
		t.Errorf("there are %d files (-want +got):\n%s", len(files), diff)
	}
}
