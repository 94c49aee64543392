package blob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"vitrine"
)

const (
	bufferSize = 256 << 10
	// staleAge is how long a temporary file must be unchanged before Sweep removes
	// it; a file that is being written changes all the time.
	staleAge   = time.Hour
	fileMode   = 0o600
	folderMode = 0o700
	minSecret  = 16
)

// DiskOptions are the settings of a Disk.
type DiskOptions struct {
	BaseURL string           // public address of the server, for DownloadURL
	Secret  []byte           // signs addresses, 16 bytes or more; without it, and without SignWith, none are made or served
	Now     func() time.Time // time.Now when nil
	// Damaged is told when bytes that a signed address was given for are missing or
	// not as long as they were; nobody is when it is nil.
	Damaged func(key, why string)
	// Renew, when it is set, is called before an address is refused that no secret signed:
	// it calls SignWith if there are newer secrets.
	Renew func(ctx context.Context)
}

// Disk keeps bytes in a folder. Several processes may share it.
type Disk struct {
	root    *os.Root
	opts    DiskOptions
	buffers sync.Pool                // of *[bufferSize]byte
	known   sync.Map                 // folders whose own entries are synced to disk
	secrets atomic.Pointer[[][]byte] // the first signs, any verifies
	checked checked
}

// OpenDisk opens the folder dir, which it makes when it is not there, and
// sweeps it.
func OpenDisk(dir string, opts DiskOptions) (*Disk, error) {
	if n := len(opts.Secret); n > 0 && n < minSecret {
		return nil, fmt.Errorf("blob: the secret has %d bytes, at least %d are needed", n, minSecret)
	}
	opts.BaseURL = strings.TrimRight(opts.BaseURL, "/")
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Damaged == nil {
		opts.Damaged = func(string, string) {}
	}
	if err := os.MkdirAll(dir, folderMode); err != nil {
		return nil, fmt.Errorf("make the storage folder: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the storage folder: %w", err)
	}
	d := &Disk{root: root, opts: opts}
	d.SignWith(opts.Secret)
	d.buffers.New = func() any { return new([bufferSize]byte) }
	if err := d.prepare(); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return d, nil
}

func (d *Disk) prepare() error {
	if err := d.root.MkdirAll(tempFolder, folderMode); err != nil {
		return diskFault("make the folder of temporary files", err)
	}
	return d.Sweep(context.Background())
}

// SignWith replaces what signs addresses: the first does, those that any of them signed
// are valid. Empty ones are left out. It may be called at any time.
func (d *Disk) SignWith(secrets ...[]byte) {
	kept := slices.DeleteFunc(slices.Clone(secrets), func(secret []byte) bool { return len(secret) == 0 })
	d.secrets.Store(&kept)
}

// Close closes the folder. Objects that are open stay readable.
func (d *Disk) Close() error { return d.root.Close() }

// Put stores what r gives; see Store.
func (d *Disk) Put(ctx context.Context, prefix string, r io.Reader) (Info, error) {
	key, err := newKey(prefix)
	if err != nil {
		return Info{}, err
	}
	return d.store(ctx, key, r)
}

// Restore stores what r gives under a key; see Store.
func (d *Disk) Restore(ctx context.Context, key string, r io.Reader) (Info, error) {
	if err := checkKey(key); err != nil {
		return Info{}, err
	}
	return d.store(ctx, key, r)
}

func (d *Disk) store(ctx context.Context, key string, r io.Reader) (Info, error) {
	temp := path.Join(tempFolder, randomName())
	placed := false
	defer func() { // also when r panics
		if !placed {
			_ = d.root.Remove(temp)
		}
	}()

	info, err := d.write(temp, newSource(ctx, r))
	if err != nil {
		return Info{}, err
	}
	if err := d.place(temp, key); err != nil {
		return Info{}, err
	}
	placed = true
	info.Key = key
	return info, nil
}

// Open returns the bytes of key; see Store. The Content is an *os.File.
func (d *Disk) Open(_ context.Context, key string) (*Object, error) {
	f, info, err := d.open(key)
	if err != nil {
		return nil, err
	}
	return &Object{Content: f, Size: info.Size(), ModTime: info.ModTime().UTC()}, nil
}

func (d *Disk) open(key string) (*os.File, fs.FileInfo, error) {
	if !validKey(key) {
		return nil, nil, notFound(key, fs.ErrInvalid)
	}
	f, err := d.root.Open(key)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, notFound(key, err)
	}
	if err != nil {
		return nil, nil, diskFault("open stored bytes", err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a file", key)
	}
	if err != nil {
		return nil, nil, errors.Join(diskFault("look at stored bytes", err), f.Close())
	}
	return f, info, nil
}

// Stat returns what is stored under key; see Store.
func (d *Disk) Stat(_ context.Context, key string) (Info, error) {
	if !validKey(key) {
		return Info{}, notFound(key, fs.ErrInvalid)
	}
	info, err := d.root.Lstat(key)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && !info.Mode().IsRegular():
		return Info{}, notFound(key, fs.ErrNotExist)
	case err != nil:
		return Info{}, diskFault("look at stored bytes", err)
	}
	return Info{Key: key, Size: info.Size(), ModTime: info.ModTime().UTC()}, nil
}

// Delete removes the bytes of key; see Store.
func (d *Disk) Delete(_ context.Context, key string) error {
	if !validKey(key) {
		return nil
	}
	if err := d.root.Remove(key); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return diskFault("remove stored bytes", err)
	}
	return nil
}

// List calls fn for everything under prefix; see Store.
func (d *Disk) List(ctx context.Context, prefix string, fn func(Info) error) error {
	start := "."
	if prefix != "" {
		if err := checkPrefix(prefix); err != nil {
			return err
		}
		start = prefix
	}
	return d.walk(ctx, start, func(name string, entry fs.DirEntry) error {
		if entry.IsDir() && (name == tempFolder || name == trashFolder) {
			return fs.SkipDir
		}
		return visit(name, entry, fn)
	})
}

// walk calls fn for all below start; what is deleted meanwhile is left out.
func (d *Disk) walk(ctx context.Context, start string, fn func(name string, entry fs.DirEntry) error) error {
	return fs.WalkDir(d.root.FS(), start, func(name string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) { // deleted meanwhile, or nothing stored yet
			return nil
		}
		if err != nil {
			return diskFault("list stored bytes", err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		return fn(name, entry)
	})
}

// visit calls fn for the bytes of a key.
func visit(key string, entry fs.DirEntry, fn func(Info) error) error {
	if !entry.Type().IsRegular() || !validKey(key) {
		return nil
	}
	info, err := entry.Info()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return diskFault("look at stored bytes", err)
	}
	return fn(Info{Key: key, Size: info.Size(), ModTime: info.ModTime().UTC()})
}

// Check writes, reads and removes some bytes, at most once in five seconds; see Store.
func (d *Disk) Check(context.Context) error { return d.checked.outcome(d.check) }

func (d *Disk) check() error {
	name := path.Join(tempFolder, randomName())
	want := []byte(name)
	err := d.root.WriteFile(name, want, fileMode)
	defer d.root.Remove(name)
	var got []byte
	if err == nil {
		got, err = d.root.ReadFile(name)
	}
	if err == nil && !bytes.Equal(got, want) {
		err = errors.New("other bytes came back than were written")
	}
	if err != nil {
		return &vitrine.Error{
			Code:    vitrine.Unavailable,
			Message: "the storage folder can't be written and read",
			Err:     diskFault("check the storage folder", err),
		}
	}
	return nil
}

// diskFault adds what was being done, and reports to callers a disk that can't do its work now.
func diskFault(doing string, err error) error {
	wrapped := fmt.Errorf("%s: %w", doing, err)
	if fault := vitrine.FaultOf(err); fault != vitrine.NoFault {
		return fault.Unavailability("the storage", wrapped)
	}
	return wrapped
}
