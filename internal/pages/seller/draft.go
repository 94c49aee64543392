package seller

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// subject is what a page of a model is about: the model as it is, and what its form, files
// and pictures are of, which for one with a draft version is that.
type subject struct {
	public *vitrine.Model
	shown  *vitrine.Model
	draft  *shop.Draft // nil: there is none
}

// subject returns what the page of a model is about, if it belongs to who is signed in.
func (p *Pages) subject(r *http.Request, in shop.SignedIn) (subject, error) {
	m, err := p.own(r, in)
	if err != nil {
		return subject{}, err
	}
	return p.subjectOf(r.Context(), in, m)
}

func (p *Pages) subjectOf(ctx context.Context, in shop.SignedIn, m *vitrine.Model) (subject, error) {
	d, err := p.shop.Draft(ctx, author(in), m.ID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return subject{public: m, shown: m}, nil
	}
	if err != nil {
		return subject{}, err
	}
	return subject{d.Public, d.Copy, d}, nil
}

// drafts reports whether what is changed goes into a draft version.
func (s subject) drafts() bool { return s.draft != nil || s.public.Status == vitrine.Published }

// values are what the form says as long as nobody types.
func (s subject) values() map[string][]string {
	values := valuesOf(s.shown)
	if s.draft != nil {
		values.Set("note", s.draft.Note)
	}
	return values
}

// mark names what the form was made of.
func (s subject) mark() string {
	if s.draft == nil {
		return markOf(s.shown)
	}
	return markOf(s.shown, append(slices.Clone(s.draft.Clashes), s.draft.Note)...)
}

// clashing is what the model says where that was changed besides the draft version, by the
// fields of the form.
func (s subject) clashing() map[string]string {
	if s.draft == nil || len(s.draft.Clashes) == 0 {
		return nil
	}
	stored := map[string]string{}
	now, mine := valuesOf(s.public), valuesOf(s.shown)
	for _, field := range s.draft.Clashes {
		for name := range now {
			if now.Get(name) != mine.Get(name) && (name == field || field == "info" && strings.HasPrefix(name, "info_")) {
				stored[name] = now.Get(name)
			}
		}
	}
	return stored
}

// target returns the model that a change of files or pictures is made in: of a published
// model its draft version, begun if need be.
func (p *Pages) target(ctx context.Context, in shop.SignedIn, s subject) (vitrine.Caller, *vitrine.Model, error) {
	if !s.drafts() {
		return author(in), s.public, nil
	}
	d, err := p.shop.OpenDraft(ctx, author(in), s.public.ID)
	if err != nil {
		return vitrine.Caller{}, nil, err
	}
	return d.Editor(author(in)), d.Copy, nil
}

// fileIn is the file of a model that a page names, also when the page is of before there was
// a draft version.
func fileIn(m *vitrine.Model, id int64) int64 {
	for _, f := range m.Files {
		if f.CopyOf == id {
			return f.ID
		}
	}
	return id
}

// imageIn is fileIn for pictures.
func imageIn(m *vitrine.Model, id int64) int64 {
	for _, image := range m.Images {
		if image.CopyOf == id {
			return image.ID
		}
	}
	return id
}

// anchorOf is where on the page a field of a draft version is, "" for nowhere.
func anchorOf(field string) string {
	switch {
	case field == "files":
		return "files-title"
	case labels()[field] == locale.Phrase{} || field == "info":
		return ""
	}
	return field
}

// difference is a field in which a draft version differs, in words.
type difference struct {
	Label, Anchor string
	Before, After string
	Long          bool // too much to read beside each other
	Clashes       bool // it was changed in the model too
}

// differencesOf says in words what a draft version changes.
func (p *Pages) differencesOf(l *locale.Language, d *shop.Draft, categories []group) (list []difference) {
	for _, change := range d.Changes {
		clashes := slices.Contains(d.Clashes, change.Field)
		for _, said := range p.inPlainWords(l, d, change, categories) {
			said.Clashes, said.Long = clashes, len(said.Before)+len(said.After) > 240
			list = append(list, said)
		}
	}
	return list
}

// inPlainWords are the differences of one field; info has one for each of its keys.
func (p *Pages) inPlainWords(l *locale.Language, d *shop.Draft, change shop.DraftChange, categories []group) []difference {
	words := func(label, anchor, before, after string) []difference {
		return []difference{{Label: label, Anchor: anchor, Before: before, After: after}}
	}
	switch label := l.Say(labels()[change.Field]); change.Field {
	case "description":
		before, _ := shop.Described(d.Public.Description)
		after, _ := shop.Described(d.Copy.Description)
		return words(label, "description", before, after)
	case "category":
		return words(label, "category", placeIn(l, categories, d.Public), placeIn(l, categories, d.Copy))
	case "price", "original_price":
		return words(label, change.Field, p.priced(l, change.Public), p.priced(l, change.Draft))
	case "info":
		return infoDifferences(l, d)
	case "files":
		return words(label, "files-title", removed(l, change.Public), added(l, change.Draft))
	case "pictures":
		return words(label, "pictures", inPictures(l, d.Public), inPictures(l, d.Copy))
	default:
		if language, ok := strings.CutPrefix(change.Field, "translations/"); ok {
			return words(l.T("Text in the language {language}", language), "", change.Public, change.Draft)
		}
		return words(label, change.Field, choice(l, change.Public), choice(l, change.Draft))
	}
}

// labels are the names of fields in the words of the form.
func labels() map[string]locale.Phrase {
	return map[string]locale.Phrase{
		"title": locale.Text("Title"), "description": locale.Text("Description"), "tags": locale.Text("Tags"),
		"category": locale.Text("Category"), "price": locale.Text("Price"), "original_price": locale.Text("Price before a discount"),
		"license": locale.Text("Licence"), "custom_license": locale.Text("My own licence"), "product_type": locale.Text("Kind"),
		"preview": locale.Text("What visitors see in 3D"), "adult_content": locale.Text("Adult content"),
		"ai_generated": locale.Text("Made with AI"), "no_ai_training": locale.Text("Nobody may train AI with it"),
		"game_ready": locale.Text("Ready for games"), "animated": locale.Text("Animated"),
		"rigged": locale.Text("Rigged"), "pbr": locale.Text("PBR materials"), "units": locale.Text("Unit of length"),
		"is_pre_supported": locale.Text("With supports"), "is_split_into_multiple_parts": locale.Text("Split into parts"),
		"multiple_parts_details": locale.Text("Its parts"), "files": locale.Text("Files"), "pictures": locale.Text("Pictures"),
	}
}

// choice is the value of a field with choices in words.
func choice(l *locale.Language, value string) string {
	words := map[string]locale.Phrase{
		"true": locale.Text("Yes"), "false": locale.Text("No"), "custom": locale.Text("licence|My own"),
		"cg": locale.Text("Computer graphics"), "printable": locale.Text("3D printing"), "full": locale.Text("preview|All of it"),
		"reduced": locale.Text("preview|A reduced model"), "turntable": locale.Text("preview|Pictures from all sides"),
		"none": locale.Text("preview|Nothing"),
	}
	if said, ok := words[value]; ok {
		return l.Say(said)
	}
	if value == string(vitrine.General) || value == string(vitrine.Editorial) {
		return l.Known(pages.Capitalize(value))
	}
	return value
}

// placeIn is the category of a model as its field names it, "" for none.
func placeIn(l *locale.Language, categories []group, m *vitrine.Model) string {
	for i := range categories {
		top := &categories[i]
		if top.Slug != m.Category.Slug {
			continue
		}
		for j := range top.Below {
			if c := &top.Below[j]; c.ID == m.Subcategory.ID {
				return l.List([]string{pages.CategoryIn(l, &top.Category).Name, pages.CategoryIn(l, c).Name})
			}
		}
		return pages.CategoryIn(l, &top.Category).Name
	}
	return ""
}

func (p *Pages) priced(l *locale.Language, amount string) string {
	if amount == "" {
		return ""
	}
	return l.Priced(amount, p.shop.Settings().Currency)
}

func added(l *locale.Language, names string) string {
	if names == "" {
		return l.T("nothing added")
	}
	return l.T("{names} added", names)
}

func removed(l *locale.Language, names string) string {
	if names == "" {
		return l.T("nothing removed")
	}
	return l.T("{names} removed", names)
}

func inPictures(l *locale.Language, m *vitrine.Model) string {
	return l.N("{n} picture", "{n} pictures", int64(len(m.Images)))
}

// infoLabels are the names of what info says in the words of the form.
func infoLabels() map[string]locale.Phrase {
	return map[string]locale.Phrase{
		"polygons": locale.Text("Polygons"), "vertices": locale.Text("Vertices"), "geometry_type": locale.Text("Geometry"),
		"unwrapped_uvs": locale.Text("Unwrapped UVs"), "textures": locale.Text("Textures"), "materials": locale.Text("Materials"),
		"uvw_mapping": locale.Text("UV mapping"), "plugins_used": locale.Text("Plug-ins needed"),
		"collection": locale.Text("A collection of several"),
	}
}

func infoDifferences(l *locale.Language, d *shop.Draft) (list []difference) {
	before, after := infoOf(d.Public), infoOf(d.Copy)
	keys := map[string]bool{}
	for key := range before {
		keys[key] = true
	}
	for key := range after {
		keys[key] = true
	}
	for key := range keys {
		if was, is := factInWords(l, before[key]), factInWords(l, after[key]); was != is {
			label := l.Say(infoLabels()[key])
			if label == "" {
				label = pages.Capitalize(strings.ReplaceAll(key, "_", " ")) // a program said it
			}
			list = append(list, difference{Label: label, Anchor: "info_" + key, Before: was, After: is})
		}
	}
	slices.SortFunc(list, func(a, b difference) int { return strings.Compare(a.Label, b.Label) })
	return list
}

// publishDraft publishes what the page showed of a draft version.
func (p *Pages) publishDraft(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.withDraft(w, r, in, "changed", func(id int64, mark string) error {
		_, err := p.shop.PublishDraft(r.Context(), author(in), id, shop.PublishRequest{Means: shop.Marked(mark)})
		return err
	})
}

// discardDraft throws away what the page showed of a draft version.
func (p *Pages) discardDraft(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.withDraft(w, r, in, "discarded", func(id int64, mark string) error {
		return p.shop.DiscardDraft(r.Context(), author(in), id, shop.Marked(mark))
	})
}

func (p *Pages) withDraft(
	w http.ResponseWriter, r *http.Request, in shop.SignedIn, word string, do func(id int64, mark string) error,
) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	m, err := p.own(r, in)
	if err != nil {
		return err
	}
	mark := form.Get("mark")
	if mark == "" {
		return vitrine.Errorf(vitrine.Malformed, "the form does not say which draft version it is about")
	}

	return p.after(w, r, in, m, word, do(m.ID, mark))
}
