package moderation

import (
	"net/http"
	"net/url"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// kinds say why something is reported.
var kinds = map[vitrine.ReportKind]locale.Phrase{
	vitrine.ReportIllegal:   locale.Text("It is illegal"),
	vitrine.ReportCopyright: locale.Text("It uses my work, or somebody’s, without leave"),
	vitrine.ReportPersonal:  locale.Text("It shows personal data"),
	vitrine.ReportChildren:  locale.Text("It shows the sexual abuse of children"),
	vitrine.ReportOther:     locale.Text("Something else"),
}

// reporting is the form to report something, as it was typed.
type reporting struct {
	url.Values
	Faults map[string]string
	Kinds  []vitrine.ReportKind
}

func (p *Pages) showReport(w http.ResponseWriter, r *http.Request, status int, form reporting) error {
	form.Kinds = vitrine.ReportKinds()
	return p.Render(w, r, status, "report", pages.View{
		Title: locale.Of(r.Context()).T("Report something"), Hidden: true, Content: form,
	})
}

func (p *Pages) report(w http.ResponseWriter, r *http.Request) error {
	form := reporting{Values: url.Values{"page": {r.URL.Query().Get("page")}}}
	if in, ok := session.Of(r.Context()); ok {
		form.Set("name", in.User.Username)
		form.Set("email", in.User.Email)
	}
	return p.showReport(w, r, http.StatusOK, form)
}

func (p *Pages) submitReport(w http.ResponseWriter, r *http.Request) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	n := shop.NewReport{
		Page: form.Get("page"), Kind: vitrine.ReportKind(form.Get("kind")), Explanation: form.Get("explanation"), Name: form.Get("name"),
		Email: form.Get("email"), GoodFaith: form.Get("good_faith") != "", Network: web.ClientNetwork(r.Context()),
		Language: web.ReadersLanguages(r.Header.Get("Accept-Language")),
	}
	if in, ok := session.Of(r.Context()); ok && in.User.Language != "" {
		n.Language = in.User.Language
	}

	_, secret, refused := p.shop.Report(r.Context(), n)
	status, wrong, err := explained(r, refused)
	if vitrine.CodeOf(err) == vitrine.RateLimited {
		wrong, err = map[string]string{}, nil
		status, wrong[""] = pages.Later(w, r, refused)
	}
	if err != nil {
		return err
	}
	if wrong != nil {
		return p.showReport(w, r, status, reporting{Values: form, Faults: wrong})
	}

	http.Redirect(w, r, shop.ReportPath+secret, http.StatusSeeOther)
	return nil
}

func (p *Pages) receipt(w http.ResponseWriter, r *http.Request) error {
	report, err := p.shop.ReportOf(r.Context(), r.PathValue("key"))
	if err != nil {
		return err
	}
	return p.Render(w, r, http.StatusOK, "receipt", pages.View{
		Title: locale.Of(r.Context()).T("Your report"), Hidden: true, Content: report,
	})
}

// ownCase is a decision as the author of its model sees it.
type ownCase struct {
	vitrine.Decision
	Title, Path string
	Text        string // as it was typed
	Faults      map[string]string
}

func (p *Pages) ownDecision(w http.ResponseWriter, r *http.Request, a asked) error {
	return p.showOwn(w, r, a, nil)
}

func (p *Pages) showOwn(w http.ResponseWriter, r *http.Request, a asked, refused error) error {
	d, title, err := p.shop.DecisionFor(r.Context(), a.in, a.id)
	if err != nil {
		return err
	}
	status, wrong, err := a.explained(r, refused)
	if err != nil {
		return err
	}
	content := ownCase{Decision: d, Title: title, Path: r.URL.Path, Text: a.form.Get("reason"), Faults: wrong}
	heading := locale.Of(r.Context()).T("A decision about your model")
	switch {
	case d.ReviewID != 0:
		heading = locale.Of(r.Context()).T("A decision about your review")
	case d.CollectionID != 0:
		heading = locale.Of(r.Context()).T("A decision about your collection")
	}
	return p.show(w, r, status, "own", heading, "/account", content)
}

func (p *Pages) object(w http.ResponseWriter, r *http.Request, a asked) error {
	if err := p.shop.Object(r.Context(), a.in, a.id, a.form.Get("reason")); err != nil {
		return p.showOwn(w, r, a, err)
	}

	return pages.LeadUp(w, r)
}
