package survey_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/survey"
)

// TestGuess guesses what models say by their files, and nothing that these don't tell.
func TestGuess(t *testing.T) {
	t.Parallel()
	seats := vitrine.Category{ID: 1, Slug: "furniture", Name: "Furniture & seats"}
	chairs := vitrine.Category{ID: 2, ParentID: 1, Slug: "chairs", Name: "Chairs"}
	gone := vitrine.Category{ID: 3, Slug: "oak", Name: "Oak dining chair", MergedInto: 1}
	categories := []vitrine.Category{gone, seats, chairs}
	file := func(name, format, facts string) vitrine.File {
		_, extension, _ := strings.Cut(name, ".")
		return vitrine.File{Name: name, Extension: extension, Format: format, Status: vitrine.FileReady, Facts: facts}
	}
	known := func(name, value string) string {
		return fmt.Sprintf(`{%q: {"value": %s, "certainty": "verified"}, "animated": {"value": false, "certainty": "verified"}}`, name, value)
	}
	for name, c := range map[string]struct {
		title string
		files []vitrine.File
		want  survey.Guesses
	}{
		"nothing": {"", nil, survey.Guesses{}},
		"a printed chair": {"", []vitrine.File{file("oak_dining_chair.stl", "stl", "")}, survey.Guesses{
			Title: "Oak dining chair", Category: chairs, ProductType: vitrine.Printable}},
		"seats, with words enough": {"Six seats for a long garden table", []vitrine.File{file("scene.glb", "gltf", known("rigged", "true"))},
			survey.Guesses{Title: "Scene", Category: seats, Tags: []string{"six", "seats", "for", "long", "garden", "table", "scene"},
				Rigged: true}},
		"in millimetres": {"", []vitrine.File{file("a.obj", "obj", known("units", `"mm"`))}, survey.Guesses{Title: "A", Units: "mm"}},
		"a chair among its textures": {"Oak ao", []vitrine.File{
			file("oak_ao.png", "image", ""), {Name: "evil.glb", Status: vitrine.FileRejected}, file("oak_basecolor.png", "image", ""),
			file("oak_chair.mtl", "", ""), file("oak_chair.obj", "obj", ""), file("oak_chair_print.stl", "stl", ""), file("oak_peg.stl", "stl", ""),
			file("readme.txt", "", ""), file("render_front.png", "image", "")},
			survey.Guesses{Title: "Oak chair", Category: chairs, Tags: []string{"oak", "chair", "print", "peg", "front"}}},
		"a texture alone": {"Oak ao", []vitrine.File{file("oak_ao.png", "image", "")}, survey.Guesses{Title: "Oak ao"}},
		"what was not taken": {"Evil chair", []vitrine.File{{Name: "evil_chair.glb", Status: vitrine.FileRejected}},
			survey.Guesses{Title: "Evil chair", Category: chairs}},
		"in parsecs": {"", []vitrine.File{file("a.obj", "obj", known("units", `"pc"`))}, survey.Guesses{Title: "A"}},
	} {
		m := &vitrine.Model{Files: c.files}
		m.Title = c.title
		got := survey.Guess(m, categories)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
