package blob

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"runtime"
)

// write fills the temporary file name from src, down to the disk.
func (d *Disk) write(name string, src *source) (Info, error) {
	f, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return Info{}, diskFault("make a temporary file", err)
	}
	defer f.Close()

	buf := d.buffers.Get().(*[bufferSize]byte)
	err = copyFull(&earlyWriter{f: f}, src, buf[:])
	d.buffers.Put(buf)
	if fault := src.fault(); fault != nil {
		return Info{}, fault
	}
	if err != nil {
		return Info{}, diskFault("write a temporary file", err)
	}
	// Before it gets its name: a crash could otherwise leave the key of an object whose bytes are not there.
	if err := f.Sync(); err != nil {
		return Info{}, diskFault("sync a temporary file", err)
	}
	info, err := f.Stat()
	if err != nil {
		return Info{}, diskFault("look at a temporary file", err)
	}
	if err := f.Close(); err != nil {
		return Info{}, diskFault("close a temporary file", err)
	}
	return Info{Size: src.size, SHA256: src.sum(), ModTime: info.ModTime().UTC()}, nil
}

// place gives a temporary file its key, down to the disk.
func (d *Disk) place(temp, key string) error {
	folder := path.Dir(key)
	if err := d.makeFolder(folder); err != nil {
		return err
	}
	if err := d.root.Rename(temp, key); err != nil {
		// Somebody may have removed the folder: the next one looks and makes it again.
		d.known.Delete(folder)
		return diskFault("name stored bytes", err)
	}
	if err := d.syncFolder(folder); err != nil {
		// A name that a crash may undo is none: the caller is told that nothing was stored.
		_ = d.root.Remove(key)
		return err
	}
	return nil
}

// makeFolder makes name and syncs its entry, and those of the folders above, to
// disk. It also syncs a folder that exists: the process that made it may not have
// synced it yet.
func (d *Disk) makeFolder(name string) error {
	if _, ok := d.known.Load(name); ok {
		return nil
	}
	if err := d.root.MkdirAll(name, folderMode); err != nil {
		return diskFault("make a folder", err)
	}
	for above := name; above != "."; {
		above = path.Dir(above)
		if err := d.syncFolder(above); err != nil {
			return err
		}
	}
	d.known.Store(name, struct{}{})
	return nil
}

func (d *Disk) syncFolder(name string) error {
	if runtime.GOOS == "windows" { // has no such call
		return nil
	}
	f, err := d.root.Open(name)
	if err == nil {
		err = errors.Join(f.Sync(), f.Close())
	}
	if err != nil {
		return diskFault("sync a folder", err)
	}
	return nil
}

// Sweep removes temporary files that nobody has written to for an hour; see
// Store.
func (d *Disk) Sweep(ctx context.Context) error {
	entries, err := fs.ReadDir(d.root.FS(), tempFolder)
	if err != nil {
		return diskFault("list temporary files", err)
	}
	limit := d.opts.Now().Add(-staleAge)
	for _, entry := range entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.ModTime().After(limit) {
			continue
		}
		if err == nil {
			err = d.root.Remove(path.Join(tempFolder, entry.Name()))
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return diskFault("sweep a temporary file", err)
		}
	}
	return nil
}

// earlyWriter writes to f and starts writeback after every 8 MiB: if all of a
// large file were left to the last fsync, it would stall all other writers.
type earlyWriter struct {
	f       *os.File
	written int64
	begun   int64
}

const earlyStep = 8 << 20

func (w *earlyWriter) Write(p []byte) (int, error) {
	n, err := w.f.Write(p)
	w.written += int64(n)
	if size := w.written - w.begun; err == nil && size >= earlyStep {
		beginWriteback(w.f, w.begun, size)
		w.begun = w.written
	}
	return n, err
}
