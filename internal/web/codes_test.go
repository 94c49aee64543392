package web_test

import (
	"go/ast"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/sourcetest"
)

// TestMemberCodesDocument compares the second table of docs/errors.md with the
// codes that the source gives to members, parameters and headers.
func TestMemberCodesDocument(t *testing.T) {
	t.Parallel()
	document, err := os.ReadFile(errorsFile)
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(document), "## Codes of single members")
	table, _, _ = strings.Cut(table, "\n## ")
	var documented []string
	for line := range strings.Lines(table) {
		if cells := strings.Split(line, "|"); len(cells) > 2 {
			for _, code := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[1], -1) {
				documented = append(documented, code[1])
			}
		}
	}
	slices.Sort(documented)
	if diff := cmp.Diff(memberCodes(t, "../.."), documented); diff != "" {
		t.Errorf("codes of single members (-source +docs/errors.md):\n%s", diff)
	}
}

// memberCodes are the codes of all faults that the module's source makes, sorted.
func memberCodes(t *testing.T, root string) []string {
	t.Helper()
	c := &codes{t: t, files: token.NewFileSet(), found: map[string]bool{}, takes: map[string]int{}, gives: map[string]int{},
		constants: map[string]string{}}
	parsed := c.parse(root)
	for _, visit := range []func(ast.Node) bool{c.declarations, c.uses} {
		for _, file := range parsed {
			c.file, c.pkg = c.files.Position(file.Pos()).Filename, file.Name.Name
			ast.Inspect(file, visit)
		}
	}
	return slices.Sorted(maps.Keys(c.found))
}

// codes collects what the source says of codes: each is a literal or a constant,
// as the member Code of a vitrine.Field, as the argument for a parameter called
// code, in a struct's field called code, or as a result called code.
type codes struct {
	t         *testing.T
	files     *token.FileSet
	file, pkg string // that is looked at
	found     map[string]bool
	takes     map[string]int // functions and structs with a code, and its place; closures by their file, all else by its package
	gives     map[string]int // functions with a result called code, and its place
	constants map[string]string
}

// parse reads the packages that name vitrine.Field, the root among them.
func (c *codes) parse(root string) []*ast.File {
	var files []*ast.File
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if name := entry.Name(); name == "node_modules" || name == "testdata" || name == "tools" || strings.HasPrefix(name, ".") && path != root {
			return filepath.SkipDir
		}
		files = append(files, c.parsePackage(path)...)
		return nil
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return files
}

func (c *codes) parsePackage(dir string) []*ast.File {
	files := sourcetest.Parse(c.t, c.files, filepath.Join(dir, "*.go"))
	if !slices.ContainsFunc(files, namesField) {
		return nil
	}
	return files
}

// namesField reports whether a file is of the root package or names vitrine.Field.
func namesField(file *ast.File) bool {
	names := file.Name.Name == "vitrine"
	ast.Inspect(file, func(n ast.Node) bool {
		if selected, ok := n.(*ast.SelectorExpr); ok && selected.Sel.Name == "Field" && sourcetest.Name(selected.X) == "vitrine" {
			names = true
		}
		return !names
	})
	return names
}

// declarations notes where codes are taken and given, and constants.
func (c *codes) declarations(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		c.signature(c.pkg+"."+n.Name.Name, n.Type)
	case *ast.AssignStmt:
		if f, ok := n.Rhs[0].(*ast.FuncLit); ok {
			c.signature(c.file+"."+sourcetest.Name(n.Lhs[0]), f.Type)
		}
	case *ast.TypeSpec:
		if s, ok := n.Type.(*ast.StructType); ok {
			if i := placeOfCode(s.Fields); i >= 0 {
				c.takes[c.pkg+"."+n.Name.Name] = i
			}
		}
	case *ast.ValueSpec:
		if len(n.Values) == 1 {
			if text, ok := sourcetest.Text(n.Values[0]); ok {
				c.constants[c.pkg+"."+n.Names[0].Name] = text
			}
		}
	}
	return true
}

func (c *codes) signature(name string, f *ast.FuncType) {
	if i := placeOfCode(f.Params); i >= 0 {
		c.takes[name] = i
	}
	if i := placeOfCode(f.Results); i >= 0 {
		c.gives[name] = i
	}
}

// placeOfCode is where a list of fields has a string called code, -1 for nowhere.
func placeOfCode(fields *ast.FieldList) int {
	if fields == nil {
		return -1
	}
	i := 0
	for _, field := range fields.List {
		for _, name := range field.Names {
			if name.Name == "code" && sourcetest.Name(field.Type) == "string" {
				return i
			}
			i++
		}
	}
	return -1
}

// uses collects the codes.
func (c *codes) uses(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		i, ok := c.takes[c.file+"."+sourcetest.Name(n.Fun)]
		if !ok {
			i, ok = c.takes[c.pkg+"."+sourcetest.Name(n.Fun)]
		}
		if ok && i < len(n.Args) {
			c.add(n.Args[i])
		}
	case *ast.FuncDecl:
		if i, ok := c.gives[c.pkg+"."+n.Name.Name]; ok {
			ast.Inspect(n, func(n ast.Node) bool {
				if r, ok := n.(*ast.ReturnStmt); ok && i < len(r.Results) {
					c.add(r.Results[i])
				}
				return true
			})
		}
	case *ast.CompositeLit:
		c.composite(sourcetest.Name(n.Type), n)
		if list, ok := n.Type.(*ast.ArrayType); ok {
			for _, element := range n.Elts {
				if inner, ok := element.(*ast.CompositeLit); ok && inner.Type == nil {
					c.composite(sourcetest.Name(list.Elt), inner)
				}
			}
		}
	}
	return true
}

func (c *codes) composite(name string, n *ast.CompositeLit) {
	place, known := c.takes[c.pkg+"."+name]
	for i, element := range n.Elts {
		pair, keyed := element.(*ast.KeyValueExpr)
		switch {
		case name == "Field" && !keyed:
			c.t.Errorf("%s: name the members of a Field", c.files.Position(n.Pos()))
		case name == "Field" && sourcetest.Name(pair.Key) == "Code":
			c.add(pair.Value)
		case known && keyed && sourcetest.Name(pair.Key) == "code":
			c.add(pair.Value)
		case known && !keyed && i == place:
			c.add(element)
		}
	}
}

// add collects a code that is a literal or a constant. A variable called code, or
// a member, has its value from another place that is looked at.
func (c *codes) add(e ast.Expr) {
	if text, ok := sourcetest.Text(e); ok {
		c.found[text] = true
		return
	}
	if converted, ok := e.(*ast.CallExpr); ok && sourcetest.Name(converted.Fun) == "string" {
		e = converted.Args[0]
	}
	name, from := sourcetest.Name(e), c.pkg
	if selected, ok := e.(*ast.SelectorExpr); ok {
		from = sourcetest.Name(selected.X)
	}
	if text, ok := c.constants[from+"."+name]; ok {
		c.found[text] = true
		return
	}
	if name != "code" && name != "Code" {
		c.t.Errorf("%s: nobody can tell which code this is: a literal, a constant or what is called code can be told", c.files.Position(e.Pos()))
	}
}
