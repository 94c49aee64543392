package locale_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/template/parse"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/seed"
	"vitrine/internal/sourcetest"
)

// key is an English text that the program says.
type key struct {
	note, one, other string
	places           []string
}

// source is all that the program says, and all texts that are in it.
type source struct {
	keys  map[string]*key
	order []string // of keys, as they come in files
	texts map[string]bool
}

// readSource reads the templates and programs of the module.
func readSource(t *testing.T) *source {
	t.Helper()
	s := &source{keys: map[string]*key{}, texts: map[string]bool{}}
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (name == "testdata" || strings.HasPrefix(name, ".") && len(name) > 2 || name == "clients" || name == "tools"):
			return filepath.SkipDir
		case strings.HasSuffix(path, ".html") && filepath.Base(filepath.Dir(path)) == "templates":
			s.template(t, path)
		case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
			s.program(t, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	s.data()
	return s
}

func (s *source) add(path, one, other string) *key {
	path = strings.TrimPrefix(filepath.ToSlash(path), "../../")
	known := s.keys[one]
	if known == nil {
		note, text := locale.Cut(one)
		known = &key{note: note, one: text, other: other}
		s.keys[one] = known
		s.order = append(s.order, one)
	}
	if !slices.Contains(known.places, path) {
		known.places = append(known.places, path)
	}
	return known
}

// data adds what is said of data that ships with the program.
func (s *source) data() {
	const path = "internal/seed"
	known := func(text string) { s.add(path, "data|"+text, "") }
	for _, c := range seed.Categories() {
		known(c.Name)
	}
	for _, value := range slices.Concat(vitrine.GeometryTypes(), vitrine.UnwrappedUVs()) {
		known(strings.ToUpper(value[:1]) + strings.ReplaceAll(value[1:], "_", " "))
	}
	for _, l := range seed.Licenses() {
		known(strings.ToUpper(l.Type[:1]) + l.Type[1:])
		known(l.Name)
		known(l.Description)
	}
}

// template adds what a template says.
func (s *source) template(t *testing.T, path string) {
	for _, tree := range readTemplate(t, path) {
		walk(tree.Root, func(node parse.Node) {
			command, ok := node.(*parse.CommandNode)
			if !ok || len(command.Args) < 2 {
				return
			}
			function, ok := command.Args[0].(*parse.IdentifierNode)
			if !ok {
				return
			}
			texts := textsOf(command.Args[1:])
			switch function.Ident {
			case "t", "h":
				s.said(t, path, texts, 1)
			case "n", "nh", "forms":
				s.said(t, path, texts, 2)
			}
		})
	}
}

func (s *source) said(t *testing.T, path string, texts []string, want int) {
	t.Helper()
	switch {
	case len(texts) < want:
		t.Errorf("%s: what is said is no text: only texts are found for translators", path)
	case want == 1:
		s.add(path, texts[0], "")
	default:
		s.add(path, texts[0], texts[1])
	}
}

// textsOf are the texts that arguments begin with.
func textsOf(args []parse.Node) (texts []string) {
	for _, arg := range args {
		text, ok := arg.(*parse.StringNode)
		if !ok {
			break
		}
		texts = append(texts, text.Text)
	}
	return texts
}

func readTemplate(t *testing.T, path string) map[string]*parse.Tree {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	trees := map[string]*parse.Tree{}
	tree := parse.New(path)
	tree.Mode = parse.SkipFuncCheck
	if _, err := tree.Parse(string(text), "", "", trees); err != nil {
		t.Fatal(err)
	}
	trees[path] = tree
	return trees
}

// walk visits a node and all below it, pipelines too.
func walk(node parse.Node, visit func(parse.Node)) {
	visit(node)
	branch := func(b *parse.BranchNode) {
		walk(b.Pipe, visit)
		walk(b.List, visit)
		if b.ElseList != nil {
			walk(b.ElseList, visit)
		}
	}
	switch node := node.(type) {
	case *parse.ListNode:
		for _, n := range node.Nodes {
			walk(n, visit)
		}
	case *parse.ActionNode:
		walk(node.Pipe, visit)
	case *parse.TemplateNode:
		if node.Pipe != nil {
			walk(node.Pipe, visit)
		}
	case *parse.PipeNode:
		for _, c := range node.Cmds {
			walk(c, visit)
		}
	case *parse.CommandNode:
		for _, n := range node.Args {
			walk(n, visit)
		}
	case *parse.ChainNode:
		walk(node.Node, visit)
	case *parse.IfNode:
		branch(&node.BranchNode)
	case *parse.WithNode:
		branch(&node.BranchNode)
	case *parse.RangeNode:
		branch(&node.BranchNode)
	}
}

// program adds what a program says by the package locale.
func (s *source) program(t *testing.T, path string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	speaks := file.Name.Name == "locale" || slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool {
		return i.Path.Value == `"vitrine/internal/locale"`
	})
	ast.Inspect(file, func(node ast.Node) bool {
		if text, ok := node.(*ast.BasicLit); ok && text.Kind == token.STRING {
			value, _ := strconv.Unquote(text.Value)
			s.texts[value] = true
		}
		if sum, ok := node.(*ast.BinaryExpr); ok {
			if value, ok := textOf(sum); ok {
				s.texts[value] = true // of several lines
			}
		}
		if sum, ok := node.(*ast.BinaryExpr); ok {
			if text, ok := textOf(sum); ok {
				s.texts[text] = true
			}
		}
		if call, ok := node.(*ast.CallExpr); ok && speaks && len(call.Args) > 0 {
			s.call(t, path, call)
		}
		return true
	})
}

func (s *source) call(t *testing.T, path string, call *ast.CallExpr) {
	t.Helper()
	want := sayingTexts(call)
	if want == 0 {
		return
	}
	if _, converted := call.Args[0].(*ast.CallExpr); converted && strings.HasSuffix(path, "locale/say.go") {
		return // for templates, which are read themselves
	}
	var texts []string
	for _, arg := range call.Args {
		text, ok := textOf(arg)
		if !ok {
			break
		}
		texts = append(texts, text)
	}
	s.said(t, path, texts, want)
}

// sayingTexts is how many texts a call says: one of a method of a language, which is called l or
// just found, or of locale.Text; 0 for others.
func sayingTexts(call *ast.CallExpr) int {
	function, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return 0
	}
	on, isName := function.X.(*ast.Ident)
	_, isCall := function.X.(*ast.CallExpr)
	switch {
	case isName && on.Name == "locale" && function.Sel.Name == "Text":
		return 1
	case isName && on.Name == "l" || isCall:
		return map[string]int{"T": 1, "HTML": 1, "N": 2, "NHTML": 2}[function.Sel.Name]
	}
	return 0
}

// textOf is what a constant text says, of several pieces too.
func textOf(e ast.Expr) (string, bool) {
	sum, ok := e.(*ast.BinaryExpr)
	if !ok {
		return sourcetest.Text(e)
	}
	left, okLeft := textOf(sum.X)
	right, okRight := textOf(sum.Y)
	return left + right, okLeft && okRight && sum.Op == token.ADD
}
