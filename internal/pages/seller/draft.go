package seller

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"vitrine"
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
	case labels()[field] == "" || field == "info":
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
func (p *Pages) differencesOf(d *shop.Draft, categories []group) (list []difference) {
	for _, change := range d.Changes {
		clashes := slices.Contains(d.Clashes, change.Field)
		for _, said := range p.inPlainWords(d, change, categories) {
			said.Clashes, said.Long = clashes, len(said.Before)+len(said.After) > 240
			list = append(list, said)
		}
	}
	return list
}

// inPlainWords are the differences of one field; info has one for each of its keys.
func (p *Pages) inPlainWords(d *shop.Draft, change shop.DraftChange, categories []group) []difference {
	words := func(label, anchor, before, after string) []difference {
		return []difference{{Label: label, Anchor: anchor, Before: before, After: after}}
	}
	switch label := labels()[change.Field]; change.Field {
	case "description":
		before, _ := shop.Described(d.Public.Description)
		after, _ := shop.Described(d.Copy.Description)
		return words(label, "description", before, after)
	case "category":
		return words(label, "category", placeIn(categories, d.Public), placeIn(categories, d.Copy))
	case "price", "original_price":
		return words(label, change.Field, p.priced(change.Public), p.priced(change.Draft))
	case "info":
		return infoDifferences(d)
	case "files":
		return words("Files", "files-title", removed(change.Public), added(change.Draft))
	case "pictures":
		return words("Pictures", "pictures", inPictures(d.Public), inPictures(d.Copy))
	default:
		if language, ok := strings.CutPrefix(change.Field, "translations/"); ok {
			return words("Text in the language "+language, "", change.Public, change.Draft)
		}
		return words(label, change.Field, choice(change.Public), choice(change.Draft))
	}
}

// labels are the names of fields in the words of the form.
func labels() map[string]string {
	return map[string]string{
		"title": "Title", "description": "Description", "tags": "Tags", "category": "Category", "price": "Price",
		"original_price": "Price before a discount", "license": "Licence", "custom_license": "My own licence", "product_type": "Kind",
		"preview": "What visitors see in 3D", "adult_content": "Adult content", "ai_generated": "Made with AI", "game_ready": "Ready for games",
		"animated": "Animated", "rigged": "Rigged", "pbr": "PBR materials", "units": "Unit of length", "is_pre_supported": "With supports",
		"is_split_into_multiple_parts": "Split into parts", "multiple_parts_details": "Its parts", "files": "Files", "pictures": "Pictures",
	}
}

// choice is the value of a field with choices in words.
func choice(value string) string {
	words := map[string]string{
		"true": "Yes", "false": "No", "general": "General", "editorial": "Editorial", "custom": "My own", "cg": "Computer graphics",
		"printable": "3D printing", "full": "All of it", "reduced": "A reduced model", "turntable": "Pictures from all sides", "none": "Nothing",
	}
	if said, ok := words[value]; ok {
		return said
	}
	return value
}

// placeIn is the category of a model as its field names it, "" for none.
func placeIn(categories []group, m *vitrine.Model) string {
	for _, top := range categories {
		if top.Slug != m.Category.Slug {
			continue
		}
		for _, c := range top.Below {
			if c.ID == m.Subcategory.ID {
				return top.Title + ", " + c.Name
			}
		}
		return top.Title
	}
	return ""
}

func (p *Pages) priced(amount string) string {
	if amount == "" {
		return ""
	}
	return amount + " " + p.shop.Settings().Currency
}

func added(names string) string {
	if names == "" {
		return "nothing added"
	}
	return names + " added"
}

func removed(names string) string {
	if names == "" {
		return "nothing removed"
	}
	return names + " removed"
}

func inPictures(m *vitrine.Model) string {
	n := len(m.Images)
	if n == 1 {
		return "1 picture"
	}
	return pages.Grouped(int64(n)) + " pictures"
}

func infoDifferences(d *shop.Draft) (list []difference) {
	before, after := infoOf(d.Public), infoOf(d.Copy)
	keys := map[string]bool{}
	for key := range before {
		keys[key] = true
	}
	for key := range after {
		keys[key] = true
	}
	text := func(value json.RawMessage) string {
		return choice(strings.ReplaceAll(strings.Trim(string(value), `"`), "_", " "))
	}
	for key := range keys {
		if was, is := text(before[key]), text(after[key]); was != is {
			label := pages.Capitalize(strings.ReplaceAll(key, "_", " "))
			list = append(list, difference{Label: label, Anchor: "info_" + key, Before: was, After: is})
		}
	}
	slices.SortFunc(list, func(a, b difference) int { return strings.Compare(a.Label, b.Label) })
	return list
}

// publishDraft publishes what the page showed of a draft version.
func (p *Pages) publishDraft(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.withDraft(w, r, in, "changed", func(id int64, mark string) error {
		_, err := p.shop.PublishDraft(r.Context(), author(in), id, mark)
		return err
	})
}

// discardDraft throws away what the page showed of a draft version.
func (p *Pages) discardDraft(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.withDraft(w, r, in, "discarded", func(id int64, mark string) error {
		return p.shop.DiscardDraft(r.Context(), author(in), id, mark)
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
