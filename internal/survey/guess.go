package survey

import (
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/geometry"
)

// maxGuessedTags is how many tags a guess has at most: more are seldom of use.
const maxGuessedTags = 15

// Guesses are what a model could say, by what its files are called, are and have in them. What
// nothing tells is empty: a guess is never "no".
type Guesses struct {
	Title       string           // by the name of a file
	Category    vitrine.Category // or subcategory, by the names of the files
	Tags        []string         // likewise: none, or as many as a model needs
	ProductType vitrine.ProductType
	Animated    bool
	Rigged      bool
	PBR         bool
	Units       string
}

// Guess guesses what a model could say, and which of some categories it belongs into.
func Guess(m *vitrine.Model, categories []vitrine.Category) (g Guesses) {
	for _, f := range telling(m.Files) {
		if g.Title = vitrine.TitleOf(f.Name); g.Title != "" {
			break
		}
	}
	words := wordsOf(m)
	g.Category = likeliest(words, categories)
	if len(words) >= vitrine.MinTags {
		g.Tags = words[:min(len(words), maxGuessedTags)]
	}
	if printed(m) {
		g.ProductType = vitrine.Printable
	}
	facts, _ := sumOf(m)
	is := func(f geometry.Fact[bool]) bool { return f.Known() && f.Value }
	g.Animated, g.Rigged, g.PBR = is(facts.Animated), is(facts.Rigged), is(facts.PBR)
	if facts.Units.Known() && slices.Contains(vitrine.Units(), facts.Units.Value) {
		g.Units = facts.Units.Value
	}
	return g
}

// printed reports whether all files of a model are of formats that are printed.
func printed(m *vitrine.Model) bool {
	for _, f := range m.Files {
		if !slices.Contains([]string{"stl", "3mf", "step", "stp"}, f.Extension) {
			return false
		}
	}
	return len(m.Files) > 0
}

// Accompanies reports whether a file of a name comes with a model rather than being one: a texture, a material or a text.
func Accompanies(name string) bool { return slices.Contains(accompanying(), vitrine.Extension(name)) }

func accompanying() []string {
	return strings.Fields("png jpg jpeg webp tga tif tiff bmp gif exr hdr dds psd ktx ktx2 mtl bin txt md rtf pdf doc docx html json")
}

// telling are the files whose names tell what a model is: those that were taken, and of these those that are no textures,
// as long as that leaves any.
func telling(files []vitrine.File) []vitrine.File {
	for _, is := range []func(vitrine.File) bool{
		func(f vitrine.File) bool { return f.Status != vitrine.FileRejected && !Accompanies(f.Name) },
		func(f vitrine.File) bool { return f.Status != vitrine.FileRejected },
	} {
		some := slices.DeleteFunc(slices.Clone(files), func(f vitrine.File) bool { return !is(f) })
		if len(some) > 0 {
			return some
		}
	}
	return files
}

// parts are words in names of files that tell what a file is for, and nothing of what is modelled.
func parts() []string {
	return strings.Fields("albedo basecolor basecolour bump color colour diffuse displacement emission emissive final gloss glossiness " +
		"height license licence map material materials metallic metalness normal normals occlusion opacity orm preview readme render roughness " +
		"specular texture textures thumbnail transparency")
}

// wordsOf are the words in the title of a model and the names of its files, each once: first those of what was modelled, then
// those of its textures but for what these are for. A title that was guessed of a file that tells nothing is no better.
func wordsOf(m *vitrine.Model) (list []string) {
	var names []string
	tells := telling(m.Files)
	if !slices.ContainsFunc(m.Files, func(f vitrine.File) bool { return vitrine.TitleOf(f.Name) == m.Title }) {
		names = append(names, m.Title)
	}
	for _, f := range tells {
		names = append(names, vitrine.TitleOf(f.Name))
	}
	for _, f := range m.Files {
		if f.Status != vitrine.FileRejected && Accompanies(f.Name) {
			names = append(names, vitrine.TitleOf(f.Name))
		}
	}
	for _, name := range names {
		for word := range strings.FieldsSeq(strings.ToLower(name)) {
			long := len([]rune(word)) >= 3 && strings.Trim(word, "0123456789v") != ""
			if long && len(word) <= vitrine.MaxTagLength && !slices.Contains(list, word) && !slices.Contains(parts(), word) {
				list = append(list, word)
			}
		}
	}
	return list
}

// likeliest is the category whose name has the most of some words; of equal ones the first,
// with those below a category before it.
func likeliest(words []string, categories []vitrine.Category) (found vitrine.Category) {
	best := 0
	try := func(c vitrine.Category) {
		if score := shared(words, c.Name); score > best && c.MergedInto == 0 {
			best, found = score, c
		}
	}
	for _, top := range categories {
		if top.ParentID != 0 {
			continue
		}
		for _, c := range categories {
			if c.ParentID == top.ID {
				try(c)
			}
		}
		try(top)
	}
	return found
}

// shared counts the words of a name that are among others, singular or plural.
func shared(words []string, name string) (count int) {
	for _, part := range strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune(" -&,/", r) }) {
		if slices.ContainsFunc(words, func(word string) bool { return singular(word) == singular(part) }) {
			count++
		}
	}
	return count
}

func singular(word string) string { return strings.TrimSuffix(word, "s") }
