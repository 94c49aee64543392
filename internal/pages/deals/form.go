package deals

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/web"
)

// form is what was typed, with what is wrong with it.
type form struct {
	url.Values
	Root     string
	Path     string // where it is sent
	Version  int64  // of what it was filled from; 0 for something new
	Currency string
	Whole    bool
	Faults   map[string]string // "" is of no field
	Models   []choice          // that can be chosen
	Zones    []string
}

// choice is a value of a field that may be chosen with others.
type choice struct {
	Value, Label string
	Price        string // "" for a model that is not sold
	Chosen       bool
}

// field is a field of a form in a template.
type field struct {
	Name, Label, Kind, Value, Hint, Fault, Mode string
	Needed                                      bool
}

// Field is a field with what was typed.
func (f *form) Field(name, label, kind, hint string) field {
	return field{Name: name, Label: label, Kind: kind, Value: f.Get(name), Hint: hint, Fault: f.Faults[name]}
}

// Of sets how the keys of a telephone are shown.
func (f field) Of(mode string) field { f.Mode = mode; return f }

// Must is the field where something has to be said.
func (f field) Must() field { f.Needed = true; return f }

// Is reports whether a field has a value.
func (f *form) Is(name, value string) bool { return slices.Contains(f.Values[name], value) }

// refuse shows an error of the change at its fields, and returns the status of the page. Other errors than those of the form are
// returned.
func (f *form) refuse(r *http.Request, refused error) (int, error) {
	switch {
	case refused == nil && len(f.Faults) > 0:
		return http.StatusUnprocessableEntity, nil
	case refused == nil:
		return http.StatusOK, nil
	}
	e, ok := errors.AsType[*vitrine.Error](refused)
	if !ok || !slices.Contains([]vitrine.Code{vitrine.Invalid, vitrine.Conflict, vitrine.Stale}, e.Code) {
		return 0, refused
	}
	l := locale.Of(r.Context())
	for _, fault := range e.Fields {
		name, _, _ := strings.Cut(strings.TrimPrefix(fault.Pointer, "/"), "/")
		f.Faults[name] = l.Says(fault.Detail)
	}
	switch {
	case e.Code == vitrine.Stale:
		f.Faults[""] = l.T("This was changed meanwhile, in another window. Look at what is stored now, and save once more.")
	case len(e.Fields) == 0:
		f.Faults[""] = l.Says(e.Message)
	}
	return web.ProblemOf(r, refused).Status, nil
}

// timeForm is how browsers send a time.
const timeForm = "2006-01-02T15:04"

// zones are those that are proposed; any other can be typed.
func zones() []string {
	return []string{
		"UTC", "Europe/Berlin", "Europe/London", "Europe/Paris", "Europe/Madrid", "Europe/Rome", "Europe/Warsaw", "Europe/Athens",
		"Europe/Istanbul", "Africa/Cairo", "Africa/Lagos", "Africa/Johannesburg", "Asia/Dubai", "Asia/Riyadh", "Asia/Kolkata", "Asia/Shanghai",
		"Asia/Singapore", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland", "America/New_York", "America/Chicago", "America/Denver",
		"America/Los_Angeles", "America/Mexico_City", "America/Bogota", "America/Sao_Paulo", "America/Argentina/Buenos_Aires",
	}
}

// moment reads a time in the zone of the form; no time where nothing was typed.
func (f *form) moment(l *locale.Language, name string) vitrine.Optional[time.Time] {
	typed := strings.TrimSpace(f.Get(name))
	if typed == "" {
		return vitrine.Optional[time.Time]{}
	}
	zone, err := time.LoadLocation(f.Get("time_zone"))
	if err != nil {
		return vitrine.Optional[time.Time]{} // which is said of the zone
	}
	for _, layout := range []string{timeForm, timeForm + ":05", "2006-01-02 15:04"} {
		if at, err := time.ParseInLocation(layout, typed, zone); err == nil {
			return vitrine.Some(at.UTC())
		}
	}
	f.Faults[name] = l.T("Write day and time, such as 2030-03-20 09:00.")
	return vitrine.Optional[time.Time]{}
}

// keepTimes leaves begin and end out of a change where the form says them as they are stored: those may have seconds, which browsers
// don't send.
func (f *form) keepTimes(begins *vitrine.Optional[time.Time], began time.Time, ends *vitrine.Optional[time.Time], ended time.Time,
	zone string) {
	if zone != f.Get("time_zone") {
		return
	}
	if typedIn(began, zone) == f.Get("begins_at") {
		*begins = vitrine.Optional[time.Time]{}
	}
	if typedIn(ended, zone) == f.Get("ends_at") {
		*ends = vitrine.Optional[time.Time]{}
	}
}

// whole reads a whole number; none where nothing was typed.
func (f *form) whole(l *locale.Language, name string) vitrine.Optional[int64] {
	typed := strings.TrimSpace(f.Get(name))
	if typed == "" {
		return vitrine.Optional[int64]{}
	}
	n, err := strconv.ParseInt(typed, 10, 64)
	if err != nil {
		f.Faults[name] = l.T("Write a whole number.")
		return vitrine.Optional[int64]{}
	}
	return vitrine.Some(n)
}

// amount reads a sum, with a comma or a point; none where nothing was typed.
func (f *form) amount(l *locale.Language, name string) vitrine.Optional[vitrine.Amount] {
	typed := strings.TrimSpace(f.Get(name))
	if typed == "" {
		return vitrine.Optional[vitrine.Amount]{}
	}
	amount, err := vitrine.ParseTypedPrice(typed)
	if err != nil {
		f.Faults[name] = l.Says(err.Error())
		return vitrine.Optional[vitrine.Amount]{}
	}
	return vitrine.Some(amount)
}

// models reads the models that were chosen: null for all.
func (f *form) models(name string) vitrine.Optional[[]int64] {
	if f.Get("which") != "some" {
		return vitrine.Optional[[]int64]{Set: true, Null: true}
	}
	return vitrine.Some(f.chosen(name))
}

// chosen are the models that were chosen.
func (f *form) chosen(name string) []int64 {
	list := []int64{}
	for _, text := range f.Values[name] {
		if id, err := strconv.ParseInt(text, 10, 64); err == nil {
			list = append(list, id)
		}
	}
	return list
}

// fill adds what can be chosen.
func (p *Pages) fill(r *http.Request, at side, f *form) error {
	f.Root, f.Whole, f.Currency, f.Zones = at.root, at.whole, p.shop.Settings().Currency, zones()
	if f.Faults == nil {
		f.Faults = map[string]string{}
	}
	if at.whole {
		return nil
	}
	own, err := p.db.OwnIDs(r.Context(), vitrine.OwnQuery{AuthorID: at.in.User.ID, Status: vitrine.Published,
		Filter: vitrine.CatalogueQuery{Sort: vitrine.Newest, AdultContent: true, Page: vitrine.Page{Number: 1, Size: vitrine.MaxPageSize}}})
	if err != nil {
		return err
	}
	ids := own.IDs
	for _, id := range f.chosen("model") { // older ones, and those that were taken off, stay chosen
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for _, id := range ids {
		m, err := p.db.ModelRow(r.Context(), id)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			continue // it was deleted since
		}
		if err != nil {
			return err
		}
		if m.AuthorID != at.in.User.ID {
			continue
		}
		one := choice{Value: idText(id), Label: m.Title, Chosen: f.Is("model", idText(id))}
		if m.Status == vitrine.Published && m.Price != nil && *m.Price > 0 {
			one.Price = locale.Of(r.Context()).Money(*m.Price, f.Currency)
		}
		if one.Price != "" || one.Chosen {
			f.Models = append(f.Models, one)
		}
	}
	return nil
}

// version reads which version a form was filled from.
func (f *form) version() func(int64) bool {
	n, err := strconv.ParseInt(f.Get("version"), 10, 64)
	return func(now int64) bool { return err != nil || n == now }
}

// read reads a form.
func read(w http.ResponseWriter, r *http.Request) (*form, error) {
	values, err := web.ReadForm(w, r, maxForm)
	return &form{Values: values, Faults: map[string]string{}}, err
}

// done leads back to the first page, which says what was done.
func leadBack(w http.ResponseWriter, r *http.Request, at side, what string) error {
	return pages.Done(w, r, at.root, what)
}
