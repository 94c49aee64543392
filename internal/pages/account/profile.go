package account

import (
	"bytes"
	"io"
	"net/http"
	"strings"

	"vitrine"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// maxAvatar is how many bytes a form with an avatar has at most.
const maxAvatar = 8 << 20

// profile is the page on which users say who they are to everybody.
type profile struct {
	*form
	Person    shop.Person
	Done      string
	MaxName   int
	MaxText   int
	MaxLinks  int
	MaxAvatar int // megabytes
}

func (p *Pages) profile(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Required(r)
	if err != nil {
		return err
	}
	return p.showProfile(w, r, http.StatusOK, in, empty(r))
}

// showProfile shows a form as it was typed, and one that is opened with what is stored.
func (p *Pages) showProfile(w http.ResponseWriter, r *http.Request, status int, in shop.SignedIn, f *form) error {
	person, err := p.shop.Person(r.Context(), in.Caller())
	if err != nil {
		return err
	}
	if !f.Has("name") {
		f.Set("name", person.Profile.Name)
		f.Set("description", person.Profile.Description)
		f.Set("links", strings.Join(person.Profile.Links, "\n"))
	}
	return p.show(w, r, status, "profile", "Your profile", profile{
		form: f, Person: person, Done: said(r.URL.Query().Get("done")), MaxName: vitrine.MaxNameLength, MaxText: vitrine.MaxDescriptionLength,
		MaxLinks: vitrine.MaxLinks, MaxAvatar: maxAvatar >> 20,
	})
}

func (p *Pages) submitProfile(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Required(r)
	if err != nil {
		return err
	}
	f, err := read(w, r)
	if err != nil {
		return err
	}

	_, err = p.shop.ChangeProfile(r.Context(), in.Caller(), nil, func(p *vitrine.Profile) {
		p.Name, p.Links = f.Get("name"), strings.Fields(f.Get("links"))
		p.Description = strings.ReplaceAll(f.Get("description"), "\r\n", "\n")
	})
	if f.explain(err) {
		f.gather("links")
		return p.showProfile(w, r, refused(w, r, err), in, f)
	}
	if err != nil {
		return err
	}

	return done(w, r, home, "profile")
}

// submitAvatar takes a picture as a file of a form; no address is ever fetched.
func (p *Pages) submitAvatar(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Required(r)
	if err != nil {
		return err
	}
	sent, err := web.ReadFiles(w, r, maxAvatar)
	if err != nil {
		return err
	}
	f, picture := empty(r), sent.Files["avatar"]
	if len(picture) == 0 {
		f.Problems["avatar"] = "Choose a picture first."
		return p.showProfile(w, r, http.StatusUnprocessableEntity, in, f)
	}

	_, err = p.shop.SetAvatar(r.Context(), in.Caller(), shop.Upload{Name: "avatar", Size: int64(len(picture)), Body: bytes.NewReader(picture)})
	if f.explain(err) {
		f.Problems, f.Problem = map[string]string{"avatar": f.first()}, ""
		return p.showProfile(w, r, refused(w, r, err), in, f)
	}
	if err != nil {
		return err
	}

	return done(w, r, "/account/profile", "avatar")
}

func (p *Pages) removeAvatar(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Required(r)
	if err != nil {
		return err
	}

	err = p.shop.RemoveAvatar(r.Context(), in.Caller())
	if err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
		return err
	}

	return done(w, r, home, "unpictured")
}

func (p *Pages) export(w http.ResponseWriter, r *http.Request) error {
	in, err := p.proved(r)
	if err != nil {
		return err
	}
	return p.show(w, r, http.StatusOK, "export", "Download all your data", change{empty(r), in.User})
}

// sendExport sends all that is kept about who is signed in, as it is read.
func (p *Pages) sendExport(w http.ResponseWriter, r *http.Request) error {
	in, err := p.proved(r)
	if err != nil {
		return err
	}
	file := web.Download{Name: in.User.Username + ".zip", Type: "application/zip"} // no username has quotes
	return file.Send(w, r, func(to io.Writer) error { return p.shop.Export(r.Context(), in.User, to) })
}
