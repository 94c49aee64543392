package blob

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"vitrine"
)

// inTrash is where a key's bytes are while they are discarded.
func inTrash(key string) string { return path.Join(trashFolder, key) }

// Discard moves the bytes of key into the trash; see Trash.
func (d *Disk) Discard(_ context.Context, key string) error {
	if !validKey(key) {
		return nil
	}
	// The time is set first: cut off in between, the bytes are young, not old trash.
	now := d.opts.Now()
	err := d.root.Chtimes(key, now, now)
	if err == nil {
		err = d.move(key, inTrash(key))
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return diskFault("discard stored bytes", err)
	}
	return nil
}

// Recover brings discarded bytes back; see Trash.
func (d *Disk) Recover(ctx context.Context, key string) error {
	if !validKey(key) {
		return notFound(key, fs.ErrInvalid)
	}
	if _, err := d.Stat(ctx, key); vitrine.CodeOf(err) != vitrine.NotFound {
		return err
	}
	err := d.move(inTrash(key), key)
	if errors.Is(err, fs.ErrNotExist) {
		_, err = d.Stat(ctx, key) // another process may have been faster
		return err
	}
	if err != nil {
		return diskFault("recover discarded bytes", err)
	}
	return nil
}

func (d *Disk) move(from, to string) error {
	if err := d.makeFolder(path.Dir(to)); err != nil {
		return err
	}
	if err := d.root.Rename(from, to); err != nil {
		return err
	}
	// The new name first: a crash in between may leave both, never neither.
	return errors.Join(d.syncFolder(path.Dir(to)), d.syncFolder(path.Dir(from)))
}

// Discarded calls fn for all that is in the trash; see Trash.
func (d *Disk) Discarded(ctx context.Context, fn func(Info) error) error {
	return d.walk(ctx, trashFolder, func(name string, entry fs.DirEntry) error {
		return visit(strings.TrimPrefix(name, trashFolder+"/"), entry, fn)
	})
}

// IsDiscarded reports whether the trash holds the bytes of key; see Trash.
func (d *Disk) IsDiscarded(_ context.Context, key string) (bool, error) {
	if !validKey(key) {
		return false, nil
	}
	_, err := d.root.Lstat(inTrash(key))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, diskFault("look at discarded bytes", err)
	}
	return err == nil, nil
}

// Erase removes discarded bytes for good; see Trash.
func (d *Disk) Erase(_ context.Context, key string) error {
	if !validKey(key) {
		return nil
	}
	if err := d.root.Remove(inTrash(key)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return diskFault("remove discarded bytes", err)
	}
	return nil
}

// Owner names the marketplace that the bytes belong to; see Store.
func (d *Disk) Owner(context.Context) (string, error) {
	text, err := d.root.ReadFile(ownerName)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", diskFault("read the name of the marketplace", err)
	}
	return strings.TrimSpace(string(text)), nil
}

// Claim makes the bytes belong to a marketplace; see Store.
func (d *Disk) Claim(ctx context.Context, id string) error {
	temp := path.Join(tempFolder, randomName())
	defer func() { _ = d.root.Remove(temp) }() // gone already when all went well
	if _, err := d.write(temp, newSource(ctx, strings.NewReader(id+"\n"))); err != nil {
		return fmt.Errorf("write the name of the marketplace: %w", err)
	}
	if err := d.root.Rename(temp, ownerName); err != nil {
		return diskFault("write the name of the marketplace", err)
	}
	return d.syncFolder(".")
}
