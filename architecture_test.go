package vitrine_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// arrows are the imports that packages of this module may have of each other.
// They point down only. A new one is a decision: write it here, in
// ARCHITECTURE.md and in docs/decisions.md.
var arrows = map[string][]string{
	"vitrine":                          {},
	"vitrine/cmd/vitrine":              {"vitrine/internal/app", "vitrine/internal/config"},
	"vitrine/internal/config":          {"vitrine"},
	"vitrine/internal/auth":            {"vitrine"},
	"vitrine/internal/geometry":        {},
	"vitrine/internal/tga":             {},
	"vitrine/internal/dds":             {},
	"vitrine/internal/render":          {"vitrine/internal/dds", "vitrine/internal/geometry", "vitrine/internal/tga"},
	"vitrine/internal/preview":         {"vitrine/internal/dds", "vitrine/internal/geometry", "vitrine/internal/tga"},
	"vitrine/internal/inspect":         {"vitrine/internal/geometry", "vitrine/internal/preview", "vitrine/internal/render"},
	"vitrine/internal/picture":         {"vitrine"},
	"vitrine/internal/seed":            {"vitrine"},
	"vitrine/internal/demo":            {"vitrine", "vitrine/internal/geometry", "vitrine/internal/render"},
	"vitrine/internal/record":          {"vitrine"},
	"vitrine/internal/web":             {"vitrine"},
	"vitrine/internal/browsertest":     {},
	"vitrine/web":                      {},
	"vitrine/internal/blob":            {"vitrine"},
	"vitrine/internal/blob/blobtest":   {"vitrine", "vitrine/internal/blob"},
	"vitrine/internal/payment":         {"vitrine"},
	"vitrine/internal/store":           {"vitrine"},
	"vitrine/internal/store/storetest": {"vitrine", "vitrine/internal/store"},
	"vitrine/internal/backup":          {"vitrine", "vitrine/internal/blob", "vitrine/internal/store"},
	"vitrine/internal/jobs":            {"vitrine", "vitrine/internal/store"},
	"vitrine/internal/shop":            {"vitrine", "vitrine/internal/auth", "vitrine/internal/blob", "vitrine/internal/geometry", "vitrine/internal/inspect", "vitrine/internal/jobs", "vitrine/internal/payment", "vitrine/internal/picture", "vitrine/internal/record", "vitrine/internal/seed", "vitrine/internal/store"},
	"vitrine/internal/shop/shoptest":   {"vitrine/internal/geometry", "vitrine/internal/inspect", "vitrine/internal/jobs", "vitrine/internal/shop", "vitrine/internal/store"},
	"vitrine/internal/api":             {"vitrine", "vitrine/internal/auth", "vitrine/internal/record", "vitrine/internal/seed", "vitrine/internal/shop", "vitrine/internal/store", "vitrine/internal/web"},
	"vitrine/internal/api/apitest":     {},
	"vitrine/internal/pages":           {"vitrine", "vitrine/web", "vitrine/internal/record", "vitrine/internal/shop", "vitrine/internal/store", "vitrine/internal/web", "vitrine/web"},
}

// everything marks the packages that may see all.
var everything = []string{"vitrine/internal/app", "vitrine/bench"}

func TestArrows(t *testing.T) {
	t.Parallel()
	command := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
	output, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	decoder := json.NewDecoder(strings.NewReader(string(output)))
	seen := 0
	for {
		var pkg struct {
			ImportPath string
			Imports    []string
		}
		err := decoder.Decode(&pkg)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		seen++
		checkArrows(t, pkg.ImportPath, pkg.Imports)
	}
	if seen < len(arrows) {
		t.Errorf("saw %d packages, the table has %d: take those that are gone out of it", seen, len(arrows))
	}
}

func checkArrows(t *testing.T, from string, imports []string) {
	t.Helper()
	if slices.ContainsFunc(everything, func(all string) bool { return from == all || strings.HasPrefix(from, all+"/") }) {
		return
	}
	allowed, known := arrows[from]
	if !known {
		t.Errorf("package %s is not in the table of arrows: say what it may import", from)
	}
	for _, to := range imports {
		own := to == "vitrine" || strings.HasPrefix(to, "vitrine/")
		if own && !slices.Contains(allowed, to) {
			t.Errorf("new arrow: %s imports %s", from, to)
		}
		if from == "vitrine" && strings.Contains(to, ".") {
			t.Errorf("the root package imports %s: it may import the standard library alone", to)
		}
	}
}
