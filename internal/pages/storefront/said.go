package storefront

import (
	"context"
	"html/template"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
)

// reviewsShown is how many reviews the page of a model shows: the newest.
const reviewsShown = 4

// said is what people say of a model, as its page shows it.
type said struct {
	vitrine.Opinions
	Summary string          // in a sentence, "" without reviews
	Stars   int             // the rating, in whole ones
	Reviews []template.HTML // the newest
	All     string          // path of all of them
	Write   string          // path of one's own
	newest  []*vitrine.Review
}

// saidOf reads what people say of a model. Its page notes the model as shown, which a change
// of that touches.
func (p *Pages) saidOf(ctx context.Context, m *vitrine.Model) (s said, err error) {
	l := locale.Of(ctx)
	s.All = shop.ReviewsPath + strconv.FormatInt(m.ID, 10)
	s.Write = s.All + "/mine"
	if s.Opinions, err = p.db.Opinions(ctx, m.ID); err != nil || s.Opinions.Reviews == 0 {
		return s, err
	}
	found, err := p.db.Reviews(ctx, m.ID, vitrine.Page{Number: 1, Size: reviewsShown})
	if err != nil {
		return s, err
	}
	s.newest, s.Summary = found.Reviews, rated(l, s.Opinions)
	for _, v := range found.Reviews {
		s.Reviews = append(s.Reviews, pages.Review(l, v, m.AuthorName, shop.ReviewPath(v)))
	}
	s.Stars = int((2*s.Described + s.Opinions.Reviews) / (2 * s.Opinions.Reviews))
	return s, nil
}

// More reports whether there are more reviews than those that are shown.
func (s said) More() bool { return s.Opinions.Reviews > int64(len(s.Reviews)) }
