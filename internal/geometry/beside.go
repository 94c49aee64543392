package geometry

import (
	"errors"
	"io"
	"strings"
)

// sibling finds another upload by the name that the file calls it. A missing one is
// noted.
func (m *Model) sibling(in Input, name string) (Source, bool, error) {
	safe, err := siblingName(name)
	if err != nil {
		return Source{}, false, err
	}
	if in.Sibling != nil {
		if found, ok := in.Sibling(safe); ok {
			return found, true, nil
		}
	}
	m.miss(safe)
	return Source{}, false, nil
}

// looseSibling finds a file that this one can be read without. A name that is not
// safe is that of a file that can't be there; "." and the like name none.
func (m *Model) looseSibling(in Input, name string) (Source, bool, error) {
	source, ok, err := m.sibling(in, name)
	if _, unsafe := errors.AsType[*Refusal](err); !unsafe {
		return source, ok, err
	}
	if strings.Trim(name, `./\ `) != "" {
		m.miss(shorten(name))
	}
	return Source{}, false, nil
}

// textureBeside finds a picture beside the file. One that is missing has its name
// alone.
func (m *Model) textureBeside(in Input, name string) *Texture {
	texture := &Texture{Name: name}
	source, ok, err := m.looseSibling(in, name)
	if err == nil && ok {
		texture.Name, texture.Size = source.Name, source.Size
		texture.Open = func() (io.Reader, error) { return source.reader(), nil }
	}
	return texture
}
