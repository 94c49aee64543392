// Package format says what a format is to those who know them all: its name and
// extensions, how its files are told from others, and how they are read.
//
// A package of a format describes itself with a Format, and detect lists them. Nothing
// here knows any format.
package format

import (
	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// Format is a format of files. It is told by Detect alone; the other fields may be left
// out.
type Format struct {
	Name       geometry.Format
	Extensions []string // in lower case, without a dot; a file with one must be of this format
	// Derived are the extensions of formats that are built on this one, whose files can't
	// be told from its own.
	Derived []string

	// Detect returns how sure it is that a file is of this format. The surest format wins,
	// of those alike the one that is listed first.
	Detect func(h *Head) Evidence
	// Unmistakable is the content for which Detect is never wrong, so that a file can't
	// belong to another format, whatever it is called.
	Unmistakable Content
	// Package reports whether a ZIP that holds files of these names, in their order, is of
	// this format. nil: files of this format are no ZIPs.
	Package func(names []string, extension string) bool

	// Read makes a model of a file. nil: the format is known by name, and nothing of it is
	// measured or drawn.
	Read func(source.Input) (*geometry.Model, error)
	// ChecksOnly says that Read refuses what is damaged and tells nothing else.
	ChecksOnly bool
	// AsksForOthers says that files of this format may name others beside them, which Read
	// then asks for: a file is read again when one beside it is removed.
	AsksForOthers bool
	// UTF16 says that Read is given text in UTF-8 where a file has it in UTF-16, as
	// programs on Windows write it.
	UTF16 bool
}

// Evidence is how sure a format is of a file.
type Evidence uint8

// From no evidence to the best.
const (
	None    Evidence = iota
	Weak             // words that other texts have too, or what fits only the file's name
	Layout           // how the lines of a text are laid out
	Fitting          // the words that a text begins with, or lengths that agree
	Signed           // a signature that no other format has
	Exact            // each byte has its place
)

// Content is what the bytes of a file are, as a set.
type Content uint8

// The kinds of content.
const (
	Binary Content = 1 << iota
	Text
)
