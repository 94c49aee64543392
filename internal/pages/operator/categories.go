package operator

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// maxCategory is how many bytes the form of a category has at most, in any script.
const maxCategory = 256 << 10

// doneWithCategory says what a form has done.
var doneWithCategory = map[string]locale.Phrase{
	"made":    locale.Text("The category is made. Change it here, or go back to all."),
	"merging": locale.Text("Merging has begun: models move here one after another, and the old addresses lead here already."),
	"changed": locale.Text("The category is changed."), "removed": locale.Text("The category is removed."),
}

// categoryTree is what the list of categories shows.
type categoryTree struct {
	Tops []categoryBranch
	Done string
	Form *categoryForm // of a new one
}

// categoryBranch is a top category with those below it.
type categoryBranch struct {
	vitrine.Category
	Below []vitrine.Category
}

// categoryForm is a category as it was typed.
type categoryForm struct {
	url.Values
	Path     string // where it is sent
	Version  int64  // of the category that it was filled from; 0 for a new one
	language *locale.Language
	Tops     []vitrine.Category
	Faults   map[string]string
	Differs  []pages.Difference // where somebody else changed it meanwhile
}

// Is reports whether a field has a value.
func (f *categoryForm) Is(name, value string) bool {
	for _, v := range f.Values[name] {
		if v == value {
			return true
		}
	}
	return false
}

// onCategory is what the page of a category shows.
type onCategory struct {
	*vitrine.Category
	Form *categoryForm
	Done string
	Used bool               // it has models or categories below it
	Into *vitrine.Category  // that its models are moving to; nil for none
	Ways []vitrine.Category // that it can be merged into
}

func categoryPath(id int64) string { return categoriesPath + "/" + strconv.FormatInt(id, 10) }

func (p *Pages) categories(w http.ResponseWriter, r *http.Request, _ shop.SignedIn) error {
	return p.showCategories(w, r, url.Values{"product_type": {string(vitrine.CG), string(vitrine.Printable)}}, nil)
}

func (p *Pages) showCategories(w http.ResponseWriter, r *http.Request, typed url.Values, refused error) error {
	all, err := p.db.Categories(r.Context())
	if err != nil {
		return err
	}
	l := locale.Of(r.Context())
	tree := categoryTree{Done: l.Say(doneWithCategory[r.URL.Query().Get("done")])}
	for _, c := range all {
		if c.ParentID == 0 {
			tree.Tops = append(tree.Tops, categoryBranch{Category: c})
		}
	}
	for i := range tree.Tops {
		for _, c := range all {
			if c.ParentID == tree.Tops[i].ID {
				tree.Tops[i].Below = append(tree.Tops[i].Below, c)
			}
		}
	}
	var status int
	if tree.Form, status, err = categoryTyped(r, categoriesPath, typed, all, refused); err != nil {
		return err
	}
	return p.show(w, r, status, "categories", pages.View{Title: l.T("Categories"), Section: categoriesPath, Content: tree})
}

// categoryTyped is a form with what is wrong with it, and the status of its page.
func categoryTyped(
	r *http.Request, path string, typed url.Values, all []vitrine.Category, refused error,
) (form *categoryForm, status int, err error) {
	form, status = &categoryForm{Values: typed, Path: path, language: locale.Of(r.Context()), Faults: map[string]string{}}, http.StatusOK
	for _, c := range all {
		if c.ParentID == 0 {
			form.Tops = append(form.Tops, c)
		}
	}
	if refused == nil {
		return form, status, nil
	}
	e, ok := errors.AsType[*vitrine.Error](refused)
	if !ok || !slices.Contains([]vitrine.Code{vitrine.Invalid, vitrine.Conflict, vitrine.Stale}, e.Code) {
		return nil, 0, refused
	}
	l := locale.Of(r.Context())
	for _, f := range e.Fields {
		form.Faults[strings.TrimPrefix(f.Pointer, "/")] = l.Says(f.Detail)
	}
	switch {
	case e.Code == vitrine.Stale:
		form.Faults[""] = overtaken(l)
	case len(e.Fields) == 0:
		form.Faults[""] = l.Says(e.Message)
	}
	return form, web.ProblemOf(r, refused).Status, nil
}

// categorySent reads the form of a category.
func categorySent(form url.Values) vitrine.Category {
	c := vitrine.Category{Slug: strings.TrimSpace(form.Get("slug")), Title: strings.TrimSpace(form.Get("title")),
		Name: strings.TrimSpace(form.Get("name")), Description: strings.TrimSpace(form.Get("description"))}
	for _, t := range form["product_type"] {
		c.ProductTypes = append(c.ProductTypes, vitrine.ProductType(t))
	}
	if c.Name == "" {
		c.Name = c.Title
	}
	c.ParentID, _ = strconv.ParseInt(form.Get("parent"), 10, 64)
	c.Position, _ = strconv.Atoi(form.Get("position"))
	return c
}

func (p *Pages) makeCategory(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	form, err := web.ReadForm(w, r, maxCategory)
	if err != nil {
		return err
	}

	made, err := p.shop.MakeCategory(r.Context(), in, categorySent(form), shop.Answer[*vitrine.Category]{})
	if err != nil {
		return p.showCategories(w, r, form, err)
	}

	http.Redirect(w, r, categoryPath(made.ID)+"?done=made", http.StatusSeeOther)
	return nil
}

func (p *Pages) category(w http.ResponseWriter, r *http.Request, _ shop.SignedIn) error {
	return p.showCategory(w, r, nil, nil)
}

// showCategory shows a category as it was typed, or as it stands where nothing was.
func (p *Pages) showCategory(w http.ResponseWriter, r *http.Request, typed url.Values, refused error) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	all, err := p.db.Categories(r.Context())
	if err != nil {
		return err
	}
	l := locale.Of(r.Context())
	shown := onCategory{Done: l.Say(doneWithCategory[r.URL.Query().Get("done")])}
	for i := range all {
		if all[i].ID == id {
			shown.Category = &all[i]
		}
		shown.Used = shown.Used || all[i].ParentID == id
	}
	if shown.Category == nil {
		return vitrine.Errorf(vitrine.NotFound, "there is no such category")
	}
	shown.addMerge(all)
	shown.Used = shown.Used || shown.ModelsCount > 0
	if typed == nil {
		typed = categoryValues(shown.Category)
	}
	var status int
	if shown.Form, status, err = categoryTyped(r, categoryPath(id), typed, all, refused); err != nil {
		return err
	}
	shown.Form.Version = shop.CategoryVersion(*shown.Category)
	if vitrine.CodeOf(refused) == vitrine.Stale {
		shown.Form.Differs = pages.Differences(shown.Form.fields(), typed, categoryValues(shown.Category))
	}
	return p.show(w, r, status, "category", pages.View{Title: l.Known(shown.Title), Section: categoriesPath, Content: shown})
}

// categoryValues is a category as its form has it.
func categoryValues(c *vitrine.Category) url.Values {
	typed := url.Values{"slug": {c.Slug}, "title": {c.Title}, "name": {c.Name}, "description": {c.Description},
		"parent": {strconv.FormatInt(c.ParentID, 10)}, "position": {strconv.Itoa(c.Position)}}
	for _, t := range c.ProductTypes {
		typed.Add("product_type", string(t))
	}
	addTexts(typed, c.Texts)
	return typed
}

func (p *Pages) changeCategory(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	form, err := web.ReadForm(w, r, maxCategory)
	if err != nil {
		return err
	}
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	was, err := p.db.Category(r.Context(), id)
	if err != nil {
		return err
	}
	c := categorySent(form)

	_, err = p.shop.ChangeCategory(r.Context(), in, id, shop.CategoryChange{
		Slug: vitrine.Some(c.Slug), Title: vitrine.Some(c.Title), Name: vitrine.Some(c.Name), Description: vitrine.Some(c.Description),
		ProductTypes: vitrine.Some(c.ProductTypes), Position: vitrine.Some(c.Position), ParentID: vitrine.Some(c.ParentID),
		Texts: vitrine.Some(textsSent(form, was.Texts)), If: pages.Seen(form),
	})
	if err != nil {
		return p.showCategory(w, r, form, err)
	}

	http.Redirect(w, r, categoryPath(id)+"?done=changed", http.StatusSeeOther)
	return nil
}

func (p *Pages) removeCategory(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}

	if err := p.shop.RemoveCategory(r.Context(), in, id, nil); err != nil {
		return p.showCategory(w, r, nil, err)
	}

	http.Redirect(w, r, categoriesPath+"?done=removed", http.StatusSeeOther)
	return nil
}

// addMerge says what the category is being merged into, or could be: where it has categories
// below it, into top ones alone.
func (s *onCategory) addMerge(all []vitrine.Category) {
	below := slices.ContainsFunc(all, func(c vitrine.Category) bool { return c.ParentID == s.ID })
	for i, c := range all {
		if c.ID == s.MergedInto {
			s.Into = &all[i]
		}
		if c.ID != s.ID && c.ParentID != s.ID && c.MergedInto == 0 && !(below && c.ParentID != 0) {
			s.Ways = append(s.Ways, c)
		}
	}
}

func (p *Pages) mergeCategory(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	form, err := web.ReadForm(w, r, maxCategory)
	if err != nil {
		return err
	}
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	into, _ := strconv.ParseInt(form.Get("into"), 10, 64) // what is no number is no category

	if err := p.shop.MergeCategory(r.Context(), in, id, into); err != nil {
		return p.showCategory(w, r, nil, err)
	}

	http.Redirect(w, r, categoryPath(into)+"?done=merging", http.StatusSeeOther)
	return nil
}
