package archive_test

import (
	"archive/zip"
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"vitrine/internal/archive"
)

// TestNames gives files names that harm nobody who unpacks them.
func TestNames(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ü", 200) + ".glb"
	tests := map[string]string{
		"chair.glb": "chair.glb", "../../etc/passwd": ".._.._etc_passwd", `C:\windows\a.dll`: "C__windows_a.dll", "..": "_", "/": "_", "": "_",
		"SHA256SUMS": "SHA256SUMS (2)", "sha256sums": "sha256sums (2)", "a\x00b\nc\x1b[31m.txt": "a_b_c_[31m.txt", "dot. .": "dot",
		"cafe\u0301.obj": "caf\u00e9.obj", "aux.txt": "_aux.txt", "com1.glb": "_com1.glb", "LPT².glb": "_LPT².glb",
		"computer.glb":     "computer.glb",
		"gpj\u202egnp.exe": "gpj_gnp.exe", ".blend": ".blend", "\xff.glb": "_.glb", long: strings.Repeat("ü", 125) + ".glb",
	}
	for given, want := range tests {
		if got := namesOf(t, given)[0]; got != want {
			t.Errorf("%q is called %q, want %q", given, got, want)
		}
	}
	got := namesOf(t, "a.obj", "A.OBJ", "a.obj", "a (2).obj", "Straße", "STRASSE")
	if want := []string{"a.obj", "A (2).OBJ", "a (3).obj", "a (2) (2).obj", "Straße", "STRASSE (2)"}; !slices.Equal(got, want) {
		t.Errorf("equal names become %q, want %q", got, want)
	}
}

func namesOf(t testing.TB, given ...string) (names []string) {
	t.Helper()
	var files []archive.File
	for _, name := range given {
		files = append(files, archive.Text(name, ""))
	}
	data := readAll(t, archive.New(files, dated))
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File[:len(given)] {
		names = append(names, f.Name)
	}
	return names
}

// FuzzNames looks for names that lead out of the folder, or clash.
func FuzzNames(f *testing.F) {
	f.Add("../a", "a")
	f.Add("NUL", "nul.txt")
	f.Add("a\u0301", "á")
	f.Fuzz(func(t *testing.T, first, second string) {
		if len(first) > 1<<10 || len(second) > 1<<10 {
			t.Skip("no file has such a name")
		}
		names := append(namesOf(t, first, second), "SHA256SUMS")
		for i, name := range names {
			if !filepath.IsLocal(name) || strings.ContainsAny(name, `/\:`) || !utf8.ValidString(name) || !norm.NFC.IsNormalString(name) ||
				len(name) > 255 {
				t.Errorf("%q is no safe name", name)
			}
			for _, other := range names[:i] {
				if strings.EqualFold(name, other) {
					t.Errorf("%q and %q are the same", name, other)
				}
			}
		}
	})
}
