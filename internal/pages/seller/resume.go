package seller

import (
	"net/http"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/upload"
	"vitrine/internal/web"
)

// registerUploads adds the addresses at which the page of a model sends files in parts, as
// programs do at those of the interface, with the session in place of a token. They answer
// a script: with problems, not with pages.
func (p *Pages) registerUploads(mux *http.ServeMux) {
	const all, one = "/sell/models/{id}/uploads", "/sell/models/{id}/uploads/{upload}"
	for _, route := range []struct {
		pattern string
		budget  web.Budget
		serve   pages.Page
	}{
		{"POST /sell/drafts", web.Writes, pages.Private(p.begin)}, {"POST " + all, web.Uploads, p.resumable},
		{"HEAD " + one, web.Reads, p.resumable}, {"PATCH " + one, web.Uploads, p.resumable}, {"DELETE " + one, web.Writes, p.resumable},
	} {
		p.Handle(mux, route.pattern, func(w http.ResponseWriter, r *http.Request) error {
			if err := p.Limited(route.budget, route.serve)(w, r); err != nil {
				web.WriteProblem(w, r, toldIn(locale.Of(r.Context()), web.ProblemOf(r, err)))
			}
			return nil
		})
	}
}

// toldIn is a problem in the language of the page whose script shows it.
func toldIn(l *locale.Language, problem *web.Problem) *web.Problem {
	problem.Detail = l.Says(problem.Detail)
	for i := range problem.Errors {
		problem.Errors[i].Detail = l.Says(problem.Errors[i].Detail)
	}
	return problem
}

// maxName is how long the form of a new draft may be, in bytes: the name of a file.
const maxName = 4096

// begin makes a draft for files that are about to be sent in parts, by the name of their
// folder or of one of them.
func (p *Pages) begin(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Required(r)
	if err != nil {
		return err
	}
	if err := in.MaySell(); err != nil {
		return err
	}
	form, err := web.ReadForm(w, r, maxName)
	if err != nil {
		return err
	}
	m, err := p.newDraft(r, in, form.Get("name"))
	if err != nil {
		return err
	}
	w.Header().Set("Location", pathOf(m.ID))
	w.WriteHeader(http.StatusCreated)
	return nil
}

func (p *Pages) resumable(w http.ResponseWriter, r *http.Request) error {
	in, err := session.Required(r)
	if err != nil {
		return err
	}
	m, err := p.own(r, in)
	if err != nil {
		return err
	}

	s, err := p.subjectOf(r.Context(), in, m)
	if err != nil {
		return err
	}
	caller, to := author(in), s.shown
	switch {
	case s.draft != nil:
		caller = s.draft.Editor(caller)
	case s.drafts() && r.Method != http.MethodPost:
		return vitrine.Errorf(vitrine.NotFound, "the model was published meanwhile: begin the upload anew, for its next version")
	case s.drafts():
		if caller, to, err = p.target(r.Context(), in, s); err != nil {
			return err
		}
	}
	return p.uploads.Serve(w, r, upload.Request{
		Caller: caller, ModelID: to.ID, ID: r.PathValue("upload"), Base: p.Address(pathOf(m.ID) + "/uploads"),
		File: func(int64) string { return p.Address(pathOf(m.ID)) },
	})
}
