package vitrine_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// allowedImports are the imports that packages of this module may have of each other.
// They point down only. A new one is a decision: write it here, in
// ARCHITECTURE.md and in docs/decisions.md.
var allowedImports = map[string][]string{
	"vitrine":                                 {},
	"vitrine/cmd/vitrine":                     {"vitrine/internal/app"},
	"vitrine/internal/config":                 {"vitrine", "vitrine/internal/door", "vitrine/internal/payment", "vitrine/internal/picture", "vitrine/internal/shop", "vitrine/internal/web"},
	"vitrine/internal/auth":                   {"vitrine"},
	"vitrine/internal/geometry":               {},
	"vitrine/internal/sandbox":                {},
	"vitrine/internal/texture/tga":            {},
	"vitrine/internal/texture/dds":            {},
	"vitrine/internal/texture":                {"vitrine/internal/texture/dds", "vitrine/internal/texture/tga"},
	"vitrine/internal/scenery":                {},
	"vitrine/internal/meshfile":               {},
	"vitrine/internal/render":                 {"vitrine/internal/geometry", "vitrine/internal/scenery", "vitrine/internal/texture"},
	"vitrine/internal/preview":                {"vitrine/internal/geometry", "vitrine/internal/meshfile", "vitrine/internal/scenery", "vitrine/internal/texture"},
	"vitrine/internal/inspect":                {"vitrine", "vitrine/internal/geometry", "vitrine/internal/picture", "vitrine/internal/preview", "vitrine/internal/render", "vitrine/internal/sandbox", "vitrine/internal/texture"},
	"vitrine/internal/picture":                {"vitrine", "vitrine/internal/texture"},
	"vitrine/internal/picture/pngtest":        {},
	"vitrine/internal/seed":                   {},
	"vitrine/internal/demo":                   {"vitrine", "vitrine/internal/demo/cg", "vitrine/internal/demo/prints", "vitrine/internal/demo/sculpt", "vitrine/internal/geometry", "vitrine/internal/meshfile", "vitrine/internal/render"},
	"vitrine/internal/demo/cg":                {"vitrine/internal/demo/sculpt"},
	"vitrine/internal/demo/prints":            {"vitrine/internal/demo/sculpt"},
	"vitrine/internal/demo/sculpt":            {},
	"vitrine/internal/demo/sculpt/sculpttest": {"vitrine/internal/demo/sculpt", "vitrine/internal/sourcetest"},
	"vitrine/internal/record":                 {"vitrine"},
	"vitrine/internal/openapi":                {},
	"vitrine/internal/door":                   {"vitrine"},
	"vitrine/internal/web":                    {"vitrine", "vitrine/internal/door"},
	"vitrine/internal/browsertest":            {},
	"vitrine/internal/sourcetest":             {},
	"vitrine/web":                             {},
	"vitrine/internal/blob":                   {"vitrine"},
	"vitrine/internal/blob/blobtest":          {"vitrine", "vitrine/internal/blob"},
	"vitrine/internal/payment":                {"vitrine"},
	"vitrine/internal/store":                  {"vitrine"},
	"vitrine/internal/store/storetest":        {"vitrine", "vitrine/internal/auth", "vitrine/internal/store"},
	"vitrine/internal/backup":                 {"vitrine", "vitrine/internal/blob", "vitrine/internal/store"},
	"vitrine/internal/jobs":                   {"vitrine", "vitrine/internal/store"},
	"vitrine/internal/shop":                   {"vitrine", "vitrine/internal/auth", "vitrine/internal/blob", "vitrine/internal/geometry", "vitrine/internal/inspect", "vitrine/internal/payment", "vitrine/internal/picture", "vitrine/internal/record", "vitrine/internal/seed", "vitrine/internal/store"},
	"vitrine/internal/shop/shoptest":          {"vitrine/internal/geometry", "vitrine/internal/inspect", "vitrine/internal/jobs", "vitrine/internal/shop", "vitrine/internal/store"},
	"vitrine/internal/api":                    {"vitrine", "vitrine/internal/auth", "vitrine/internal/door", "vitrine/internal/openapi", "vitrine/internal/record", "vitrine/internal/seed", "vitrine/internal/shop", "vitrine/internal/store", "vitrine/internal/web"},
	"vitrine/internal/api/apitest":            {},
	"vitrine/internal/pages":                  {"vitrine", "vitrine/internal/inspect", "vitrine/internal/record", "vitrine/internal/shop", "vitrine/internal/store", "vitrine/internal/web", "vitrine/web"},
}

// unrestricted packages may see all.
var unrestricted = []string{"vitrine/internal/app", "vitrine/bench"}

func TestImports(t *testing.T) {
	t.Parallel()
	left := maps.Clone(allowedImports)
	for from, imports := range ownImports(t) {
		if slices.ContainsFunc(unrestricted, func(all string) bool { return from == all || strings.HasPrefix(from, all+"/") }) {
			continue
		}
		allowed, known := allowedImports[from]
		if !known {
			t.Errorf("package %s is not in the table: say what it may import", from)
		}
		delete(left, from)
		for _, to := range imports {
			if !slices.Contains(allowed, to) {
				t.Errorf("a new import: %s imports %s", from, to)
			}
		}
		for _, to := range allowed {
			if !slices.Contains(imports, to) {
				t.Errorf("%s does not import %s: take it out of the table", from, to)
			}
		}
	}
	for from := range left {
		t.Errorf("there is no package %s: take it out of the table", from)
	}
}

// ownImports gives the imports that each package has of this module. The root
// package must have no others but the standard library's.
func ownImports(t *testing.T) map[string][]string {
	t.Helper()
	output, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	imports := map[string][]string{}
	for decoder := json.NewDecoder(bytes.NewReader(output)); ; {
		var pkg struct {
			ImportPath string
			Imports    []string
		}
		err := decoder.Decode(&pkg)
		if errors.Is(err, io.EOF) {
			return imports
		}
		if err != nil {
			t.Fatal(err)
		}
		imports[pkg.ImportPath] = slices.DeleteFunc(pkg.Imports, func(to string) bool {
			if pkg.ImportPath == "vitrine" && strings.Contains(to, ".") {
				t.Errorf("the root package imports %s: it may import the standard library alone", to)
			}
			return to != "vitrine" && !strings.HasPrefix(to, "vitrine/")
		})
	}
}
