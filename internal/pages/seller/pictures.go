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
	s, err := p.subject(r, in)
	if err != nil {
		return err
	}
	came := &taking{Model: s.public}
	err = take(r, came, func(ctx context.Context, up shop.Upload) error {
		caller, m, err := p.target(ctx, in, s)
		if err == nil {
			_, err = p.shop.AddImage(ctx, caller, m.ID, up)
		}
		return err
	})
	if err != nil {
		return err
	}
	if came.Taken == 0 && len(came.Refused) == 0 {
		return p.showSubject(w, r, http.StatusUnprocessableEntity, in, s, trouble{Images: "Choose at least one picture."})
	}
	return p.afterUpload(w, r, in, came)
}

func (p *Pages) movePicture(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	return p.changePicture(w, r, in, "pictures", func(caller vitrine.Caller, m, id int64) error {
		place, err := strconv.Atoi(form.Get("to"))
		if err != nil {
			return vitrine.Errorf(vitrine.Malformed, "the form does not say where the picture is to be")
		}
		return p.shop.PlaceImage(r.Context(), caller, m, id, place)
	})
}

func (p *Pages) removePicture(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.changePicture(w, r, in, "picture", func(caller vitrine.Caller, m, id int64) error {
		return p.shop.RemoveImage(r.Context(), caller, m, id, nil)
	})
}

// changePicture changes one of the pictures that a page shows.
func (p *Pages) changePicture(
	w http.ResponseWriter, r *http.Request, in shop.SignedIn, word string, change func(caller vitrine.Caller, m, id int64) error,
) error {
	s, err := p.subject(r, in)
	if err != nil {
		return err
	}
	id, err := pages.Number(r, "picture")
	if err != nil {
		return err
	}
	caller, m, err := p.target(r.Context(), in, s)
	if err != nil {
		return err
	}

	return p.after(w, r, in, s.public, word, change(caller, m.ID, imageIn(m, id)))
}
