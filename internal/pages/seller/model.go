package seller

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/pages"
	"vitrine/internal/record"
	"vitrine/internal/shop"
)

// editor is the page of a model.
type editor struct {
	*vitrine.Model
	Path     string // of the page
	State    string
	Shown    string // path of what buyers see, "" while it is not published
	Pictures []pictured
	Uploads  []uploaded
	Tasks    []task // what is missing until it may be published
	Sells    bool   // who is signed in
	Done     string // what was done
	Trouble  trouble
	Form     *form

	Heading string
	Draft   *shop.Draft // nil: there is none
	Differs []difference
}

// trouble is what did not work.
type trouble struct {
	Whole  string // with the model
	Files  string // with the upload of files
	Images string // with that of pictures
	Typed  *form  // that could not be saved; nil: the form is that of what is stored
}

// task is something that is missing, and where on the page it is mended.
type task struct{ Text, Anchor string }

// uploaded is a file as the page of its model shows it.
type uploaded struct {
	vitrine.File
	State    string
	Needs    string // other files
	Measured string // in short
}

func (p *Pages) model(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	s, err := p.subject(r, in)
	if err != nil {
		return err
	}
	return p.showSubject(w, r, http.StatusOK, in, s, trouble{})
}

func (p *Pages) showModel(w http.ResponseWriter, r *http.Request, status int, in shop.SignedIn, m *vitrine.Model, wrong trouble) error {
	s, err := p.subjectOf(r.Context(), in, m)
	if err != nil {
		return err
	}
	return p.showSubject(w, r, status, in, s, wrong)
}

func (p *Pages) showSubject(w http.ResponseWriter, r *http.Request, status int, in shop.SignedIn, s subject, wrong trouble) (err error) {
	form, m := wrong.Typed, s.public
	if form == nil {
		if form, err = p.form(r, s); err != nil {
			return err
		}
	}
	e := &editor{Form: form, Model: m, Draft: s.draft, Heading: s.shown.Title, Path: pathOf(m.ID),
		State: stateOf(m), Sells: in.MaySell() == nil, Trouble: wrong, Done: done(r)}
	if m.Status == vitrine.Published {
		e.Shown = record.Path(m)
	}
	if s.draft != nil {
		e.Differs = p.differencesOf(s.draft, form.Categories)
	}
	for i, image := range s.shown.Images {
		e.Pictures = append(e.Pictures, pictured{pages.PictureOf(image), image.ID, i, i == len(s.shown.Images)-1, image.Generated})
	}
	for _, f := range s.shown.Files {
		e.Uploads = append(e.Uploads, uploadedOf(f))
	}
	problems, err := p.problems(r, in, s)
	if err != nil {
		return err
	}
	for _, problem := range problems {
		e.Tasks = append(e.Tasks, taskOf(problem, m))
	}
	return p.show(w, r, status, "model", s.shown.Title, e)
}

// problems are what keeps what a page is about from being published.
func (p *Pages) problems(r *http.Request, in shop.SignedIn, s subject) ([]vitrine.Field, error) {
	if s.draft == nil {
		return p.shop.PublicationProblems(r.Context(), author(in), s.public.ID)
	}
	problems := s.draft.Problems()
	for _, field := range s.draft.Clashes {
		problems = append(problems, vitrine.Field{Pointer: "/" + field, Code: "changed"})
	}
	return problems, nil
}

// taskOf says what to do about a problem, and where on the page.
func taskOf(problem vitrine.Field, m *vitrine.Model) task {
	words := map[string]task{
		"missing_title": {"Give it a title", "title"}, "missing_description": {"Write a description", "description"},
		"missing_tags": {fmt.Sprintf("Give it at least %d tags", vitrine.MinTags), "tags"}, "missing_category": {"Choose a category", "category"},
		"missing_license": {"Choose a licence", "license"}, "missing_price": {"Set a price, 0 for a free model", "price"},
		"missing_image":   {"Upload a picture, or wait until one is drawn", "pictures"},
		"file_processing": {"Wait until its files are read", "files-title"},
	}
	made, known := words[problem.Code]
	field := strings.TrimPrefix(problem.Pointer, "/")
	switch {
	case problem.Code == "changed":
		made = task{labels()[field] + " was changed in another way too, and is public: save what it is to be", anchorOf(field)}
	case !known:
		made = task{pages.Capitalize(problem.Detail), map[string]string{"/files": "files"}[problem.Pointer]}
	}
	if problem.Language != "" && problem.Language != m.Language {
		made = task{made.Text + " in the language " + problem.Language, ""} // which programs write
	}
	return made
}

// done says what the form before did.
func done(r *http.Request) string {
	return map[string]string{
		"file": "The file is removed.", "pictures": "The pictures are in their new order.",
		"picture": "The picture is removed.", "saved": "What you changed is saved.", "published": "The model is in the catalogue now.",
		"drafted": "What you changed is saved. Buyers see it once you publish the changes.",
		"changed": "The changes are published.", "discarded": "The changes are thrown away.",
		"withdrawn": "The model is out of the catalogue. Whoever bought it keeps it.",
		"waits":     "The model waits for review. You get a mail when somebody has looked at it.",
	}[r.URL.Query().Get("done")]
}

func uploadedOf(f vitrine.File) uploaded {
	u := uploaded{File: f, Needs: strings.Join(f.Missing, ", "), Measured: inShort(f)}
	switch {
	case f.Status == vitrine.FileRejected:
		u.State = "Rejected"
	case f.Status == vitrine.FileProcessing:
		u.State = "Being read"
	default:
		u.State = "Ready"
	}
	return u
}

// inShort says the most that was measured of a file in a line.
func inShort(f vitrine.File) string {
	var list []string
	known := factsOf(f.Facts)
	for _, count := range []string{"polygons", "vertices", "splats"} {
		if n, err := strconv.ParseInt(known[count], 10, 64); err == nil && n > 0 {
			list = append(list, pages.Grouped(n)+" "+count)
		}
	}
	for _, trait := range []string{"textures", "rigged", "animated"} {
		if known[trait] == "true" {
			list = append(list, trait)
		}
	}
	if known["units"] != "" {
		list = append(list, "in "+known["units"])
	}
	return strings.Join(list, ", ")
}

// Reading reports whether a file is still being read.
func (e *editor) Reading() bool {
	for _, f := range e.Uploads {
		if f.Pending() {
			return true
		}
	}
	return false
}

func (p *Pages) publish(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.setStatus(w, r, in, vitrine.Published, "published")
}

func (p *Pages) withdraw(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.setStatus(w, r, in, vitrine.Draft, "withdrawn")
}

func (p *Pages) setStatus(w http.ResponseWriter, r *http.Request, in shop.SignedIn, status vitrine.Status, word string) error {
	m, err := p.own(r, in)
	if err != nil {
		return err
	}

	request := shop.ModelRequest{ModelChange: vitrine.ModelChange{Status: vitrine.Some(status)}}
	changed, err := p.shop.UpdateModel(r.Context(), author(in), m.ID, request, nil)
	if err == nil && status == vitrine.Published && changed.Status != status {
		word = "waits"
	}
	return p.after(w, r, in, m, word, err)
}

// after leads back to a model that was changed, or says there why it was not.
func (p *Pages) after(w http.ResponseWriter, r *http.Request, in shop.SignedIn, m *vitrine.Model, word string, err error) error {
	refused, ok := errors.AsType[*vitrine.Error](err)
	if ok && slices.Contains([]vitrine.Code{vitrine.Conflict, vitrine.Invalid, vitrine.Stale}, refused.Code) {
		return p.showModel(w, r, http.StatusConflict, in, m, trouble{Whole: pages.Capitalize(refused.Message) + "."})
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, pathOf(m.ID)+"?done="+word, http.StatusSeeOther)
	return nil
}

func (p *Pages) remove(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	m, err := p.own(r, in)
	if err != nil {
		return err
	}

	if err := p.shop.DeleteModel(r.Context(), author(in), m.ID, nil); err != nil {
		return err
	}

	http.Redirect(w, r, root+"?done=removed", http.StatusSeeOther)
	return nil
}
