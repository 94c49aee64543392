package moderation

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// pageOf is how many rows a page of a list has.
const pageOf = 50

// peopleListed is what the list of people shows.
type peopleListed struct {
	Text  string
	List  store.PeopleList
	Users []vitrine.User
	Next  string // path of the page after, "" for none
	Lists []pages.Link

	Operator bool
}

// listOf says which people a request asks for: what has a character that no username may
// have is the beginning of an address.
func listOf(query url.Values) store.PeopleQuery {
	q := store.PeopleQuery{Text: strings.TrimSpace(query.Get("text")), Next: query.Get("next"), Size: pageOf}
	list := store.PeopleList(query.Get("list"))
	switch {
	case q.Text == "" && (list == store.PeopleRoles || list == store.PeopleSuspended):
		q.List = list
	case q.Text == "":
	case list == store.PeopleAddressed || strings.ContainsAny(q.Text, "@.+"):
		q.List = store.PeopleAddressed
	default:
		q.List = store.PeopleNamed
	}
	return q
}

func (p *Pages) people(w http.ResponseWriter, r *http.Request) error {
	in, err := staff(r)
	if err != nil {
		return err
	}
	q := listOf(r.URL.Query())

	found, err := p.shop.People(r.Context(), in, q)
	if err != nil {
		return err
	}

	l := locale.Of(r.Context())
	content := peopleListed{Operator: in.Operator(), Text: q.Text, List: q.List, Users: found.Users, Lists: []pages.Link{
		{Text: l.T("Everybody"), Path: peoplePath}, {Text: l.T("With a role"), Path: peoplePath + "?list=roles"},
		{Text: l.T("people|Suspended"), Path: peoplePath + "?list=suspended"},
	}}
	if found.Next != "" {
		content.Next = asking(peoplePath, map[string]string{"next": found.Next, "list": string(q.List), "text": q.Text})
	}
	return p.show(w, r, http.StatusOK, "people", l.T("People"), peoplePath, content)
}

// Here reports whether a link leads to the list that is shown.
func (l peopleListed) Here(link pages.Link) bool {
	return link.Path == asking(peoplePath, map[string]string{"list": string(l.List)})
}

// dossier is what the page of a person shows.
type dossier struct {
	shop.Dossier
	Path        string
	May         may
	Reason      string // as it was typed
	typed       string // of the storage
	Faults      map[string]string
	Done        string
	Roles       []roleChoice
	Self, Fixed bool // it is one's own account; it is one of who act for the marketplace
	Moderates   bool // who looks may look at models, too
}

// may is what who looks at a person may do.
type may struct{ Judge, Help, Rule bool }

// roleChoice is a role that may be given.
type roleChoice struct {
	Role  vitrine.Role
	Words locale.Phrase
	Has   bool
}

// words say what a role lets somebody do.
var words = map[vitrine.Role]locale.Phrase{
	vitrine.RoleOperator:  locale.Text("Operator: everything"),
	vitrine.RoleModerator: locale.Text("Moderator: reports, models and suspensions"),
	vitrine.RoleSupport:   locale.Text("Support: people's accounts"),
	vitrine.RoleSeller:    locale.Text("Seller: publishes, also where operators say who may sell"),
	vitrine.RoleTrusted:   locale.Text("Trusted seller: publishes without waiting for review"),
}

// doneWith are the words for what was done.
var doneWith = map[string]locale.Phrase{
	"suspend":  locale.Text("The account is suspended, and its user gets the reason by mail."),
	"restore":  locale.Text("The account is open again, and its user is told."),
	"roles":    locale.Text("The roles are given."),
	"sessions": locale.Text("All browsers are signed out."),
	"ask":      locale.Text("A mail with the link is on its way."),
	"confirm":  locale.Text("The address is confirmed."),
	"storage":  locale.Text("That is how much they may store."),
	"keep":     locale.Text("The account stays."),
	"erase":    locale.Text("The account will be removed. Its user is told by mail, and can take it back until then."),
}

func (p *Pages) person(w http.ResponseWriter, r *http.Request, a asked) error {
	return p.showPerson(w, r, a, nil)
}

// showPerson shows a person, with what was wrong with a form where it was not taken.
func (p *Pages) showPerson(w http.ResponseWriter, r *http.Request, a asked, refused error) error {
	d, err := p.shop.Dossier(r.Context(), a.in, a.id)
	if err != nil {
		return err
	}
	content := dossier{Dossier: d, Path: personPath(a.id), Reason: a.form.Get("reason"), typed: a.form.Get("storage"),
		Done: locale.Of(r.Context()).Say(doneWith[r.URL.Query().Get("done")]),
		Self: a.in.User.ID == a.id, Fixed: d.User.Staff() && !a.in.Operator(), Moderates: a.in.Acts(vitrine.RoleModerator)}
	content.May = may{
		Judge: a.in.MayAct(d.User, vitrine.RoleModerator) == nil, Help: a.in.MayAct(d.User, vitrine.RoleModerator, vitrine.RoleSupport) == nil,
		Rule: a.in.Operator(),
	}
	for _, role := range vitrine.GivenRoles() {
		content.Roles = append(content.Roles, roleChoice{role, words[role], d.User.Has(role)})
	}
	var status int
	if status, content.Faults, err = a.explained(r, refused); err != nil {
		return err
	}
	return p.show(w, r, status, "person", d.User.Username, peoplePath, content)
}

// Asks reports whether who looks may have the address confirmed by its reader.
func (d dossier) Asks() bool { return d.May.Help && !d.User.EmailStands() }

func personPath(id int64) string { return peoplePath + "/" + strconv.FormatInt(id, 10) }

// afterAct leads back to the person, or says what was wrong.
func (p *Pages) afterAct(w http.ResponseWriter, r *http.Request, a asked, what string, err error) error {
	if err != nil {
		return p.showPerson(w, r, a, err)
	}
	return pages.Done(w, r, personPath(a.id), what)
}

func (p *Pages) suspend(w http.ResponseWriter, r *http.Request, a asked) error {
	return p.afterAct(w, r, a, "suspend", p.shop.SuspendPerson(r.Context(), a.in, a.id, a.form.Get("reason")))
}

func (p *Pages) restore(w http.ResponseWriter, r *http.Request, a asked) error {
	return p.afterAct(w, r, a, "restore", p.shop.RestorePerson(r.Context(), a.in, a.id, a.form.Get("reason")))
}

func (p *Pages) roles(w http.ResponseWriter, r *http.Request, a asked) error {
	var roles []vitrine.Role
	for _, role := range a.form["role"] {
		roles = append(roles, vitrine.Role(role))
	}
	return p.afterAct(w, r, a, "roles", p.shop.GiveRoles(r.Context(), a.in, a.id, roles))
}

func (p *Pages) endSessions(w http.ResponseWriter, r *http.Request, a asked) error {
	return p.afterAct(w, r, a, "sessions", p.shop.SignOutPerson(r.Context(), a.in, a.id))
}

func (p *Pages) askToConfirm(w http.ResponseWriter, r *http.Request, a asked) error {
	return p.afterAct(w, r, a, "ask", p.shop.AskPersonToConfirm(r.Context(), a.in, a.id))
}

func (p *Pages) confirm(w http.ResponseWriter, r *http.Request, a asked) error {
	return p.afterAct(w, r, a, "confirm", p.shop.ConfirmPerson(r.Context(), a.in, a.id))
}

func (p *Pages) storage(w http.ResponseWriter, r *http.Request, a asked) error {
	var limit *int64
	if n := pages.Gigabytes(strings.TrimSpace(a.form.Get("storage"))); n != 0 {
		limit = &n
	}
	return p.afterAct(w, r, a, "storage", p.shop.LimitStorage(r.Context(), a.in, a.id, limit))
}

// Storage is the limit in its field, as it was typed where it was not taken.
func (d dossier) Storage() string {
	if d.typed != "" {
		return d.typed
	}
	if !d.Room.Own {
		return ""
	}
	return pages.InGigabytes(d.Room.Most)
}
