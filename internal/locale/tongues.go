package locale

import (
	"slices"
	"strings"
)

// Tongue is a language that sellers write in, which pages need not be in: its tag of BCP 47,
// and what its readers call it.
type Tongue struct{ Tag, Name string }

// Tongues are those that are offered, the languages of the pages first. Programs may write
// in any other.
func Tongues() []Tongue {
	var list []Tongue
	for _, l := range All() {
		list = append(list, Tongue{l.Tag, l.Name})
	}
	return append(list, []Tongue{
		{"cs", "Čeština"}, {"da", "Dansk"}, {"el", "Ελληνικά"}, {"fi", "Suomi"}, {"he", "עברית"}, {"hi", "हिन्दी"}, {"hu", "Magyar"},
		{"id", "Bahasa Indonesia"}, {"it", "Italiano"}, {"ja", "日本語"}, {"ko", "한국어"}, {"nb", "Norsk bokmål"}, {"nl", "Nederlands"},
		{"pl", "Polski"}, {"pt", "Português"}, {"ro", "Română"}, {"ru", "Русский"}, {"sv", "Svenska"}, {"th", "ไทย"}, {"tr", "Türkçe"},
		{"uk", "Українська"}, {"vi", "Tiếng Việt"}, {"zh-Hant", "繁體中文"},
	}...)
}

// TongueOf is the language of a tag, with the tag where that says more than its name.
func TongueOf(tag string) Tongue {
	for _, known := range Tongues() {
		if known.Tag == tag {
			return known
		}
		if strings.HasPrefix(tag, known.Tag+"-") {
			return Tongue{tag, known.Name + " (" + tag + ")"}
		}
	}
	return Tongue{tag, tag}
}

// Absent lists the languages of the pages, as their readers call them, whose readers can read
// none of some texts.
func Absent(tags []string) (list []string) {
	base := func(tag string) string {
		first, _, _ := strings.Cut(tag, "-")
		return first
	}
	for _, l := range All() {
		if !slices.ContainsFunc(tags, func(tag string) bool { return base(tag) == base(l.Tag) }) {
			list = append(list, l.Name)
		}
	}
	return list
}
