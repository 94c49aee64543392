package keeping

import (
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/record"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

func (p *Pages) collectionRoutes() []route {
	const all, one = shop.CollectionsPath, shop.CollectionsPath + "/{id}"
	return []route{
		{"GET " + all, mine(p.ownCollections)}, {"POST " + all, mine(p.create)},
		{"GET " + all + "/public", p.publicCollections},
		{"GET /collect/{model}", mine(p.adding)},
		{"GET " + one, p.collection}, {"GET " + shop.SharedPath + "{key}", p.shared},
		{"GET " + one + "/edit", mine(p.edit)}, {"POST " + one + "/edit", mine(p.save)},
		{"GET " + one + "/arrange", p.backToEdit}, {"POST " + one + "/arrange", mine(p.arrange)},
		{"GET " + one + "/remove", p.backToEdit}, {"POST " + one + "/remove", mine(p.removeCollection)},
		{"GET " + one + "/models", p.backToEdit}, {"POST " + one + "/models", mine(p.collect)},
		{"GET " + one + "/models/{model}/remove", p.backToEdit}, {"POST " + one + "/models/{model}/remove", mine(p.uncollect)},
	}
}

func collectionPath(id int64) string { return shop.CollectionsPath + "/" + strconv.FormatInt(id, 10) }

func addPath(model int64) string {
	return "/collect/" + strconv.FormatInt(model, 10)
}

func (p *Pages) backToEdit(w http.ResponseWriter, r *http.Request) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	return pages.LeadTo(collectionPath(id)+"/edit")(w, r)
}

// typed is the form of what somebody says of a collection.
type typed struct {
	vitrine.Gathered
	Faults map[string]string
	Model  int64 // to be put into a new one; 0: none

	Differs []pages.Difference // where it was changed meanwhile
}

// differs lists what a collection says now that is not what was typed.
func (t *typed) differs(l *locale.Language, c *vitrine.Collection) {
	fields := []pages.Field{
		{Name: "name", Label: l.T("collection|Name")}, {Name: "text", Label: l.T("What is in it")},
		{Name: "shown", Label: l.T("Who sees it"), Says: map[string]string{string(vitrine.ShownToNobody): l.T("You alone"),
			string(vitrine.ShownByLink): l.T("Who has its link, which nobody can guess"),
			string(vitrine.ShownToAll):  l.T("Everybody, search engines too")}},
	}
	t.Differs = pages.Differences(fields, valuesOf(t.Gathered), valuesOf(c.Gathered))
}

func valuesOf(g vitrine.Gathered) url.Values {
	return url.Values{"name": {g.Name}, "text": {g.Text}, "shown": {string(g.Shown)}}
}

// Is reports whether a collection is shown to those.
func (t typed) Is(shown string) bool { return string(t.Shown) == shown }

// Names is how long a name may be.
func (typed) Names() int { return vitrine.MaxCollectionName }

// Texts is how long a text may be.
func (typed) Texts() int { return vitrine.MaxCollectionText }

func readTyped(form url.Values) typed {
	t := typed{Gathered: vitrine.Gathered{Name: form.Get("name"), Text: form.Get("text"), Shown: vitrine.Audience(form.Get("shown"))}}
	t.Model, _ = strconv.ParseInt(form.Get("model"), 10, 64)
	return t
}

// explain has the form say what is wrong, and returns the status of its page. What it can't
// explain is returned as it is.
func (t *typed) explain(w http.ResponseWriter, r *http.Request, refused error) (status int, err error) {
	if refused == nil {
		return http.StatusOK, nil
	}
	e, known := errors.AsType[*vitrine.Error](refused)
	if !known || e.Code == vitrine.NotFound || e.Code == vitrine.Unauthenticated {
		return 0, refused
	}
	l := locale.Of(r.Context())
	t.Faults = map[string]string{}
	for _, field := range e.Fields {
		t.Faults[strings.TrimPrefix(field.Pointer, "/")] = pages.Capitalize(l.Sentence(field.Detail)) + "."
	}
	status, said := pages.Later(w, r, refused)
	if e.Code == vitrine.Stale {
		said = l.T("This was changed meanwhile, in another window. Look at what is stored now, and save once more.")
	}
	if len(t.Faults) == 0 {
		t.Faults[""] = said
	}
	return status, nil
}

// gathered is the page of all collections of somebody, or of everybody's.
type gathered struct {
	Collections []gatheredRow
	New         typed
	Own         bool
	Done        string
	Next        string // path of the page after, "" for none
}

// gatheredRow is one of them.
type gatheredRow struct {
	*vitrine.Collection
	Path string
	Card template.HTML // of the model that stands for it, "" for none
}

func (p *Pages) ownCollections(w http.ResponseWriter, r *http.Request, in shop.SignedIn, _ url.Values) error {
	return p.showOwn(w, r, in, typed{Gathered: vitrine.Gathered{Shown: vitrine.ShownToNobody}}, nil)
}

func (p *Pages) showOwn(w http.ResponseWriter, r *http.Request, in shop.SignedIn, t typed, refused error) error {
	status, err := t.explain(w, r, refused)
	if err != nil {
		return err
	}
	found, err := p.db.CollectionsOf(r.Context(), in.User.ID, vitrine.Page{Number: 1, Size: vitrine.MaxCollections})
	if err != nil {
		return err
	}
	list := gathered{Own: true, New: t, Done: done(r, map[string]locale.Phrase{"removed": locale.Text("The collection is gone.")})}
	if list.Collections, err = p.rows(r, found); err != nil {
		return err
	}
	title := locale.Of(r.Context()).T("Your collections")
	return p.Render(w, r, status, "collections", pages.View{Title: title, Hidden: true, Section: "/account", Content: list})
}

// rows are collections with the cards of what stands for them.
func (p *Pages) rows(r *http.Request, found store.CollectionPage) ([]gatheredRow, error) {
	var ids, models []int64
	for _, c := range found.Collections {
		ids = append(ids, c.ID)
	}
	covers, err := p.db.Covers(r.Context(), ids)
	if err != nil {
		return nil, err
	}
	for _, model := range covers {
		models = append(models, model)
	}
	cards, err := p.cards(r, models, func(int64) template.HTML { return "" })
	if err != nil {
		return nil, err
	}
	var rows []gatheredRow
	for _, c := range found.Collections {
		rows = append(rows, gatheredRow{c, collectionPath(c.ID), frameOf(cards[covers[c.ID]])})
	}
	return rows, nil
}

// frameOf is the picture of a card.
func frameOf(card template.HTML) template.HTML {
	_, rest, _ := strings.Cut(string(card), `"frame">`)
	frame, _, _ := strings.Cut(rest, "</div>")
	return template.HTML(frame)
}

// publicCollections lists what everybody sees.
func (p *Pages) publicCollections(w http.ResponseWriter, r *http.Request) error {
	cursor := r.URL.Query().Get("cursor")
	found, err := p.db.PublicCollections(r.Context(), vitrine.Page{Number: 1, Size: listedAtOnce, Cursor: cursor})
	if err != nil {
		return err
	}
	list := gathered{}
	if list.Collections, err = p.rows(r, found); err != nil {
		return err
	}
	const path = shop.CollectionsPath + "/public"
	if found.Next != "" {
		list.Next = path + "?" + url.Values{"cursor": {found.Next}}.Encode()
	}
	v := pages.View{Title: locale.Of(r.Context()).T("Collections"), Canonical: path, Next: list.Next,
		Hidden: cursor != "" || len(list.Collections) == 0, Content: list}
	return p.Render(w, r, http.StatusOK, "collections", v)
}

func (p *Pages) create(w http.ResponseWriter, r *http.Request, in shop.SignedIn, form url.Values) error {
	t := readTyped(form)

	c, err := p.shop.CreateCollection(r.Context(), in.Caller(), t.Gathered, shop.Answer[*vitrine.Collection]{})
	if err == nil && t.Model != 0 {
		_, err = p.shop.Collect(r.Context(), in.Caller(), c.ID, t.Model)
	}
	if err != nil && t.Model != 0 {
		return p.showAdding(w, r, in, t, err)
	}
	if err != nil {
		return p.showOwn(w, r, in, t, err)
	}

	if t.Model != 0 {
		return to(w, r, addPath(t.Model), "added", "")
	}
	return to(w, r, collectionPath(c.ID), "made", "")
}

// adding is the page on which a model is put into collections.
type adding struct {
	Title       string
	Path        string
	Model       int64
	Collections []holding
	New         typed
	Done        string
}

// holding is a collection there.
type holding struct {
	*vitrine.Collection
	Path  string
	Holds bool
}

func (p *Pages) adding(w http.ResponseWriter, r *http.Request, in shop.SignedIn, _ url.Values) error {
	id, err := pages.Number(r, "model")
	if err != nil {
		return err
	}
	return p.showAdding(w, r, in, typed{Gathered: vitrine.Gathered{Shown: vitrine.ShownToNobody}, Model: id}, nil)
}

func (p *Pages) showAdding(w http.ResponseWriter, r *http.Request, in shop.SignedIn, t typed, refused error) error {
	status, err := t.explain(w, r, refused)
	if err != nil {
		return err
	}
	m, _, err := p.shop.Liking(r.Context(), in.Caller(), t.Model)
	if err != nil {
		return err
	}
	found, err := p.db.CollectionsOf(r.Context(), in.User.ID, vitrine.Page{Number: 1, Size: vitrine.MaxCollections})
	if err != nil {
		return err
	}
	holds, err := p.db.Holding(r.Context(), in.User.ID, m.ID)
	if err != nil {
		return err
	}

	content := adding{Title: m.Title, Path: record.Path(m), Model: m.ID, New: t, Done: done(r, map[string]locale.Phrase{
		"added": locale.Text("It is in the collection now."), "removed": locale.Text("It is out of the collection now.")})}
	for _, c := range found.Collections {
		one := holding{Collection: c, Path: collectionPath(c.ID)}
		for _, id := range holds {
			one.Holds = one.Holds || id == c.ID
		}
		content.Collections = append(content.Collections, one)
	}
	title := locale.Of(r.Context()).T("Add {title} to a collection", m.Title)
	v := pages.View{Title: title, Hidden: true, Section: "/account", Content: content}
	return p.Render(w, r, status, "adding", v)
}

func (p *Pages) collect(w http.ResponseWriter, r *http.Request, in shop.SignedIn, form url.Values) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	model, err := strconv.ParseInt(form.Get("model"), 10, 64)
	if err != nil {
		return vitrine.Errorf(vitrine.Malformed, "the form does not name a model: open the model's page and try again")
	}

	if _, err := p.shop.Collect(r.Context(), in.Caller(), id, model); err != nil {
		return err
	}

	return to(w, r, addPath(model), "added", "")
}

// uncollect leads back to where the button is: the page of the model or that of the collection.
func (p *Pages) uncollect(w http.ResponseWriter, r *http.Request, in shop.SignedIn, form url.Values) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	model, err := pages.Number(r, "model")
	if err != nil {
		return err
	}

	if _, err := p.shop.Uncollect(r.Context(), in.Caller(), id, model); err != nil {
		return err
	}

	if form.Get("from") == "model" {
		return to(w, r, addPath(model), "removed", "")
	}
	return to(w, r, collectionPath(id)+"/edit", "out", "")
}
