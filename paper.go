package vitrine

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// PaperKind is one of the pages that hold a marketplace's own texts.
type PaperKind string

// The papers. Their names are their paths, too.
const (
	TermsPaper   PaperKind = "terms"
	PrivacyPaper PaperKind = "privacy"
	ImprintPaper PaperKind = "imprint"
	RefundPaper  PaperKind = "refunds"
	HelpPaper    PaperKind = "help"
)

// PaperKinds are all papers, in the order in which they are listed.
func PaperKinds() []PaperKind {
	return []PaperKind{TermsPaper, PrivacyPaper, ImprintPaper, RefundPaper, HelpPaper}
}

// Path is where a paper stands.
func (k PaperKind) Path() string { return "/" + string(k) }

// Paper is one version of a paper. Versions are numbered from 1 and never change.
type Paper struct {
	ID      int64
	Kind    PaperKind
	Version int64
	Texts   []PaperText // the first is for who reads none of the languages
	At      time.Time   // from when on it was shown
}

// PaperText is a paper in one language.
type PaperText struct {
	Language string `json:"language"` // BCP 47
	Title    string `json:"title"`
	Text     string `json:"text"` // Markdown
}

// TextIn returns the text in a language; the first where there is none.
func (p *Paper) TextIn(language string) PaperText {
	for _, t := range p.Texts {
		if t.Language == language {
			return t
		}
	}
	return p.Texts[0]
}

// Languages lists the languages of a paper.
func (p *Paper) Languages() (list []string) {
	for _, t := range p.Texts {
		list = append(list, t.Language)
	}
	return list
}

// PaperState says what is shown of a paper.
type PaperState struct {
	Version int64 `json:"version"` // that is shown; 0: none
	Binding int64 `json:"binding"` // people must have agreed to this version or a later one; 0: to none
}

// Shown reports whether there is a page to read.
func (s PaperState) Shown() bool { return s.Version > 0 }

// Papers are the states of all papers.
type Papers struct {
	Terms   PaperState `json:"terms"`
	Privacy PaperState `json:"privacy"`
	Imprint PaperState `json:"imprint"`
	Refunds PaperState `json:"refunds"`
	Help    PaperState `json:"help"`
}

// Of returns the state of a paper, to be read and changed; nil for a kind that there is not.
func (p *Papers) Of(kind PaperKind) *PaperState {
	switch kind {
	case TermsPaper:
		return &p.Terms
	case PrivacyPaper:
		return &p.Privacy
	case ImprintPaper:
		return &p.Imprint
	case RefundPaper:
		return &p.Refunds
	case HelpPaper:
		return &p.Help
	default:
		return nil
	}
}

// Shown lists the papers that there are pages of.
func (p Papers) Shown() []PaperKind { return p.where(PaperState.Shown) }

// Missing lists the papers that there are no pages of.
func (p Papers) Missing() []PaperKind {
	return p.where(func(s PaperState) bool { return !s.Shown() })
}

// Owed lists the papers that somebody has still to agree to, who agreed to these versions.
func (p Papers) Owed(agreed map[PaperKind]int64) (list []PaperKind) {
	for _, kind := range PaperKinds() {
		if state := p.Of(kind); state.Shown() && agreed[kind] < state.Binding {
			list = append(list, kind)
		}
	}
	return list
}

func (p Papers) where(is func(PaperState) bool) (list []PaperKind) {
	for _, kind := range PaperKinds() {
		if is(*p.Of(kind)) {
			list = append(list, kind)
		}
	}
	return list
}

// What a paper has room for, in characters.
const (
	MaxPaperTitle = 120
	MaxPaperText  = 100_000
	MaxPaperTexts = 20
)

// CheckPaper returns what is wrong with the texts of a paper, by their places.
func CheckPaper(texts []PaperText) (faults []Field) {
	if len(texts) == 0 {
		return []Field{{Pointer: "/texts/0/text", Code: "required", Detail: "write the text before you publish it"}}
	}
	if len(texts) > MaxPaperTexts {
		return []Field{{Pointer: "/texts", Code: "too_many", Detail: fmt.Sprintf("a page has at most %d languages", MaxPaperTexts)}}
	}
	seen := map[string]bool{}
	for i, t := range texts {
		wrong := func(member, code, detail string) {
			faults = append(faults, Field{Pointer: fmt.Sprintf("/texts/%d/%s", i, member), Code: code, Detail: detail})
		}
		if !isTag(t.Language) {
			wrong("language", "bad_format", "name the language by its tag, such as en, de or zh-Hans")
		} else if seen[strings.ToLower(t.Language)] {
			wrong("language", "duplicate", "there is a text in this language already")
		}
		seen[strings.ToLower(t.Language)] = true
		if !isLine(t.Title, MaxPaperTitle) {
			wrong("title", "bad_length", fmt.Sprintf("give it a heading of 1 to %d characters in one line", MaxPaperTitle))
		}
		if n := utf8.RuneCountInString(t.Text); n == 0 || n > MaxPaperText || !utf8.ValidString(t.Text) || strings.ContainsRune(t.Text, 0) {
			wrong("text", "bad_length", "write a text of at most 100,000 characters")
		}
	}
	return faults
}

// isTag reports whether a text looks like a language tag (RFC 5646, section 2.1): parts of
// letters and digits, the first of letters.
func isTag(tag string) bool {
	const longest = 35 // as section 4.4.1 asks software to take
	if len(tag) > longest {
		return false
	}
	for i, part := range strings.Split(tag, "-") {
		if part == "" || len(part) > 8 || i == 0 && (len(part) < 2 || len(part) > 3) {
			return false
		}
		for _, c := range part {
			letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
			if !letter && (i == 0 || c < '0' || c > '9') {
				return false
			}
		}
	}
	return true
}

// Agreement is that somebody agreed to a version of a paper.
type Agreement struct {
	Kind    PaperKind
	Version int64
	At      time.Time
}
