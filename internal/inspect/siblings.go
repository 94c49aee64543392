package inspect

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// The siblings that a child gets: maxSiblings as separate descriptors, the rest
// concatenated into one more, since a child has few descriptors.
const (
	maxSiblings = descriptors - 7
	maxBundle   = 4 << 30 // bytes
)

// place is where a child finds a file: a part of one of its descriptors.
type place struct {
	Name string `json:"name"`
	File int    `json:"file"` // of the files that it has, from 0
	From int64  `json:"from"` // byte
	Size int64  `json:"size"` // -1: all that there is
}

// siblings are the files beside one, as they were found.
type siblings struct {
	files  []File
	bundle *os.File // a temporary one that has no name any more
	held   int64    // bytes in bundle
	inside []place  // of what is in bundle
	known  map[string]bool
}

// with gives a file and those beside it to a child.
func (s *siblings) with(file File) (files []File, places []place) {
	files = append([]File{file}, s.files...)
	for i, f := range files {
		places = append(places, place{Name: f.Name, File: i, Size: -1})
	}
	if s.bundle == nil {
		return files, places
	}
	for _, p := range s.inside {
		p.File = len(files)
		places = append(places, p)
	}
	return append(files, File{"", s.bundle}), places
}

// add looks for what is missing and reports whether there is more than before.
func (s *siblings) add(missing []string, find Find) (more bool, err error) {
	if s.known == nil {
		s.known = map[string]bool{}
	}
	for _, name := range missing {
		if s.known[name] {
			continue
		}
		found, ok := find(name)
		if !ok {
			continue
		}
		s.known[name], more = true, true
		// By the name that the file uses, since the child looks it up by that.
		found.Name = name
		if len(s.files) < maxSiblings {
			s.files = append(s.files, found)
			continue
		}
		if err := errors.Join(s.pack(found), found.Close()); err != nil {
			return false, err
		}
	}
	return more, nil
}

// pack appends a copy of a file to the bundle.
func (s *siblings) pack(file File) (err error) {
	if s.bundle == nil {
		if s.bundle, err = os.CreateTemp("", "vitrine-beside-"); err != nil {
			return fmt.Errorf("pack files for a child: %w", err)
		}
		if err := os.Remove(s.bundle.Name()); err != nil {
			return fmt.Errorf("pack files for a child: %w", err)
		}
	}
	if _, err := s.bundle.Seek(s.held, io.SeekStart); err != nil {
		return fmt.Errorf("pack files for a child: %w", err)
	}
	n, err := io.Copy(s.bundle, io.LimitReader(file, maxBundle-s.held))
	if err != nil {
		return fmt.Errorf("pack files for a child: %w", err)
	}
	s.inside = append(s.inside, place{Name: file.Name, From: s.held, Size: n})
	s.held += n
	return nil
}

func (s *siblings) close() {
	for _, f := range s.files {
		_ = f.Close()
	}
	if s.bundle != nil {
		_ = s.bundle.Close()
	}
}
