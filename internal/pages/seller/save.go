package seller

import (
	"errors"
	"net/http"
	"net/url"
	"slices"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/survey"
	"vitrine/internal/web"
)

// form is the form of a model as it is stored, with guesses where nothing was said yet.
func (p *Pages) form(r *http.Request, s subject) (*form, error) {
	f, err := p.typed(r, s, s.values())
	if err != nil {
		return nil, err
	}
	f.Stored = s.clashing()
	if !isNew(s.shown) || s.draft != nil {
		return f, nil
	}
	categories, err := p.db.Categories(r.Context())
	if err != nil {
		return nil, err
	}
	f.guess(s.shown, survey.Guess(s.shown, categories))
	return f, nil
}

// typed is a form of a model with some values.
func (p *Pages) typed(r *http.Request, s subject, values url.Values) (*form, error) {
	m := s.shown
	categories, err := p.db.Categories(r.Context())
	if err != nil {
		return nil, err
	}
	share, err := p.shop.ShareOf(r.Context(), m)
	if err != nil {
		return nil, err
	}
	licenses, err := p.licensesFor(r, m)
	if err != nil {
		return nil, err
	}
	_, whole := shop.Described(m.Description)
	l := locale.Of(r.Context())
	return &form{Values: values, language: l, Licenses: licenses, Categories: groups(categories), Currency: p.shop.Settings().Currency,
		Share:    share,
		Measured: readable(l, facts(m)), Whole: whole, Mark: s.mark(), Drafts: s.drafts()}, nil
}

// licensesFor lists the operator's own licences that a model may be sold under: those that are
// offered, and the one that it has.
func (p *Pages) licensesFor(r *http.Request, m *vitrine.Model) ([]vitrine.LicenseText, error) {
	all, err := p.db.Licenses(r.Context())
	return slices.DeleteFunc(all, func(l vitrine.LicenseText) bool {
		return l.Type.Builtin() || !l.RetiredAt.IsZero() && l.Type != m.License
	}), err
}

// errOvertaken is the cause of an Error that says that somebody changed a model since its
// form was made.
var errOvertaken = errors.New("the model was changed meanwhile")

// save stores what the form of a model says, publishes it then if that is asked for, or
// shows what its description will look like.
func (p *Pages) save(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	sent, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	s, err := p.subject(r, in)
	if err != nil {
		return err
	}
	f, err := p.typed(r, s, sent)
	if err != nil {
		return err
	}
	if sent.Get("act") == "preview" {
		f.Mark = sent.Get("mark")
		f.Shown = pages.Description(vitrine.Text{Description: shop.Describe(sent.Get("description"))})
		return p.showSubject(w, r, http.StatusOK, in, s, trouble{Typed: f})
	}

	draft, err := p.store(r, in, s, f)
	if err != nil {
		return p.notSaved(w, r, in, s, f, err)
	}
	switch {
	case sent.Get("act") == "publish" && s.drafts():
		if len(draft.Changes) > 0 || s.draft != nil {
			_, err = p.shop.PublishDraft(r.Context(), author(in), s.public.ID, shop.PublishRequest{Means: shop.Marked(draft.Mark())})
		}
		return p.after(w, r, in, s.public, "changed", err)
	case sent.Get("act") == "publish":
		return p.publish(w, r, in)
	case s.drafts():
		return p.after(w, r, in, s.public, "drafted", nil)
	}
	return p.after(w, r, in, s.public, "saved", nil)
}

// store asks the shop for what a form says of the model that it was made of: of no other. A
// published one is changed in its draft version, which is returned.
func (p *Pages) store(r *http.Request, in shop.SignedIn, s subject, f *form) (draft *shop.Draft, err error) {
	if f.Get("mark") != f.Mark {
		return nil, &vitrine.Error{Code: vitrine.Stale, Err: errOvertaken}
	}
	request, overtaken := f.request(s.shown), false
	request.Judge = func(now *vitrine.Model) []vitrine.Field {
		if overtaken = markOf(now) != markOf(s.shown); overtaken {
			return []vitrine.Field{{Pointer: "", Code: "changed", Detail: errOvertaken.Error()}}
		}
		return nil
	}
	if s.drafts() {
		wanted := shop.DraftRequest{ModelRequest: request, Note: vitrine.Some(f.Get("note"))}
		draft, err = p.shop.SaveDraft(r.Context(), author(in), s.public.ID, wanted)
	} else {
		_, err = p.shop.UpdateModel(r.Context(), author(in), s.public.ID, request, nil)
	}
	if overtaken {
		return nil, &vitrine.Error{Code: vitrine.Stale, Err: errOvertaken}
	}
	return draft, err
}

// notSaved shows a form again with what is wrong with it.
func (p *Pages) notSaved(w http.ResponseWriter, r *http.Request, in shop.SignedIn, s subject, f *form, err error) error {
	refused, ok := errors.AsType[*vitrine.Error](err)
	switch {
	case errors.Is(err, errOvertaken):
		return p.overtaken(w, r, in, f)
	case !ok || refused.Code != vitrine.Invalid && refused.Code != vitrine.Conflict:
		return err
	}
	l, rest := locale.Of(r.Context()), f.note(refused.Fields)
	whole := l.T("This is not saved yet. The fields below say what is wrong.")
	if len(f.Faults) == 0 && len(rest) > 0 {
		whole = rest[0]
	} else if len(f.Faults) == 0 {
		whole = l.Says(refused.Message)
	}
	status := http.StatusUnprocessableEntity
	if refused.Code == vitrine.Conflict {
		status = http.StatusConflict
	}
	return p.showSubject(w, r, status, in, s, trouble{Whole: whole, Typed: f})
}

// overtaken shows what was typed beside what somebody else stored meanwhile: to save it then
// is a decision.
func (p *Pages) overtaken(w http.ResponseWriter, r *http.Request, in shop.SignedIn, f *form) error {
	now, err := p.subject(r, in)
	if err != nil {
		return err
	}
	f.Stored, f.Mark, f.Drafts = map[string]string{}, now.mark(), now.drafts()
	for name, values := range now.values() {
		if values[0] != f.Get(name) {
			f.Stored[name] = values[0]
		}
	}
	return p.showSubject(w, r, http.StatusConflict, in, now, trouble{Typed: f,
		Whole: locale.Of(r.Context()).T("The model was changed meanwhile, in another window or by a program. What you typed is below, " +
			"with what is stored now where it differs. Save once more to store what you typed.")})
}
