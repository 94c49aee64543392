package locale

import (
	"fmt"
	"strconv"
	"strings"
)

// Message is an entry of a file of translations, in the format of GNU gettext, which the
// programs of translators read and write.
type Message struct {
	Places  []string // files that use it
	Context string   // the note of its English, errorContext for a sentence of an error
	ID      string   // its English, for one of what it counts
	Plural  string   // its English for several; "" where it counts nothing
	Forms   []string // in the language; "" where it is not translated
}

// ReadPO reads a file of translations (GNU gettext manual, "The Format of PO Files"), but for
// its header and what is obsolete.
func ReadPO(text string) ([]Message, error) {
	var list []Message
	for block := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		m, err := readBlock(block)
		if err != nil {
			return nil, err
		}
		if m.ID != "" {
			list = append(list, m)
		}
	}
	return list, nil
}

func readBlock(block string) (m Message, err error) {
	var last *string
	for line := range strings.Lines(block) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			continue
		case strings.HasPrefix(line, "#: "):
			m.Places = append(m.Places, strings.TrimPrefix(line, "#: "))
			continue
		case strings.HasPrefix(line, "#"):
			continue
		}
		keyword, quoted, _ := strings.Cut(line, " ")
		if strings.HasPrefix(line, `"`) {
			keyword, quoted = "", line
		}
		text, errQuoted := strconv.Unquote(quoted)
		if errQuoted != nil {
			return m, fmt.Errorf("the line %q is no text in quotes: %w", line, errQuoted)
		}
		if last, err = m.member(keyword, last); err != nil {
			return m, fmt.Errorf("the line %q: %w", line, err)
		}
		*last += text
	}
	return m, nil
}

// member is what a line adds to: that of its keyword, or the last one.
func (m *Message) member(keyword string, last *string) (*string, error) {
	switch {
	case keyword == "" && last != nil:
		return last, nil
	case keyword == "msgctxt":
		return &m.Context, nil
	case keyword == "msgid":
		return &m.ID, nil
	case keyword == "msgid_plural":
		return &m.Plural, nil
	case keyword == "msgstr" || keyword == fmt.Sprintf("msgstr[%d]", len(m.Forms)):
		m.Forms = append(m.Forms, "")
		return &m.Forms[len(m.Forms)-1], nil
	}
	return nil, fmt.Errorf("it begins with %q", keyword)
}

// WritePO writes a file of translations, whose header says how many forms a language has.
func WritePO(l *Language, list []Message) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# The words of Vitrine's pages. docs/languages.md says how this file is kept.\nmsgid \"\"\nmsgstr \"\"\n")
	for _, line := range []string{"Language: " + l.Tag, "MIME-Version: 1.0", "Content-Type: text/plain; charset=UTF-8",
		"Content-Transfer-Encoding: 8bit", "Plural-Forms: " + l.pluralForms()} {
		fmt.Fprintf(&b, "%s\n", quote(line+"\n"))
	}
	for _, m := range list {
		b.WriteString("\n")
		for _, place := range m.Places {
			fmt.Fprintf(&b, "#: %s\n", place)
		}
		if m.Context != "" {
			fmt.Fprintf(&b, "msgctxt %s\n", quote(m.Context))
		}
		fmt.Fprintf(&b, "msgid %s\n", quote(m.ID))
		if m.Plural == "" {
			fmt.Fprintf(&b, "msgstr %s\n", quote(m.Forms[0]))
			continue
		}
		fmt.Fprintf(&b, "msgid_plural %s\n", quote(m.Plural))
		for i, form := range m.Forms {
			fmt.Fprintf(&b, "msgstr[%d] %s\n", i, quote(form))
		}
	}
	return b.String()
}

// quote writes a text as PO has it. What is not ASCII stands as it is.
func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}

// pluralForms is how gettext numbers the forms of a language.
func (l *Language) pluralForms() string {
	switch l.Tag {
	case "zh-Hans":
		return "nplurals=1; plural=0;"
	case "fr":
		return "nplurals=2; plural=(n > 1);"
	case "ar":
		return "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);"
	default:
		return "nplurals=2; plural=(n != 1);"
	}
}

// Forms is how many forms a language has for numbers of things.
func (l *Language) Forms() int { return len(l.forms()) }
