package moderation

import (
	"net/http"
	"net/url"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
)

// reportsListed is what the list of reports shows.
type reportsListed struct {
	State      vitrine.ReportState
	Reports    []vitrine.Report
	Objections []vitrine.Decision
	Lists      []pages.Link
	Next       string // path of the page after, "" for none
}

// Here reports whether a link leads to the list that is shown.
func (l reportsListed) Here(link pages.Link) bool { return link.Path == listPath(l.State) }

func listPath(state vitrine.ReportState) string { return reportsPath + "?state=" + string(state) }

func (p *Pages) reports(w http.ResponseWriter, r *http.Request) error {
	in, err := moderator(r)
	if err != nil {
		return err
	}
	state := vitrine.ReportState(r.URL.Query().Get("state"))
	if state != vitrine.ReportActed && state != vitrine.ReportDismissed {
		state = vitrine.ReportOpen
	}
	after, _ := strconv.ParseInt(r.URL.Query().Get("after"), 10, 64)

	l := locale.Of(r.Context())
	list := reportsListed{State: state, Lists: []pages.Link{
		{Text: l.T("reports|Open"), Path: listPath(vitrine.ReportOpen)}, {Text: l.T("reports|Acted on"), Path: listPath(vitrine.ReportActed)},
		{Text: l.T("reports|Left as it is"), Path: listPath(vitrine.ReportDismissed)},
	}}
	if list.Reports, err = p.shop.Reports(r.Context(), in, state, after, pageOf); err != nil {
		return err
	}
	if state == vitrine.ReportOpen {
		if list.Objections, err = p.shop.Objections(r.Context(), in, 0, pageOf); err != nil {
			return err
		}
	}

	if n := len(list.Reports); n == pageOf {
		list.Next = listPath(state) + "&after=" + strconv.FormatInt(list.Reports[n-1].ID, 10)
	}
	return p.show(w, r, http.StatusOK, "reports", l.T("Reports"), reportsPath, list)
}

// oneCase is what the page of a report or a decision shows.
type oneCase struct {
	shop.Case
	Decision vitrine.Decision
	url.Values
	Path   string
	Faults map[string]string
	Done   bool
}

func (p *Pages) oneReport(w http.ResponseWriter, r *http.Request, a asked) error {
	return p.showOneReport(w, r, a, nil)
}

func (p *Pages) showOneReport(w http.ResponseWriter, r *http.Request, a asked, refused error) error {
	c, err := p.shop.ReportCase(r.Context(), a.in, a.id)
	if err != nil {
		return err
	}
	content := oneCase{Case: c, Path: reportsPath + "/" + strconv.FormatInt(a.id, 10)}
	return p.showCase(w, r, "one-report", locale.Of(r.Context()).T("Report {number}", strconv.FormatInt(a.id, 10)), a, content, refused)
}

// showCase shows a page about a case, with what was wrong with a form where it was not taken.
func (p *Pages) showCase(w http.ResponseWriter, r *http.Request, name, title string, a asked, c oneCase, refused error) error {
	status, wrong, err := a.explained(r, refused)
	if err != nil {
		return err
	}
	c.Values, c.Faults, c.Done = a.form, wrong, r.URL.Query().Has("done")
	return p.show(w, r, status, name, title, reportsPath, c)
}

func (p *Pages) decide(w http.ResponseWriter, r *http.Request, a asked) error {
	if err := p.shop.DecideReport(r.Context(), a.in, a.id, rulingOf(a.form)); err != nil {
		return p.showOneReport(w, r, a, err)
	}

	return pages.Done(w, r, reportsPath+"/"+strconv.FormatInt(a.id, 10), "decide")
}

func (p *Pages) decision(w http.ResponseWriter, r *http.Request, a asked) error {
	return p.showDecision(w, r, a, nil)
}

func (p *Pages) showDecision(w http.ResponseWriter, r *http.Request, a asked, refused error) error {
	d, c, err := p.shop.DecisionCase(r.Context(), a.in, a.id)
	if err != nil {
		return err
	}
	content := oneCase{Case: c, Decision: d, Path: decisionsPath + "/" + strconv.FormatInt(a.id, 10)}
	return p.showCase(w, r, "decision", locale.Of(r.Context()).T("Decision {number}", strconv.FormatInt(a.id, 10)), a, content, refused)
}

func (p *Pages) answer(w http.ResponseWriter, r *http.Request, a asked) error {
	err := p.shop.AnswerObjection(r.Context(), a.in, a.id, a.form.Get("outcome") == "restore", a.form.Get("reason"))
	return p.afterDecision(w, r, a, err)
}

func (p *Pages) restoreDecided(w http.ResponseWriter, r *http.Request, a asked) error {
	d, _, err := p.shop.DecisionCase(r.Context(), a.in, a.id)
	if err != nil {
		return err
	}
	switch {
	case d.ReviewID != 0:
		return p.afterDecision(w, r, a, p.shop.RestoreReview(r.Context(), a.in, d.ReviewID, a.form.Get("reason")))
	case d.CollectionID != 0:
		return p.afterDecision(w, r, a, p.shop.RestoreCollection(r.Context(), a.in, d.CollectionID, a.form.Get("reason")))
	}
	return p.afterDecision(w, r, a, p.shop.RestoreModel(r.Context(), a.in, d.ModelID, a.form.Get("reason")))
}

func (p *Pages) afterDecision(w http.ResponseWriter, r *http.Request, a asked, err error) error {
	if err != nil {
		return p.showDecision(w, r, a, err)
	}
	return pages.Done(w, r, decisionsPath+"/"+strconv.FormatInt(a.id, 10), "answer")
}

// review is the page of a review that somebody decides about, reported or not.
func (p *Pages) review(w http.ResponseWriter, r *http.Request, a asked) error {
	return p.showReviewCase(w, r, a, nil)
}

func (p *Pages) showReviewCase(w http.ResponseWriter, r *http.Request, a asked, refused error) error {
	c, err := p.shop.ReviewCase(r.Context(), a.in, a.id)
	if err != nil {
		return err
	}
	content := oneCase{Case: c, Path: reviewsPath + "/" + strconv.FormatInt(a.id, 10)}
	return p.showCase(w, r, "review", locale.Of(r.Context()).T("Review {number}", strconv.FormatInt(a.id, 10)), a, content, refused)
}

func (p *Pages) hideReview(w http.ResponseWriter, r *http.Request, a asked) error {
	ruling := vitrine.Ruling{Action: vitrine.ActHide, Ground: vitrine.Ground(a.form.Get("ground")), Reason: a.form.Get("reason"),
		Downloads: true}

	if err := p.shop.RuleReview(r.Context(), a.in, a.id, ruling); err != nil {
		return p.showReviewCase(w, r, a, err)
	}

	return pages.Done(w, r, reviewsPath+"/"+strconv.FormatInt(a.id, 10), "hide")
}
