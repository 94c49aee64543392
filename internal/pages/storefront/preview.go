package storefront

import (
	"context"
	"net/http"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// aside is what a preview says of itself, and where it leads back to.
type aside struct {
	Says    string
	Back    pages.Link
	section string // of the navigation
}

// ownPreview shows the author of a model what its draft version will look like, and one that is
// not published yet as it is.
func (p *Pages) ownPreview(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Required(r)
	if err != nil {
		return err
	}
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	m, next, err := p.coming(r.Context(), in, id)
	if err != nil {
		return err
	}
	l, back := locale.Of(r.Context()), "/sell/models/"+strconv.FormatInt(id, 10)
	says := aside{
		l.T("This is what buyers will see once you publish it. They don’t see it yet."), link(l.T("Back to your desk"), back), "/sell",
	}
	if !m.HasPage() {
		p.FailAs(w, r, web.ProblemOf(r, vitrine.Errorf(vitrine.Conflict, "the model has no price or no licence yet")), pages.Failure{
			Heading: l.T("There is nothing to see yet"), Message: l.T("Say what the model costs and under which licence first: buyers see both."),
			Links: []pages.Link{says.Back},
		})
		return nil
	}
	return p.showPreview(w, r, m, next, says)
}

// deskPreview shows a model as buyers would see it to those who decide about models, while it is
// published, waits for review or is taken off.
func (p *Pages) deskPreview(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Staff(r, vitrine.RoleModerator)
	if err != nil {
		return err
	}
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	c, err := p.shop.ModelCase(r.Context(), in, id)
	if err != nil {
		return err
	}
	if m := c.Model; !m.HandedIn() || !m.HasPage() {
		return vitrine.Errorf(vitrine.NotFound, "model %d is a draft that nobody has to look at, or has no page yet", id)
	}
	l := locale.Of(r.Context())
	return p.showPreview(w, r, c.Model, nil, aside{
		l.T("This is what buyers would see."),
		link(l.T("Back to the desk"), "/desk/models/"+strconv.FormatInt(id, 10)), "/desk/models",
	})
}

// showPreview shows the page of a model with the version that it would have, nil for the one that it has.
func (p *Pages) showPreview(w http.ResponseWriter, r *http.Request, m *vitrine.Model, next *vitrine.ModelVersion, says aside) error {
	page, err := p.modelPage(r, m)
	if err != nil {
		return err
	}
	if page.Aside = &says; next != nil {
		page.Version, page.Versions = next.Number, append([]vitrine.ModelVersion{*next}, page.Versions...)
	}
	v := pages.View{Title: page.Written.Title, Hidden: true, Section: says.section, Content: page}
	page.addViewer(&v)
	return p.Render(w, r, http.StatusOK, "model", v)
}

// coming is a model of somebody's own as its draft version will make it, with that version:
// nil, and the model itself, where there is none.
func (p *Pages) coming(ctx context.Context, in shop.SignedIn, id int64) (*vitrine.Model, *vitrine.ModelVersion, error) {
	m, err := p.db.Model(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	if m.AuthorID != in.User.ID || m.DraftOf != 0 {
		return nil, nil, vitrine.Errorf(vitrine.NotFound, "there is no model %d", id)
	}
	d, err := p.shop.Draft(ctx, vitrine.Caller{User: in.User, Scopes: vitrine.OwnScopes()}, id)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return m, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	return d.Would(), &vitrine.ModelVersion{ModelID: id, Number: d.Number, Note: d.Note, PublishedAt: d.UpdatedAt}, nil
}
