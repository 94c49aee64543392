package vitrine

import "fmt"

// PublicationProblems lists all that keeps the model from being published, or
// that a published model would break; empty when it may stand in the catalogue.
func (m *Model) PublicationProblems() []Field {
	var faults faults
	need := func(there bool, pointer, code, detail string) {
		if !there {
			faults.add(pointer, code, "%s", detail)
		}
	}
	need(m.Title != "", "/title", "missing_title", "the model needs a title")
	need(m.RawDescription != "", "/description", "missing_description", "the model needs a description")
	need(m.Category.ID != 0, "/category", "missing_category", "the model needs a category")
	need(len(m.Tags) >= MinTags, "/tags", "missing_tags", fmt.Sprintf("the model needs at least %d tags, it has %d", MinTags, len(m.Tags)))
	need(m.License != "", "/license", "missing_license", "the model needs a license: general, editorial or custom")
	need(m.Price != nil, "/price", "missing_price", "the model needs a price; 0 makes it free")
	m.fileProblems(&faults)
	need(len(m.Images) > 0, "/images", "missing_image", "the model needs at least one image: upload one")
	return faults
}

func (m *Model) fileProblems(faults *faults) {
	processing := 0
	for _, file := range m.Files {
		if file.Status == FileProcessing {
			processing++
		}
	}
	if processing > 0 {
		faults.add("/files", "file_processing", "%d files are still being processed: wait until they are ready", processing)
	}
	if !m.Downloadable() && processing == 0 {
		faults.add("/files", "missing_file", "the model needs at least one file that is ready: upload one")
	}
}
