package pages

import (
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"strings"
	"sync"
	"text/template/parse"
	"time"

	"vitrine"
	"vitrine/internal/locale"
)

// Room is a set of pages in the shell, with templates of its own.
type Room struct {
	*Shell
	spoken bool // in all languages; else in English alone
	pages  map[spokenPage]func() (*template.Template, error)
}

// spokenPage is a page in a language.
type spokenPage struct {
	name     string
	language *locale.Language
}

// Spoken is a function of templates that is another one in each language.
type Spoken func(l *locale.Language) any

// Room reads the pages in the folder templates of files, which are in English alone. Each is
// the template "content" in a file of the page's name; what parts.html defines, where there is
// one, all pages of the room may use. functions are added to those of the shell.
func (s *Shell) Room(files fs.FS, functions template.FuncMap) (*Room, error) {
	return s.room(files, functions, false)
}

// SpokenRoom is Room of pages that say all they say by t, h, n and nh, in each language.
func (s *Shell) SpokenRoom(files fs.FS, functions template.FuncMap) (*Room, error) {
	return s.room(files, functions, true)
}

func (s *Shell) room(files fs.FS, functions template.FuncMap, spoken bool) (*Room, error) {
	room := &Room{Shell: s, spoken: spoken, pages: map[spokenPage]func() (*template.Template, error){}}
	layout, err := template.New("layout.html").Funcs(s.functions(locale.English(), true)).Funcs(bind(functions, locale.English())).
		ParseFS(shellFiles, "templates/layout.html")
	if err != nil {
		return nil, fmt.Errorf("pages: %w", err)
	}
	if _, err := fs.Stat(files, "templates/parts.html"); err == nil {
		if layout, err = layout.ParseFS(files, "templates/parts.html"); err != nil {
			return nil, fmt.Errorf("pages: %w", err)
		}
	}
	names, err := fs.Glob(files, "templates/*.html")
	if err != nil {
		return nil, fmt.Errorf("pages: %w", err)
	}
	for _, file := range names {
		read := func() (*template.Template, error) {
			page, err := layout.Clone()
			if err == nil {
				page, err = page.ParseFS(files, file)
			}
			if err != nil {
				return nil, fmt.Errorf("pages: %w", err)
			}
			return page, nil
		}
		// What is wrong with a page is found here. None is kept: most are never asked for in most languages.
		if _, err := read(); err != nil {
			return nil, err
		}
		for _, l := range locale.All() {
			room.pages[spokenPage{strings.TrimSuffix(path.Base(file), ".html"), l}] = sync.OnceValues(func() (*template.Template, error) {
				page, err := read()
				if err != nil {
					return nil, err
				}
				return s.speak(page, functions, l, spoken), nil
			})
		}
	}
	return room, nil
}

// speak puts a page into a language.
func (s *Shell) speak(page *template.Template, functions template.FuncMap, l *locale.Language, spoken bool) *template.Template {
	content := l
	if !spoken {
		content = locale.English()
	}
	said := s.functions(l, spoken)
	page.Funcs(said).Funcs(bind(functions, content))
	for _, t := range page.Templates() {
		if t.Tree != nil {
			say(t.Tree.Root, said)
		}
	}
	return page
}

// bind returns functions in a language.
func bind(functions template.FuncMap, l *locale.Language) template.FuncMap {
	bound := template.FuncMap{}
	for name, f := range functions {
		if spoken, ok := f.(Spoken); ok {
			f = spoken(l)
		}
		bound[name] = f
	}
	return bound
}

// say puts what a template says without values in its place: it is the same each time.
func say(node parse.Node, by template.FuncMap) {
	switch node := node.(type) {
	case *parse.ListNode:
		if node == nil {
			return
		}
		for i, n := range node.Nodes {
			if text, ok := saidBy(n, by); ok {
				node.Nodes[i] = &parse.TextNode{NodeType: parse.NodeText, Pos: n.Position(), Text: []byte(text)}
				continue
			}
			say(n, by)
		}
	case *parse.IfNode:
		sayBranches(&node.BranchNode, by)
	case *parse.WithNode:
		sayBranches(&node.BranchNode, by)
	case *parse.RangeNode:
		sayBranches(&node.BranchNode, by)
	}
}

func sayBranches(node *parse.BranchNode, by template.FuncMap) {
	say(node.List, by)
	say(node.ElseList, by)
}

// saidBy is the HTML of {{t "text"}}, {{h "text"}}, {{forms "text" "text"}} and {{languages}}.
func saidBy(node parse.Node, by template.FuncMap) (html string, ok bool) {
	action, ok := node.(*parse.ActionNode)
	if !ok || len(action.Pipe.Decl) > 0 || len(action.Pipe.Cmds) != 1 {
		return "", false
	}
	function, isName := action.Pipe.Cmds[0].Args[0].(*parse.IdentifierNode)
	var texts []string
	for _, arg := range action.Pipe.Cmds[0].Args[1:] {
		text, isText := arg.(*parse.StringNode)
		if !isText {
			return "", false
		}
		texts = append(texts, text.Text)
	}
	if !isName {
		return "", false
	}
	switch say := by[function.Ident].(type) {
	case func() template.HTML:
		return string(say()), len(texts) == 0
	case func(string, ...any) string:
		if len(texts) == 1 {
			return template.HTMLEscapeString(say(texts[0])), true
		}
	case func(string, ...any) template.HTML:
		if len(texts) == 1 {
			return string(say(texts[0])), true
		}
	case func(string, string) string:
		if len(texts) == 2 {
			return template.HTMLEscapeString(say(texts[0], texts[1])), true
		}
	}
	return "", false
}

// functions are those that all templates may call, in a language, and in English what pages
// use that are in English alone.
func (s *Shell) functions(l *locale.Language, spoken bool) template.FuncMap {
	in := l
	if !spoken {
		in = locale.English()
	}
	functions := l.Functions()
	for name, f := range map[string]any{
		"asset":     s.assets.path,
		"base":      s.Address,
		"bytes":     in.Bytes,
		"count":     in.Number,
		"day":       func(t time.Time) string { return in.Day(t) },
		"moment":    func(t time.Time) string { return in.Moment(t) },
		"iso":       func(t time.Time) string { return t.UTC().Format(time.DateOnly) },
		"paper":     func(kind vitrine.PaperKind) string { return PaperName(l, kind) },
		"nth":       func(i int) int { return i + 1 },
		"figure":    in.Figure,
		"stars":     func(n int) template.HTML { return Stars(in, n) },
		"own":       own,
		"last":      func(i int, list []Link) bool { return i == len(list)-1 },
		"languages": func() template.HTML { return languageButtons(l) },
		"deref":     func(b *bool) bool { return *b },
		"bdi": func(text string) template.HTML {
			return template.HTML("<bdi>" + template.HTMLEscapeString(text) + "</bdi>")
		},
	} {
		functions[name] = f
	}
	return functions
}

// own is what somebody wrote, as a piece of a sentence that is perhaps written the other way.
func own(text string) template.HTML {
	return template.HTML("<bdi>" + template.HTMLEscapeString(text) + "</bdi>")
}
