package seller

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
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
		none := locale.Of(r.Context()).T("Choose at least one picture.")
		return p.showSubject(w, r, http.StatusUnprocessableEntity, in, s, trouble{Images: none})
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

// viewed is a side from which a picture can be drawn.
type viewed struct {
	View vitrine.PictureView
	Name string
}

// viewsOf are the sides from which pictures of a model can be drawn, none before one of its
// files is measured.
func viewsOf(l *locale.Language, m *vitrine.Model) []viewed {
	if !slices.ContainsFunc(m.ReadyFiles(), func(f vitrine.File) bool { return f.Facts != "" && !f.Picture() }) {
		return nil
	}
	return []viewed{
		{vitrine.ViewThreeQuarter, l.T("view|Three-quarter")}, {vitrine.ViewFront, l.T("view|Front")}, {vitrine.ViewSide, l.T("view|Side")},
		{vitrine.ViewTop, l.T("view|Top")},
	}
}

// drawViews has pictures drawn from the sides that were ticked.
func (p *Pages) drawViews(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	s, err := p.subject(r, in)
	if err != nil {
		return err
	}
	var views []vitrine.PictureView
	for _, view := range form["view"] {
		views = append(views, vitrine.PictureView(view))
	}
	if len(views) == 0 {
		return p.showSubject(w, r, http.StatusUnprocessableEntity, in, s, trouble{Views: locale.Of(r.Context()).T("Tick at least one side.")})
	}
	caller, m, err := p.target(r.Context(), in, s)
	if err != nil {
		return err
	}

	return p.after(w, r, in, s.public, "views", p.shop.DrawViews(r.Context(), caller, m.ID, views))
}
