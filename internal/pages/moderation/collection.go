package moderation

import (
	"net/http"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
)

// collection is the page of a collection that somebody decides about, reported or not.
func (p *Pages) collection(w http.ResponseWriter, r *http.Request, a asked) error {
	return p.showCollectionCase(w, r, a, nil)
}

func (p *Pages) showCollectionCase(w http.ResponseWriter, r *http.Request, a asked, refused error) error {
	c, err := p.shop.CollectionCase(r.Context(), a.in, a.id)
	if err != nil {
		return err
	}
	content := oneCase{Case: c, Path: collectionsPath + "/" + strconv.FormatInt(a.id, 10)}
	title := locale.Of(r.Context()).T("Collection {number}", strconv.FormatInt(a.id, 10))
	return p.showCase(w, r, "collection", title, a, content, refused)
}

func (p *Pages) hideCollection(w http.ResponseWriter, r *http.Request, a asked) error {
	ruling := vitrine.Ruling{Action: vitrine.ActHide, Ground: vitrine.Ground(a.form.Get("ground")), Reason: a.form.Get("reason"),
		Downloads: true}

	if err := p.shop.RuleCollection(r.Context(), a.in, a.id, ruling); err != nil {
		return p.showCollectionCase(w, r, a, err)
	}

	return pages.Done(w, r, collectionsPath+"/"+strconv.FormatInt(a.id, 10), "hide")
}
