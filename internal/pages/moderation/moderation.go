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
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"strings"

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
	room, err := shell.Room(files, template.FuncMap{
		"kind":  func(k vitrine.ReportKind) string { return kinds[k] },
		"state": func(state store.ModelList) string { return stateWords[state] },
		"stars": func(n int) template.HTML { return pages.Stars(locale.English(), n) },
	})
	return &Pages{Room: room, shop: s, db: db}, err
}

// The desks, and what everybody and authors see.
const (
	peoplePath    = "/desk/people"
	forgetPath    = "/desk/people/forget"
	reportsPath   = "/desk/reports"
	decisionsPath = "/desk/decisions"
	modelsPath    = "/desk/models"
	sharedPath    = modelsPath + "/shared"
	reviewsPath   = "/desk/reviews"
	reportPath    = "/report"
)

// route is an address of the room.
type route struct {
	pattern string
	page    pages.Page
}

// routes are all addresses. The address of a button leads back to its page: somebody comes
// there who had to show first who they are.
func (p *Pages) routes() []route {
	list := []route{{"GET " + peoplePath, p.people}, {"GET " + peoplePath + "/{id}", about(staff, p.person)}}
	for act, page := range map[string]page{
		"suspend": p.suspend, "restore": p.restore, "roles": p.roles, "sessions": p.endSessions, "ask": p.askToConfirm, "confirm": p.confirm,
		"erase": p.erase, "keep": p.keepAccount, "storage": p.storage,
	} {
		pattern := peoplePath + "/{id}/" + act
		list = append(list, route{"GET " + pattern, pages.LeadUp}, route{"POST " + pattern, about(staff, page)})
	}
	for act, page := range map[string]page{
		"rule": p.rule, "restore": p.restoreThis, "feature": p.feature, "unfeature": p.unfeature, "approve": p.approve,
		"send-back": p.sendBack,
	} {
		pattern := modelsPath + "/{id}/" + act
		list = append(list, route{"GET " + pattern, pages.LeadUp}, route{"POST " + pattern, about(moderator, page)})
	}
	return append(list,
		route{"GET " + modelsPath, p.models}, route{"GET " + sharedPath, p.shared},
		route{"GET " + modelsPath + "/{id}", about(moderator, p.model)},
		route{"GET " + forgetPath, p.forget}, route{"POST " + forgetPath, p.submitForget},
		route{"GET " + reportPath, p.report}, route{"POST " + reportPath, p.submitReport}, route{"GET " + shop.ReportPath + "{key}", p.receipt},
		route{"GET " + reportsPath, p.reports}, route{"GET " + reportsPath + "/{id}", about(moderator, p.oneReport)},
		route{"GET " + reportsPath + "/{id}/decide", pages.LeadUp}, route{"POST " + reportsPath + "/{id}/decide", about(moderator, p.decide)},
		route{"GET " + decisionsPath + "/{id}", about(moderator, p.decision)},
		route{"GET " + decisionsPath + "/{id}/answer", pages.LeadUp}, route{"POST " + decisionsPath + "/{id}/answer", about(moderator, p.answer)},
		route{"GET " + decisionsPath + "/{id}/restore", pages.LeadUp},
		route{"POST " + decisionsPath + "/{id}/restore", about(moderator, p.restoreDecided)},
		route{"GET " + reviewsPath + "/{id}", about(moderator, p.review)},
		route{"GET " + reviewsPath + "/{id}/hide", pages.LeadUp}, route{"POST " + reviewsPath + "/{id}/hide", about(moderator, p.hideReview)},
		route{"GET " + shop.DecisionPath + "{id}", about(session.Required, p.ownDecision)},
		route{"GET " + shop.DecisionPath + "{id}/object", pages.LeadUp},
		route{"POST " + shop.DecisionPath + "{id}/object", about(session.Required, p.object)},
	)
}

// Register adds the pages to a mux.
func (p *Pages) Register(mux *http.ServeMux) {
	for _, r := range p.routes() {
		p.Handle(mux, r.pattern, p.Limited(web.PageViews, pages.Private(r.page)))
	}
	p.AddDesk(pages.Link{Text: "Models", Path: modelsPath}, vitrine.RoleModerator)
	p.AddDesk(pages.Link{Text: "People", Path: peoplePath}, vitrine.RoleModerator, vitrine.RoleSupport)
	p.AddDesk(pages.Link{Text: "Reports", Path: reportsPath}, vitrine.RoleModerator)
}

// maxForm is how many bytes a form has at most: a reason in full, in any script, as it is
// escaped on its way.
const maxForm = 64 << 10

// asked is a request of somebody at a desk, with the form that it sends.
type asked struct {
	in   shop.SignedIn
	id   int64 // of the person or thing that the address names
	form url.Values
}

// page is a page at a desk about one person or thing.
type page func(w http.ResponseWriter, r *http.Request, a asked) error

// faults are what is wrong with a form, by the name of the field; false where an error says
// nothing that whoever typed it can mend.
func faults(err error) (map[string]string, bool) {
	e, ok := errors.AsType[*vitrine.Error](err)
	if !ok || e.Code != vitrine.Invalid && e.Code != vitrine.Conflict {
		return nil, false
	}
	list := map[string]string{}
	for _, field := range e.Fields {
		list[strings.TrimPrefix(field.Pointer, "/")] = pages.Capitalize(field.Detail) + "."
	}
	if len(list) == 0 {
		list[""] = pages.Capitalize(e.Message) + "."
	}
	return list, true
}

// explained returns what to say at the fields of a form that was not taken, and the status of
// its page: OK where nothing was refused. What the form can't explain is returned as it is.
func explained(r *http.Request, refused error) (status int, wrong map[string]string, err error) {
	if refused == nil {
		return http.StatusOK, nil, nil
	}
	wrong, known := faults(refused)
	if !known {
		return 0, nil, refused
	}
	return web.ProblemOf(r, refused).Status, wrong, nil
}

// show renders a page of the room at a desk.
func (p *Pages) show(w http.ResponseWriter, r *http.Request, status int, name, title, section string, content any) error {
	return p.Render(w, r, status, name, pages.View{Title: title, Hidden: true, Section: section, Content: content})
}

// done leads to a page that says what was done.
func done(w http.ResponseWriter, r *http.Request, path, what string) error {
	http.Redirect(w, r, path+"?done="+what, http.StatusSeeOther)
	return nil
}

// about is a page about one person or thing, or a button on it, for those whom who lets in.
func about(who func(r *http.Request) (shop.SignedIn, error), next page) pages.Page {
	return func(w http.ResponseWriter, r *http.Request) (err error) {
		var a asked
		if a.in, err = who(r); err != nil {
			return err
		}
		if a.id, err = pages.Number(r, "id"); err != nil {
			return err
		}
		if r.Method == http.MethodPost {
			if a.form, err = web.ReadForm(w, r, maxForm); err != nil {
				return err
			}
		}
		return next(w, r, a)
	}
}

// staff returns who is signed in if they look after people or models.
func staff(r *http.Request) (shop.SignedIn, error) {
	return session.Staff(r, vitrine.RoleModerator, vitrine.RoleSupport)
}

// moderator returns who is signed in if they decide about models.
func moderator(r *http.Request) (shop.SignedIn, error) {
	return session.Staff(r, vitrine.RoleModerator)
}
