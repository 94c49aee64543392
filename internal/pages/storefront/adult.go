package storefront

import (
	"cmp"
	"net/http"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/web"
)

// adultPath is where somebody says to be of age.
const adultPath = "/adult"

// veil is the page in the place of a model with adult content.
type veil struct {
	Next  string // path of the model
	Shelf string // path of the others
}

// grown reports whether who asks said to be of age.
func (p *Pages) grown(r *http.Request) (bool, error) {
	guest, err := p.Sessions().GuestOf(r.Context())
	return guest.Grown, err
}

// showVeil asks whether somebody is of age before a model with adult content is shown to
// them. Nothing of the model is on the page, and no search engine keeps it.
func (p *Pages) showVeil(w http.ResponseWriter, r *http.Request, m *vitrine.Model) error {
	s := shelfOf(m.ProductType)
	return p.Render(w, r, http.StatusOK, "adult", pages.View{
		Title: locale.Of(r.Context()).T("Adult content"), Hidden: true, Adult: true, Section: s.Path, Reserved: m.NoAITraining,
		Content:   veil{pathOf(m), s.Path},
		Completes: true,
	})
}

// sayGrown takes somebody's word that they are of age, for a day.
func (p *Pages) sayGrown(w http.ResponseWriter, r *http.Request) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	p.Sessions().KeepGrown(w)
	http.Redirect(w, r, cmp.Or(web.OwnPath(form.Get("next")), "/"), http.StatusSeeOther)
	return nil
}
