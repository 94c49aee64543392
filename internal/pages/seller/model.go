package seller

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
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
	Tasks    []task            // what is missing until it may be published
	Off      *vitrine.Decision // that took it out of the catalogue, nil for none
	Sells    bool              // who is signed in
	Done     string            // what was done
	Trouble  trouble
	Form     *form

	Languages []locale.Tongue // in which it says something
	Absent    string          // those of the pages in which it doesn't

	Views []viewed // that can be drawn

	Live bool // it is the parts that a reading changes, for a page that is open

	Heading string
	Draft   *shop.Draft // nil: there is none
	Differs []difference
}

// trouble is what did not work.
type trouble struct {
	Whole  string // with the model
	Files  string // with the upload of files
	Images string // with that of pictures
	Views  string // with having them drawn
	Typed  *form  // that could not be saved; nil: the form is that of what is stored
}

// task is something that is missing, and where it is mended: on the page, or on another one
// of the model.
type task struct{ Text, Anchor string }

// Address is where the task is done, "" for nowhere here.
func (t task) Address() string {
	if t.Anchor == "" || strings.HasPrefix(t.Anchor, "/") {
		return t.Anchor
	}
	return "#" + t.Anchor
}

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

// Previews reports whether there is something to see of a model that buyers don't see yet: those of changes to
// one that they do are shown beside them.
func (e *editor) Previews() bool {
	return e.Shown == "" && e.Draft == nil && e.HasPage()
}

func (p *Pages) showModel(w http.ResponseWriter, r *http.Request, status int, in shop.SignedIn, m *vitrine.Model, wrong trouble) error {
	s, err := p.subjectOf(r.Context(), in, m)
	if err != nil {
		return err
	}
	return p.showSubject(w, r, status, in, s, wrong)
}

func (p *Pages) showSubject(w http.ResponseWriter, r *http.Request, status int, in shop.SignedIn, s subject, wrong trouble) error {
	form, err := p.form(r, s)
	if err != nil {
		return err
	}
	if typed := wrong.Typed; typed != nil {
		typed.keepMarks(form)
		form = typed
	}
	e, err := p.editorOf(r, in, s)
	if err != nil {
		return err
	}
	l := locale.Of(r.Context())
	e.Form, e.Trouble, e.Done = form, wrong, l.Say(done(r))
	if s.draft != nil {
		e.Differs = p.differencesOf(l, s.draft, form.Categories)
	}
	return p.show(w, r, status, "model", s.shown.Title, e)
}

// editorOf is the page of a model but for its form.
func (p *Pages) editorOf(r *http.Request, in shop.SignedIn, s subject) (*editor, error) {
	l, m := locale.Of(r.Context()), s.public
	e := &editor{Model: m, Draft: s.draft, Heading: s.shown.Title, Path: pathOf(m.ID), State: stateOf(l, m), Sells: in.MaySell() == nil}
	if m.Status == vitrine.Published {
		e.Shown = record.Path(m)
	}
	for _, text := range s.shown.Texts() {
		e.Languages = append(e.Languages, locale.TongueOf(text.Language))
	}
	e.Views = viewsOf(l, s.shown)
	e.Absent = l.List(locale.Absent(s.shown.Languages()))
	for i, image := range s.shown.Images {
		e.Pictures = append(e.Pictures, pictured{pages.PictureOf(image), image.ID, i, i == len(s.shown.Images)-1, image.Generated})
	}
	for _, f := range s.shown.Files {
		e.Uploads = append(e.Uploads, uploadedOf(l, f))
	}
	var err error
	if e.Off, err = p.takenOff(r, in, m); err != nil {
		return nil, err
	}
	problems, err := p.problems(r, in, s)
	for _, problem := range problems {
		made := taskOf(l, problem, m)
		if problem.Code == "hidden" && e.Off != nil {
			made.Anchor = shop.DecisionPath + strconv.FormatInt(e.Off.ID, 10)
		}
		e.Tasks = append(e.Tasks, made)
	}
	return e, err
}

// takenOff is the decision by which a moderator took a model off, nil for none.
func (p *Pages) takenOff(r *http.Request, in shop.SignedIn, m *vitrine.Model) (*vitrine.Decision, error) {
	if m.HiddenFrom == "" {
		return nil, nil
	}
	decisions, err := p.shop.DecisionsAbout(r.Context(), author(in), m.ID)
	return vitrine.StandingDecision(decisions), err
}

// problems are what keeps what a page is about from being published.
func (p *Pages) problems(r *http.Request, in shop.SignedIn, s subject) ([]vitrine.Field, error) {
	if s.draft == nil {
		publication, err := p.shop.Publication(r.Context(), author(in), s.public.ID)
		if err != nil {
			return nil, err
		}
		return publication.Problems, nil
	}
	problems := s.draft.Problems()
	for _, field := range s.draft.Clashes {
		problems = append(problems, vitrine.Field{Pointer: "/" + field, Code: "changed"})
	}
	return problems, nil
}

// taskOf says what to do about a problem, and where on the page.
func taskOf(l *locale.Language, problem vitrine.Field, m *vitrine.Model) task {
	words := map[string]task{
		"missing_title":       {l.T("Give it a title"), "title"},
		"missing_description": {l.T("Write a description"), "description"},
		"missing_tags":        {l.N("Give it at least {n} tag", "Give it at least {n} tags", vitrine.MinTags), "tags"},
		"missing_category":    {l.T("Choose a category"), "category"},
		"missing_license":     {l.T("Choose a licence"), "license"},
		"missing_price":       {l.T("Set a price, 0 for a free model"), "price"},
		"missing_image":       {l.T("Upload a picture, or wait until one is drawn"), "pictures"},
		"file_processing":     {l.T("Wait until its files are read"), "files-title"},
	}
	made, known := words[problem.Code]
	field := strings.TrimPrefix(problem.Pointer, "/")
	switch {
	case problem.Code == "changed":
		made = task{l.T("{field} was changed in another way too, and is public: save what it is to be", labels()[field]), anchorOf(field)}
	case !known:
		made = task{pages.Capitalize(l.Sentence(problem.Detail)), map[string]string{"/files": "files"}[problem.Pointer]}
	}
	if problem.Language != "" && problem.Language != m.Language {
		text := l.T("{task} in the language {language}", made.Text, locale.TongueOf(problem.Language).Name)
		made = task{text, pathOf(m.ID) + "/texts#in-" + problem.Language}
	}
	return made
}

// done says what the form before did.
func done(r *http.Request) locale.Phrase {
	return map[string]locale.Phrase{
		"file": locale.Text("The file is removed."), "pictures": locale.Text("The pictures are in their new order."),
		"picture": locale.Text("The picture is removed."), "saved": locale.Text("What you changed is saved."),
		"published": locale.Text("The model is in the catalogue now."),
		"drafted":   locale.Text("What you changed is saved. Buyers see it once you publish the changes."),
		"changed":   locale.Text("The changes are published."), "discarded": locale.Text("The changes are thrown away."),
		"withdrawn": locale.Text("The model is out of the catalogue. Whoever bought it keeps it."),
		"views":     locale.Text("The pictures are being drawn. They come behind the others."),
		"cropped":   locale.Text("The picture is changed. All of it is kept."),
		"waits":     locale.Text("The model waits for review. You get a mail when somebody has looked at it."),
	}[r.URL.Query().Get("done")]
}

func uploadedOf(l *locale.Language, f vitrine.File) uploaded {
	u := uploaded{File: f, Needs: l.List(f.Missing), Measured: inShort(l, f)}
	switch {
	case f.Status == vitrine.FileRejected:
		u.State = l.T("file|Rejected")
	case f.Status == vitrine.FileProcessing && f.WorkedOn.IsZero():
		u.State = l.T("file|Waits to be read")
	case f.Status == vitrine.FileProcessing:
		u.State = l.T("file|Being read")
	default:
		u.State = l.T("file|Ready")
	}
	return u
}

// inShort says the most that was measured of a file in a line.
func inShort(l *locale.Language, f vitrine.File) string {
	var list []string
	known := factsOf(f.Facts)
	count := func(name string, say func(n int64) string) {
		if n, err := strconv.ParseInt(known[name], 10, 64); err == nil && n > 0 {
			list = append(list, say(n))
		}
	}
	count("polygons", func(n int64) string { return l.N("{n} polygon", "{n} polygons", n) })
	count("vertices", func(n int64) string { return l.N("{n} vertex", "{n} vertices", n) })
	count("splats", func(n int64) string { return l.N("{n} splat", "{n} splats", n) })
	for _, trait := range []struct {
		name string
		text locale.Phrase
	}{
		{"textures", locale.Text("measured|textures")}, {"rigged", locale.Text("measured|rigged")},
		{"animated", locale.Text("measured|animated")},
	} {
		if known[trait.name] == "true" {
			list = append(list, l.Say(trait.text))
		}
	}
	if known["units"] != "" {
		list = append(list, l.T("in {unit}", known["units"]))
	}
	return l.List(list)
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
		return p.showModel(w, r, http.StatusConflict, in, m, trouble{Whole: locale.Of(r.Context()).Says(refused.Message)})
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
