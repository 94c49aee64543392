// Package mailroom holds the pages about mails: where somebody stops those that nobody
// needs, what the operator sees of them, with the links of those that wait, and the outbox
// of a demonstration.
package mailroom

import (
	"embed"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/mail"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

//go:embed templates/*.html
var files embed.FS

// Pages serves the pages.
type Pages struct {
	*pages.Room
	shop   *shop.Shop
	db     *store.DB
	office *mail.Office
	outbox bool
	unsent bool
}

// Options is what the pages are made from.
type Options struct {
	Shell  *pages.Shell
	Shop   *shop.Shop
	DB     *store.DB
	Office *mail.Office
	Outbox bool // all mails are shown, on this machine to everybody
	Unsent bool // no mail is sent from here: all wait
}

// New reads the templates.
func New(o Options) (*Pages, error) {
	room, err := o.Shell.SpokenRoom(files, nil)
	return &Pages{Room: room, shop: o.Shop, db: o.DB, office: o.Office, outbox: o.Outbox, unsent: o.Unsent}, err
}

// route is an address of the room.
type route struct {
	pattern string
	page    pages.Page
}

// routes are all addresses. A wildcard that is a secret is called key: it is in no log.
func (p *Pages) routes() []route {
	list := []route{
		{"GET " + mail.StopPath + "{key}", p.stop}, {"POST " + mail.StopPath + "{key}", p.submitStop},
		{"GET " + deskPath, p.desk},
		{"GET " + wordsPath, p.allWords},
		{"GET " + wordsPath + "/{language}/{kind}", p.words}, {"POST " + wordsPath + "/{language}/{kind}", p.submitWords},
		{"GET " + deskPath + "/{id}/again", pages.LeadTo(deskPath)}, {"POST " + deskPath + "/{id}/again", p.again},
	}
	if p.outbox {
		list = append(list, route{"GET /outbox", p.showOutbox}, route{"GET /outbox/{id}", p.showLetter})
	}
	return list
}

// Register adds the pages to a mux.
func (p *Pages) Register(mux *http.ServeMux) {
	for _, r := range p.routes() {
		p.Handle(mux, r.pattern, p.Limited(web.PageViews, pages.Private(r.page)))
	}
	p.AddDesk(locale.Text("Mails"), deskPath)
}

// Patterns are the patterns of all pages, for tests that go through them.
func (p *Pages) Patterns() (list []string) {
	for _, r := range p.routes() {
		list = append(list, r.pattern)
	}
	return list
}

// stopping is what the page to stop mails shows.
type stopping struct {
	Path    string
	Stopped bool
	Done    bool // just now
	Digest  bool // they are about what somebody keeps
}

func (p *Pages) stop(w http.ResponseWriter, r *http.Request) error {
	stopped, err := p.shop.StopsMail(r.Context(), r.PathValue("key"))
	if err != nil {
		return err
	}
	return p.showStop(w, r, stopping{Path: r.URL.Path, Stopped: stopped})
}

func (p *Pages) showStop(w http.ResponseWriter, r *http.Request, content stopping) (err error) {
	if content.Digest, err = p.shop.IsDigest(r.Context(), r.PathValue("key")); err != nil {
		return err
	}
	l := locale.Of(r.Context())
	title := l.T("Mails about new files")
	if content.Digest {
		title = l.T("Mails about what you keep")
	}
	return p.Render(w, r, http.StatusOK, "stop", pages.View{Title: title, Hidden: true, Content: content})
}

// maxForm is how long a form is: two short fields.
const maxForm = 4 << 10

// submitStop takes the button of the page, and the form that mail programs send by
// themselves (RFC 8058, section 3.2), which must not be led elsewhere.
func (p *Pages) submitStop(w http.ResponseWriter, r *http.Request) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	stop := form.Get("mails") != "send"

	if err := p.shop.StopMail(r.Context(), r.PathValue("key"), stop); err != nil {
		return err
	}

	return p.showStop(w, r, stopping{Path: r.URL.Path, Stopped: stop, Done: true})
}

// shown is a mail as pages show it.
type shown struct {
	store.Mail
	Subject, Text, Code string
	Path                string // that it leads to; "" for none
	Expired             bool   // its link, and code, work no more
}

// States in words.
var states = map[string]locale.Phrase{
	store.MailWaiting: locale.Text("mail|waits"), store.MailSending: locale.Text("mail|is being sent"),
	store.MailSent:   locale.Text("mail|sent"),
	store.MailFailed: locale.Text("mail|not sent, given up"), store.MailUnsure: locale.Text("mail|not surely sent"),
	store.MailBounced: locale.Text("mail|came back"),
}

// State is the state of the mail in words.
func (s shown) State() locale.Phrase { return states[s.Status] }

// Waits reports whether the mail can be sent, or sent again.
func (s shown) Waits() bool {
	return s.Args != "" && (s.Status == store.MailWaiting || s.Status == store.MailUnsure)
}

// listed is what the lists show.
type listed struct {
	Sends  bool
	Mails  []shown
	Next   string // path of older ones; "" for none
	States []chosen
	State  string // of those that are shown; "" for all
}

// chosen is a list of mails in a state, "" for any.
type chosen struct {
	list  string // its address
	State string
	Words locale.Phrase
}

// Path is that of the list.
func (c chosen) Path() string { return c.path(0) }

// path is that of the list with identifiers below one, 0 for all.
func (c chosen) path(before int64) string {
	q := url.Values{}
	if c.State != "" {
		q.Set("state", c.State)
	}
	if before > 0 {
		q.Set("before", strconv.FormatInt(before, 10))
	}
	return (&url.URL{Path: c.list, RawQuery: q.Encode()}).String()
}

const deskPath = "/desk/mails"

// read renders what can be rendered of mails.
func (p *Pages) read(r *http.Request, mails []store.Mail, of chosen) (listed, error) {
	list := listed{Sends: p.office.Sends(), State: of.State}
	for _, m := range mails {
		one := shown{Mail: m, Expired: p.office.Expired(m)}
		if m.Args != "" {
			letter, err := p.office.Letter(r.Context(), m)
			if err == nil {
				one.Subject, one.Text, one.Code, one.Path = letter.Subject, letter.Text, letter.Code, strings.TrimPrefix(letter.Link, p.Address(""))
			}
			// A mail that can't be rendered shows why when it is sent.
			if err != nil && vitrine.CodeOf(err) == vitrine.Unavailable {
				return list, err
			}
		}
		list.Mails = append(list.Mails, one)
	}
	if n := len(mails); n > 0 && mails[n-1].ID > 1 && n == pageOf {
		list.Next = of.path(mails[n-1].ID)
	}
	return list, nil
}

// pageOf is how many mails a page has.
const pageOf = 100

func before(r *http.Request) int64 {
	id, _ := strconv.ParseInt(r.URL.Query().Get("before"), 10, 64)
	return max(id, 0)
}

func (p *Pages) desk(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Required(r)
	if err != nil {
		return err
	}

	state := r.URL.Query().Get("state")
	if !slices.Contains(store.MailStates(), state) {
		state = ""
	}
	mails, err := p.shop.Mails(r.Context(), in, state, before(r))
	if err != nil {
		return err
	}

	list, err := p.read(r, mails, chosen{list: deskPath, State: state})
	if err != nil {
		return err
	}
	list.States = []chosen{{list: deskPath, Words: locale.Text("mails|All")}}
	for _, s := range store.MailStates() {
		list.States = append(list.States, chosen{deskPath, s, states[s]})
	}
	return p.Render(w, r, http.StatusOK, "desk", pages.View{
		Title: locale.Of(r.Context()).T("Mails"), Hidden: true, Section: deskPath, Content: list,
	})
}

func (p *Pages) again(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Required(r)
	if err != nil {
		return err
	}
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}

	if err := p.shop.SendMailAgain(r.Context(), in, id); err != nil {
		return err
	}

	http.Redirect(w, r, deskPath, http.StatusSeeOther)
	return nil
}
