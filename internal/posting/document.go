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

// Fields are what a document is made of: normalized words, attributes, and values of
// columns, which are at least 0. Attributes begin with a colon. Words and names of columns
// do not, and have no equals sign. None contains a space or a control character. What
// breaks these rules is left out.
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
	for _, words := range [][]string{fields.Title, fields.Head, fields.Body} {
		appendSection(&text, slices.DeleteFunc(slices.Clone(words), func(word string) bool {
			again := seen[word]
			seen[word] = true
			return again || !plain(word) || word[0] == ':' || strings.Contains(word, "=")
		}))
		text.WriteString(sectionEnd)
	}
	appendSection(&text, slices.DeleteFunc(slices.Clone(fields.Attributes), func(name string) bool {
		return !plain(name) || name[0] != ':'
	}))
	text.WriteString(sectionEnd)
	var values []string
	for column, value := range fields.Columns {
		if plain(column) && column[0] != ':' && !strings.Contains(column, "=") && value >= 0 {
			values = append(values, ColumnWord(column)+strconv.FormatInt(value, 10))
		}
	}
	appendSection(&text, values)
	return Document(text.String())
}

// Cut returns the words of the document apart from its attributes and columns.
func (d Document) Cut() (words, rest string) {
	end := 0
	for range TierAny {
		i := strings.Index(string(d[end:]), sectionEnd)
		if i < 0 {
			return string(d), ""
		}
		end += i + len(sectionEnd)
	}
	return string(d[:end]), string(d[end:])
}

// plain reports whether a word has no character that would end it.
func plain(word string) bool {
	return word != "" && !strings.ContainsFunc(word, func(r rune) bool { return r <= ' ' || r == 0x7f })
}

// appendSection appends words, a word once, and sorts them.
func appendSection(text *strings.Builder, words []string) {
	slices.Sort(words)
	for _, word := range slices.Compact(words) {
		text.WriteString(" ")
		text.WriteString(word)
	}
	if len(words) > 0 {
		text.WriteString(" ")
	}
}

// Tier returns the best tier in which the document has a word, TierAttribute for an
// attribute, and whether it has it at all. The section of attributes comes after that of
// TierAny, so that a section's place, counted from one, is its tier in two bits.
func (d Document) Tier(word string) (tier int, ok bool) {
	i := strings.Index(string(d), " "+word+" ")
	if i < 0 {
		return 0, false
	}
	section := strings.Count(string(d[:i]), sectionEnd)
	if section > TierAny {
		return 0, false
	}
	return (section + 1) & 3, true
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

// With returns the document with a value in a column, in place of the one that it has.
func (d Document) With(column string, value int64) Document {
	end := strings.LastIndex(string(d), sectionEnd) + len(sectionEnd)
	values := slices.DeleteFunc(strings.Fields(string(d[end:])), func(entry string) bool {
		return strings.HasPrefix(entry, ColumnWord(column))
	})
	var text strings.Builder
	text.WriteString(string(d[:end]))
	appendSection(&text, append(values, ColumnWord(column)+strconv.FormatInt(value, 10)))
	return Document(text.String())
}

// Words yields the words and attributes, each with its best tier.
func (d Document) Words() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		tier := TierTitle
		for section := range strings.SplitSeq(string(d), sectionEnd) {
			for word := range strings.SplitSeq(section, " ") {
				if word != "" && !yield(word, tier&3) {
					return
				}
			}
			if tier++; tier&3 == TierTitle {
				return
			}
		}
	}
}

// Columns yields the columns with their values.
func (d Document) Columns() iter.Seq2[string, int64] {
	return func(yield func(string, int64) bool) {
		values := string(d[strings.LastIndex(string(d), sectionEnd)+1:])
		for entry := range strings.SplitSeq(values, " ") {
			column, digits, _ := strings.Cut(entry, "=")
			value, err := strconv.ParseInt(digits, 10, 64)
			if err == nil && value >= 0 && !yield(column, value) {
				return
			}
		}
	}
}
