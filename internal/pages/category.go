package pages

import (
	"cmp"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
)

// CategoryIn is what a category is called in a language: in the operator's words, else in those
// that come with it, else in English. The title is without its "3D Models".
func CategoryIn(l *locale.Language, c *vitrine.Category) vitrine.CategoryText {
	description := l.Known(c.Description)
	if own, ok := c.Texts[l.Tag]; ok {
		return vitrine.CategoryText{
			Title: cmp.Or(own.Title, own.Name), Name: own.Name, Description: cmp.Or(own.Description, description),
		}
	}
	title := l.Known(strings.TrimSuffix(c.Title, " 3D Models"))
	return vitrine.CategoryText{Title: title, Name: l.Known(c.Name), Description: description}
}

// CategoryFunction is the function of templates that names a category.
func CategoryFunction() Spoken {
	return func(l *locale.Language) any {
		return func(c vitrine.Category) string { return CategoryIn(l, &c).Name }
	}
}
