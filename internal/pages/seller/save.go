package seller

import (
	"errors"
	"net/http"
	"net/url"

	"vitrine"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// form is the form of a model as it is stored, with guesses where nothing was said yet.
func (p *Pages) form(r *http.Request, m *vitrine.Model) (*form, error) {
	f, err := p.typed(r, m, valuesOf(m))
	if err != nil {
		return nil, err
	}
	if isNew(m) {
		f.guess(m, facts(m))
	}
	return f, nil
}

// typed is a form of a model with some values.
func (p *Pages) typed(r *http.Request, m *vitrine.Model, values url.Values) (*form, error) {
	categories, err := p.db.Categories(r.Context())
	if err != nil {
		return nil, err
	}
	_, whole := shop.Described(m.Description)
	return &form{Values: values, Categories: groups(categories), Currency: p.shop.Settings().Currency, Measured: readable(facts(m)),
		Whole: whole, Mark: markOf(m)}, nil
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
	m, err := p.own(r, in)
	if err != nil {
		return err
	}
	f, err := p.typed(r, m, sent)
	if err != nil {
		return err
	}
	if sent.Get("act") == "preview" {
		f.Mark = sent.Get("mark")
		f.Shown = pages.Description(vitrine.Text{Description: shop.Describe(sent.Get("description"))})
		return p.showModel(w, r, http.StatusOK, in, m, trouble{Typed: f})
	}

	if err := p.store(r, in, m, f); err != nil {
		return p.notSaved(w, r, in, m, f, err)
	}
	if sent.Get("act") == "publish" {
		return p.publish(w, r, in)
	}
	http.Redirect(w, r, pathOf(m.ID)+"?done=saved", http.StatusSeeOther)
	return nil
}

// store asks the shop for what a form says of the model that it was made of: of no other.
func (p *Pages) store(r *http.Request, in shop.SignedIn, m *vitrine.Model, f *form) error {
	if f.Get("mark") != f.Mark {
		return &vitrine.Error{Code: vitrine.Stale, Err: errOvertaken}
	}
	request, overtaken := f.request(m), false
	request.Judge = func(now *vitrine.Model) []vitrine.Field {
		if overtaken = markOf(now) != f.Mark; overtaken {
			return []vitrine.Field{{Pointer: "", Code: "changed", Detail: errOvertaken.Error()}}
		}
		return nil
	}
	_, err := p.shop.UpdateModel(r.Context(), author(in), m.ID, request, nil)
	if overtaken {
		return &vitrine.Error{Code: vitrine.Stale, Err: errOvertaken}
	}
	return err
}

// notSaved shows a form again with what is wrong with it.
func (p *Pages) notSaved(w http.ResponseWriter, r *http.Request, in shop.SignedIn, m *vitrine.Model, f *form, err error) error {
	refused, ok := errors.AsType[*vitrine.Error](err)
	switch {
	case errors.Is(err, errOvertaken):
		return p.overtaken(w, r, in, f)
	case !ok || refused.Code != vitrine.Invalid && refused.Code != vitrine.Conflict:
		return err
	}
	rest := f.note(refused.Fields)
	whole := "This is not saved yet. The fields below say what is wrong."
	if len(f.Faults) == 0 && len(rest) > 0 {
		whole = rest[0]
	} else if len(f.Faults) == 0 {
		whole = pages.Capitalize(refused.Message) + "."
	}
	status := http.StatusUnprocessableEntity
	if refused.Code == vitrine.Conflict {
		status = http.StatusConflict
	}
	return p.showModel(w, r, status, in, m, trouble{Whole: whole, Typed: f})
}

// overtaken shows what was typed beside what somebody else stored meanwhile: to save it then
// is a decision.
func (p *Pages) overtaken(w http.ResponseWriter, r *http.Request, in shop.SignedIn, f *form) error {
	now, err := p.own(r, in)
	if err != nil {
		return err
	}
	f.Stored, f.Mark = map[string]string{}, markOf(now)
	for name, values := range valuesOf(now) {
		if values[0] != f.Get(name) {
			f.Stored[name] = values[0]
		}
	}
	return p.showModel(w, r, http.StatusConflict, in, now, trouble{Typed: f,
		Whole: "The model was changed meanwhile, in another window or by a program. What you typed is below, with what is stored now where " +
			"it differs. Save once more to store what you typed."})
}
