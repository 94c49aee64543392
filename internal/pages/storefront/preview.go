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
	"vitrine/viewer"
)

// preview shows the author of a model what its draft version will look like, and one that is
// not published yet as it is.
func (p *Pages) preview(w http.ResponseWriter, r *http.Request) error {
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
	back := "/sell/models/" + strconv.FormatInt(id, 10)
	if l := locale.Of(r.Context()); m.Price == nil || m.License == "" {
		p.FailAs(w, r, web.ProblemOf(r, vitrine.Errorf(vitrine.Conflict, "the model has no price or no licence yet")), pages.Failure{
			Heading: l.T("There is nothing to see yet"), Message: l.T("Say what the model costs and under which licence first: buyers see both."),
			Links: []pages.Link{link(l.T("Back to your desk"), back)},
		})
		return nil
	}

	page, err := p.modelPage(r, m)
	if err != nil {
		return err
	}
	if page.Back = back; next != nil {
		page.Version, page.Versions = next.Number, append([]vitrine.ModelVersion{*next}, page.Versions...)
	}
	v := pages.View{Title: page.Written.Title, Hidden: true, Section: "/sell", Content: page}
	if page.Preview != nil {
		v.Policy, v.Script, v.Style = pages.Policy{Viewer: page.kinds()}, pages.ViewerPath+viewer.Asset("viewer.js"), pages.ViewerPath+
			viewer.Asset("viewer.css")
	}
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
