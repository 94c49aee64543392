package operator

import (
	"net/url"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
)

// categoryTongue is what a category is called in a language, as it was typed.
type categoryTongue struct {
	Tag, Tongue              string
	Name, Title, Description tongueField
}

// Open reports whether there is something to see.
func (t categoryTongue) Open() bool { return t.Name.Fault != "" || t.Title.Fault != "" }

// tongueField is a field of a language.
type tongueField struct{ ID, Tag, Label, Value, Fault string }

// Tongues are the further languages of the form, as it was typed.
func (f *categoryForm) Tongues() (list []categoryTongue) {
	l := f.language
	for _, tongue := range locale.All() {
		if tongue.English() {
			continue
		}
		field := func(name, label string) tongueField {
			id := name + "-" + tongue.Tag
			return tongueField{ID: id, Tag: tongue.Tag, Label: label, Value: f.Get(id), Fault: f.Faults["translations/"+tongue.Tag+"/"+name]}
		}
		list = append(list, categoryTongue{Tag: tongue.Tag, Tongue: tongue.Name, Name: field("name", l.T("Name in lists")),
			Title: field("title", l.T("Title of its page; empty for the name")), Description: field("description", l.T("Description"))})
	}
	return list
}

// overtaken says that a form is older than what it changes.
func overtaken(l *locale.Language) string {
	return l.T("This was changed meanwhile, in another window. Look at what is stored now, and save once more.")
}

// fields are those of the form, as it calls them.
func (f *categoryForm) fields() []pages.Field {
	l := f.language
	tops := map[string]string{"0": l.T("nothing: it is a top category")}
	for _, c := range f.Tops {
		tops[strconv.FormatInt(c.ID, 10)] = pages.CategoryIn(l, &c).Name
	}
	cg, printable := l.T("3D models"), l.T("3D print models")
	list := []pages.Field{
		{Name: "title", Label: l.T("Title of its page")}, {Name: "name", Label: l.T("Name in lists; empty for the title")},
		{Name: "slug", Label: l.T("Slug, which ends its address")}, {Name: "parent", Label: l.T("place|Below"), Says: tops},
		{Name: "position", Label: l.T("Place among its siblings, lowest first")},
		{Name: "product_type", Label: l.T("It is for"), Says: map[string]string{
			"cg": cg, "printable": printable, "cg, printable": cg + ", " + printable, "printable, cg": cg + ", " + printable}},
		{Name: "description", Label: l.T("Description")},
	}
	for _, tongue := range f.Tongues() {
		for _, field := range []tongueField{tongue.Name, tongue.Title, tongue.Description} {
			list = append(list, pages.Field{Name: field.ID, Label: tongue.Tongue + ": " + field.Label})
		}
	}
	return list
}

// textsSent reads the further languages of a form, beside what the category says in those that
// the form does not have.
func textsSent(form url.Values, was map[string]vitrine.CategoryText) map[string]vitrine.CategoryText {
	texts := map[string]vitrine.CategoryText{}
	for tag, text := range was {
		texts[tag] = text
	}
	for _, l := range locale.All() {
		said := func(name string) string { return strings.TrimSpace(form.Get(name + "-" + l.Tag)) }
		text := vitrine.CategoryText{Name: said("name"), Title: said("title"), Description: said("description")}
		delete(texts, l.Tag)
		if text != (vitrine.CategoryText{}) && !l.English() {
			texts[l.Tag] = text
		}
	}
	return texts
}

// addTexts puts what a category says in further languages into its form.
func addTexts(typed url.Values, texts map[string]vitrine.CategoryText) {
	for tag, text := range texts {
		typed.Set("name-"+tag, text.Name)
		typed.Set("title-"+tag, text.Title)
		typed.Set("description-"+tag, text.Description)
	}
}
