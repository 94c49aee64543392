package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
)

// privateMode is the mode of SQLite's files: they hold hashes, addresses and what
// people bought. SQLite gives its log and its index the mode of the database.
const privateMode = 0o600

// keepPrivate takes the files of a database from everybody but their owner. It returns
// those that others could read until now.
func keepPrivate(path string) (tightened []string, err error) {
	if runtime.GOOS == "windows" { // has no such modes
		return nil, nil
	}
	for _, name := range []string{path, path + "-wal", path + "-shm", path + "-journal"} {
		info, err := os.Stat(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return tightened, err
		}
		if !info.Mode().IsRegular() || info.Mode().Perm()&^privateMode == 0 {
			continue
		}
		if err := os.Chmod(name, privateMode); err != nil {
			return tightened, fmt.Errorf("others may read %s, and its mode can't be changed: %w", name, err)
		}
		tightened = append(tightened, name)
	}
	return tightened, nil
}

// Tightened returns the database's files that others could read until it was opened.
func (db *DB) Tightened() []string { return db.tightened }
