package vitrine_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// allowedImports are the imports that packages of this module may have of each other,
// one package a line. Names that do not begin with vitrine lie in vitrine/internal. They
// point down only. A new one is a decision: write it here, in ARCHITECTURE.md and in
// docs/decisions.md.
const allowedImports = `
vitrine:
vitrine/client:
vitrine/cmd/vitrine: app
config: vitrine door mail openid payment payment/stripe picture shop web
auth: vitrine
auth/authtest: auth
geometry/inflate:
geometry/source: geometry/inflate
geometry/polygon:
geometry: geometry/source
geometry/format: geometry geometry/source
geometry/blend: geometry geometry/format geometry/source
geometry/collada: geometry geometry/format geometry/polygon geometry/source
geometry/fbx: geometry geometry/format geometry/inflate geometry/polygon geometry/source
geometry/gltf: geometry geometry/format geometry/source
geometry/iges: geometry geometry/format geometry/source
geometry/obj: geometry geometry/format geometry/polygon geometry/source
geometry/off: geometry geometry/format geometry/source
geometry/ply: geometry geometry/format geometry/polygon geometry/source
geometry/splat: geometry geometry/format geometry/source
geometry/spz: geometry geometry/format geometry/source
geometry/step: geometry geometry/format geometry/source
geometry/stl: geometry geometry/format geometry/source
geometry/threeds: geometry geometry/format geometry/source
geometry/threemf: geometry geometry/format geometry/source
geometry/detect: geometry geometry/blend geometry/collada geometry/fbx geometry/format geometry/gltf geometry/iges geometry/obj geometry/off geometry/ply geometry/source geometry/splat geometry/spz geometry/step geometry/stl geometry/threeds geometry/threemf
geometry/collada/colladatest: geometry/geometrytest
geometry/fbx/fbxtest: geometry/geometrytest
geometry/geometrytest: geometry geometry/detect geometry/source meshfile
geometry/geometrytest/toy: geometry geometry/format geometry/source
geometry/gltf/gltftest: geometry/source meshfile
geometry/threeds/threedstest: geometry/geometrytest
geometry/threemf/threemftest: geometry/detect geometry/geometrytest
sandbox:
texture/tga:
texture/dds:
texture: texture/dds texture/tga
scenery:
meshfile:
render: geometry scenery texture
preview: geometry meshfile scenery texture
inspect: vitrine geometry geometry/detect geometry/source picture preview render sandbox texture
picture: vitrine texture
picture/pngtest:
seed:
demo: vitrine demo/cg demo/prints demo/sculpt geometry meshfile render
demo/cg: demo/sculpt
demo/prints: demo/sculpt
demo/sculpt:
demo/sculpt/sculpttest: demo/sculpt sourcetest
record: vitrine
openapi:
openapi/goclient:
door: vitrine
web: vitrine door
browsertest:
sourcetest:
vitrine/viewer:
blob/disposition:
blob: vitrine blob/disposition
archive:
blob/blobhttp: vitrine archive blob blob/disposition
blob/blobtest: vitrine blob blob/blobhttp
payment: vitrine
payment/stripe: vitrine payment
payment/stripesim:
sepa: vitrine
fisc: vitrine
pdf:
posting:
ledger: vitrine
vies: guard
invoice: vitrine
tax: vitrine
store: vitrine posting words
store/storetest: vitrine auth store
kept: store
words:
locale: vitrine
backup: vitrine blob store
backup/backuptest:
markdown:
receipt:
jobs: vitrine store
mail/line:
mail/dsn: vitrine mail/line
mail: vitrine auth locale mail/dsn mail/line store
mail/mailtest:
session: vitrine locale shop web
passkey: vitrine
openid: vitrine guard
openid/openidtest:
guard:
webhook: vitrine guard store
shop: vitrine archive auth blob guard ledger mail mail/dsn markdown openid passkey payment picture receipt record seed store tax webhook
survey: vitrine blob geometry geometry/detect inspect seed shop store
clocktest:
markettest: auth/authtest blob payment picture shop store survey survey/surveytest
upload: vitrine shop web
survey/surveytest: geometry geometry/detect inspect jobs store survey
api: vitrine auth door kept mail mail/dsn openapi receipt record seed shop store survey upload web webhook
api/apitest:
pages: vitrine locale pdf session shop web vitrine/viewer
pages/account: vitrine locale pages session shop web
pages/mailroom: vitrine locale mail pages session shop store web
pages/deals: vitrine locale pages shop store web
pages/moderation: vitrine locale pages record session shop store web
pages/papers: vitrine locale markdown pages session shop store web
pages/reference: vitrine markdown pages web
pages/requests: vitrine locale pages shop store web
pages/applications: vitrine locale pages session shop store web
pages/money: vitrine locale pages shop store web
pages/hooks: vitrine locale pages session shop store web webhook
pages/operator: vitrine fisc locale pages record sepa shop store web
pages/billing: vitrine invoice locale pages pdf shop store tax web
pages/buyers: vitrine locale pages record session shop store web
pages/keeping: vitrine locale pages record session shop store web
pages/library: vitrine blob/blobhttp locale pages pdf receipt record session shop store web
oauth: vitrine auth locale pages session shop store web
pages/security: vitrine auth locale openid pages session shop web
pages/seller: vitrine locale pages record session shop store survey upload web
pages/setup: vitrine locale pages session shop web
pages/statements: vitrine locale pages pdf session shop store web
pages/storefront: vitrine inspect kept locale pages record session shop store survey web vitrine/viewer
`

// readTable reads a table of imports.
func readTable(lines string) map[string][]string {
	full := func(name string) string {
		if strings.HasPrefix(name, "vitrine") {
			return name
		}
		return "vitrine/internal/" + name
	}
	table := map[string][]string{}
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		from, imports, _ := strings.Cut(line, ":")
		table[full(from)] = nil
		for to := range strings.FieldsSeq(imports) {
			table[full(from)] = append(table[full(from)], full(to))
		}
	}
	return table
}

// unrestricted packages may see all.
var unrestricted = []string{"vitrine/internal/app", "vitrine/bench"}

func TestImports(t *testing.T) {
	t.Parallel()
	table := readTable(allowedImports)
	left := maps.Clone(table)
	for from, imports := range ownImports(t) {
		if slices.ContainsFunc(unrestricted, func(all string) bool { return from == all || strings.HasPrefix(from, all+"/") }) {
			continue
		}
		allowed, known := table[from]
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

// TestShopKnowsNo3D follows the imports of the shop and of its tests: what parses or draws
// 3D files is not among them, so that sales can be read and tested without it.
func TestShopKnowsNo3D(t *testing.T) {
	t.Parallel()
	output, err := exec.Command("go", "list", "-test", "-deps", "./internal/shop").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for imported := range strings.FieldsSeq(string(output)) {
		for _, of3D := range []string{"geometry", "inspect", "preview", "render", "survey"} {
			if name := "vitrine/internal/" + of3D; imported == name || strings.HasPrefix(imported, name+"/") {
				t.Errorf("the shop depends on %s", imported)
			}
		}
	}
}

// TestFuzzedApart follows the imports of packages with fuzz targets: neither the database nor S3 is among
// them. All that a target depends on is compiled once more to be watched, which takes minutes of these.
func TestFuzzedApart(t *testing.T) {
	t.Parallel()
	target := regexp.MustCompile(`(?m)^func Fuzz`)
	args := []string{"list", "-test", "-deps"}
	for _, name := range repositoryFiles(t) {
		if strings.HasSuffix(name, "_test.go") {
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if folder := "./" + path.Dir(name); target.Match(source) && !slices.Contains(args, folder) {
				args = append(args, folder)
			}
		}
	}
	output, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for imported := range strings.FieldsSeq(string(output)) {
		if slices.Contains([]string{"vitrine/internal/store", "vitrine/internal/blob"}, imported) {
			t.Errorf("a package with a fuzz target depends on %s: put what it tries into a package of its own", imported)
		}
	}
}

// ownImports returns the imports that each package has of this module. The root
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
