package seller

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// texts is the page on which what a model says in its languages stands side by side.
type texts struct {
	Path, Back string
	Heading    string
	Mark       string
	Columns    []*column
	Offered    []locale.Tongue // that may be added
	Absent     string          // languages of the pages in which the model says nothing
	Drafts     bool            // what is saved goes into a draft version
	Done, Bad  string
}

// Only reports whether there is one language, which can't be taken away.
func (t *texts) Only() bool { return len(t.Columns) == 1 }

// column is the text in one language.
type column struct {
	locale.Tongue
	First, New  bool
	Gone        bool // it is to be taken away
	Title, Tags field
	Description field
	Whole       bool   // the description can be written in Markdown
	Lacks       string // what is missing until it is complete
}

// fieldOf is the name of a field of a text in a language.
func fieldOf(name, tag string) string { return name + "-" + tag }

// valuesOfTexts are what the fields say as long as nobody types.
func valuesOfTexts(m *vitrine.Model) url.Values {
	v := url.Values{"language": m.Languages()}
	for _, text := range m.Texts() {
		description, _ := shop.Described(text.Description)
		v.Set(fieldOf("title", text.Language), text.Title)
		v.Set(fieldOf("description", text.Language), description)
		v.Set(fieldOf("tags", text.Language), strings.Join(text.Tags, ", "))
	}
	return v
}

// markOfTexts names what a model says in its languages.
func markOfTexts(m *vitrine.Model) string {
	sum := sha256.Sum256([]byte(valuesOfTexts(m).Encode()))
	return hex.EncodeToString(sum[:12])
}

// textsPage is the page with some values in its fields.
func textsPage(l *locale.Language, s subject, values url.Values) *texts {
	t := &texts{Path: pathOf(s.public.ID) + "/texts", Back: pathOf(s.public.ID), Heading: s.shown.Title, Mark: markOfTexts(s.shown),
		Drafts: s.drafts(), Absent: l.List(locale.Absent(s.shown.Languages()))}
	stored := s.shown.Languages()
	for i, tag := range values["language"] {
		c := &column{Tongue: locale.TongueOf(tag), First: tag == s.shown.Language, New: !slices.Contains(stored, tag), Whole: true,
			Gone: slices.Contains(values["gone"], tag)}
		if text := s.shown.TextIn(tag); !c.New {
			_, c.Whole = shop.Described(text.Description)
		}
		at := func(name, label, hint string) field {
			return field{Name: fieldOf(name, tag), Label: label, Hint: hint, Value: values.Get(fieldOf(name, tag))}
		}
		tags := ""
		if i == 0 {
			tags = l.N("At least {n}, with commas between them: what buyers search for.",
				"At least {n}, with commas between them: what buyers search for.", vitrine.MinTags)
		}
		c.Title, c.Description, c.Tags = at("title", l.T("Title"), ""), at("description", l.T("Description"), ""), at("tags", l.T("Tags"), tags)
		c.Lacks = l.List(lacking(l, c))
		t.Columns = append(t.Columns, c)
	}
	for _, known := range locale.Tongues() {
		if !slices.Contains(values["language"], known.Tag) {
			t.Offered = append(t.Offered, known)
		}
	}
	return t
}

// lacking is what a text still needs.
func lacking(l *locale.Language, c *column) (list []string) {
	if strings.TrimSpace(c.Title.Value) == "" {
		list = append(list, l.T("lacks|title"))
	}
	if strings.TrimSpace(c.Description.Value) == "" {
		list = append(list, l.T("lacks|description"))
	}
	if len(splitTags(c.Tags.Value)) < vitrine.MinTags {
		list = append(list, l.T("lacks|tags"))
	}
	return list
}

// texts shows what a model says in all its languages.
func (p *Pages) texts(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	s, err := p.subject(r, in)
	if err != nil {
		return err
	}
	t := textsPage(locale.Of(r.Context()), s, valuesOfTexts(s.shown))
	switch r.URL.Query().Get("done") {
	case "saved":
		t.Done = locale.Of(r.Context()).T("What you changed is saved.")
	case "drafted":
		t.Done = locale.Of(r.Context()).T("What you changed is saved. Buyers see it once you publish the changes.")
	}
	return p.showTexts(w, r, http.StatusOK, t)
}

func (p *Pages) showTexts(w http.ResponseWriter, r *http.Request, status int, t *texts) error {
	return p.show(w, r, status, "texts", locale.Of(r.Context()).T("{title} in several languages", t.Heading), t)
}

// saveTexts stores what a model says in all its languages at once, or shows the page with
// a language more.
func (p *Pages) saveTexts(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	sent, err := web.ReadForm(w, r, vitrine.MaxLanguages*maxForm)
	if err != nil {
		return err
	}
	s, err := p.subject(r, in)
	if err != nil {
		return err
	}
	if sent["language"], err = sentLanguages(sent); err != nil {
		return err
	}
	if sent.Get("act") != "add" {
		return p.storeTexts(w, r, in, s, sent)
	}
	t := textsPage(locale.Of(r.Context()), s, sent)
	t.Mark = sent.Get("mark")
	return p.showTexts(w, r, http.StatusOK, t)
}

// sentLanguages are those of the columns of a form, and the one that is to be added.
func sentLanguages(sent url.Values) (list []string, err error) {
	wanted := sent["language"]
	if sent.Get("act") == "add" {
		wanted = append(wanted, sent.Get("add"))
	}
	for _, tag := range wanted {
		if tag, err = web.ContentLanguage(tag); err != nil {
			return nil, err
		}
		if tag != "" && !slices.Contains(list, tag) {
			list = append(list, tag)
		}
	}
	if len(list) == 0 || len(list) > vitrine.MaxLanguages {
		return nil, vitrine.Errorf(vitrine.Malformed, "the form has no languages, or too many")
	}
	return list, nil
}

func (p *Pages) storeTexts(w http.ResponseWriter, r *http.Request, in shop.SignedIn, s subject, sent url.Values) error {
	overtaken := sent.Get("mark") != markOfTexts(s.shown)
	request := shop.ModelRequest{Texts: textRequests(s.shown, sent), OnlyTexts: true, Judge: func(now *vitrine.Model) []vitrine.Field {
		if overtaken = overtaken || markOfTexts(now) != markOfTexts(s.shown); overtaken {
			return []vitrine.Field{{Code: "changed", Detail: errOvertaken.Error()}}
		}
		return nil
	}}
	var err error
	word := "saved"
	if s.drafts() {
		word = "drafted"
		_, err = p.shop.SaveDraft(r.Context(), author(in), s.public.ID, shop.DraftRequest{ModelRequest: request})
	} else {
		_, err = p.shop.UpdateModel(r.Context(), author(in), s.public.ID, request, nil)
	}
	if err != nil {
		return p.textsNotSaved(w, r, in, sent, overtaken, err)
	}
	http.Redirect(w, r, pathOf(s.public.ID)+"/texts?done="+word, http.StatusSeeOther)
	return nil
}

// textRequests are the texts of a form, without those that are to be taken away.
func textRequests(m *vitrine.Model, sent url.Values) (list []shop.TextRequest) {
	stored := valuesOfTexts(m)
	for _, tag := range sent["language"] {
		if slices.Contains(sent["gone"], tag) {
			continue
		}
		request := shop.TextRequest{Language: tag, Title: strings.TrimSpace(sent.Get(fieldOf("title", tag))),
			Tags: splitTags(sent.Get(fieldOf("tags", tag)))}
		name := fieldOf("description", tag)
		text := sent.Get(name)
		if before, there := stored[name]; !there || text != before[0] {
			request.Description = vitrine.Some(shop.Describe(text))
		}
		list = append(list, request)
	}
	return list
}

// textsNotSaved shows what was typed with what is wrong with it, or beside what somebody else
// stored meanwhile: to save it then is a decision.
func (p *Pages) textsNotSaved(
	w http.ResponseWriter, r *http.Request, in shop.SignedIn, sent url.Values, overtaken bool, err error,
) error {
	refused, ok := errors.AsType[*vitrine.Error](err)
	if !ok || !overtaken && refused.Code != vitrine.Invalid && refused.Code != vitrine.Conflict {
		return err
	}
	s, err := p.subject(r, in)
	if err != nil {
		return err
	}
	l := locale.Of(r.Context())
	t := textsPage(l, s, sent)
	if overtaken {
		t.Bad = l.T("The model was changed meanwhile, in another window or by a program. What you typed is below, " +
			"with what is stored now where it differs. Save once more to store what you typed.")
		t.beside(valuesOfTexts(s.shown))
		return p.showTexts(w, r, http.StatusConflict, t)
	}
	if t.Bad = l.T("This is not saved yet. The fields below say what is wrong."); !t.note(l, refused.Fields) {
		t.Bad = l.Says(refused.Message)
	}
	return p.showTexts(w, r, http.StatusUnprocessableEntity, t)
}

// fields are those of all columns.
func (t *texts) fields() (list []*field) {
	for _, c := range t.Columns {
		list = append(list, &c.Title, &c.Description, &c.Tags)
	}
	return list
}

// beside shows what is stored now where it differs from what was typed.
func (t *texts) beside(stored url.Values) {
	for _, f := range t.fields() {
		if now := stored.Get(f.Name); now != f.Value {
			f.Stored = now
		}
	}
}

// note shows faults at their fields, and reports whether any belongs to one.
func (t *texts) note(l *locale.Language, faults []vitrine.Field) (noted bool) {
	for _, fault := range faults {
		name, _, _ := strings.Cut(strings.TrimPrefix(fault.Pointer, "/"), "/")
		for _, f := range t.fields() {
			if f.Name == fieldOf(name, fault.Language) && f.Fault == "" {
				f.Fault, noted = pages.Capitalize(l.Sentence(fault.Detail)), true
			}
		}
	}
	return noted
}

// told is a field of a column in a template, of a kind: line, area or text.
type told struct {
	In    *column
	Field field
	Kind  string
}
