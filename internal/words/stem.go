package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/irish"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/tamil"
	"github.com/blevesearch/snowballstem/turkish"
)

// algorithm is one of Snowball's (snowballstem.org).
type algorithm func(*snowballstem.Env) bool

// latin are the algorithms of languages in Latin letters, by the first part of
// their tag.
var latin = map[string]algorithm{
	"da": danish.Stem, "nl": dutch.Stem, "en": stemEnglish, "fi": finnish.Stem, "fr": french.Stem, "de": german.Stem,
	"hu": hungarian.Stem, "ga": irish.Stem, "it": italian.Stem, "nb": norwegian.Stem, "nn": norwegian.Stem, "no": norwegian.Stem,
	"pt": portuguese.Stem, "ro": romanian.Stem, "es": spanish.Stem, "sv": swedish.Stem, "tr": turkish.Stem,
}

// stemEnglish knows the plural of abbreviations as well: PDFs, STLs.
func stemEnglish(env *snowballstem.Env) bool {
	if word := env.Current(); len(word) > 3 && !strings.ContainsAny(word, "aeiouy") {
		env.SetCurrent(strings.TrimSuffix(word, "s"))
	}
	return english.Stem(env)
}

// stemmer takes endings off the words of a text in one language.
type stemmer struct {
	latin  algorithm
	arabic bool
	env    *snowballstem.Env
}

// newStemmer returns the stemmer of a language. Where there is none, words in
// Latin letters are taken for English: trade is full of them.
func newStemmer(language string) stemmer {
	base, _, _ := strings.Cut(language, "-")
	base = strings.ToLower(base)
	s := stemmer{latin: stemEnglish, arabic: base == "ar", env: snowballstem.NewEnv("")}
	if own, known := latin[base]; known {
		s.latin = own
	}
	return s
}

// stem returns the folded stem of a word in lower case, with its accents: they
// tell its ending. A word without an algorithm is its own stem.
func (s stemmer) stem(word string) string {
	run := s.algorithm(word)
	if run == nil {
		return fold(word)
	}
	s.env.SetCurrent(strings.ReplaceAll(word, "ё", "е")) // which Russian's does not know
	run(s.env)
	return fold(s.env.Current())
}

// algorithm returns the one for a word by its letters, nil where there is none.
// Texts in Cyrillic often don't say their language; Persian and Urdu have
// Arabic's letters and other endings.
func (s stemmer) algorithm(word string) algorithm {
	first, _ := utf8.DecodeRuneInString(word)
	switch {
	case first < utf8.RuneSelf || unicode.Is(unicode.Latin, first):
		return s.latin
	case unicode.Is(unicode.Cyrillic, first):
		return russian.Stem
	case unicode.Is(unicode.Tamil, first):
		return tamil.Stem
	case s.arabic && unicode.Is(unicode.Arabic, first):
		return arabic.Stem
	}
	return nil
}
