package seller

import (
	"net/http"

	"vitrine"
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
	}{{"POST " + all, web.Uploads}, {"HEAD " + one, web.Reads}, {"PATCH " + one, web.Uploads}, {"DELETE " + one, web.Writes}} {
		p.Handle(mux, route.pattern, func(w http.ResponseWriter, r *http.Request) error {
			if err := p.Limited(route.budget, p.resumable)(w, r); err != nil {
				web.WriteProblem(w, r, err)
			}
			return nil
		})
	}
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
