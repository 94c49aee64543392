package vitrine

import (
	"fmt"
	"slices"
)

// PublicationProblems lists all that keeps the model from being published; empty
// when nothing does.
func (m *Model) PublicationProblems() []Field {
	faults := m.textProblems()
	switch processing := m.processing(); {
	case processing == 1:
		faults.add("/files", "file_processing", "a file is still being read: wait until it is ready")
	case processing > 1:
		faults.add("/files", "file_processing", "%d files are still being read: wait until they are ready", processing)
	default:
		m.fileProblems(&faults)
	}
	m.imageProblems(&faults)
	if m.HiddenFrom != "" {
		faults.add("/status", "hidden", "the operator has taken the model out of the catalogue: ask them")
	}
	return faults
}

// StandingProblems lists what a published model lacks to stay in the catalogue;
// empty when nothing does. A file that was added later may still be read.
func (m *Model) StandingProblems() []Field {
	faults := m.textProblems()
	m.fileProblems(&faults)
	m.imageProblems(&faults)
	return faults
}

func (m *Model) textProblems() (faults faults) {
	need := func(there bool, pointer, code, detail string) {
		if !there {
			faults.add(pointer, code, "%s", detail)
		}
	}
	for _, text := range m.Texts() {
		text.problems(&faults)
	}
	need(m.Category.ID != 0, "/category", "missing_category", "the model needs a category")
	need(m.License != "", "/license", "missing_license", "the model needs a license: general, editorial or custom")
	need(m.Price != nil, "/price", "missing_price", "the model needs a price; 0 makes it free")
	return faults
}

// problems adds what the text lacks, by its language.
func (t *Text) problems(faults *faults) {
	need := func(there bool, pointer, code, detail string) {
		if !there {
			detail = fmt.Sprintf("%s in the language %s", detail, t.Language)
			*faults = append(*faults, Field{Pointer: pointer, Language: t.Language, Code: code, Detail: detail})
		}
	}
	need(t.Title != "", "/title", "missing_title", "the model needs a title")
	need(t.RawDescription != "", "/description", "missing_description", "the model needs a description")
	need(len(t.Tags) >= MinTags, "/tags", "missing_tags", fmt.Sprintf("the model needs at least %d tags, it has %d", MinTags, len(t.Tags)))
}

func (m *Model) fileProblems(faults *faults) {
	ready := m.ReadyFiles()
	switch {
	case len(ready) == 0:
		faults.add("/files", "missing_file", "the model needs at least one file that is ready: upload one")
	case !slices.ContainsFunc(ready, func(f File) bool { return !f.Picture() }):
		faults.add("/files", "missing_file", "the model needs at least one file that is more than a picture: its textures alone are not a model")
	}
}

func (m *Model) imageProblems(faults *faults) {
	if len(m.Images) == 0 {
		faults.add("/images", "missing_image", "the model needs at least one image: upload one")
	}
}

// processing counts the files that are still being read.
func (m *Model) processing() int {
	n := 0
	for _, file := range m.Files {
		if file.Status == FileProcessing {
			n++
		}
	}
	return n
}
