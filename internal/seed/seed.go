// Package seed holds what a new marketplace starts with: the tree of
// categories, the file types with the programs that render them, and the
// licences. All of it is data in files beside this one, embedded in the
// binary; the operator changes it later in the database, never here.
//
// Ids and slugs are permanent. A release may add or reword an entry, but never
// gives an id to something else.
//
// The package knows nothing of the database or of HTTP.
package seed

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"
)

//go:embed *.json licenses/*.txt
var files embed.FS

// Category is a node of the shipped tree. Top categories have ParentID 0 and
// ids below 100, their subcategories ids above.
type Category struct {
	ID           int64    `json:"id"`
	ParentID     int64    `json:"parent_id"`
	Slug         string   `json:"slug"` // unique in the whole tree
	Name         string   `json:"name"`
	Title        string   `json:"title"` // as a page's heading
	Description  string   `json:"description"`
	ProductTypes []string `json:"product_types"` // cg, printable
}

// RendererApp is a program that renders files of some types.
type RendererApp struct {
	ID       int64    `json:"id"`
	Name     string   `json:"name"`
	Vendor   string   `json:"vendor"`
	Versions []string `json:"versions"` // oldest first
}

// FileTypesChanged is the day on which the file types that ship were last
// changed. They are part of the program, and have no other date.
func FileTypesChanged() time.Time { return time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC) }

// FileType is a format of the trade.
type FileType struct {
	ID           int64    `json:"id"`
	Name         string   `json:"name"`
	Extension    string   `json:"extension"`     // the usual one, lower case, no dot
	Extensions   []string `json:"extensions"`    // all of them; no two types share one
	Native       bool     `json:"native"`        // belongs to one program
	Companion    bool     `json:"companion"`     // comes with a model, and is none: textures, documents
	ProductTypes []string `json:"product_types"` // cg, printable
	RendererApps []int64  `json:"renderer_apps"` // ids, the most usual first
}

// License is a kind of licence. Custom has no text of its own: the seller
// writes it, model by model, and the flags assume the least.
type License struct {
	Type           string `json:"type"` // general, editorial, custom
	Name           string `json:"name"`
	Description    string `json:"description"` // summary
	CommercialUse  bool   `json:"commercial_use"`
	Redistribution bool   `json:"redistribution"`
	Remix          string `json:"remix"` // this and the next three: yes, no, or nothing where the text alone tells
	PrintSale      string `json:"print_sale"`
	Credit         string `json:"credit"`
	Training       string `json:"training"`
	Text           string `json:"text"` // in full
}

// Categories returns the tree in the order it is shown, parents before children.
func Categories() []Category { return load[Category]("categories.json") }

var fileTypes = sync.OnceValue(func() []FileType { return load[FileType]("file_types.json") })

// FileTypes returns the file types, open formats first. They are not to be
// changed.
func FileTypes() []FileType { return fileTypes() }

// FileTypeOf returns the type of an extension, lower case without a dot.
func FileTypeOf(extension string) (FileType, bool) {
	for _, t := range fileTypes() {
		if slices.Contains(t.Extensions, extension) {
			return t, true
		}
	}
	return FileType{}, false
}

// RendererApps returns the programs that FileTypes refer to.
func RendererApps() []RendererApp { return load[RendererApp]("renderer_apps.json") }

// Licenses returns the three kinds of licence with their texts.
func Licenses() []License {
	licenses := load[License]("licenses.json")
	for i, l := range licenses {
		if l.Text != "" {
			licenses[i].Text = string(read(l.Text))
		}
	}
	return licenses
}

// HoldsModels says of an extension, lower case without a dot, whether it is of a type
// that models come in. Of the files of many programs nobody here knows more.
func HoldsModels(extension string) bool {
	known, ok := FileTypeOf(extension)
	return ok && !known.Companion
}

// load panics on bad data: it is part of the binary, and tests read all of it.
func load[T any](name string) []T {
	var list []T
	if err := json.Unmarshal(read(name), &list); err != nil {
		panic(fmt.Errorf("seed: %s: %w", name, err))
	}
	return list
}

func read(name string) []byte {
	data, err := files.ReadFile(name)
	if err != nil {
		panic(fmt.Errorf("seed: %w", err))
	}
	return data
}
