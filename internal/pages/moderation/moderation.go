// Package moderation holds the desks of those who look after a marketplace: people with
// their roles, what is reported, and what becomes of models; and the pages on which
// everybody reports something, and authors answer.
//
// Lists are for those who have a role; whoever opens one person, report or model shows
// first that it is them, so that no form is lost to that. Whether they may do what they
// send is asked once more in the change, which is shop's.
package moderation

import (
	"embed"
	"net/http"
	"net/url"
	"path"

	"vitrine"
	"vitrine/internal/locale"
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
	shop *shop.Shop
	db   *store.DB
}

// New reads the templates.
func New(shell *pages.Shell, s *shop.Shop, db *store.DB) (*Pages, error) {
	room, err := shell.SpokenRoom(files, functions())
	return &Pages{Room: room, shop: s, db: db}, err
}

// The desks, and what everybody and authors see.
const (
	peoplePath      = "/desk/people"
	forgetPath      = "/desk/people/forget"
	reportsPath     = "/desk/reports"
	decisionsPath   = "/desk/decisions"
	modelsPath      = "/desk/models"
	sharedPath      = modelsPath + "/shared"
	reviewsPath     = "/desk/reviews"
	collectionsPath = "/desk/collections"
	reportPath      = "/report"
)

// route is an address of the room.
type route struct {
	pattern string
	page    pages.Page
}

// routes are all addresses. The address of a button leads back to its page: somebody comes
// there who had to show first who they are.
func (p *Pages) routes() []route {
	list := []route{{"GET " + peoplePath, p.people}, {"GET " + peoplePath + "/{id}", p.about(staff, p.person)}}
	for act, page := range map[string]page{
		"suspend": p.suspend, "restore": p.restore, "roles": p.roles, "sessions": p.endSessions, "ask": p.askToConfirm, "confirm": p.confirm,
		"erase": p.erase, "keep": p.keepAccount, "storage": p.storage,
	} {
		pattern := peoplePath + "/{id}/" + act
		list = append(list, route{"GET " + pattern, leadUp}, route{"POST " + pattern, p.about(staff, page)})
	}
	for act, page := range map[string]page{
		"rule": p.rule, "restore": p.restoreThis, "feature": p.feature, "unfeature": p.unfeature, "approve": p.approve,
		"send-back": p.sendBack,
	} {
		pattern := modelsPath + "/{id}/" + act
		list = append(list, route{"GET " + pattern, leadUp}, route{"POST " + pattern, p.about(moderator, page)})
	}
	return append(list,
		route{"GET " + modelsPath, p.models}, route{"GET " + sharedPath, p.shared},
		route{"GET " + modelsPath + "/{id}", p.about(moderator, p.model)},
		route{"GET " + forgetPath, p.forget}, route{"POST " + forgetPath, p.submitForget},
		route{"GET " + reportPath, p.report}, route{"POST " + reportPath, p.submitReport}, route{"GET " + shop.ReportPath + "{key}", p.receipt},
		route{"GET " + reportsPath, p.reports}, route{"GET " + reportsPath + "/{id}", p.about(moderator, p.oneReport)},
		route{"GET " + reportsPath + "/{id}/decide", leadUp}, route{"POST " + reportsPath + "/{id}/decide", p.about(moderator, p.decide)},
		route{"GET " + decisionsPath + "/{id}", p.about(moderator, p.decision)},
		route{"GET " + decisionsPath + "/{id}/answer", leadUp}, route{"POST " + decisionsPath + "/{id}/answer", p.about(moderator, p.answer)},
		route{"GET " + decisionsPath + "/{id}/restore", leadUp},
		route{"POST " + decisionsPath + "/{id}/restore", p.about(moderator, p.restoreDecided)},
		route{"GET " + reviewsPath + "/{id}", p.about(moderator, p.review)},
		route{"GET " + reviewsPath + "/{id}/hide", leadUp}, route{"POST " + reviewsPath + "/{id}/hide", p.about(moderator, p.hideReview)},
		route{"GET " + collectionsPath + "/{id}", p.about(moderator, p.collection)}, route{"GET " + collectionsPath + "/{id}/hide", leadUp},
		route{"POST " + collectionsPath + "/{id}/hide", p.about(moderator, p.hideCollection)},
		route{"GET " + shop.DecisionPath + "{id}", p.about(session.SignedIn, p.ownDecision)},
		route{"GET " + shop.DecisionPath + "{id}/object", leadUp},
		route{"POST " + shop.DecisionPath + "{id}/object", p.about(session.SignedIn, p.object)},
	)
}

// Register adds the pages to a mux.
func (p *Pages) Register(mux *http.ServeMux) {
	for _, r := range p.routes() {
		p.Handle(mux, r.pattern, p.Limited(web.PageViews, pages.Private(r.page)))
	}
	p.AddDesk(locale.Text("Models"), modelsPath, vitrine.RoleModerator)
	p.AddDesk(locale.Text("People"), peoplePath, vitrine.RoleModerator, vitrine.RoleSupport)
	p.AddDesk(locale.Text("Reports"), reportsPath, vitrine.RoleModerator)
}

// maxForm is how many bytes a form has at most: a reason in full, in any script, as it is
// escaped on its way.
const maxForm = 64 << 10

// asked is a request of somebody at a desk, with the form that it sends.
type asked struct {
	in   shop.SignedIn
	id   int64 // of the person or thing that the address names
	form url.Values
	act  string // what the form does, by the end of its address; "" for no form
	kept bool   // the form was sent before somebody had to show who they are, and nothing was done
}

// page is a page at a desk about one person or thing.
type page func(w http.ResponseWriter, r *http.Request, a asked) error

// explained is pages.Explained of a form at these desks.
func explained(r *http.Request, refused error) (status int, wrong map[string]string, err error) {
	return pages.Explained(r, refused, vitrine.Invalid, vitrine.Conflict)
}

// explained is explained of a form of the page, or says of one that was sent before somebody had
// to show who they are that nothing is done yet.
func (a asked) explained(r *http.Request, refused error) (status int, wrong map[string]string, err error) {
	status, wrong, err = explained(r, refused)
	if refused == nil && a.kept {
		wrong = map[string]string{"": locale.Of(r.Context()).T("Not done yet: this is what you typed. Look at it, and send it once more.")}
	}
	return status, wrong, err
}

// show renders a page of the room at a desk.
func (p *Pages) show(w http.ResponseWriter, r *http.Request, status int, name, title, section string, content any) error {
	return p.Render(w, r, status, name, pages.View{Title: title, Hidden: true, Section: section, Content: content})
}

// asking is a path with what is set of a query.
func asking(path string, query map[string]string) string {
	q := url.Values{}
	for name, value := range query {
		if value != "" {
			q.Set(name, value)
		}
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

// about is a page about one person or thing, or a button on it, for those whom who lets in.
func (p *Pages) about(who func(r *http.Request) (shop.SignedIn, error), next page) pages.Page {
	return func(w http.ResponseWriter, r *http.Request) (err error) {
		var a asked
		if a.in, err = who(r); err != nil {
			return err
		}
		if a.id, err = pages.Number(r, "id"); err != nil {
			return err
		}
		to := r.URL.Path // of the form
		if r.Method == http.MethodPost {
			a.act = path.Base(to)
			a.form, err = web.ReadForm(w, r, maxForm)
		} else if a.act = r.URL.Query().Get("typed"); a.act != "" {
			to += "/" + a.act
			err = p.typedBefore(r, &a, to)
		}
		if err != nil {
			return err
		}
		err = next(w, r, a)
		if session.ProvesFirst(err) && len(a.form) > 0 {
			if lost := p.shop.KeepTyped(r.Context(), a.in, to, a.form.Encode()); lost != nil {
				return lost
			}
		}
		return err
	}
}

// leadUp leads who comes to the address of a button to its page, with what they typed there
// before they had to show who they are.
func leadUp(w http.ResponseWriter, r *http.Request) error {
	http.Redirect(w, r, path.Dir(r.URL.Path)+"?typed="+path.Base(r.URL.Path), http.StatusSeeOther)
	return nil
}

// typedBefore adds what was typed into a form before somebody had to show who they are. It is
// there once.
func (p *Pages) typedBefore(r *http.Request, a *asked, to string) error {
	text, err := p.shop.Typed(r.Context(), a.in, to)
	if err != nil || text == "" {
		return err
	}
	a.kept = true
	a.form, err = url.ParseQuery(text)
	return err
}

// staff returns who is signed in if they look after people or models.
func staff(r *http.Request) (shop.SignedIn, error) {
	return session.Staff(r, vitrine.RoleModerator, vitrine.RoleSupport)
}

// moderator returns who is signed in if they decide about models.
func moderator(r *http.Request) (shop.SignedIn, error) {
	return session.Staff(r, vitrine.RoleModerator)
}
