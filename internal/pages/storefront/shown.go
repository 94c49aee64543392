package storefront

import (
	"context"
	"net/http"
	"slices"

	"vitrine"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

// shown is what a page was made of so far: what decides how long it may be kept. Pages
// read what they show by the functions here, which note it.
type shown struct {
	query    string  // of the address as it was asked for, with what no page reads
	models   []int64 // whose titles, prices or pictures it shows
	lists    []vitrine.CatalogueQuery
	licenses []vitrine.License
	sellers  []int64 // what of themselves they say
	liked    []int64 // of which models it says how many like them
	followed []int64 // of which sellers it says how many follow them
	counts   bool    // how many models are in categories
	featured bool    // what stands first on the home page
	tongues  bool    // it reads otherwise in other languages
	fleeting bool    // it may change without a word in the log

	viewed viewed

	vocabulary *int64 // the number of that whose words it shows, nil for none
}

// viewed is a model that a page is of, which is counted for each who gets the page.
type viewed struct{ model, author int64 }

// size is about what the notes take.
func (s *shown) size() int {
	const aList = 500
	return len(s.query) + 8*len(s.models) + aList*len(s.lists)
}

// touched reports whether a change may make another page of what was read.
func (s *shown) touched(c *store.Change) bool {
	none := func(int64) bool { return false }
	return c.Kind == store.LicenseChanged && slices.Contains(s.licenses, c.License) || s.counts && c.TouchesCategories() ||
		s.featured && c.Kind == store.FeaturedChanged ||
		c.Kind == store.SellerChanged && slices.Contains(s.sellers, c.Author) ||
		c.Kind == store.TallyChanged && (slices.Contains(s.liked, c.Model) || slices.Contains(s.followed, c.Author)) ||
		slices.ContainsFunc(s.models, c.TouchesModel) ||
		slices.ContainsFunc(s.lists, func(q vitrine.CatalogueQuery) bool { return c.TouchesList(&q, none) })
}

type shownKey struct{}

// shownBy is where the page of a request notes what it shows. What is not to be kept
// notes it in vain.
func shownBy(ctx context.Context) *shown {
	if s, ok := ctx.Value(shownKey{}).(*shown); ok {
		return s
	}
	return &shown{}
}

// catalogue reads a page of a list.
func (p *Pages) catalogue(r *http.Request, q vitrine.CatalogueQuery) (store.ListedPage, error) {
	s := shownBy(r.Context())
	// Sales are not logged.
	s.fleeting = s.fleeting || q.Sort == vitrine.BySales
	found, err := p.listed(r.Context(), q)
	s.lists, s.models = append(s.lists, q), append(s.models, found.IDs...)
	return found, err
}

// featuredNow reads which models stand first on the home page. One that leaves the catalogue
// is noted as any other: it is among those that are shown.
func (p *Pages) featuredNow(ctx context.Context) ([]int64, error) {
	s := shownBy(ctx)
	ids, err := p.db.FeaturedNow(ctx, p.now())
	s.featured, s.models = true, append(s.models, ids...)
	return ids, err
}

// counted is the tree of categories, of which a page shows how many models they hold.
func (p *Pages) countedTree(ctx context.Context) (*tree, error) {
	shownBy(ctx).counts = true
	return p.tree.tree(ctx)
}

// modelNamed reads the model that has a slug.
func (p *Pages) modelNamed(ctx context.Context, slug string) (*vitrine.Model, error) {
	m, err := p.db.ModelBySlug(ctx, slug)
	if err == nil {
		s := shownBy(ctx)
		s.models = append(s.models, m.ID)
	}
	return m, err
}

// newestOf reads which models are the newest of a model's author.
func (p *Pages) newestOf(ctx context.Context, m *vitrine.Model, limit int) ([]int64, error) {
	s := shownBy(ctx)
	ids, err := p.newestBy(ctx, vitrine.User{ID: m.AuthorID, Username: m.AuthorName}, limit)
	s.lists, s.models = append(s.lists, vitrine.CatalogueQuery{Author: m.AuthorName}), append(s.models, ids...)
	return ids, err
}

// license reads the words of a licence.
func (p *Pages) license(ctx context.Context, license vitrine.License) (*vitrine.LicenseText, error) {
	s := shownBy(ctx)
	s.licenses = append(s.licenses, license)
	return p.db.License(ctx, license)
}

// profileOf reads what a seller says of themselves.
func (p *Pages) profileOf(ctx context.Context, id int64) (vitrine.Profile, error) {
	s := shownBy(ctx)
	s.sellers = append(s.sellers, id)
	return p.db.Profile(ctx, id)
}

// likesOf reads how many like a model.
func (p *Pages) likesOf(ctx context.Context, id int64) (int64, error) {
	s := shownBy(ctx)
	s.liked = append(s.liked, id)
	return p.db.Tally(ctx, store.Likes, id)
}

// followersOf reads how many follow a seller.
func (p *Pages) followersOf(ctx context.Context, id int64) (int64, error) {
	s := shownBy(ctx)
	s.followed = append(s.followed, id)
	return p.db.Tally(ctx, store.Followers, id)
}

// bestLanguage picks the stored language that the visitor likes best.
func bestLanguage(r *http.Request, stored []string) string {
	if len(stored) > 1 {
		shownBy(r.Context()).tongues = true
	}
	return web.BestLanguage(r.Header.Get("Accept-Language"), stored)
}

// searchLanguage is the language that a visitor's words are understood in.
func searchLanguage(r *http.Request) string {
	shownBy(r.Context()).tongues = true
	return web.ReadersLanguage(r.Header.Get("Accept-Language"))
}
