package posting

import (
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Document is what is searched of a document, as the text that is stored of it: words of
// the title, of the head, of the body, attributes, and columns with their values, each
// of these sections sorted. A word stands in the first section alone that has it. Words
// have a space before and after them, sections \x1f between them:
//
//	" oak table \x1f alice wood \x1f garden \x1f :adult :cat=12 \x1f price=1999 "
//
// The empty text is a document that is not there.
type Document string

// Fields are what a document is made of: normalized words, attributes, which begin with
// a colon and others do not, and values of columns, which are at least 0. None contains
// a character up to the space; what does, or is empty, is left out.
type Fields struct {
	Title, Head, Body []string
	Attributes        []string
	Columns           map[string]int64
}

const sectionEnd = "\x1f"

// ColumnWord returns the word under which a column has its id.
func ColumnWord(column string) string { return column + "=" }

// NewDocument returns the document of fields.
func NewDocument(fields Fields) Document {
	var text strings.Builder
	seen := map[string]bool{}
	section := func(words []string) {
		kept := make([]string, 0, len(words))
		for _, word := range words {
			if plain(word) && !seen[word] {
				seen[word] = true
				kept = append(kept, word)
			}
		}
		slices.Sort(kept)
		for _, word := range kept {
			text.WriteString(" ")
			text.WriteString(word)
		}
		if len(kept) > 0 {
			text.WriteString(" ")
		}
	}
	for _, words := range [][]string{fields.Title, fields.Head, fields.Body, fields.Attributes} {
		section(words)
		text.WriteString(sectionEnd)
	}
	values := make([]string, 0, len(fields.Columns))
	for column, value := range fields.Columns {
		if value >= 0 {
			values = append(values, ColumnWord(column)+strconv.FormatInt(value, 10))
		}
	}
	section(values)
	return Document(text.String())
}

// plain reports whether a word may stand in a document.
func plain(word string) bool {
	return word != "" && !strings.ContainsFunc(word, func(r rune) bool { return r <= ' ' })
}

// Tier returns the best tier in which the document has a word, TierAttribute for an
// attribute, and whether it has it at all.
func (d Document) Tier(word string) (tier int, ok bool) {
	i := strings.Index(string(d), " "+word+" ")
	if i < 0 {
		return 0, false
	}
	return (strings.Count(string(d[:i]), sectionEnd) + 1) & 3, true
}

// Has reports whether the document has a word in a tier.
func (d Document) Has(word string, tier int) bool {
	best, ok := d.Tier(word)
	return ok && counts(best, tier)
}

// counts reports whether a word counts for a tier that has another one as its best.
func counts(best, tier int) bool {
	return best <= tier && (best == TierAttribute) == (tier == TierAttribute)
}

// Attribute reports whether the document has an attribute.
func (d Document) Attribute(name string) bool { return d.Has(name, TierAttribute) }

// Value returns the value of a column, if the document has one.
func (d Document) Value(column string) (value int64, ok bool) {
	_, rest, ok := strings.Cut(string(d), " "+ColumnWord(column))
	if !ok {
		return 0, false
	}
	digits, _, _ := strings.Cut(rest, " ")
	value, err := strconv.ParseInt(digits, 10, 64)
	return value, err == nil && value >= 0
}

// Words yields the words and attributes, each with its best tier.
func (d Document) Words() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		tier := TierTitle
		for section := range strings.SplitSeq(string(d), sectionEnd) {
			for word := range strings.FieldsSeq(section) {
				if !yield(word, tier&3) {
					return
				}
			}
			if tier++; tier > TierAny+1 {
				return
			}
		}
	}
}

// Columns yields the columns with their values.
func (d Document) Columns() iter.Seq2[string, int64] {
	return func(yield func(string, int64) bool) {
		last := strings.LastIndex(string(d), sectionEnd)
		for entry := range strings.FieldsSeq(string(d[last+1:])) {
			column, digits, _ := strings.Cut(entry, "=")
			value, err := strconv.ParseInt(digits, 10, 64)
			if err == nil && value >= 0 && !yield(column, value) {
				return
			}
		}
	}
}
