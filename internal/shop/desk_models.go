package shop

import (
	"cmp"
	"context"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// modelsShown and sharesShown are how many models, and shared bytes, a desk shows at once.
const (
	modelsShown = 50
	sharesShown = 20
)

// NewFor is how long a model counts as new that came into the catalogue.
const NewFor = 7 * 24 * time.Hour

// ModelsAsked is what somebody at a desk wants to see of all models.
type ModelsAsked struct {
	Find   string // a number, a slug, the address of a page, or words; "" for all
	Author string // username; "" for everybody
	List   store.ModelList
	Cursor string
	Size   int // how many at once; 0: as many as a desk shows
}

// Models lists models in any state for those who look after them. A number, a slug and an
// address find one model; where there is none, they are words as others are.
func (s *Shop) Models(ctx context.Context, in SignedIn, asked ModelsAsked) (page store.DeskModels, err error) {
	if err := in.MustAct(vitrine.RoleModerator); err != nil {
		return page, err
	}
	asked.Find = strings.TrimSpace(asked.Find)
	if id, slug := named(asked.Find); id != 0 || slug != "" {
		m, err := s.db.DeskModelNamed(ctx, id, slug)
		if vitrine.CodeOf(err) != vitrine.NotFound {
			return store.DeskModels{Models: []store.DeskModel{m}}, cmp.Or(err, asked.onePage())
		}
	}
	q := store.ModelQuery{
		List: asked.List, Words: asked.Find, Since: s.now().Add(-NewFor),
		Page: vitrine.Page{Size: cmp.Or(asked.Size, modelsShown), Cursor: asked.Cursor},
	}
	if asked.Author != "" {
		q.Author, err = s.db.UserByUsername(ctx, strings.ToLower(strings.TrimSpace(asked.Author)))
		if vitrine.CodeOf(err) == vitrine.NotFound {
			return page, asked.onePage()
		}
		if err != nil {
			return page, err
		}
	}
	return s.db.DeskModels(ctx, q)
}

// onePage refuses a cursor of a list that ends with its first page.
func (asked *ModelsAsked) onePage() error {
	if asked.Cursor == "" {
		return nil
	}
	detail := "not a cursor of this list: take it from the page before as it stands"
	return &vitrine.Error{Code: vitrine.Malformed, Message: detail,
		Fields: []vitrine.Field{{Parameter: "cursor", Code: "bad_format", Detail: detail}}}
}

// named reads what may name one model: its number, its slug or the address of its page.
func named(text string) (id int64, slug string) {
	if id, err := strconv.ParseInt(strings.TrimPrefix(text, "#"), 10, 64); err == nil && id > 0 {
		return id, ""
	}
	u, err := url.Parse(text)
	if text == "" || err != nil || strings.ContainsAny(u.Path, " \t") {
		return 0, ""
	}
	if slug = path.Base(u.Path); slug == "." || slug == "/" {
		return 0, ""
	}
	return 0, slug
}

// ModelDossier is a model as those see it who decide about it.
type ModelDossier struct {
	Case
	Orders   vitrine.Total
	Shares   []store.Holder // files of others that have the same bytes
	Featured []vitrine.Featured
}

// Place is where the model stands on the home page: 0 for nowhere.
func (d ModelDossier) Place() int {
	for i, f := range d.Featured {
		if f.ModelID == d.Model.ID {
			return i + 1
		}
	}
	return 0
}

// ModelDossier returns all that is known of a model to those who decide about it, who showed
// who they are just now.
func (s *Shop) ModelDossier(ctx context.Context, in SignedIn, id int64) (d ModelDossier, err error) {
	if d.Case, err = s.ModelCase(ctx, in, id); err != nil {
		return d, err
	}
	if d.Orders, err = s.db.OrdersOfModel(ctx, id); err != nil {
		return d, err
	}
	if d.Shares, err = s.db.SharesWith(ctx, d.Model); err != nil {
		return d, err
	}
	d.Featured, err = s.db.Featured(ctx)
	return d, err
}

// SharedFiles lists bytes that models of different authors have, for those who look after
// models, and the cursor of the next page. A page without a size has as many as a desk shows.
func (s *Shop) SharedFiles(ctx context.Context, in SignedIn, page vitrine.Page) ([]store.SharedFile, string, error) {
	if err := in.MustAct(vitrine.RoleModerator); err != nil {
		return nil, "", err
	}
	return s.db.SharedFiles(ctx, vitrine.Page{Size: cmp.Or(page.Size, sharesShown), Cursor: page.Cursor})
}
