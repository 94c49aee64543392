package blob_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/blob/blobhttp"
	"vitrine/internal/blob/blobtest"
	"vitrine/internal/web"
)

var secret = []byte("a secret of the tests, 32 bytes.")

func TestDisk(t *testing.T) {
	t.Parallel()
	blobtest.Run(t, func(t *testing.T, now func() time.Time) blob.Store {
		disk, _ := serveDisk(t, t.TempDir(), now)
		return disk
	})
}

// serveDisk opens dir and serves its downloads.
func serveDisk(t *testing.T, dir string, now func() time.Time) (*blob.Disk, string) {
	t.Helper()
	var disk *blob.Disk
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		downloads(disk).ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	disk = blobtest.OpenDisk(t, dir, blob.DiskOptions{BaseURL: server.URL + "/", Secret: secret, Now: now})
	return disk, server.URL
}

// downloads serves a folder to all who have an address of it.
func downloads(disk *blob.Disk) http.Handler {
	return blobhttp.Downloads(disk, func(context.Context, string) error { return nil }, web.WriteProblem)
}

// filesBelow are the files in dir, whatever they are for.
func filesBelow(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			name, err = filepath.Rel(dir, name)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestDiskLeavesNothingOfABrokenPut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	disk := blobtest.OpenDisk(t, dir, blob.DiskOptions{})
	r := io.MultiReader(bytes.NewReader(blobtest.Bytes(1<<20, 1)), iotestError{})
	if _, err := disk.Put(t.Context(), "files", r); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("Put gave %v", err)
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("Put swallowed the panic of its reader")
			}
		}()
		_, _ = disk.Put(t.Context(), "files", panicking{})
	}()
	if got := filesBelow(t, dir); len(got) > 0 {
		t.Errorf("left behind: %q", got)
	}
}

type iotestError struct{}

func (iotestError) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("broken") }

func TestDiskSweepsOldTemporaryFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	disk := blobtest.OpenDisk(t, dir, blob.DiskOptions{})
	kept, err := disk.Put(t.Context(), "files", bytes.NewReader([]byte("a")))
	if err != nil {
		t.Fatal(err)
	}
	for name, age := range map[string]time.Duration{"old": 61 * time.Minute, "young": 59 * time.Minute} {
		name = filepath.Join(dir, "tmp", name)
		if err := os.WriteFile(name, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
		then := time.Now().Add(-age)
		if err := os.Chtimes(name, then, then); err != nil {
			t.Fatal(err)
		}
	}

	blobtest.OpenDisk(t, dir, blob.DiskOptions{})
	if diff := cmp.Diff([]string{kept.Key, "tmp/young"}, filesBelow(t, dir)); diff != "" {
		t.Errorf("after opening (-want +got):\n%s", diff)
	}
	later := blobtest.OpenDisk(t, dir, blob.DiskOptions{Now: func() time.Time { return time.Now().Add(time.Hour) }})
	if err := later.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{kept.Key}, filesBelow(t, dir)); diff != "" {
		t.Errorf("an hour later (-want +got):\n%s", diff)
	}
}

func TestDiskStaysInItsFolder(t *testing.T) {
	t.Parallel()
	dir, outside := t.TempDir(), t.TempDir()
	disk := blobtest.OpenDisk(t, dir, blob.DiskOptions{})
	const name = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	if err := os.WriteFile(filepath.Join(outside, name), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "files", "a"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "files", "a", "a")); err != nil {
		t.Fatal(err)
	}
	if object, err := disk.Open(t.Context(), "files/a/a/"+name); err == nil {
		t.Errorf("Open followed a link out of the folder: %+v", object)
	}
}

func TestDiskObjectsArePrivate(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new")
	disk := blobtest.OpenDisk(t, dir, blob.DiskOptions{})
	info, err := disk.Put(t.Context(), "files", bytes.NewReader([]byte("a")))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{".", "files", info.Key} {
		stat, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil || stat.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: mode %v, error %v; want nothing for others", name, stat.Mode(), err)
		}
	}
}

func TestDiskSharedByTwo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first, second := blobtest.OpenDisk(t, dir, blob.DiskOptions{}), blobtest.OpenDisk(t, dir, blob.DiskOptions{})
	info, err := first.Put(t.Context(), "files", bytes.NewReader([]byte("a")))
	if err != nil {
		t.Fatal(err)
	}
	object, err := second.Open(t.Context(), info.Key)
	if err != nil {
		t.Fatal(err)
	}
	defer object.Close()
	if got, err := io.ReadAll(object); string(got) != "a" || err != nil {
		t.Errorf("read %q, %v", got, err)
	}
}

// TestDiskFaultSaysWhatToDo has the errors of a disk that can't do its work now, and
// one of a folder that was never right.
func TestDiskFaultSaysWhatToDo(t *testing.T) {
	t.Parallel()
	for cause, want := range map[syscall.Errno]vitrine.Code{
		syscall.ENOSPC: vitrine.Unavailable, syscall.EDQUOT: vitrine.Unavailable, syscall.EROFS: vitrine.Unavailable,
		syscall.EIO: vitrine.Unavailable, syscall.EMFILE: vitrine.Unavailable, syscall.EACCES: "",
	} {
		err := blob.DiskFault("write", &fs.PathError{Op: "write", Path: "x", Err: cause})
		if vitrine.CodeOf(err) != want || !errors.Is(err, cause) {
			t.Errorf("%v became %v", cause, err)
		}
	}
}

func TestDiskCheckFailsWhenTheFolderIsGone(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	disk := blobtest.OpenDisk(t, dir, blob.DiskOptions{})
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := disk.Check(t.Context()); vitrine.CodeOf(err) != vitrine.Unavailable {
		t.Errorf("Check gave %v, want unavailable", err)
	}
}

// TestDiskChecksNowAndThen takes the folder away: those who ask whether it answers, as
// anybody may, have it written once in five seconds.
func TestDiskChecksNowAndThen(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	disk := blobtest.OpenDisk(t, dir, blob.DiskOptions{})
	synctest.Test(t, func(t *testing.T) {
		if err := disk.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		time.Sleep(4 * time.Second)
		if err := disk.Check(t.Context()); err != nil {
			t.Errorf("after 4 s the folder was written again: %v", err)
		}
		time.Sleep(time.Second)
		if err := disk.Check(t.Context()); vitrine.CodeOf(err) != vitrine.Unavailable {
			t.Errorf("after 5 s Check gave %v, want unavailable", err)
		}
	})
}

func TestOpenDiskRefusesAShortSecret(t *testing.T) {
	t.Parallel()
	if _, err := blob.OpenDisk(t.TempDir(), blob.DiskOptions{Secret: []byte("short")}); err == nil {
		t.Error("OpenDisk took 5 bytes")
	}
	disk := blobtest.OpenDisk(t, t.TempDir(), blob.DiskOptions{})
	if address, err := disk.DownloadURL(t.Context(), someKey, blob.Download{}); err == nil {
		t.Errorf("DownloadURL signed without a secret: %s", address)
	}
}

const someKey = "files/a/a/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

// TestDiskTrashKnowsWhenItCame discards bytes that are older than the trash keeps
// any: their time there begins now.
func TestDiskTrashKnowsWhenItCame(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	disk := blobtest.OpenDisk(t, dir, blob.DiskOptions{})
	info, err := disk.Put(t.Context(), "files", bytes.NewReader([]byte("a")))
	if err != nil {
		t.Fatal(err)
	}
	long := time.Now().AddDate(-1, 0, 0)
	if err := os.Chtimes(filepath.Join(dir, info.Key), long, long); err != nil {
		t.Fatal(err)
	}
	if err := disk.Discard(t.Context(), info.Key); err != nil {
		t.Fatal(err)
	}
	found := 0
	err = disk.Discarded(t.Context(), func(info blob.Info) error {
		if found++; time.Since(info.ModTime).Abs() > time.Minute {
			t.Errorf("it came at %v", info.ModTime)
		}
		return nil
	})
	if err != nil || found != 1 {
		t.Errorf("%d are in the trash, %v", found, err)
	}
}

// A disk's file reaches http.ServeContent as it is: anything around it would
// keep the kernel from sending it without copies.
func TestDiskContentIsAFile(t *testing.T) {
	t.Parallel()
	disk := blobtest.OpenDisk(t, t.TempDir(), blob.DiskOptions{})
	stored, err := disk.Put(t.Context(), blob.Files, strings.NewReader("a"))
	if err != nil {
		t.Fatal(err)
	}
	object, err := disk.Open(t.Context(), stored.Key)
	if err != nil {
		t.Fatal(err)
	}
	defer object.Close()
	if _, ok := object.Content.(interface{ Fd() uintptr }); !ok {
		t.Errorf("Content is a %T, want a file", object.Content)
	}
}
