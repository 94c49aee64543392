package locale

import (
	"embed"
	"fmt"
	"strings"
	"sync"

	"golang.org/x/text/feature/plural"
)

//go:embed po
var shipped embed.FS

// catalogue is the words of a language, by the English that they stand for, with its note.
type catalogue struct {
	entries   map[string]*entry
	sentences sentences
	read      sync.Map // of English: *entry by key, those that were used, taken apart
}

// entry is a text in a language.
type entry struct {
	forms []*message // by what it counts, in the order of the language's forms; one for what counts nothing
	names []string   // of its values, in the order in which they are handed over
}

// readCatalogue reads the file of a language. It panics where that is wrong: the file is a
// part of the program, and a test reads all of them.
func readCatalogue(l *Language) *catalogue {
	text, err := shipped.ReadFile("po/" + l.Tag + ".po")
	if err != nil {
		panic(fmt.Errorf("locale: %w", err))
	}
	list, err := ReadPO(string(text))
	if err != nil {
		panic(fmt.Errorf("locale: %s: %w", l.Tag, err))
	}
	c := &catalogue{entries: make(map[string]*entry, len(list))}
	for _, m := range list {
		made, err := entryOf(m)
		if err != nil {
			panic(fmt.Errorf("locale: %s: %w", l.Tag, err))
		}
		if made == nil {
			continue // not translated yet
		}
		if m.Context == errorContext {
			c.sentences.add(m.ID, m.Forms[0])
			continue
		}
		c.entries[keyOf(m.Context, m.ID)] = made
	}
	c.sentences.read()
	return c
}

func entryOf(m Message) (*entry, error) {
	if m.Context == errorContext {
		return &entry{}, nil
	}
	english, err := readMessage(m.ID)
	if m.Plural != "" {
		english, err = readMessage(m.Plural)
	}
	made := &entry{}
	for _, form := range m.Forms {
		if form == "" {
			return nil, err
		}
		read, errForm := readMessage(form)
		if err == nil {
			err = errForm
		}
		made.forms = append(made.forms, read)
	}
	if err == nil {
		made.names = english.names()
	}
	return made, err
}

// keyOf is what a text is found by: English with its note, as programs have it.
func keyOf(context, id string) string {
	if context == "" {
		return id
	}
	return context + "|" + id
}

// Cut takes the note from a text: a word or two for translators, before the first bar.
func Cut(key string) (note, text string) {
	note, text, found := strings.Cut(key, "|")
	if !found || strings.Trim(note, "abcdefghijklmnopqrstuvwxyz ") != "" {
		return "", key
	}
	return note, text
}

// find returns the text of a key; in English where the language lacks it.
func (l *Language) find(key string) *entry {
	if e := l.known().entries[key]; e != nil {
		return e
	}
	return inEnglish(key, key)
}

// inEnglish takes an English text apart, once: its keys are constants of the program.
func inEnglish(key string, forms ...string) *entry {
	read := &English().known().read
	if known, ok := read.Load(key); ok {
		return known.(*entry)
	}
	made := &entry{}
	for _, form := range forms {
		_, text := Cut(form)
		m, err := readMessage(text)
		if err != nil {
			m = &message{text: text, parts: []part{{text: text}}} // a test says so
		}
		made.forms, made.names = append(made.forms, m), m.names()
	}
	known, _ := read.LoadOrStore(key, made)
	return known.(*entry)
}

// counting returns the text of a key that says how many of something there are, in the form
// for n.
func (l *Language) counting(one, other string, n int64) (*entry, *message) {
	if e := l.known().entries[one]; e != nil && len(e.forms) == len(l.forms()) {
		return e, e.forms[l.form(n)]
	}
	e := inEnglish(one+"\x00"+other, one, other)
	if n == 1 {
		return e, e.forms[0]
	}
	return e, e.forms[1]
}

// forms are those that a language has for numbers of things, in the order of CLDR, which is
// that of its file.
func (l *Language) forms() []plural.Form {
	switch l.Tag {
	case "zh-Hans":
		return []plural.Form{plural.Other}
	case "ar":
		return []plural.Form{plural.Zero, plural.One, plural.Two, plural.Few, plural.Many, plural.Other}
	default:
		return []plural.Form{plural.One, plural.Other}
	}
}

// form is the place among forms of the one that n things have.
func (l *Language) form(n int64) int {
	if n < 0 {
		n = -n
	}
	const mod = 10_000_000 // what MatchPlural looks at (its documentation)
	if n >= mod {
		n = n%mod + mod
	}
	found := plural.Cardinal.MatchPlural(l.tag, int(n), 0, 0, 0, 0)
	for i, form := range l.forms() {
		if form == found {
			return i
		}
	}
	return len(l.forms()) - 1
}
