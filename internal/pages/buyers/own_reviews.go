package buyers

import (
	"net/http"
	"net/url"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// ownListed is the page of all that somebody says of models.
type ownListed struct {
	Reviews []ownRow
	Next    string // path of the page after, "" for none
	Done    bool
}

// ownRow is one review there.
type ownRow struct {
	*vitrine.Review
	Title string // of the model, "" while it is not in the catalogue
	Path  string // of the review's own page
}

// ownReviews lists all that somebody says of models, also of those that are gone from the
// catalogue: what one said can always be taken back.
func (p *Pages) ownReviews(w http.ResponseWriter, r *http.Request, in shop.SignedIn, _ url.Values) error {
	page := vitrine.Page{Number: 1, Size: reviewsListed, Cursor: r.URL.Query().Get("cursor")}
	found, err := p.db.ReviewsOf(r.Context(), in.User.ID, page)
	if err != nil {
		return err
	}
	titles, err := p.titles(r, found)
	if err != nil {
		return err
	}

	list := ownListed{Done: r.URL.Query().Has("done")}
	for _, v := range found.Reviews {
		list.Reviews = append(list.Reviews, ownRow{v, titles[v.ModelID], shop.ReviewsPath + strconv.FormatInt(v.ModelID, 10) + "/mine"})
	}
	if found.Next != "" {
		list.Next = r.URL.Path + "?" + url.Values{"cursor": {found.Next}}.Encode()
	}
	return p.Render(w, r, http.StatusOK, "own-reviews", pages.View{
		Title: locale.Of(r.Context()).T("Your reviews"), Hidden: true, Section: "/account", Content: list,
	})
}

// titles are those of the models of reviews that are in the catalogue.
func (p *Pages) titles(r *http.Request, found store.ReviewPage) (map[int64]string, error) {
	ids := make([]int64, len(found.Reviews))
	for i, v := range found.Reviews {
		ids[i] = v.ModelID
	}
	return p.db.ShownTitles(r.Context(), ids)
}
