package mail

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	htmltemplate "html/template"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"text/template"

	"golang.org/x/text/language"

	"vitrine/internal/mail/line"
)

//go:embed templates
var shipped embed.FS

// shippedLanguage is the one that has words for every kind.
const shippedLanguage = "en"

// Words are the texts of all mails, in all languages that there are, and the layouts that
// they are set in.
//
// The words of a kind are a file LANGUAGE/KIND.txt. Its first line is the subject, after
// "Subject: ". Paragraphs follow, with an empty line between them. One that begins with
// "=> " is the text of the link, one with "# " the code, one with "> " is set apart.
// Each is a template of Go, and left out where it makes no text: what becomes of a value
// never makes another paragraph, or HTML. Every language has a file footer.txt of such
// paragraphs, without a subject. layout.txt and layout.html are the layouts.
type Words struct {
	files     map[string]wording // by language and kind, such as de/receipt
	languages []language.Tag     // the shipped one first
	names     []string           // of the languages, as their folders are called
	text      *template.Template
	html      *htmltemplate.Template
}

// wording are the words of one kind in one language.
type wording struct {
	subject *template.Template // nil in a footer
	blocks  []blockWords
}

type blockWords struct {
	kind blockKind
	text *template.Template
}

// How long parts of a mail are, in characters.
const (
	maxSubject   = 180
	maxValue     = 2000
	maxParagraph = 4000
)

// isolates keep pieces of a text apart that are written the other way (UAX #9, section 2.4).
const isolates = "\u2066\u2068\u2069"

// blockKind says how a paragraph is set.
type blockKind string

const (
	paragraph blockKind = "paragraph"
	link      blockKind = "link"
	code      blockKind = "code"
	quote     blockKind = "quote"
)

// marks begin the paragraphs that are none.
var marks = map[string]blockKind{"=> ": link, "# ": code, "> ": quote}

// ReadWords reads the shipped words, and over them those in a folder, nil for none. All are
// tried: what is wrong with a file is said now, and not when somebody waits for a mail.
func ReadWords(own fs.FS) (*Words, error) {
	w, err := readUntried(own)
	if err != nil {
		return nil, err
	}
	return w, w.try()
}

// shippedWords are the shipped words, which tests try, and which all offices of a process share.
var shippedWords = sync.OnceValues(func() (*Words, error) { return readUntried(nil) })

func readUntried(own fs.FS) (*Words, error) {
	files, err := fs.Sub(shipped, "templates")
	if err != nil {
		return nil, fmt.Errorf("mail: %w", err)
	}
	w := &Words{files: map[string]wording{}}
	if err := w.read(files); err != nil {
		return nil, fmt.Errorf("mail: %w", err)
	}
	if own != nil {
		if err := w.read(own); err != nil {
			return nil, err
		}
	}
	w.listLanguages()
	return w, nil
}

// read adds the files of a folder, in place of those of the same name.
func (w *Words) read(files fs.FS) error {
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(entry.Name(), ".") {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		if err := w.add(name, string(text)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	})
}

func (w *Words) add(name, text string) (err error) {
	folder, file := path.Split(name)
	stem, isText := strings.CutSuffix(file, ".txt")
	switch {
	case name == "layout.txt":
		w.text, err = template.New(name).Funcs(template.FuncMap{"wrap": wrap}).Parse(text)
	case name == "layout.html":
		w.html, err = htmltemplate.New(name).Parse(text)
	case !isText || strings.Count(folder, "/") != 1 || stem != footer && !slices.Contains(Kinds(), Kind(stem)):
		return errors.New("this is no file that mails are made with: they are layout.txt, layout.html, LANGUAGE/footer.txt and LANGUAGE/KIND.txt")
	default:
		if _, err := language.Parse(strings.TrimSuffix(folder, "/")); err != nil {
			return fmt.Errorf("its folder is named after no language: %w", err)
		}
		var read wording
		read, err = parseWords(text, stem != footer)
		w.files[folder+stem] = read
	}
	return err
}

// footer is what all mails of a language end with.
const footer = "footer"

// parseWords reads the words of a kind.
func parseWords(text string, hasSubject bool) (read wording, err error) {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	if hasSubject {
		first, rest, _ := strings.Cut(text, "\n")
		subject, ok := strings.CutPrefix(first, "Subject: ")
		if !ok {
			return read, errors.New(`the first line is "Subject: " and the subject`)
		}
		if read.subject, err = parse(subject); err != nil {
			return read, err
		}
		text = rest
	}
	for part := range strings.SplitSeq(text, "\n\n") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		block := blockWords{kind: paragraph}
		for mark, kind := range marks {
			if rest, ok := strings.CutPrefix(part, mark); ok {
				block.kind, part = kind, rest
			}
		}
		if block.text, err = parse(part); err != nil {
			return read, err
		}
		read.blocks = append(read.blocks, block)
	}
	return read, nil
}

func parse(text string) (*template.Template, error) {
	return template.New("words").Option("missingkey=zero").Parse(text)
}

func (w *Words) listLanguages() {
	found := map[string]bool{}
	for name := range w.files {
		folder, _ := path.Split(name)
		found[strings.TrimSuffix(folder, "/")] = true
	}
	delete(found, shippedLanguage)
	w.names = []string{shippedLanguage}
	for name := range found {
		w.names = append(w.names, name)
	}
	slices.Sort(w.names[1:])
	for _, name := range w.names {
		w.languages = append(w.languages, language.Make(name))
	}
}

// Languages are those that mails are written in, the one of the marketplace first.
func (w *Words) Languages() []string { return slices.Clone(w.names) }

// in returns the language that suits a reader best, who may like several.
func (w *Words) in(reader string) string {
	tags, _, err := language.ParseAcceptLanguage(reader)
	if err != nil || len(tags) == 0 {
		return shippedLanguage
	}
	_, i, confidence := language.NewMatcher(w.languages).Match(tags...)
	if confidence == language.No {
		return shippedLanguage
	}
	return w.names[i]
}

// find returns the words of a kind, and in which language they are.
func (w *Words) find(stem, lang string) (wording, string) {
	if words, ok := w.files[lang+"/"+stem]; ok {
		return words, lang
	}
	return w.files[shippedLanguage+"/"+stem], shippedLanguage
}

// languageOf is the language in which a reader gets mails of a kind.
func (w *Words) languageOf(kind Kind, reader string) string {
	_, lang := w.find(string(kind), w.in(reader))
	return lang
}

// try makes every mail once.
func (w *Words) try() error {
	for _, lang := range w.names {
		for _, kind := range Kinds() {
			if _, err := w.write(kind, lang, content{Args: Args{Name: "ada", Link: "/x", Code: "123 456", Stop: "/y"}, Shop: "Shop"}); err != nil {
				return fmt.Errorf("the words of %s in %s: %w", kind, lang, err)
			}
		}
	}
	return nil
}

// content is what words are made with. The texts in it are clean.
type content struct {
	Args
	Shop    string // name of the marketplace
	Contact string // address that people write to; "" for none
	Base    string // public address of the marketplace
}

// written is a mail as text and HTML.
type written struct {
	Language, Subject, Text, HTML string
}

// block is one paragraph of a mail.
type block struct {
	Kind blockKind
	Text string
}

// set is what a layout sets.
type set struct {
	content
	Language, Subject string
	Blocks, Footer    []block
}

// RTL reports whether the language is written from right to left.
func (s set) RTL() bool {
	script, _ := language.Make(s.Language).Script()
	return script.String() == "Arab" || script.String() == "Hebr"
}

// Colon is how the language writes one after a word.
func (s set) Colon() string {
	switch base, _ := language.Make(s.Language).Base(); base.String() {
	case "fr":
		return "\u00a0:"
	case "zh", "ja":
		return "："
	default:
		return ":"
	}
}

// write writes a mail of a kind for a reader.
func (w *Words) write(kind Kind, reader string, c content) (out written, err error) {
	words, lang := w.find(string(kind), w.in(reader))
	end, _ := w.find(footer, lang)
	return w.lay(words, end, lang, c)
}

// lay writes a mail with some words and a footer in a language.
func (w *Words) lay(words, end wording, lang string, c content) (out written, err error) {
	if words.subject == nil {
		return out, errors.New("there are no words for mails of the kind")
	}
	subject, err := execute(words.subject, c)
	if err != nil {
		return out, err
	}
	s := set{content: c, Language: lang, Subject: line.Of(subject, maxSubject)}
	if s.Blocks, err = words.fill(c); err != nil {
		return out, err
	}
	if s.Footer, err = end.fill(c); err != nil {
		return out, err
	}
	var text, html bytes.Buffer
	if err := errors.Join(w.text.Execute(&text, s), w.html.Execute(&html, s)); err != nil {
		return out, err
	}
	return written{Language: lang, Subject: s.Subject, Text: text.String(), HTML: html.String()}, nil
}

// fill makes the paragraphs, but for those that would be empty.
func (words wording) fill(c content) (blocks []block, err error) {
	for _, b := range words.blocks {
		text, err := execute(b.text, c)
		if err != nil {
			return nil, err
		}
		text = line.But(isolates, text, maxParagraph) // values have none but ours
		if text == "" || b.kind == link && c.Link == "" {
			continue
		}
		blocks = append(blocks, block{b.kind, text})
	}
	return blocks, nil
}

func execute(t *template.Template, c content) (string, error) {
	var text strings.Builder
	err := t.Execute(&text, c)
	return text.String(), err
}
