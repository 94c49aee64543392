package inspect_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
	for _, pattern := range []string{"../geometry/*.go", "*.go", "../shop/read*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no source at %s: %v", pattern, err)
		}
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				fileCodes(t, file, codes)
			}
		}
	}
	return slices.Sorted(maps.Keys(codes))
}

// fileCodes collects the codes that a source file names: as constants called
// code…, as first arguments of what refuses a file, and as first members of a
// Problem.
func fileCodes(t *testing.T, file string, codes map[string]bool) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			if strings.HasPrefix(n.Names[0].Name, "code") {
				addCode(codes, n.Values)
			}
		case *ast.CallExpr:
			if name := nameOf(n.Fun); name == "refuse" || name == "refused" || name == "fail" {
				addCode(codes, n.Args)
			}
		case *ast.CompositeLit:
			problemCodes(n, codes)
		}
		return true
	})
}

// problemCodes collects from Problem{…}, and from []Problem{{…}, …}.
func problemCodes(literal *ast.CompositeLit, codes map[string]bool) {
	if list, ok := literal.Type.(*ast.ArrayType); ok && nameOf(list.Elt) == "Problem" {
		for _, element := range literal.Elts {
			if problem, ok := element.(*ast.CompositeLit); ok {
				addCode(codes, problem.Elts)
			}
		}
	}
	if nameOf(literal.Type) == "Problem" {
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
	if text, ok := first.(*ast.BasicLit); ok && text.Kind == token.STRING {
		if code, err := strconv.Unquote(text.Value); err == nil {
			codes[code] = true
		}
	}
}

func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}
