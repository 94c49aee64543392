package seller

import (
	"bytes"
	"context"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// profilePath is the page on which people say who they are.
const profilePath = root + "/profile"

// maxPortrait is how many bytes a form with a picture of a profile has at most.
const maxPortrait = 8 << 20

// saidPortrait is how many bytes the page says that a picture may have.
const saidPortrait = 8e6

// profile is what somebody says of themselves to everybody, as it is typed.
type profile struct {
	url.Values
	Person      shop.Person
	Page        string            // path of their page, "" where they sell nothing
	Problem     string            // with the whole of it
	Problems    map[string]string // by the name of the field
	Whole       bool              // the text can be written in Markdown
	Shown       template.HTML     // the text as it will look, when that was asked for
	Away        bool              // now
	Today, Last string            // between which holidays end, as fields have days
	Done        string
	language    *locale.Language
}

// The limits of the form, for its template.
func (*profile) MaxName() int  { return vitrine.MaxNameLength }
func (*profile) MaxText() int  { return vitrine.MaxDescriptionLength }
func (*profile) MaxLinks() int { return vitrine.MaxLinks }
func (*profile) MaxNote() int  { return vitrine.MaxAwayNoteLength }

func (p *Pages) profile(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	done := map[string]locale.Phrase{
		"saved": locale.Text("Your profile is changed."), "avatar": locale.Text("Your picture is changed."),
		"cover": locale.Text("The picture above your page is changed."), "removed": locale.Text("The picture is taken away."),
	}[r.URL.Query().Get("done")]
	return p.showProfile(w, r, http.StatusOK, in, &profile{Done: locale.Of(r.Context()).Say(done)})
}

// showProfile shows a form as it was typed, and one without values with what is stored.
func (p *Pages) showProfile(w http.ResponseWriter, r *http.Request, status int, in shop.SignedIn, f *profile) (err error) {
	if f.Person, err = p.shop.Person(r.Context(), in.Caller()); err != nil {
		return err
	}
	l, said, now := locale.Of(r.Context()), f.Person.Profile, p.now()
	f.language = l
	text, whole := shop.Described(said.About)
	if f.Whole, f.Away = whole, said.Away(now); f.Values == nil {
		f.Values = url.Values{"name": {said.Name}, "about": {text}, "links": {strings.Join(said.Links, "\n")}, "away_note": {said.AwayNote}}
		if said.NoAITraining {
			f.Set("no_ai_training", "yes")
		}
		if f.Away {
			f.Set("away_until", said.AwayUntil.Format(time.DateOnly))
		}
	}
	f.Today, f.Last = now.UTC().Format(time.DateOnly), now.UTC().AddDate(0, 0, vitrine.MaxAwayDays-1).Format(time.DateOnly)
	sells, err := p.db.NewestOf(r.Context(), in.User.ID, 1)
	if err != nil {
		return err
	}
	if len(sells) > 0 {
		f.Page = "/sellers/" + url.PathEscape(in.User.Username)
	}
	return p.show(w, r, status, "profile", l.T("Your profile"), f)
}

func (p *Pages) saveProfile(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	sent, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	f := &profile{Values: sent, Problems: map[string]string{}}
	if sent.Get("act") == "preview" {
		f.Shown = pages.Description(vitrine.Text{Description: shop.Describe(sent.Get("about"))})
		return p.showProfile(w, r, http.StatusOK, in, f)
	}
	away, err := dayOf(sent.Get("away_until"))
	if err != nil {
		l := locale.Of(r.Context())
		f.Problems["away_until"] = l.T("Give the day as year, month and day, such as {day}, or leave it empty.", "2026-05-31")
		return p.showProfile(w, r, http.StatusUnprocessableEntity, in, f)
	}

	_, err = p.shop.ChangeProfile(r.Context(), in.Caller(), nil, func(p *vitrine.Profile) {
		p.Name, p.Links, p.AwayUntil = f.Get("name"), strings.Fields(f.Get("links")), away
		p.NoAITraining = f.Get("no_ai_training") == "yes"
		p.AwayNote = f.Get("away_note")
		text := f.Get("about")
		// What Markdown has no words for is lost by a change alone.
		if stored, _ := shop.Described(p.About); text != stored {
			p.About = shop.Describe(text)
		}
	})
	if f.explain(locale.Of(r.Context()), err) {
		return p.showProfile(w, r, http.StatusUnprocessableEntity, in, f)
	}
	if err != nil {
		return err
	}

	http.Redirect(w, r, profilePath+"?done=saved", http.StatusSeeOther)
	return nil
}

// dayOf reads a day of a form; the zero time for none.
func dayOf(text string) (time.Time, error) {
	if text = strings.TrimSpace(text); text == "" {
		return time.Time{}, nil
	}
	return time.Parse(time.DateOnly, text)
}

// explain notes at the fields what an error says of them; false where it says nothing that
// whoever typed them can mend.
func (f *profile) explain(l *locale.Language, err error) bool {
	refused, ok := errors.AsType[*vitrine.Error](err)
	if !ok || refused.Code != vitrine.Invalid {
		return false
	}
	for _, fault := range refused.Fields {
		name, _, _ := strings.Cut(strings.TrimPrefix(fault.Pointer, "/"), "/")
		if name == "description" {
			name = "about"
		}
		f.Problems[name] = l.Says(fault.Detail)
	}
	f.Problem = l.T("This is not saved yet. The fields below say what is wrong.")
	return true
}

// portrait is a way to change a picture of a profile.
type portrait struct {
	name   string // of the field
	set    func(*shop.Shop, context.Context, vitrine.Caller, shop.Upload) (*vitrine.Image, error)
	remove func(*shop.Shop, context.Context, vitrine.Caller) error
}

func avatar() portrait { return portrait{"avatar", (*shop.Shop).SetAvatar, (*shop.Shop).RemoveAvatar} }
func cover() portrait  { return portrait{"cover", (*shop.Shop).SetCover, (*shop.Shop).RemoveCover} }

// setPortrait takes a picture as a file of a form; no address is ever fetched.
func (p *Pages) setPortrait(kind portrait) page {
	return func(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
		sent, err := web.ReadFiles(w, r, maxPortrait)
		if err != nil {
			return err
		}
		f, picture := &profile{Problems: map[string]string{}}, sent.Files[kind.name]
		if len(picture) == 0 {
			f.Problems[kind.name] = locale.Of(r.Context()).T("Choose a picture first.")
			return p.showProfile(w, r, http.StatusUnprocessableEntity, in, f)
		}

		up := shop.Upload{Name: kind.name, Size: int64(len(picture)), Body: bytes.NewReader(picture)}
		_, err = kind.set(p.shop, r.Context(), in.Caller(), up)
		if refused, ok := errors.AsType[*vitrine.Error](err); ok && refused.Code == vitrine.Invalid {
			f.Problems[kind.name] = why(locale.Of(r.Context()), refused)
			return p.showProfile(w, r, http.StatusUnprocessableEntity, in, f)
		}
		if err != nil {
			return err
		}

		http.Redirect(w, r, profilePath+"?done="+kind.name, http.StatusSeeOther)
		return nil
	}
}

func (p *Pages) removePortrait(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	sent, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	for _, kind := range []portrait{avatar(), cover()} {
		if sent.Get("picture") != kind.name {
			continue
		}
		err := kind.remove(p.shop, r.Context(), in.Caller())
		if err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
			return err
		}
		http.Redirect(w, r, profilePath+"?done=removed", http.StatusSeeOther)
		return nil
	}
	return vitrine.Errorf(vitrine.Malformed, "the form does not say which picture to take away")
}

// portraitField is a picture of a profile as the form shows it.
type portraitField struct {
	Name, Title, Alt, Hint, Wrong string
	Key                           string // of the picture, "" for none
	Width, Height                 int
	Max                           int64 // bytes
}

// Portrait is a picture of the profile for the template.
func (f *profile) Portrait(name string) portraitField {
	l := f.language
	if name == "cover" {
		return portraitField{Name: name, Title: l.T("Above your page"), Alt: l.T("The picture above your page"), Key: f.Person.Profile.Cover,
			Hint:  l.T("Four times as wide as high looks best; what is more is cut off at the top and the bottom."),
			Wrong: f.Problems[name], Width: 400, Height: 100, Max: saidPortrait}
	}
	return portraitField{Name: name, Title: l.T("Your picture"), Alt: l.T("Your picture"), Key: f.Person.Profile.Avatar,
		Hint: l.T("It is shown round."), Wrong: f.Problems[name], Width: 96, Height: 96, Max: saidPortrait}
}
