package geometry

import (
	"errors"
	"io"
	"strings"

	"vitrine/internal/geometry/source"
)

// Sibling finds another upload by the name that the file calls it. A missing one is
// noted.
func (m *Model) Sibling(in source.Input, name string) (source.File, bool, error) {
	safe, err := source.SiblingName(name)
	if err != nil {
		return source.File{}, false, err
	}
	if in.Sibling != nil {
		if found, ok := in.Sibling(safe); ok {
			return found, true, nil
		}
	}
	m.miss(safe)
	return source.File{}, false, nil
}

// LooseSibling finds a file that this one can be read without. A name that is not
// safe is that of a file that can't be there; "." and the like name none.
func (m *Model) LooseSibling(in source.Input, name string) (source.File, bool, error) {
	file, ok, err := m.Sibling(in, name)
	if _, unsafe := errors.AsType[*source.Refusal](err); !unsafe {
		return file, ok, err
	}
	if strings.Trim(name, `./\ `) != "" {
		m.miss(source.Shorten(name))
	}
	return source.File{}, false, nil
}

// TextureBeside finds a picture beside the file. One that is missing has its name
// alone.
func (m *Model) TextureBeside(in source.Input, name string) *Texture {
	texture := &Texture{Name: name}
	source, ok, err := m.LooseSibling(in, name)
	if err == nil && ok {
		texture.Name, texture.Size = source.Name, source.Size
		texture.Open = func() (io.Reader, error) { return source.Reader(), nil }
	}
	return texture
}
