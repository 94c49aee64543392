package mail

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"text/template"
	tree "text/template/parse"
	"unicode/utf8"

	"vitrine"
	"vitrine/internal/mail/line"
	"vitrine/internal/store"
)

// Own words are those that an operator writes at the desk, in place of the ones that the
// program has. They are templates as those are, but of placeholders and conditions alone,
// and name nothing that mails of the kind do not have.

// Footer is the kind of the words that all mails end with. They have no subject.
const Footer Kind = footer

// How long own words are, in bytes.
const (
	MaxOwnSubject = 1_000
	MaxOwnBody    = 20_000
)

// builtIn are the words of all kinds that the program has, as they are written.
func builtIn(kind Kind, lang string) (string, error) {
	text, err := fs.ReadFile(shipped, path.Join("templates", lang, string(kind)+".txt"))
	if err != nil {
		return "", vitrine.Errorf(vitrine.NotFound, "there are no mails %s in %s", kind, lang)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n"), nil
}

// BuiltIn returns the words that the program has for mails of a kind in a language; NotFound
// where it has none.
func BuiltIn(kind Kind, lang string) (subject, body string, err error) {
	text, err := builtIn(kind, lang)
	if err != nil || kind == Footer {
		return "", strings.TrimSpace(text), err
	}
	subject, body, _ = strings.Cut(strings.TrimPrefix(text, "Subject: "), "\n")
	return subject, strings.TrimSpace(body), nil
}

// BuiltInLanguages are those that the program has words in, English first.
func BuiltInLanguages() []string {
	entries, err := fs.ReadDir(shipped, "templates")
	if err != nil {
		return nil
	}
	list := []string{shippedLanguage}
	for _, entry := range entries {
		if entry.IsDir() && entry.Name() != shippedLanguage {
			list = append(list, entry.Name())
		}
	}
	return list
}

// Own are the words of mails of a kind in a language, as an operator writes them.
type Own struct {
	Kind     Kind
	Language string
	Subject  string // "" in the footer
	Body     string
}

// parts are the words of the program that own ones are held against.
func (o Own) parts() (wording, error) {
	text, err := builtIn(o.Kind, shippedLanguage)
	if err != nil {
		return wording{}, err
	}
	return parseWords(text, o.Kind != Footer)
}

// wording reads own words.
func (o Own) wording() (wording, error) {
	if o.Kind == Footer {
		return parseWords(o.Body, false)
	}
	return parseWords("Subject: "+o.Subject+"\n\n"+o.Body, true)
}

// Placeholders are those that mails of a kind may have, such as .Values.title.
func Placeholders(kind Kind) []string {
	words, err := (Own{Kind: kind}).parts()
	if err != nil {
		return nil
	}
	list := []string{".Base", ".Contact", ".Shop"}
	if kind != Footer {
		list = append(list, ".Name")
	}
	for _, t := range words.templates() {
		list = append(list, look(t.Root).fields...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// templates are the subject, where there is one, and all paragraphs.
func (words wording) templates() (list []*template.Template) {
	if words.subject != nil {
		list = append(list, words.subject)
	}
	for _, b := range words.blocks {
		list = append(list, b.text)
	}
	return list
}

// has reports whether there is a paragraph of a kind.
func (words wording) has(kind blockKind) bool {
	return slices.ContainsFunc(words.blocks, func(b blockWords) bool { return b.kind == kind })
}

// needed are what mails of some kinds are sent for: no words may leave them out.
var needed = []string{".Values.reason", ".Values.answer"}

// Check returns what is wrong with own words; NotFound where the program has none of the kind
// or language.
func (o Own) Check() error {
	if !slices.Contains(BuiltInLanguages(), o.Language) {
		return vitrine.Errorf(vitrine.NotFound, "there are no mails in %q", o.Language)
	}
	base, err := o.parts()
	if err != nil {
		return err
	}
	faults := o.checkSize()
	if len(faults) == 0 {
		faults = append(o.checkText("/subject", o.Subject), o.checkText("/body", o.Body)...)
	}
	if len(faults) == 0 {
		faults = o.checkWhole(base)
	}
	return vitrine.InvalidFields(faults)
}

func (o Own) checkSize() (faults []vitrine.Field) {
	if o.Kind != Footer && (strings.TrimSpace(o.Subject) == "" || len(o.Subject) > MaxOwnSubject || strings.ContainsAny(o.Subject, "\r\n")) ||
		!utf8.ValidString(o.Subject) {
		faults = append(faults, vitrine.Field{Pointer: "/subject", Code: "bad_length", Detail: "a subject is a line of at most 1,000 bytes"})
	}
	if strings.TrimSpace(o.Body) == "" || len(o.Body) > MaxOwnBody || !utf8.ValidString(o.Body) {
		faults = append(faults, vitrine.Field{Pointer: "/body", Code: "bad_length", Detail: "the text of a mail has at most 20,000 bytes"})
	}
	return faults
}

// checkText returns what is wrong with the placeholders of a text.
func (o Own) checkText(pointer, text string) []vitrine.Field {
	fault := func(detail string) []vitrine.Field {
		return []vitrine.Field{{Pointer: pointer, Code: "bad_format", Detail: detail}}
	}
	parsed, err := parse(text)
	if err != nil {
		return fault("a placeholder is not written as it should be: they look like {{.Shop}}, and each {{with}} and {{if}} ends with {{end}}")
	}
	if parsed.Tree == nil {
		return nil
	}
	seen := look(parsed.Root)
	if len(parsed.Templates()) > 1 || seen.foreign != "" {
		return fault(fmt.Sprintf("%s is nothing that mails may have: use placeholders, if, with, else, end and eq alone", seen.foreign))
	}
	may := Placeholders(o.Kind)
	for _, field := range seen.fields {
		if !slices.Contains(may, field) {
			return fault(fmt.Sprintf("{{%s}} is no placeholder of this mail: it may have %s", field, "{{"+strings.Join(may, "}}, {{")+"}}"))
		}
	}
	return nil
}

// checkWhole holds whole words against those of the program, and makes mails of them.
func (o Own) checkWhole(base wording) []vitrine.Field {
	fault := func(detail string) []vitrine.Field {
		return []vitrine.Field{{Pointer: "/body", Code: "bad_format", Detail: detail}}
	}
	words, err := o.wording()
	if err != nil {
		return fault("a placeholder, or what is between if and end, is in one paragraph: no empty line is in it")
	}
	if base.has(link) && !words.has(link) {
		return fault("this mail is sent for its link: write a paragraph that begins with => and the text of the link")
	}
	for _, field := range needed {
		if base.names(field) && !words.names(field) {
			return fault(fmt.Sprintf("this mail is sent for its reasons: write a paragraph with {{%s}}", field))
		}
	}
	for _, c := range []content{sample(o.Kind), {}} {
		_, err := words.fill(c)
		if words.subject != nil {
			_, unsaid := execute(words.subject, c)
			err = errors.Join(err, unsaid)
		}
		if err != nil {
			return fault("in {{with}} the placeholder is {{.}}, and others begin with a $, such as {{$.Shop}}")
		}
	}
	return nil
}

// names reports whether words have a placeholder.
func (words wording) names(field string) bool {
	return slices.ContainsFunc(words.templates(), func(t *template.Template) bool { return slices.Contains(look(t.Root).fields, field) })
}

// seen is what is in a template: its placeholders, and something that no mail may have.
type seen struct {
	fields  []string
	foreign string
}

// look walks through a template.
func look(root tree.Node) (s seen) {
	s.walk(root)
	return s
}

func (s *seen) walk(at tree.Node) {
	switch at := at.(type) {
	case *tree.ListNode:
		if at != nil {
			for _, n := range at.Nodes {
				s.walk(n)
			}
		}
	case *tree.ActionNode:
		s.pipe(at.Pipe)
	case *tree.IfNode:
		s.branch(&at.BranchNode)
	case *tree.WithNode:
		s.branch(&at.BranchNode)
	case *tree.TextNode, *tree.CommentNode:
	default:
		s.foreign = at.String()
	}
}

func (s *seen) branch(b *tree.BranchNode) {
	s.pipe(b.Pipe)
	s.walk(b.List)
	s.walk(b.ElseList)
}

// pipe walks through what stands between braces.
func (s *seen) pipe(pipe *tree.PipeNode) {
	for _, command := range pipe.Cmds {
		for _, arg := range command.Args {
			switch arg := arg.(type) {
			case *tree.FieldNode:
				s.fields = append(s.fields, "."+strings.Join(arg.Ident, "."))
			case *tree.VariableNode:
				if arg.Ident[0] == "$" && len(arg.Ident) > 1 {
					s.fields = append(s.fields, "."+strings.Join(arg.Ident[1:], "."))
				}
			case *tree.IdentifierNode:
				if !slices.Contains([]string{"eq", "ne", "and", "or", "not"}, arg.Ident) {
					s.foreign = arg.Ident
				}
			case *tree.StringNode, *tree.DotNode:
			default:
				s.foreign = arg.String()
			}
		}
	}
}

// compose writes a mail of a kind for a reader, with the words that operators wrote where they
// did. Words that make no mail, because a later version of the program has other
// placeholders, are none: the mail is sent with the program's own.
func (o *Office) compose(ctx context.Context, kind Kind, reader string, c content) (written, error) {
	words, lang := o.words.find(string(kind), o.words.in(reader))
	end, _ := o.words.find(footer, lang)
	own, ownEnd := words, end
	if err := errors.Join(o.own(ctx, kind, lang, &own), o.own(ctx, Footer, lang, &ownEnd)); err != nil {
		return written{}, err
	}
	if out, err := o.words.lay(own, ownEnd, lang, c); err == nil {
		return out, nil
	}
	return o.words.lay(words, end, lang, c)
}

// own reads the words that operators wrote for a kind in a language, if they did.
func (o *Office) own(ctx context.Context, kind Kind, lang string, into *wording) error {
	stored, err := o.db.MailWords(ctx, string(kind), lang)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	if read, err := ownOf(stored).wording(); err == nil {
		*into = read
	}
	return nil
}

func ownOf(w store.MailWords) Own { return Own{Kind(w.Kind), w.Language, w.Subject, w.Body} }

// Preview is a mail of own words, with made up values.
func (o *Office) Preview(ctx context.Context, own Own) (subject, text string, err error) {
	house, err := o.db.House(ctx)
	if err != nil {
		return "", "", err
	}
	kind := own.Kind
	if kind == Footer {
		kind = Trial
	}
	c := sample(kind)
	c.Shop, c.Contact, c.Base = line.Of(house.Name, vitrine.MaxHouseName), house.Contact, o.base
	c.tidy(o.base)
	words, _ := o.words.find(string(kind), own.Language)
	end, _ := o.words.find(footer, own.Language)
	into, beside := &words, Footer
	if own.Kind == Footer {
		into, beside = &end, kind
	}
	other := map[Kind]*wording{Footer: &end, kind: &words}[beside]
	if err := o.own(ctx, beside, own.Language, other); err != nil {
		return "", "", err
	}
	if *into, err = own.wording(); err != nil {
		return "", "", err
	}
	out, err := o.words.lay(words, end, own.Language, c)
	return out.Subject, out.Text, err
}

// Sample are made up values for a mail of a kind, to try its words.
func Sample(kind Kind) Args { return sample(kind).Args }

func sample(kind Kind) content {
	c := content{Shop: "Shop", Contact: "shop@example.com", Base: "https://shop.example", Args: Args{Name: "ada", Values: map[string]string{
		OrderID: "TEST-1", CheckoutID: "TEST-1", "titles": "Oak chair, Oak table", Title: "Oak chair",
		"author": "juniper-forge", "license": "general", "price": "12.50 EUR", "tax": "2.00 EUR", "date": "2026-04-30",
		Files: "chair.stl, chair.glb", Reason: "These are the reasons.", Answer: "This is the answer.", Agent: "Firefox, Linux", What: "password",
		ReportID: "TEST-1", Page: "/3d-models/oak-chair", Outcome: "acted", Ground: "terms", Action: "hide", Downloads: "kept",
		"email": "new@example.com", "day": "2026-05-07", Account: "DE…3000", "note": "With armrests now.",
		RequestID: "TEST-1", "words": "One leg is missing.", "refused": "yes",
	}}}
	words, err := (Own{Kind: kind}).parts()
	if err != nil {
		return c
	}
	if words.has(link) {
		c.Link = "/"
	}
	if words.has(code) {
		c.Code = "123456"
	}
	return c
}
