package vitrine_test

import (
	"slices"
	"testing"

	"vitrine"
)

// TestFilesToPublish asks which files make a model: any that is ready and more
// than a picture, known or not.
func TestFilesToPublish(t *testing.T) {
	t.Parallel()
	ready := func(formats ...string) (files []vitrine.File) {
		for _, format := range formats {
			files = append(files, vitrine.File{Status: vitrine.FileReady, Format: format})
		}
		return files
	}
	for name, test := range map[string]struct {
		files  []vitrine.File
		enough bool
	}{
		"nothing":                  {nil, false},
		"a texture":                {ready("image"), false},
		"textures":                 {ready("image", "image"), false},
		"a mesh":                   {ready("glb"), true},
		"a mesh and its textures":  {ready("image", "stl"), true},
		"a format told by name":    {ready("unknown"), true},
		"an archive":               {ready("zip"), true},
		"read by an older release": {ready(""), true},
		"a rejected mesh":          {[]vitrine.File{{Status: vitrine.FileRejected, Format: "glb"}}, false},
		"a texture beside that":    {append(ready("image"), vitrine.File{Status: vitrine.FileRejected, Format: "glb"}), false},
	} {
		m := vitrine.Model{Files: test.files}
		for which, problems := range map[string][]vitrine.Field{"to publish": m.PublicationProblems(), "to stay": m.StandingProblems()} {
			lacks := slices.ContainsFunc(problems, func(f vitrine.Field) bool { return f.Pointer == "/files" && f.Code == "missing_file" })
			if lacks == test.enough {
				t.Errorf("%s: files enough %s: %v, want %v", name, which, !lacks, test.enough)
			}
		}
	}
}

// TestStandingProblems takes one thing after the other from a published model.
func TestStandingProblems(t *testing.T) {
	t.Parallel()
	price := vitrine.Amount(0)
	for name, c := range map[string]struct {
		take func(m *vitrine.Model)
		want []string
	}{
		"nothing": {func(*vitrine.Model) {}, nil},
		"title":   {func(m *vitrine.Model) { m.Title = "" }, []string{"missing_title"}},
		"text":    {func(m *vitrine.Model) { m.RawDescription = "" }, []string{"missing_description"}},
		"tags":    {func(m *vitrine.Model) { m.Tags = m.Tags[1:] }, []string{"missing_tags"}},
		"place":   {func(m *vitrine.Model) { m.Category = vitrine.Category{} }, []string{"missing_category"}},
		"licence": {func(m *vitrine.Model) { m.License = "" }, []string{"missing_license"}},
		"price":   {func(m *vitrine.Model) { m.Price = nil }, []string{"missing_price"}},
		"images":  {func(m *vitrine.Model) { m.Images = nil }, []string{"missing_image"}},
		"files":   {func(m *vitrine.Model) { m.Files = nil }, []string{"missing_file"}},
		"a file that is read again beside one that is ready": {
			func(m *vitrine.Model) { m.Files = append(m.Files, vitrine.File{Status: vitrine.FileProcessing}) }, nil},
		"the last that is ready": {func(m *vitrine.Model) { m.Files[0].Status = vitrine.FileProcessing }, []string{"missing_file"}},
	} {
		m := vitrine.Model{
			Text:     vitrine.Text{Title: "Vase", RawDescription: "A vase", Tags: make([]string, vitrine.MinTags)},
			Category: vitrine.Category{ID: 1}, License: vitrine.General, Price: &price,
			Files: []vitrine.File{{Status: vitrine.FileReady, Format: "glb"}}, Images: make([]vitrine.Image, 1),
		}
		c.take(&m)
		var got []string
		for _, problem := range m.StandingProblems() {
			got = append(got, problem.Code)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("without %s: %q, want %q", name, got, c.want)
		}
	}
}
