package papers

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// maxForm is how many bytes a form has at most: some languages of a long text, as they are
// escaped on their way.
const maxForm = 4 << 20

// listed is a paper in the list of the desk.
type listed struct {
	Kind vitrine.PaperKind
	vitrine.PaperState
}

func (p *Pages) desk(w http.ResponseWriter, r *http.Request) error {
	if _, err := session.Operator(r); err != nil {
		return err
	}
	house, err := p.shop.House(r.Context())
	if err != nil {
		return err
	}
	var list []listed
	for _, kind := range vitrine.PaperKinds() {
		list = append(list, listed{kind, *house.Papers.Of(kind)})
	}
	return p.show(w, r, http.StatusOK, "desk", locale.Of(r.Context()).T("desk|Pages"), list)
}

// show renders a page of the desk.
func (p *Pages) show(w http.ResponseWriter, r *http.Request, status int, name, title string, content any) error {
	return p.Render(w, r, status, name, pages.View{Title: title, Hidden: true, Section: deskPath, Content: content})
}

// writing is a paper as it is written.
type writing struct {
	Kind    vitrine.PaperKind
	State   vitrine.PaperState
	Texts   []vitrine.PaperText // the last is empty, for a further language
	Binds   shop.Binds
	Since   int64 // version that it was made from
	Preview []vitrine.PaperText
	Problem string
	Faults  map[string]string // by the place of the text and the field, such as "0 title"
	Done    string
}

// Path is where the form is sent.
func (f writing) Path() string { return deskPath + "/" + string(f.Kind) }

// Fault is what is wrong with a field of a text.
func (f writing) Fault(i int, field string) string { return f.Faults[strconv.Itoa(i)+" "+field] }

// Last reports whether a text is the one for a further language.
func (f writing) Last(i int) bool { return i == len(f.Texts)-1 }

// writer returns the operator who writes a paper, and its state. They showed just now who
// they are: nothing that is typed is lost to that.
func (p *Pages) writer(r *http.Request) (in shop.SignedIn, kind vitrine.PaperKind, state vitrine.PaperState, err error) {
	if in, err = session.Operator(r); err != nil {
		return in, kind, state, err
	}
	house, err := p.shop.House(r.Context())
	if err != nil {
		return in, kind, state, err
	}
	kind = vitrine.PaperKind(r.PathValue("kind"))
	known := house.Papers.Of(kind)
	if known == nil {
		return in, kind, state, pages.NothingHere()
	}
	return in, kind, *known, p.shop.ProvedNow(r.Context(), in)
}

var said = map[string]locale.Phrase{
	"published": locale.Text("Published. This is what everybody reads from now on."),
	"withdrawn": locale.Text("Taken away. Nothing leads there any more; who agreed to a version can still read it."),
}

func (p *Pages) write(w http.ResponseWriter, r *http.Request) error {
	in, kind, _, err := p.writer(r)
	if err != nil {
		return err
	}
	state, last, err := p.shop.LastPaper(r.Context(), in, kind)
	if err != nil {
		return err
	}
	f := writing{Kind: kind, State: state, Done: locale.Of(r.Context()).Say(said[r.URL.Query().Get("done")]), Since: last.Version,
		Texts: last.Texts}
	if state.Binding > 0 {
		f.Binds = shop.BindsAnew
	}
	return p.showWriting(w, r, http.StatusOK, f)
}

func (p *Pages) showWriting(w http.ResponseWriter, r *http.Request, status int, f writing) error {
	f.Texts = append(f.Texts, vitrine.PaperText{})
	return p.show(w, r, status, "write", pages.PaperName(locale.Of(r.Context()), f.Kind), f)
}

// typed reads a form.
func typed(form url.Values, f writing) writing {
	f.Binds = shop.Binds(form.Get("binds"))
	f.Since, _ = strconv.ParseInt(form.Get("since"), 10, 64)
	titles, texts := form["title"], form["text"]
	for i, language := range form["language"] {
		if i < len(titles) && i < len(texts) {
			f.Texts = append(f.Texts, vitrine.PaperText{Language: language, Title: titles[i], Text: texts[i]})
		}
	}
	return f
}

func (p *Pages) submit(w http.ResponseWriter, r *http.Request) error {
	in, kind, state, err := p.writer(r)
	if err != nil {
		return err
	}
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	f := typed(form, writing{Kind: kind, State: state})
	for i, t := range f.Texts {
		if tag, err := web.ContentLanguage(t.Language); err == nil && t.Language != "" {
			f.Texts[i].Language = tag // in its canonical form
		}
	}
	kept, err := shop.PaperDraft(f.Texts)
	if len(kept) > 0 {
		f.Texts = kept // whose places the faults name
	}
	if err == nil && form.Get("act") == "preview" {
		f.Preview = kept
		return p.showWriting(w, r, http.StatusOK, f)
	}

	if err == nil {
		_, err = p.shop.PublishPaper(r.Context(), in, kind, shop.NewPaper{Texts: kept, Binds: f.Binds, Since: f.Since})
	}
	return p.published(w, r, f, err)
}

// published leads on, or shows the form with what was wrong.
func (p *Pages) published(w http.ResponseWriter, r *http.Request, f writing, err error) error {
	if err == nil {
		return pages.Done(w, r, f.Path(), "published")
	}
	problem, ok := pages.Faulty(err)
	if !ok {
		return err
	}
	l := locale.Of(r.Context())
	f.Problem, f.Faults = l.Says(problem.Message), map[string]string{}
	for _, fault := range problem.Fields {
		var place int
		var field string
		if n, err := fmt.Sscanf(fault.Pointer, "/texts/%d/%s", &place, &field); err == nil && n == 2 {
			f.Problem = l.T("Not yet: look at what is marked below.")
			f.Faults[strconv.Itoa(place)+" "+field] = l.Says(fault.Detail)
		}
	}
	if problem.Code == vitrine.Conflict { // what stands now is replaced by sending the form again
		if versions, err := p.db.PaperVersions(r.Context(), f.Kind); err == nil && len(versions) > 0 {
			f.Since = versions[0].Version
		}
	}
	return p.showWriting(w, r, web.ProblemOf(r, err).Status, f)
}

func (p *Pages) withdraw(w http.ResponseWriter, r *http.Request) error {
	in, kind, _, err := p.writer(r)
	if err != nil {
		return err
	}

	if err := p.shop.WithdrawPaper(r.Context(), in, kind); err != nil {
		return err
	}

	return pages.Done(w, r, deskPath+"/"+string(kind), "withdrawn")
}

func lead(w http.ResponseWriter, r *http.Request, path string) error {
	http.Redirect(w, r, path, http.StatusSeeOther)
	return nil
}
