package pages

import (
	"net/url"
	"strings"

	"vitrine/internal/locale"
)

// Field is a field of a form, as pages call it.
type Field struct {
	Name  string
	Label string
	Says  map[string]string // what values are called that nobody typed, such as those of boxes; else they are shown
}

// Difference is what is stored of a field while something else was typed.
type Difference struct{ Label, Stored string }

// Differences are what is stored now, by whoever changed it since a form was opened, where it
// is not what was typed.
func Differences(fields []Field, typed, stored url.Values) (list []Difference) {
	for _, f := range fields {
		now, said := valueOf(f, stored), valueOf(f, typed)
		if now != said {
			list = append(list, Difference{f.Label, now})
		}
	}
	return list
}

func valueOf(f Field, values url.Values) string {
	text := strings.TrimSpace(strings.Join(values[f.Name], ", "))
	if said, ok := f.Says[text]; ok {
		return said
	}
	return text
}

// Box is a field that is ticked or not.
func Box(l *locale.Language, name, label string) Field {
	return Field{Name: name, Label: label, Says: map[string]string{"yes": l.T("Yes"), "": l.T("No")}}
}
