package mailroom

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/mail"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

const wordsPath = "/desk/mails/words"

// maxWords is how long the form of a mail is, in any script, as it is escaped on its way.
const maxWords = 3*(mail.MaxOwnBody+mail.MaxOwnSubject) + 4<<10

// worded is a kind of mails, in each language.
type worded struct {
	Kind    mail.Kind
	Subject spoken // an example, in the language of the reader
	In      []wordedIn
}

// spoken is a text in a language that is not that of its page for sure.
type spoken struct{ Text, Language string }

// wordedIn is a kind of mails in a language.
type wordedIn struct {
	Language *locale.Language
	Path     string
	Own      bool // an operator wrote it
}

func wordsOf(kind mail.Kind, language string) string {
	return wordsPath + "/" + language + "/" + string(kind)
}

func (p *Pages) allWords(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Operator(r)
	if err != nil {
		return err
	}
	all, err := p.shop.MailWordings(r.Context(), in)
	if err != nil {
		return err
	}
	var list []worded
	for _, w := range all {
		if len(list) == 0 || list[len(list)-1].Kind != w.Kind {
			subject, err := p.subjectOf(r, w.Kind)
			if err != nil {
				return err
			}
			list = append(list, worded{Kind: w.Kind, Subject: subject})
		}
		last := &list[len(list)-1]
		last.In = append(last.In, wordedIn{locale.Find(w.Language), wordsOf(w.Kind, w.Language), w.Written})
	}
	return p.Render(w, r, http.StatusOK, "all-words", pages.View{
		Title: locale.Of(r.Context()).T("Words of mails"), Hidden: true, Section: "/desk/mails", Content: list,
	})
}

// subjectOf is the subject that the program gives to a kind of mails, with made up values and in
// the language of the reader where it speaks that; none for the footer.
func (p *Pages) subjectOf(r *http.Request, kind mail.Kind) (spoken, error) {
	own := mail.Own{Kind: kind, Language: locale.Of(r.Context()).Tag}
	if kind == mail.Footer {
		return spoken{}, nil
	}
	if !slices.Contains(mail.BuiltInLanguages(), own.Language) {
		own.Language = locale.English().Tag
	}
	var err error
	if own.Subject, own.Body, err = mail.BuiltIn(kind, own.Language); err != nil {
		return spoken{}, err
	}
	subject, _, err := p.office.Preview(r.Context(), own)
	return spoken{subject, own.Language}, err
}

// wording is what the page of the words of a mail shows.
type wording struct {
	mail.Own
	About        spoken // an example of its subject
	Since        int64  // the version that was shown
	Written      bool   // an operator wrote what stands
	Placeholders []string
	Versions     []store.MailWords
	Faults       map[string]string // by the field
	Done         string
	Preview      *preview
}

// preview is a mail with made up values.
type preview struct{ Subject, Text string }

// Path is where the form is sent.
func (f wording) Path() string { return wordsOf(f.Kind, f.Language) }

// Footer reports whether it is what all mails end with.
func (f wording) Footer() bool { return f.Kind == mail.Footer }

// In is the language that it is written in.
func (f wording) In() *locale.Language { return locale.Find(f.Language) }

var doneWithWords = map[string]locale.Phrase{
	"saved":   locale.Text("Mails of this kind say this from now on."),
	"builtin": locale.Text("Mails of this kind say again what the program says."),
	"test":    locale.Text("A mail with made up values is on its way to you."),
	"waits":   locale.Text("This marketplace sends no mail yet: the one with made up values waits among the mails."),
}

// writer returns the operator who writes a mail, and how its words stand. They showed just
// now who they are: nothing that is typed is lost to that.
func (p *Pages) writer(r *http.Request) (in shop.SignedIn, f wording, err error) {
	if in, err = session.Operator(r); err != nil {
		return in, f, err
	}
	if err := p.shop.ProvedNow(r.Context(), in); err != nil {
		return in, f, err
	}
	kind, language := mail.Kind(r.PathValue("kind")), r.PathValue("language")
	if !slices.Contains(mail.BuiltInLanguages(), language) || kind != mail.Footer && !slices.Contains(mail.Kinds(), kind) {
		return in, f, pages.NothingHere()
	}
	f = wording{Own: mail.Own{Kind: kind, Language: language}, Placeholders: mail.Placeholders(kind)}
	if f.About, err = p.subjectOf(r, kind); err != nil {
		return in, f, err
	}
	if f.Versions, err = p.db.MailWordsVersions(r.Context(), string(kind), language); err != nil {
		return in, f, err
	}
	if len(f.Versions) > 0 {
		f.Since, f.Written = f.Versions[0].Version, f.Versions[0].Body != ""
	}
	return in, f, nil
}

func (p *Pages) words(w http.ResponseWriter, r *http.Request) error {
	_, f, err := p.writer(r)
	if err != nil {
		return err
	}
	f.Subject, f.Body, err = mail.BuiltIn(f.Kind, f.Language)
	if err != nil {
		return err
	}
	if f.Written {
		f.Subject, f.Body = f.Versions[0].Subject, f.Versions[0].Body
	}
	wanted, _ := strconv.ParseInt(r.URL.Query().Get("version"), 10, 64)
	for _, v := range f.Versions {
		if v.Version == wanted && v.Body != "" {
			f.Subject, f.Body = v.Subject, v.Body
		}
	}
	f.Done = locale.Of(r.Context()).Say(doneWithWords[r.URL.Query().Get("done")])
	return p.showWords(w, r, http.StatusOK, f)
}

func (p *Pages) showWords(w http.ResponseWriter, r *http.Request, status int, f wording) error {
	return p.Render(w, r, status, "words", pages.View{
		Title: locale.Of(r.Context()).T("Words of mails"), Hidden: true, Section: "/desk/mails", Content: f,
	})
}

func (p *Pages) submitWords(w http.ResponseWriter, r *http.Request) error {
	in, f, err := p.writer(r)
	if err != nil {
		return err
	}
	form, err := web.ReadForm(w, r, maxWords)
	if err != nil {
		return err
	}
	act := form.Get("act")
	f.Subject, f.Body = form.Get("subject"), form.Get("body")
	since, _ := strconv.ParseInt(form.Get("since"), 10, 64)
	switch act {
	case "builtin":
		err = p.shop.UnwriteMail(r.Context(), in, f.Kind, f.Language, since)
	case "test":
		if err = p.shop.TryMail(r.Context(), in, f.Kind, f.Language); p.unsent {
			act = "waits"
		}
	case "preview":
		return p.previewWords(w, r, f, form)
	default:
		act, err = "saved", p.shop.WriteMail(r.Context(), in, f.Own, since)
	}
	if err != nil {
		return p.refusedWords(w, r, f, err)
	}

	return pages.Done(w, r, f.Path(), act)
}

// previewWords shows a mail with what was typed, which is not stored.
func (p *Pages) previewWords(w http.ResponseWriter, r *http.Request, f wording, form url.Values) error {
	own := shop.TidyMail(f.Own)
	if err := own.Check(); err != nil {
		return p.refusedWords(w, r, f, err)
	}
	f.Preview = &preview{}
	var err error
	if f.Preview.Subject, f.Preview.Text, err = p.office.Preview(r.Context(), own); err != nil {
		return err
	}
	if since, err := strconv.ParseInt(form.Get("since"), 10, 64); err == nil {
		f.Since = since // what the operator began with, so that nobody's words are lost
	}
	return p.showWords(w, r, http.StatusOK, f)
}

// refusedWords says at the fields what is wrong.
func (p *Pages) refusedWords(w http.ResponseWriter, r *http.Request, f wording, refused error) error {
	problem, ok := pages.Faulty(refused)
	if !ok || problem.Code != vitrine.Invalid && problem.Code != vitrine.Conflict {
		return refused
	}
	f.Faults = pages.FaultsOf(locale.Of(r.Context()), problem)
	return p.showWords(w, r, web.ProblemOf(r, refused).Status, f)
}
