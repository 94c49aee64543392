package seller

import (
	"context"
	"net/http"
	"strconv"

	"vitrine"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// pictured is a picture of a model on its page.
type pictured struct {
	*pages.Picture
	ID    int64
	Place int // from 0
	Last  bool
	Drawn bool // by the server
}

// Before is the place before that of the picture.
func (p pictured) Before() int { return p.Place - 1 }

// addPictures adds pictures to a model.
func (p *Pages) addPictures(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	m, err := p.own(r, in)
	if err != nil {
		return err
	}
	came := &taking{Model: m}
	err = take(r, came, func(ctx context.Context, up shop.Upload) error {
		_, err := p.shop.AddImage(ctx, author(in), m.ID, up)
		return err
	})
	if err != nil {
		return err
	}
	if came.Taken == 0 && len(came.Refused) == 0 {
		return p.showModel(w, r, http.StatusUnprocessableEntity, in, m, trouble{Images: "Choose at least one picture."})
	}
	return p.afterUpload(w, r, in, came)
}

// pictureOf are the model of a page and the number of one of its pictures.
func (p *Pages) pictureOf(r *http.Request, in shop.SignedIn) (*vitrine.Model, int64, error) {
	m, err := p.own(r, in)
	if err != nil {
		return nil, 0, err
	}
	id, err := pages.Number(r, "picture")
	return m, id, err
}

func (p *Pages) movePicture(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	m, id, err := p.pictureOf(r, in)
	if err != nil {
		return err
	}
	place, err := strconv.Atoi(form.Get("to"))
	if err != nil {
		return vitrine.Errorf(vitrine.Malformed, "the form does not say where the picture is to be")
	}

	return p.after(w, r, in, m, "pictures", p.shop.PlaceImage(r.Context(), author(in), m.ID, id, place))
}

func (p *Pages) removePicture(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	m, id, err := p.pictureOf(r, in)
	if err != nil {
		return err
	}

	return p.after(w, r, in, m, "picture", p.shop.RemoveImage(r.Context(), author(in), m.ID, id, nil))
}
