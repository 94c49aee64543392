package seller

import (
	"encoding/json"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/survey"
)

// isNew reports whether nothing was said of a model but the title that was guessed: what
// else the form proposes is a guess until it is saved.
func isNew(m *vitrine.Model) bool {
	return m.Status == vitrine.Draft && m.Category.ID == 0 && m.License == "" && m.Price == nil && m.RawDescription == "" && len(m.Tags) == 0
}

// facts are what the files of a model say, by the keys of the interface.
func facts(m *vitrine.Model) map[string]string { return factsOf(survey.Measured(m).Facts) }

// factsOf reads facts that are stored as an object.
func factsOf(stored string) map[string]string {
	var known map[string]struct {
		Value     json.RawMessage `json:"value"`
		Certainty string          `json:"certainty"`
	}
	said := map[string]string{}
	if json.Unmarshal([]byte(stored), &known) != nil {
		return said // nothing was measured
	}
	for key, fact := range known {
		if text := strings.Trim(string(fact.Value), `"`); text != "null" && text != "" && text[0] != '{' && fact.Certainty != "unknown" {
			said[key] = text
		}
	}
	return said
}

// readable are facts as people read them.
func readable(l *locale.Language, facts map[string]string) map[string]string {
	list := map[string]string{}
	for key, text := range facts {
		list[key] = factInWords(l, json.RawMessage(text))
	}
	return list
}

// factInWords is a fact as people read it.
func factInWords(l *locale.Language, fact json.RawMessage) string {
	text := strings.Trim(string(fact), `"`)
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return l.Number(n)
	}
	switch text {
	case "true":
		return l.T("Yes")
	case "false":
		return l.T("No")
	}
	return l.Known(pages.Capitalize(strings.ReplaceAll(text, "_", " ")))
}

// guess fills the form of a new model with what its files are and say.
func (f *form) guess(m *vitrine.Model, guesses survey.Guesses) {
	l := f.language
	f.Guessed = map[string]string{}
	put := func(name, value string, from locale.Phrase) {
		if value != "" {
			f.Set(name, value)
			f.Guessed[name] = l.Say(from)
		}
	}
	for _, file := range m.Files {
		if vitrine.TitleOf(file.Name) == m.Title { // which was the first to come, and may be a texture
			put("title", guesses.Title, locale.Text("Guess from the name of a file"))
		}
	}
	put("category", guesses.Category.Slug, locale.Text("Guess from the names of the files"))
	put("tags", strings.Join(guesses.Tags, ", "), locale.Text("Guess from the names of the files"))
	for trait, is := range map[string]bool{"animated": guesses.Animated, "rigged": guesses.Rigged, "pbr": guesses.PBR} {
		if is {
			put(trait, "yes", locale.Text("Guess found in the files"))
		}
	}
	put("product_type", string(guesses.ProductType), locale.Text("Guess from the formats of the files"))
	put("units", guesses.Units, locale.Text("Guess found in the files"))
}

// groups are categories as a field offers them.
func groups(categories []vitrine.Category) (list []group) {
	at := map[int64]int{}
	for _, c := range categories {
		if c.ParentID == 0 {
			at[c.ID] = len(list)
			list = append(list, group{Category: c})
		}
	}
	for _, c := range categories {
		if i, ok := at[c.ParentID]; ok && c.ParentID != 0 {
			list[i].Below = append(list[i].Below, c)
		}
	}
	return list
}

// note adds what an error says at the fields of the form; the rest is returned.
func (f *form) note(fields []vitrine.Field) (rest []string) {
	l := f.language
	f.Faults = map[string]string{}
	for _, fault := range fields {
		name, _, _ := strings.Cut(strings.TrimPrefix(fault.Pointer, "/"), "/")
		if name == "subcategory" {
			name = "category" // one field has both
		}
		text := l.Says(fault.Detail)
		if name == "" || name == "files" || name == "images" || name == "status" {
			rest = append(rest, text)
		} else if f.Faults[name] == "" {
			f.Faults[name] = text
		}
	}
	return rest
}

// keepMarks marks what the form still says as it is guessed in the one that is proposed.
func (f *form) keepMarks(proposed *form) {
	f.Guessed = map[string]string{}
	for name, from := range proposed.Guessed {
		if f.Get(name) == proposed.Get(name) {
			f.Guessed[name] = from
		}
	}
}
