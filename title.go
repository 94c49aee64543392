package vitrine

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// TitleOf guesses the title of a model from the name of one of its files:
// "oak_chair-v2.final.stl" is "Oak chair v2 final"; "" where that says nothing.
func TitleOf(name string) string {
	name = path.Base(strings.ReplaceAll(strings.ToValidUTF8(name, ""), `\`, "/"))
	for {
		end := path.Ext(name)
		if len(end) < 2 || len(end) > 6 || end == name || strings.ContainsAny(end, " _-") {
			break
		}
		name = strings.TrimSuffix(name, end)
	}
	words := strings.FieldsFunc(name, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r) || strings.ContainsRune("_-.+~", r)
	})
	title := []rune(strings.Join(words, " "))
	if len(title) == 0 {
		return ""
	}
	title[0] = unicode.ToUpper(title[0])
	if len(title) > MaxTitleLength {
		title = title[:MaxTitleLength]
	}
	return strings.TrimSpace(strings.ToValidUTF8(string(title), string(utf8.RuneError)))
}
