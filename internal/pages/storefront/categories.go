package storefront

import (
	"context"
	"slices"
	"sync/atomic"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/store"
)

// shelf is one of the two halves of the catalogue.
type shelf struct {
	Type    vitrine.ProductType
	Path    string
	Name    locale.Phrase
	Heading locale.Phrase
	Intro   locale.Phrase
	Browse  locale.Phrase // leads there
}

func shelves() []shelf {
	return []shelf{
		{
			vitrine.CG, "/3d-models", locale.Text("3D models"), locale.Text("3D models"),
			locale.Text("Ready for games, film, architecture and the web."), locale.Text("Browse 3D models"),
		},
		{
			vitrine.Printable, "/3d-print-models", locale.Text("3D print models"), locale.Text("Models for 3D printing"),
			locale.Text("Made to be printed: figures, tools, jewellery and parts."), locale.Text("Browse 3D print models"),
		},
	}
}

// shelfOf is the half that a product type belongs to.
func shelfOf(kind vitrine.ProductType) shelf {
	all := shelves()
	if kind == vitrine.Printable {
		return all[1]
	}
	return all[0]
}

// tree is all categories as they are looked up: parents before children.
type tree struct {
	all    []vitrine.Category
	bySlug map[string]*vitrine.Category
	byID   map[int64]*vitrine.Category
	former map[string]int64 // what stands in the place of slugs that categories had
	merged map[int64]int64  // and of numbers of those that were merged away
}

// treeCache remembers the tree until a category changes, or how many models are in one:
// every page of the storefront needs it.
type treeCache struct {
	db   *store.DB
	last atomic.Pointer[keptTree]
}

// keptTree is a tree, and the moment until which it is known to be true.
type keptTree struct {
	*tree
	since store.Moment
}

func (c *treeCache) tree(ctx context.Context) (*tree, error) {
	now, err := c.db.Moment(ctx)
	if err != nil {
		return nil, err
	}
	if last := c.last.Load(); last != nil {
		if since, same := c.db.Unchanged(last.since, (*store.Change).TouchesCategories); same {
			if since != last.since {
				c.last.Store(&keptTree{last.tree, since})
			}
			return last.tree, nil
		}
	}
	all, err := c.db.Categories(ctx)
	if err != nil {
		return nil, err
	}
	former, err := c.db.FormerCategories(ctx)
	if err != nil {
		return nil, err
	}
	merged, err := c.db.MergedCategories(ctx)
	if err != nil {
		return nil, err
	}
	t := &tree{former: former, merged: merged, all: all, bySlug: map[string]*vitrine.Category{}, byID: map[int64]*vitrine.Category{}}
	for i := range all {
		t.bySlug[all[i].Slug], t.byID[all[i].ID] = &all[i], &all[i]
	}
	c.last.Store(&keptTree{t, now})
	return t, nil
}

// named is the category that a slug names, or that stands for the one which had it; nil for none.
func (t *tree) named(slug string) (c *vitrine.Category, stands bool) {
	c = t.bySlug[slug]
	if c == nil {
		c, stands = t.byID[t.former[slug]], true
	}
	if c != nil && c.MergedInto != 0 {
		c, stands = t.byID[c.MergedInto], true
	}
	return c, stands
}

// numbered is the number of the category that stands where a number leads, which may be nowhere.
func (t *tree) numbered(id int64) int64 {
	if c := t.byID[id]; c != nil && c.MergedInto != 0 {
		return c.MergedInto
	}
	if into, ok := t.merged[id]; ok {
		return into
	}
	return id
}

// branch is a category in a list of links.
type branch struct {
	Name     string
	Path     string
	Count    int64
	Current  bool
	Children []branch
}

// branches are the top categories of a shelf that have models, with the
// children of the one that is open.
func (t *tree) branches(l *locale.Language, s shelf, open *vitrine.Category) []branch {
	var list []branch
	for i := range t.all {
		c := &t.all[i]
		current := open != nil && (c.ID == open.ID || c.ID == open.ParentID)
		if c.ParentID != 0 || c.MergedInto != 0 || !current && (c.ModelsCount == 0 || !slices.Contains(c.ProductTypes, s.Type)) {
			continue
		}
		b := branch{Name: pages.CategoryIn(l, c).Name, Path: t.path(s, c), Count: c.ModelsCount, Current: open != nil && c.ID == open.ID}
		if current {
			b.Children = t.children(l, s, c, open)
		}
		list = append(list, b)
	}
	return list
}

func (t *tree) children(l *locale.Language, s shelf, of, open *vitrine.Category) []branch {
	var list []branch
	for i := range t.all {
		if c := &t.all[i]; c.ParentID == of.ID && c.MergedInto == 0 && (c.ModelsCount > 0 || c.ID == open.ID) {
			list = append(list, branch{Name: pages.CategoryIn(l, c).Name, Path: t.path(s, c), Count: c.ModelsCount, Current: c.ID == open.ID})
		}
	}
	return list
}

// path is where a category's models are listed.
func (t *tree) path(s shelf, c *vitrine.Category) string {
	if parent := t.byID[c.ParentID]; parent != nil {
		return s.Path + "/" + parent.Slug + "/" + c.Slug
	}
	return s.Path + "/" + c.Slug
}

// crumbs lead from the home page to a category; nil means the whole shelf.
func (t *tree) crumbs(l *locale.Language, s shelf, c *vitrine.Category) []pages.Link {
	trail := []pages.Link{home(l), link(l.Say(s.Name), s.Path)}
	if c == nil {
		return trail
	}
	if parent := t.byID[c.ParentID]; parent != nil {
		trail = append(trail, link(pages.CategoryIn(l, parent).Name, t.path(s, parent)))
	}
	return append(trail, link(pages.CategoryIn(l, c).Name, t.path(s, c)))
}
