package survey

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/text/unicode/norm"

	"vitrine"
	"vitrine/internal/inspect"
)

// readStored has a stored file read, with the others of its model beside it.
func (r *Reader) readStored(ctx context.Context, got *reading) error {
	file, err := r.local(ctx, got.file)
	if err != nil {
		return err
	}
	defer file.Close()
	var broken error
	got.result, err = r.read(ctx, file, func(name string) (inspect.File, bool) {
		other := sibling(got.model, name)
		if other == nil || other.ID == got.file.ID {
			return inspect.File{}, false
		}
		got.used[other.ID] = true
		beside, err := r.local(ctx, other)
		if err != nil {
			// Missing would be a fact of the file. A storage that is away is none: the job is tried again.
			broken = err
			return inspect.File{}, false
		}
		return beside, true
	}, got.want)
	return errors.Join(err, broken)
}

// sibling finds a file of the model by the name that another one calls it: files
// come from systems that take upper and lower case for the same.
func sibling(m *vitrine.Model, name string) *vitrine.File {
	name = norm.NFC.String(name)
	var found *vitrine.File
	for i := range m.Files {
		f := &m.Files[i]
		if f.Status == vitrine.FileRejected {
			continue
		}
		if f.Name == name {
			return f
		}
		if found == nil && strings.EqualFold(f.Name, name) {
			found = f
		}
	}
	return found
}

// local returns the bytes of a file as a file of this machine: those that are far
// away are copied into a temporary file that is gone when it is closed.
func (r *Reader) local(ctx context.Context, f *vitrine.File) (inspect.File, error) {
	object, err := r.shop.OpenNeeded(ctx, f.BlobKey)
	if err != nil {
		return inspect.File{}, err
	}
	if file, ok := object.Content.(*os.File); ok {
		return inspect.File{Name: f.Name, File: file}, nil
	}
	defer object.Close()
	copied, err := os.CreateTemp("", "vitrine-read-")
	if err != nil {
		return inspect.File{}, fmt.Errorf("copy a file to be read: %w", err)
	}
	// A file without a name leaves nothing behind, also when the process is killed.
	err = os.Remove(copied.Name())
	if err == nil {
		_, err = io.Copy(copied, object)
	}
	if err != nil {
		return inspect.File{}, errors.Join(fmt.Errorf("copy a file to be read: %w", err), copied.Close())
	}
	return inspect.File{Name: f.Name, File: copied}, nil
}
