package storefront

import (
	"cmp"
	"html/template"
	"net/http"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/record"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

// listing is a list of models as its page shows it.
type listing struct {
	Seller     *seller // whose models it has; nil for a list of no seller
	ReportPath string  // where they are reported
	Heading    string
	Intro      string
	Crumbs     []pages.Link
	Shelves    []shelfView // with the categories of each
	Form       form
	Chips      []pages.Link
	Models     []template.HTML // their cards
	Counted    string
	Meant      *pages.Link // the search that was meant by one that finds few models, nil for none
	First      string      // path of the list's first page, "" on it
	Next       string      // path of the next page, "" on the last
}

// onShelf answers all addresses below a shelf: lists of the shelf, of a
// category and of a subcategory, and models. What has another address is
// redirected there.
func (p *Pages) onShelf(s shelf) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		all, err := p.tree.tree(r.Context())
		if err != nil {
			return err
		}
		rest := strings.TrimSuffix(r.PathValue("path"), "/")
		if strings.HasSuffix(r.URL.Path, "/") {
			moved(w, r, strings.TrimSuffix(s.Path+"/"+rest, "/"))
			return nil
		}
		c, slug := all.find(rest)
		if slug != "" {
			return p.model(w, r, slug)
		}
		if c != nil && all.path(s, c) != r.URL.Path {
			moved(w, r, all.path(s, c))
			return nil
		}
		return p.category(w, r, s, all, c)
	}
}

// find returns what a path below a shelf names: a category, nil for the shelf
// itself, or else a model by the last part of the path.
func (t *tree) find(path string) (c *vitrine.Category, slug string) {
	if path == "" {
		return nil, ""
	}
	parts := strings.Split(path, "/")
	last := parts[len(parts)-1]
	c, stands := t.named(last)
	isCategory := c != nil && (len(parts) == 1 || len(parts) == 2 && (c.ParentID != 0 || stands))
	if isCategory {
		return c, ""
	}
	if len(parts) > 3 {
		return nil, path // nothing has such a slug
	}
	return nil, last
}

// moved leads to where a page is now. The seller or the operator may move it
// back, so that it is not for ever.
func moved(w http.ResponseWriter, r *http.Request, path string) {
	if query := cmp.Or(shownBy(r.Context()).query, r.URL.RawQuery); query != "" {
		path += "?" + query
	}
	w.Header().Set("Cache-Control", "public, max-age=60")
	http.Redirect(w, r, path, http.StatusMovedPermanently)
}

func (p *Pages) category(w http.ResponseWriter, r *http.Request, s shelf, all *tree, c *vitrine.Category) error {
	shownBy(r.Context()).counts = true
	f := readFilters(r.URL.Query(), &s)
	l := locale.Of(r.Context())
	content := &listing{
		Heading: l.Say(s.Heading), Intro: l.Say(s.Intro), Crumbs: all.crumbs(l, s, c), Shelves: []shelfView{view(l, s, all.branches(l, s, c))},
	}
	v := pages.View{Title: content.Heading, Section: s.Path, Canonical: s.Path}
	if c != nil {
		f.Query.CategoryID = c.ID
		said := pages.CategoryIn(l, c)
		v.Title = l.T("{category}: {heading}", said.Title, s.Heading)
		content.Heading, content.Intro, v.Canonical = said.Name, said.Description, all.path(s, c)
	}
	v.Description = content.Intro
	return p.list(w, r, f, content, v)
}

func (p *Pages) search(w http.ResponseWriter, r *http.Request) error {
	f := readFilters(r.URL.Query(), nil)
	all, err := p.countedTree(r.Context())
	if err != nil {
		return err
	}
	f.Query.CategoryID = all.numbered(f.Query.CategoryID)
	l := locale.Of(r.Context())
	content := &listing{Heading: l.T("All models"), Crumbs: []pages.Link{home(l), link(l.T("Search"), "/search")}}
	for _, s := range shelves() {
		content.Shelves = append(content.Shelves, view(l, s, all.branches(l, s, nil)))
	}
	if f.Query.Keywords != "" {
		content.Heading = l.T("Results for “{keywords}”", f.Query.Keywords)
	}
	return p.list(w, r, f, content, pages.View{Title: content.Heading, Canonical: "/search", Hidden: true})
}

// list reads a page of models and shows it.
func (p *Pages) list(w http.ResponseWriter, r *http.Request, f *filters, content *listing, v pages.View) error {
	path := v.Canonical
	if len(f.faults) > 0 {
		p.refuse(w, r, path, f)
		return nil
	}
	if f.Query.Keywords != "" {
		f.Query.Language = searchLanguage(r)
	}
	found, err := p.catalogue(r, f.Query)
	if vitrine.CodeOf(err) == vitrine.Malformed && f.Query.Page.Cursor != "" {
		f.fault("cursor", locale.Text("it is not a place in this list"))
		p.refuse(w, r, path, f)
		return nil
	}
	if err != nil {
		return err
	}
	if content.Models, err = p.cards(r, found.IDs, eagerCards); err != nil {
		return err
	}

	if content.Meant, err = p.meant(r, f, path, found.Total); err != nil {
		return err
	}

	l, currency := locale.Of(r.Context()), p.shop.Settings().Currency
	content.Form, content.Chips, content.Counted = f.form(l, path, currency), f.chips(l, path, currency), counted(l, found.Total)
	if f.Query.Page.Cursor != "" {
		content.First = f.without(path, "cursor", "")
	}
	if found.Next != "" {
		content.Next = f.after(path, found.Next)
	}
	// One list has many addresses; search engines need one of them.
	v.Hidden = v.Hidden || len(f.Kept) > 0
	v.Next, v.Keywords, v.Content = content.Next, f.Query.Keywords, content
	v.Completes, v.Keeps, v.Script, v.Policy.Asks = true, len(content.Models) > 0, p.Asset("facets.js"), true
	if v.Structured == nil {
		v.Structured = p.breadcrumbs(content.Crumbs)
	}
	w.Header().Set("Cache-Control", pages.PageCache)
	return p.Render(w, r, http.StatusOK, "list", v)
}

// meant is the list that was meant by mistyped keywords, where the filters leave something of it.
func (p *Pages) meant(r *http.Request, f *filters, path string, found vitrine.Total) (*pages.Link, error) {
	if f.Query.Keywords == "" || found.Count > store.FewModels {
		return nil, nil
	}
	if err := p.noteWords(r, f.Query); err != nil {
		return nil, err
	}
	list, err := p.db.Correct(r.Context(), f.Query)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	// Models may come and go there, too.
	better := f.Query
	better.Keywords = list[0].Keywords
	s := shownBy(r.Context())
	s.lists = append(s.lists, better)
	return &pages.Link{Text: better.Keywords, Path: f.with(path, "keywords", better.Keywords)}, nil
}

// refuse says which parameters of a list can't be read.
func (p *Pages) refuse(w http.ResponseWriter, r *http.Request, path string, f *filters) {
	l := locale.Of(r.Context())
	content := pages.Failure{Heading: l.T("This list can't be shown"), Message: l.T("A part of the address can't be read:")}
	for _, wrong := range f.faults {
		content.Faults = append(content.Faults, pages.Fault{
			Name: wrong.name, Label: fieldLabel(l, wrong.name), Detail: wrong.in(l), Without: f.without(path, wrong.name, ""),
		})
	}
	content.Links = []pages.Link{link(l.T("Show the list without filters"), path)}
	problem := web.ProblemOf(r, vitrine.Errorf(vitrine.Malformed, "a parameter can't be read"))
	content.RequestID = problem.RequestID
	p.FailAs(w, r, problem, content)
}

// pathOf is the path of a model's page, as its record says it.
func pathOf(m *vitrine.Model) string { return record.Path(m) }
