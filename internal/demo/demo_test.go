package demo_test

import (
	"slices"
	"strings"
	"testing"

	"vitrine/internal/demo"
)

// TestCatalogue: every item has a known seller, a title of its own, files in its
// formats and pictures, and no two files share a name.
func TestCatalogue(t *testing.T) {
	t.Parallel()
	sellers := map[string]int{}
	for _, author := range demo.Authors() {
		sellers[author.Username] = 0
	}
	titles, names := map[string]bool{}, map[string]bool{}
	for _, item := range demo.Catalogue() {
		if _, known := sellers[item.Author]; !known {
			t.Errorf("%s: there is no seller %s", item.Title, item.Author)
		}
		sellers[item.Author]++
		if titles[item.Title] {
			t.Errorf("%s is there twice", item.Title)
		}
		titles[item.Title] = true
		made := item.Build()
		if len(made.Files) == 0 || len(made.Pictures) == 0 {
			t.Errorf("%s has %d files and %d pictures", item.Title, len(made.Files), len(made.Pictures))
		}
		for _, file := range slices.Concat(made.Files, made.Pictures) {
			if names[file.Name] || !strings.Contains(file.Name, ".") {
				t.Errorf("%s: a file %q", item.Title, file.Name)
			}
			names[file.Name] = true
		}
		if cg := item.ProductType == "cg"; cg != (made.Info.Polygons > 0) {
			t.Errorf("%s of type %s has %d polygons", item.Title, item.ProductType, made.Info.Polygons)
		}
	}
	for name, items := range sellers {
		if items == 0 {
			t.Errorf("%s sells nothing", name)
		}
	}
}
