package inspect_test

import (
	"go/ast"
	"go/token"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/sourcetest"
)

// TestFileCodesDocument compares the codes of rejected files in docs/errors.md and
// in the contract with those in the source.
func TestFileCodesDocument(t *testing.T) {
	t.Parallel()
	want := sourceCodes(t)
	_, table, _ := strings.Cut(read(t, "../../docs/errors.md"), "## Codes of files")
	var rows []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\|").FindAllStringSubmatch(table, -1) {
		rows = append(rows, row[1])
	}
	slices.Sort(rows)
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Errorf("codes of files (-source +docs/errors.md):\n%s", diff)
	}
	_, list, _ := strings.Cut(read(t, "../../api/openapi.yaml"), "description: One of empty, ")
	list, _, _ = strings.Cut(list, ".")
	described := strings.Split("empty, "+list, ", ")
	slices.Sort(described)
	if diff := cmp.Diff(want, described); diff != "" {
		t.Errorf("codes of files (-source +api/openapi.yaml):\n%s", diff)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// sourceCodes are the codes that the source gives to rejected files, sorted.
func sourceCodes(t *testing.T) []string {
	t.Helper()
	codes := map[string]bool{}
	for _, pattern := range []string{"../geometry/*.go", "../geometry/*/*.go", "*.go", "../survey/read*.go"} {
		files := sourcetest.Parse(t, token.NewFileSet(), pattern)
		if len(files) == 0 {
			t.Fatalf("no source at %s", pattern)
		}
		for _, file := range files {
			fileCodes(file, codes)
		}
	}
	return slices.Sorted(maps.Keys(codes))
}

// fileCodes collects the codes that a source file names: as constants called
// code…, as constants that are texts in geometry/source, as first arguments of what refuses a file, and as first members of a
// Problem.
func fileCodes(file *ast.File, codes map[string]bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			if strings.HasPrefix(n.Names[0].Name, "code") || file.Name.Name == "source" {
				addCode(codes, n.Values)
			}
		case *ast.CallExpr:
			if name := sourcetest.Name(n.Fun); name == "refuse" || name == "refused" || name == "fail" || name == "Refuse" && !ofPicture(n.Fun) {
				addCode(codes, n.Args)
			}
		case *ast.CompositeLit:
			problemCodes(n, codes)
		}
		return true
	})
}

// ofPicture reports whether a function is one of package picture, which refuses pictures.
func ofPicture(fun ast.Expr) bool {
	selector, ok := fun.(*ast.SelectorExpr)
	return ok && sourcetest.Name(selector.X) == "picture"
}

// problemCodes collects from Problem{…}, and from []Problem{{…}, …}.
func problemCodes(literal *ast.CompositeLit, codes map[string]bool) {
	if list, ok := literal.Type.(*ast.ArrayType); ok && sourcetest.Name(list.Elt) == "Problem" {
		for _, element := range literal.Elts {
			if problem, ok := element.(*ast.CompositeLit); ok {
				addCode(codes, problem.Elts)
			}
		}
	}
	if sourcetest.Name(literal.Type) == "Problem" {
		addCode(codes, literal.Elts)
	}
}

// addCode adds the first of some expressions if it is a text.
func addCode(codes map[string]bool, from []ast.Expr) {
	if len(from) == 0 {
		return
	}
	first := from[0]
	if pair, ok := first.(*ast.KeyValueExpr); ok {
		first = pair.Value
	}
	if code, ok := sourcetest.Text(first); ok {
		codes[code] = true
	}
}
