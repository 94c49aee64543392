package account

import (
	"errors"
	"net/http"
	"net/url"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/web"
)

// maxForm is how many bytes a form has at most.
const maxForm = 16 << 10

// form is what somebody typed, and what is wrong with it.
type form struct {
	url.Values
	Next     string            // where they go on to; "" for nowhere in particular
	onward   string            // the query by which other pages lead there, in the language of this one
	Problem  string            // with the whole of it
	Problems map[string]string // by the name of the field
	faults   []vitrine.Field   // of which Problems are made
	said     *locale.Language  // in which problems are told
}

// field is one field of a form as its template shows it.
type field struct {
	Name, Label, Type, Autocomplete, Note string
	Value, Problem                        string
	Optional                              bool
}

// read reads the form of a request.
func read(w http.ResponseWriter, r *http.Request) (*form, error) {
	values, err := web.ReadForm(w, r, maxForm)
	return formOf(r, values, values.Get("next")), err
}

// empty is the form of a page that is opened.
func empty(r *http.Request) *form {
	return formOf(r, url.Values{}, r.URL.Query().Get("next"))
}

func formOf(r *http.Request, values url.Values, next string) *form {
	return &form{Values: values, Next: next, onward: session.NextQuery(r, next), Problems: map[string]string{}, said: locale.Of(r.Context())}
}

// explain notes what an error says of the form; false where it says nothing that whoever
// typed it can mend.
func (f *form) explain(err error) bool {
	switch vitrine.CodeOf(err) {
	case vitrine.Invalid, vitrine.Conflict, vitrine.Unauthenticated, vitrine.RateLimited:
	default:
		return false
	}
	e, ok := errors.AsType[*vitrine.Error](err)
	if !ok {
		return false
	}
	f.faults = e.Fields
	for _, fault := range e.Fields {
		if name := fault.Pointer; len(name) > 1 {
			f.Problems[name[1:]] = f.said.Says(fault.Detail)
		}
	}
	if len(f.Problems) == 0 {
		f.Problem = f.said.Says(e.Message)
	}
	return true
}

// refused is the status of a form that is shown again because of an error: 422, or 429 with
// when to try again.
func refused(w http.ResponseWriter, r *http.Request, err error) int {
	if vitrine.CodeOf(err) != vitrine.RateLimited {
		return http.StatusUnprocessableEntity
	}
	status, _ := pages.Later(w, r, err)
	return status
}

// Onto is the address of another page, which leads on to where this one does.
func (f *form) Onto(path string) string { return path + f.onward }

// Field is a field for the template, with what was typed unless it is a secret.
func (f *form) Field(name, label, kind, autocomplete, note string) field {
	shown := field{Name: name, Label: label, Type: kind, Autocomplete: autocomplete, Note: note, Problem: f.Problems[name]}
	if kind != "password" && name != "code" {
		shown.Value = f.Get(name)
	}
	return shown
}
